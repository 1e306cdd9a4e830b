import { describe, expect, it } from 'vitest';
import { freshName } from '../../fresh.ts';
import { useStarted } from '../../suite.ts';
import { startFixtureApp } from '../app-fixture.ts';

const app = useStarted(startFixtureApp);

const post = (body: string, headers: Record<string, string> = {}) =>
  app.ask('/graphql', { method: 'POST', body, headers: { 'content-type': 'application/json', ...headers } });
const oslo = JSON.stringify({ query: '{ weather { current(city: "Oslo") { name } } }' });
const expectedBody = { data: { weather: { current: { name: 'Oslo' } } } };

describe('media types', () => {
  it.each([
    ['application/json', undefined, 'json'],
    ['application/json; charset=utf-8', '*/*', 'json'],
    ['application/json;charset=UTF-8', 'application/json', 'json'],
    ['APPLICATION/JSON', 'application/json, text/plain', 'json'],
    ['application/json', 'application/json; charset=utf-8; q=0.9', 'json'],
    ['application/json', 'text/html, Application/*', 'json'],
    ['application/json', 'application/graphql-response+json', 'graphql-response+json'],
    ['application/json', 'application/graphql-response+json; charset=utf-8', 'graphql-response+json'],
    ['application/json', 'application/graphql-response+json, */*;q=0.9', 'graphql-response+json'],
  ])('of a request with %s for %s is %s', async (type, accept, expected) => {
    const response = await post(oslo, { 'content-type': type, ...(accept ? { accept } : {}) });
    const written = `application/${expected}; charset=utf-8`;
    expect([response.status, response.headers.get('content-type')]).toEqual([200, written]);
    expect(response.body).toEqual(expectedBody);
  });

  it.each([['text/csv'], [Array.from({ length: 2_000 }, (_, index) => `a/${index}`).join()]])(
    'in an Accept header that cannot be served are a 406 of JSON: %.8s',
    async (accept) => {
      const { status, headers, body, cost } = await post(oslo, { accept });
      const error = { message: 'Accept must admit application/json.', extensions: { retryable: false } };
      expect([status, body.errors, cost]).toMatchObject([406, [error], { used: 1 }]);
      expect(headers.get('content-type')).toMatch(/^application\/json/);
      expect(headers.get('accept')).toBeNull();
    },
  );
});

describe('the body of POST /graphql', () => {
  it('accepts null and further members', async () => {
    const body = JSON.stringify({
      ...JSON.parse(oslo),
      operationName: null,
      variables: null,
      extensions: { canary: 1 },
    });
    const response = await post(body);
    expect(response).toRespond(200, expectedBody);
  });

  it('cannot set a prototype', async () => {
    expect((await post('{"__proto__":{"query":"{ __typename }"}}')).status).toBe(400);
    const query = 'query ($c: String!) { weather { current(city: $c) { name } } }';
    const { body } = await post(`{"query":${JSON.stringify(query)},"variables":{"__proto__":{"c":"Oslo"}}}`);
    expect(body.errors).toMatchObject([{ extensions: { code: 'INVALID' } }]);
  });
});

describe('errors', () => {
  const strict = { accept: 'application/graphql-response+json' };
  const lenient = { accept: 'application/json' };

  it('of one lookup leave the results of the others, in every media type', async () => {
    const query =
      '{ weather { a: current(city: "Oslo") { name } b: current(city: "notfoundville") { name } } }';
    for (const headers of [strict, lenient]) {
      const { status, body } = await app.graphql(query, {}, { headers });
      expect(status).toBe(200);
      expect(body.data.weather).toEqual({ a: { name: 'Oslo' }, b: null });
      expect(body.errors).toMatchObject([
        { path: ['weather', 'b'], extensions: { code: 'NOT_FOUND', group: 'weather' } },
      ]);
    }
  });

  it.each([
    ['a lookup', '($v: String = "Oslo") { weather { current(city: $v) { name } } }', 'city'],
    ['a list', '($v: ID = "1") { music { tracks(ids: [$v]) { __typename } } }', 'ids'],
    ['a page', '($v: String = "a") { lookup(url: $v) { __typename } }', 'url'],
    [
      'a field',
      '($v: WeatherTemperatureUnit) { weather { current(city: "Null") { main { temp(unit: $v) } } } }',
      'unit',
    ],
    [
      'a condition',
      '($v: Boolean = true) { weather { current(city: "Null") { name @include(if: $v) } } }',
      'if',
    ],
    [
      'a fragment',
      '($v: Boolean = true) { weather { current(city: "Null") { ... @skip(if: $v) { name } } } }',
      'if',
    ],
    ['a live query', '($v: String = "Oslo") @live { search(text: $v) { __typename } }', 'text'],
  ])(
    'of a variable that is null in an argument of %s name both and ask no upstream',
    async (_, text, name) => {
      await app.clearCalls();
      const { body } = await app.graphql(`query ${text}`, { v: null });
      expect(body.errors).toMatchObject([{ extensions: { code: 'INVALID', retryable: false } }]);
      expect(body.errors[0].message).toMatch(new RegExp(`^Argument "${name}".*\\$v`));
      expect(await app.calls()).toEqual([]);
    },
  );

  it('are none of such a variable in a field that is left out', async () => {
    const query =
      'query ($v: String = "Oslo", $no: Boolean!) { weather { current(city: $v) @include(if: $no) { name } } }';
    expect((await app.graphql(query, { v: null, no: false })).body).toEqual({ data: { weather: {} } });
  });

  it('are never cached', async () => {
    const city = freshName('graph');
    const query = `{ weather { a: current(city: "${city}") { name } b: current(city: "notfound${city}") { name } } }`;
    const ids = new Set<string>();
    for (const _ of [1, 2, 3]) {
      const { body, headers } = await app.graphql(query);
      expect(body.errors[0].extensions.requestId).toBe(headers.get('x-request-id'));
      ids.add(body.errors[0].extensions.requestId);
    }
    expect(ids.size).toBe(3);
  });
});

describe('results', () => {
  it('have the order of the query, also when fields are skipped', async () => {
    const { text } = await app.graphql(
      'query ($no: Boolean!) { b: __typename weather { __typename } a: __typename c: __typename @skip(if: $no) d: __typename @include(if: $no) }',
      { no: true },
    );
    expect(text).toBe('{"data":{"b":"Query","weather":{"__typename":"Weather"},"a":"Query","d":"Query"}}');
  });

  it('can have aliases with a meaning in JavaScript', async () => {
    const { text } = await app.graphql(
      '{ __proto__: __typename constructor: __typename toString: weather { __typename } }',
    );
    expect(text).toBe(
      '{"data":{"__proto__":"Query","constructor":"Query","toString":{"__typename":"Weather"}}}',
    );
  });

  it('of many lookups take one upstream call for each different lookup', async () => {
    const cities = Array.from({ length: 5 }, () => freshName('many'));
    const fields = Array.from({ length: 50 }, (_, i) => `a${i}: current(city: "${cities[i % 5]}") { name }`);
    await app.clearCalls();
    const { body, headers } = await app.graphql(`{ weather { ${fields.join(' ')} } }`);
    expect(body.errors).toBeUndefined();
    // Those that join a request count as served by the cache.
    expect(headers.get('x-query-cost')).toBe('10');
    expect(await app.calls()).toHaveLength(5);
  });
});

describe('a field that is resolved from its parent', () => {
  it('makes no lookup when the parent has the value', async () => {
    const { body } = await app.graphql(
      '{ fixture { things(limit: 2) { name greeting { values } number { number } } } }',
    );
    expect(body.data.fixture.things).toEqual([
      { name: 'thing 0', greeting: { values: '{"name":"thing 0"}' }, number: { number: 1 } },
      { name: 'thing 1', greeting: { values: '{"name":"thing 1"}' }, number: { number: 1 } },
    ]);
  });
});
