import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';

/** The style sheets and scripts of the pages. `docs.js` is bundled from `docs.client.ts`. */
export const clientFiles = [
  ...['frame.css', 'almanac.css', 'home.css', 'docs.css', 'docs.js', 'status.css', 'status.js'],
  ...['graph.css', 'graphiql.css', 'explorer.css', 'explorer.js'],
] as const;

/** The text face of the pages, under the SIL Open Font License, whose text is beside it. */
export const textFace = 'source-serif-4.woff2';

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

/** The bytes of the text face; see `readClientFile`. */
export function readTextFace(): Promise<Buffer> {
  const built = new URL(`../client/${textFace}`, import.meta.url);
  return readFile(existsSync(built) ? built : new URL(`./fonts/${textFace}`, import.meta.url));
}
