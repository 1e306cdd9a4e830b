import { LRUCache } from 'lru-cache';
import type { Clock } from '../../../core/clock.ts';
import { Fault, releaseFrames } from '../../../core/faults.ts';

/** How long an entry is kept, in milliseconds. */
export interface CachePolicy {
  /** While an entry is fresh, no upstream is called. */
  readonly freshMs: number;
  /** For this long after `freshMs` the entry is served at once, and refreshed in the background (RFC 5861). */
  readonly staleWhileRevalidateMs?: number;
  /** For this long after `freshMs` the entry is served when the upstream fails. 0 for links that expire. */
  readonly staleIfErrorMs?: number;
}

/** A cache policy with every duration given. */
export type Life = Required<CachePolicy>;

/** Whether an entry has been replaced, so that responses made from it are out of date. */
export interface Supersession {
  isSuperseded: boolean;
}

/**
 * One cached model, or one cached absence. Times are milliseconds since the epoch. They are computed when they are
 * read: a cache holds many entries, and small integers take no memory of their own.
 */
export class Entry {
  /** The model; null for an absence. */
  readonly value: unknown;
  /** The fault of an absence. */
  readonly fault: Fault | undefined;
  readonly storedAt: number;
  readonly #freshMs: number;
  readonly #staleWhileRevalidateMs: number;
  readonly #staleIfErrorMs: number;
  /** About the memory that it takes. */
  readonly bytes: number;
  /** Whether a newer entry has replaced it. Of its own: what is made from the entry asks for it longer than for the model. */
  readonly supersession: Supersession = { isSuperseded: false };
  /** By which the upstream tells whether the model has changed. */
  readonly validator: string | undefined;

  constructor(outcome: unknown, storedAt: number, life: Life, bytes: number, validator?: string) {
    const isFault = outcome instanceof Fault;
    this.value = isFault ? null : outcome;
    this.fault = isFault ? releaseFrames(outcome) : undefined;
    this.storedAt = storedAt;
    this.#freshMs = Math.floor(life.freshMs);
    this.#staleWhileRevalidateMs = Math.floor(life.staleWhileRevalidateMs);
    this.#staleIfErrorMs = Math.floor(life.staleIfErrorMs);
    this.bytes = Math.ceil(bytes);
    this.validator = validator;
  }

  get freshUntil(): number {
    return this.storedAt + this.#freshMs;
  }

  /** Whether the entry is fresh. After the clock was set back, an entry that is stored in the future is stale. */
  isFresh(now: number): boolean {
    return this.storedAt <= now && now < this.freshUntil;
  }

  get revalidateUntil(): number {
    return this.freshUntil + this.#staleWhileRevalidateMs;
  }

  get onErrorUntil(): number {
    return this.freshUntil + this.#staleIfErrorMs;
  }
}

/** How long an absence is cached. */
export const negativeLife: Life = { freshMs: 30_000, staleWhileRevalidateMs: 0, staleIfErrorMs: 0 };
/** The memory of an entry beside its body: its objects, and its place in the cache. */
const bytesPerEntry = 2_048;
const defaultStaleIfErrorMs = 3_600_000;

/**
 * Entries by key, bounded by bytes; the least recently used ones are evicted. A key names source, endpoint and
 * arguments, never the caller: all entries are public.
 */
export interface Cache {
  get(key: string): Entry | undefined;
  /** Stores a model; `bytes` is about the memory that it takes. */
  set(key: string, value: unknown, policy: CachePolicy, bytes: number, validator?: string): Entry;
  /** Stores for a short time that something does not exist or is not public. */
  setNegative(key: string, fault: Fault): Entry;
  /** Stores an entry of another process, or of another key with the same model. It is counted once per key. */
  alias(key: string, entry: Entry): Entry;
  clear(): void;
  /** About the memory of all entries. */
  readonly bytes: number;
}

export function createCache(clock: Clock, maxBytes: number): Cache {
  const entries = new LRUCache<string, Entry>({
    maxSize: maxBytes,
    // A larger model would evict too many other entries; it is returned and not stored.
    maxEntrySize: Math.max(Math.floor(maxBytes / 2), bytesPerEntry),
    sizeCalculation: (entry, key) =>
      entry.bytes + (key.length + (entry.validator?.length ?? 0)) * 2 + bytesPerEntry,
    dispose(entry, _key, reason) {
      if (reason === 'set') entry.supersession.isSuperseded = true;
    },
  });

  function store(key: string, entry: Entry): Entry {
    entries.set(key, entry);
    return entry;
  }

  return {
    get: (key) => entries.get(key),
    set(
      key,
      value,
      { freshMs, staleWhileRevalidateMs = freshMs / 4, staleIfErrorMs = defaultStaleIfErrorMs },
      bytes,
      validator,
    ) {
      const life = {
        freshMs: jittered(freshMs),
        staleWhileRevalidateMs: Math.min(staleWhileRevalidateMs, staleIfErrorMs),
        staleIfErrorMs,
      };
      return store(key, new Entry(value, clock.now(), life, bytes, validator));
    },
    setNegative: (key, fault) => store(key, new Entry(fault, clock.now(), negativeLife, 0)),
    alias: store,
    clear: () => entries.clear(),
    get bytes() {
      return entries.calculatedSize;
    },
  };
}

/** Up to a tenth shorter, so that entries that were stored together do not expire together. */
const jittered = (durationMs: number) => durationMs * (1 - Math.random() / 10);
