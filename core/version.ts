import { readFileSync } from 'node:fs';

/** The version of almanac, from the nearest package.json above: compiled files lie one folder deeper. */
function readVersion(): string {
  for (const place of ['../package.json', '../../package.json']) {
    try {
      const text = readFileSync(new URL(place, import.meta.url), 'utf8');
      return (JSON.parse(text) as { version: string }).version;
    } catch {}
  }
  throw new Error('package.json cannot be read.');
}

export const version = readVersion();

/** The version of what routes promise. A promise is added to; one that is broken gets a new number, and a new prefix. */
export const apiVersion = '1';
