import { type Clock, hours, nextMidnight } from '../../../core/clock.ts';
import { Fault } from '../../../core/faults.ts';
import type { MaybePromise } from '../../../core/maybe-promise.ts';
import type { SharedSource } from './shared-store.ts';

/** Units granted per window. A window has a length, or ends at midnight in a time zone; endpoints declare their cost. */
export type Quota = ({ readonly windowMs: number } | { readonly midnightIn: string }) & {
  readonly units: number;
  /** The last units of a window, which only requests of one unit may spend, so that costly requests leave some for others. */
  readonly reserve?: number;
};

/** Counts the units of a quota that were spent in the current window. */
export interface QuotaCounter {
  /** Spends units. Throws, or rejects with, the fault `upstreamLimited` when they exceed the quota. */
  spend(units: number): MaybePromise<void>;
  /**
   * Corrects the count when the upstream reports that the quota cannot pay for so many units. Returns the fault for the
   * caller.
   */
  correct(units: number): Fault;
  /** Units left in the current window, as this process knows it. */
  readonly unitsLeft: number;
}

/** With `shared`, all processes count together while their store is available. */
export function createQuotaCounter(
  clock: Clock,
  source: string,
  quota: Quota,
  shared?: Pick<SharedSource, 'charge'>,
): QuotaCounter {
  /** A window with a length is measured by the monotonic clock; a day ends by the time of day. */
  const read = () => ('windowMs' in quota ? clock.monotonic() : clock.now());
  const lengthFrom = (now: number) =>
    'windowMs' in quota ? quota.windowMs : nextMidnight(now, quota.midnightIn) - now;
  let windowEnd = Number.NEGATIVE_INFINITY;
  let spent = 0;
  /** Until then this process counts alone, since the upstream contradicts the shared count. */
  let correctedUntil = Number.NEGATIVE_INFINITY;

  function rollWindow(): void {
    const now = read();
    if (now < windowEnd) return;
    windowEnd = now + lengthFrom(now);
    spent = 0;
  }

  /** What may be spent in all by requests of so many units. */
  const limitFor = (units: number) => quota.units - (units > 1 ? (quota.reserve ?? 0) : 0);

  function exceeded(units: number): Fault {
    const left = quota.units - spent;
    const message =
      left > 0 && units > 1
        ? `This costs ${units} units of the quota for ${source}; the last ${left} are kept for what costs less, and cached answers still work.`
        : `The quota for ${source} is used up for now; cached answers still work.`;
    return limitedFor(windowEnd - read(), source, message);
  }

  function spendAlone(units: number): void {
    rollWindow();
    if (spent + units > limitFor(units)) throw exceeded(units);
    spent += units;
  }

  async function spendShared(units: number, of: Pick<SharedSource, 'charge'>): Promise<void> {
    const charged = await of.charge({ units, limit: limitFor(units), lengthMs: lengthFrom(read()) });
    if (!charged || read() < correctedUntil) return spendAlone(units);
    spent = charged.used;
    windowEnd = read() + charged.leftMs;
    if (charged.outcome === 'spent') throw exceeded(units);
  }

  return {
    spend: (units) => (shared && read() >= correctedUntil ? spendShared(units, shared) : spendAlone(units)),
    correct(units) {
      rollWindow();
      spent = Math.max(spent, quota.units - units + 1);
      // The clock or the count of either side may be wrong, so the upstream is called again within the hour.
      windowEnd = Math.min(windowEnd, read() + hours(1));
      correctedUntil = windowEnd;
      return exceeded(units);
    },
    get unitsLeft() {
      rollWindow();
      return Math.max(0, quota.units - spent);
    },
  };
}

/** The fault `upstreamLimited` with the seconds to wait, at least one. */
export const limitedFor = (waitMs: number, source: string, message: string): Fault =>
  new Fault('upstreamLimited', message, { source, retryAfter: Math.max(1, Math.ceil(waitMs / 1000)) });
