import type { IncomingHttpHeaders } from 'node:http';
import { type GraphQLSchema, introspectionFromSchema, lexicographicSortSchema } from 'graphql';
import { onceResolved } from '../../core/once.ts';
import { exampleFolder } from '../../rest/kernel/route.ts';
import { type Assets, createAssets, type FileContent } from './assets.ts';
import {
  clientFiles,
  clientScript,
  plainFileNames,
  readClientFile,
  readPlainFile,
  textFace,
} from './client-bundles.ts';
import { docsPage, docsRules, type ReadinessOf } from './docs.ts';
import type { ApiDocument } from './docs-document.ts';
import { exampleQueriesFor } from './example-queries.ts';
import { explorerPage, explorerRules } from './explorer.ts';
import { graphPage } from './graph.ts';
import { type HomeGroup, homePage, shownOrigin } from './home.ts';
import { type Html, html } from './html.ts';
import { icon, layout, type PageRules, representPage } from './layout.ts';
import { type PageRepresentation, type PageResponse, represent } from './page-representation.ts';
import { songsPage } from './songs.ts';
import { statusPage, statusRules } from './status.ts';

export interface PagesOptions {
  readonly schema: GraphQLSchema;
  readonly version: string;
  readonly groups: () => readonly HomeGroup[];
  /** The routes as an OpenAPI document; see `openApi`. */
  readonly openApi: () => Readonly<Record<string, unknown>>;
  /** The folder of the recordings that examples name. */
  readonly recordings?: string;
  readonly readiness?: ReadinessOf;
}

export interface PageRequest {
  /** Without the query string. */
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
}

/** The pages that need no key. */
export interface Pages {
  /** Whether a path is that of a page, `/almanac-client.js` or below `/assets/`. */
  owns(path: string): boolean;
  /**
   * The page or asset at a path; undefined for a path that is not owned, and for an asset that does not exist. The
   * caller has checked that the method is GET or HEAD and, for `/graphql` and `/status`, that a browser asks for a
   * page. Rejects where a page cannot be built.
   */
  respond(request: PageRequest): Promise<PageResponse | undefined>;
}

/** Names the page for addresses that have none. */
export const lostPath = '/not-found' as const;
const assetPrefix = '/assets/';
const scriptHeaders = {
  'content-type': 'text/javascript; charset=utf-8',
  'cache-control': 'public, max-age=3600',
  'x-content-type-options': 'nosniff',
};

/** Builds each page once, when it is requested first, and only what that page needs. */
export function createPages({
  schema,
  version,
  groups,
  openApi,
  recordings = exampleFolder,
  readiness = () => undefined,
}: PagesOptions): Pages {
  const assets: Assets = createAssets(
    new Map<string, () => FileContent | Promise<FileContent>>([
      ...clientFiles.map((file) => [file, () => readClientFile(file)] as const),
      ...plainFileNames.map((file) => [file, () => readPlainFile(file)] as const),
      ['frame.css', async () => withAddress(await readClientFile('frame.css'), textFace, assets)],
      ['icon.svg', () => icon],
      // GraphiQL lists types in the order of the schema.
      ['schema.json', () => JSON.stringify(introspectionFromSchema(lexicographicSortSchema(schema)))],
    ]),
  );
  const once = (page: () => Promise<Html>, rules?: PageRules) =>
    onceResolved(async () => representPage(await page(), rules));
  const pages = new Map<string, (headers: IncomingHttpHeaders) => Promise<PageRepresentation>>([
    [
      '/',
      // The examples name the origin of the request, so that this page is built for each.
      async (headers) =>
        representPage(await homePage({ assets, groups: groups(), version, origin: shownOrigin(headers) })),
    ],
    ['/graphql', once(() => explorerPage(assets, exampleQueriesFor(schema)), explorerRules)],
    // `ApiDocument` has the parts of the document that the page reads.
    ['/docs', once(() => docsPage(assets, openApi() as unknown as ApiDocument, readiness), docsRules)],
    ['/graph', once(() => graphPage(assets, schema, recordings))],
    [lostPath, once(() => lostPage(assets))],
    ['/songs', once(() => songsPage(assets), docsRules)],
    ['/status', once(() => statusPage(assets), statusRules)],
    [
      `/${clientScript}`,
      onceResolved(async () => represent(Buffer.from(await readClientFile(clientScript)), scriptHeaders)),
    ],
  ]);
  return {
    owns: (path) => pages.has(path) || path.startsWith(assetPrefix),
    async respond({ path, headers }) {
      const page = pages.get(path);
      const representation = page ? await page(headers) : await assets.find(path);
      return representation?.(headers);
    },
  };
}

const lostPage = (assets: Assets): Promise<Html> =>
  layout(assets, {
    title: 'Not found, almanac',
    description: 'There is no page at this address.',
    path: lostPath,
    styles: ['almanac.css', 'home.css'],
    body: html`<main id="main" class="page"><div class="opening"><h1>There is no page here</h1>
<p>Routes are listed in <a href="/docs">the documentation</a>; the API begins at <a href="/api">/api</a>.</p></div></main>`,
  });

/** A style sheet with the address of a file in the place of its name. */
const withAddress = async (css: string, file: string, assets: Assets): Promise<string> =>
  css.replaceAll(file, await assets.addressOf(file));
