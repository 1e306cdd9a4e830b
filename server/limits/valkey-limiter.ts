import type { SharedStore } from '../stores/valkey.ts';
import {
  createSharedLimiter,
  type LimitReply,
  type LimitStore,
  type SharedLimiterOptions,
} from './shared-limiter.ts';

interface ValkeyLimitsOptions {
  readonly store: SharedStore;
  /** Milliseconds since the epoch; for tests. Without it, the clock of the store decides, which all instances share. */
  readonly now?: () => number;
}

/** Limits that are decided by one script call of Valkey. */
export const valkeyLimits = ({ store, now }: ValkeyLimitsOptions): LimitStore => ({
  get isUp() {
    return store.isUp;
  },
  async decide(questions, onLate) {
    const keys: string[] = [];
    const values: (string | number)[] = [now?.() ?? ''];
    for (const { keyId, limits, alone, prices } of questions) {
      keys.push(`almanac:{${keyId}}:minute`, `almanac:{${keyId}}:second`);
      values.push(limits.perSecond, limits.perMinute);
      values.push(alone.lookups, alone.before, Math.round(alone.ageMs), prices.join(' '));
    }
    let pending: Promise<LimitReply> | undefined;
    try {
      return await store.run((client) => {
        pending = client.almanacLimit(keys.length, ...keys, ...values);
        return pending;
      });
    } catch (error) {
      if (onLate)
        pending?.then(
          (reply) => setImmediate(onLate, reply),
          () => {},
        );
      throw error;
    }
  },
});

/** A limiter over Valkey. */
export const createValkeyLimiter = ({
  store,
  now,
  ...more
}: ValkeyLimitsOptions & Omit<SharedLimiterOptions, 'store'>) =>
  createSharedLimiter({ store: valkeyLimits({ store, ...(now && { now }) }), ...more });
