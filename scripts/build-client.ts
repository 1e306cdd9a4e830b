import { execFileSync } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

/**
 * Builds the package of `clients/typescript` in its `dist/`: one ES module without imports, those for Apollo Client and
 * urql, and their types.
 * `--out DIR` builds elsewhere.
 */
await import('./client-types.ts');

const root = fileURLToPath(new URL('..', import.meta.url));
const client = join(root, 'clients', 'typescript');
const out = process.argv[2] === '--out' ? process.argv[3]! : join(client, 'dist');

rmSync(out, { recursive: true, force: true });
const { metafile } = await build({
  absWorkingDir: client,
  entryPoints: ['src/index.ts', 'src/apollo.ts', 'src/urql.ts'],
  outdir: out,
  bundle: true,
  external: ['@apollo/client', '@urql/core'],
  format: 'esm',
  platform: 'neutral',
  mainFields: ['module', 'main'],
  target: 'es2022',
  metafile: true,
  logLevel: 'warning',
});

const compiler = join(root, 'node_modules', '.bin', 'tsc');
const emission = ['--noEmit', 'false', '--emitDeclarationOnly', '--incremental', 'false', '--outDir', out];
execFileSync(compiler, ['-p', client, '--tsBuildInfoFile', 'null', ...emission], { stdio: 'inherit' });

/** The license of the client, and those of the packages that are bundled with it. */
const bundled = new Set(
  Object.keys(metafile.inputs).flatMap((path) => /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path)?.[1] ?? []),
);
const licenses = [
  readFileSync(join(root, 'LICENSE'), 'utf8'),
  ...[...bundled].sort().map((name) => {
    const text = readFileSync(join(root, 'node_modules', name, 'LICENSE'), 'utf8');
    return `This package contains parts of ${name}:\n\n${text}`;
  }),
];
writeFileSync(join(out, 'LICENSE'), licenses.join('\n---\n\n'));
