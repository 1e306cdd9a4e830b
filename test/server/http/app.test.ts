import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { Agent, request as httpRequest, type IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { minutes, seconds, systemClock } from '../../../core/clock.ts';
import { groups } from '../../../core/groups.ts';
import { readConfig } from '../../../server/config/config.ts';
import { openKeyring } from '../../../server/keys/keyring.ts';
import { openKeyStore } from '../../../server/keys/store.ts';
import { createObserver } from '../../../server/observability/observer.ts';
import { createService } from '../../../server/service.ts';
import { movableClock, startTestApp } from '../../app.ts';
import { freshName } from '../../fresh.ts';
import { answersOf, head, wireTo } from '../../sources/http-fixture.ts';
import { playedUpstream } from '../../sources/sources-fixture.ts';
import { useTestApp } from '../../suite.ts';

const current = (city = 'Oslo') => `/api/weather/current?city=${encodeURIComponent(city)}`;
const host = 'api.openweathermap.org';
const rateNames = [
  'x-ratelimit-limit',
  'x-ratelimit-remaining',
  'x-ratelimit-reset',
  'ratelimit-policy',
  'ratelimit',
];
const remainingOf = ({ headers }: { readonly headers: Headers }) =>
  Number(headers.get('x-ratelimit-remaining'));

const app = useTestApp();

/** The headers of a caller at an address without a key. */
const withoutKey = (authorization?: string) => ({
  authorization: authorization ?? '',
  'x-forwarded-for': `198.51.100.${Math.floor(Math.random() * 250)}`,
});

describe('a request', () => {
  it('has a request id, which is that of the request header when it is valid', async () => {
    const own = await app.ask(current(), { headers: { 'x-request-id': 'my-request-1' } });
    expect(own.headers.get('x-request-id')).toBe('my-request-1');
    const ids = await Promise.all([app.ask(current()), app.ask('/nowhere'), app.ask('/healthz')]);
    expect(new Set(ids.map(({ headers }) => headers.get('x-request-id'))).size).toBe(3);
  });

  it.each(['/api/weather/current?city=Oslo', '/api/nope', '/graphql', '/healthz', '/schema.graphql', '/'])(
    'to %s has X-Content-Type-Options: nosniff in its response',
    async (path) => {
      expect((await app.ask(path)).headers.get('x-content-type-options')).toBe('nosniff');
    },
  );

  it.each([
    ['the Host is odd', '[', ''],
    ['the Host is empty', '', ''],
    ['the Host has another name', 'evil.example:99999999', ''],
    ['the target is an absolute URL', 'almanac', 'http://almanac.example'],
  ])('to a route receives its usual response when %s', async (_, hostHeader, target) => {
    const wire = await wireTo(app.baseUrl);
    const city = freshName('host');
    const authorization = `Authorization: Bearer ${app.key}`;
    wire.send(
      head(
        `GET ${target}${current(city)} HTTP/1.1`,
        `Host: ${hostHeader}`,
        authorization,
        'Connection: close',
      ),
    );
    const [response] = answersOf(await wire.closed());
    expect(response).toMatchObject({ status: 200, body: expect.stringContaining('"weather":[') });
  });

  it.each(['[', ''])(
    'to POST /graphql receives its usual response when the Host is %j',
    async (hostHeader) => {
      const wire = await wireTo(app.baseUrl);
      const body = '{"query":"{ __typename }"}';
      wire.send(
        head(
          'POST /graphql HTTP/1.1',
          `Host: ${hostHeader}`,
          `Authorization: Bearer ${app.key}`,
          'Content-Type: application/json; charset=UTF-8',
          `Content-Length: ${body.length}`,
          'Connection: close',
        ) + body,
      );
      const [response] = answersOf(await wire.closed());
      expect(response).toMatchObject({ status: 200, body: expect.stringContaining('"__typename":"Query"') });
    },
  );
});

describe('a caller without a valid key', () => {
  const details =
    'A valid API key is needed, as Authorization: Bearer <key>, from the address that it is bound to.';
  const refused = { success: false, error: { code: 401, message: 'Unauthorized', details } };

  /** Invalid requests: a name, the path and the headers. */
  async function invalidRequests(): Promise<readonly [string, string, Record<string, string>][]> {
    const revoked = await app.issue();
    const [revokedKey] = (await app.store.list()).slice(-1);
    await app.store.revoke(revokedKey!.id);
    const expired = await app.issue({ expiresAt: 1 });
    const elsewhere = await app.issue();
    await new Promise((resolve) => setTimeout(resolve, 60));
    return [
      ['none', current(), withoutKey()],
      [
        'an unknown one',
        current(),
        withoutKey('Bearer alm_abcdef_0123456789012345678901234567890123456789012'),
      ],
      ['a revoked one', current(), revoked],
      ['an expired one', current(), expired],
      ['the key of another address', current(), { ...elsewhere, 'x-forwarded-for': '198.51.100.251' }],
      [
        'the key of another address, which X-Forwarded-For claims',
        current(),
        { ...elsewhere, 'x-forwarded-for': `${elsewhere['x-forwarded-for']}, 198.51.100.252` },
      ],
      ['an address that cannot be parsed', current(), { ...elsewhere, 'x-forwarded-for': 'junk' }],
      ['the raw key', current(), { ...elsewhere, authorization: elsewhere.authorization.slice(7) }],
      ['another scheme', current(), withoutKey(`Basic ${app.key}`)],
      [
        'one with another case',
        current(),
        {
          ...elsewhere,
          authorization: elsewhere.authorization.replace(/.$/, (last) => (last === 'a' ? 'b' : 'a')),
        },
      ],
      ['one of 8 KiB', current(), withoutKey(`Bearer ${'x'.repeat(8_192)}`)],
      ['one of 15 KiB', current(), withoutKey(`Bearer ${'x'.repeat(15_000)}`)],
      ['one in the address', `${current()}&api_key=${app.key}&key=${app.key}`, withoutKey()],
      ['one in a header of its own', current(), { ...withoutKey(), 'x-api-key': app.key }],
      [
        'one in a cookie',
        current(),
        { ...withoutKey(), cookie: `authorization=Bearer ${app.key}; key=${app.key}` },
      ],
      ['none, for a route that does not exist', '/api/nope', withoutKey()],
      ['none, for a malformed path', '/api/weather/%E0%A4%A', withoutKey()],
      ['none, with an invalid request', '/api/weather/current', withoutKey()],
      ['none, for GET /api/me', '/api/me', withoutKey()],
    ];
  }

  it('is sent the same 401 for every kind of invalid key, without a charge and without an upstream call', async () => {
    const requests = await invalidRequests();
    await app.clearCalls();
    for (const [name, path, headers] of requests) {
      const response = await app.ask(path, { headers });
      expect([name, response.status, response.body]).toEqual([name, 401, refused]);
      expect([name, response.headers.get('www-authenticate')]).toEqual([name, 'Bearer']);
      expect([name, response.headers.get('cache-control')]).toEqual([name, 'no-store']);
      expect([name, rateNames.map((name) => response.headers.get(name))]).toEqual([
        name,
        rateNames.map(() => null),
      ]);
    }
    expect(await app.calls()).toEqual([]);
  });

  it('is sent the same 401 by GraphQL, with a GraphQL error', async () => {
    for (const method of ['POST', 'GET']) {
      const response = await app.ask('/graphql?query={__typename}', {
        method,
        headers: { ...withoutKey(), 'content-type': 'application/json' },
        ...(method === 'POST' ? { body: '{"query":"{ __schema { types { name } } }"}' } : {}),
      });
      expect(response.status).toBe(401);
      expect(response.headers.get('www-authenticate')).toBe('Bearer');
      expect(response.body).toEqual({
        ...refused,
        errors: [
          {
            message: details,
            extensions: {
              code: 'UNAUTHENTICATED',
              retryable: false,
              requestId: response.headers.get('x-request-id'),
            },
          },
        ],
      });
    }
  });

  it('is sent a 401 over a persistent connection, and without a body for HEAD', async () => {
    const wire = await wireTo(app.baseUrl);
    wire.send(
      head(`HEAD ${current()} HTTP/1.1`, 'Host: almanac') +
        head(`GET ${current()} HTTP/1.1`, 'Host: almanac', 'Connection: close'),
    );
    const responses = answersOf(await wire.closed());
    expect(responses.map(({ status }) => status)).toEqual([401, 401]);
    expect(responses[0]!.body).toBe('');
    expect(responses[0]!.head).toMatch(/content-length: \d+/i);
  });

  it('with two Authorization headers is refused, even if one of them is valid', async () => {
    for (const keys of [
      [app.key, 'wrong'],
      ['wrong', app.key],
      [app.key, app.key],
    ]) {
      const wire = await wireTo(app.baseUrl);
      wire.send(
        head(
          `GET ${current()} HTTP/1.1`,
          'Host: almanac',
          ...keys.map((key) => `Authorization: Bearer ${key}`),
          'Connection: close',
        ),
      );
      expect(answersOf(await wire.closed())[0]!.status).toBe(401);
    }
  });

  it('is refused before its body is read, and the connection is closed', async () => {
    const wire = await wireTo(app.baseUrl);
    wire.send(
      head(
        'POST /graphql HTTP/1.1',
        'Host: almanac',
        'Content-Type: application/json',
        'Content-Length: 10000000',
      ),
    );
    await wire.seen('HTTP/1.1 401');
    const [response] = answersOf(await wire.closed());
    expect(response!.head).toMatch(/connection: close/i);
  });

  it('that guesses keys is limited, unlike a valid key from the same address', async () => {
    const caller = await app.issue();
    const guess = { ...caller, authorization: 'Bearer wrong' };
    const statuses: number[] = [];
    for (let index = 0; index < 62; index += 1)
      statuses.push((await app.ask(current(), { headers: guess })).status);
    expect(statuses).toEqual([...Array(60).fill(401), 429, 429]);
    const response = await app.ask(current(), { headers: guess });
    expect(response.body).toEqual({
      success: false,
      error: {
        code: 429,
        message: 'Rate limit exceeded',
        details: 'Too many requests without a valid key came from this address.',
      },
    });
    expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(50);
    expect((await app.ask(current(), { headers: caller })).status).toBe(200);
    app.clock.skip(minutes(1));
    expect((await app.ask(current(), { headers: guess })).status).toBe(401);
  });
});

describe('the address of a caller', () => {
  it('is the address of the peer when no proxy is trusted', async () => {
    await using direct = await startTestApp({ environment: { TRUSTED_PROXIES: '' } });
    const forged = { 'x-forwarded-for': '192.0.2.1', forwarded: 'for=192.0.2.1', 'x-real-ip': '192.0.2.1' };
    expect((await direct.ask(current(), { headers: forged })).status).toBe(200);
    const caller = await direct.issue();
    expect((await direct.ask(current(), { headers: caller })).status).toBe(401);
  });

  it('is read from the X-Forwarded-For header of a trusted proxy, from right to left', async () => {
    const caller = await app.issue();
    const own = caller['x-forwarded-for'];
    const statusFor = async (chain: string) =>
      (await app.ask(current(), { headers: { ...caller, 'x-forwarded-for': chain } })).status;
    expect(await statusFor(own)).toBe(200);
    expect(await statusFor(`9.9.9.9, ${own}`)).toBe(200);
    expect(await statusFor(`${own}, 127.0.0.1`)).toBe(200);
    expect(await statusFor(`::ffff:${own}`)).toBe(200);
    expect(await statusFor(`${own}:443`)).toBe(200);
    expect(await statusFor(`${own}, 9.9.9.9`)).toBe(401);
  });
});

describe('limits', () => {
  const limited = (details: string) => ({
    success: false,
    error: { code: 429, message: 'Rate limit exceeded', details },
  });

  it('accept ten of fifteen concurrent requests, and do not charge the refused ones', async () => {
    const headers = await app.issue({ perMinute: 100, perSecond: 10 });
    await app.ask(current());
    const responses = await Promise.all(Array.from({ length: 15 }, () => app.ask(current(), { headers })));
    const statuses = responses.map(({ status }) => status).sort();
    expect(statuses).toEqual([...Array(10).fill(200), ...Array(5).fill(429)]);
    const refused = responses.find(({ status }) => status === 429)!;
    expect(refused.body).toEqual(limited('This key may ask 10 times a second.'));
    expect(refused.headers.get('retry-after')).toBe('1');
    expect(refused.headers.get('cache-control')).toBe('no-store');
    app.clock.skip(seconds(1));
    expect(remainingOf(await app.ask(current(), { headers }))).toBe(89);
  });

  it('refuse requests after the hundredth in a minute until X-RateLimit-Reset', async () => {
    const headers = await app.issue({ perMinute: 100, perSecond: 10 });
    const statuses: number[] = [];
    const resets = new Set<string | null>();
    const requestTen = async () => {
      const responses = await Promise.all(Array.from({ length: 10 }, () => app.ask(current(), { headers })));
      for (const response of responses) {
        statuses.push(response.status);
        resets.add(response.headers.get('x-ratelimit-reset'));
      }
      app.clock.skip(seconds(1));
    };
    for (let round = 0; round < 10; round += 1) await requestTen();
    expect(statuses).toEqual(Array(100).fill(200));
    expect(resets.size).toBe(1);
    const refused = await app.ask(current(), { headers });
    expect(refused.status).toBe(429);
    expect(refused.body).toEqual(limited('This key may ask for 100 lookups a minute.'));
    const reset = Number([...resets][0]);
    const wait = Number(refused.headers.get('retry-after'));
    expect(Math.abs(reset - app.clock.now() / 1000 - wait)).toBeLessThanOrEqual(1);
    app.clock.skip(seconds(wait));
    expect(remainingOf(await app.ask(current(), { headers }))).toBe(99);
  });

  it('are shared by REST and GraphQL, and charged by lookups', async () => {
    const headers = await app.issue({ perMinute: 100, perSecond: 100 });
    const query =
      '{ weather { a: current(city: "Oslo") { name } b: current(city: "Rome") { name } forecast(city: "Oslo") { cnt } } }';
    expect(remainingOf(await app.ask(current(), { headers }))).toBe(99);
    const graph = await app.graphql(query, {}, { headers });
    expect([graph.status, remainingOf(graph), graph.headers.get('x-query-cost')]).toEqual([200, 96, '3']);
    const again = await app.graphql(query, {}, { headers });
    expect([remainingOf(again), again.headers.get('x-query-cost')]).toEqual([93, '3']);
    expect(remainingOf(await app.graphql('{ __typename }', {}, { headers }))).toBe(92);
    expect(remainingOf(await app.ask(current(), { headers }))).toBe(91);
  });

  it('refuse a document that costs more than the limit of a minute, and charge one lookup for it', async () => {
    const headers = await app.issue({ perMinute: 5, perSecond: 5 });
    const query = `{ weather { ${Array.from({ length: 6 }, (_, i) => `a${i}: current(city: "Oslo") { name }`).join(' ')} } }`;
    const { status, body, ...response } = await app.graphql(query, {}, { headers });
    expect(status).toBe(400);
    expect(body.errors[0].message).toBe(
      'The document costs 6 lookups, and this key may ask for 5 a minute: 1 by weather.a0, 1 by weather.a1, 1 by weather.a2.',
    );
    expect(remainingOf(response)).toBe(4);
  });

  it('refuse a document that costs more than the remaining lookups, without a charge', async () => {
    const headers = await app.issue({ perMinute: 5, perSecond: 10 });
    const query = `{ weather { ${Array.from({ length: 4 }, (_, i) => `a${i}: current(city: "Oslo") { name }`).join(' ')} } }`;
    expect(remainingOf(await app.graphql(query, {}, { headers }))).toBe(1);
    const refused = await app.graphql(query, {}, { headers });
    expect([refused.status, remainingOf(refused)]).toEqual([429, 1]);
    expect(refused.body).toMatchObject({
      success: false,
      error: { code: 429 },
      errors: [{ extensions: { code: 'LIMITED', retryable: true } }],
    });
    expect(remainingOf(await app.ask(current(), { headers }))).toBe(0);
  });

  it('are stated in the headers of every response to a valid key', async () => {
    const headers = await app.issue({ perMinute: 100, perSecond: 50, groups: ['weather'] });
    await app.fault({ host, path: '/data/2.5/weather', status: 500, times: 2 });
    const responses = [
      ['200', await app.ask('/api/weather/forecast?city=Oslo', { headers })],
      ['200', await app.ask('/api/weather/forecast?city=Oslo', { headers })],
      ['502', await app.ask(current(freshName('broken')), { headers })],
      ['400', await app.ask('/api/weather/current', { headers })],
      ['403', await app.ask('/api/coderepo/user?username=octocat', { headers })],
      ['404', await app.ask(current('notfoundville'), { headers })],
      ['404', await app.ask('/api/nope', { headers })],
      ['405', await app.ask(current(), { headers, method: 'DELETE' })],
      ['400', await app.ask('/api/weather/%E0%A4%A', { headers })],
      ['200', await app.ask('/api/me', { headers })],
      ['200', await app.graphql('{ __typename }', {}, { headers })],
      [
        '400',
        await app.graphql('{', {}, { headers: { ...headers, accept: 'application/graphql-response+json' } }),
      ],
      [
        '415',
        await app.graphql('{ __typename }', {}, { headers: { ...headers, 'content-type': 'text/plain' } }),
      ],
      ['413', await app.graphql(`{ __typename } #${'x'.repeat(70_000)}`, {}, { headers })],
      ['405', await app.ask('/graphql', { headers, method: 'PUT' })],
    ] as const;
    await app.clearFaults();
    let expectedRemaining = 100;
    for (const [status, response] of responses) {
      expectedRemaining -= 1;
      const [limit, remaining, reset, policy, limits] = rateNames.map((name) => response.headers.get(name));
      expect([status, String(response.status), limit, remaining]).toEqual([
        status,
        status,
        '100',
        String(expectedRemaining),
      ]);
      expect(policy).toBe('"minute";q=100;w=60, "burst";q=50;w=1');
      expect(limits).toMatch(new RegExp(`^"minute";r=${expectedRemaining};t=\\d+$`));
      expect(Number(reset) * 1000).toBeGreaterThan(app.clock.now());
    }
  });

  it('charge HEAD like GET, and do not charge OPTIONS', async () => {
    const headers = await app.issue({ perMinute: 100, perSecond: 50 });
    const get = await app.ask(current(), { headers });
    const headOnly = await app.ask(current(), { headers, method: 'HEAD' });
    expect([headOnly.status, headOnly.text, remainingOf(headOnly)]).toEqual([200, '', 98]);
    expect(headOnly.headers.get('content-length')).toBe(String(Buffer.byteLength(get.text)));
    const options = await app.ask(current(), { headers, method: 'OPTIONS' });
    expect([options.status, options.headers.get('allow'), options.text]).toEqual([
      204,
      'GET, HEAD, OPTIONS',
      '',
    ]);
    expect(rateNames.map((name) => options.headers.get(name))).toEqual(rateNames.map(() => null));
    expect(remainingOf(await app.ask(current(), { headers }))).toBe(97);
  });

  it('of one key do not apply to another key', async () => {
    const first = await app.issue({ perMinute: 1, perSecond: 1 });
    const second = await app.issue({ perMinute: 1, perSecond: 1 });
    expect((await app.ask(current(), { headers: first })).status).toBe(200);
    expect((await app.ask(current(), { headers: first })).status).toBe(429);
    expect((await app.ask(current(), { headers: second })).status).toBe(200);
  });
});

describe('permission', () => {
  const forbidden = (group: string) => ({
    success: false,
    error: { code: 403, message: 'Forbidden', details: `This key has no permission for ${group}.` },
  });
  let headers: Record<string, string>;
  beforeAll(async () => {
    headers = await app.issue({ groups: ['weather'] });
  });

  it.each([
    ['a valid request', '/api/coderepo/user?username=octocat'],
    ['an invalid request', '/api/coderepo/user?username=-'],
    ['a request without its parameters', '/api/coderepo/user'],
  ])('is checked before the parameters: %s', async (_, path) => {
    await app.clearCalls();
    expect(await app.ask(path, { headers })).toRespond(403, forbidden('coderepo'));
    expect(await app.calls()).toEqual([]);
  });

  it('is checked for a response that another key cached, through REST and through GraphQL', async () => {
    const username = freshName('kept');
    const query = `{ coderepo { user(username: "${username}") { login } } }`;
    for (const _ of [1, 2]) {
      expect((await app.ask(`/api/coderepo/user?username=${username}`)).status).toBe(200);
      expect((await app.graphql(query)).body.data.coderepo.user.login).toBe(username);
    }
    expect((await app.ask(`/api/coderepo/user?username=${username}`, { headers })).status).toBe(403);
    expect((await app.graphql(query, {}, { headers })).status).toBe(403);
  });

  it('for some groups of a query leaves their data, with an error for each other group', async () => {
    const { status, body } = await app.graphql(
      '{ weather { current(city: "Oslo") { name } } coderepo { user(username: "octocat") { login } } }',
      {},
      { headers },
    );
    expect(status).toBe(200);
    expect(body.data).toEqual({ weather: { current: { name: 'Oslo' } }, coderepo: { user: null } });
    expect(body.errors).toMatchObject([
      {
        message: 'This key has no permission for coderepo.',
        path: ['coderepo', 'user'],
        extensions: { code: 'FORBIDDEN', retryable: false },
      },
    ]);
  });

  it('is checked for a field that joins another group', async () => {
    const onlyCode = await app.issue({ groups: ['coderepo'] });
    const { body } = await app.graphql(
      '{ coderepo { user(username: "octocat") { login weather { name } } } }',
      {},
      { headers: onlyCode },
    );
    expect(body.data.coderepo.user).toEqual({ login: 'octocat', weather: null });
    expect(body.errors.map(({ extensions }: { extensions: { code: string } }) => extensions.code)).toEqual([
      'FORBIDDEN',
    ]);
  });

  it.each([
    ['without an alias', '{ coderepo { user(username: "octocat") { login } } }'],
    ['with an alias', '{ weather: coderepo { current: user(username: "octocat") { login } } }'],
    ['in a fragment', '{ ...F } fragment F on Query { coderepo { user(username: "octocat") { login } } }'],
    ['with @include', '{ coderepo { user(username: "octocat") @include(if: true) { login } } }'],
  ])('for no group of a query is a 403 for the entire query: %s', async (_, query) => {
    const { status, body } = await app.graphql(query, {}, { headers });
    expect(status).toBe(403);
    expect(body).toMatchObject({ ...forbidden('coderepo'), errors: [{ extensions: { code: 'FORBIDDEN' } }] });
    expect(body.data).toBeUndefined();
  });

  it('that is removed from a key is refused from the next request on', async () => {
    const caller = await app.issue({ groups: ['weather'] });
    const username = freshName('taken');
    await app.ask(`/api/coderepo/user?username=${username}`);
    const [key] = (await app.store.list()).slice(-1);
    const statusOf = async (path: string) => (await app.ask(path, { headers: caller })).status;
    expect(await statusOf(current())).toBe(200);
    await app.store.set(key!.id, { groups: ['coderepo'] });
    await vi.waitFor(async () => expect(await statusOf(current())).toBe(403));
    expect(await statusOf(`/api/coderepo/user?username=${username}`)).toBe(200);
    await app.store.revoke(key!.id);
    await vi.waitFor(async () => expect(await statusOf(current())).toBe(401));
  });
});

describe('the service', () => {
  it.each([
    ['/api/nope', 404, 'There is no such route; /docs lists all.'],
    ['/api/', 404, 'There is no such route; /docs lists all.'],
    ['/api/weather', 404, 'There is no such route; /docs lists all.'],
    ['/api/weather/current/', 404, 'There is no such route; did you mean /api/weather/current?'],
    ['/api/Weather/current?city=Oslo', 404, 'There is no such route; did you mean /api/weather/current?'],
    ['/api/weather/Current?city=Oslo', 404, 'There is no such route; did you mean /api/weather/current?'],
    ['/api//weather/current?city=Oslo', 404, 'There is no such route; did you mean /api/weather/current?'],
    ['/api/wether/forcast?city=Oslo', 404, 'There is no such route; did you mean /api/weather/forecast?'],
    [
      '/api/cardgame/batlelog/2PP',
      404,
      'There is no such route; did you mean /api/cardgame/battlelog/{playerTag}?',
    ],
    ['/api/weather/x/../current?city=Oslo', 200, undefined],
    ['/api/weather/%2e%2e/weather/current?city=Oslo', 200, undefined],
    ['/api/weather/%E0%A4%A', 400, 'The path holds a malformed escape sequence.'],
    ['/api/%', 400, 'The path holds a malformed escape sequence.'],
    ['/nowhere', 404, 'There is nothing here; the API begins at /api.'],
    ['/api', 200, undefined],
    ['/api/', 404, 'There is no such route; /docs lists all.'],
    ['/Graphql', 404, 'There is nothing here; the API begins at /api.'],
    ['/graphql/', 404, 'There is nothing here; the API begins at /api.'],
  ])('responds to GET %s with %i', async (path, status, error) => {
    const response = await app.ask(path);
    expect(response.status).toBe(status);
    if (error === undefined) return;
    expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(response.headers.get('x-error-code')).toBe(status === 404 ? 'NOT_FOUND' : 'INVALID');
    expect(response.body).toEqual({ error });
  });

  it.each(['POST', 'PUT', 'PATCH', 'DELETE', 'PROPFIND'])(
    'responds to %s of a route with 405 and the allowed methods',
    async (method) => {
      const response = await app.ask(current(), { method });
      expect([response.status, response.headers.get('allow')]).toEqual([405, 'GET, HEAD, OPTIONS']);
      expect(response.body).toEqual({ error: `This route does not take ${method}; it takes GET.` });
      expect((await app.ask('/api/nope', { method })).status).toBe(404);
    },
  );

  it.each([
    ['/graphql', 'GET, POST, OPTIONS'],
    ['/api/weather/current', 'GET, HEAD, OPTIONS'],
  ])('responds to OPTIONS %s without a key', async (path, allow) => {
    const response = await app.ask(path, { method: 'OPTIONS', headers: withoutKey() });
    expect([response.status, response.headers.get('allow')]).toEqual([204, allow]);
  });

  it('matches no route for dot segments in the request target', async () => {
    const wire = await wireTo(app.baseUrl);
    wire.send(
      head(
        'GET /api/weather/x/../current?city=Oslo HTTP/1.1',
        'Host: almanac',
        `Authorization: Bearer ${app.key}`,
        'Connection: close',
      ),
    );
    expect(answersOf(await wire.closed())[0]!.status).toBe(404);
  });
});

describe('the service without a key', () => {
  it.each([
    ['/healthz', 'application/json; charset=utf-8', '{"ok":true}'],
    ['/readyz', 'application/json; charset=utf-8', '{"ok":true}'],
  ])('responds to GET %s with 200', async (path, type, text) => {
    const response = await app.ask(path, { headers: withoutKey() });
    expect([response.status, response.headers.get('content-type'), response.text]).toEqual([200, type, text]);
    expect((await app.ask(path, { method: 'HEAD', headers: withoutKey() })).status).toBe(200);
  });

  it('lists the groups at /api without a key, with the addresses of their documentation', async () => {
    const response = await fetch(`${app.baseUrl}/api`);
    expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8');
    const index = await response.json();
    expect(index).toMatchObject({ docs: `${app.baseUrl}/docs`, openapi: `${app.baseUrl}/openapi.json` });
    expect(index.groups.map(({ group }: { group: string }) => group).sort()).toEqual([...groups].sort());
    const { paths } = await (await fetch(index.openapi)).json();
    const page = await (await fetch(index.docs)).text();
    let total = 0;
    for (const { group, description, routes, path, docs } of index.groups) {
      expect(description).toMatch(/\w/);
      const documented = Object.keys(paths).filter((each) => each.startsWith(`/api/${group}/`));
      expect([group, path, routes]).toEqual([group, `${app.baseUrl}/api/${group}`, expect.any(Number)]);
      expect(routes).toBeGreaterThanOrEqual(documented.length);
      expect(page).toContain(`id="${new URL(docs).hash.slice(1)}"`);
      total += routes;
    }
    expect(total).toBe(128);
    expect((await app.ask('/api', { method: 'POST' })).status).not.toBe(200);
  });

  it('names the origin of the request in /openapi.json, and makes a few documents at most', async () => {
    const clock = movableClock();
    await using own = await startTestApp({ clock });
    const origin = (host: string, more: Record<string, string> = {}) =>
      new Promise<[string, string | undefined]>((resolve, reject) => {
        const request = httpRequest(
          `${own.baseUrl}/openapi.json`,
          { headers: { host, ...more } },
          (response) => {
            let body = '';
            response.on('data', (part) => (body += part));
            response.on('end', () => resolve([JSON.parse(body).servers[0].url, response.headers.etag]));
          },
        );
        request.on('error', reject).end();
      });
    const [first, etag] = await origin('almanac.example');
    expect(first).toBe('http://almanac.example');
    // Another origin at once has relative addresses, and a tag of its own.
    const [second, other] = await origin('b.example');
    expect(second).toBe('/');
    expect(other).not.toBe(etag);
    clock.skip(1_000);
    expect((await origin('b.example', { 'x-forwarded-proto': 'https' }))[0]).toBe('https://b.example');
    clock.skip(1_000);
    expect((await origin('"><script>'))[0]).toBe('http://127.0.0.1:4000');
    expect(await origin('almanac.example')).toEqual([first, etag]);
  });

  it.each(['/schema.graphql', '/openapi.json', '/openapi-3.0.json', '/api'])(
    'has an ETag and encodings for %s',
    async (path) => {
      const plain = await app.ask(path, { headers: { authorization: '', 'accept-encoding': 'identity' } });
      const encoded = await app.ask(path, { headers: { authorization: '', 'accept-encoding': 'br' } });
      expect(encoded.headers.get('content-encoding')).toBe('br');
      expect(encoded.text).toBe(plain.text);
      const held = { authorization: '', 'if-none-match': plain.headers.get('etag')! };
      expect((await app.ask(path, { headers: held })).status).toBe(304);
    },
  );

  it('serves the schema at GET /schema.graphql', async () => {
    const { status, text, headers } = await app.ask('/schema.graphql', { headers: withoutKey() });
    expect([status, headers.get('content-type')]).toEqual([200, 'text/plain; charset=utf-8']);
    expect(text).toMatch(/^type Weather \{$/m);
  });
});

describe('GET /api/me', () => {
  it('states the permissions and the remaining lookups of the key, and no secret', async () => {
    const expiresAt = Date.UTC(2100, 0, 1);
    const headers = await app.issue({
      name: 'Ada',
      groups: ['weather', 'news'],
      perMinute: 100,
      perSecond: 20,
      expiresAt,
      note: 'private',
    });
    await app.ask(current(), { headers });
    const { status, body, text } = await app.ask('/api/me', { headers });
    expect({ status, body }).toEqual({
      status: 200,
      body: {
        id: expect.stringMatching(/^[a-z2-9]{6}$/),
        name: 'Ada',
        mode: 'live',
        groups: ['weather', 'news'],
        limits: { perMinute: 100, perSecond: 20 },
        remaining: 98,
        resetAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
        expiresAt: '2100-01-01T00:00:00.000Z',
      },
    });
    expect(text).not.toContain(headers.authorization.slice(7));
    expect(text).not.toContain('private');
  });
});

describe('a cached response', () => {
  it('has Age and X-Cache, and Cache-Control: private', async () => {
    const city = freshName('aged');
    const first = await app.ask(current(city));
    expect([first.headers.get('x-cache'), first.headers.get('age')]).toEqual(['MISS', '0']);
    expect(first.headers.get('cache-control')).toMatch(/^private, max-age=(5[4-9]\d|600)$/);
    app.clock.skip(seconds(60));
    for (const _ of [1, 2]) {
      const second = await app.ask(current(city));
      expect([second.headers.get('x-cache'), second.headers.get('age')]).toEqual(['HIT', '60']);
      expect(second.headers.get('cache-control')).toBe(first.headers.get('cache-control'));
      expect(second.text).toBe(first.text);
    }
  });

  it('is served STALE after it expires while the upstream fails', async () => {
    const city = freshName('stale');
    const first = await app.ask(current(city));
    await app.ask(current(city));
    app.clock.skip(minutes(30));
    await app.fault({ host, path: '/data/2.5/weather', status: 500 });
    const late = await app.ask(current(city));
    await app.clearFaults();
    expect([late.status, late.headers.get('x-cache'), late.headers.get('age')]).toEqual([
      200,
      'STALE',
      '1800',
    ]);
    expect(late.headers.get('cache-control')).toBe('private, max-age=0');
    expect(late.text).toBe(first.text);
  });

  it('is not served after it expires when the upstream responds', async () => {
    const city = freshName('renewed');
    for (const _ of [1, 2, 3]) await app.ask(current(city));
    app.clock.skip(minutes(15));
    await app.clearCalls();
    const response = await app.ask(current(city));
    expect([response.headers.get('x-cache'), response.headers.get('age')]).toEqual(['MISS', '0']);
    expect(await app.calls()).toHaveLength(1);
  });

  it('is never made of a failure or a refusal', async () => {
    const city = freshName('failed');
    await app.fault({ host, path: '/data/2.5/weather', status: 500, times: 2 });
    expect((await app.ask(current(city))).status).toBe(502);
    expect((await app.ask(current(city))).status).toBe(200);
    expect((await app.ask(current('notfoundtown'))).headers.get('cache-control')).toBe('no-store');
  });

  it('is a 304 for its ETag, but only for a key with the permission', async () => {
    const username = freshName('tagged');
    const path = `/api/coderepo/user?username=${username}`;
    const etag = (await app.ask(path)).headers.get('etag')!;
    const known = { 'if-none-match': etag };
    const again = await app.ask(path, { headers: known });
    expect([again.status, again.text]).toEqual([304, '']);
    expect(
      (await app.ask(path, { headers: { ...known, ...(await app.issue({ groups: ['weather'] })) } })).status,
    ).toBe(403);
    expect((await app.ask(path, { headers: { ...known, ...withoutKey() } })).status).toBe(401);
    expect((await app.ask(path, { headers: { 'if-none-match': '"other"' } })).status).toBe(200);
  });

  it('is identified by the parameters of its route, and not by the rest of the query string', async () => {
    const city = freshName('asked');
    const first = await app.ask(current(city));
    await app.clearCalls();
    const other = await app.ask(`/api/weather/current?x=1&city=${city}&city2=y`);
    expect([other.text, other.headers.get('x-cache')]).toEqual([first.text, 'HIT']);
    expect(await app.calls()).toEqual([]);
    expect((await app.ask(`${current(city)}&city=${city}`)).status).toBe(400);
  });
});

describe('secrets', () => {
  it('are in no log line and in no response', async () => {
    const environment = {
      WEATHER_API_KEY: 'canary-weather-credential',
      CODEREPO_TOKEN: 'canary-code-credential',
    };
    const watched = await startTestApp({ environment });
    const responses: string[] = [];
    const ask = async (path: string, init?: RequestInit) => {
      const { text, headers } = await watched.ask(path, init);
      responses.push(text, JSON.stringify([...headers]));
    };
    const secret = (await watched.issue()).authorization.slice(7);
    await ask(current('canary-city'));
    await ask(`${current('notfoundcanary-query')}&api_key=${watched.key}`);
    await ask('/api/weather/canary-path?token=canary-token');
    await ask('/canary-path');
    await ask(current(), { headers: { authorization: 'Bearer canary-wrong-key-0000' } });
    await ask(current(), { headers: { authorization: `Bearer ${secret}` } });
    await ask(current(), {
      headers: {
        'user-agent': 'canary-agent',
        cookie: 'canary=canary-cookie',
        referer: 'http://canary-referer',
      },
    });
    for (const fault of [
      { status: 401 },
      { status: 500 },
      { garbage: true },
      { reset: true },
      { body: { canary: 'canary-upstream' } },
    ]) {
      await watched.fault({ host, path: '/data/2.5/weather', times: 2, ...fault });
      await ask(current(`canary ${JSON.stringify(fault)}`));
      await watched.clearFaults();
    }
    const graph = await watched.graphql(
      'query ($city: String!) { weather { current(city: $city) { name } canaryField: forecast(city: "canary-literal", count: 99) { cnt } } }',
      { city: 'canary-variable' },
    );
    await watched.graphql('{ canaryDocument');
    await watched.ask('/graphql', {
      method: 'POST',
      body: '{"query": canary-json',
      headers: { 'content-type': 'application/json' },
    });
    await watched.close();

    const logs = watched.logs.join('\n');
    expect(watched.logs.length).toBeGreaterThan(15);
    expect(logs).not.toMatch(/canary/i);
    for (const hidden of [watched.key, secret]) expect(logs + responses.join()).not.toContain(hidden);
    const sent = responses.join() + graph.text;
    expect(sent).not.toMatch(/canary-(weather|code)-credential|canary-upstream|canary-wrong|canary-json/);
    expect(sent).not.toContain(host);
  });

  it('have no field in a log line', async () => {
    const line = [...app.logs].map((text) => JSON.parse(text)).find(({ msg }) => msg === 'answered');
    expect(Object.keys(line).sort()).toEqual(
      [
        'address',
        'durationMs',
        'keyId',
        'level',
        'method',
        'msg',
        'requestId',
        'route',
        'status',
        'time',
      ].filter((name) => name in line),
    );
  });
});

describe('a body', () => {
  const bearer = () => `Authorization: Bearer ${app.key}`;
  const json = 'Content-Type: application/json';

  it('with a Content-Length over the limit is refused before it is read', async () => {
    const wire = await wireTo(app.baseUrl);
    wire.send(head('POST /graphql HTTP/1.1', 'Host: almanac', bearer(), json, 'Content-Length: 20000000'));
    const [response] = answersOf(await wire.closed());
    expect(response!.status).toBe(413);
    expect(response!.head).toMatch(/connection: close/i);
    expect(response!.body).toContain('The body is larger than 65536 bytes.');
  });

  it('in chunks is refused as soon as it exceeds the limit', async () => {
    const wire = await wireTo(app.baseUrl);
    wire.send(head('POST /graphql HTTP/1.1', 'Host: almanac', bearer(), json, 'Transfer-Encoding: chunked'));
    const chunk = `4000\r\n${'x'.repeat(0x4000)}\r\n`;
    for (let index = 0; index < 5; index += 1) wire.send(chunk);
    await wire.seen('HTTP/1.1 413');
    const [response] = answersOf(await wire.closed());
    expect(response!.head).toMatch(/connection: close/i);
  });

  it('is accepted at the size limit, and refused one byte above it', async () => {
    const query = (bytes: number) => {
      const empty = JSON.stringify({ query: '{ __typename } #' }).length;
      return JSON.stringify({ query: `{ __typename } #${'x'.repeat(bytes - empty)}` });
    };
    for (const [bytes, status] of [
      [65_536, 200],
      [65_537, 413],
    ] as const) {
      const response = await app.ask('/graphql', {
        method: 'POST',
        body: query(bytes),
        headers: { 'content-type': 'application/json' },
      });
      expect(response.status).toBe(status);
    }
  });

  it('that the client does not complete logs no error', async () => {
    const logged = app.logs.length;
    for (const type of [json, 'Content-Type: application/graphql']) {
      const wire = await wireTo(app.baseUrl);
      wire.send(head('POST /graphql HTTP/1.1', 'Host: almanac', bearer(), type, 'Content-Length: 1000'));
      wire.send('{"query":');
      await new Promise((resolve) => setTimeout(resolve, 20));
      wire.socket.destroy();
    }
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(
      app.logs
        .slice(logged)
        .map((line) => JSON.parse(line).level)
        .filter((level) => level === 'error'),
    ).toEqual([]);
    expect((await app.ask('/healthz')).status).toBe(200);
  });
});

describe('a client that closes its connection', () => {
  it('aborts the upstream call, and logs no error', async () => {
    const fixture = await playedUpstream(() => {});
    await using slow = await startTestApp({ upstreamOrigin: fixture.origin });
    const headers = { authorization: `Bearer ${slow.key}` };
    const requests = [
      httpRequest(`${slow.baseUrl}${current()}`, { headers }).end(),
      httpRequest(`${slow.baseUrl}/graphql`, {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json' },
      }).end('{"query":"{ weather { current(city: \\"Rome\\") { name } } }"}'),
    ];
    for (const request of requests) request.on('error', () => {});
    await vi.waitFor(() => expect(fixture.received).toHaveLength(2));
    for (const request of requests) request.destroy();
    await vi.waitFor(() => expect(fixture.received.every(({ isAborted }) => isAborted)).toBe(true));
    await new Promise((resolve) => setTimeout(resolve, 50));
    const levels = slow.logs.map((line) => JSON.parse(line).level as string);
    expect(levels).toContain('debug');
    expect(levels).not.toContain('error');
  });
});

describe('a drain', () => {
  /** A separate service over an upstream that responds after `delayMs`. */
  async function serviceOver(delayMs: number) {
    const fixture = await playedUpstream((_request, response) => {
      setTimeout(() => response.writeHead(404).end('{}'), delayMs);
    });
    const dataDir = mkdtempSync(join(tmpdir(), 'almanac-drain-'));
    const config = readConfig({
      PORT: '0',
      DATA_DIR: dataDir,
      UPSTREAM_ORIGIN: fixture.origin,
      WEATHER_API_KEY: 'x',
      LOG_LEVEL: 'silent',
    });
    const store = await openKeyStore({ dataDir, clock: systemClock });
    const { secret } = await store.issue({ name: 'Test', address: '127.0.0.1' });
    const keyring = await openKeyring(store, { clock: systemClock });
    const service = createService({
      config,
      clock: systemClock,
      observer: createObserver('silent'),
      keyring,
      sandboxOrigin: async () => fixture.origin,
    });
    const { url } = await service.listen();
    const agent = new Agent({ keepAlive: true });
    const ask = async (path: string) => {
      const request = httpRequest(`${url}${path}`, {
        agent,
        headers: { authorization: `Bearer ${secret}` },
      }).end();
      const [response] = (await once(request, 'response')) as [IncomingMessage];
      response.resume();
      await once(response, 'end');
      return { status: response.statusCode, connection: response.headers.connection };
    };
    const end = () => {
      agent.destroy();
      store.close();
      rmSync(dataDir, { recursive: true, force: true });
    };
    return { ...fixture, service, ask, end };
  }

  it('completes requests in progress, closes their connections, and accepts no new ones', async () => {
    const { service, ask, received, end } = await serviceOver(300);
    expect(await ask('/readyz')).toEqual({ status: 200, connection: 'keep-alive' });
    const inProgress = [ask(current('notfound-a')), ask(current('notfound-b'))];
    await vi.waitFor(() => expect(received).toHaveLength(2));
    const drained = service.drain(10_000);
    expect(service.isReady()).toBe(false);
    await new Promise((resolve) => setTimeout(resolve, 20));
    await expect(ask('/healthz')).rejects.toMatchObject({ code: 'ECONNREFUSED' });
    expect(await Promise.all(inProgress)).toEqual(Array(2).fill({ status: 404, connection: 'close' }));
    expect(await drained).toBe(true);
    end();
  });

  it('does not wait for idle connections', async () => {
    const { service, ask, end } = await serviceOver(0);
    await ask('/healthz');
    expect(await service.drain(10_000)).toBe(true);
    end();
  });

  it('aborts requests that do not end in time, and resolves to false', async () => {
    const { service, ask, received, end } = await serviceOver(60_000);
    const inProgress = ask(current()).catch((error: { code: string }) => error.code);
    await vi.waitFor(() => expect(received).toHaveLength(1));
    expect(await service.drain(100)).toBe(false);
    expect(await inProgress).toBe('ECONNRESET');
    end();
  });
});
