import { describe, expect } from 'vitest';
import { fault } from './harness/case.ts';
import { ask, type CallOptions, type Reply } from './harness/client.ts';
import { exampleOf } from './harness/routes.ts';
import { until, useFaults } from './harness/service.ts';

const weather = '/api/weather/current?city=Oslo';
const field = 'weather { current(city: "Oslo") { name } }';

/** Keys that each serve one case, with their limits; each has an address of its own. */
const limits = {
  c1: {},
  c2: {},
  c4: {},
  c5: { perMinute: 14, perSecond: 50 },
  c6: {},
  c7: { perMinute: 2 },
  c8: { perMinute: 50, perSecond: 5 },
  c9: { perMinute: 1 },
  c10: { perSecond: 1_000 },
  c11: {},
  c12: {},
  c13: { perMinute: 500, perSecond: 20 },
  c19: { perMinute: 2 },
} as const;
type Name = keyof typeof limits;

describe('C rate limits', () => {
  const addressOf = (name: Name) => `127.0.3.${Object.keys(limits).indexOf(name) + 1}`;
  const { upstream, keys, serve } = useFaults(
    Object.fromEntries(
      Object.entries(limits).map(([name, own]) => [
        name,
        { ...own, address: addressOf(name as Name), ...(name === 'c5' && { groups: ['weather', 'news'] }) },
      ]),
    ) as Record<Name, { address: string }>,
  );
  const service = serve();

  const as = (name: Name, options: CallOptions = {}): CallOptions => ({
    from: addressOf(name),
    key: keys[name],
    ...options,
  });
  const call = (name: Name, path = weather, options: CallOptions = {}) =>
    service.call(path, as(name, options));
  const statusOf = async (reply: Promise<Reply>) => (await reply).status;
  const count = (statuses: readonly number[], status: number) =>
    statuses.filter((each) => each === status).length;
  const remaining = ({ headers }: Reply) => Number(headers['x-ratelimit-remaining']);

  fault('C1 100 requests nine a second, then one more', async () => {
    const statuses: number[] = [];
    for (let sent = 0; sent < 101; sent += 1) {
      statuses.push(await statusOf(call('c1')));
      await service.control('elapse', 112);
    }
    expect(statuses).toEqual([...new Array(100).fill(200), 429]);
  });

  fault('C2 11 requests at once', async () => {
    const replies = await Promise.all(Array.from({ length: 11 }, () => call('c2')));
    const refused = replies.filter(({ status }) => status === 429);
    expect(refused.length).toBe(1);
    expect(refused[0]).toMatchObject({
      headers: { 'retry-after': '1', 'x-ratelimit-scope': 'second', 'cache-control': 'no-store' },
      body: { error: { details: 'This key may ask 10 times a second.' } },
    });
    await service.control('elapse', 1_000);
    expect(remaining(await call('c2'))).toBe(89);
  });

  fault('C4 a flood of 130 s that ignores 429', { timeoutMs: 180_000, isLong: true }, async () => {
    // A window is known by its reset.
    const windows = new Map<string, number>();
    const startedAt = Date.now();
    while (Date.now() - startedAt < 130_000) {
      const { status, headers } = await call('c4');
      const reset = headers['x-ratelimit-reset'] as string;
      if (status === 200) windows.set(reset, (windows.get(reset) ?? 0) + 1);
    }
    expect([...windows.values()].slice(0, 2)).toEqual([100, 100]);
    expect(windows.size).toBe(3);
  });

  fault('C5 headers on 200, 400, 403, 404, 405, 413, 415, 429 and 502', async () => {
    const graphql = (body: string, type = 'application/json') => ({
      method: 'POST',
      headers: { Accept: 'application/graphql-response+json', 'Content-Type': type },
      body,
    });
    const wanted: readonly (readonly [string, number, CallOptions?])[] = [
      [weather, 200],
      ['/api/weather/current', 400],
      [exampleOf('/api/music/track'), 403],
      ['/api/nope', 404],
      [weather, 405, { method: 'POST' }],
      ['/api/weather/current?city=notfound', 404],
      ['/api/weather/current?city=Nowhere', 502],
      ['/api/weather/%E0%A4%A', 400],
      ['/api/me', 200],
      ['/graphql', 200, graphql('{"query":"{ __typename }"}')],
      ['/graphql', 400, graphql('{"query":"{"}')],
      ['/graphql', 415, graphql('{"query":"{ __typename }"}', 'text/plain')],
      ['/graphql', 413, graphql(' '.repeat(70_000))],
      ['/graphql', 405, { method: 'PUT' }],
      [weather, 429],
    ];
    const replies: Reply[] = [];
    for (const [path, status, options] of wanted) {
      if (status === 502) await upstream.fault({ host: 'api.openweathermap.org', status: 500 });
      const reply = await call('c5', path, options);
      expect(reply.status, path).toBe(status);
      replies.push(reply);
    }
    expect(replies.map(({ headers }) => headers['x-ratelimit-limit'])).toEqual(wanted.map(() => '14'));
    expect(replies.map(remaining)).toEqual([...wanted.keys()].reverse().map((left) => Math.max(0, left - 1)));
    for (const { headers } of replies) {
      expect(headers['ratelimit-policy']).toBe('"minute";q=14;w=60, "burst";q=50;w=1');
      expect(headers.ratelimit).toMatch(
        new RegExp(`^"minute";r=${headers['x-ratelimit-remaining']};t=\\d+$`),
      );
    }
    const resets = new Set(replies.map(({ headers }) => headers['x-ratelimit-reset']));
    expect(resets.size).toBe(1);
    const [reset] = [...resets].map(Number);
    expect(Number.isInteger(reset)).toBe(true);
    await upstream.reset();
  });

  fault('C6 a request after the reset', async () => {
    const first = await call('c6');
    expect(remaining(first)).toBe(99);
    for (let sent = 0; sent < 5; sent += 1) await call('c6');
    await service.control('elapse', 60_000);
    const after = await call('c6');
    expect([after.status, remaining(after)]).toEqual([200, 99]);
  });

  fault('C7 a 429 of the minute', async () => {
    await call('c7');
    await call('c7');
    await service.control('elapse', 10_500);
    const refused = await call('c7');
    expect(refused).toMatchObject({ status: 429, body: { success: false, error: { code: 429 } } });
    expect(refused.headers['x-ratelimit-scope']).toBe('minute');
    const retryAfter = Number(refused.headers['retry-after']);
    expect(retryAfter).toBeGreaterThanOrEqual(48);
    expect(retryAfter).toBeLessThanOrEqual(50);
    const inWindow = /r=0;t=(\d+)/.exec(refused.headers.ratelimit as string)?.[1];
    expect(Math.abs(Number(inWindow) - retryAfter)).toBeLessThanOrEqual(1);
    expect(refused.body.error.details).toMatch(/2 lookups a minute/);
  });

  fault('C8 the structured fields RateLimit and RateLimit-Policy', async () => {
    const { headers } = await call('c8');
    expect(headers['ratelimit-policy']).toBe('"minute";q=50;w=60, "burst";q=5;w=1');
    expect(headers.ratelimit).toBe('"minute";r=49;t=60');
    expect(headers['x-ratelimit-limit']).toBe('50');
    expect(headers['x-ratelimit-remaining']).toBe('49');
  });

  fault('C9 another key while one is used up', async () => {
    expect(await statusOf(call('c9'))).toBe(200);
    expect(await statusOf(call('c9'))).toBe(429);
    expect(await statusOf(call('c11'))).toBe(200);
  });

  fault('C10 50 requests through REST and 50 lookups through GraphQL, then one more', async () => {
    const rest = await Promise.all(Array.from({ length: 50 }, () => statusOf(call('c10'))));
    expect(count(rest, 200)).toBe(50);
    for (let sent = 0; sent < 5; sent += 1) {
      const fields = Array.from(
        { length: 10 },
        (_, index) => `n${index}: current(city: "C10 ${sent} ${index}") { name }`,
      );
      const reply = await ask(service.url, `{ weather { ${fields.join(' ')} } }`, as('c10'));
      expect(reply.status).toBe(200);
    }
    expect(await statusOf(call('c10'))).toBe(429);
    expect(await statusOf(ask(service.url, `{ ${field} }`, as('c10')))).toBe(429);
  });

  fault('C11 cached responses', async () => {
    await service.control('elapse', 61_000);
    const left: number[] = [];
    for (let sent = 0; sent < 4; sent += 1) left.push(remaining(await call('c11')));
    expect(left).toEqual([99, 98, 97, 96]);
  });

  fault('C12 what is charged', async () => {
    expect(remaining(await call('c12'))).toBe(99);
    expect(remaining(await call('c12', weather, { method: 'HEAD' }))).toBe(98);
    await call('c12', weather, { method: 'OPTIONS' });
    await service.call(weather, { from: addressOf('c12') });
    expect(remaining(await call('c12', '/api/nope'))).toBe(97);
  });

  fault('C13 a key with limits of its own', async () => {
    const replies = await Promise.all(Array.from({ length: 21 }, () => call('c13')));
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(20);
    expect(new Set(replies.map(({ headers }) => headers['x-ratelimit-limit']))).toEqual(new Set(['500']));
  });

  fault('C19 retries after 1, 2 and 4 s of a 429 of the minute', async () => {
    await call('c19');
    await call('c19');
    let retryAfter = 0;
    for (const waitMs of [0, 1_000, 2_000, 4_000]) {
      await service.control('elapse', waitMs);
      const reply = await call('c19');
      expect(reply.status).toBe(429);
      retryAfter = Number(reply.headers['retry-after']);
    }
    await service.control('elapse', retryAfter * 1_000);
    expect(await statusOf(call('c19'))).toBe(200);
    await until(() => service.isRunning, 'the service runs');
  });
});
