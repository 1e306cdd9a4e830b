import { type Clock, hours, nextMidnight } from '../../core/clock.ts';
import type { Quota } from '../../sources/kernel/policies/quota.ts';
import type { SharedAttempt, SharedVerdict } from '../../sources/kernel/policies/shared-state.ts';
import type { Books } from './messages.ts';

type SourceBooks = Pick<Books, 'enter' | 'pause' | 'openBreaker' | 'settleProbe' | 'correct'>;
type Spending = NonNullable<SharedAttempt['quota']>;

interface SpentWindow {
  end: number;
  spent: number;
}

/** Times are by the monotonic clock. */
interface OriginBreaker {
  /** While it is open, and until a probe succeeds. */
  openUntil: number | undefined;
  /** The call that probes, and the time after which it has died with its process. */
  probe: { readonly token: string; readonly until: number } | undefined;
  /** When a probe closed it. */
  closedAt: number;
}

interface SourceRecord {
  pausedUntil: number;
  window: SpentWindow | undefined;
  readonly breakers: Map<string, OriginBreaker>;
}

/** The longest time after which a probe that another call holds is asked for again. */
const probeWaitMs = 250;

/** Quotas, pauses and breakers by the rules of the scripts in `server/stores/source-scripts.ts`. */
export function createSourceBooks(clock: Clock): SourceBooks {
  const records = new Map<string, SourceRecord>();

  /** The number of records is that of the sources with a credential. */
  function recordOf(source: string): SourceRecord {
    const known = records.get(source);
    if (known) return known;
    const record = { pausedUntil: 0, window: undefined, breakers: new Map() };
    records.set(source, record);
    return record;
  }

  function breakerOf({ breakers }: SourceRecord, origin: string): OriginBreaker {
    const known = breakers.get(origin);
    if (known) return known;
    const breaker = { openUntil: undefined, probe: undefined, closedAt: Number.NEGATIVE_INFINITY };
    breakers.set(origin, breaker);
    return breaker;
  }

  /** A day ends by the time of day, every other window by the monotonic clock. */
  const timeOf = (quota: Quota) => ('windowMs' in quota ? clock.monotonic() : clock.now());

  /** The running window of a quota, which begins now where none runs. */
  function windowOf(record: SourceRecord, quota: Quota, lengthMs?: number): SpentWindow {
    const now = timeOf(quota);
    if (record.window && now < record.window.end) return record.window;
    const length =
      lengthMs ?? ('windowMs' in quota ? quota.windowMs : nextMidnight(now, quota.midnightIn) - now);
    record.window = { end: now + length, spent: 0 };
    return record.window;
  }

  /** The window with the units that the asking process has spent without asking. */
  function windowWithAlone(record: SourceRecord, { of, alone, aloneLeftMs }: Spending): SpentWindow {
    const window = windowOf(record, of, alone > 0 ? aloneLeftMs : undefined);
    window.spent += alone;
    return window;
  }

  return {
    enter(source, { origin, token, openedMs, probeMs, units, quota }) {
      const record = recordOf(source);
      const breaker = breakerOf(record, origin);
      const window = quota && windowWithAlone(record, quota);
      const now = clock.monotonic();
      let isProbing = false;
      const verdict = (decision: SharedVerdict['decision'], waitMs = 0): SharedVerdict => ({
        decision,
        waitMs,
        breaker: decision === 'admitted' ? breakerState(isProbing, hasClosed) : undefined,
        window: window && { ...window, name: 'books', leftMs: window.end - timeOf(quota.of) },
      });
      const hasClosed =
        breaker.openUntil === undefined && openedMs !== undefined && breaker.closedAt >= now - openedMs;

      if (now < record.pausedUntil) return verdict('paused', record.pausedUntil - now);
      if (breaker.openUntil !== undefined) {
        if (now < breaker.openUntil) return verdict('resting', breaker.openUntil - now);
        const { probe } = breaker;
        if (probe && probe.token !== token && now < probe.until) {
          return verdict('resting', Math.min(probe.until - now, probeWaitMs));
        }
        isProbing = true;
      } else if (openedMs !== undefined) isProbing = !hasClosed;

      if (window) {
        const reserve = units > 1 ? (quota.of.reserve ?? 0) : 0;
        if (window.spent + units > quota.of.units - reserve) {
          return verdict('spent', window.end - timeOf(quota.of));
        }
        window.spent += units;
      }
      if (isProbing) {
        breaker.openUntil ??= now;
        breaker.probe = { token, until: now + probeMs };
      }
      return verdict('admitted');
    },
    pause(source, forMs) {
      const record = recordOf(source);
      record.pausedUntil = Math.max(record.pausedUntil, clock.monotonic() + forMs);
    },
    openBreaker(source, origin, forMs) {
      const breaker = breakerOf(recordOf(source), origin);
      const until = clock.monotonic() + forMs;
      if ((breaker.openUntil ?? 0) >= until) return;
      breaker.openUntil = until;
      breaker.probe = undefined;
    },
    settleProbe(source, { origin, token, outcome, coolMs }) {
      const breaker = breakerOf(recordOf(source), origin);
      if (breaker.probe?.token !== token) return;
      breaker.probe = undefined;
      if (outcome === 'failed') breaker.openUntil = clock.monotonic() + coolMs;
      if (outcome !== 'succeeded') return;
      breaker.openUntil = undefined;
      breaker.closedAt = clock.monotonic();
    },
    correct(source, quota, units) {
      const window = windowOf(recordOf(source), quota);
      window.spent = Math.max(window.spent, quota.units - units + 1);
      // The clock or the count of either side may be wrong, so the upstream is called again within the hour.
      window.end = Math.min(window.end, timeOf(quota) + hours(1));
    },
  };
}

const breakerState = (isProbing: boolean, hasClosed: boolean): SharedVerdict['breaker'] => {
  if (isProbing) return 'probing';
  return hasClosed ? 'closed' : undefined;
};
