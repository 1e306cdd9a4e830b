import { describe, expect, it, vi } from 'vitest';
import { hours, minutes, nextMidnight, seconds } from '../../../core/clock.ts';
import type { SharedSource } from '../../../core/shared-store.ts';
import {
  createSourceLimiter,
  type SourceLimiter,
  type SourceLimiterTools,
  type SourceLimits,
} from '../../../sources/kernel/policies/source-limiter.ts';
import { manualClock } from '../../support/manual-clock.ts';
import { failureOf } from '../http/transport-fixture.ts';

const neverAborted = () => new AbortController().signal;
const gone = new Error('The caller went away.');

const aborted = () => AbortSignal.abort(gone);

function limiterAtRest(options: SourceLimits = {}, tools: SourceLimiterTools = {}) {
  const clock = manualClock();
  const limiter = createSourceLimiter(clock, 'weather', options, tools);
  const enter = (signal = neverAborted(), caller?: string) => limiter.enter(signal, caller);
  /** Enters and leaves so often in turn. */
  const spend = async (times: number, caller?: string) => {
    for (let count = 0; count < times; count += 1) (await enter(neverAborted(), caller))();
  };
  return { clock, limiter, enter, spend };
}

/** Whether each promise is fulfilled already. */
async function fulfilled(promises: readonly Promise<unknown>[]): Promise<boolean[]> {
  const states = promises.map(() => false);
  promises.forEach((promise, index) => {
    promise.then(
      () => {
        states[index] = true;
      },
      () => {},
    );
  });
  await new Promise((resolve) => setImmediate(resolve));
  return states;
}

describe('the concurrency of a source', () => {
  it('is limited, and the queue is served in order', async () => {
    const { enter } = limiterAtRest({ concurrent: 2 });
    const entered = [enter(), enter(), enter(), enter()];
    expect(await fulfilled(entered)).toEqual([true, true, false, false]);
    (await entered[0]!)();
    expect(await fulfilled(entered)).toEqual([true, true, true, false]);
    (await entered[1]!)();
    expect(await fulfilled(entered)).toEqual([true, true, true, true]);
  });

  it('is released once for each call, although it is released repeatedly', async () => {
    const { enter } = limiterAtRest({ concurrent: 1 });
    const leave = await enter();
    const waiting = [enter(), enter()];
    leave();
    leave();
    leave();
    expect(await fulfilled(waiting)).toEqual([true, false]);
  });

  it('has a queue of limited length', async () => {
    const { enter } = limiterAtRest({ concurrent: 1, queued: 2 });
    const leave = await enter();
    const waiting = [enter(), enter()];
    const fault = await failureOf(enter());
    expect(fault).toMatchObject({ kind: 'overloaded', group: 'weather', retryAfter: 1 });
    leave();
    expect(await fulfilled(waiting)).toEqual([true, false]);
    expect(await fulfilled([enter()])).toEqual([false]);
  });

  it('skips a caller who aborted, and frees its place in the queue', async () => {
    const { enter } = limiterAtRest({ concurrent: 1, queued: 2 });
    const leave = await enter();
    const caller = new AbortController();
    const aborting = enter(caller.signal);
    const waiting = [enter()];
    caller.abort(gone);
    await expect(aborting).rejects.toBe(gone);
    waiting.push(enter());
    leave();
    expect(await fulfilled(waiting)).toEqual([true, false]);
  });

  it('is not used by a caller who has aborted already', async () => {
    const { enter, limiter } = limiterAtRest({ concurrent: 1, quota: { units: 5, windowMs: 1000 } });
    const spent = () => limiter.quota?.unitsLeft;
    await expect(enter(aborted())).rejects.toBe(gone);
    expect(spent()).toBe(5);
    await enter();
    await expect(enter(aborted())).rejects.toBe(gone);
  });

  it('is released when the queued calls are refused by a pause', async () => {
    const { enter, limiter } = limiterAtRest({ concurrent: 1 });
    const leave = await enter();
    const waiting = Promise.allSettled([enter(), enter(), enter()]);
    limiter.pause(1000);
    leave();
    const kinds = (await waiting).map((outcome) => outcome.status === 'rejected' && outcome.reason.kind);
    expect(kinds).toEqual(Array(3).fill('upstreamLimited'));
  });
});

describe('the queue of a source', () => {
  /** Enters for callers, named by letters, while no place is free; the result names those admitted as places are freed. */
  async function queueOf(callers: string, queued = 100) {
    const clock = manualClock();
    const limiter = createSourceLimiter(clock, 'weather', { concurrent: 1, queued });
    const leave = await limiter.enter(neverAborted());
    const admitted: string[] = [];
    const refused: string[] = [];
    for (const caller of callers) {
      limiter.enter(neverAborted(), caller).then(
        (leaveNext) => {
          admitted.push(caller);
          leaveNext();
        },
        (fault) => refused.push(`${caller} ${fault.kind}`),
      );
    }
    await clock.advance(0);
    return {
      refused,
      async freed() {
        leave();
        await clock.advance(0);
        return admitted.join('');
      },
    };
  }

  it.each([
    ['aaaaabc', 'abcaaaa'],
    ['aaabbbccc', 'abcabcabc'],
    ['aabab', 'ababa'],
    ['aaaa', 'aaaa'],
  ])('serves the callers in turn: %s', async (callers, order) => {
    expect(await (await queueOf(callers)).freed()).toBe(order);
  });

  it('that one caller fills has room for the others, at its cost', async () => {
    const { refused, freed } = await queueOf('aaaaaaaaabc', 4);
    expect(refused).toEqual([...Array(5).fill('a overloaded'), ...Array(2).fill('a overloaded')]);
    expect(await freed()).toBe('abca');
  });

  it('that many callers fill refuses the last of those with the most', async () => {
    const { refused, freed } = await queueOf('abcde', 4);
    expect(refused).toEqual(['e overloaded']);
    expect(await freed()).toBe('abcd');
  });
});

describe('a clock that was set back an hour', () => {
  it('does not prolong a pause', async () => {
    const { enter, limiter, clock } = limiterAtRest();
    limiter.pause(seconds(10));
    clock.set(-hours(1));
    expect(await failureOf(enter())).toMatchObject({ retryAfter: 10 });
    expect(limiter.pausedUntil).toBe(clock.now() + seconds(10));
    await clock.advance(seconds(10));
    (await enter())();
    expect(limiter.pausedUntil).toBeUndefined();
  });

  it('does not prolong the window of a quota', async () => {
    const { enter, clock } = limiterAtRest({ quota: { units: 1, windowMs: minutes(1) } });
    (await enter())();
    clock.set(-hours(1));
    expect(await failureOf(enter())).toMatchObject({ retryAfter: 60 });
    await clock.advance(minutes(1));
    (await enter())();
  });
});

describe('a quota', () => {
  const quota = { units: 10, windowMs: minutes(1) };

  it('is charged for each call, and refuses one that would exceed it', async () => {
    const { enter, spend, limiter } = limiterAtRest({ quota });
    await spend(7);
    expect(limiter.quota?.unitsLeft).toBe(3);
    await spend(3);
    const fault = await failureOf(enter());
    expect(fault).toMatchObject({ kind: 'upstreamLimited', group: 'weather', retryAfter: 60 });
    expect(limiter.quota?.unitsLeft).toBe(0);
  });

  it('is reset when its window ends, which Retry-After states', async () => {
    const { enter, spend, limiter, clock } = limiterAtRest({ quota });
    await spend(10);
    await clock.advance(seconds(59.5));
    expect(await failureOf(enter())).toMatchObject({ retryAfter: 1 });
    await clock.advance(seconds(0.5));
    expect(limiter.quota?.unitsLeft).toBe(10);
    await spend(10);
  });

  it('does not reduce the concurrency for a refused call', async () => {
    const { enter, spend } = limiterAtRest({ concurrent: 1, quota });
    await spend(10);
    for (const _ of [1, 2, 3]) await failureOf(enter());
    expect((await failureOf(enter())).message).toBe(
      'The quota for weather is used up until 2026-01-01T00:01Z; cached answers still work.',
    );
  });

  it('is reset at midnight in a time zone', async () => {
    const { enter, spend, limiter, clock } = limiterAtRest({
      quota: { units: 10, midnightIn: 'America/Los_Angeles' },
    });
    await spend(10);
    // The clock starts at midnight in UTC, which is 16:00 in Los Angeles.
    expect(await failureOf(enter())).toMatchObject({ retryAfter: hours(8) / 1000 });
    await clock.advance(hours(8));
    expect(limiter.quota?.unitsLeft).toBe(10);
    await spend(10);
    expect(await failureOf(enter())).toMatchObject({ retryAfter: hours(24) / 1000 });
  });

  it.each([
    ['in winter', '2026-01-01T07:59:59Z', '2026-01-01T08:00:00Z'],
    ['at midnight itself', '2026-01-01T08:00:00Z', '2026-01-02T08:00:00Z'],
    ['in summer', '2026-07-01T07:00:00.001Z', '2026-07-02T07:00:00Z'],
    ['before clocks go forward', '2026-03-08T08:30:00Z', '2026-03-09T07:00:00Z'],
    ['after clocks went forward', '2026-03-08T12:00:00Z', '2026-03-09T07:00:00Z'],
    ['before clocks go back', '2026-11-01T07:30:00Z', '2026-11-02T08:00:00Z'],
    ['after clocks went back, before midnight', '2026-11-02T07:30:00Z', '2026-11-02T08:00:00Z'],
  ])('is reset at the next midnight in Los Angeles: %s', (_, now, next) => {
    expect(new Date(nextMidnight(Date.parse(now), 'America/Los_Angeles'))).toEqual(new Date(next));
  });
});

describe('a quota of a day', () => {
  const quota = { units: 100, midnightIn: 'America/Los_Angeles' };

  it('is shared: a caller may spend as much as it leaves to others', async () => {
    const { enter, spend, limiter } = limiterAtRest({ quota });
    for (const [caller, share] of Object.entries({ a: 50, b: 25, c: 13, d: 6, e: 3, f: 2, g: 1 })) {
      await spend(share, caller);
      const fault = await failureOf(enter(neverAborted(), caller));
      if (caller === 'g') expect(fault.message).toMatch(/^The quota for weather is used up until/);
      else expect(fault).toMatchObject({ kind: 'limited', group: 'weather', retryAfter: hours(8) / 1000 });
    }
    expect(limiter.quota?.unitsLeft).toBe(0);
  });

  it('tells a caller when its share renews, and renews it', async () => {
    const { enter, spend, clock } = limiterAtRest({ quota }, { part: 'search' });
    await spend(50, 'a');
    expect((await failureOf(enter(neverAborted(), 'a'))).message).toBe(
      'This key has used its share of the search quota for weather, 50 requests until 2026-01-01T08:00Z; cached answers still work.',
    );
    await clock.advance(hours(8));
    await spend(50, 'a');
  });

  it('belongs to the only caller as a whole, and to work of no caller', async () => {
    const onUnit = vi.fn();
    const isOnlyCaller = (caller: string) => caller === 'a';
    const { spend, limiter } = limiterAtRest({ quota }, { isOnlyCaller, onUnit, part: 'search' });
    await spend(80, 'a');
    await spend(20);
    expect(limiter.quota?.unitsLeft).toBe(0);
    expect(onUnit.mock.calls).toEqual(Array(80).fill(['a', 'weather (search)']));
  });

  it.each<[string, (limiter: SourceLimiter, spend: () => Promise<void>) => unknown]>([
    ['was spent', (_, spend) => spend()],
    ['was reported as used up', (limiter) => limiter.noteUsedUp()],
  ])('is granted anew when it %s while the clock was days ahead', async (_, use) => {
    const { spend, limiter, clock } = limiterAtRest({ quota });
    clock.set(hours(20 * 24));
    await use(limiter, () => spend(100));
    expect(limiter.quota?.unitsLeft).toBe(0);
    clock.set(-hours(20 * 24));
    expect(limiter.quota).toMatchObject({ unitsLeft: 100, renewsAt: clock.now() + hours(8) });
    await spend(100);
    expect(await failureOf(limiter.enter(neverAborted()))).toMatchObject({ retryAfter: hours(8) / 1000 });
  });

  it('is not granted anew when the clock is set back by an hour over midnight', async () => {
    const { spend, limiter, clock } = limiterAtRest({ quota });
    await clock.advance(hours(8));
    await spend(100);
    clock.set(-hours(1));
    expect(limiter.quota?.unitsLeft).toBe(0);
  });

  it('is counted for a caller without the requests that the store of all processes refuses', async () => {
    const onUnit = vi.fn();
    let used = 60;
    const shared: SharedSource = {
      async charge({ units, limit, lengthMs }) {
        const outcome = used + units > limit ? 'window' : 'accepted';
        if (outcome === 'accepted') used += units;
        return { outcome, used, endsAtMs: lengthMs, leftMs: lengthMs };
      },
      pauseLeft: async () => 0,
      pause: () => {},
    };
    const { enter, spend } = limiterAtRest({ quota }, { shared, onUnit });
    await spend(1, 'a');
    used = 100;
    const refusals = await Promise.all(
      Array.from({ length: 30 }, () => failureOf(enter(neverAborted(), 'a'))),
    );
    expect(new Set(refusals.map(({ kind }) => kind))).toEqual(new Set(['upstreamLimited']));
    expect(onUnit).toHaveBeenCalledTimes(1);
    used = 75;
    await spend(10, 'a');
    expect(onUnit).toHaveBeenCalledTimes(11);
  });
});

describe('a pause', () => {
  it('is not shortened by a later, shorter one', async () => {
    const { enter, limiter, clock } = limiterAtRest();
    limiter.pause(seconds(30));
    limiter.pause(seconds(1));
    await clock.advance(seconds(2));
    expect(await failureOf(enter())).toMatchObject({ retryAfter: 28 });
  });

  it.each([
    ['all origins', undefined, 30],
    ['its origin alone where each has another owner', true as const, undefined],
  ])('is that of %s', async (_, isOfMany, retryAfter) => {
    const { limiter } = limiterAtRest(isOfMany && { isOfMany });
    const { signal } = new AbortController();
    limiter.pause(seconds(30), undefined, 'https://one.example');
    expect(await failureOf(limiter.enter(signal, '', 'https://one.example'))).toMatchObject({
      retryAfter: 30,
    });
    const other = limiter.enter(signal, '', 'https://other.example');
    if (retryAfter === undefined) (await other)();
    else expect(await failureOf(other)).toMatchObject({ retryAfter });
  });
});
