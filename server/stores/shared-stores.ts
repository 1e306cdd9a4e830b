import type { TextStore } from '../../sources/kernel/policies/shared-cache.ts';
import type { SharedState } from '../../sources/kernel/policies/shared-state.ts';
import type { LimitStore } from '../limits/shared-limiter.ts';

/** The state that several processes share: through Valkey, or through the primary process of a machine. */
export interface SharedStores {
  readonly limits: LimitStore;
  readonly texts: TextStore;
  /** Quotas, pauses and breakers of services that call the same upstreams. */
  sources(edition: string): SharedState;
  /** Whether the state of the sources is shared now. */
  readonly isUp: boolean;
  close(): void;
}
