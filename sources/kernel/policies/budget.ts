import { onAbort } from '../../../core/abort.ts';
import type { Clock } from '../../../core/clock.ts';
import { Fault } from '../../../core/faults.ts';
import { createFairQueue } from './fair-queue.ts';
import { createQuotaCounter, limitedFor, type Quota } from './quota.ts';
import type { SharedSource } from './shared-store.ts';

/** Limits on the requests to one upstream. */
export interface BudgetOptions {
  /** Requests in flight; further ones queue. */
  readonly concurrent?: number;
  /** Requests in the queue; further ones are refused. */
  readonly queued?: number;
  /** The quota that the upstream counts. */
  readonly quota?: Quota;
}

/**
 * Bounds the requests to one upstream: those in flight, the units of its quota, and the pause that it asked for.
 * Waiting callers are not counted: a thousand equal reads are one request.
 */
export interface Budget {
  /**
   * Waits for a place and spends `units`; the result releases the place, once. Places are given to the waiting callers
   * in turn, so that one with many requests does not delay the others.
   * Faults: `upstreamLimited`, `overloaded`.
   */
  enter(units: number, signal: AbortSignal, caller?: string): Promise<() => void>;
  /** Refuses requests for this long, as the upstream asked. */
  pause(forMs: number): void;
  /** Corrects the count of the quota; see `QuotaCounter.correct`. */
  correct(units: number): Fault;
  /** How long the request that has waited longest for a place has waited, in milliseconds; 0 without one. */
  readonly waitedMs: number;
  /** Units left in the window of the quota; undefined without a quota. */
  readonly unitsLeft: number | undefined;
  /** The end of the pause, in milliseconds since the epoch; undefined when there is none. */
  readonly pausedUntil: number | undefined;
}

/** With `shared`, the quota and the pause are those of all processes while their store is available. */
export function createBudget(
  clock: Clock,
  source: string,
  options: BudgetOptions = {},
  shared?: SharedSource,
): Budget {
  const quota = options.quota && createQuotaCounter(clock, source, options.quota, shared);
  const places = createPlaces(clock, source, options);
  /** By the monotonic clock. */
  let pausedUntil = Number.NEGATIVE_INFINITY;

  function pause(forMs: number): void {
    pausedUntil = Math.max(pausedUntil, clock.monotonic() + forMs);
  }

  function refuseWhilePaused(): void {
    const waitMs = pausedUntil - clock.monotonic();
    if (waitMs > 0) throw limitedFor(waitMs, source, `The source for ${source} asked us to wait.`);
  }

  async function spend(units: number, signal: AbortSignal): Promise<void> {
    refuseWhilePaused();
    if (shared) {
      pause((await shared.pauseLeft()) ?? 0);
      refuseWhilePaused();
    }
    await quota?.spend(units);
    signal.throwIfAborted();
  }

  return {
    async enter(units, signal, caller = '') {
      signal.throwIfAborted();
      const release = await places.take(caller, signal);
      try {
        await spend(units, signal);
      } catch (fault) {
        release();
        throw fault;
      }
      return release;
    },
    pause(forMs) {
      pause(forMs);
      shared?.pause(forMs);
    },
    correct(units) {
      if (!quota) throw new Error(`The source for ${source} declares no quota.`);
      return quota.correct(units);
    },
    get waitedMs() {
      return places.waitedMs;
    },
    get unitsLeft() {
      return quota?.unitsLeft;
    },
    get pausedUntil() {
      const leftMs = pausedUntil - clock.monotonic();
      return leftMs > 0 ? clock.now() + leftMs : undefined;
    },
  };
}

/** A semaphore with a bounded queue, which is fair to callers. `take` rejects with `overloaded` when the queue is full. */
function createPlaces(clock: Clock, source: string, { concurrent = 64, queued = 2048 }: BudgetOptions) {
  const queue = createFairQueue<Waiting>();
  let inFlight = 0;

  function releaser(): () => void {
    inFlight += 1;
    let isReleased = false;
    return () => {
      if (isReleased) return;
      isReleased = true;
      inFlight -= 1;
      queue.shift()?.admit();
    };
  }

  const overloaded = () =>
    new Fault('overloaded', `Too many questions for ${source} are waiting.`, { source, retryAfter: 1 });

  function waitInQueue(caller: string, signal: AbortSignal): Promise<() => void> {
    return new Promise((resolve, reject) => {
      const waiting: Waiting = {
        since: clock.monotonic(),
        admit() {
          removeListener();
          resolve(releaser());
        },
        refuse() {
          removeListener();
          reject(overloaded());
        },
      };
      const removeListener = onAbort(signal, () => {
        queue.remove(caller, waiting);
        reject(signal.reason);
      });
      queue.push(caller, waiting);
    });
  }

  return {
    async take(caller: string, signal: AbortSignal): Promise<() => void> {
      if (inFlight < concurrent) return releaser();
      if (queue.size >= queued) {
        // The caller with the longest queue gives way to one that waits for less.
        const displaced = queue.popLongest(caller);
        if (!displaced) throw overloaded();
        displaced.refuse();
      }
      return waitInQueue(caller, signal);
    },
    get waitedMs() {
      if (queue.size === 0) return 0;
      return clock.monotonic() - Math.min(...queue.firsts().map(({ since }) => since));
    },
  };
}

interface Waiting {
  /** By the monotonic clock. */
  readonly since: number;
  admit(): void;
  refuse(): void;
}
