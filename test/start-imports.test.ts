import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { describe, expect, it } from 'vitest';

/** The modules that every start loads: imported by these without `import()`, directly or not. */
const entries = ['server/main.ts', 'server/start.ts'];

/** Packages for a part of the requests or settings. Loading them takes as long as the rest of a start, some of them. */
const optional = [
  ...['@audio/decode-aac', '@wasm-audio-decoders/flac', '@wasm-audio-decoders/ogg-vorbis', 'mediabunny'],
  ...['mpg123-decoder', 'opus-decoder', 'shazamio-core'],
  ...['@modelcontextprotocol/sdk', '@opentelemetry/api', 'esbuild', 'iovalkey', 'pg'],
];

async function packagesOfStart(): Promise<ReadonlySet<string>> {
  const { metafile } = await build({
    absWorkingDir: fileURLToPath(new URL('..', import.meta.url)),
    entryPoints: entries,
    outdir: 'out',
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    packages: 'external',
    metafile: true,
    write: false,
    logLevel: 'error',
  });
  const packages = new Set<string>();
  const visited = new Set<string>();
  const visit = (path: string) => {
    if (visited.has(path)) return;
    visited.add(path);
    for (const { path: target, external, kind } of metafile.inputs[path]!.imports) {
      if (kind === 'dynamic-import') continue;
      if (external) packages.add(target);
      else visit(target);
    }
  };
  for (const entry of entries) visit(entry);
  return packages;
}

describe('the start of the service', () => {
  it('loads no package that only some requests or settings need', async () => {
    const packages = [...(await packagesOfStart())];
    expect(packages).toContain('@pothos/core');
    const isOf = (name: string) => (path: string) => path === name || path.startsWith(`${name}/`);
    expect(optional.filter((name) => packages.some(isOf(name)))).toEqual([]);
  });
});
