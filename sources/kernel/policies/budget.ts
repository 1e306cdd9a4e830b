import { onAbort } from '../../../core/abort.ts';
import type { Clock } from '../../../core/clock.ts';
import { Fault } from '../../../core/faults.ts';
import { createFairQueue } from './fair-queue.ts';
import { createQuotaCounter, limitedFor, type Quota } from './quota.ts';

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
   * in turn, so that one with many requests does not delay the others. Faults: `upstreamLimited`, `overloaded`.
   */
  enter(units: number, signal: AbortSignal, caller?: string): Promise<() => void>;
  /** Refuses requests for this long, as the upstream asked. */
  pause(forMs: number): void;
  /** Corrects the count of the quota; see `QuotaCounter.correct`. */
  correct(units: number): Fault;
  /** Units left in the window of the quota; undefined without a quota. */
  readonly unitsLeft: number | undefined;
  /** The end of the pause, in milliseconds since the epoch; undefined when there is none. */
  readonly pausedUntil: number | undefined;
}

export function createBudget(clock: Clock, source: string, options: BudgetOptions = {}): Budget {
  const quota = options.quota && createQuotaCounter(clock, source, options.quota);
  const places = createPlaces(source, options);
  /** By the monotonic clock. */
  let pausedUntil = Number.NEGATIVE_INFINITY;

  function spend(units: number): void {
    const waitMs = pausedUntil - clock.monotonic();
    if (waitMs > 0) throw limitedFor(waitMs, source, `The source for ${source} asked us to wait.`);
    quota?.spend(units);
  }

  return {
    async enter(units, signal, caller = '') {
      signal.throwIfAborted();
      const release = await places.take(caller, signal);
      try {
        spend(units);
      } catch (fault) {
        release();
        throw fault;
      }
      return release;
    },
    pause(forMs) {
      pausedUntil = Math.max(pausedUntil, clock.monotonic() + forMs);
    },
    correct(units) {
      if (!quota) throw new Error(`The source for ${source} declares no quota.`);
      return quota.correct(units);
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
function createPlaces(source: string, { concurrent = 64, queued = 2048 }: BudgetOptions) {
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
  };
}

interface Waiting {
  admit(): void;
  refuse(): void;
}
