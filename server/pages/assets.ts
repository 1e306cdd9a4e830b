import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, extname, join } from 'node:path';
import { digestOf } from '../http/representation.ts';
import { type Representation, represent } from './page-representation.ts';

/** Files that pages are made of, each under an address that changes with its content. */
export interface Assets {
  /** Takes a file in and gives its address: `style.css` becomes `/assets/style-<hash>.css`. */
  add(name: string, content: string | Buffer): string;
  find(path: string): Representation | undefined;
}

const types: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml; charset=utf-8',
};

export function createAssets(): Assets {
  const byPath = new Map<string, Representation>();
  return {
    add(name, content) {
      const extension = extname(name);
      const type = types[extension];
      if (!type) throw new Error(`No content type is known for ${name}.`);
      const bytes = Buffer.from(content);
      const path = `/assets/${name.slice(0, -extension.length)}-${digestOf(bytes)}${extension}`;
      byPath.set(
        path,
        represent(bytes, {
          'content-type': type,
          'cache-control': 'public, max-age=31536000, immutable',
          'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
          'x-content-type-options': 'nosniff',
        }),
      );
      return path;
    },
    find: (path) => byPath.get(path),
  };
}

const require = createRequire(import.meta.url);

/** A file of an installed package, also one that the package does not export. */
export const packageFile = (name: string, path: string): Buffer =>
  readFileSync(join(dirname(require.resolve(`${name}/package.json`)), path));
