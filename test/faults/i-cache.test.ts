import { setTimeout as pause } from 'node:timers/promises';
import { beforeEach, describe, expect } from 'vitest';
import { fault } from './harness/case.ts';
import type { Reply } from './harness/client.ts';
import { exampleOf } from './harness/routes.ts';
import { generous, useFaults } from './harness/service.ts';

const weatherHost = 'api.openweathermap.org';

describe('I cache', () => {
  const { upstream, keys, serve } = useFaults({
    first: { address: '127.0.0.1', ...generous },
    second: { address: '127.0.0.2' },
    news: { address: '127.0.0.3', groups: ['news'], ...generous },
  });
  const one = serve();
  const two = serve({ CACHE_MB: '4' });

  const get = (path: string, service = one) => service.call(`/api/${path}`, { key: keys.first });
  const elapse = (seconds: number) => one.control('elapse', seconds * 1_000);
  async function calm(): Promise<void> {
    await upstream.reset();
    await elapse(120);
  }
  beforeEach(calm);
  const statuses = (replies: readonly Reply[]) => [...new Set(replies.map(({ status }) => status))];

  fault('I1 200 identical requests at once for what is not cached', async () => {
    await upstream.fault({ host: weatherHost, delayMs: 300 });
    const replies = await Promise.all(Array.from({ length: 200 }, () => get('weather/current?city=Crowd')));
    expect(statuses(replies)).toEqual([200]);
    expect(upstream.hits.length).toBe(1);
  });

  fault('I2 the first of several waiters leaves', async () => {
    await upstream.fault({ host: weatherHost, delayMs: 700 });
    const leader = one
      .call('/api/weather/current?city=Leader', { key: keys.first, abortAfterMs: 300 })
      .catch((error: Error) => error.message);
    await pause(100);
    const followers = Array.from({ length: 10 }, () => get('weather/current?city=Leader'));
    expect(await leader).toBe('aborted');
    expect(statuses(await Promise.all(followers))).toEqual([200]);
    expect(upstream.hits.length).toBe(1);
  });

  fault('I3 200 identical requests at once over two instances', async () => {
    await upstream.fault({ host: weatherHost, delayMs: 300 });
    const replies = await Promise.all(
      Array.from({ length: 200 }, (_, index) => get('weather/current?city=Both', index % 2 ? one : two)),
    );
    expect(statuses(replies)).toEqual([200]);
    expect(upstream.hits.length).toBeLessThanOrEqual(2);
  });

  fault('I4 an upstream that fails after an entry has become stale', async () => {
    const path = 'weather/current?city=Aging';
    const fresh = await get(path);
    expect(fresh.status).toBe(200);
    await upstream.fault({ host: weatherHost, status: 500 });
    let stale = await get(path);
    let minutes = 0;
    // Beyond its lifetime the entry is served while the upstream fails, and says its age.
    while (upstream.hits.length < 2 && minutes < 300) {
      minutes += 5;
      await elapse(300);
      stale = await get(path);
    }
    expect([stale.status, stale.text]).toEqual([200, fresh.text]);
    expect(stale.headers).toMatchObject({ 'x-cache': 'STALE', 'cache-control': 'private, max-age=0' });
    expect(Number(stale.headers.age)).toBeGreaterThanOrEqual(minutes * 60 - 60);
    await elapse(8 * 86_400);
    expect((await get(path)).status).toBe(502);
  });

  fault('I5 errors', async () => {
    await upstream.fault({ host: weatherHost, status: 500 });
    expect((await get('weather/current?city=Once')).status).toBe(502);
    await upstream.reset();
    expect((await get('weather/current?city=Once')).status).toBe(200);
    await upstream.reset();
    const missing = 'weather/current?city=notfoundtown';
    expect((await get(missing)).status).toBe(404);
    const asked = upstream.hits.length;
    expect((await get(missing)).status).toBe(404);
    expect(upstream.hits.length).toBe(asked);
    await elapse(86_400);
    expect((await get(missing)).status).toBe(404);
    expect(upstream.hits.length).toBeGreaterThan(asked);
  });

  fault('I6 arguments that differ in case, order, default and Unicode form', async () => {
    const same: readonly (readonly [path: string, other: string])[] = [
      ['weather/forecast?city=Order&count=3', 'weather/forecast?count=3&city=Order'],
      ['weather/forecast?city=Default', 'weather/forecast?city=Default&count=40'],
      ['weather/current?city=Trim', 'weather/current?city=%20Trim%20'],
      ['weather/current?city=Malm%C3%B6', 'weather/current?city=Malmo%CC%88'],
      ['cardgame/player/ABC2PQ', 'cardgame/player/%23abc2pq'],
      ['cubegame/uuid?username=Steve', 'cubegame/uuid?username=Steve&x=1'],
    ];
    for (const [path, other] of same) {
      await calm();
      const first = await get(path);
      expect(first.status, path).toBe(200);
      const before = upstream.hits.length;
      expect((await get(other)).text, other).toBe(first.text);
      expect(upstream.hits.length, other).toBe(before);
    }
    await calm();
    const first = await get('weather/forecast?city=Differ&count=3');
    const second = await get('weather/forecast?city=Differ&count=4');
    expect([first.body.list.length, second.body.list.length]).toEqual([3, 4]);
  });

  fault('I7 two keys and one route', async () => {
    const path = '/api/weather/current?city=Shared';
    await get('weather/current?city=Shared');
    const first = await one.call(path, { key: keys.first });
    const second = await one.call(path, { key: keys.second, from: '127.0.0.2' });
    expect(second.text).toBe(first.text);
    expect(first.headers['x-ratelimit-limit']).toBe(String(generous.perMinute));
    expect(second.headers['x-ratelimit-limit']).toBe('100');
    expect(second.headers['x-request-id']).not.toBe(first.headers['x-request-id']);
    expect(second.headers['cache-control']).toMatch(/private/);
    expect(second.headers.vary).toMatch(/Authorization/);
  });

  fault('I8 language and size', async () => {
    for (const [path, name, values] of [
      ['brgame/banners?', 'language', ['de', 'en', 'fr']],
      ['cubegame/avatar?uuid=069a79f444e94726a5befca90e38aaf5&', 'size', ['16', '32', '64']],
      ['titledb/id?id=tt0111161&', 'plot', ['short', 'full']],
    ] as const) {
      const replies: Reply[] = [];
      for (const value of [...values, ...values]) replies.push(await get(`${path}${name}=${value}`));
      expect(statuses(replies)).toEqual([200]);
      expect(new Set(replies.map(({ text }) => text)).size, path).toBe(values.length);
    }
  });

  fault('I9 more entries than the cache may hold', { timeoutMs: 180_000, isLong: true }, async () => {
    await two.control('collect');
    const { rss: before } = await two.control('usage');
    for (let index = 0; index < 300; index += 1) {
      await get(`brgame/cosmetics/br/search/all?name=item${index}`, two);
    }
    expect(((await two.control('usage')).rss - before) / 1_048_576).toBeLessThan(250);
  });

  fault('I10 many entries that expire together', async () => {
    const ages = new Set<string>();
    for (let index = 0; index < 24; index += 1) {
      const { headers } = await get(`weather/current?city=Jitter${index}`);
      ages.add(/max-age=(\d+)/.exec(headers['cache-control'] as string)?.[1] ?? '');
    }
    expect(ages.size).toBeGreaterThan(4);
    const numbers = [...ages].map(Number);
    expect(Math.max(...numbers) / Math.min(...numbers)).toBeLessThan(1.3);
  });

  fault('I11 links to media that expire', async () => {
    const path = exampleOf('/api/shortvideo/video').slice(5);
    const reply = await get(path);
    expect(reply.status).toBe(200);
    const expiries = [...reply.text.matchAll(/[?&](?:x-expires|expire|expires)=(\d{10})/g)].map(([, at]) =>
      Number(at),
    );
    const maxAge = Number(/max-age=(\d+)/.exec(reply.headers['cache-control'] as string)?.[1] ?? 0);
    const nowSeconds = Date.now() / 1000;
    for (const at of expiries) expect(nowSeconds + maxAge).toBeLessThan(at);
    expect(maxAge).toBeLessThan(3_600);
    // A link is not served after the entry's lifetime, even while the upstream fails.
    await upstream.fault({ host: 'www.tiktok.com', status: 500 });
    await elapse(6 * 3_600);
    expect((await get(path)).status).not.toBe(200);
  });

  fault('I12 If-None-Match of another key', async () => {
    const path = '/api/weather/current?city=Tagged';
    const tag = (await one.call(path, { key: keys.first })).headers.etag!;
    const headers = { 'If-None-Match': tag };
    expect((await one.call(path, { key: keys.first, headers })).status).toBe(304);
    expect((await one.call(path, { key: keys.second, from: '127.0.0.2', headers })).status).toBe(304);
    expect((await one.call(path, { key: keys.news, from: '127.0.0.3', headers })).status).toBe(403);
    expect((await one.call(path, { from: '127.0.0.12', headers })).status).toBe(401);
  });
});
