import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type Clock, manualClock, minutes, seconds, systemClock } from '../../../core/clock.ts';
import { createMemoryLimiter, type Limiter, type RateLimits } from '../../../server/limits/limiter.ts';
import { createValkeyLimiter } from '../../../server/limits/valkey-limiter.ts';
import { openSharedStore, type SharedStore } from '../../../server/stores/valkey.ts';
import { startValkey, type ValkeyServer, valkeyMissing } from '../stores-fixture.ts';

/** The limiters of two instances over one real store, each with a connection and a memory of its own. */

let valkey: ValkeyServer;
const opened: SharedStore[] = [];
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
  readonly stores: readonly SharedStore[];
}

async function openTwo(
  options: { clock?: Clock; now?: () => number; deadlineMs?: number } = {},
): Promise<Two> {
  const { clock = systemClock, now, deadlineMs = 10_000 } = options;
  const stores = [0, 1].map(() => openSharedStore({ url: valkey.url, clock: systemClock, deadlineMs }));
  opened.push(...stores);
  await Promise.all(stores.map((store) => store.opened(20_000)));
  const [a, b] = stores.map((store) =>
    createValkeyLimiter({ store, clock, fallback: createMemoryLimiter(clock), ...(now && { now }) }),
  );
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

/** Leaves both with a knowledge of the minute: one of 59 lookups, one of 60. */
async function chargeSixty([a, b]: Two['limiters']): Promise<void> {
  expect(await accepted(58, [a, b])).toBe(58);
  expect([await accepted(1, [a]), await accepted(1, [b])]).toEqual([1, 1]);
}

const untilUp = (stores: readonly SharedStore[]) =>
  expect.poll(() => stores.every(({ isUp }) => isUp), { timeout: 30_000 }).toBe(true);
const untilDown = (stores: readonly SharedStore[]) =>
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

  it('accept exactly 10 in each of several seconds', async () => {
    const clock = manualClock();
    const { limiters } = await openTwo({ clock, now: clock.now });
    for (let second = 0; second < 10; second += 1) {
      expect(await accepted(40, limiters, { perMinute: 100, perSecond: 10 })).toBe(10);
      await clock.advance(seconds(1));
    }
    expect(await accepted(40, limiters, { perMinute: 100, perSecond: 10 })).toBe(0);
  });

  it('count what was charged alone when a store returns without its data', async () => {
    const { limiters, stores } = await openTwo();
    await chargeSixty(limiters);
    await valkey.kill();
    await untilDown(stores);
    expect(await accepted(20, limiters)).toBe(20);
    await valkey.start();
    await untilUp(stores);
    // Each reports with its next command; the first one restores what it knew of the minute.
    expect([await accepted(1, [limiters[1]]), await accepted(1, [limiters[0]])]).toEqual([1, 1]);
    expect(await accepted(200, limiters)).toBe(100 - 60 - 20 - 2);
  });

  it('accept at most the rest of the limit from each instance while the store is dead, and then nothing', async () => {
    const { limiters, stores } = await openTwo();
    await chargeSixty(limiters);
    await valkey.kill();
    await untilDown(stores);
    const alone = await accepted(400, limiters);
    expect(alone).toBe(41 + 40);
    await valkey.start();
    await untilUp(stores);
    expect(await accepted(200, limiters)).toBe(0);
  });

  it('count a request once that was decided alone and charged late', async () => {
    const { limiters, stores } = await openTwo({ deadlineMs: 50 });
    expect(await accepted(10, limiters)).toBe(10);
    await valkey.command('CLIENT', 'PAUSE', 2_000, 'ALL');
    expect(await accepted(10, limiters)).toBe(10);
    await untilDown(stores);
    // These are not sent to the store.
    expect(await accepted(10, limiters)).toBe(10);
    await untilUp(stores);
    // Each instance reports with its next command.
    expect(await limiters[0].charge('ada', wide, 1)).toMatchObject({ remaining: 100 - 10 - 10 - 5 - 1 });
    expect(await limiters[1].charge('ada', wide, 1)).toMatchObject({ remaining: 100 - 10 - 10 - 10 - 2 });
    expect(await accepted(200, limiters)).toBe(68);
  });
});
