import { minutes } from '../../core/clock.ts';
import type { Charged, SharedStore } from '../../core/shared-store.ts';
import { decide, type Limiter, rateLimitStatus, type WindowLimits } from './limiter.ts';

export interface SharedLimiterOptions {
  readonly store: Pick<SharedStore, 'charge'>;
  /** Decides while the store is unavailable. */
  readonly fallback: Limiter;
  /** Called for every request that the fallback decides. */
  readonly onFallback?: () => void;
}

const minuteMs = minutes(1);
const outcomes = { accepted: 'accepted', window: 'minute', second: 'second' } as const;

/**
 * Exact limits over all processes that share the store, by the clock of the store. While it is unavailable the limiter of
 * this process decides, so that a failure of the store refuses no request; nothing is reconciled afterwards.
 */
export function createSharedLimiter({ store, fallback, onFallback }: SharedLimiterOptions): Limiter {
  const ask = (keyId: string, { perMinute, perSecond }: WindowLimits, units: number, ofWindow?: number) =>
    store.charge(`key:${keyId}`, {
      units,
      limit: perMinute,
      lengthMs: minuteMs,
      ...(perSecond && { perSecond }),
      ...(ofWindow && { ofWindow }),
    });
  return {
    async charge(keyId, limits, price) {
      const charged = await ask(keyId, limits, price);
      if (charged) return decide(outcomes[charged.outcome], minuteOf(charged), limits, nowOf(charged));
      onFallback?.();
      return fallback.charge(keyId, limits, price);
    },
    async refund(keyId, limits, refund) {
      const { lookups, resetAtMs } = refund;
      const { perMinute } = limits;
      const charged = await ask(keyId, { perMinute }, -lookups, resetAtMs);
      if (!charged) return fallback.refund(keyId, limits, refund);
      return rateLimitStatus(minuteOf(charged), limits, nowOf(charged));
    },
    async peek(keyId, limits) {
      const charged = await ask(keyId, limits, 0);
      if (!charged) return fallback.peek(keyId, limits);
      return rateLimitStatus(minuteOf(charged), limits, nowOf(charged));
    },
  };
}

const minuteOf = ({ used, endsAtMs }: Charged) => ({ used, startMs: endsAtMs - minuteMs });
const nowOf = ({ endsAtMs, leftMs }: Charged) => endsAtMs - leftMs;
