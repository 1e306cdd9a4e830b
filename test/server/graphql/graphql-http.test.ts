import { serverAudits } from 'graphql-http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

/** GraphQL over HTTP, as its reference implementation audits it; each audit asks with a key. */
const audits = serverAudits({
  url: () => `${app.baseUrl}/graphql`,
  fetchFn(url: string, init: RequestInit = {}) {
    const headers = new Headers(init.headers);
    headers.set('authorization', `Bearer ${app.key}`);
    return fetch(url, { ...init, headers });
  },
});

describe('GraphQL over HTTP', () => {
  it('is audited in full', () => {
    expect(audits.length).toBeGreaterThanOrEqual(61);
  });

  it.each(audits.map(({ id, name, fn }) => ({ id, name, fn })))('$id: $name', async ({ fn }) => {
    expect(await fn()).toMatchObject({ status: 'ok' });
  });
});

describe('GET', () => {
  const get = (query: string, init: RequestInit = {}) => app.ask(`/graphql?${query}`, init);
  const encoded = encodeURIComponent(
    'query A($city: String!) { weather { current(city: $city) { name } } } query B { __typename }',
  );

  it.each([
    ['a query', 'query={__typename}', { __typename: 'Query' }],
    [
      'a query with variables',
      `query=${encoded}&operationName=A&variables=${encodeURIComponent('{"city":"Oslo"}')}`,
      { weather: { current: { name: 'Oslo' } } },
    ],
    ['an operation of several', `query=${encoded}&operationName=B`, { __typename: 'Query' }],
  ])('answers %s', async (_, query, data) => {
    const { status, body } = await get(query);
    expect({ status, body }).toEqual({ status: 200, body: { data } });
  });

  it.each([
    ['no query', ''],
    ['variables that are no JSON', 'query={__typename}&variables={'],
    ['variables that are no object', 'query={__typename}&variables=[1]'],
    ['a document that is none', 'query={'],
    ['a mutation', 'query=mutation{__typename}'],
    ['an operation that is not there', 'query={__typename}&operationName=C'],
  ])('refuses %s', async (_, query) => {
    const { status, body } = await get(query, { headers: { accept: 'application/graphql-response+json' } });
    expect(status).toBeGreaterThanOrEqual(400);
    expect(status).toBeLessThan(500);
    expect(body).toEqual({ errors: [expect.objectContaining({ message: expect.any(String) })] });
  });

  it('with a query is no page, even for a browser', async () => {
    const { headers } = await get('query={__typename}', {
      headers: { accept: 'text/html,application/json;q=0.9' },
    });
    expect(headers.get('content-type')).toMatch(/json/);
  });
});
