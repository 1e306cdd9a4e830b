import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';

/** The package of `clients/typescript` as one module, for pages of other origins. */
export const clientScript = 'almanac-client.js';

/** The style sheets and scripts of the pages. `docs.js` is bundled from `docs.client.ts`. */
export const clientFiles = [
  clientScript,
  ...['frame.css', 'almanac.css', 'home.css', 'docs.css', 'docs.js', 'status.css', 'status.js'],
  'songs.js',
  ...['graph.css', 'graphiql.css', 'explorer.css', 'explorer.js'],
] as const;

/** The text face of the pages, under the SIL Open Font License, whose text is beside it. */
export const textFace = 'source-serif-4.woff2';
/** The picture of the groups, which `npm run generate` draws. */
export const graphPicture = 'graph.svg';

/** Files that are served as they are, with their places in the sources. */
const plainFiles = {
  [textFace]: new URL(`./fonts/${textFace}`, import.meta.url),
  [graphPicture]: new URL(`../../docs/images/${graphPicture}`, import.meta.url),
};
type PlainFile = keyof typeof plainFiles;
export const plainFileNames = Object.keys(plainFiles) as readonly PlainFile[];

/** A build has all files in `dist/client/`. */
const built = (file: string): URL => new URL(`../client/${file}`, import.meta.url);

/** The content of a style sheet or script; from sources, a development dependency bundles it now. */
export async function readClientFile(file: string): Promise<string> {
  if (existsSync(built(file))) return readFile(built(file), 'utf8');
  const { bundleClient } = await import('./bundle-client.ts');
  return bundleClient(file);
}

export const readPlainFile = (file: PlainFile): Promise<Buffer> =>
  readFile(existsSync(built(file)) ? built(file) : plainFiles[file]);
