import { readFileSync } from 'node:fs';
import { packageRoot } from './package-root.ts';

/** The version of almanac, which package.json states. */
export const { version } = JSON.parse(readFileSync(new URL('package.json', packageRoot), 'utf8')) as {
  version: string;
};

/** The version of the API. Additions keep it; an incompatible change gets a new version and a new path prefix. */
export const apiVersion = '1';
