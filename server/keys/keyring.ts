import { timingSafeEqual } from 'node:crypto';
import { type Clock, seconds } from '../../core/clock.ts';
import {
  canonicalAddress,
  digestOf,
  type GroupUse,
  type Key,
  type KeyNote,
  type KeyStore,
  looksLikeSecret,
  type RefusalReason,
  type StoredKey,
  stateOf,
} from './keys.ts';
import { createTally } from './usage-counter.ts';

/** What is decided about a presented secret. `key` is there whenever the text belongs, or belonged, to one. */
export type Verdict =
  | { readonly outcome: 'accepted'; readonly key: Key }
  | { readonly outcome: 'refused'; readonly reason: RefusalReason; readonly key?: Key };

/** The keys as one server process holds them: every question is answered from memory. */
export interface Keyring {
  /** False while the store cannot be read; the last good set of keys stays in force. */
  readonly healthy: boolean;
  /** The key that a secret opens now, from wherever it comes. */
  find(secretText: string): Key | undefined;
  /** Whether a secret is good from this address at this time (milliseconds), and if not, why. */
  judge(secretText: string, address: string, now: number): Verdict;
  /** Remembers a use, now or `at` (milliseconds); it reaches the store some seconds later. */
  noteUse(key: Key, at?: number): void;
  /** Counts a request, by the groups that it asks; it reaches the store some seconds later. */
  count(key: Key, uses: readonly GroupUse[], at?: number): void;
  /** Remembers why a key was refused, for the operator who is asked; it reaches the store some seconds later. */
  noteRefusal(key: Key, reason: RefusalReason, address: string): void;
  /** Writes what is still unwritten and stops following the store, which stays open. */
  close(): Promise<void>;
}

export interface KeyringOptions {
  readonly clock: Clock;
  /** How often the store is asked for changes of other processes; they hold within about this time. */
  readonly pollMs?: number;
  /** A live service sets this: demo keys are then as unknown as any other text. */
  readonly refusesDemoKeys?: boolean;
}

/** Rejects when the store cannot be read at the start; later trouble only shows in `healthy`. */
export async function openKeyring(store: KeyStore, options: KeyringOptions): Promise<Keyring> {
  const { clock, pollMs = 500, refusesDemoKeys = false } = options;
  const notes = createNotes(store, clock);
  let current = await store.load();
  let findEntry = indexBySecret(current.keys, refusesDemoKeys);
  let healthy = true;
  let isClosed = false;

  const poll = async () => {
    try {
      if ((await store.version()) !== current.version) {
        current = await store.load();
        findEntry = indexBySecret(current.keys, refusesDemoKeys);
      }
      healthy = true;
    } catch {
      healthy = false;
    }
    if (!isClosed) cancelPoll = clock.timer(pollMs, poll);
  };
  let cancelPoll = clock.timer(pollMs, poll);

  const judge = (secretText: string, address: string | undefined, now: number): Verdict => {
    const entry = findEntry(secretText);
    if (!entry) return { outcome: 'refused', reason: 'unknown' };
    const { key, isRetired } = entry;
    const state = isRetired ? 'revoked' : stateOf(key, now);
    if (state !== 'active') return { outcome: 'refused', reason: state, key };
    const isElsewhere =
      address !== undefined && address !== key.address && canonicalAddress(address) !== key.address;
    return isElsewhere ? { outcome: 'refused', reason: 'address', key } : { outcome: 'accepted', key };
  };

  return {
    get healthy() {
      return healthy;
    },
    find(secretText) {
      const verdict = judge(secretText, undefined, clock.now());
      return verdict.outcome === 'accepted' ? verdict.key : undefined;
    },
    judge,
    noteUse: (key, at = clock.now()) => notes.use(key.id, at),
    count: (key, uses, at = clock.now()) => notes.count(key.id, uses, at),
    noteRefusal(key, reason, address) {
      if (reason === 'unknown') return;
      notes.add({ id: key.id, lastRefusal: { reason, address, at: clock.now() } });
    },
    async close() {
      isClosed = true;
      cancelPoll();
      await notes.close();
    },
  };
}

interface Entry {
  readonly key: Key;
  readonly digest: Buffer;
  /** The secret was replaced by a rotation. */
  readonly isRetired: boolean;
}

const rememberedSecrets = 1000;

/**
 * Finds entries by secret. The last secrets that belonged to a key are remembered as they are, which spares
 * their hashing; others are not, so that guessing cannot push them out.
 */
function indexBySecret(stored: readonly StoredKey[], refusesDemoKeys: boolean) {
  const byDigest = new Map<string, Entry>();
  const add = (digest: string, key: Key, isRetired: boolean) =>
    byDigest.set(digest, { key, digest: Buffer.from(digest, 'hex'), isRetired });
  for (const { key, digest, retiredDigest } of stored) {
    if (key.demo && refusesDemoKeys) continue;
    if (retiredDigest !== null) add(retiredDigest, key, true);
    add(digest, key, false);
  }

  const bySecret = new Map<string, Entry>();
  return (secretText: string): Entry | undefined => {
    const remembered = bySecret.get(secretText);
    if (remembered) return remembered;
    if (!looksLikeSecret(secretText)) return undefined;
    const digest = digestOf(secretText);
    const entry = byDigest.get(digest);
    if (!entry || !timingSafeEqual(entry.digest, Buffer.from(digest, 'hex'))) return undefined;
    if (bySecret.size >= rememberedSecrets) bySecret.delete(bySecret.keys().next().value!);
    bySecret.set(secretText, entry);
    return entry;
  };
}

const flushMs = seconds(3);

type Changing<Of> = { -readonly [Name in keyof Of]: Of[Name] };

/** Gathers notes, at most one per key, and counts, and writes them together. What cannot be written is kept for the next time. */
function createNotes(store: KeyStore, clock: Clock) {
  let pending = new Map<string, Changing<KeyNote>>();
  const tally = createTally();
  let cancelFlush: (() => void) | undefined;
  let writing = Promise.resolve();

  const flush = async () => {
    cancelFlush = undefined;
    const taken = pending;
    pending = new Map();
    const counted = tally.take();
    try {
      await store.note([...taken.values()], counted);
    } catch {
      tally.giveBack(counted);
      const newer = pending;
      pending = taken;
      for (const note of newer.values()) merge(note);
      schedule();
    }
  };
  const merge = (note: KeyNote) => {
    pending.set(note.id, { ...pending.get(note.id), ...note });
  };
  const schedule = () => {
    cancelFlush ??= clock.timer(flushMs, () => {
      writing = flush();
    });
  };

  const add = (note: KeyNote) => {
    merge(note);
    schedule();
  };

  return {
    add,
    use(id: string, at: number) {
      const noted = pending.get(id);
      // What is pending is scheduled. Every answer comes past here, so nothing is made anew.
      if (noted) noted.lastUsedAt = at;
      else add({ id, lastUsedAt: at });
    },
    count(id: string, uses: readonly GroupUse[], at: number) {
      tally.count(id, uses, at);
      schedule();
    },
    async close() {
      cancelFlush?.();
      await writing;
      await flush();
      cancelFlush?.();
    },
  };
}
