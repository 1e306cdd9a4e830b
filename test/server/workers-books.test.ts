import { afterEach, describe, expect, it } from 'vitest';
import { type Clock, hours, manualClock, minutes, seconds, systemClock } from '../../core/clock.ts';
import { createMemoryLimiter, type Limiter } from '../../server/limits/limiter.ts';
import { createSharedLimiter } from '../../server/limits/shared-limiter.ts';
import { answerCalls, createBooks } from '../../server/workers/books.ts';
import { type Channel, createLink } from '../../server/workers/link.ts';
import type { FromPrimary } from '../../server/workers/messages.ts';
import { openSharedBooks } from '../../server/workers/shared-books.ts';

/** Three workers and the books of their primary process, over channels that carry JSON as those of processes do. */

const held: (() => void)[] = [];
let isHeld = false;
afterEach(() => {
  isHeld = false;
  held.length = 0;
});
function release(): void {
  isHeld = false;
  for (const send of held.splice(0)) send();
}

function threeWorkers(clock: Clock, deadlineMs = 10_000) {
  const books = createBooks(clock, 1_048_576);
  return [1, 2, 3].map(() => {
    const listeners: ((message: FromPrimary) => void)[] = [];
    const channel: Channel = {
      on: (_event, listener) => listeners.push(listener),
      send(message) {
        const sent = JSON.stringify(message);
        setImmediate(() => {
          const received = JSON.parse(sent);
          if (received.kind !== 'calls') return;
          const reply = () => {
            const replies = answerCalls(books, received.calls);
            const text = JSON.stringify({ kind: 'replies', serial: received.serial, replies });
            for (const listener of listeners) listener(JSON.parse(text));
          };
          if (isHeld) held.push(reply);
          else reply();
        });
      },
    };
    const stores = openSharedBooks(createLink({ channel, clock: systemClock, deadlineMs }));
    const limiter = createSharedLimiter({
      store: stores.limits,
      clock,
      fallback: createMemoryLimiter(clock),
    });
    return { ...stores, stores, limiter };
  });
}

/** How many of so many requests, in turn and at once, are accepted. */
async function accepted(
  count: number,
  limiters: readonly Limiter[],
  limits: { perMinute: number; perSecond: number },
) {
  const decisions = await Promise.all(
    Array.from({ length: count }, (_, index) => limiters[index % limiters.length]!.charge('key', limits, 1)),
  );
  return decisions.filter((decision) => decision.accepted).length;
}

describe('the limits of three workers', () => {
  it('are exact over all of them, and begin anew with their windows', async () => {
    const clock = manualClock();
    const limiters = threeWorkers(clock).map(({ limiter }) => limiter);
    const limits = { perMinute: 100, perSecond: 10 };
    expect(await accepted(40, limiters, limits)).toBe(10);
    for (let second = 1; second < 10; second += 1) {
      await clock.advance(seconds(1));
      expect(await accepted(40, limiters, limits)).toBe(10);
    }
    await clock.advance(seconds(1));
    expect(await accepted(40, limiters, limits)).toBe(0);
    await clock.advance(minutes(1));
    expect(await accepted(40, limiters, limits)).toBe(10);
  });

  it('are decided alone while the primary process is late, which then counts what they accepted', async () => {
    const clock = manualClock();
    const [first, second] = threeWorkers(clock, 50);
    const limits = { perMinute: 100, perSecond: 1_000 };
    expect(await accepted(30, [first!.limiter], limits)).toBe(30);
    isHeld = true;
    expect(await accepted(20, [first!.limiter], limits)).toBe(20);
    expect(first!.stores.isUp).toBe(false);
    // Decided alone at once: the primary is not asked before it replies.
    expect(await accepted(10, [first!.limiter], limits)).toBe(10);
    release();
    expect(first!.stores.isUp).toBe(true);
    expect(await accepted(1, [first!.limiter], limits)).toBe(1);
    expect(await accepted(99, [second!.limiter], limits)).toBe(39);
  });
});

describe('the sources of three workers', () => {
  const identity = { group: 'weather', part: undefined, secrets: ['secret'] };
  const attempt = {
    origin: 'https://a.example',
    openedMs: undefined,
    probeMs: seconds(10),
    units: 1,
    quota: undefined,
  };
  const sourcesOf = (clock: Clock) =>
    threeWorkers(clock).map(({ stores }) => stores.sources('live').ofSource(identity));
  const ignore = () => {};
  let tokens = 0;
  const entering = (more: object = {}) => {
    tokens += 1;
    return { ...attempt, token: `token ${tokens}`, ...more };
  };

  it('spend a quota of 100 exactly, keep its reserve, and begin anew after its window', async () => {
    const clock = manualClock();
    const sources = sourcesOf(clock);
    const quota = {
      of: { units: 100, reserve: 10, windowMs: hours(1) },
      known: undefined,
      alone: 0,
      aloneLeftMs: 0,
    };
    const spend = async (count: number, units: number) => {
      const verdicts = await Promise.all(
        Array.from({ length: count }, (_, index) =>
          sources[index % 3]!.enter(entering({ quota, units }), ignore),
        ),
      );
      return verdicts.filter((verdict) => verdict?.decision === 'admitted').length;
    };
    expect(await spend(10, 20)).toBe(4);
    expect(await spend(50, 1)).toBe(20);
    await clock.advance(hours(1) - 1);
    expect(await spend(1, 1)).toBe(0);
    await clock.advance(1);
    expect(await spend(301, 1)).toBe(100);
  });

  it('pause together, for as long as the longest pause', async () => {
    const clock = manualClock();
    const [first, second, third] = sourcesOf(clock);
    expect(await first!.pause(seconds(5))).toBe(true);
    expect(await second!.pause(seconds(2))).toBe(true);
    expect(await third!.enter(entering(), ignore)).toMatchObject({ decision: 'paused', waitMs: seconds(5) });
    await clock.advance(seconds(5));
    expect(await third!.enter(entering(), ignore)).toMatchObject({ decision: 'admitted' });
  });

  it('probe an origin once, and close when the probe succeeds', async () => {
    const clock = manualClock();
    const [first, second, third] = sourcesOf(clock);
    const { origin } = attempt;
    await first!.openBreaker(origin, seconds(5));
    expect(await second!.enter(entering(), ignore)).toMatchObject({
      decision: 'resting',
      waitMs: seconds(5),
    });
    await clock.advance(seconds(5));
    const probe = entering();
    expect(await second!.enter(probe, ignore)).toMatchObject({ decision: 'admitted', breaker: 'probing' });
    expect(await third!.enter(entering(), ignore)).toMatchObject({ decision: 'resting', waitMs: 250 });
    // A worker that died with the probe leaves it to another.
    await clock.advance(seconds(10));
    const next = entering();
    expect(await third!.enter(next, ignore)).toMatchObject({ breaker: 'probing' });
    await third!.settleProbe({ origin, token: next.token, outcome: 'succeeded', coolMs: seconds(5) });
    const closed = await first!.enter(entering({ openedMs: seconds(20) }), ignore);
    expect(closed).toMatchObject({ decision: 'admitted', breaker: 'closed' });
  });

  it('that have other credentials have a state of their own', async () => {
    const [one, two] = threeWorkers(manualClock());
    await one!.stores.sources('live').ofSource(identity).pause(seconds(5));
    const other = two!.stores.sources('live').ofSource({ ...identity, secrets: ['another'] });
    expect(await other.enter(entering(), ignore)).toMatchObject({ decision: 'admitted' });
  });
});

describe('a question of three workers', () => {
  it('is loaded by one, whose text the others read while it is fresh', async () => {
    const clock = manualClock();
    const [first, second] = threeWorkers(clock).map(({ stores }) => stores.texts);
    expect(await first!.claim('key', 'a', undefined)).toEqual({ kind: 'lease' });
    expect(await second!.claim('key', 'b', undefined)).toEqual({ kind: 'held', by: 'a' });
    first!.write('key', 'text', seconds(30));
    first!.settle('key', 'a');
    expect(await first!.claim('key', 'c', undefined)).toMatchObject({ kind: 'text', text: 'text' });
    await clock.advance(seconds(31));
    expect(await second!.claim('key', 'b', 'a')).toEqual({ kind: 'lease' });
  });

  it('is taken over when its lease has ended', async () => {
    const clock = manualClock();
    const [first, second] = threeWorkers(clock).map(({ stores }) => stores.texts);
    await first!.claim('key', 'a', undefined);
    await clock.advance(1_500);
    first!.renew('key', 'a');
    await first!.claim('other', 'a', undefined);
    await clock.advance(1_500);
    expect(await second!.claim('key', 'b', 'a')).toEqual({ kind: 'held', by: 'a' });
    await clock.advance(501);
    expect(await second!.claim('key', 'b', 'a')).toEqual({ kind: 'lease' });
  });

  it('tells its failure to those who await it only, and what cannot be shared to all', async () => {
    const [first, second] = threeWorkers(manualClock()).map(({ stores }) => stores.texts);
    await first!.claim('key', 'a', undefined);
    first!.fail('key', 'a', 'it failed');
    await first!.claim('another', 'a', undefined);
    expect(await second!.claim('key', 'b', 'a')).toEqual({ kind: 'failed', failure: 'it failed' });
    expect(await second!.claim('key', 'b', undefined)).toEqual({ kind: 'lease' });
    second!.settle('key', 'b');
    await second!.claim('another', 'b', undefined);
    expect(await first!.claim('key', 'c', 'b')).toEqual({ kind: 'unshared' });
  });
});
