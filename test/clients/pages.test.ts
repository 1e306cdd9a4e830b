import { readFileSync } from 'node:fs';
import type { TypedDocumentNode } from '@graphql-typed-document-node/core';
import { parse } from 'graphql';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Almanac, createClient, UpstreamError } from '../../clients/typescript/src/index.ts';
import { pagings } from '../../clients/typescript/src/paging.ts';
import { useTestApp } from '../suite.ts';

const app = useTestApp();
let client: Almanac;
beforeAll(async () => {
  client = createClient({ url: app.baseUrl, key: app.key });
});

interface Operation {
  readonly parameters: readonly { readonly name?: string }[];
}

/** The first items of a list that may have no end. */
async function some<Item>(items: AsyncIterable<Item>, most: number): Promise<Item[]> {
  const taken: Item[] = [];
  for await (const item of items) if (taken.push(item) === most) break;
  return taken;
}

const idsOf = (items: readonly object[], key: string) =>
  items.map((item) => (item as Record<string, unknown>)[key]);

describe('the pages of a route', () => {
  it('are known of every route that has a parameter for them', () => {
    const { paths } = JSON.parse(readFileSync('docs/openapi.json', 'utf8')) as {
      paths: Record<string, { get?: Operation }>;
    };
    const names = ['after', 'cursor', 'offset', 'page'];
    const paged = Object.entries(paths).filter(([, { get }]) =>
      get?.parameters.some(({ name }) => names.includes(name ?? '')),
    );
    expect(Object.keys(pagings).sort()).toEqual(paged.map(([path]) => path).sort());
  });

  it('follow each other by the cursor of livestream', async () => {
    const pages = await some(client.pages('/api/livestream/streams/top', { first: 3 }), 3);
    const [first, second, third] = pages;
    const ask = async (after: string | null) =>
      (await app.ask(`/api/livestream/streams/top?first=3&after=${encodeURIComponent(after!)}`)).body;
    expect(second).toEqual(await ask(first!.pagination.cursor));
    expect(third).toEqual(await ask(second!.pagination.cursor));
    const items = await some(client.items('/api/livestream/streams/top', { first: 3 }), 9);
    expect(items).toEqual(pages.flatMap(({ data }) => data));
    expect(new Set(items.map(({ id }) => id)).size).toBe(9);
  });

  it.each([
    ['/api/livestream/games/top', () => client.items('/api/livestream/games/top', { first: 4 }), 'id'],
    [
      '/api/livestream/channels/search',
      () => client.items('/api/livestream/channels/search', { query: 'run', first: 4 }),
      'id',
    ],
    [
      '/api/livestream/clips',
      () => client.items('/api/livestream/clips', { broadcaster_id: '141981764', first: 4 }),
      'id',
    ],
    [
      '/api/livestream/videos',
      () => client.items('/api/livestream/videos', { user_id: '141981764', first: 4 }),
      'id',
    ],
    ['/api/clips/trending', () => client.items('/api/clips/trending', { limit: 4 }), 'contentId'],
    ['/api/clips/latest', () => client.items('/api/clips/latest', { limit: 4 }), 'contentId'],
    ['/api/clips/search', () => client.items('/api/clips/search', { text: 'speed', limit: 4 }), 'contentId'],
    ['/api/shortvideo/feed', () => client.items('/api/shortvideo/feed', { count: 4 }), 'id'],
    ['/api/titledb/search', () => client.items('/api/titledb/search', { query: 'metropolis' }), 'titledbID'],
    [
      '/api/cardgame/clansearch/{query}',
      () => client.items('/api/cardgame/clansearch/{query}', { query: 'Golden' }),
      'tag',
    ],
  ] as [string, () => AsyncIterable<object>, string][])(
    'of %s have different items',
    async (_, items, key) => {
      const taken = await some(items(), 12);
      expect(taken.length).toBeGreaterThan(0);
      expect(new Set(idsOf(taken, key)).size).toBe(taken.length);
    },
  );

  it('end with the last', async () => {
    const limit = 300;
    const clips = await some(client.items('/api/clips/trending', { limit }), 10_000);
    expect(clips).toHaveLength(1_000);
    const titles = await some(client.items('/api/titledb/search', { query: 'metropolis', page: 35 }), 1_000);
    const [page] = await some(client.pages('/api/titledb/search', { query: 'metropolis' }), 1);
    expect(titles).toHaveLength(Number(page!.totalResults) - 340);
  });

  it('are asked for one at a time, as they are read', async () => {
    await app.clearCalls();
    await some(client.items('/api/livestream/streams/top', { first: 7 }), 2);
    expect((await app.calls()).filter(({ path }) => path.includes('/streams'))).toHaveLength(1);
  });
});

interface Streams {
  readonly livestream: {
    readonly topStreams: {
      readonly items: readonly { readonly id: string }[];
      readonly next: string | null;
    } | null;
  };
}

const topStreams = parse(
  'query Top($after: String) { livestream { topStreams(first: 3, after: $after) { next items { id } } } }',
) as TypedDocumentNode<Streams, { after?: string | null }>;

/** What the code generators write instead of a syntax tree, where they are told to. */
class TypedText<Result, Variables> extends String {
  readonly __apiType?: (variables: Variables) => Result;
}

describe('a query of the client', () => {
  const text = 'query Now($city: String!) { weather { current(city: $city) { name } } }';
  interface Now {
    readonly weather: { readonly current: { readonly name: string } | null };
  }

  it.each([
    ['text', () => client.graphql<Now>(text, { city: 'Oslo' })],
    ['a syntax tree', () => client.graphql<Now>(parse(text), { city: 'Oslo' })],
    [
      'a typed syntax tree',
      () => client.graphql(parse(text) as TypedDocumentNode<Now, { city: string }>, { city: 'Oslo' }),
    ],
    ['typed text', () => client.graphql(new TypedText<Now, { city: string }>(text), { city: 'Oslo' })],
  ])('may be %s', async (_, ask) => {
    const { data, errors, cost } = await ask();
    expect(data).toEqual({ weather: { current: { name: 'Oslo' } } });
    expect(errors).toEqual([]);
    expect(cost).toEqual({
      requested: 1,
      used: 1,
      remaining: expect.any(Number),
      resetAt: expect.stringMatching(/^\d{4}-.*Z$/),
    });
  });

  it('has the rest of the result where a part failed', async () => {
    const { data, errors } = await client.graphql<Now & { coderepo: unknown }>(
      '{ weather { current(city: "notfoundville") { name } } coderepo { user(username: "octocat") { login } } }',
    );
    expect(data.coderepo).toEqual({ user: { login: 'octocat' } });
    expect(errors).toHaveLength(1);
    expect(errors[0]).toMatchObject({
      path: ['weather', 'current'],
      extensions: { code: 'NOT_FOUND', group: 'weather', retryable: false },
    });
  });

  it('fails where it is not valid', async () => {
    const asked = client.graphql('{ weather { now } }');
    await expect(asked).rejects.toThrow('"now"');
    await expect(asked).rejects.toMatchObject({
      kind: 'request',
      code: 'GRAPHQL_VALIDATION_FAILED',
      requestId: expect.any(String),
      request: 'POST /graphql',
    });
  });

  it('goes through the pages of a list', async () => {
    const streams = await some(
      client.graphqlItems(topStreams, {}, ({ livestream }) => livestream.topStreams),
      8,
    );
    const { body } = await app.graphql('{ livestream { topStreams(first: 8) { items { id } } } }');
    expect(streams).toEqual(body.data.livestream.topStreams.items);
  });

  it('fails where a page fails', async () => {
    await app.fault({ host: 'api.twitch.tv', status: 500 });
    const once = createClient({ url: app.baseUrl, key: app.key, retry: false });
    const fresh = parse(
      'query($after: String) { livestream { topStreams(first: 2, after: $after) { next items { id } } } }',
    );
    const streams = once.graphqlItems<Streams, { id: string }>(
      fresh,
      {},
      ({ livestream }) => livestream.topStreams,
    );
    app.clock.skip(3_600_000 * 24);
    await expect(streams.next()).rejects.toBeInstanceOf(UpstreamError);
    await app.clearFaults();
    app.clock.skip(120_000);
  });

  it.each([
    ['is not taken', '{ livestream { topStreams(first: 2) { next items { id } } } }'],
    [
      'is not passed on',
      'query($after: String) { livestream { topStreams(first: 2) { next items { id } } } a: livestream { topStreams(first: 1, after: $after) { next } } }',
    ],
  ])('fails where `$after` %s, before a page comes again and again', async (_, query) => {
    const streams = client.graphqlItems<Streams, { id: string }>(
      query,
      {},
      ({ livestream }) => livestream.topStreams,
    );
    await expect(some(streams, 10)).rejects.toThrow(/must take the variable `\$after`/);
  });

  it.each([
    ['/api/weather/current', { city: 'Oslo' }, /^\/api\/weather\/current has no pages\.$/],
    ['/api/livestream/streams/top', { fields: 'data.title' }, /without `fields`/],
  ])('are refused of %s with %j', async (path, parameters, message) => {
    await expect(client.pages(path as never, parameters as never).next()).rejects.toThrow(message);
    await expect(client.items(path as never, parameters as never).next()).rejects.toThrow(message);
  });

  it('fails where `next` of the list is not selected', async () => {
    const streams = client.graphqlItems<Streams, { id: string }>(
      '{ livestream { topStreams(first: 1) { items { id } } } }',
      {},
      ({ livestream }) => livestream.topStreams,
    );
    await expect(some(streams, 2)).rejects.toThrow(/must select/);
  });
});
