import { type Clock, hours, nextMidnight } from '../../../core/clock.ts';
import { Fault } from '../../../core/faults.ts';
import type { Cancellation } from '../cancellation.ts';

/** What may be spent on an upstream. */
export interface BudgetOptions {
  /** Distinct requests in flight; further ones queue. */
  readonly concurrent?: number;
  /** Requests that may queue before more are turned away. */
  readonly queued?: number;
  /** Where the upstream counts. */
  readonly quota?: Quota;
}

/** Units granted per window, which is so long, or ends at midnight in a time zone; each endpoint says what it costs. */
export type Quota = ({ readonly windowMs: number } | { readonly midnightIn: string }) & {
  readonly units: number;
  /** Units at the end of a window that only requests of one unit may spend, so that a few dear ones leave room for many. */
  readonly reserve?: number;
};

/**
 * Bounds what is asked of one upstream: requests in flight, units of its quota, and the silence that it asked for.
 * Waiting callers are not counted here: a thousand equal questions are one request.
 */
export interface Budget {
  /** Waits for a place and takes `units`; the result gives the place back, once. Faults: `upstreamLimited`, `overloaded`. */
  enter(units: number, wish: Cancellation): Promise<() => void>;
  /** The upstream asked us to be silent for this long. */
  pause(forMs: number): void;
  /** The upstream says that the quota cannot pay for so many units, so fewer are left. The result is for whoever asked. */
  correct(units: number): Fault;
  /** Units left in this window, where the upstream has a quota. */
  readonly unitsLeft: number | undefined;
  /** Until when no request is made, in milliseconds since the epoch; undefined when it may be asked now. */
  readonly pausedUntil: number | undefined;
}

export function createBudget(clock: Clock, source: string, options: BudgetOptions = {}): Budget {
  const { concurrent = 64, queued = 2048, quota } = options;
  const queue: (() => void)[] = [];
  let inFlight = 0;
  let pausedUntil = 0;
  let windowEnd = 0;
  let spent = 0;

  function rollWindow(): void {
    if (quota && clock.now() >= windowEnd) {
      windowEnd =
        'windowMs' in quota ? clock.now() + quota.windowMs : nextMidnight(clock.now(), quota.midnightIn);
      spent = 0;
    }
  }

  function limited(untilMs: number, why: string): Fault {
    const retryAfter = Math.max(1, Math.ceil((untilMs - clock.now()) / 1000));
    return new Fault('upstreamLimited', why, { source, retryAfter });
  }

  function spend(units: number): void {
    if (clock.now() < pausedUntil) {
      throw limited(pausedUntil, `The source for ${source} asked us to wait.`);
    }
    rollWindow();
    if (quota && spent + units > quota.units - (units > 1 ? (quota.reserve ?? 0) : 0)) {
      throw overspent(units, quota);
    }
    spent += units;
  }

  function overspent(units: number, quota: Quota): Fault {
    const left = quota.units - spent;
    const why =
      left > 0 && units > 1
        ? `This costs ${units} units of the quota for ${source}; the last ${left} are kept for what costs less, and cached answers still work.`
        : `The quota for ${source} is used up for now; cached answers still work.`;
    return limited(windowEnd, why);
  }

  function release(): void {
    inFlight -= 1;
    queue.shift()?.();
  }

  return {
    async enter(units, wish) {
      wish.throwIfCancelled();
      if (inFlight >= concurrent) {
        if (queue.length >= queued) {
          throw new Fault('overloaded', `Too many questions for ${source} are waiting.`, {
            source,
            retryAfter: 1,
          });
        }
        await new Promise<void>((resolve, reject) => {
          const admit = () => {
            inFlight += 1;
            resolve();
          };
          wish.listen({
            onCancel(reason) {
              const place = queue.indexOf(admit);
              if (place < 0) return;
              queue.splice(place, 1);
              reject(reason);
            },
          });
          queue.push(admit);
        });
      } else inFlight += 1;
      try {
        spend(units);
      } catch (fault) {
        release();
        throw fault;
      }
      let isInside = true;
      return () => {
        if (isInside) release();
        isInside = false;
      };
    },
    pause(forMs) {
      pausedUntil = Math.max(pausedUntil, clock.now() + forMs);
    },
    correct(units) {
      if (!quota) throw new Error(`The source for ${source} declares no quota.`);
      rollWindow();
      spent = Math.max(spent, quota.units - units + 1);
      // Whose clock or count is wrong is not known: within the hour, it is asked again.
      windowEnd = Math.min(windowEnd, clock.now() + hours(1));
      return overspent(units, quota);
    },
    get unitsLeft() {
      rollWindow();
      return quota && quota.units - spent;
    },
    get pausedUntil() {
      return clock.now() < pausedUntil ? pausedUntil : undefined;
    },
  };
}
