import type { IncomingHttpHeaders } from 'node:http';
import type { GraphQLSchema } from 'graphql';
import { createAssets } from './pages-assets.ts';
import { explorerPage, explorerRules } from './pages-explorer.ts';
import { homePage, type ListedGroup, shownOrigin } from './pages-home.ts';
import { createLook, representPage } from './pages-look.ts';
import type { PageResponse } from './pages-representation.ts';

export interface PagesOptions {
  readonly schema: GraphQLSchema;
  readonly groups: readonly ListedGroup[];
  readonly version: string;
}

export interface PageRequest {
  /** Without its query string. */
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
}

/** The pages that a person meets without a key. */
export interface Pages {
  /**
   * Answers `/`, `/graphql` as a page, and the files of both under `/assets/`; undefined for any other path. It is
   * meant for GET, and for `/graphql` only when a browser asks for a page.
   */
  respond(request: PageRequest): Promise<PageResponse | undefined>;
}

/** Files are read and the graph is described here, once, so that a missing one stops the start. */
export function createPages({ schema, groups, version }: PagesOptions): Pages {
  const assets = createAssets();
  const look = createLook(assets);
  const explorer = representPage(explorerPage(look, assets, schema), explorerRules);
  return {
    async respond({ path, headers }) {
      if (path === '/graphql') return explorer(headers);
      if (path !== '/') return assets.find(path)?.(headers);
      const page = homePage({ look, groups, version, origin: shownOrigin(headers) });
      return representPage(page)(headers);
    },
  };
}
