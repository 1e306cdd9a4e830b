import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { describe, expect, it } from 'vitest';
import { words } from './support/words.ts';

/** What the entries load without `import()`, directly or not: paths of our modules and names of packages. */
async function loadedBy(entries: readonly string[]): Promise<readonly string[]> {
  const { metafile } = await build({
    absWorkingDir: fileURLToPath(new URL('..', import.meta.url)),
    entryPoints: [...entries],
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
  return [...visited, ...packages];
}

/** Parts for some requests or settings. Loading one of them takes up to as long as the rest of a start. */
const optional = words(`@audio/decode-aac @wasm-audio-decoders/flac @wasm-audio-decoders/ogg-vorbis
  feedsmith @koa/multer mpg123-decoder opus-decoder shazamio-core @modelcontextprotocol/server @opentelemetry/api iovalkey
  minisearch pg prom-client sandbox stemmer server/mcp/tools.ts server/observability/metrics.ts
  server/stores/valkey.ts`);

describe('the modules that are loaded', () => {
  it.each([
    {
      command: 'start',
      entries: ['server/main.ts', 'server/start.ts'],
      needed: ['@pothos/core', 'server/service.ts'],
      unneeded: optional,
    },
    {
      command: 'keys list',
      entries: ['cli/main.ts', 'cli/commands.ts', 'server/keys/sqlite-store.ts'],
      needed: ['libsql', 'cli/keys.ts'],
      unneeded: [...optional, 'graphql', 'koa', '@pothos/core', 'schema', 'rest', 'server/service.ts'],
    },
  ])('by $command are none of parts that it does not use', async ({ entries, needed, unneeded }) => {
    const loaded = await loadedBy(entries);
    expect(loaded).toEqual(expect.arrayContaining(needed));
    const isOf = (name: string) => (path: string) => path === name || path.startsWith(`${name}/`);
    expect(unneeded.filter((name) => loaded.some(isOf(name)))).toEqual([]);
  });
});
