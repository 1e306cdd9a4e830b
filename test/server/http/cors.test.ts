import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startSandbox } from '../../../sandbox/index.ts';
import { openInstances, type TestInstance, type TestInstances } from '../instances-fixture.ts';

let instances: TestInstances;
let sandbox: Awaited<ReturnType<typeof startSandbox>>;
let open: TestInstance;
let closed: TestInstance;
let key: Awaited<ReturnType<TestInstances['issue']>>;
const page = 'https://app.example.com';

beforeAll(async () => {
  instances = await openInstances();
  sandbox = await startSandbox();
  key = await instances.issue({ perMinute: 10_000, perSecond: 1_000 });
  const environment = { UPSTREAM_ORIGIN: sandbox.origin };
  open = await instances.start({
    environment: { ...environment, CORS_ORIGINS: `${page}, http://localhost:5173` },
  });
  closed = await instances.start({ environment });
}, 60_000);
afterAll(async () => {
  await instances.close();
  await sandbox.close();
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
    ['an answer made just now', `${weather}&units=metric`, 200],
    ['a refused value', '/api/weather/current', 400],
    ['a path that is not there', '/api/nowhere', 404],
    ['the schema', '/schema.graphql', 200],
    ['health', '/healthz', 200],
  ])('reads %s', async (_, path, status) => {
    const answer = await ask(open, path, page);
    expect([answer.status, allowed(answer)]).toEqual([status, page]);
    expect(varies(answer)).toContain('Origin');
    const exposed = answer.headers.get('access-control-expose-headers')!.toLowerCase().split(', ');
    for (const name of [
      'x-ratelimit-remaining',
      'retry-after',
      'x-request-id',
      'x-cache',
      'age',
      'etag',
      'x-query-cost',
    ]) {
      expect(exposed).toContain(name);
    }
  });

  it('reads a kept answer, and that it is unchanged', async () => {
    const first = await ask(open, weather, page);
    const again = await ask(open, weather, page);
    expect([again.headers.get('x-cache'), allowed(again)]).toEqual(['HIT', page]);
    expect(varies(again)).toEqual(['Authorization', 'Accept-Encoding', 'Origin']);
    const headers = { 'if-none-match': first.headers.get('etag')! };
    const unchanged = await ask(open, weather, page, { headers });
    expect([unchanged.status, allowed(unchanged)]).toEqual([304, page]);
  });

  it('reads that its key is not accepted', async () => {
    const answer = await ask(open, weather, page, { headers: { authorization: 'Bearer wrong' } });
    expect([answer.status, allowed(answer)]).toEqual([401, page]);
  });

  it('reads what the graph answers, made just now and kept', async () => {
    const body = JSON.stringify({ query: '{ weather { current(city: "Oslo") { main { temp } } } }' });
    const init = { method: 'POST', body, headers: { 'content-type': 'application/json' } };
    const answers = [await ask(open, '/graphql', page, init), await ask(open, '/graphql', page, init)];
    expect(answers.map((answer) => [answer.status, allowed(answer)])).toEqual([
      [200, page],
      [200, page],
    ]);
  });

  it('may ask first, for nothing and without a key', async () => {
    const answer = await fetch(open.url + weather, {
      method: 'OPTIONS',
      headers: {
        origin: page,
        'access-control-request-method': 'GET',
        'access-control-request-headers': 'authorization',
      },
    });
    expect([answer.status, allowed(answer)]).toEqual([204, page]);
    expect(answer.headers.get('access-control-allow-methods')).toBe('GET, HEAD, POST, OPTIONS');
    expect(answer.headers.get('access-control-allow-headers')).toContain('Authorization');
    expect(answer.headers.get('access-control-max-age')).toBe('600');
    expect(answer.headers.has('access-control-allow-credentials')).toBe(false);
  });
});

describe('anybody else', () => {
  it.each([
    ['another origin', 'https://evil.example.com'],
    ['the same host on another port', 'https://app.example.com:8443'],
    ['the same host by plain HTTP', 'http://app.example.com'],
    ['a subdomain', 'https://a.app.example.com'],
    ['a file', 'null'],
    ['no page', undefined],
  ])('is told nothing of it, but that it depends on who asks: %s', async (_, origin) => {
    for (const path of [weather, '/api/nowhere']) {
      const answer = await ask(open, path, origin);
      expect(allowed(answer)).toBeNull();
      expect(varies(answer)).toContain('Origin');
    }
    const headers = { ...(origin && { origin }), 'access-control-request-method': 'GET' };
    const preflight = await fetch(open.url + weather, { method: 'OPTIONS', headers });
    expect(preflight.headers.get('access-control-allow-methods')).toBeNull();
  });

  it('hears nothing of origins while none is listed', async () => {
    for (const path of [weather, weather, '/api/nowhere']) {
      const answer = await ask(closed, path, page);
      expect([allowed(answer), varies(answer).includes('Origin')]).toEqual([null, false]);
    }
  });
});

describe('X-API-Version', () => {
  it.each([
    [weather, 200],
    [weather, 200],
    ['/api/nowhere', 404],
    ['/healthz', 200],
    ['/', 200],
    ['/openapi.json', 200],
  ])('is on every answer: %s', async (path, status) => {
    const answer = await ask(closed, path);
    expect([answer.status, answer.headers.get('x-api-version')]).toEqual([status, '1']);
  });
});
