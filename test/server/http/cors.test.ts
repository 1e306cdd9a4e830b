import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startSandbox } from '../../../sandbox/index.ts';
import { useStarted } from '../../suite.ts';
import { words } from '../../support/words.ts';
import { openInstances, type TestInstance, type TestInstances } from '../instances-fixture.ts';

let instances: TestInstances;
const sandbox = useStarted(() => startSandbox({ catalogueItems: 80 }));
let listed: TestInstance;
let unlisted: TestInstance;
let key: Awaited<ReturnType<TestInstances['issue']>>;
const page = 'https://app.example.com';
/** What Apollo Client, agents and tracers send. */
const askedHeaders = 'apollographql-client-name,authorization,mcp-protocol-version,sentry-trace,traceparent';

beforeAll(async () => {
  instances = await openInstances();
  key = await instances.issue({ perMinute: 10_000, perSecond: 1_000 });
  const environment = { UPSTREAM_ORIGIN: sandbox.origin };
  listed = await instances.start({ environment: { ...environment, CORS_ORIGINS: `${page}, loopback` } });
  unlisted = await instances.start({ environment });
}, 60_000);
afterAll(async () => {
  await instances.close();
});

const weather = '/api/weather/current?city=Oslo';
const ask = (instance: TestInstance, path: string, origin?: string, init: RequestInit = {}) =>
  fetch(instance.url + path, {
    ...init,
    headers: {
      authorization: `Bearer ${key.secret}`,
      ...key.headers,
      ...(origin === undefined ? {} : { origin }),
      ...(init.headers as Record<string, string>),
    },
  });
const allowed = ({ headers }: Response) => headers.get('access-control-allow-origin');
const varies = ({ headers }: Response) => (headers.get('vary') ?? '').split(', ');

describe('a page of a listed origin', () => {
  it.each([
    ['a response that is not cached', `${weather}&units=metric`, 200],
    ['a refused value', '/api/weather/current', 400],
    ['a path that does not exist', '/api/nowhere', 404],
    ['the schema', '/schema.graphql', 200],
    ['health', '/healthz', 200],
  ])('can read %s', async (_, path, status) => {
    const response = await ask(listed, path, page);
    expect([response.status, allowed(response)]).toEqual([status, page]);
    expect(varies(response)).toContain('Origin');
    const exposed = response.headers.get('access-control-expose-headers')!.toLowerCase().split(', ');
    for (const name of words(`x-ratelimit-remaining retry-after x-request-id x-cache age etag
      x-query-cost x-almanac-mode`)) {
      expect(exposed).toContain(name);
    }
  });

  it('can read a cached response and its 304', async () => {
    const first = await ask(listed, weather, page);
    const again = await ask(listed, weather, page);
    expect([again.headers.get('x-cache'), allowed(again)]).toEqual(['HIT', page]);
    expect(varies(again)).toEqual(['Authorization', 'Accept', 'Accept-Encoding', 'Origin']);
    const headers = { 'if-none-match': first.headers.get('etag')! };
    const unchanged = await ask(listed, weather, page, { headers });
    expect([unchanged.status, allowed(unchanged)]).toEqual([304, page]);
  });

  it('can read a 401', async () => {
    const response = await ask(listed, weather, page, { headers: { authorization: 'Bearer wrong' } });
    expect([response.status, allowed(response)]).toEqual([401, page]);
  });

  it('can read responses of POST /graphql, cached or not', async () => {
    const body = JSON.stringify({ query: '{ weather { current(city: "Oslo") { main { temp } } } }' });
    const init = { method: 'POST', body, headers: { 'content-type': 'application/json' } };
    const responses = [await ask(listed, '/graphql', page, init), await ask(listed, '/graphql', page, init)];
    expect(responses.map((response) => [response.status, allowed(response)])).toEqual([
      [200, page],
      [200, page],
    ]);
  });

  it('is allowed by a preflight without a key and without a charge', async () => {
    const response = await fetch(listed.url + weather, {
      method: 'OPTIONS',
      headers: {
        origin: page,
        'access-control-request-method': 'GET',
        'access-control-request-headers': askedHeaders,
      },
    });
    expect([response.status, allowed(response)]).toEqual([204, page]);
    expect(response.headers.get('access-control-allow-methods')).toBe('GET, HEAD, POST, OPTIONS');
    expect(response.headers.get('access-control-allow-headers')).toBe(askedHeaders);
    expect(response.headers.get('access-control-max-age')).toBe('600');
    expect(response.headers.has('access-control-allow-credentials')).toBe(false);
  });
});

it.each(['http://localhost:5173', 'https://127.0.0.1:8443', 'http://[::1]:3000'])(
  'a page of this machine can read responses where loopback is listed: %s',
  async (origin) => {
    const responses = [await ask(listed, weather, origin), await ask(unlisted, weather, origin)];
    expect(responses.map(allowed)).toEqual([origin, null]);
  },
);

describe('any other caller', () => {
  it.each([
    ['another origin', 'https://evil.example.com'],
    ['the same host on another port', 'https://app.example.com:8443'],
    ['the same host by plain HTTP', 'http://app.example.com'],
    ['a subdomain', 'https://a.app.example.com'],
    ['a file', 'null'],
    ['no page', undefined],
  ])('is sent no CORS header but Vary: Origin: %s', async (_, origin) => {
    for (const path of [weather, '/api/nowhere']) {
      const response = await ask(listed, path, origin);
      expect(allowed(response)).toBeNull();
      expect(varies(response)).toContain('Origin');
    }
    const headers = { ...(origin && { origin }), 'access-control-request-method': 'GET' };
    const preflight = await fetch(listed.url + weather, { method: 'OPTIONS', headers });
    expect(preflight.headers.get('access-control-allow-methods')).toBeNull();
  });

  it('is sent no CORS header while no origin is listed', async () => {
    for (const path of [weather, weather, '/api/nowhere']) {
      const response = await ask(unlisted, path, page);
      expect([allowed(response), varies(response).includes('Origin')]).toEqual([null, false]);
    }
  });
});

it('a key that was issued or rotated by another process is accepted at once', async () => {
  const issued = await instances.issue();
  const meWith = (secret: string) =>
    ask(listed, '/api/me', undefined, { headers: { ...issued.headers, authorization: `Bearer ${secret}` } });
  expect((await meWith(issued.secret)).status).toBe(200);
  const { secret } = await instances.keys.rotate((await (await meWith(issued.secret)).json()).id);
  expect((await meWith(secret)).status).toBe(200);
});

describe('X-API-Version', () => {
  it.each([
    [weather, 200],
    [weather, 200],
    ['/api/nowhere', 404],
    ['/healthz', 200],
    ['/', 200],
    ['/openapi.json', 200],
  ])('is in the response to GET %s', async (path, status) => {
    const response = await ask(unlisted, path);
    expect([response.status, response.headers.get('x-api-version')]).toEqual([status, '1']);
  });
});
