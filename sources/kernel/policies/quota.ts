import { type Clock, hours, nextMidnight } from '../../../core/clock.ts';
import { Fault } from '../../../core/faults.ts';

/** Units granted per window. A window has a length, or ends at midnight in a time zone; endpoints declare their cost. */
export type Quota = ({ readonly windowMs: number } | { readonly midnightIn: string }) & {
  readonly units: number;
  /** The last units of a window, which only requests of one unit may spend, so that costly requests leave some for others. */
  readonly reserve?: number;
};

/** Counts the units of a quota that were spent in the current window. */
export interface QuotaCounter {
  /** Spends units of this process's own count. Throws the fault `upstreamLimited` when they exceed the quota. */
  spend(units: number): void;
  /**
   * Corrects the count when the upstream reports that the quota cannot pay for so many units. Returns the fault for the
   * caller.
   */
  correct(units: number): Fault;
  /** Units left in the current window. */
  readonly unitsLeft: number;
  /** The fault for units that the quota cannot pay for. */
  refusal(units: number): Fault;
  /** Takes over the window as processes share it; what they were not told of remains counted. */
  synchronize(window: { readonly spent: number; readonly leftMs: number }): void;
  /** Takes the units of the current window that were spent here alone, to tell other processes. */
  takeAlone(): { readonly alone: number; readonly aloneLeftMs: number };
  /** Counts units as spent alone again, or with a negative number as told; the count of the window is not changed. */
  addAlone(units: number): void;
}

export function createQuotaCounter(clock: Clock, source: string, quota: Quota): QuotaCounter {
  /** A window with a length is measured by the monotonic clock; a day ends by the time of day. */
  const read = () => ('windowMs' in quota ? clock.monotonic() : clock.now());
  let windowEnd = Number.NEGATIVE_INFINITY;
  let spent = 0;
  /** Those of `spent` that no other process was told of. */
  let alone = 0;

  function rollWindow(): void {
    const now = read();
    if (now < windowEnd) return;
    windowEnd = 'windowMs' in quota ? now + quota.windowMs : nextMidnight(now, quota.midnightIn);
    spent = 0;
    alone = 0;
  }

  function exceeded(units: number): Fault {
    const left = quota.units - spent;
    const message =
      left > 0 && units > 1
        ? `This costs ${units} units of the quota for ${source}; the last ${left} are kept for what costs less, and cached answers still work.`
        : `The quota for ${source} is used up for now; cached answers still work.`;
    return limitedFor(windowEnd - read(), source, message);
  }

  return {
    spend(units) {
      rollWindow();
      const reserve = units > 1 ? (quota.reserve ?? 0) : 0;
      if (spent + units > quota.units - reserve) throw exceeded(units);
      spent += units;
      alone += units;
    },
    correct(units) {
      rollWindow();
      spent = Math.max(spent, quota.units - units + 1);
      // The clock or the count of either side may be wrong, so the upstream is called again within the hour.
      windowEnd = Math.min(windowEnd, read() + hours(1));
      return exceeded(units);
    },
    get unitsLeft() {
      rollWindow();
      return Math.max(0, quota.units - spent);
    },
    refusal: exceeded,
    synchronize(window) {
      rollWindow();
      spent = window.spent + alone;
      windowEnd = read() + window.leftMs;
    },
    takeAlone() {
      if (read() >= windowEnd) alone = 0;
      const taken = { alone, aloneLeftMs: Math.max(0, windowEnd - read()) };
      alone = 0;
      return taken;
    },
    addAlone(units) {
      alone = Math.max(0, alone + units);
    },
  };
}

/** The fault `upstreamLimited` with the seconds to wait, at least one. */
export const limitedFor = (waitMs: number, source: string, message: string): Fault =>
  new Fault('upstreamLimited', message, { source, retryAfter: Math.max(1, Math.ceil(waitMs / 1000)) });
