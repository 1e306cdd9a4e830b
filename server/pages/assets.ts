import { extname } from 'node:path';
import { onceResolved } from '../../core/once.ts';
import { digestOf } from '../responses/representation.ts';
import { type PageRepresentation, represent } from './page-representation.ts';

/** Files that pages load, each at an address that changes with its content. */
export interface Assets {
  /** The address of a file: `/assets/docs-<digest>.css` for `docs.css`. Rejects where it cannot be loaded. */
  addressOf(name: string): Promise<string>;
  /** The file at an address; undefined where no file has that address. */
  find(path: string): Promise<PageRepresentation | undefined>;
}

const contentTypes: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml; charset=utf-8',
  '.woff2': 'font/woff2',
};

/** Text or bytes. */
export type FileContent = string | Buffer;

interface Asset {
  readonly address: string;
  readonly representation: PageRepresentation;
}

function createAsset(name: string, content: FileContent): Asset {
  const extension = extname(name);
  const type = contentTypes[extension];
  if (!type) throw new Error(`No content type is known for ${name}.`);
  const bytes = typeof content === 'string' ? Buffer.from(content) : content;
  return {
    address: `/assets/${name.slice(0, -extension.length)}-${digestOf(bytes)}${extension}`,
    representation: represent(bytes, {
      'content-type': type,
      'cache-control': 'public, max-age=31536000, immutable',
      'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
      'x-content-type-options': 'nosniff',
    }),
  };
}

/**
 * `sources` loads the content of each file by name. A file is loaded once, when its address or its content is asked
 * for: also by its address alone, since a browser may hold a page of another instance.
 */
export function createAssets(sources: ReadonlyMap<string, () => FileContent | Promise<FileContent>>): Assets {
  const assets = new Map(
    [...sources].map(([name, load]) => [name, onceResolved(async () => createAsset(name, await load()))]),
  );
  return {
    async addressOf(name) {
      const asset = await assets.get(name)?.();
      if (!asset) throw new Error(`No asset is named ${name}.`);
      return asset.address;
    },
    async find(path) {
      const [, stem, extension] = /^\/assets\/([\w-]+)-[0-9a-f]{16}(\.\w+)$/.exec(path) ?? [];
      const asset = await assets.get(`${stem}${extension}`)?.();
      return asset?.address === path ? asset.representation : undefined;
    },
  };
}
