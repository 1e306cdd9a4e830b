import { LRUCache } from 'lru-cache';
import type { Clock } from '../../core/clock.ts';
import { ActivityBuffer } from './activity-buffer.ts';
import { looksLikeSecret, secretDigest } from './key-secrets.ts';
import {
  canonicalAddress,
  type GroupUse,
  type Key,
  type KeyStore,
  type RefusalReason,
  StoreDamaged,
  type StoredKey,
  stateOf,
} from './keys.ts';

/** The result of checking a presented secret. `key` is set whenever the secret belongs, or belonged, to a key. */
export type Verification =
  | { readonly outcome: 'accepted'; readonly key: Key }
  | { readonly outcome: 'refused'; readonly reason: RefusalReason; readonly key?: Key };

/** All keys of the store in the memory of one process, which verifies secrets without reading the store. */
export interface Keyring {
  /**
   * False while the store cannot be read. The keys that were read last stay in force, unless the content of the store is
   * damaged: it may have been overwritten to revoke some, so each is refused until it can be read again.
   */
  readonly healthy: boolean;
  /** Reads the store now, so that a key that was just issued is known. */
  refreshKeys(): Promise<void>;
  /** Checks whether a secret may be used from this address at this time (milliseconds since the epoch). */
  verify(secret: string, address: string, now: number): Verification;
  /** Whether no other key may be used for the upstreams now. */
  isOnly(id: string): boolean;
  /** Records that a key was used at a time in milliseconds, now by default. Written to the store within seconds. */
  recordUse(key: Key, at?: number): void;
  /** Counts one request of a key for each group that it uses. Written to the store within seconds. */
  count(key: Pick<Key, 'id'>, uses: readonly GroupUse[], at?: number): void;
  /** Adds milliseconds of this process's work for a key. Written to the store within seconds. */
  recordWork(id: string, ms: number): void;
  /** Records why a key was refused, for `keys show`. Written to the store within seconds. */
  recordRefusal(key: Key, reason: RefusalReason, address: string): void;
  /** Writes what was recorded and stops polling the store, which stays open. */
  close(): Promise<void>;
}

export interface KeyringOptions {
  readonly clock: Clock;
  /** Interval at which the store is polled for changes by other processes; a change applies within about this time. */
  readonly pollMs?: number;
  /** Called when the store can no longer be read, and when it can again. */
  readonly onHealth?: ((isHealthy: boolean) => void) | undefined;
  /** Called when uses and refusals can no longer be written, and when they can again; they are kept meanwhile. */
  readonly onWrites?: ((succeed: boolean) => void) | undefined;
  /** Called at the end with the number of requests whose uses could not be written. */
  readonly onLost?: ((requests: number) => void) | undefined;
}

/** Rejects when the store cannot be read at the start; a later failure only sets `healthy` to false. */
export async function openKeyring(store: KeyStore, options: KeyringOptions): Promise<Keyring> {
  const { clock } = options;
  const activity = new ActivityBuffer(store, clock, options.onWrites);
  const index = await openIndex(store, options);
  return {
    get healthy() {
      return index.healthy;
    },
    refreshKeys: () => index.refreshKeys(),
    verify: (secret, address, now) => verify(index.find(secret), address, now),
    isOnly: (id) =>
      index.keys.every(
        (key) => key.id === id || key.mode !== 'upstream' || stateOf(key, clock.now()) !== 'active',
      ),
    recordUse: (key, at = clock.now()) => activity.recordUse(key.id, at),
    count: (key, uses, at = clock.now()) => activity.count(key.id, uses, at),
    recordWork: (id, ms) => activity.addWork(id, ms),
    recordRefusal(key, reason, address) {
      if (reason === 'unknown') return;
      activity.record({ id: key.id, lastRefusal: { reason, address, at: clock.now() } });
    },
    async close() {
      index.close();
      const lost = await activity.close();
      if (lost > 0) options.onLost?.(lost);
    },
  };
}

function verify(entry: Entry | undefined, address: string, now: number): Verification {
  if (!entry) return { outcome: 'refused', reason: 'unknown' };
  const { key, isRetired } = entry;
  const state = isRetired ? 'revoked' : stateOf(key, now);
  if (state !== 'active') return { outcome: 'refused', reason: state, key };
  const isOtherAddress = address !== key.address && canonicalAddress(address) !== key.address;
  return isOtherAddress ? { outcome: 'refused', reason: 'address', key } : { outcome: 'accepted', key };
}

interface Entry {
  readonly key: Key;
  /** The secret was replaced by a rotation. */
  readonly isRetired: boolean;
}

/** An index of the keys by secret, which is rebuilt when polling finds another version of the store. */
async function openIndex(store: KeyStore, options: KeyringOptions) {
  const { clock, pollMs = 500, onHealth } = options;
  let current = await store.load();
  let find = indexBySecret(current.keys);
  let healthy = true;
  let isDamaged = false;
  let isClosed = false;

  function noteRead(failure?: unknown): void {
    // A read that was in progress fails when the store is closed.
    if (isClosed) return;
    const isHealthy = failure === undefined;
    if (isHealthy !== healthy) onHealth?.(isHealthy);
    healthy = isHealthy;
    isDamaged = failure instanceof StoreDamaged && failure.code !== undefined;
  }

  async function refresh(): Promise<void> {
    if ((await store.version()) === current.version) return;
    const loaded = await store.load();
    // Keys are revoked and never deleted.
    if (loaded.keys.length === 0 && current.keys.length > 0)
      throw new Error('The key store was replaced by one without keys, which would refuse every caller.');
    current = loaded;
    find = indexBySecret(current.keys);
  }

  /** A read under way, which requests with unknown keys share. */
  let renewal: Promise<void> | undefined;
  const poll = async () => {
    await refresh().then(() => noteRead(), noteRead);
    if (!isClosed) cancelPoll = clock.timer(pollMs, poll);
  };
  let cancelPoll = clock.timer(pollMs, poll);

  return {
    get healthy() {
      return healthy;
    },
    refreshKeys() {
      renewal ??= refresh()
        .then(() => noteRead(), noteRead)
        .finally(() => {
          renewal = undefined;
        });
      return renewal;
    },
    find: (secret: string) => (isDamaged ? undefined : find(secret)),
    get keys() {
      return current.keys.map(({ key }) => key);
    },
    close() {
      isClosed = true;
      cancelPoll();
    },
  };
}

/** Finds entries by the digest of their secret, so that the time of a search tells nothing of the secret. */
function indexBySecret(stored: readonly StoredKey[]) {
  const byDigest = new Map<string, Entry>();
  for (const { key, digest, retiredDigest } of stored) {
    if (retiredDigest !== null) byDigest.set(retiredDigest, { key, isRetired: true });
    byDigest.set(digest, { key, isRetired: false });
  }
  // Guesses are not remembered, so that they evict nothing.
  const found = new LRUCache<string, Entry>({ max: 1_000 });
  return (secret: string): Entry | undefined => {
    const known = found.get(secret);
    if (known || !looksLikeSecret(secret)) return known;
    const entry = byDigest.get(secretDigest(secret));
    if (entry) found.set(secret, entry);
    return entry;
  };
}
