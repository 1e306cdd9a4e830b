import { setTimeout as pause } from 'node:timers/promises';
import { beforeEach, describe, expect } from 'vitest';
import { fault } from './harness/case.ts';
import { connectRaw } from './harness/client.ts';
import { exampleRequests } from './harness/routes.ts';
import { generous, until, useFaults } from './harness/service.ts';

const weatherHost = 'api.openweathermap.org';

describe('J overload', () => {
  let count = 0;
  const { upstream, keys, serve } = useFaults({
    one: { address: '127.0.0.1', ...generous },
    other: { address: '127.0.0.2', ...generous },
  });
  const service = serve({ OVERLOAD_LAG_MS: '200' }, ['--expose-gc']);
  /** On a busy machine the other one may still shed. */
  const calm = serve();

  beforeEach(() => upstream.reset());
  const get = (path: string) => service.call(`/api/${path}`, { key: keys.one });
  const getAsOther = (path: string) => service.call(`/api/${path}`, { key: keys.other, from: '127.0.0.2' });
  const freshCity = () => {
    count += 1;
    return `weather/current?city=Place${count}`;
  };

  fault('J1 an event loop that lags by more than 200 ms for a second', async () => {
    const cached = freshCity();
    for (let sent = 0; sent < 3; sent += 1) await get(cached);
    // The loop is blocked again and again, with a short gap in which requests arrive.
    let isOver = false;
    const blocking = (async () => {
      while (!isOver) {
        await service.control('block', 400);
        await pause(20);
      }
    })();
    await pause(2_500);
    let fresh = await get(freshCity());
    // A request that arrives between two delays of the loop may be served.
    await until(
      async () => {
        fresh = await get(freshCity());
        return fresh.status === 503;
      },
      'new work is refused',
      10_000,
    );
    const [known, ready, health, status] = await Promise.all([
      get(cached),
      service.call('/readyz'),
      service.call('/healthz'),
      service.call('/status', { key: keys.one }),
    ]);
    isOver = true;
    await blocking;
    expect([known.status, health.status, status.status]).toEqual([200, 200, 200]);
    expect(ready.status).toBe(503);
    expect(Number(fresh.headers['retry-after'])).toBeGreaterThanOrEqual(1);
    await until(async () => (await get(freshCity())).status === 200, 'new work is accepted again', 10_000);
  });

  fault('J2 many slow requests of one key', { isLong: true }, async () => {
    await upstream.fault({ host: weatherHost, delayMs: 3_000 });
    const slow = Array.from({ length: 400 }, () =>
      get(freshCity()).then(
        ({ status }) => status,
        () => 0,
      ),
    );
    await pause(1_000);
    const startedAt = Date.now();
    expect((await getAsOther('coderepo/user?username=octocat')).status).toBe(200);
    // The queue of an upstream is fair: the other key does not wait for all of the first.
    expect((await getAsOther(freshCity())).status).toBe(200);
    expect(Date.now() - startedAt).toBeLessThan(10_000);
    for (const status of await Promise.all(slow)) expect([200, 429, 503, 504]).toContain(status);
  });

  fault('J3 heavy routes of one group', { isLong: true }, async () => {
    await service.control('elapse', 600_000);
    const cached = freshCity();
    for (let sent = 0; sent < 3; sent += 1) await get(cached);
    const heavy = Array.from({ length: 12 }, (_, index) => [
      get(`blockgame/someone${index}/badges`),
      get(`brgame/cosmetics/br/search/all?name=thing${index}`),
    ]).flat();
    const times: number[] = [];
    for (let sent = 0; sent < 40; sent += 1) {
      const startedAt = performance.now();
      expect((await getAsOther(cached)).status).toBe(200);
      times.push(performance.now() - startedAt);
    }
    expect(times.sort((one, other) => one - other)[20]).toBeLessThan(500);
    for (const { status } of await Promise.all(heavy)) expect([200, 404, 503]).toContain(status);
  });

  fault('J4 limits far beyond their maximum', async () => {
    const beyond: readonly (readonly [path: string, name: string])[] = [
      ['videosite/all?username=someone&max_videos=1000000', 'max_videos'],
      ['clips/trending?limit=1000000', 'limit'],
      ['blockgame/someone?limit=1000000', 'limit'],
      ['photosocial/comments?url=https://www.instagram.com/p/abc/&amount=100000', 'amount'],
      ['pinboard/search?q=a&limit=100000', 'limit'],
      [
        `brgame/cosmetics/br/search/ids?${Array.from({ length: 1_000 }, (_, index) => `id=i${index}`).join('&')}`,
        'id',
      ],
    ];
    for (const [path, name] of beyond) {
      const { status, body } = await calm.call(`/api/${path}`, { key: keys.one });
      expect([status, body.error], path).toEqual([400, expect.stringContaining(name)]);
    }
    expect(upstream.hits).toEqual([]);
  });

  fault('J5 a thousand idle sockets, and heads that never end', { isLong: true }, async () => {
    const idle = Array.from({ length: 500 }, () => connectRaw(service.url, '127.0.5.1'));
    const slow = Array.from({ length: 300 }, () => connectRaw(service.url, '127.0.5.2'));
    for (const { socket } of slow) socket.write('GET /healthz HTTP/1.1\r\nHost: a\r\nX-Slow: ');
    const trickle = setInterval(() => {
      for (const { socket } of slow) if (!socket.destroyed) socket.write('a');
    }, 1_000);
    try {
      await pause(1_000);
      expect((await get('coderepo/user?username=octocat')).status).toBe(200);
      await until(() => slow.every(({ isClosed }) => isClosed), 'slow heads are cut off', 25_000);
      expect((await service.call('/healthz')).status).toBe(200);
    } finally {
      clearInterval(trickle);
      for (const { socket } of [...idle, ...slow]) socket.destroy();
    }
  });

  fault('J6 a long run with faults', { timeoutMs: 120_000, isLong: true }, async () => {
    await upstream.fault({ host: weatherHost, path: '/data/2.5/weather', status: 500, times: 20 });
    const measure = async () => {
      await service.control('collect');
      await pause(1_500);
      await service.control('collect');
      return { rss: (await service.control('usage')).rss / 1_048_576, descriptors: service.descriptors() };
    };
    const run = async (ms: number) => {
      const end = Date.now() + ms;
      const lane = async (offset: number) => {
        for (let turn = offset; Date.now() < end; turn += 1) {
          const { address, method } = exampleRequests[(turn * 7) % exampleRequests.length]!;
          if (method === 'GET') await service.call(address, { key: keys.one }).catch(() => {});
          if (turn % 10 === 0)
            await service.call(address, { key: keys.one, abortAfterMs: 5 }).catch(() => {});
        }
      };
      await Promise.all([0, 31, 67].map(lane));
    };
    await run(20_000);
    const third = await measure();
    await run(40_000);
    const end = await measure();
    expect(end.rss).toBeLessThan(third.rss * 1.35 + 30);
    expect(end.descriptors).toBeLessThan(third.descriptors + 20);
  });
});
