import { describe, expect, it } from 'vitest';
import type { GraphqlPlugin } from '../../../server/graphql/exchange.ts';
import { freshName } from '../../fresh.ts';
import { useTestApp } from '../../suite.ts';

/** The requests that reached Yoga. */
let reached = 0;
const counter: GraphqlPlugin = {
  onParams() {
    reached += 1;
  },
};

const app = useTestApp({ graphqlPlugins: [counter] });

const json = 'application/json';
const typed = 'application/graphql-response+json';
const queryOf = (city: string) => `{ weather { current(city: "${city}") { name } } }`;
const post = (city: string, accept?: string) =>
  app.graphql(queryOf(city), {}, accept === undefined ? {} : { headers: { accept } });
const targetOf = (city: string) => `/graphql?query=${encodeURIComponent(queryOf(city))}`;
const get = (city: string, accept = '*/*', headers: Record<string, string> = {}) =>
  app.ask(targetOf(city), { headers: { accept, ...headers } });

describe('a cached response to a query is served before Yoga', () => {
  it.each<[string, typeof post, string, string]>([
    ['a POST', post, '*/*', json],
    ['a POST', post, json, json],
    ['a POST', post, typed, typed],
    ['a POST', post, `${typed}, ${json};q=0.9`, typed],
    ['a POST', post, `${json}, ${typed}`, json],
    ['a POST', post, `${json};q=0.5, ${typed};q=0.4`, json],
    ['a POST', post, `${typed},application/graphql+json, ${json}, text/event-stream, multipart/mixed`, typed],
    ['a POST', post, 'text/html, application/*;q=0.8', json],
    ['a GET', get, '*/*', json],
    ['a GET', get, typed, typed],
    ['a GET', get, `${typed},${json};q=0.9`, typed],
  ])('to %s that accepts %3$s, as %4$s', async (_, send, accept, type) => {
    const city = freshName('form');
    const made = await send(city, accept);
    for (const _ of [1, 2]) await send(city, accept);
    reached = 0;
    const cached = await send(city, accept);
    expect(reached).toBe(0);
    expect([cached.status, cached.text]).toEqual([200, made.text]);
    const headersOf = ({ headers }: typeof made) =>
      ['content-type', 'cache-control', 'etag', 'x-query-cost', 'vary'].map((name) => headers.get(name));
    expect(headersOf(cached)).toEqual(headersOf(made));
    expect(cached.headers.get('content-type')).toBe(`${type}; charset=utf-8`);
    expect([made, cached].map(({ headers }) => headers.get('x-cache'))).toEqual(['MISS', 'HIT']);
    expect(cached.headers.get('age')).toMatch(/^\d+$/);
    expect(cached.headers.has('etag')).toBe(send === get);
  });

  it('under one key of the cache for every form', async () => {
    const city = freshName('shared');
    const { text } = await post(city);
    await post(city);
    await app.clearCalls();
    for (const response of [await get(city), await get(city, typed), await post(city, typed)]) {
      expect([response.text, response.headers.get('x-cache')]).toEqual([text, 'HIT']);
    }
    expect(await app.calls()).toEqual([]);
  });

  it('to a GET as 304 when the client has it', async () => {
    const city = freshName('tagged');
    const etag = (await get(city)).headers.get('etag')!;
    for (const _ of [1, 2, 3]) {
      const { status, text } = await get(city, '*/*', { 'if-none-match': etag });
      expect([status, text]).toEqual([304, '']);
    }
  });

  it('to no request that accepts neither type', async () => {
    const city = freshName('neither');
    for (const _ of [1, 2, 3]) await get(city);
    expect((await get(city, 'text/html')).status).toBe(406);
  });

  it('to no HEAD, which GraphQL has not', async () => {
    const city = freshName('head');
    for (const _ of [1, 2, 3]) await get(city);
    expect((await app.ask(targetOf(city), { method: 'HEAD' })).status).toBe(405);
  });
});
