import type { IncomingHttpHeaders } from 'node:http';
import type { GraphQLSchema } from 'graphql';
import { createAssets } from './assets.ts';
import { docsPage, docsRules } from './docs.ts';
import type { ApiDocument } from './docs-document.ts';
import { explorerPage, explorerRules } from './explorer.ts';
import { homePage, type ListedGroup, shownOrigin } from './home.ts';
import { createLook, representPage } from './layout.ts';
import type { PageResponse } from './page-representation.ts';
import { statusPage, statusRules } from './status.ts';

export interface PagesOptions {
  readonly schema: GraphQLSchema;
  readonly groups: readonly ListedGroup[];
  /** The routes as an OpenAPI document; see `openApi`. */
  readonly openApi: Readonly<Record<string, unknown>>;
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
   * Answers `/`, `/docs`, `/graphql` and `/status` as pages, and their files under `/assets/`; undefined for any other
   * path. It is meant for GET, and for `/graphql` and `/status` only when a browser asks for a page.
   */
  owns(path: string): boolean;
  respond(request: PageRequest): Promise<PageResponse | undefined>;
}

/** Files are read and the graph is described here, once, so that a missing one stops the start. */
export function createPages({ schema, groups, openApi, version }: PagesOptions): Pages {
  const assets = createAssets();
  const look = createLook(assets);
  const explorer = representPage(explorerPage(look, assets, schema), explorerRules);
  // What is read of the document is ours, and its tests read it all.
  const docs = representPage(docsPage(look, assets, openApi as unknown as ApiDocument), docsRules);
  const status = representPage(statusPage(look, assets), statusRules);
  const pages = new Map([
    ['/graphql', explorer],
    ['/docs', docs],
    ['/status', status],
  ]);
  return {
    owns: () => true,
    async respond({ path, headers }) {
      if (path !== '/') return (pages.get(path) ?? assets.find(path))?.(headers);
      const page = homePage({ look, groups, version, origin: shownOrigin(headers) });
      return representPage(page)(headers);
    },
  };
}
