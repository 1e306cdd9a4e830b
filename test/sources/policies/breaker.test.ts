import { describe, expect, it } from 'vitest';
import { hours, seconds } from '../../../core/clock.ts';
import {
  type Breaker,
  createBreaker,
  type Outcome,
  type Settle,
} from '../../../sources/kernel/policies/breaker.ts';
import { manualClock } from '../../support/manual-clock.ts';

function breakerAtRest() {
  const clock = manualClock();
  const breaker = createBreaker(clock);
  return { clock, breaker };
}

function admitted(breaker: Breaker): Settle {
  const settle = breaker.admit();
  if (typeof settle === 'number') throw new Error(`It is closed off for ${settle} ms.`);
  return settle;
}

function end(breaker: Breaker, count: number, outcome: Outcome): void {
  for (let call = 0; call < count; call += 1) admitted(breaker)(outcome);
}

describe('a breaker', () => {
  it('opens at the twentieth failure within ten seconds', () => {
    const { breaker } = breakerAtRest();
    end(breaker, 19, 'failed');
    expect(breaker.state).toBe('closed');
    end(breaker, 1, 'failed');
    expect(breaker.state).toBe('open');
    expect(breaker.admit()).toBe(seconds(5));
  });

  it.each<[string, number, number, Breaker['state']]>([
    ['opens when half of the calls failed', 20, 20, 'open'],
    ['stays closed when most calls succeeded', 21, 20, 'closed'],
    ['stays closed for few failures without a success', 0, 19, 'closed'],
  ])('%s', (_, succeeded, failed, state) => {
    const { breaker } = breakerAtRest();
    end(breaker, succeeded, 'succeeded');
    end(breaker, failed, 'failed');
    expect(breaker.state).toBe(state);
  });

  it('forgets failures after ten seconds', async () => {
    const { breaker, clock } = breakerAtRest();
    end(breaker, 19, 'failed');
    await clock.advance(seconds(10));
    end(breaker, 19, 'failed');
    expect(breaker.state).toBe('closed');
  });

  it('ignores outcomes that do not depend on the upstream', () => {
    const { breaker } = breakerAtRest();
    end(breaker, 1000, 'undecided');
    end(breaker, 19, 'failed');
    expect(breaker.state).toBe('closed');
  });
});

describe('a breaker of a slow source', () => {
  /** Calls in a row, each of which ends after so many seconds. */
  async function endSlowly(count: number, afterSeconds: number, outcome: Outcome) {
    const { breaker, clock } = breakerAtRest();
    for (let call = 0; call < count; call += 1) {
      const settle = admitted(breaker);
      await clock.advance(seconds(afterSeconds));
      settle(outcome);
    }
    return { breaker, clock };
  }

  it.each<[string, number, number, Outcome, Breaker['state']]>([
    ['opens when its failures took twelve seconds together', 2, 6, 'failed', 'closed'],
    ['opens when its failures took twelve seconds together', 3, 4, 'failed', 'open'],
    ['opens at the third failure, however long it took', 2, 30, 'failed', 'closed'],
    ['opens at the third failure, however long it took', 3, 19, 'failed', 'open'],
    ['opens when many failures take long', 12, 1, 'failed', 'open'],
    ['stays closed when failures are short', 19, 0.5, 'failed', 'closed'],
    ['stays closed when slow calls succeed', 30, 8, 'succeeded', 'closed'],
    ['ignores slow calls that callers ended', 30, 8, 'undecided', 'closed'],
  ])('%s: %i of %d s', async (_, count, afterSeconds, outcome, state) => {
    const { breaker } = await endSlowly(count, afterSeconds, outcome);
    expect(breaker.state).toBe(state);
  });

  it('stays closed when more than half of its calls succeed', async () => {
    const { breaker, clock } = breakerAtRest();
    end(breaker, 30, 'succeeded');
    const slow = Array.from({ length: 29 }, () => admitted(breaker));
    await clock.advance(seconds(8));
    for (const settle of slow) settle('failed');
    expect(breaker.state).toBe('closed');
  });

  it('opens when concurrent calls reach the deadline', async () => {
    const { breaker, clock } = breakerAtRest();
    const slow = Array.from({ length: 3 }, () => admitted(breaker));
    await clock.advance(seconds(8));
    for (const settle of slow) settle('failed');
    expect(breaker.state).toBe('open');
  });

  it('forgets slow failures after a minute', async () => {
    const { breaker, clock } = await endSlowly(2, 8, 'failed');
    await clock.advance(seconds(60));
    const settle = admitted(breaker);
    await clock.advance(seconds(8));
    settle('failed');
    expect(breaker.state).toBe('closed');
  });
});

describe('an open breaker', () => {
  it('admits a probe at the same time although the clock was set back an hour', async () => {
    const { breaker, clock } = await opened();
    clock.set(-hours(1));
    expect(breaker.admit()).toBe(seconds(5));
    await clock.advance(seconds(5));
    expect(breaker.state).toBe('halfOpen');
  });

  async function opened() {
    const { breaker, clock } = breakerAtRest();
    const straggler = admitted(breaker);
    end(breaker, 20, 'failed');
    return { breaker, clock, straggler };
  }

  it('states how long it stays open', async () => {
    const { breaker, clock } = await opened();
    await clock.advance(seconds(3));
    expect(breaker.admit()).toBe(seconds(2));
  });

  it('allows one probe after five seconds, and no other concurrently', async () => {
    const { breaker, clock } = await opened();
    await clock.advance(seconds(5));
    expect(breaker.state).toBe('halfOpen');
    admitted(breaker);
    expect(breaker.state).toBe('open');
    expect(breaker.admit()).toBe(seconds(1));
    expect(breaker.admit()).toBe(seconds(1));
  });

  it('closes when the probe succeeds, without earlier failures', async () => {
    const { breaker, clock } = await opened();
    await clock.advance(seconds(5));
    admitted(breaker)('succeeded');
    expect(breaker.state).toBe('closed');
    end(breaker, 19, 'failed');
    expect(breaker.state).toBe('closed');
  });

  it('stays open for as long again when the probe fails', async () => {
    const { breaker, clock } = await opened();
    await clock.advance(seconds(5));
    admitted(breaker)('failed');
    expect(breaker.admit()).toBe(seconds(5));
    await clock.advance(seconds(5));
    admitted(breaker)('succeeded');
    expect(breaker.state).toBe('closed');
  });

  it('allows another probe when the first ended undecided', async () => {
    const { breaker, clock } = await opened();
    await clock.advance(seconds(5));
    admitted(breaker)('undecided');
    expect(breaker.state).toBe('halfOpen');
    admitted(breaker)('succeeded');
    expect(breaker.state).toBe('closed');
  });

  it.each<Outcome>(['succeeded', 'failed', 'undecided'])(
    'is not moved by a call from before it opened that ends now: %s',
    async (outcome) => {
      const { breaker, clock, straggler } = await opened();
      await clock.advance(seconds(4));
      straggler(outcome);
      expect(breaker.admit()).toBe(seconds(1));
      await clock.advance(seconds(1));
      const probe = admitted(breaker);
      straggler(outcome);
      expect(breaker.admit()).toBe(seconds(1));
      probe('succeeded');
      expect(breaker.state).toBe('closed');
    },
  );
});
