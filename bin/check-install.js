// What must be there before TypeScript can run, each with one sentence that says what to do. The syntax is that of old
// releases of Node, which have to get as far as the message.
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));

const [major, minor] = process.versions.node.split('.').map(Number);
export const { engines, version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const [leastMajor, leastMinor] = engines.node.match(/\d+/g).map(Number);
if (major < leastMajor || (major === leastMajor && minor < leastMinor)) {
  stop(`almanac needs Node ${leastMajor}.${leastMinor} or newer, and this is ${process.versions.node}.`);
}

/** Prints the sentence and ends the process with EX_CONFIG of sysexits.h. */
export function stop(sentence) {
  console.error(sentence);
  process.exit(78);
}

/** Stops unless a file of the package is there. */
export function requireFile(path, sentence) {
  if (!existsSync(join(root, path))) stop(sentence);
}

// As the script that npm runs before those that start from the sources.
if (process.argv[1] === fileURLToPath(import.meta.url)) {
  requireFile('node_modules/tsx', 'The packages are not installed: run "npm ci" first.');
  requireFile(
    'node_modules/@esbuild',
    'Packages of this platform are missing, which npm lists as optional: run "npm ci" without --omit=optional.',
  );
}
