import type { Clock } from '../../../core/clock.ts';
import { RecentCount } from '../../../core/sliding-window.ts';

/**
 * A sampling circuit breaker: it opens when, within `windowMs`, at least `minimum` calls failed and they are at least
 * half of all calls. While it is open, calls are refused; after `coolMs` one probe is admitted and decides.
 */
export interface Breaker {
  readonly state: 'closed' | 'open' | 'halfOpen';
  /** Admits a call, which is the probe when the breaker is half open; otherwise returns the milliseconds to wait. */
  admit(): Settle | number;
}

export type Outcome = 'succeeded' | 'failed' | 'undecided';

/** Reports the outcome of an admitted call. `undecided` means that it tells nothing about the upstream's health. */
export type Settle = (outcome: Outcome) => void;

export interface BreakerOptions {
  readonly windowMs?: number;
  readonly minimum?: number;
  readonly coolMs?: number;
}

export function createBreaker(clock: Clock, options: BreakerOptions = {}): Breaker {
  const { windowMs = 10_000, minimum = 20, coolMs = 5_000 } = options;
  const calls = new RecentCount(windowMs);
  const failures = new RecentCount(windowMs);
  let openUntil: number | undefined;
  let isProbing = false;

  function settleCall(outcome: Outcome): void {
    // A call that was admitted before the breaker opened is ignored; the probe decides.
    if (openUntil !== undefined || outcome === 'undecided') return;
    const now = clock.now();
    calls.add(now);
    if (outcome === 'failed') failures.add(now);
    const failed = failures.at(now);
    if (failed >= minimum && failed * 2 >= calls.at(now)) openUntil = now + coolMs;
  }

  function settleProbe(outcome: Outcome): void {
    isProbing = false;
    if (outcome === 'failed') openUntil = clock.now() + coolMs;
    if (outcome !== 'succeeded') return;
    openUntil = undefined;
    calls.clear();
    failures.clear();
  }

  return {
    get state() {
      if (openUntil === undefined) return 'closed';
      return clock.now() < openUntil || isProbing ? 'open' : 'halfOpen';
    },
    admit() {
      if (openUntil === undefined) return settleCall;
      const now = clock.now();
      if (now < openUntil) return openUntil - now;
      if (isProbing) return 1000;
      isProbing = true;
      return settleProbe;
    },
  };
}
