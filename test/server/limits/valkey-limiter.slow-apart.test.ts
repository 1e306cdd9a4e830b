import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { systemClock } from '../../../core/clock.ts';
import { openInstances, type TestInstance, type TestInstances } from '../instances-fixture.ts';
import { freePort, startValkey, type ValkeyServer, valkeyMissing } from '../stores-fixture.ts';

/** Instances that share their limits through a real store. limiter.test.ts tests the rules of a single limiter. */

let valkey: ValkeyServer;
let instances: TestInstances;
const patient = { sharedTimeoutMs: 10_000 };
const wide = { perMinute: 100, perSecond: 100_000 };

beforeEach(async () => {
  if (valkeyMissing) return;
  valkey = await startValkey();
  instances = await openInstances();
});
afterEach(async () => {
  await instances?.close();
  await valkey?.stop();
});

const start = (options: { clock?: typeof systemClock; sharedTimeoutMs?: number } = {}) =>
  instances.start({ ...options, environment: { VALKEY_URL: valkey.url } });

type Issued = Awaited<ReturnType<TestInstances['issue']>>;

/** Sends requests concurrently, in turn to the instances, and summarises the responses. */
async function flood(count: number, over: readonly TestInstance[], { secret, headers }: Issued) {
  const responses = await Promise.all(
    Array.from({ length: count }, (_, index) => over[index % over.length]!.ask('/api/me', secret, headers)),
  );
  const statuses = responses.map(({ status }) => status);
  await Promise.all(responses.map((response) => response.text()));
  const with200 = responses.filter(({ status }) => status === 200);
  return {
    accepted: with200.length,
    statuses: [...new Set(statuses)].sort(),
    lowest: Math.min(...responses.map(({ headers }) => Number(headers.get('x-ratelimit-remaining')))),
  };
}

const ask = (instance: TestInstance, { secret, headers }: Issued) => instance.ask('/api/me', secret, headers);
const left = async (instance: TestInstance, key: Issued) =>
  Number((await ask(instance, key)).headers.get('x-ratelimit-remaining'));
const isShared = async (instance: TestInstance) => (await instance.metric('almanac_limiter_fallback')) === 0;

async function untilShared(...over: TestInstance[]): Promise<number> {
  const startedAt = Date.now();
  while (!(await Promise.all(over.map(isShared))).every(Boolean)) await pause(20);
  return Date.now() - startedAt;
}

const skipped = valkeyMissing ? ` (skipped: ${valkeyMissing})` : '';

describe.skipIf(valkeyMissing)(`limits over two instances${skipped}`, () => {
  it('stay exact while the store is late', async () => {
    const key = await instances.issue(wide);
    const both = [await start(), await start()];
    await untilShared(...both);
    await valkey.command('CLIENT', 'PAUSE', 100, 'ALL');
    expect(await flood(400, both, key)).toEqual({ accepted: 100, statuses: [200, 429], lowest: 0 });
    for (const instance of both) expect(await instance.metric('almanac_limit_fallbacks_total')).toBe(0);
  });

  it('expire in the store when they are no longer needed', async () => {
    const key = await instances.issue(wide);
    const instance = await start(patient);
    await ask(instance, key);
    for (const kind of ['window', 'burst']) {
      const name = `almanac:${kind}:{key:${key.key.id}}`;
      expect(await valkey.command('PTTL', name)).toBeGreaterThan(0);
      expect(await valkey.command('PTTL', name)).toBeLessThanOrEqual(61_000);
    }
  });
});

describe.skipIf(valkeyMissing)(`a shared store${skipped}`, () => {
  it('has one log line for each change of its state, and a metric', async () => {
    const key = await instances.issue(wide);
    const instance = await start();
    await untilShared(instance);
    await valkey.kill();
    await flood(20, [instance], key);
    await vi.waitFor(async () => expect(await isShared(instance)).toBe(false));
    expect(await instance.metric('almanac_limit_fallbacks_total')).toBeGreaterThan(0);
    await valkey.start();
    await untilShared(instance);
    expect(instance.logged('limits are this process’ own')).toHaveLength(1);
    expect(instance.logged('limits are shared')).toHaveLength(2);
  });

  it.each([
    ['slow', ['CLIENT', 'PAUSE', 3_000, 'ALL'], undefined],
    ['read-only', ['REPLICAOF', '127.0.0.1', 1], ['REPLICAOF', 'NO', 'ONE']],
  ] as const)('that is %s decides nothing, and is used again when it recovers', async (_, begin, end) => {
    const [key, another] = [await instances.issue(wide), await instances.issue(wide)];
    const instance = await start();
    await untilShared(instance);
    const [name, ...words] = begin;
    await valkey.command(name, ...words);
    expect(await flood(20, [instance], key)).toMatchObject({ accepted: 20, statuses: [200] });
    expect(await instance.metric('almanac_limit_fallbacks_total')).toBe(20);
    await vi.waitFor(async () => expect(await isShared(instance)).toBe(false));
    if (end) await valkey.command(end[0], ...end.slice(1));
    // A pause ends by itself, and commands that were sent before it are then executed.
    expect(await untilShared(instance)).toBeLessThan(end ? 2_000 : 5_000);
    expect([await left(instance, another), await left(instance, another)]).toEqual([99, 98]);
    expect(await valkey.command('EXISTS', `almanac:window:{key:${another.key.id}}`)).toBe(1);
  });

  it('that was never available is replaced by the memory of the process', async () => {
    const environment = { VALKEY_URL: `redis://127.0.0.1:${await freePort()}` };
    const key = await instances.issue(wide);
    const instance = await instances.start({ environment });
    expect([await left(instance, key), await left(instance, key)]).toEqual([99, 98]);
    expect(instance.logged('limits are this process’ own')).toMatchObject([{ reason: 'ECONNREFUSED' }]);
  });
});
