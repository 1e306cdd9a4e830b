import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';

/** The style sheets and scripts of the pages. `docs.js` is bundled from `docs.client.ts`. */
export const clientFiles = [
  ...['almanac.css', 'docs.css', 'docs.js', 'status.css', 'status.js'],
  ...['graphiql.css', 'explorer.css', 'explorer.js'],
] as const;

/**
 * The content of a style sheet or script. A build has bundled it into `dist/client/`; where the sources are run, it is
 * bundled now, by a development dependency.
 */
export async function readClientFile(file: string): Promise<string> {
  const built = new URL(`../client/${file}`, import.meta.url);
  if (existsSync(built)) return readFile(built, 'utf8');
  const { bundleClient } = await import('./bundle-client.ts');
  return bundleClient(file);
}
