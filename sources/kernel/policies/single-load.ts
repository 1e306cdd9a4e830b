import { randomUUID } from 'node:crypto';
import { type Clock, seconds, sleep } from '../../../core/clock.ts';
import type { Reading } from './read-through.ts';
import type { SharedCache } from './shared-cache.ts';
import type { ModelStore } from './store-models.ts';

export interface SingleLoadOptions {
  readonly clock: Clock;
  readonly shared: SharedCache;
  readonly store: ModelStore;
}

/** Half of the time after which a lease ends may pass before it is renewed, so that a late renewal still holds it. */
const renewMs = seconds(0.8);
/** How often a process asks for the answer that another one loads: less often the longer it has waited. */
const pollAfter = (waitedMs: number) => Math.min(250, Math.max(40, waitedMs / 8));
/** The longest wait; the loads of nearly all endpoints end before, and then this process loads as well. */
const longestWaitMs = seconds(20);

const loadingProcess = randomUUID();
let loadCount = 0;

/**
 * Loads a key once at a time over all processes that share the cache: one holds the lease and loads, the others wait for
 * its entry or its failure. When the holder dies its lease ends, and one of the others takes over. While the store of the
 * leases is unavailable, each process loads on its own.
 */
export function createSingleLoad({ clock, shared, store }: SingleLoadOptions) {
  /** Loads with the lease, or without a reply of the store, which may have granted it all the same. */
  async function hold(key: string, token: string, load: () => Promise<Reading>): Promise<Reading> {
    let cancel = () => {};
    const renewLater = () => {
      cancel = clock.timer(renewMs, () => {
        shared.renew(key, token);
        renewLater();
      });
    };
    renewLater();
    try {
      const reading = await load();
      shared.settle(key, token);
      return reading;
    } catch (error) {
      shared.settle(key, token, error);
      throw error;
    } finally {
      cancel();
    }
  }

  return async (key: string, signal: AbortSignal, load: () => Promise<Reading>): Promise<Reading> => {
    loadCount += 1;
    const token = `${loadingProcess}.${loadCount}`;
    const startedAt = clock.monotonic();
    let awaited: string | undefined;
    for (;;) {
      const claim = await shared.claim(key, token, awaited);
      if (claim?.kind === 'entry') return { cacheStatus: 'HIT', entry: store.setShared(key, claim.entry) };
      if (claim?.kind === 'failed') throw claim.fault;
      if (claim?.kind === 'unshared') return load();
      if (claim?.kind !== 'held') return hold(key, token, load);
      const waitedMs = clock.monotonic() - startedAt;
      if (waitedMs >= longestWaitMs) return load();
      awaited = claim.by;
      await sleep(clock, pollAfter(waitedMs), signal);
    }
  };
}
