import { execFileSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Compiles every file to JavaScript in `dist/`. `--out DIR` builds elsewhere. */
const root = fileURLToPath(new URL('..', import.meta.url));
const out = process.argv[2] === '--out' ? process.argv[3]! : join(root, 'dist');

rmSync(out, { recursive: true, force: true });
execFileSync(
  process.execPath,
  [join(root, 'node_modules/typescript/bin/tsc'), '-p', join(root, 'tsconfig.build.json'), '--outDir', out],
  { stdio: 'inherit' },
);
