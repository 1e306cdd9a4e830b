import type { Clock } from './clock.ts';

/**
 * A circuit breaker that samples: it opens when, within `windowMs`, at least `minimum` calls failed and they are at
 * least half of all. While it is open no call is made; after `coolMs` one probe goes through and decides.
 */
export interface Breaker {
  readonly state: 'closed' | 'open' | 'halfOpen';
  /** Milliseconds until a call may be tried; 0 when it may be tried now (which, half open, makes it the probe). */
  admit(): number;
  /** Tells how an admitted call ended. `undecided`: it says nothing of the upstream's health. */
  settle(outcome: 'succeeded' | 'failed' | 'undecided'): void;
}

export interface BreakerOptions {
  readonly windowMs?: number;
  readonly minimum?: number;
  readonly coolMs?: number;
}

export function createBreaker(clock: Clock, options: BreakerOptions = {}): Breaker {
  const { windowMs = 10_000, minimum = 20, coolMs = 5_000 } = options;
  let calls: { readonly at: number; readonly failed: boolean }[] = [];
  let openUntil: number | undefined;
  let isProbing = false;

  function tooManyFailed(): boolean {
    const failures = calls.filter((call) => call.failed).length;
    return failures >= minimum && failures * 2 >= calls.length;
  }

  return {
    get state() {
      if (openUntil === undefined) return 'closed';
      return clock.now() < openUntil || isProbing ? 'open' : 'halfOpen';
    },
    admit() {
      if (openUntil === undefined) return 0;
      const now = clock.now();
      if (now < openUntil) return openUntil - now;
      if (isProbing) return 1000;
      isProbing = true;
      return 0;
    },
    settle(outcome) {
      const now = clock.now();
      if (openUntil !== undefined) {
        if (outcome === 'succeeded') {
          openUntil = undefined;
          calls = [];
        } else if (outcome === 'failed') {
          openUntil = now + coolMs;
        }
        isProbing = false;
        return;
      }
      if (outcome === 'undecided') return;
      calls = calls.filter((call) => call.at > now - windowMs);
      calls.push({ at: now, failed: outcome === 'failed' });
      if (tooManyFailed()) openUntil = now + coolMs;
    },
  };
}
