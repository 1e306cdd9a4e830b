import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestApp } from '../../app.ts';
import { startFixtureApp } from '../app-fixture.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startFixtureApp();
});
afterAll(() => app.close());

const two = '{ weather { a: current(city: "Oslo") { name } b: current(city: "Rome") { name } } }';
const listed = 'query ($limit: Int) { fixture { things(limit: $limit) { greeting { values } } } }';
const extensions = { cost: true };

const post = (body: object, headers: Record<string, string> = {}) =>
  app.ask('/graphql', {
    method: 'POST',
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json', ...headers },
  });

describe('a request with extensions.cost', () => {
  it.each<[string, object, number]>([
    ['two lookups', { query: two }, 2],
    ['no lookup', { query: '{ __typename }' }, 1],
    ['lookups below a list, by variables', { query: listed, variables: { limit: 7 } }, 8],
  ])('is answered by the price of %s, costs one lookup and runs nothing', async (_, body, cost) => {
    await app.clearCalls();
    for (const _ of [1, 2, 3]) {
      const response = await post({ ...body, extensions });
      expect([response.status, response.body]).toEqual([200, { data: null, extensions: { cost } }]);
      expect(response.headers.get('x-query-cost')).toBe('1');
    }
    expect(await app.calls()).toEqual([]);
  });

  it('is answered by GET', async () => {
    const search = new URLSearchParams({ query: two, extensions: JSON.stringify(extensions) });
    for (const _ of [1, 2, 3]) {
      expect((await app.ask(`/graphql?${search}`)).body).toEqual({ data: null, extensions: { cost: 2 } });
    }
  });

  it('tells a price above the limit of the key', async () => {
    const headers = await app.issue({ perMinute: 5 });
    const { body } = await post({ query: listed, variables: { limit: 100 }, extensions }, headers);
    expect(body).toEqual({ data: null, extensions: { cost: 101 } });
  });

  it('is refused for an invalid document', async () => {
    expect((await post({ query: '{ nope }', extensions })).body.errors[0].extensions.code).toBe(
      'GRAPHQL_VALIDATION_FAILED',
    );
  });

  it('runs the document for any other value', async () => {
    const { body } = await post({ query: two, extensions: { cost: 'yes' } });
    expect(body.data.weather.a.name).toBe('Oslo');
  });
});
