import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * Writes the declarations of `almanac/group` and `almanac/group/test` to `dist/types/`: those that the two modules reach.
 * `--out DIR` writes them elsewhere. A release has them; a service does not need them.
 */
const root = fileURLToPath(new URL('..', import.meta.url));
const out = process.argv[2] === '--out' ? process.argv[3]! : join(root, 'dist', 'types');
const entries = ['server/groups/api.d.ts', 'group-check/tested-group.d.ts'];
/** The module itself imports the whole service, which the compiler would read for this one line. */
const testing = `export type * from './tested-group.js';
export declare const startGroup: import('./tested-group.js').StartGroup;
`;

const scratch = mkdtempSync(join(tmpdir(), 'almanac-types-'));
try {
  const tsc = join(root, 'node_modules', '.bin', 'tsc');
  execFileSync(tsc, ['-p', 'tsconfig.group.json', '--outDir', scratch], { cwd: root, stdio: 'inherit' });
  rmSync(out, { recursive: true, force: true });
  const reached = new Set(entries);
  for (const path of reached) {
    const text = readFileSync(join(scratch, path), 'utf8');
    for (const [, specifier] of text.matchAll(/(?:from |import |import\()['"](\.[^'"]+)\.[jt]s['"]/g))
      reached.add(join(dirname(path), `${specifier}.d.ts`));
    mkdirSync(dirname(join(out, path)), { recursive: true });
    copyFileSync(join(scratch, path), join(out, path));
  }
  writeFileSync(join(out, 'group-check/testing.d.ts'), testing);
} finally {
  rmSync(scratch, { recursive: true, force: true });
}
