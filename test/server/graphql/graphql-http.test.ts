import { serverAudits } from 'graphql-http';
import { describe, expect, it } from 'vitest';
import { useTestApp } from '../../suite.ts';

const app = useTestApp();

/** The audits of GraphQL over HTTP by its reference implementation; each sends the key. */
const audits = serverAudits({
  url: () => `${app.baseUrl}/graphql`,
  fetchFn(url: string, init: RequestInit = {}) {
    const headers = new Headers(init.headers);
    headers.set('authorization', `Bearer ${app.key}`);
    return fetch(url, { ...init, headers });
  },
});

describe('GraphQL over HTTP', () => {
  it('has all audits of the reference implementation', () => {
    expect(audits.length).toBeGreaterThanOrEqual(61);
  });

  it.each(audits.map(({ id, name, fn }) => ({ id, name, fn })))(
    'passes the audit $id: $name',
    async ({ fn }) => {
      expect(await fn()).toMatchObject({ status: 'ok' });
    },
  );
});

describe('GET /graphql', () => {
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
  ])('executes %s', async (_, query, data) => {
    expect(await get(query)).toRespond(200, { data });
  });

  it.each([
    ['no query', ''],
    ['variables that are not JSON', 'query={__typename}&variables={'],
    ['variables that are not an object', 'query={__typename}&variables=[1]'],
    ['an invalid document', 'query={'],
    ['a mutation', 'query=mutation{__typename}'],
    ['an unknown operation', 'query={__typename}&operationName=C'],
  ])('refuses %s', async (_, query) => {
    const { status, body } = await get(query, { headers: { accept: 'application/graphql-response+json' } });
    expect(status).toBeGreaterThanOrEqual(400);
    expect(status).toBeLessThan(500);
    expect(body).toEqual({ errors: [expect.objectContaining({ message: expect.any(String) })] });
  });

  it('with a query is not a page, even for a browser', async () => {
    const { headers } = await get('query={__typename}', {
      headers: { accept: 'text/html,application/json;q=0.9' },
    });
    expect(headers.get('content-type')).toMatch(/json/);
  });
});
