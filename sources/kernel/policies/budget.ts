import { onAbort } from '../../../core/abort.ts';
import { type Clock, minutes } from '../../../core/clock.ts';
import { Fault } from '../../../core/faults.ts';
import { createFairQueue } from './fair-queue.ts';
import { createQuotaCounter, limitedFor, type Quota } from './quota.ts';
import { createSharedGate, type Entering } from './shared-gate.ts';
import { type SharedSource, tellUntilTaken } from './shared-state.ts';

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
   * in turn, so that one with many requests does not delay the others. With a shared state, `entering` is decided by it.
   * Faults: `upstreamLimited`, `overloaded`.
   */
  enter(units: number, signal: AbortSignal, caller?: string, entering?: Entering): Promise<() => void>;
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

export function createBudget(
  clock: Clock,
  source: string,
  options: BudgetOptions = {},
  shared?: SharedSource,
): Budget {
  const quota = options.quota && createQuotaCounter(clock, source, options.quota);
  const places = createPlaces(clock, source, options);
  /** By the monotonic clock. */
  let pausedUntil = Number.NEGATIVE_INFINITY;

  const pausedFor = (waitMs: number) =>
    limitedFor(waitMs, source, `The source for ${source} asked us to wait.`);

  function pause(forMs: number): void {
    pausedUntil = Math.max(pausedUntil, clock.monotonic() + forMs);
  }

  const passShared =
    shared &&
    createSharedGate({
      group: source,
      shared,
      quota: options.quota && quota && { of: options.quota, counter: quota },
      takeOverPause(forMs) {
        pause(forMs);
        return pausedFor(forMs);
      },
    });

  async function spend(units: number, signal: AbortSignal, entering: Entering | undefined): Promise<void> {
    const waitMs = pausedUntil - clock.monotonic();
    if (waitMs > 0) throw pausedFor(waitMs);
    if (!passShared || !entering) return quota?.spend(units);
    await passShared(units, entering);
    signal.throwIfAborted();
  }

  return {
    async enter(units, signal, caller = '', entering) {
      signal.throwIfAborted();
      const release = await places.take(caller, signal);
      try {
        await spend(units, signal, entering);
      } catch (fault) {
        release();
        throw fault;
      }
      return release;
    },
    pause(forMs) {
      pause(forMs);
      if (shared) void tellUntilTaken(clock, forMs, (leftMs) => shared.pause(leftMs));
    },
    correct(units) {
      if (!quota || !options.quota) throw new Error(`The source for ${source} declares no quota.`);
      const of = options.quota;
      if (shared) void tellUntilTaken(clock, correctionMs, () => shared.correct(of, units));
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

/** How long a corrected count is told to a store that is unavailable. */
const correctionMs = minutes(1);

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
