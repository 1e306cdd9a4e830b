import { describe, expect, it } from 'vitest';
import { type Clock, minutes, seconds } from '../../../core/clock.ts';
import {
  createMemoryLimiter,
  type Decision,
  type Limiter,
  type RateLimits,
} from '../../../server/limits/limiter.ts';
import { addRateHeaders } from '../../../server/limits/rate-headers.ts';
import { manualClock } from '../../support/manual-clock.ts';
import { sharedLimiters } from '../stores-fixture.ts';

const standard = { perMinute: 100, perSecond: 10 };

type Opened = Pick<Limiter, 'charge' | 'peek' | 'refund'>;
type Kind = [name: string, reason: string | undefined, open: (clock: Clock) => Opened | Promise<Opened>];

const valkey = sharedLimiters();
const kinds: Kind[] = [
  ['in memory', undefined, createMemoryLimiter],
  [`in Valkey${valkey.reason ? ` (skipped: ${valkey.reason})` : ''}`, valkey.reason, valkey.open],
];

async function limiterAtRest(open: Kind[2] = createMemoryLimiter) {
  const clock = manualClock();
  const limiter = await open(clock);
  /** Charges the prices one after the other, `everyMs` apart. */
  const charge = async (prices: readonly number[], everyMs = 0, limits = standard, keyId = 'ada') => {
    const decisions = [];
    for (const price of prices) {
      decisions.push(await limiter.charge(keyId, limits, price));
      if (everyMs > 0) await clock.advance(everyMs);
    }
    return decisions;
  };
  return { clock, limiter, charge };
}

const times = (count: number, price = 1) => Array.from({ length: count }, () => price);

describe.each(kinds)('a limiter %s', (_, reason, open) => {
  describe.skipIf(reason)('the limit of a minute', () => {
    it('accepts request 100 and refuses request 101', async () => {
      const { charge, clock } = await limiterAtRest(open);
      const start = clock.now();
      const decisions = await charge(times(101), 110);
      expect(decisions.map(({ accepted }) => accepted)).toEqual([...times(100).map(() => true), false]);
      expect(decisions.map(({ remaining }) => remaining).slice(0, 3)).toEqual([99, 98, 97]);
      expect(new Set(decisions.map(({ resetAtMs }) => resetAtMs))).toEqual(new Set([start + minutes(1)]));
      expect(decisions[100]).toEqual({
        accepted: false,
        refusedBy: 'minute',
        limit: 100,
        remaining: 0,
        resetAtMs: start + minutes(1),
        resetAfterSeconds: 49,
        retryAfterSeconds: 49,
      });
    });

    it('is reset at the time in the status, and not before', async () => {
      const { charge, clock } = await limiterAtRest(open);
      const { resetAtMs } = (await charge(times(100), 110)).at(-1)!;
      await clock.advance(resetAtMs - clock.now() - 1);
      expect((await charge([1]))[0]).toMatchObject({ accepted: false, retryAfterSeconds: 1 });
      await clock.advance(1);
      expect((await charge([1]))[0]).toMatchObject({
        accepted: true,
        remaining: 99,
        resetAtMs: resetAtMs + minutes(1),
      });
    });

    it('has a window that begins with the first accepted request', async () => {
      const { charge, clock } = await limiterAtRest(open);
      await charge([1]);
      await clock.advance(seconds(200));
      expect((await charge([1]))[0]).toMatchObject({ remaining: 99, resetAtMs: clock.now() + minutes(1) });
    });

    it('is charged the price, and nothing for a price above the remaining lookups', async () => {
      const { charge } = await limiterAtRest(open);
      const decisions = await charge([60, 41, 40, 1]);
      expect(decisions.map(({ accepted, remaining, refusedBy }) => [accepted, remaining, refusedBy])).toEqual(
        [
          [true, 40, undefined],
          [false, 40, 'minute'],
          [true, 0, undefined],
          [false, 0, 'minute'],
        ],
      );
    });

    it('never has negative remaining lookups when the limit of a key is lowered', async () => {
      const { charge, limiter } = await limiterAtRest(open);
      await charge([60]);
      expect(await limiter.peek('ada', { perMinute: 50, perSecond: 10 })).toMatchObject({
        limit: 50,
        remaining: 0,
      });
    });
  });

  describe.skipIf(reason)('a refund', () => {
    it.each([
      ['gives lookups back', 40, 80],
      ['gives no more back than was charged', 70, 100],
      ['charges more, beyond the limit', -90, 0],
    ])('%s', async (_, lookups, remaining) => {
      const { charge, limiter } = await limiterAtRest(open);
      const [{ resetAtMs }] = (await charge([60])) as [Decision];
      expect(await limiter.refund('ada', standard, { lookups, resetAtMs })).toMatchObject({
        remaining,
        resetAtMs,
      });
    });

    it('that charges more than a minute has is owed by the next ones', async () => {
      const { charge, limiter, clock } = await limiterAtRest(open);
      const [{ resetAtMs }] = (await charge([60])) as [Decision];
      await limiter.refund('ada', standard, { lookups: -200, resetAtMs });
      const owed: string[] = [];
      for (let minute = 0; minute < 3; minute += 1) {
        await clock.advance(minute === 0 ? resetAtMs - clock.now() : minutes(1));
        const [decision] = (await charge([1])) as [Decision];
        owed.push(`${decision.accepted} ${decision.remaining} ${decision.resetAtMs - resetAtMs}`);
      }
      expect(owed).toEqual(['false 0 60000', 'true 39 120000', 'true 99 180000']);
    });

    it('gives nothing back to a later minute, and counts as no request', async () => {
      const { charge, limiter, clock } = await limiterAtRest(open);
      const [{ resetAtMs }] = (await charge([60])) as [Decision];
      await clock.advance(minutes(1));
      await charge(times(9, 5));
      expect(await limiter.refund('ada', standard, { lookups: 50, resetAtMs })).toMatchObject({
        remaining: 55,
      });
      expect((await charge([1, 1])).map(({ accepted }) => accepted)).toEqual([true, false]);
    });
  });

  describe.skipIf(reason)('the burst limit', () => {
    it('accepts request 10 and refuses request 11, which is not charged to the minute', async () => {
      const { charge } = await limiterAtRest(open);
      const decisions = await charge(times(11));
      expect(decisions[9]).toMatchObject({ accepted: true, remaining: 90 });
      expect(decisions[10]).toMatchObject({
        accepted: false,
        refusedBy: 'second',
        remaining: 90,
        retryAfterSeconds: 1,
      });
    });

    it('counts a request as one at any price', async () => {
      const { charge } = await limiterAtRest(open);
      const decisions = await charge(times(11, 9));
      expect(decisions.filter(({ accepted }) => accepted)).toHaveLength(10);
      expect(decisions[10]).toMatchObject({ refusedBy: 'second', remaining: 10 });
    });

    it('is a sliding window that ends 1000 ms after each request', async () => {
      const { charge, clock } = await limiterAtRest(open);
      await charge(times(10), 50);
      await clock.advance(499);
      expect((await charge([1]))[0]).toMatchObject({ refusedBy: 'second' });
      await clock.advance(1);
      expect((await charge([1, 1])).map(({ accepted }) => accepted)).toEqual([true, false]);
    });

    it('applies across the end of a minute, also while another key sends requests', async () => {
      const { charge, clock } = await limiterAtRest(open);
      await charge([1]);
      await clock.advance(minutes(1) - 100);
      await charge(times(10));
      await clock.advance(200);
      await charge([1], 0, standard, 'grace');
      expect((await charge([1]))[0]).toMatchObject({ refusedBy: 'second', remaining: 100 });
    });
  });

  describe.skipIf(reason)('both limits', () => {
    it('accept exactly 100 of a flood of 400 in 13 s, and never more than 10 in a second', async () => {
      const { charge, clock } = await limiterAtRest(open);
      const start = clock.now();
      const decisions = await charge(times(400), 32.5);
      expect(clock.now() - start).toBe(13_000);
      const accepted = decisions.flatMap(({ accepted }, index) => (accepted ? [index * 32.5] : []));
      expect(accepted).toHaveLength(100);
      const busiest = Math.max(
        ...accepted.map((at) => accepted.filter((t) => t >= at && t < at + 1000).length),
      );
      expect(busiest).toBe(10);
    });

    it('can be read without a charge', async () => {
      const { charge, limiter, clock } = await limiterAtRest(open);
      const resetAtMs = clock.now() + minutes(1);
      const untouched = { limit: 100, remaining: 100, resetAtMs, resetAfterSeconds: 60 };
      expect(await limiter.peek('ada', standard)).toEqual(untouched);
      await charge([3]);
      for (let look = 0; look < 20; look += 1) await limiter.peek('ada', standard);
      expect(await limiter.peek('ada', standard)).toEqual({ ...untouched, remaining: 97 });
      expect((await charge([1]))[0]).toMatchObject({ accepted: true, remaining: 96 });
    });

    it('do not lock a key out when the clock is set back', async () => {
      let now = seconds(10_000);
      const limiter = await open({ now: () => now, monotonic: () => now, timer: () => () => {} });
      for (let call = 0; call < 10; call += 1) await limiter.charge('ada', standard, 10);
      now = seconds(5000);
      expect(await limiter.charge('ada', standard, 1)).toMatchObject({ accepted: true, remaining: 99 });
    });
  });
});

/** The headers that `addRateHeaders` appends, by name. */
function rateHeaders(decision: Decision, limits: RateLimits): Record<string, string> {
  const flat: string[] = [];
  addRateHeaders(flat, decision, limits);
  return Object.fromEntries(flat.flatMap((name, at) => (at % 2 === 0 ? [[name, flat[at + 1]!]] : [])));
}

describe('addRateHeaders', () => {
  it('rounds the reset up, so that a request at that second is never too early', async () => {
    const { charge, clock } = await limiterAtRest();
    await clock.advance(1);
    const decisions = await charge(times(101), 110);
    const headers = rateHeaders(decisions[100]!, standard);
    expect(Number(headers['X-RateLimit-Reset']) * 1000).toBe(decisions[100]!.resetAtMs + 999);
    expect(headers['Retry-After']).toBe('49');
    await clock.advance(Number(headers['X-RateLimit-Reset']) * 1000 - clock.now());
    expect((await charge([1]))[0]).toMatchObject({ accepted: true });
  });
});
