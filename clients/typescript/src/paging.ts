import type { BodyOf, JsonPath, ParametersOf } from './routes.ts';

/** The element of the list that a page holds. */
export type ItemOf<Body> = Body extends { data: readonly (infer Item)[] }
  ? Item
  : Body extends { items: readonly (infer Item)[] }
    ? Item
    : Body extends { contentObjects: readonly (infer Item)[] }
      ? Item
      : Body extends { Search: readonly (infer Item)[] }
        ? Item
        : Body extends { data: { items: readonly (infer Item)[] } }
          ? Item
          : never;

/** How the pages of a route follow each other. */
export interface Paging<Path extends JsonPath> {
  /** Elements of the type `ItemOf`. */
  readonly items: (body: BodyOf<Path>) => readonly unknown[];
  /** The parameters of the next page that differ; undefined on the last. */
  readonly next: (body: BodyOf<Path>, given: ParametersOf<Path>) => Partial<ParametersOf<Path>> | undefined;
}

type ClipsPath = '/api/clips/latest' | '/api/clips/search' | '/api/clips/trending';

/** The most clips of a list, and the most that `offset` and `limit` may be together. */
const mostClips = 1_000;

const clips = <Path extends ClipsPath>(): Paging<Path> => ({
  items: ({ contentObjects }) => contentObjects,
  next({ contentObjects }, given) {
    const { limit = 10, offset = 0 } = given as ParametersOf<ClipsPath>;
    const from = offset + limit;
    if (contentObjects.length < limit || from >= mostClips) return undefined;
    return { offset: from, limit: Math.min(limit, mostClips - from) } as Partial<ParametersOf<Path>>;
  },
});

type CursorPath =
  | '/api/livestream/channels/search'
  | '/api/livestream/clips'
  | '/api/livestream/followers'
  | '/api/livestream/games/top'
  | '/api/livestream/streams/top'
  | '/api/livestream/videos';

const byCursor = <Path extends CursorPath>(): Paging<Path> => ({
  items: ({ data }) => data,
  next({ pagination: { cursor } }) {
    return cursor ? ({ after: cursor } as Partial<ParametersOf<Path>>) : undefined;
  },
});

const clanSearch: Paging<'/api/cardgame/clansearch/{query}'> = {
  items: ({ items }) => items,
  next({ paging }) {
    const { after } = paging.cursors;
    return after ? { after } : undefined;
  },
};

const feed: Paging<'/api/shortvideo/feed'> = {
  items: ({ data }) => data.items,
  next: ({ data }) => (data.hasMore ? { cursor: data.cursor } : undefined),
};

const titlesOnPage = 10;
const mostTitlePages = 100;

const titleSearch: Paging<'/api/titledb/search'> = {
  items: ({ Search }) => Search,
  next({ totalResults }, { page = 1 }) {
    const isLast = page >= mostTitlePages || page * titlesOnPage >= Number(totalResults);
    return isLast ? undefined : { page: page + 1 };
  },
};

/** The routes that page. */
export const pagings = {
  '/api/cardgame/clansearch/{query}': clanSearch,
  '/api/clips/latest': clips<'/api/clips/latest'>(),
  '/api/clips/search': clips<'/api/clips/search'>(),
  '/api/clips/trending': clips<'/api/clips/trending'>(),
  '/api/livestream/channels/search': byCursor<'/api/livestream/channels/search'>(),
  '/api/livestream/clips': byCursor<'/api/livestream/clips'>(),
  '/api/livestream/followers': byCursor<'/api/livestream/followers'>(),
  '/api/livestream/games/top': byCursor<'/api/livestream/games/top'>(),
  '/api/livestream/streams/top': byCursor<'/api/livestream/streams/top'>(),
  '/api/livestream/videos': byCursor<'/api/livestream/videos'>(),
  '/api/shortvideo/feed': feed,
  '/api/titledb/search': titleSearch,
} satisfies { readonly [Path in JsonPath]?: Paging<Path> };

/** A route whose list goes on. */
export type PagedPath = keyof typeof pagings;

/** A list of the graph that goes on with `after: next`. */
export interface Page<Item> {
  readonly items: readonly Item[];
  /** Null on the last page. */
  readonly next?: string | null;
}
