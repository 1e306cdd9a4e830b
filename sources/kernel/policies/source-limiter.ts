import { onAbort } from '../../../core/abort.ts';
import type { Clock } from '../../../core/clock.ts';
import { Fault } from '../../../core/faults.ts';
import type { SharedSource } from '../../../core/shared-store.ts';
import { createFairQueue } from './fair-queue.ts';
import { createQuotaCounter, type Quota, type QuotaCounter, type QuotaTools } from './quota.ts';

/** Limits on the requests to one upstream. */
export interface SourceLimits {
  /** Requests in flight; further ones queue. */
  readonly concurrent?: number;
  /** Requests in the queue; further ones are refused. */
  readonly queued?: number;
  /** The quota that the upstream counts. */
  readonly quota?: Quota;
  /** Whether the origins have different owners, so that each is paused alone. */
  readonly isOfMany?: true;
}

/**
 * Bounds the requests to one upstream: those in flight, the units of its quota, and the pause that it asked for.
 * Waiting callers are not counted: a thousand equal reads are one request.
 */
export interface SourceLimiter {
  /**
   * Waits for a place and spends a unit of the quota; the result releases the place, once. Places are given to the waiting
   * callers in turn, so that one with many requests does not delay the others.
   * Faults: `upstreamLimited`, `limited`, `overloaded`.
   */
  enter(signal: AbortSignal, caller?: string, origin?: string): Promise<() => void>;
  /** Refuses requests for this long, as the upstream asked, with the message of its refusal. */
  pause(forMs: number, message?: string, origin?: string): void;
  /** See `QuotaCounter`. */
  noteUsedUp(): Fault;
  /** How long the request that has waited longest for a place has waited, in milliseconds; 0 without one. */
  readonly waitedMs: number;
  /** Undefined without a quota. */
  readonly quota: Pick<QuotaCounter, 'units' | 'unitsLeft' | 'renewsAt'> | undefined;
  /** The end of the pause, in milliseconds since the epoch; undefined when there is none. */
  readonly pausedUntil: number | undefined;
}

export interface SourceLimiterTools extends QuotaTools {
  /** The quota and the pause are those of all processes while their store is available. */
  readonly shared?: SharedSource | undefined;
  /** Whether the quotas of a day are counted; by default they are. */
  readonly countsDays?: boolean | undefined;
}

export function createSourceLimiter(
  clock: Clock,
  group: string,
  options: SourceLimits = {},
  tools: SourceLimiterTools = {},
): SourceLimiter {
  const { shared, countsDays = true } = tools;
  const isCounted = options.quota && (countsDays || !('midnightIn' in options.quota));
  const quota = isCounted ? createQuotaCounter(clock, group, options.quota, tools) : undefined;
  const places = createPlaces(clock, group, options);
  const { isOfMany = false } = options;
  /** The origin where there are many owners. */
  const ownerOf = (origin: string): string => (isOfMany ? origin : '');
  /** The ends of pauses, by the monotonic clock, of each owner. */
  const pauses = new Map<string, { readonly until: number; readonly reason: string }>();
  const waiting = `The source for ${group} asked us to wait.`;
  const leftOf = (origin: string): number =>
    (pauses.get(ownerOf(origin))?.until ?? Number.NEGATIVE_INFINITY) - clock.monotonic();

  function pause(forMs: number, reason = waiting, origin = ''): void {
    if (forMs > leftOf(origin)) pauses.set(ownerOf(origin), { until: clock.monotonic() + forMs, reason });
  }

  function refuseWhilePaused(origin: string): void {
    const waitMs = leftOf(origin);
    if (waitMs <= 0) return;
    const { reason } = pauses.get(ownerOf(origin))!;
    throw new Fault('upstreamLimited', reason, { group, retryAfter: Math.ceil(waitMs / 1000) });
  }

  async function spend(signal: AbortSignal, caller: string | undefined, origin: string): Promise<void> {
    refuseWhilePaused(origin);
    if (shared && !isOfMany) {
      pause((await shared.pauseLeft()) ?? 0);
      refuseWhilePaused(origin);
    }
    await quota?.spend(caller);
    signal.throwIfAborted();
  }

  return {
    async enter(signal, caller, origin = '') {
      signal.throwIfAborted();
      const release = await places.take(caller ?? '', signal);
      try {
        await spend(signal, caller, origin);
      } catch (fault) {
        release();
        throw fault;
      }
      return release;
    },
    pause(forMs, message, origin) {
      pause(forMs, message, origin);
      if (!isOfMany) shared?.pause(forMs);
    },
    noteUsedUp() {
      const message = `The quota for ${group} is used up.`;
      return quota?.noteUsedUp() ?? new Fault('upstreamLimited', message, { group });
    },
    get waitedMs() {
      return places.waitedMs;
    },
    quota,
    get pausedUntil() {
      const leftMs = leftOf('');
      return leftMs > 0 ? clock.now() + leftMs : undefined;
    },
  };
}

/** A semaphore with a bounded queue, which is fair to callers. `take` rejects with `overloaded` when the queue is full. */
function createPlaces(clock: Clock, group: string, { concurrent = 64, queued = 2048 }: SourceLimits) {
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
    new Fault('overloaded', `Too many questions for ${group} are waiting.`, { group, retryAfter: 1 });

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
