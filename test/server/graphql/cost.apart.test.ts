import { promisify } from 'node:util';
import { brotliDecompress, gunzip } from 'node:zlib';
import { describe, expect, it, vi } from 'vitest';
import type { Answered } from '../../app.ts';
import { freshName } from '../../fresh.ts';
import { useStarted } from '../../suite.ts';
import { startFixtureApp } from '../app-fixture.ts';

const app = useStarted(startFixtureApp);

const two = '{ weather { a: current(city: "Oslo") { name } b: current(city: "Rome") { name } } }';
const listed = 'query ($limit: Int) { fixture { things(limit: $limit) { greeting { values } } } }';
const extensions = { cost: true };
/** A query for the weather in cities that nobody has asked for. */
const aliases = (count: number) =>
  `{ weather { ${Array.from({ length: count }, (_, index) => `p${index}: current(city: "${freshName('city')}") { name }`).join(' ')} } }`;

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
      expect([response.status, response.body]).toEqual([200, { data: null }]);
      expect(response.cost?.requested).toBe(cost);
      expect(response.headers.get('x-query-cost')).toBe('1');
    }
    expect(await app.calls()).toEqual([]);
  });

  it('is answered by GET', async () => {
    const search = new URLSearchParams({ query: two, extensions: JSON.stringify(extensions) });
    for (const _ of [1, 2, 3]) {
      const { body, cost } = await app.ask(`/graphql?${search}`);
      expect([body, cost?.requested]).toEqual([{ data: null }, 2]);
    }
  });

  it('tells a price above the limit of the key', async () => {
    const headers = await app.issue({ perMinute: 5 });
    const { cost } = await post({ query: listed, variables: { limit: 100 }, extensions }, headers);
    expect(cost?.requested).toBe(101);
  });

  it('tells the price of each field', async () => {
    const query =
      '{ fixture { deep: things(limit: 3) { greeting { values } } } weather { current(city: "Oslo") { name } } }';
    expect((await post({ query, extensions })).cost?.fields).toEqual([
      { field: 'fixture.deep', parents: 1, price: 1 },
      { field: 'fixture.deep.greeting', parents: 3, price: 3 },
      { field: 'weather.current', parents: 1, price: 1 },
    ]);
  });

  it.each([
    ['an invalid document', '{ nope }', 'GRAPHQL_VALIDATION_FAILED'],
    ['a missing variable', 'query ($c: String!) { weather { current(city: $c) { name } } }', 'INVALID'],
    ['two operations', 'query A { __typename } query B { __typename }', 'GRAPHQL_VALIDATION_FAILED'],
  ])('is refused for %s', async (_, query, code) => {
    expect((await post({ query, extensions })).body.errors[0].extensions.code).toBe(code);
  });

  it.each([[false], [null]])('runs the document for %s', async (cost) => {
    const { body } = await post({ query: two, extensions: { cost } });
    expect(body.data.weather.a.name).toBe('Oslo');
  });

  it.each([
    ['cost', 'yes'],
    ['cost', 1],
    ['receipts', 'yes'],
  ])('and the member %s is refused for %j', async (name, value) => {
    const search = new URLSearchParams({ query: two, extensions: JSON.stringify({ [name]: value }) });
    await app.clearCalls();
    const asked = [post({ query: two, extensions: { [name]: value } }), app.ask(`/graphql?${search}`)];
    for (const { status, body } of await Promise.all(asked))
      expect([status, body.errors[0].message]).toEqual([400, `extensions.${name} must be true or false.`]);
    expect(await app.calls()).toEqual([]);
  });
});

describe('a document above the limit of its key', () => {
  it('is refused with the price of each field', async () => {
    const headers = await app.issue({ perMinute: 50 });
    const { status, body, cost } = await post({ query: listed, variables: { limit: 100 } }, headers);
    expect(status).toBe(400);
    expect(body.errors[0].message).toBe(
      'The document costs 101 lookups, and this key may ask for 50 a minute: 100 by fixture.things.greeting, 1 by fixture.things. Bound lists by "first", or ask for fewer.',
    );
    expect(cost).toMatchObject({
      requested: 101,
      remaining: 49,
      fields: [
        { field: 'fixture.things', parents: 1, price: 1 },
        { field: 'fixture.things.greeting', parents: 100, price: 100 },
      ],
    });
  });

  it('is refused so after the minute is used up', async () => {
    const headers = await app.issue({ perMinute: 1 });
    await post({ query: aliases(1) }, headers);
    const { status, body, cost } = await post({ query: two }, headers);
    expect([status, cost]).toMatchObject([400, { requested: 2, used: 0, remaining: 0 }]);
    expect(body.errors[0]).toMatchObject({
      message: expect.stringContaining('costs 2 lookups'),
      extensions: { retryable: false },
    });
  });
});

describe('extensions.cost', () => {
  const failing = '{ fixture { failing(kind: "upstreamTimeout") { values } } }';
  const mixed = `{ weather { current(city: "Oslo") { name } } ${failing.slice(1)}`;
  const rows: readonly (readonly [string, object, number, number])[] = [
    ['of a result', { query: two }, 200, 2],
    ['of a result without lookups', { query: '{ __typename }' }, 200, 1],
    ['of a result with errors', { query: failing }, 200, 1],
    ['of a result that is partial', { query: mixed }, 200, 2],
    ['of a syntax error', { query: '{' }, 200, 1],
    ['of an unknown field', { query: '{ nope }' }, 200, 1],
    ['of a missing variable', { query: 'query ($a: Int!) { __typename @skip(if: $a) }' }, 200, 1],
    ['of a body that is no query', {}, 400, 1],
    ['of a body that is too long', { query: ' '.repeat(70_000) }, 413, 1],
  ];
  it.each(rows)('has what is charged, %s', async (_, body, status, requested) => {
    const headers = await app.issue({ perMinute: 1_000 });
    let remaining = 1_000;
    // The third and later ones are cached where the result may be.
    for (const _ of [1, 2, 3, 4]) {
      const response = await post(body, headers);
      const { used = 0, resetAt: reset = '' } = response.cost ?? {};
      remaining -= used;
      const resetAt = Date.parse(reset);
      expect([response.status, response.cost]).toMatchObject([status, { requested, remaining }]);
      expect(response.headers.get('x-query-cost') ?? '1').toBe(String(used));
      expect(response.headers.get('x-ratelimit-remaining')).toBe(String(remaining));
      expect(response.headers.get('x-ratelimit-reset')).toBe(String(Math.ceil(resetAt / 1000)));
    }
  });

  it('is that of a refusal', async () => {
    const limited = await app.issue({ perMinute: 3 });
    await post({ query: aliases(3) }, limited);
    const refused = await post({ query: aliases(1) }, limited);
    expect([refused.status, refused.cost]).toMatchObject([429, { requested: 1, used: 0, remaining: 0 }]);
    const elsewhere = await app.issue({ groups: ['news'], perMinute: 9 });
    const forbidden = await post({ query: two }, elsewhere);
    expect([forbidden.status, forbidden.cost]).toMatchObject([403, { requested: 2, used: 1, remaining: 8 }]);
  });

  it('is none for a request without a key', async () => {
    const { status, cost } = await post({ query: two }, { authorization: 'Bearer none' });
    expect([status, cost]).toEqual([401, undefined]);
  });
});

describe('the bound of a query', () => {
  it('is charged in full for what the upstreams served, and to a tenth for what the cache served', async () => {
    const headers = await app.issue({ perMinute: 50 });
    const query = aliases(23);
    const costs = [];
    // The third is a response from the cache.
    for (const _ of [1, 2, 3]) costs.push((await post({ query }, headers)).cost);
    expect(costs).toMatchObject([
      { requested: 23, used: 23, remaining: 27 },
      { requested: 23, used: 3, remaining: 24 },
      { requested: 23, used: 3, remaining: 21 },
    ]);
  });

  it('is charged for a part of the lookups, where lists are shorter and others are in the cache', async () => {
    const headers = await app.issue({ perMinute: 200 });
    const warm = aliases(10);
    await post({ query: warm }, headers);
    const { cost } = await post({ query: `{ ${aliases(4).slice(1, -1)} w: ${warm.slice(2, -1)} }` }, headers);
    expect(cost).toMatchObject({ requested: 14, used: 5, remaining: 185 });
  });

  it('is charged for each upstream request, also where others could share it', async () => {
    const name = freshName('one');
    const query = `{ microblog { user(username: "${name}") { id } } videosite { channel(username: "${name}") { id } } }`;
    const headers = await app.issue({ perMinute: 50 });
    await app.clearCalls();
    expect((await post({ query }, headers)).cost).toMatchObject({ requested: 2, used: 2 });
    expect(await app.calls()).toHaveLength(2);
  });

  it('is charged once for lookups that share an upstream request', async () => {
    const users = Array.from({ length: 20 }, (_, at) => `a${at}: user(login: "${freshName('some')}") { id }`);
    const headers = await app.issue({ perMinute: 50 });
    await app.clearCalls();
    const { cost } = await post({ query: `{ livestream { ${users.join(' ')} } }` }, headers);
    expect(cost).toMatchObject({ requested: 20, used: 1 });
    expect((await app.calls()).filter(({ path }) => path.startsWith('/helix/users'))).toHaveLength(1);
  });

  it('is reserved while the query runs', async () => {
    const headers = await app.issue({ perMinute: 10 });
    await app.fault({ host: 'api.openweathermap.org', delayMs: 1_000 });
    await app.clearCalls();
    const slow = post({ query: aliases(6) }, headers);
    await vi.waitFor(async () => expect(await app.calls()).not.toEqual([]));
    const { status, cost } = await post({ query: aliases(5) }, headers);
    expect([status, cost]).toMatchObject([429, { requested: 5, used: 0, remaining: 4 }]);
    await app.clearFaults();
    expect((await slow).cost).toMatchObject({ requested: 6, used: 6, remaining: 4 });
  });

  it('is charged for lookups that fail', async () => {
    const headers = await app.issue({ perMinute: 50 });
    await app.fault({ host: 'api.openweathermap.org', status: 500 });
    const { cost, body } = await post({ query: aliases(5) }, headers);
    await app.clearFaults();
    expect(body.errors).toHaveLength(5);
    expect(cost).toMatchObject({ requested: 5, used: 5, remaining: 45 });
  });

  it('is given back but for what has run when the caller goes away', async () => {
    const headers = await app.issue({ perMinute: 50 });
    await app.fault({ host: 'api.openweathermap.org', delayMs: 5_000 });
    // Four lookups wait for their upstreams; those below the list have not begun.
    const query = `{ ${aliases(3).slice(1, -1)} coderepo { repos(username: "${freshName('late')}", first: 20) { commits { sha } } } }`;
    const body = JSON.stringify({ query });
    await app.fault({ host: 'api.github.com', delayMs: 5_000 });
    const signal = AbortSignal.timeout(1_000);
    const ask = fetch(`${app.baseUrl}/graphql`, {
      method: 'POST',
      body,
      signal,
      headers: { ...headers, 'content-type': 'application/json' },
    });
    await expect(ask).rejects.toThrow();
    await app.clearFaults();
    let asked = 0;
    await vi.waitFor(async () => {
      asked += 1;
      expect((await app.ask('/api/me', { headers })).body.remaining).toBe(50 - 4 - asked);
    });
  });
});

describe('@budget', () => {
  const things = 'things(limit: 4) { name greeting { values } }';
  const rows: readonly (readonly [string, string, object, string, number, readonly unknown[]])[] = [
    ['pays for all', '(lookups: 6)', {}, `${things} more: several(names: ["a"]) { name }`, 6, []],
    ['a variable', '(lookups: $most)', { most: 9 }, `${things} more: several(names: ["a"]) { name }`, 6, []],
    [
      'leaves out what is below a list',
      '(lookups: 2)',
      {},
      `${things} more: several(names: ["a"]) { name }`,
      2,
      [0, 1, 2, 3].map((index) => [['fixture', 'things', index, 'greeting'], 4]),
    ],
    [
      'leaves out a list with all below it',
      '(lookups: 1)',
      {},
      `more: several(names: ["a"]) { name } ${things}`,
      1,
      [[['fixture', 'things'], 5]],
    ],
    ['of nothing', '(lookups: 0)', {}, things, 1, [[['fixture', 'things'], 5]]],
  ];
  it.each(rows)('%s', async (_, given, variables, selections, requested, beyond) => {
    const declared = 'most' in variables ? '($most: Int)' : '';
    const query = `query ${declared} @budget${given} { fixture { ${selections} } }`;
    const { status, body, cost } = await post({ query, variables });
    const errors = body.errors ?? [];
    expect([status, cost?.requested]).toEqual([200, requested]);
    expect(errors.map(({ path, extensions: { price } }: Answered['body']) => [path, price])).toEqual(beyond);
    for (const { extensions } of errors) {
      expect(extensions).toMatchObject({ code: 'BUDGET_EXCEEDED', retryable: false });
    }
  });

  it('is the rest of the minute unless it states lookups', async () => {
    const headers = await app.issue({ perMinute: 20 });
    await post({ query: aliases(17) }, headers);
    const query = `query @budget { fixture { a: several(names: ["a"]) { name } ${things} } }`;
    const { body, cost } = await post({ query }, headers);
    expect(body.data.fixture.things).toHaveLength(4);
    expect(body.data.fixture.things[0]).toMatchObject({ name: expect.any(String), greeting: null });
    expect([body.errors.length, cost]).toMatchObject([4, { requested: 2, used: 1, remaining: 2 }]);
  });

  it('runs no document above the limit of its key', async () => {
    const headers = await app.issue({ perMinute: 4 });
    const { status } = await post({ query: `query @budget(lookups: 2) { fixture { ${things} } }` }, headers);
    expect(status).toBe(400);
  });
});

/** Figures of one caller beside a body that all callers share. */
describe('a cached response', () => {
  const decoders: Readonly<Record<string, (bytes: Buffer) => Promise<Buffer>>> = {
    br: promisify(brotliDecompress),
    gzip: promisify(gunzip),
    identity: async (bytes) => bytes,
  };
  const sizes = [10, 30, 700] as const;

  it.each(Object.keys(decoders).flatMap((encoding) => sizes.map((items) => [encoding, items] as const)))(
    'in %s of %i fields ends with the figures of each caller',
    async (encoding, fields) => {
      const { request } = await import('node:http');
      const query = `{ coderepo { repos(username: "${freshName('cost')}", first: 1000) { ${Array.from({ length: fields }, (_, i) => `name${i}: name`).join(' ')} } } }`;
      const expected = (await app.graphql(query)).body;
      await app.graphql(query);
      for (const remaining of [100_000, 99_000, 98_000]) {
        const headers = await app.issue({ perMinute: remaining });
        const body = JSON.stringify({ query, variables: {} });
        const response = await new Promise<{ bytes: Buffer; encoding: string; cache: unknown }>(
          (resolve, reject) => {
            request(
              `${app.baseUrl}/graphql`,
              {
                method: 'POST',
                headers: { ...headers, 'content-type': 'application/json', 'accept-encoding': encoding },
              },
              (incoming) => {
                const parts: Buffer[] = [];
                incoming.on('data', (part: Buffer) => parts.push(part));
                incoming.on('end', () => {
                  const { 'content-encoding': used = 'identity', 'x-cache': cache } = incoming.headers;
                  resolve({ bytes: Buffer.concat(parts), encoding: used, cache });
                });
              },
            )
              .on('error', reject)
              .end(body);
          },
        );
        expect([response.encoding, response.cache]).toEqual([encoding, 'HIT']);
        const { extensions, ...rest } = JSON.parse((await decoders[encoding]!(response.bytes)).toString());
        expect(rest).toEqual(expected);
        expect(extensions.cost.remaining).toBe(remaining - extensions.cost.used);
      }
    },
  );

  it('has one entity tag for all figures', async () => {
    const target = `/graphql?query=${encodeURIComponent(`{ weather { current(city: "${freshName('tag')}") { name } } }`)}`;
    const answers: Answered[] = [];
    for (const _ of [1, 2, 3]) answers.push(await app.ask(target));
    const [etag, ...others] = answers.map(({ headers }) => headers.get('etag')!);
    expect(others).toEqual([etag, etag]);
    expect(new Set(answers.map(({ cost }) => cost?.remaining)).size).toBe(3);
    expect((await app.ask(target, { headers: { 'if-none-match': etag! } })).status).toBe(304);
  });
});

describe('a 304 from the cache', () => {
  it.each([
    ['a route', () => `/api/weather/current?city=${freshName('held')}`],
    ['a route with a price', () => `/api/search?text=${freshName('held')}&in=titledb`],
    [
      'a query',
      () =>
        `/graphql?query=${encodeURIComponent(`{ weather { current(city: "${freshName('held')}") { name } } }`)}`,
    ],
  ])('of %s costs nothing, from the second request on', async (_, targetOf) => {
    const headers = await app.issue({ perMinute: 50 });
    const target = targetOf();
    const first = await app.ask(target, { headers });
    const condition = { 'if-none-match': first.headers.get('etag')! };
    const remaining = first.headers.get('x-ratelimit-remaining');
    for (const _ of [2, 3, 4]) {
      const held = await app.ask(target, { headers: { ...headers, ...condition } });
      expect([held.status, held.headers.get('x-ratelimit-remaining')]).toEqual([304, remaining]);
    }
  });
});

describe('rateLimit', () => {
  const limits = '{ rateLimit { limit cost remaining resetAt } }';
  const withLookup = (city: string) =>
    `{ weather { current(city: "${city}") { name } } rateLimit { cost remaining } }`;

  it('has the figures of the request, runs nothing and costs one lookup', async () => {
    const headers = await app.issue({ perMinute: 9 });
    await app.clearCalls();
    for (const remaining of [8, 7, 6, 5]) {
      const { body, cost } = await app.graphql(limits, {}, { headers });
      expect(cost).toMatchObject({ requested: 1, remaining });
      expect(body).toEqual({ data: { rateLimit: { limit: 9, cost: 1, remaining, resetAt: cost!.resetAt } } });
    }
    expect(await app.calls()).toEqual([]);
  });

  it('adds nothing to the cost of lookups', async () => {
    const headers = await app.issue({ perMinute: 9 });
    const { body } = await app.graphql(
      `{ ${two.slice(1, -1)} rateLimit { cost remaining } }`,
      {},
      { headers },
    );
    expect(body.data.rateLimit).toEqual({ cost: 2, remaining: 7 });
  });

  it('is never that of another key or of an earlier request', async () => {
    const query = withLookup(freshName('own'));
    const keys = [await app.issue({ perMinute: 100 }), await app.issue({ perMinute: 200 })];
    const answers = await Promise.all(
      [0, 1, 0, 1, 0, 1].map((index) => app.graphql(query, {}, { headers: keys[index]! })),
    );
    const figures = answers.map(({ body }) => body.data.rateLimit.remaining);
    expect(figures.sort()).toEqual([197, 198, 199, 97, 98, 99]);
    for (const { cost, body } of answers) expect(body.data.rateLimit.remaining).toBe(cost!.remaining);
  });
});

describe('an error', () => {
  it.each([
    ['upstreamLimited', { code: 'UPSTREAM_LIMITED', retryable: true, retryAfter: 1 }],
    ['overloaded', { code: 'OVERLOADED', retryable: true, retryAfter: 1 }],
    ['upstreamFailed', { code: 'UPSTREAM_FAILED', retryable: true }],
    ['notFound', { code: 'NOT_FOUND', retryable: false }],
    ['invalid', { code: 'INVALID', retryable: false }],
    ['mistake', { code: 'INTERNAL', retryable: false }],
  ])('of kind %s names code, group, whether a retry helps, and the request', async (kind, facts) => {
    const { body, headers } = await app.graphql(
      `{ weather { current(city: "Oslo") { name } } a: fixture { b: failing(kind: "${kind}") { values } } }`,
    );
    expect(body.data.weather.current.name).toBe('Oslo');
    expect(body.errors).toHaveLength(1);
    expect(body.errors[0].path).toEqual(['a', 'b']);
    const requestId = headers.get('x-request-id');
    expect(body.errors[0].extensions).toEqual({ ...facts, group: 'weather', requestId });
  });

  it('of an input or a permission names the group of its lookup', async () => {
    const headers = await app.issue({ groups: ['coderepo'] });
    const { body } = await app.graphql(
      '{ w: weather { c: current(city: "Oslo") { name } } coderepo { user(username: "-") { name } } }',
      {},
      { headers },
    );
    const told = body.errors.map(({ path, extensions: { code, group } }: Answered['body']) => [
      path.join('.'),
      code,
      group,
    ]);
    expect(told.sort()).toEqual([
      ['coderepo.user', 'INVALID', 'coderepo'],
      ['w.c', 'FORBIDDEN', 'weather'],
    ]);
  });
});
