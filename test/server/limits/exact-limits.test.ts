import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type Clock, minutes, seconds, systemClock } from '../../../core/clock.ts';
import { createMemoryLimiter, type Limiter, type RateLimits } from '../../../server/limits/limiter.ts';
import { createSharedLimiter } from '../../../server/limits/shared-limiter.ts';
import { connectValkey } from '../../../server/stores/valkey.ts';
import { type OpenSharedStore, valkeyStore } from '../../../server/stores/valkey-store.ts';
import { manualClock } from '../../support/manual-clock.ts';
import { startValkey, type ValkeyServer, valkeyMissing } from '../stores-fixture.ts';

/** The limiters of two instances over one real store, each with a connection and a memory of its own. */

let valkey: ValkeyServer;
const opened: OpenSharedStore[] = [];
beforeAll(async () => {
  if (!valkeyMissing) valkey = await startValkey();
});
afterEach(async () => {
  for (const store of opened.splice(0)) store.close();
  if (!valkeyMissing) await valkey.command('FLUSHALL');
});
afterAll(() => valkey?.stop());

interface Two {
  readonly limiters: readonly [Limiter, Limiter];
  readonly stores: readonly OpenSharedStore[];
}

async function openTwo(
  options: { clock?: Clock; now?: () => number; timeoutMs?: number } = {},
): Promise<Two> {
  const { clock = systemClock, now, timeoutMs = 10_000 } = options;
  const connections = [0, 1].map(() => connectValkey({ url: valkey.url, clock: systemClock, timeoutMs }));
  const stores = connections.map((connection) => valkeyStore(connection, now));
  opened.push(...stores);
  await Promise.all(connections.map((connection) => connection.opened(20_000)));
  const [a, b] = stores.map((store) => createSharedLimiter({ store, fallback: createMemoryLimiter(clock) }));
  return { limiters: [a!, b!], stores };
}

const wide: RateLimits = { perMinute: 100, perSecond: 100_000 };

/** Charges one lookup this many times to both in turn, all at once. Resolves to the number of accepted ones. */
async function accepted(count: number, limiters: readonly Limiter[], limits = wide): Promise<number> {
  const charges = Array.from({ length: count }, (_, index) =>
    limiters[index % limiters.length]!.charge('ada', limits, 1),
  );
  return (await Promise.all(charges)).filter((decision) => decision.accepted).length;
}

const untilUp = (stores: readonly OpenSharedStore[]) =>
  expect.poll(() => stores.every(({ isUp }) => isUp), { timeout: 30_000 }).toBe(true);
const untilDown = (stores: readonly OpenSharedStore[]) =>
  expect.poll(() => stores.some(({ isUp }) => isUp), { timeout: 30_000 }).toBe(false);

const skipped = valkeyMissing ? ` (skipped: ${valkeyMissing})` : '';

describe.skipIf(valkeyMissing)(`limits of two instances at once${skipped}`, { timeout: 60_000 }, () => {
  it('accept exactly 100 in each of several minutes', async () => {
    const clock = manualClock();
    const { limiters } = await openTwo({ clock, now: clock.now });
    for (let window = 0; window < 4; window += 1) {
      expect(await accepted(300, limiters)).toBe(100);
      await clock.advance(minutes(1) - 1);
      expect(await accepted(20, limiters)).toBe(0);
      await clock.advance(1);
    }
  });

  it('share what queries reserve and give back at once', async () => {
    const { limiters } = await openTwo();
    const runs = Array.from({ length: 50 }, async (_, index) => {
      const limiter = limiters[index % 2]!;
      const { accepted: isAccepted, resetAtMs } = await limiter.charge('ada', wide, 40);
      if (isAccepted) await limiter.refund('ada', wide, { lookups: 39, resetAtMs });
      return isAccepted;
    });
    const paid = (await Promise.all(runs)).filter(Boolean).length;
    expect(paid).toBeGreaterThanOrEqual(2);
    for (const limiter of limiters) {
      expect(await limiter.peek('ada', wide)).toMatchObject({ remaining: 100 - paid });
    }
  });

  it('accept exactly 10 in each of several seconds', async () => {
    const clock = manualClock();
    const { limiters } = await openTwo({ clock, now: clock.now });
    for (let second = 0; second < 10; second += 1) {
      expect(await accepted(40, limiters, { perMinute: 100, perSecond: 10 })).toBe(10);
      await clock.advance(seconds(1));
    }
    expect(await accepted(40, limiters, { perMinute: 100, perSecond: 10 })).toBe(0);
  });

  it('accept no more than 10 of one key in any second, by the clock of the store', async () => {
    const { limiters } = await openTwo();
    const decidedAt = new Set<number>();
    const until = Date.now() + 2_500;
    const ask = async (limiter: Limiter) => {
      while (Date.now() < until) {
        const decision = await limiter.charge('ada', { perMinute: 1_000, perSecond: 10 }, 1);
        if (!decision.accepted) continue;
        // The store keeps the times of the last ten decisions.
        const last = (await valkey.command('LRANGE', 'almanac:burst:{key:ada}', 0, -1)) as string[];
        for (const time of last) decidedAt.add(Number(time));
      }
    };
    await Promise.all(limiters.flatMap((limiter) => [ask(limiter), ask(limiter), ask(limiter)]));
    const times = [...decidedAt].sort((a, b) => a - b);
    const ofTen = times.slice(10).map((at, index) => at - times[index]!);
    expect(ofTen.length).toBeGreaterThan(10);
    expect(Math.min(...ofTen)).toBeGreaterThanOrEqual(1_000);
  });

  it('are those of each instance while the store is dead, and begin anew with an empty store', async () => {
    const { limiters, stores } = await openTwo();
    expect(await accepted(60, limiters)).toBe(60);
    await valkey.kill();
    await untilDown(stores);
    expect(await accepted(400, limiters)).toBe(2 * 100);
    await valkey.start();
    await untilUp(stores);
    expect(await accepted(200, limiters)).toBe(100);
  });

  it('of a store that was away and kept its data go on from what it had counted', async () => {
    const { limiters, stores } = await openTwo();
    expect(await accepted(60, limiters)).toBe(60);
    await valkey.command('REPLICAOF', '127.0.0.1', 1);
    expect(await accepted(10, limiters)).toBe(10);
    await untilDown(stores);
    await valkey.command('REPLICAOF', 'NO', 'ONE');
    await untilUp(stores);
    expect(await accepted(200, limiters)).toBe(40);
  });

  it('hold no request for longer than the timeout of the store', async () => {
    const { limiters, stores } = await openTwo({ timeoutMs: 50 });
    await valkey.command('CLIENT', 'PAUSE', 3_000, 'ALL');
    const startedAt = Date.now();
    expect(await accepted(20, limiters)).toBe(20);
    expect(Date.now() - startedAt).toBeLessThan(2_000);
    await untilDown(stores);
    await untilUp(stores);
    expect((await limiters[0].charge('grace', wide, 1)).remaining).toBe(99);
    expect((await limiters[1].charge('grace', wide, 1)).remaining).toBe(98);
  });
});
