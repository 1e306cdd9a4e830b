import type { Clock } from './clock.ts';

/**
 * A circuit breaker that samples: it opens when, within `windowMs`, at least `minimum` calls failed and they are at
 * least half of all. While it is open no call is made; after `coolMs` one probe goes through and decides.
 */
export interface Breaker {
  readonly state: 'closed' | 'open' | 'halfOpen';
  /** Admits a call, which half open makes it the probe, or says in how many milliseconds one may be tried. */
  admit(): Settle | number;
}

export type Outcome = 'succeeded' | 'failed' | 'undecided';

/** Tells how an admitted call ended. `undecided`: it says nothing of the upstream's health. */
export type Settle = (outcome: Outcome) => void;

export interface BreakerOptions {
  readonly windowMs?: number;
  readonly minimum?: number;
  readonly coolMs?: number;
}

export function createBreaker(clock: Clock, options: BreakerOptions = {}): Breaker {
  const { windowMs = 10_000, minimum = 20, coolMs = 5_000 } = options;
  const recent = createRecent(windowMs);
  let openUntil: number | undefined;
  let isProbing = false;

  function settleCall(outcome: Outcome): void {
    // A straggler of the time before it opened says nothing new; the probe decides.
    if (openUntil !== undefined || outcome === 'undecided') return;
    const now = clock.now();
    const { calls, failures } = recent.note(now, outcome === 'failed');
    if (failures >= minimum && failures * 2 >= calls) openUntil = now + coolMs;
  }

  function settleProbe(outcome: Outcome): void {
    isProbing = false;
    if (outcome === 'failed') openUntil = clock.now() + coolMs;
    if (outcome !== 'succeeded') return;
    openUntil = undefined;
    recent.clear();
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

interface Moment {
  readonly at: number;
  calls: number;
  failures: number;
}

/** Counts the calls of the last while. Those of one moment stand together, and each is touched twice, however many come. */
function createRecent(windowMs: number) {
  const moments: Moment[] = [];
  const total = { calls: 0, failures: 0 };
  return {
    /** The counts with this call among them. */
    note(now: number, isFailure: boolean): Readonly<typeof total> {
      while (moments.length > 0 && moments[0]!.at <= now - windowMs) {
        const { calls, failures } = moments.shift()!;
        total.calls -= calls;
        total.failures -= failures;
      }
      if (moments.at(-1)?.at !== now) moments.push({ at: now, calls: 0, failures: 0 });
      for (const counts of [moments.at(-1)!, total]) {
        counts.calls += 1;
        if (isFailure) counts.failures += 1;
      }
      return total;
    },
    clear(): void {
      moments.length = 0;
      total.calls = 0;
      total.failures = 0;
    },
  };
}
