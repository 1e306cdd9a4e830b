import { getIntrospectionQuery } from 'graphql';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestApp } from '../../app.ts';
import { freshName } from '../../fresh.ts';
import { startFixtureApp } from '../app-fixture.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startFixtureApp();
});
afterAll(() => app.close());

const post = (body: string, headers: Record<string, string> = {}) =>
  app.ask('/graphql', { method: 'POST', body, headers: { 'content-type': 'application/json', ...headers } });
const oslo = JSON.stringify({ query: '{ weather { current(city: "Oslo") { name } } }' });
const answered = { data: { weather: { current: { name: 'Oslo' } } } };

describe('media types', () => {
  it.each([
    ['application/json', undefined, 'application/json; charset=utf-8'],
    ['application/json; charset=utf-8', '*/*', 'application/json; charset=utf-8'],
    ['application/json;charset=UTF-8', 'application/json', 'application/json; charset=utf-8'],
    ['APPLICATION/JSON', 'application/json, text/plain', 'application/json; charset=utf-8'],
    [
      'application/json',
      'application/graphql-response+json',
      'application/graphql-response+json; charset=utf-8',
    ],
    [
      'application/json',
      'application/graphql-response+json, application/json;q=0.9',
      'application/graphql-response+json; charset=utf-8',
    ],
  ])('%s for %s is answered as %s', async (type, accept, expected) => {
    const answer = await post(oslo, { 'content-type': type, ...(accept ? { accept } : {}) });
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, expected]);
    expect(answer.body).toEqual(answered);
  });

  it.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/graphql',
    'application/jsonp',
    'text/json',
    '',
  ])('%j of a body is 415', async (type) => {
    const { status, body } = await post(oslo, { 'content-type': type });
    expect({ status, body }).toEqual({
      status: 415,
      body: {
        errors: [
          {
            message: 'The body must be JSON, with Content-Type: application/json.',
            extensions: { code: 'BAD_REQUEST' },
          },
        ],
      },
    });
  });

  it('that cannot be given are 406', async () => {
    expect((await post(oslo, { accept: 'text/csv' })).status).toBe(406);
  });
});

describe('a body that is no request', () => {
  it.each([
    ['no JSON', '{"query": "canary'],
    ['nothing', ''],
    ['a list of requests', `[${oslo},${oslo}]`],
    ['a text', '"canary"'],
    ['null', 'null'],
    ['no query', '{"variables":{"canary":1}}'],
    ['a query that is no text', '{"query":{"canary":1}}'],
    ['variables that are a text', '{"query":"{ __typename }","variables":"canary"}'],
    ['variables that are a list', '{"query":"{ __typename }","variables":["canary"]}'],
    ['an operation name that is no text', '{"query":"{ __typename }","operationName":["canary"]}'],
    ['lists in lists in lists', `${'['.repeat(30_000)}`],
  ])('is a 400 that does not repeat it: %s', async (_, body) => {
    const answer = await post(body);
    expect(answer.status).toBe(400);
    expect(answer.body.errors).toEqual([expect.objectContaining({ message: expect.any(String) })]);
    expect(answer.text).not.toContain('canary');
    expect(answer.text.length).toBeLessThan(1_024);
  });

  it('but may hold more than one looks at', async () => {
    const body = JSON.stringify({
      ...JSON.parse(oslo),
      operationName: null,
      variables: null,
      extensions: { canary: 1 },
    });
    const answer = await post(body);
    expect({ status: answer.status, body: answer.body }).toEqual({ status: 200, body: answered });
  });

  it('cannot bring a prototype', async () => {
    expect((await post('{"__proto__":{"query":"{ __typename }"}}')).status).toBe(400);
    const query = 'query ($c: String!) { weather { current(city: $c) { name } } }';
    const { body } = await post(`{"query":${JSON.stringify(query)},"variables":{"__proto__":{"c":"Oslo"}}}`);
    expect(body.errors).toMatchObject([{ extensions: { code: 'INVALID' } }]);
  });
});

describe('methods', () => {
  it.each(['PUT', 'PATCH', 'DELETE', 'HEAD'])('%s is 405', async (method) => {
    const answer = await app.ask('/graphql?query={__typename}', { method });
    expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'GET, POST']);
  });
});

describe('errors', () => {
  const strict = { accept: 'application/graphql-response+json' };
  const lenient = { accept: 'application/json' };

  it.each([
    ['a document that cannot be read', '{', {}, 'GRAPHQL_PARSE_FAILED'],
    ['one that does not fit', '{ nope }', {}, 'GRAPHQL_VALIDATION_FAILED'],
    [
      'a mutation',
      'mutation { weather { current(city: "Oslo") { name } } }',
      {},
      'GRAPHQL_VALIDATION_FAILED',
    ],
    ['a subscription', 'subscription { __typename }', {}, 'GRAPHQL_VALIDATION_FAILED'],
    ['@defer', '{ ... @defer { __typename } }', {}, 'GRAPHQL_VALIDATION_FAILED'],
    ['too many tokens', `{ ${'a '.repeat(6_001)} }`, {}, 'GRAPHQL_PARSE_FAILED'],
    [
      'too many lookups',
      `{ weather { ${Array.from({ length: 251 }, (_, i) => `a${i}: current(city: "a") { name }`).join(' ')} } }`,
      {},
      'GRAPHQL_VALIDATION_FAILED',
    ],
    [
      'too much depth',
      `{ fixture { things { ${'same { '.repeat(14)}name ${'} '.repeat(14)}} } }`,
      {},
      'GRAPHQL_VALIDATION_FAILED',
    ],
    ['a variable left out', 'query ($c: String!) { weather { current(city: $c) { name } } }', {}, 'INVALID'],
    [
      'a variable of another kind',
      'query ($c: String!) { weather { current(city: $c) { name } } }',
      { c: 7 },
      'INVALID',
    ],
  ])(
    'of the whole request are 400, or 200 for those who know no better: %s',
    async (_, query, variables, code) => {
      await app.clearCalls();
      for (const [accept, status] of [
        [strict, 400],
        [lenient, 200],
      ] as const) {
        const answer = await app.graphql(query, variables, { headers: accept });
        expect(answer.status).toBe(status);
        expect(Object.keys(answer.body)).toEqual(['errors']);
        for (const error of answer.body.errors) {
          expect(error.extensions.code).toBe(code);
          for (const name of Object.keys(error.extensions))
            expect(['code', 'requestId', 'retryable', 'group']).toContain(name);
        }
      }
      expect(await app.calls()).toEqual([]);
    },
  );

  it('of one lookup leave the others, in any form', async () => {
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

  it('are never kept, and answers are', async () => {
    const city = freshName('graph');
    const query = `{ weather { a: current(city: "${city}") { name } b: current(city: "notfound${city}") { name } } }`;
    const ids = new Set<string>();
    for (const _ of [1, 2, 3]) {
      const { body, headers } = await app.graphql(query);
      expect(body.errors[0].extensions.requestId).toBe(headers.get('x-request-id'));
      ids.add(body.errors[0].extensions.requestId);
    }
    expect(ids.size).toBe(3);
    const whole = `{ weather { current(city: "${city}") { name } } }`;
    await app.clearCalls();
    const answers = [await app.graphql(whole), await app.graphql(whole), await app.graphql(whole)];
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect(answers.map(({ headers }) => headers.get('x-cache'))).toEqual(['HIT', 'HIT', 'HIT']);
    expect(new Set(answers.map(({ headers }) => headers.get('x-request-id'))).size).toBe(3);
    expect(await app.calls()).toEqual([]);
  });
});

describe('answers', () => {
  it('to the same document differ by variables and by operation', async () => {
    const query =
      'query A($c: String!) { weather { current(city: $c) { name } } } query B($c: String!) { weather { current(city: $c) { other: name } } }';
    const ask = async (c: string, operationName: string) =>
      (await post(JSON.stringify({ query, variables: { c }, operationName }))).body.data.weather.current;
    for (const _ of [1, 2]) {
      expect(await ask('Oslo', 'A')).toEqual({ name: 'Oslo' });
      expect(await ask('Rome', 'A')).toEqual({ name: 'Rome' });
      expect(await ask('Rome', 'B')).toEqual({ other: 'Rome' });
    }
  });

  it('are in the order of the question, whatever is skipped', async () => {
    const { text } = await app.graphql(
      'query ($no: Boolean!) { b: __typename weather { __typename } a: __typename c: __typename @skip(if: $no) d: __typename @include(if: $no) }',
      { no: true },
    );
    expect(text).toBe('{"data":{"b":"Query","weather":{"__typename":"Weather"},"a":"Query","d":"Query"}}');
  });

  it('to introspection describe everything', async () => {
    const { status, body, headers } = await app.graphql(getIntrospectionQuery());
    expect([status, headers.get('x-query-cost')]).toEqual([200, '1']);
    const names = body.data.__schema.types.map(({ name }: { name: string }) => name);
    expect(names).toEqual(expect.arrayContaining(['Weather', 'Coderepo', 'WeatherCurrent', 'SafeInt']));
  });

  it('may be of names that mean something to JavaScript', async () => {
    const { text } = await app.graphql(
      '{ __proto__: __typename constructor: __typename toString: weather { __typename } }',
    );
    expect(text).toBe(
      '{"data":{"__proto__":"Query","constructor":"Query","toString":{"__typename":"Weather"}}}',
    );
  });

  it('with many lookups ask the source once for each different one', async () => {
    const cities = Array.from({ length: 5 }, () => freshName('many'));
    const fields = Array.from({ length: 50 }, (_, i) => `a${i}: current(city: "${cities[i % 5]}") { name }`);
    await app.clearCalls();
    const { body, headers } = await app.graphql(`{ weather { ${fields.join(' ')} } }`);
    expect(body.errors).toBeUndefined();
    expect(headers.get('x-query-cost')).toBe('50');
    expect(await app.calls()).toHaveLength(5);
  });
});

describe('a field that is filled from its parent', () => {
  it('asks nothing when the parent has none to give', async () => {
    const { body } = await app.graphql(
      '{ fixture { things(limit: 2) { name greeting { values } number { number } } } }',
    );
    expect(body.data.fixture.things).toEqual([
      { name: 'thing 0', greeting: { values: '{"name":"thing 0"}' }, number: { number: 1 } },
      { name: 'thing 1', greeting: { values: '{"name":"thing 1"}' }, number: { number: 1 } },
    ]);
  });
});
