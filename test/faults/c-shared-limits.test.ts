import { afterAll, beforeAll, describe, expect } from 'vitest';
import { startValkey, type ValkeyServer, valkeyMissing } from '../server/stores-fixture.ts';
import { fault } from './harness/case.ts';
import { type Service, startService, until, useFaults } from './harness/service.ts';

const weather = '/api/weather/current?city=Oslo';
const names = ['c3', 'c14', 'c15', 'c16', 'c17', 'c18', 'exact'] as const;
type Name = (typeof names)[number];
const addressOf = (name: Name) => `127.0.4.${names.indexOf(name) + 1}`;

const needed = process.env.FAULTS === 'all' && valkeyMissing === undefined;

describe.skipIf(!needed)('C rate limits over two instances', () => {
  let valkey: ValkeyServer;
  let instances: readonly [Service, Service];
  const { dataDir, upstream, keys } = useFaults(
    Object.fromEntries(
      names.map((name) => [
        name,
        {
          address: addressOf(name),
          ...(['c14', 'c15'].includes(name) && { perMinute: 10_000, perSecond: 1_000 }),
        },
      ]),
    ) as Record<Name, { address: string }>,
  );
  beforeAll(async () => {
    valkey = await startValkey();
    const environment = { VALKEY_URL: valkey.url };
    const start = () => startService({ dataDir, upstream, environment });
    instances = await Promise.all([start(), start()]);
  });
  afterAll(() => valkey?.stop());

  const call = (name: Name, instance = 0) =>
    instances[instance]!.call(weather, { from: addressOf(name), key: keys[name] });
  /** Whether the metric of every instance says that it decides alone, or that none does. */
  const haveFallback = (value: 0 | 1) => async () =>
    (await Promise.all(instances.map((each) => each.metric('almanac_limiter_fallback')))).every(
      (decides) => decides === value,
    );
  const isShared = haveFallback(0);
  const isAlone = haveFallback(1);

  fault('C3 400 requests in parallel over two instances', { needs: ['valkey'] }, async () => {
    const accepted: number[] = [];
    const startedAt = Date.now();
    const lane = async (index: number, end: number) => {
      while (Date.now() - startedAt < end) {
        const sentAt = Date.now();
        const { status } = await call('c3', index % 2);
        expect([200, 429]).toContain(status);
        if (status === 200) accepted.push(sentAt);
      }
    };
    const first = await Promise.all(Array.from({ length: 400 }, (_, index) => call('c3', index % 2)));
    const passed = first.filter(({ status }) => status === 200).length;
    // 400 requests take longer than a second: each second may accept ten.
    expect(passed).toBeGreaterThanOrEqual(10);
    expect(passed).toBeLessThanOrEqual(100);
    await Promise.all(Array.from({ length: 8 }, (_, index) => lane(index, 14_000)));
    expect(passed + accepted.length).toBe(100);
  });

  fault('C17 the wall clock of one instance ten minutes ahead', { needs: ['valkey'] }, async () => {
    for (let sent = 0; sent < 4; sent += 1) await call('c17', sent % 2);
    await instances[0].control('wall', 600_000);
    const replies = [await call('c17', 0), await call('c17', 1)];
    await instances[0].control('wall', 0);
    expect(replies.map(({ status, headers }) => [status, headers['x-ratelimit-remaining']])).toEqual([
      [200, '95'],
      [200, '94'],
    ]);
    expect(replies[0]!.headers.ratelimit).toMatch(/r=95;t=(59|60)/);
  });

  fault('C18 Valkey that is emptied', { needs: ['valkey'] }, async () => {
    for (let sent = 0; sent < 5; sent += 1) await call('c18', sent % 2);
    await valkey.command('FLUSHALL');
    const reply = await call('c18');
    expect([reply.status, reply.headers['x-ratelimit-remaining']]).toEqual([200, '99']);
  });

  /** Median of the time of requests one after another, in milliseconds; none may fail. */
  async function median(name: Name): Promise<number> {
    const times: number[] = [];
    for (let sent = 0; sent < 60; sent += 1) {
      const startedAt = performance.now();
      expect((await call(name, sent % 2)).status).toBe(200);
      times.push(performance.now() - startedAt);
    }
    expect(Math.max(...times)).toBeLessThan(1_000);
    return times.sort((one, other) => one - other)[30]!;
  }

  fault('C14 Valkey that is gone', { needs: ['valkey'] }, async () => {
    const before = await median('c14');
    await valkey.kill();
    const during = await median('c14');
    expect(during - before).toBeLessThan(60);
    await until(isAlone, 'both instances decide alone');
    const notice = () =>
      instances[0].lines.findLast(({ msg }) => String(msg).startsWith('limits are this process'));
    await until(notice, 'the first instance logs it');
    expect(notice()!.reason).toMatch(/^[A-Z]+$/);
  });

  fault('C16 Valkey that is back', { needs: ['valkey'] }, async () => {
    await valkey.start();
    const startedAt = Date.now();
    await until(isShared, 'limits are shared', 10_000);
    expect(Date.now() - startedAt).toBeLessThan(4_000);
    const before = Number((await call('c16', 0)).headers['x-ratelimit-remaining']);
    expect(Number((await call('c16', 1)).headers['x-ratelimit-remaining'])).toBe(before - 1);
  });

  fault('C15 Valkey that is paused, read-only or full', { needs: ['valkey'] }, async () => {
    const faults: Record<string, readonly [start: string[], end: string[]]> = {
      'read-only': [
        ['REPLICAOF', '127.0.0.1', '1'],
        ['REPLICAOF', 'NO', 'ONE'],
      ],
      full: [
        ['CONFIG', 'SET', 'maxmemory', '1'],
        ['CONFIG', 'SET', 'maxmemory', '0'],
      ],
      paused: [['CLIENT', 'PAUSE', '4000', 'ALL'], []],
    };
    for (const [what, [start, end]] of Object.entries(faults)) {
      const before = await median('c15');
      await valkey.command(start[0]!, ...start.slice(1));
      expect((await median('c15')) - before, what).toBeLessThan(60);
      // A full store may run the script of the limits, so it goes on to decide.
      if (what !== 'full') await until(isAlone, `both instances notice a store that is ${what}`);
      if (end.length > 0) await valkey.command(end[0]!, ...end.slice(1));
      await until(isShared, 'limits are shared again');
    }
  });
});
