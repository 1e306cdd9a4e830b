import type { Clock } from '../../../core/clock.ts';
import type { Fault } from '../../../core/faults.ts';
import type { AnyEndpoint } from '../source.ts';
import { type Cache, type Entry, negativeLife } from './cache.ts';
import type { Fetched } from './fetch-models.ts';
import type { SharedCache } from './shared-cache.ts';

/** Writes fetched models to the cache of this process, and to the cache that processes share. */
export interface ModelStore {
  /** The entry of a key, stale or not. */
  get(key: string): Entry | undefined;
  /** Stores a model, or an absence for null, under the policy of its endpoint. */
  set(key: string, endpoint: AnyEndpoint, fetched: Fetched): Entry;
  /** Stores the fault of an absence; returns undefined for other faults, which are never stored. */
  setNegative(key: string, endpoint: AnyEndpoint, fault: Fault): Entry | undefined;
  /** Stores an entry that another process has shared. */
  setShared(key: string, entry: Entry): Entry;
  /** Stores an entry under one more key. */
  alias(key: string, endpoint: AnyEndpoint, entry: Entry): Entry;
}

/** The memory of a decoded model by the bytes of its body: 1.3 to 8 over the routes' examples, and 2.7 in the middle. */
const memoryPerByte = 2.7;

export function createModelStore(cache: Cache, shared: SharedCache | undefined, clock: Clock): ModelStore {
  function share(key: string, { plan }: AnyEndpoint, entry: Entry): Entry {
    if (plan.kind !== 'local') shared?.share(key, entry);
    return entry;
  }

  function set(key: string, endpoint: AnyEndpoint, { value, bytes, weight, validator }: Fetched): Entry {
    if (value === null) return share(key, endpoint, cache.set(key, null, negativeLife, bytes));
    const { spec } = endpoint.plan;
    const policy = typeof spec.cache === 'function' ? spec.cache(value, clock.now()) : spec.cache;
    const held = weight ?? spec.weigh?.(value) ?? bytes * memoryPerByte;
    return share(key, endpoint, cache.set(key, value, policy, held, validator));
  }

  return {
    get: cache.get,
    set,
    setNegative(key, endpoint, fault) {
      if (fault.kind !== 'notFound' && fault.kind !== 'private') return undefined;
      return share(key, endpoint, cache.setNegative(key, fault));
    },
    setShared: (key, entry) => cache.alias(key, entry),
    alias: (key, endpoint, entry) => share(key, endpoint, cache.alias(key, entry)),
  };
}
