import { describe, expect, it } from 'vitest';
import { hours, minutes, nextMidnight, seconds } from '../../../core/clock.ts';
import { type BudgetOptions, createBudget } from '../../../sources/kernel/policies/budget.ts';
import { manualClock } from '../../support/manual-clock.ts';
import { failureOf } from '../http/transport-fixture.ts';

const neverAborted = () => new AbortController().signal;
const gone = new Error('The caller went away.');

const aborted = () => AbortSignal.abort(gone);

function budgetAtRest(options: BudgetOptions = {}) {
  const clock = manualClock();
  const budget = createBudget(clock, 'weather', options);
  const enter = (units = 1, signal = neverAborted()) => budget.enter(units, signal);
  return { clock, budget, enter };
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

describe('the concurrency of a budget', () => {
  it('is limited, and the queue is served in order', async () => {
    const { enter } = budgetAtRest({ concurrent: 2 });
    const entered = [enter(), enter(), enter(), enter()];
    expect(await fulfilled(entered)).toEqual([true, true, false, false]);
    (await entered[0]!)();
    expect(await fulfilled(entered)).toEqual([true, true, true, false]);
    (await entered[1]!)();
    expect(await fulfilled(entered)).toEqual([true, true, true, true]);
  });

  it('is released once for each call, although it is released repeatedly', async () => {
    const { enter } = budgetAtRest({ concurrent: 1 });
    const leave = await enter();
    const waiting = [enter(), enter()];
    leave();
    leave();
    leave();
    expect(await fulfilled(waiting)).toEqual([true, false]);
  });

  it('has a queue of limited length', async () => {
    const { enter } = budgetAtRest({ concurrent: 1, queued: 2 });
    const leave = await enter();
    const waiting = [enter(), enter()];
    const fault = await failureOf(enter());
    expect(fault).toMatchObject({ kind: 'overloaded', source: 'weather', retryAfter: 1 });
    leave();
    expect(await fulfilled(waiting)).toEqual([true, false]);
    expect(await fulfilled([enter()])).toEqual([false]);
  });

  it('skips a caller who aborted, and frees its place in the queue', async () => {
    const { enter } = budgetAtRest({ concurrent: 1, queued: 2 });
    const leave = await enter();
    const caller = new AbortController();
    const aborting = enter(1, caller.signal);
    const waiting = [enter()];
    caller.abort(gone);
    await expect(aborting).rejects.toBe(gone);
    waiting.push(enter());
    leave();
    expect(await fulfilled(waiting)).toEqual([true, false]);
  });

  it('is not used by a caller who has aborted already', async () => {
    const { enter, budget } = budgetAtRest({ concurrent: 1, quota: { units: 5, windowMs: 1000 } });
    const spent = () => budget.unitsLeft;
    await expect(enter(1, aborted())).rejects.toBe(gone);
    expect(spent()).toBe(5);
    await enter();
    await expect(enter(1, aborted())).rejects.toBe(gone);
  });

  it('is released when the queued calls are refused by a pause', async () => {
    const { enter, budget } = budgetAtRest({ concurrent: 1 });
    const leave = await enter();
    const waiting = Promise.allSettled([enter(), enter(), enter()]);
    budget.pause(1000);
    leave();
    const kinds = (await waiting).map((outcome) => outcome.status === 'rejected' && outcome.reason.kind);
    expect(kinds).toEqual(Array(3).fill('upstreamLimited'));
  });
});

describe('the queue of a budget', () => {
  /** Enters for callers, named by letters, while no place is free; the result names those admitted as places are freed. */
  async function queueOf(callers: string, queued = 100) {
    const clock = manualClock();
    const budget = createBudget(clock, 'weather', { concurrent: 1, queued });
    const leave = await budget.enter(1, neverAborted());
    const admitted: string[] = [];
    const refused: string[] = [];
    for (const caller of callers) {
      budget.enter(1, neverAborted(), caller).then(
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
    const { enter, budget, clock } = budgetAtRest();
    budget.pause(seconds(10));
    clock.set(-hours(1));
    expect(await failureOf(enter())).toMatchObject({ retryAfter: 10 });
    expect(budget.pausedUntil).toBe(clock.now() + seconds(10));
    await clock.advance(seconds(10));
    (await enter())();
    expect(budget.pausedUntil).toBeUndefined();
  });

  it('does not prolong the window of a quota', async () => {
    const { enter, clock } = budgetAtRest({ quota: { units: 1, windowMs: minutes(1) } });
    (await enter())();
    clock.set(-hours(1));
    expect(await failureOf(enter())).toMatchObject({ retryAfter: 60 });
    await clock.advance(minutes(1));
    (await enter())();
  });
});

describe('a quota', () => {
  const quota = { units: 10, windowMs: minutes(1) };

  it('is charged in units, and refuses a call that would exceed it', async () => {
    const { enter, budget } = budgetAtRest({ quota });
    (await enter(7))();
    expect(budget.unitsLeft).toBe(3);
    const fault = await failureOf(enter(4));
    expect(fault).toMatchObject({ kind: 'upstreamLimited', source: 'weather', retryAfter: 60 });
    expect(budget.unitsLeft).toBe(3);
    (await enter(3))();
    expect(budget.unitsLeft).toBe(0);
  });

  it('is reset when its window ends, which Retry-After states', async () => {
    const { enter, budget, clock } = budgetAtRest({ quota });
    (await enter(10))();
    await clock.advance(seconds(59.5));
    expect(await failureOf(enter())).toMatchObject({ retryAfter: 1 });
    await clock.advance(seconds(0.5));
    expect(budget.unitsLeft).toBe(10);
    (await enter(10))();
  });

  it('does not reduce the concurrency for a refused call', async () => {
    const { enter } = budgetAtRest({ concurrent: 1, quota });
    (await enter(10))();
    for (const _ of [1, 2, 3]) await failureOf(enter());
    expect((await failureOf(enter())).message).toBe(
      'The quota for weather is used up for now; cached answers still work.',
    );
  });

  it('is reset at midnight in a time zone', async () => {
    const { enter, budget, clock } = budgetAtRest({
      quota: { units: 10, midnightIn: 'America/Los_Angeles' },
    });
    (await enter(10))();
    // The clock starts at midnight in UTC, which is 16:00 in Los Angeles.
    expect(await failureOf(enter())).toMatchObject({ retryAfter: hours(8) / 1000 });
    await clock.advance(hours(8));
    expect(budget.unitsLeft).toBe(10);
    (await enter(10))();
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

  it('reserves its last units for calls of one unit', async () => {
    const { enter, budget } = budgetAtRest({ quota: { ...quota, reserve: 4 } });
    (await enter(5))();
    expect(await failureOf(enter(2))).toMatchObject({
      kind: 'upstreamLimited',
      message:
        'This costs 2 units of the quota for weather; the last 5 are kept for what costs less, and cached answers still work.',
    });
    for (const left of [4, 3, 2, 1, 0]) {
      (await enter(1))();
      expect(budget.unitsLeft).toBe(left);
    }
    expect((await failureOf(enter(1))).message).toMatch(/^The quota for weather is used up/);
    expect((await failureOf(enter(2))).message).toMatch(/^The quota for weather is used up/);
  });

  it('is corrected according to the upstream, for an hour at most', async () => {
    const day = { units: 100, windowMs: hours(24) };
    const { enter, budget, clock } = budgetAtRest({ quota: day });
    expect(budget.correct(10)).toMatchObject({ kind: 'upstreamLimited', retryAfter: 3600 });
    expect(budget.unitsLeft).toBe(9);
    (await enter(9))();
    expect(budget.correct(10)).toMatchObject({ retryAfter: 3600 });
    expect(budget.unitsLeft).toBe(0);
    await clock.advance(hours(1));
    expect(budget.unitsLeft).toBe(100);
  });

  it('is undefined unless the source has one', () => {
    expect(budgetAtRest().budget.unitsLeft).toBeUndefined();
  });
});

describe('a pause', () => {
  it('refuses all calls for the time that the upstream requested', async () => {
    const { enter, budget, clock } = budgetAtRest();
    budget.pause(seconds(30));
    expect(budget.pausedUntil).toBe(clock.now() + seconds(30));
    expect(await failureOf(enter())).toMatchObject({
      kind: 'upstreamLimited',
      message: 'The source for weather asked us to wait.',
      retryAfter: 30,
    });
    await clock.advance(seconds(30));
    expect(budget.pausedUntil).toBeUndefined();
    (await enter())();
  });

  it('is not shortened by a later, shorter one', async () => {
    const { enter, budget, clock } = budgetAtRest();
    budget.pause(seconds(30));
    budget.pause(seconds(1));
    await clock.advance(seconds(2));
    expect(await failureOf(enter())).toMatchObject({ retryAfter: 28 });
  });
});
