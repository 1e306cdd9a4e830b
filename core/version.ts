import { readFileSync } from 'node:fs';

/** Reads the version from package.json, which is one folder further up from compiled files. */
function readVersion(): string {
  for (const path of ['../package.json', '../../package.json']) {
    try {
      const text = readFileSync(new URL(path, import.meta.url), 'utf8');
      return (JSON.parse(text) as { version: string }).version;
    } catch {}
  }
  throw new Error('package.json cannot be read.');
}

/** The version of almanac. */
export const version = readVersion();

/** The version of the API. Additions keep it; an incompatible change gets a new version and a new path prefix. */
export const apiVersion = '1';
