import type { Clock } from '../../../core/clock.ts';
import { Fault } from '../../../core/faults.ts';
import { RecentCount } from '../../../core/sliding-window.ts';

/**
 * A sampling circuit breaker. It opens when at least half of the recent calls failed and these are either many or slow:
 *
 * - `minimum` failures within `windowMs`, or
 * - three failures within a minute that took twelve seconds together. A source that is silent until the deadline fails
 *   too seldom to be counted by the first rule.
 *
 * While it is open, calls are refused; after `coolMs` one probe is admitted and decides.
 */
export interface Breaker {
  readonly state: BreakerState;
  /** Admits a call, which is the probe when the breaker is half open; otherwise returns the milliseconds to wait. */
  admit(): Settle | number;
}

export type BreakerState = 'closed' | 'open' | 'halfOpen';

export type Outcome = 'succeeded' | 'failed' | 'undecided';

/** The outcome of a failed call for the breaker: `notFound` and `private` prove that the upstream works. */
export function healthOf(error: unknown): Outcome {
  if (!(error instanceof Fault) || error.trait === 'thisRequest') return 'undecided';
  if (error.kind === 'upstreamFailed' || error.kind === 'upstreamTimeout') return 'failed';
  return error.kind === 'notFound' || error.kind === 'private' ? 'succeeded' : 'undecided';
}

/** Reports the outcome of an admitted call. `undecided` means that it tells nothing about the upstream's health. */
export type Settle = (outcome: Outcome) => void;

export interface BreakerOptions {
  readonly windowMs?: number;
  readonly minimum?: number;
  readonly coolMs?: number;
}

export function createBreaker(clock: Clock, options: BreakerOptions = {}): Breaker {
  const { windowMs = 10_000, minimum = 20, coolMs = 5_000 } = options;
  const rules = [
    createSample({ windowMs, isTooMany: (failed) => failed >= minimum }),
    createSample({ windowMs: 60_000, isTooMany: (failed, lostMs) => failed >= 3 && lostMs >= 12_000 }),
  ];
  let openUntil: number | undefined;
  let isProbing = false;

  function open(): void {
    openUntil = clock.monotonic() + coolMs;
  }

  function settleCall(outcome: Outcome, startedAt: number): void {
    // A call that was admitted before the breaker opened is ignored; the probe decides.
    if (openUntil !== undefined || outcome === 'undecided') return;
    const now = clock.monotonic();
    for (const rule of rules) {
      if (rule.exceeds(now, outcome, now - startedAt)) open();
    }
  }

  function close(): void {
    openUntil = undefined;
    for (const rule of rules) rule.clear();
  }

  function settleProbe(outcome: Outcome): void {
    isProbing = false;
    if (outcome === 'failed') open();
    else if (outcome === 'succeeded') close();
  }

  return {
    get state() {
      if (openUntil === undefined) return 'closed';
      return clock.monotonic() < openUntil || isProbing ? 'open' : 'halfOpen';
    },
    admit() {
      const now = clock.monotonic();
      if (openUntil === undefined) return (outcome) => settleCall(outcome, now);
      if (now < openUntil) return openUntil - now;
      if (isProbing) return 1000;
      isProbing = true;
      return settleProbe;
    },
  };
}

interface SampleOptions {
  readonly windowMs: number;
  /** Whether so many failures, which took so many milliseconds together, are too many. */
  readonly isTooMany: (failed: number, lostMs: number) => boolean;
}

/** Outcomes are counted by steps of this share of the window, which bounds the records of a busy source. */
const stepsPerWindow = 1_000;

/** The calls and failures of the last `windowMs`. */
function createSample({ windowMs, isTooMany }: SampleOptions) {
  const calls = new RecentCount(windowMs);
  const failures = new RecentCount(windowMs);
  const lost = new RecentCount(windowMs);
  const stepMs = windowMs / stepsPerWindow;
  return {
    /** Counts an outcome; true when the failures are too many, and at least half of the calls. */
    exceeds(nowMs: number, outcome: Outcome, durationMs: number): boolean {
      const now = Math.floor(nowMs / stepMs) * stepMs;
      calls.add(now);
      if (outcome === 'failed') {
        failures.add(now);
        lost.add(now, durationMs);
      }
      const failed = failures.at(now);
      return isTooMany(failed, lost.at(now)) && failed * 2 >= calls.at(now);
    },
    clear() {
      for (const count of [calls, failures, lost]) count.clear();
    },
  };
}
