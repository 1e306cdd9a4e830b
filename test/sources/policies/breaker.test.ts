import { describe, expect, it } from 'vitest';
import { manualClock, seconds } from '../../../core/clock.ts';
import {
  type Breaker,
  createBreaker,
  type Outcome,
  type Settle,
} from '../../../sources/kernel/policies/breaker.ts';

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

describe('an open breaker', () => {
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
