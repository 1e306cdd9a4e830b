import { type Clock, hours, nextMidnight } from '../../../core/clock.ts';
import { Fault } from '../../../core/faults.ts';
import { type MaybePromise, mapMaybe, tryMaybe } from '../../../core/maybe-promise.ts';
import type { SharedSource } from '../../../core/shared-store.ts';

/** Requests granted per window, which has a length or ends at midnight in a time zone. Callers share those of a day. */
export type Quota = ({ readonly windowMs: number } | { readonly midnightIn: string }) & {
  readonly units: number;
};

/** Counts the requests of a quota in the current window. */
export interface QuotaCounter {
  /**
   * Spends one request. Throws, or rejects with, the fault `upstreamLimited` when none is left, and `limited` when the caller
   * has spent its share of the day.
   */
  spend(caller?: string): MaybePromise<void>;
  /** Notes that the upstream reports the quota as used up. Returns the fault for the caller. */
  noteUsedUp(): Fault;
  readonly units: number;
  /** Those left in the current window, as this process knows it. */
  readonly unitsLeft: number;
  /** The end of the current window, in milliseconds since the epoch. */
  readonly renewsAt: number;
}

export interface QuotaTools {
  /** The part of the group that the source serves. */
  readonly part?: string | undefined;
  /** All processes count together while their store is available. */
  readonly shared?: Pick<SharedSource, 'charge'> | undefined;
  /** Whether no one else has a key, with whom a caller would share. */
  readonly isOnlyCaller?: ((caller: string) => boolean) | undefined;
  /** Called for each unit of a quota of a day that a caller spends, with the name of the source. */
  readonly onUnit?: ((caller: string, source: string) => void) | undefined;
}

export function createQuotaCounter(
  clock: Clock,
  group: string,
  quota: Quota,
  { part, shared, isOnlyCaller = () => false, onUnit }: QuotaTools,
): QuotaCounter {
  const { units } = quota;
  const name = part === undefined ? `quota for ${group}` : `${part} quota for ${group}`;
  const source = part === undefined ? group : `${group} (${part})`;
  /** A window with a length is measured by the monotonic clock; a day ends by the time of day. */
  const read = () => ('windowMs' in quota ? clock.monotonic() : clock.now());
  const lengthFrom = (now: number) =>
    'windowMs' in quota ? quota.windowMs : nextMidnight(now, quota.midnightIn) - now;
  /** The length of a window at most: a day has 25 hours where the clocks are set back. */
  const longest = 'windowMs' in quota ? quota.windowMs : hours(25);
  let windowEnd = Number.NEGATIVE_INFINITY;
  let spent = 0;
  /** What this process has spent for each caller in the current window. */
  const spentFor = new Map<string, number>();
  let refusedUntil = Number.NEGATIVE_INFINITY;

  function rollWindow(): void {
    const now = read();
    // The end is further away than a window is long after a clock that was ahead was set back.
    if (now < windowEnd && windowEnd - now <= longest) return;
    windowEnd = now + lengthFrom(now);
    refusedUntil = Number.NEGATIVE_INFINITY;
    spent = 0;
    spentFor.clear();
  }

  const isRefused = () => read() < refusedUntil;
  const renewsAt = () => clock.now() + windowEnd - read();
  const untilText = () => `${new Date(renewsAt()).toISOString().slice(0, 16)}Z`;
  const waitSeconds = () => Math.max(1, Math.ceil((windowEnd - read()) / 1000));

  const usedUp = () =>
    new Fault('upstreamLimited', `The ${name} is used up until ${untilText()}; cached answers still work.`, {
      group,
      retryAfter: waitSeconds(),
    });

  /** A key may spend as much of a day as it leaves to others, so that no key takes the day from all. */
  function refuseBeyondShare(caller: string): void {
    const taken = spentFor.get(caller) ?? 0;
    if (taken < units - spent || isOnlyCaller(caller)) return;
    const message = `This key has used its share of the ${name}, ${taken} requests until ${untilText()}; cached answers still work.`;
    throw new Fault('limited', message, { group, retryAfter: waitSeconds(), scope: 'quota' });
  }

  /** Counts before the store has answered, since other requests are judged meanwhile; -1 for what it refuses. */
  const countFor = (caller: string, count: 1 | -1) =>
    spentFor.set(caller, Math.max(0, (spentFor.get(caller) ?? 0) + count));

  async function chargeShared(of: Pick<SharedSource, 'charge'>): Promise<void> {
    const charged = await of.charge({ units: 1, limit: units, lengthMs: lengthFrom(read()) });
    if (!charged) return chargeAlone();
    spent = charged.used;
    windowEnd = read() + charged.leftMs;
    if (charged.outcome === 'window') throw usedUp();
  }

  function chargeAlone(): void {
    if (spent >= units) throw usedUp();
    spent += 1;
  }

  return {
    units,
    spend(caller) {
      rollWindow();
      if (isRefused()) throw usedUp();
      const isShared = 'midnightIn' in quota && caller !== undefined;
      if (isShared && spent < units) refuseBeyondShare(caller);
      const charged = shared ? chargeShared(shared) : chargeAlone();
      if (!isShared) return charged;
      countFor(caller, 1);
      return tryMaybe(
        () => mapMaybe(charged, () => onUnit?.(caller, source)),
        (fault) => {
          countFor(caller, -1);
          throw fault;
        },
      );
    },
    noteUsedUp() {
      rollWindow();
      // The clock or the count of either side may be wrong, so the upstream is called again within the hour.
      refusedUntil = Math.min(windowEnd, read() + hours(1));
      return usedUp();
    },
    get unitsLeft() {
      rollWindow();
      return isRefused() ? 0 : Math.max(0, units - spent);
    },
    get renewsAt() {
      rollWindow();
      return renewsAt();
    },
  };
}
