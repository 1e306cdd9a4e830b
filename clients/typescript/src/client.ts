import { addressOf, type ParameterValues } from './address.ts';
import { type CallOptions, type ClientOptions, createExchange, readJson } from './exchange.ts';
import {
  type GraphqlResult,
  queryError,
  sendQuery,
  type TypedDocument,
  takesAfter,
  type UntypedDocument,
  watchQuery,
} from './graphql.ts';
import { type ItemOf, type Page, type PagedPath, type Paging, pagings } from './paging.ts';
import type {
  Answer,
  BodyOf,
  FilePath,
  FilesOf,
  JsonPath,
  ParametersOf,
  ParametersWith,
  Rest,
  UploadBodyOf,
  UploadPath,
} from './routes.ts';
import type { Known } from './selected.ts';
import { type WatchOptions, watchAnswers } from './watch.ts';

/**
 * A client of one service with one key. Its methods may be used apart from it.
 * Errors: AlmanacError by kind; the reason of an aborted signal; TypeError for parameters that no request can have.
 */
export interface Almanac {
  /** The body of a route: `get('/api/weather/current', { city: 'Oslo' })`. */
  get<Path extends JsonPath, const Fields extends string = never>(
    path: Path,
    ...rest: Rest<ParametersWith<Path, Fields>, CallOptions>
  ): Promise<Answer<BodyOf<Path>, Fields>>;

  /** A file, as the response that holds it: read it by `blob()`, `arrayBuffer()` or the stream `body`. */
  file<Path extends FilePath>(path: Path, ...rest: Rest<ParametersOf<Path>, CallOptions>): Promise<Response>;

  /**
   * An address that a browser opens without the key, for a minute: in `new EventSource(…)`, `<img src>`, `<video src>` and links.
   * It counts as a request; what it opens costs what it costs with the key.
   */
  ticket<Path extends JsonPath | FilePath>(
    path: Path,
    ...rest: Rest<ParametersOf<Path>, CallOptions>
  ): Promise<string>;

  /** Sends files, each with its name: `upload('/api/songid/identify', { file: new File([bytes], 'clip.webm') })`. */
  upload<Path extends UploadPath, const Fields extends string = never>(
    path: Path,
    files: FilesOf<Path>,
    parameters?: { fields?: Known<UploadBodyOf<Path>, Fields> | undefined },
    options?: CallOptions,
  ): Promise<Answer<UploadBodyOf<Path>, Fields>>;

  /** The bodies of a route's pages, from the one of the parameters on. Each costs one lookup when it is asked for. */
  pages<Path extends PagedPath>(
    path: Path,
    ...rest: Rest<ParametersOf<Path>, CallOptions>
  ): AsyncGenerator<BodyOf<Path>, void, undefined>;

  /** The items of a route's pages. */
  items<Path extends PagedPath>(
    path: Path,
    ...rest: Rest<ParametersOf<Path>, CallOptions>
  ): AsyncGenerator<ItemOf<BodyOf<Path>>, void, undefined>;

  /** The body of a route, and again each time it has changed. Each change costs one lookup. */
  watch<Path extends JsonPath, const Fields extends string = never>(
    path: Path,
    ...rest: Rest<ParametersWith<Path, Fields>, WatchOptions>
  ): AsyncGenerator<Answer<BodyOf<Path>, Fields>, void, undefined>;

  /** The result of a query. A part that fails is null in `data`, and has its reason in `errors`. */
  graphql<Data, Variables>(
    document: TypedDocument<Data, Variables>,
    ...rest: Rest<Variables, CallOptions>
  ): Promise<GraphqlResult<Data>>;
  graphql<Data = unknown>(
    document: UntypedDocument,
    variables?: Readonly<Record<string, unknown>>,
    options?: CallOptions,
  ): Promise<GraphqlResult<Data>>;

  /**
   * The result of a query with the directive `@live`, and again each time it has changed. Each change costs the price of
   * the query.
   */
  graphqlWatch<Data, Variables>(
    document: TypedDocument<Data, Variables>,
    ...rest: Rest<Variables, WatchOptions>
  ): AsyncGenerator<GraphqlResult<Data>, void, undefined>;
  graphqlWatch<Data = unknown>(
    document: UntypedDocument,
    variables?: Readonly<Record<string, unknown>>,
    options?: WatchOptions,
  ): AsyncGenerator<GraphqlResult<Data>, void, undefined>;

  /**
   * The items of a list of the graph, page by page. The document takes the variable `after`, `page` finds the list, of
   * which `items` and `next` are selected: `graphqlItems(document, {}, ({ livestream }) => livestream.topStreams)`.
   */
  graphqlItems<Data, Variables, Item>(
    document: TypedDocument<Data, Variables>,
    variables: Omit<Variables, 'after'>,
    page: (data: Data) => Page<Item> | null | undefined,
    options?: CallOptions,
  ): AsyncGenerator<Item, void, undefined>;
  graphqlItems<Data, Item>(
    document: UntypedDocument,
    variables: Readonly<Record<string, unknown>>,
    page: (data: Data) => Page<Item> | null | undefined,
    options?: CallOptions,
  ): AsyncGenerator<Item, void, undefined>;
}

/** Makes a client. Throws a TypeError without an address or a key. */
export function createClient(options: ClientOptions): Almanac {
  const exchange = createExchange(options);

  const get = async <Body>(path: string, parameters?: object, options?: CallOptions) =>
    exchange.send({ address: addressOf(path, parameters as ParameterValues) }, readJson<Body>, options);

  /** What pages read is whole, since the way to the next page is in it. */
  function pagingOf<Path extends PagedPath>(path: Path, parameters: object | undefined): Paging<Path> {
    const paging = pagings[path] as unknown as Paging<Path> | undefined;
    if (!paging) throw new TypeError(`${path} has no pages.`);
    if (parameters && 'fields' in parameters) throw new TypeError('Pages are read whole, without `fields`.');
    return paging;
  }

  async function* pages<Path extends PagedPath>(
    path: Path,
    parameters?: ParametersOf<Path>,
    options?: CallOptions,
  ): AsyncGenerator<BodyOf<Path>, void, undefined> {
    const { next } = pagingOf(path, parameters);
    let given = { ...parameters } as ParametersOf<Path>;
    for (;;) {
      const body = await get<BodyOf<Path>>(path, given, options);
      yield body;
      const following = next(body, given);
      if (!following) return;
      given = { ...given, ...following };
    }
  }

  async function* items<Path extends PagedPath>(
    path: Path,
    parameters?: ParametersOf<Path>,
    options?: CallOptions,
  ): AsyncGenerator<ItemOf<BodyOf<Path>>, void, undefined> {
    const paging = pagingOf(path, parameters);
    for await (const body of pages(path, parameters, options)) {
      yield* paging.items(body) as readonly ItemOf<BodyOf<Path>>[];
    }
  }

  async function* graphqlItems<Data, Item>(
    document: UntypedDocument,
    variables: object,
    page: (data: Data) => Page<Item> | null | undefined,
    options?: CallOptions,
  ): AsyncGenerator<Item, void, undefined> {
    let after: string | undefined;
    for (;;) {
      const given = after === undefined ? variables : { ...variables, after };
      const { data, errors } = await sendQuery<Data>(exchange, document, given, options);
      const found = page(data);
      if (!found) {
        if (errors.length > 0) throw queryError(errors, { request: 'POST /graphql', status: 200 });
        return;
      }
      yield* found.items;
      if (found.next === undefined) throw new TypeError('The page has no `next`: the query must select it.');
      if (found.next === null) return;
      // The same page again, for ever, where the cursor has no effect.
      if (found.next === after || !takesAfter(document)) {
        throw new TypeError(
          'The query must take the variable `$after`, and ask the list for `after: $after`.',
        );
      }
      after = found.next;
    }
  }

  const client = {
    get,
    pages,
    items,
    graphqlItems,
    file: async (path: string, parameters?: object, options?: CallOptions) => {
      const address = addressOf(path, parameters as ParameterValues);
      return exchange.send({ address, headers: { accept: '*/*' } }, async (response) => response, options);
    },
    ticket: async (path: string, parameters?: object, options?: CallOptions) => {
      const body = JSON.stringify({ path: addressOf(path, parameters as ParameterValues) });
      const headers = { 'content-type': 'application/json' };
      const request = { address: '/api/ticket', method: 'POST', headers, body } as const;
      const { address } = await exchange.send(request, readJson<{ address: string }>, options);
      return exchange.origin + address;
    },
    upload: async (path: string, files: object, parameters?: object, options?: CallOptions) => {
      const body = new FormData();
      for (const [field, file] of Object.entries(files)) body.append(field, file, file.name);
      const address = addressOf(path, parameters as ParameterValues);
      return exchange.send({ address, method: 'POST', body }, readJson, options);
    },
    watch: (path: string, parameters?: object, options?: WatchOptions) => {
      const request = { address: addressOf(path, parameters as ParameterValues) };
      return watchAnswers(exchange, { request, event: 'message', read: (body) => body }, options);
    },
    graphql: (document: UntypedDocument, variables?: object, options?: CallOptions) =>
      sendQuery(exchange, document, variables, options),
    graphqlWatch: (document: UntypedDocument, variables?: object, options?: WatchOptions) =>
      watchQuery(exchange, document, variables, options),
  };
  // The signatures above are those of the routes; each call is the same at run time.
  return client as unknown as Almanac;
}
