import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** Programs that tests use where they are there: `.ci/run` installs their npm packages in this folder. */
const folder = new URL('../../.ci/tools/node_modules/', import.meta.url);

/** The absolute path of a file of a tool's package, such as `bun/package.json`; undefined where it is not installed. */
export function toolPath(file: string): string | undefined {
  const path = fileURLToPath(new URL(file, folder));
  return existsSync(path) ? path : undefined;
}
