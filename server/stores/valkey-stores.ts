import type { Clock } from '../../core/clock.ts';
import { valkeyLimits } from '../limits/valkey-limiter.ts';
import { createSharedSources } from './shared-sources.ts';
import type { SharedStores } from './shared-stores.ts';
import { textStore } from './text-store.ts';
import type { SharedStore } from './valkey.ts';

/** Two connections, so that a large cache entry never delays a decision of a limit. */
export interface ValkeyConnections {
  readonly limits: SharedStore;
  readonly cache: SharedStore;
  readonly clock: Clock;
}

/** The state that instances share through Valkey. */
export const openValkeyStores = ({ limits, cache, clock }: ValkeyConnections): SharedStores => ({
  limits: valkeyLimits({ store: limits }),
  texts: textStore(cache),
  sources: (edition) => createSharedSources({ store: cache, clock, edition }),
  get isUp() {
    return cache.isUp;
  },
  close() {
    limits.close();
    cache.close();
  },
});
