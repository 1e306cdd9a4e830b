import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { getIntrospectionQuery } from 'graphql';
import { beforeAll, describe, expect } from 'vitest';
import { fault } from './harness/case.ts';
import { ask, type CallOptions, type Reply } from './harness/client.ts';
import { generous, until, useFaults } from './harness/service.ts';

const strict = { Accept: 'application/graphql-response+json' };
const current = 'current(city: "Oslo") { name }';

/** Throws while a marked operation is executed, as a mistake in a resolver would. */
const throwingPlugin = `export default {
  onExecute: ({ args, setExecuteFn }) => {
    if (args.operationName === 'Throw') {
      setExecuteFn(() => { throw new Error('password=hunter2 in /srv/secret/path'); });
    }
  },
};`;

describe('E GraphQL', () => {
  const { dataDir, upstream, keys, serve } = useFaults({
    all: { address: '127.0.0.1', ...generous },
    usual: { address: '127.0.0.2' },
    ten: { address: '127.0.0.3' },
  });
  writeFileSync(join(dataDir, 'throwing.mjs'), throwingPlugin);
  const service = serve({ GRAPHQL_PLUGINS: './throwing.mjs' });
  // The first query loads the GraphQL server.
  beforeAll(() => query('{ __typename }'));

  const query = (text: string, options: Parameters<typeof ask>[2] = {}) =>
    ask(service.url, text, { key: keys.all, ...options });
  const post = (body: string | Buffer, options: CallOptions = {}) =>
    service.call('/graphql', {
      method: 'POST',
      key: keys.all,
      body,
      ...options,
      headers: { 'Content-Type': 'application/json', ...(options.headers as Record<string, string>) },
    });

  const withoutRequestIds = (errors: readonly { extensions: object }[]) =>
    errors.map((error) => ({ ...error, extensions: { ...error.extensions, requestId: undefined } }));

  /** Refused without work: no data, few errors, no upstream request, bounded processor time. */
  async function expectRefused(text: string, message: RegExp): Promise<Reply> {
    await upstream.reset();
    const { cpuMs: before } = await service.control('usage');
    const reply = await query(text, { headers: strict });
    const { cpuMs: after } = await service.control('usage');
    expect(reply.status).toBe(400);
    expect(reply.body.data).toBeUndefined();
    // The twentieth is followed by a note that there are more.
    expect(reply.body.errors.length).toBeLessThanOrEqual(21);
    expect(JSON.stringify(reply.body.errors)).toMatch(message);
    expect(upstream.hits).toEqual([]);
    expect(after - before, text.slice(0, 60)).toBeLessThan(400);
    // Clients that know application/json alone get the same errors.
    const plain = await query(text);
    expect(plain.status).toBe(200);
    expect(withoutRequestIds(plain.body.errors)).toEqual(withoutRequestIds(reply.body.errors));
    return reply;
  }

  const nested = (levels: number, field: string, end: string) =>
    `${`${field} { `.repeat(levels)}${end}${' }'.repeat(levels)}`;

  /** A valid selection that is so many fields deep: clubs have players, who have clubs. */
  function deep(levels: number): string {
    const circle = ['club', 'club', 'members', 'player'];
    const names = Array.from({ length: levels - 3 }, (_, index) => circle[index % circle.length]!);
    return `playerRankings { ${names.map((name) => `${name} { `).join('')}__typename${' }'.repeat(names.length)} }`;
  }
  /** It is validated and not executed. */
  const unasked = (selection: string) => `{ arenagame @include(if: false) { ${selection} } }`;

  fault('E1 a document deeper than the limit', async () => {
    // Fifteen levels are not refused as too deep; what they cost is another matter.
    expect((await query(unasked(deep(16)))).text).not.toMatch(/deeper/);
    await expectRefused(unasked(deep(17)), /deeper than 15/);
    await expectRefused(unasked(deep(200)), /deeper than 15/);
    const fragments = `fragment A on ArenagameClub { members { player { club { club { ...B } } } } }
      fragment B on ArenagameClub { members { player { club { club { ...C } } } } }
      fragment C on ArenagameClub { members { player { club { club { __typename } } } } }`;
    await expectRefused(
      `${unasked('playerRankings { club { club { ...A } } }')} ${fragments}`,
      /deeper than 15/,
    );
  });

  fault('E2 depth in a fragment that is spread twice', async () => {
    const fragment = `fragment F on ArenagameClub { ${nested(2, 'members { player { club { club', '__typename').replaceAll('}', '} } } }')} }`;
    const text = `${unasked(`playerRankings { near: club { club { ...F } } far: club { club { members { player { club { club { ...F } } } } } } }`)} ${fragment}`;
    await expectRefused(text, /deeper than 15/);
  });

  fault('E3 16 aliases, 251 lookups, and 20,000 aliases of __typename', async () => {
    const lookups = (count: number) =>
      `{ weather { ${Array.from({ length: count }, (_, index) => `a${index}: ${current}`).join(' ')} } }`;
    const reply = await query(lookups(16));
    expect([reply.status, reply.headers['x-query-cost']]).toEqual([200, '3']);
    await expectRefused(lookups(251), /250 lookups/);
    const typenames = Array.from({ length: 20_000 }, (_, index) => `a${index}:__typename`).join(' ');
    expect((await query(`{ ${typenames} }`)).status).toBe(413);
    await expectRefused(`{ ${typenames.slice(0, 60_000)} }`, /token|alias|limit/i);
  });

  fault('E4 more lookups than the minute of a key', async () => {
    const text = `{ weather { ${Array.from({ length: 101 }, (_, index) => `a${index}: ${current}`).join(' ')} } }`;
    await upstream.reset();
    const reply = await query(text, { key: keys.usual, from: '127.0.0.2', headers: strict });
    expect(reply.status).toBe(400);
    expect(reply.body.errors[0].message).toMatch(/costs 101 lookups.*100 a minute/);
    expect(reply.headers['x-ratelimit-remaining']).toBe('99');
    expect(upstream.hits).toEqual([]);
  });

  fault('E5 ten lookups in one document', async () => {
    const text = `{ weather { ${Array.from({ length: 10 }, (_, index) => `a${index}: ${current.replace(/"(.+?)"/, `"$1 ${index}"`)}`).join(' ')} } }`;
    const reply = await query(text, { key: keys.ten, from: '127.0.0.3' });
    expect([reply.status, reply.headers['x-ratelimit-remaining']]).toEqual([200, '90']);
    // The burst limit counts requests: nine more may follow at once.
    const more = await Promise.all(
      Array.from({ length: 9 }, () => query('{ __typename }', { key: keys.ten, from: '127.0.0.3' })),
    );
    expect(more.map(({ status }) => status)).toEqual(new Array(9).fill(200));
  });

  fault('E6 several requests in an array', async () => {
    const reply = await post(JSON.stringify([{ query: '{ __typename }' }, { query: '{ __typename }' }]));
    expect(reply.status).toBe(400);
    expect(reply.body.errors.length).toBe(1);
  });

  fault('E7 bodies of 20 MB and of one byte more than 64 KiB', async () => {
    const body = (bytes: number) => JSON.stringify({ query: '{ __typename }' }).padEnd(bytes, ' ');
    expect((await post(body(65_536))).status).toBe(200);
    for (const [bytes, options] of [
      [65_537, {}],
      [65_537, { headers: { 'Transfer-Encoding': 'chunked' } }],
    ] as const) {
      const reply = await post(body(bytes), options);
      expect(reply.status).toBe(413);
      expect(reply.body.errors[0].message).toMatch(/65536 bytes/);
      expect(reply.text.length).toBeLessThan(1_024);
    }
    // Refused by its head: no byte of the body is waited for.
    const early = service.call('/graphql', {
      method: 'POST',
      key: keys.all,
      headers: { 'Content-Type': 'application/json', 'Content-Length': String(20 * 1_048_576) },
    });
    const outcome = await early.then(
      ({ status }) => status,
      ({ code }: { code?: string }) => code,
    );
    expect([413, 'ECONNRESET']).toContain(outcome);
  });

  fault('E8 malformed JSON with a secret in it', async () => {
    for (const body of [
      '{"query": "{ a }", "token": "hunter2',
      `${'hunter2 '.repeat(4_000)}`,
      '{"query": hunter2}',
      '{"query": "{ __typename }", "hunter2": 1}',
      '',
      'null',
      '"hunter2"',
      '{"variables":{"hunter2":1}}',
      '{"query":{"hunter2":1}}',
      '{"query":"{ __typename }","variables":"hunter2"}',
      '{"query":"{ __typename }","variables":["hunter2"]}',
      '{"query":"{ __typename }","operationName":["hunter2"]}',
      '['.repeat(30_000),
    ]) {
      const reply = await post(body);
      expect(reply.status).toBe(400);
      expect(reply.bytes.length).toBeLessThan(1_024);
      expect(reply.text).not.toContain('hunter2');
    }
  });

  fault('E9 30,000 levels of nesting', async () => {
    for (const text of ['{'.repeat(30_000), `{${'a{'.repeat(25_000)}`, `query(${'['.repeat(30_000)}`]) {
      await expectRefused(text, /GRAPHQL_PARSE_FAILED/);
    }
    const lists = `{ weather { current(city: ${'['.repeat(5_000)}`;
    await expectRefused(lists, /GRAPHQL_PARSE_FAILED/);
  });

  fault('E10 3,000 directives, known and unknown', async () => {
    await expectRefused(`{ __typename ${'@skip(if: false) '.repeat(3_000)}}`, /token|limit|directives/i);
    await expectRefused(`{ __typename ${'@nope '.repeat(2_500)}}`, /directives|nope/i);
    await expectRefused(
      `{ ${Array.from({ length: 500 }, (_, index) => `f${index}`).join(' ')} }`,
      /Cannot query field/,
    );
  });

  fault('E11 fragments in a circle, and fragments that double 18 times', async () => {
    await expectRefused(
      '{ ...A } fragment A on Query { ...B } fragment B on Query { ...A }',
      /itself|cycle/i,
    );
    const doubling = Array.from(
      { length: 18 },
      (_, index) => `fragment F${index} on Query { ...F${index + 1} a: __typename ...F${index + 1} }`,
    );
    // It is valid, and as many fields as without the fragments.
    const harmless = await query(`{ ...F0 } ${doubling.join(' ')} fragment F18 on Query { __typename }`);
    expect(harmless.status).toBe(200);
    await expectRefused(
      `{ ...F0 } ${doubling.join(' ')} fragment F18 on Query { weather { ${current} } }`.replaceAll(
        'a: __typename',
        'weather { x: current(city: "a") { name } }',
      ),
      /lookups|conflict|limit|deeper/i,
    );
  });

  fault('E12 introspection without and with a key', async () => {
    expect((await ask(service.url, getIntrospectionQuery(), { from: '127.0.0.112' })).status).toBe(401);
    const reply = await query(getIntrospectionQuery());
    expect(reply.body.data.__schema.types.length).toBeGreaterThan(100);
  });

  fault('E13 an introspection query that nests lists', async () => {
    for (const levels of [4, 30]) {
      const nestedFields = `${'fields { type { '.repeat(levels)}name${' } }'.repeat(levels)}`;
      await expectRefused(`{ __schema { types { ${nestedFields} } } }`, /introspection|deeper than 20/i);
    }
  });

  fault('E14 a misspelt field', async () => {
    await expectRefused('{ weather { currrent(city: "Oslo") { name } } }', /currrent/);
  });

  fault('E15 mutation, subscription and @defer', async () => {
    await expectRefused('mutation { a }', /mutation.*GRAPHQL_VALIDATION_FAILED/i);
    await expectRefused(`mutation { weather { ${current} } }`, /mutation/i);
    await expectRefused('subscription { a }', /subscription/i);
    await expectRefused(`{ ... @defer { weather { ${current} } } }`, /defer/);
    await expectRefused(`{ weather @stream { ${current} } }`, /stream/);
  });

  fault('E16 queries by GET, mutations by GET, and forms', async () => {
    const get = (text: string, options: CallOptions = {}) =>
      service.call(`/graphql?query=${encodeURIComponent(text)}`, { key: keys.all, ...options });
    expect((await get(`{ weather { ${current} } }`)).body.data.weather.current.name).toBe('Oslo');
    expect((await get(`{ weather { ${current} } }`, { key: undefined, from: '127.0.0.116' })).status).toBe(
      401,
    );
    expect((await get('mutation { a }', { headers: strict })).status).toBe(400);
    for (const type of [
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=a',
      'text/plain',
      'application/graphql',
      'application/jsonp',
      'text/json',
      '',
    ]) {
      const reply = await post('{"query":"{ __typename }"}', { headers: { 'Content-Type': type } });
      expect([reply.status, reply.body.errors[0].extensions.code], type).toEqual([415, 'BAD_REQUEST']);
    }
    for (const method of ['PUT', 'PATCH', 'DELETE', 'HEAD']) {
      const reply = await post('', { method });
      expect([reply.status, reply.headers.allow], method).toEqual([405, 'GET, POST']);
    }
  });

  fault('E17 a variable of 5 MB, and one of 10,000 levels', async () => {
    const text = 'query ($city: String!) { weather { current(city: $city) { name } } }';
    expect(
      (await query(text, { variables: { city: 'a'.repeat(5_242_880) } }).catch(() => ({ status: 413 })))
        .status,
    ).toBe(413);
    const deep = `{"query":${JSON.stringify(text)},"variables":{"city":${'['.repeat(10_000)}${']'.repeat(10_000)}}}`;
    await upstream.reset();
    const reply = await post(deep, { headers: strict });
    expect(reply.status).toBe(400);
    for (const variables of [{ city: 'a'.repeat(10_000) }, { city: 7 }, {}]) {
      expect((await query(text, { variables })).body.errors[0].extensions.code).toBe('INVALID');
    }
    expect(upstream.hits).toEqual([]);
  });

  fault('E18 counts above the maximum of their REST parameter', async () => {
    const beyond: readonly (readonly [field: string, bounds: RegExp])[] = [
      ['weather { forecast(city: "a", first: 41) { __typename } }', /1 to 40/],
      ['weather { forecast(city: "a", first: 0) { __typename } }', /1 to 40/],
      ['shortvideo { feed(first: 51) { __typename } }', /1 to 50/],
      ['pinboard { search(q: "a", first: 101) { __typename } }', /1 to 100/],
      ['livestream { topGames(first: 101) { __typename } }', /1 to 100/],
      ['clips { trending(first: 1001) { __typename } }', /1 to 1000/],
      ['photosocial { stories(username: "a", first: 201) { __typename } }', /1 to 200/],
      ['videosite { comments(videoId: "dQw4w9WgXcQ", first: 101) { __typename } }', /1 to 100/],
      ['titledb { search(query: "a", after: "101") { __typename } }', /1 to 100/],
    ];
    for (const [field, bounds] of beyond) {
      await upstream.reset();
      const { body } = await query(`{ ${field} }`);
      expect(body.errors?.[0], field).toMatchObject({ extensions: { code: 'INVALID' } });
      expect(body.errors[0].message, field).toMatch(bounds);
      expect(upstream.hits).toEqual([]);
    }
  });

  fault('E19 2,147,483,648 in a count of an upstream', async () => {
    await upstream.reset();
    upstream.alter('api.github.com', (body) =>
      JSON.parse(JSON.stringify(body).replaceAll(/"(followers|public_repos)":\d+/g, '"$1":2147483648')),
    );
    const reply = await query('{ coderepo { user(username: "octocat") { followers } } }');
    expect(reply.text).toContain('"followers":2147483648');
    await upstream.reset();
  });

  fault('E20 a resolver that throws a path and a password', async () => {
    const reply = await post(
      JSON.stringify({ query: 'query Throw { weather { __typename } }', operationName: 'Throw' }),
    );
    expect(reply.text).not.toMatch(/hunter2|secret|path=|srv/);
    const [error] = reply.body.errors;
    expect(error).toMatchObject({
      message: 'Something went wrong on our side.',
      extensions: { code: 'INTERNAL' },
    });
    const id = reply.headers['x-request-id'];
    const isLogged = () => service.logged('failed').some(({ requestId }) => requestId === id);
    await until(isLogged, 'the failure is logged');
  });
});
