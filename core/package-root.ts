import { existsSync } from 'node:fs';

/** The folder that holds `package.json`, from sources as well as from compiled files, which lie deeper. */
export const packageRoot: URL = findRoot(new URL('.', import.meta.url));

function findRoot(folder: URL): URL {
  if (existsSync(new URL('package.json', folder))) return folder;
  const parent = new URL('..', folder);
  if (parent.href === folder.href) throw new Error('package.json cannot be found.');
  return findRoot(parent);
}

/** Whether this is the build, not the sources. */
export const isBuilt: boolean = !import.meta.url.endsWith('.ts');

/** What runs the commands of the keys here: from a package that is installed, or in a checkout. */
export const keysCommand: string = packageRoot.pathname.includes('/node_modules/')
  ? 'npx almanac keys'
  : 'npm run keys --';
