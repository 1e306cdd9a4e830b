import { LRUCache } from 'lru-cache';
import type { Clock } from './clock.ts';
import type { Fault } from './faults.ts';

/** How long an answer of an upstream is kept, in milliseconds. */
export interface Keep {
  /** While it is fresh, no upstream is asked. */
  readonly freshMs: number;
  /** After that, it is still given out at once for this long, while a new one is fetched behind it. */
  readonly revalidateMs?: number;
  /** And for this long after `freshMs` it is given out when the upstream fails. 0: never, as for links that expire. */
  readonly onErrorMs?: number;
}

/** What an upstream said to one question, and until when it may be given out. Times are milliseconds since the epoch. */
export interface Entry {
  readonly outcome: { readonly value: unknown } | { readonly fault: Fault };
  readonly storedAt: number;
  readonly freshUntil: number;
  readonly revalidateUntil: number;
  readonly onErrorUntil: number;
  /** Whether a newer answer to the same question has taken its place: what was made from it is out of date. */
  isSuperseded: boolean;
}

/** How long "there is no such thing" is believed. */
const notFoundMs = 30_000;
/** What an entry weighs beside its body: objects, its place among the others. */
const bytesPerEntry = 2_048;

/**
 * What the upstreams answered, bounded by bytes; the entry that was not used for longest goes first. A key says
 * source, endpoint and arguments, never the caller: what is kept is public and the same for everyone.
 */
export interface Cache {
  get(key: string): Entry | undefined;
  /** Keeps a model; `bytes` is about what it weighs (the size of the body that it was decoded from). */
  keep(key: string, value: unknown, keep: Keep, bytes: number): Entry;
  /** Remembers for a short while that something does not exist or is not public. */
  keepAbsence(key: string, fault: Fault): Entry;
  /** Takes over an entry that was kept elsewhere. */
  adopt(key: string, entry: Entry, bytes: number): Entry;
  clear(): void;
}

export function createCache(clock: Clock, maxBytes: number): Cache {
  const entries = new LRUCache<string, Entry>({
    maxSize: maxBytes,
    // A body larger than a quarter of all room would push out everything else; it is passed on and not kept.
    maxEntrySize: Math.max(Math.floor(maxBytes / 4), bytesPerEntry),
  });
  const store = (key: string, entry: Entry, bytes: number) => {
    const older = entries.peek(key);
    if (older) older.isSuperseded = true;
    entries.set(key, entry, { size: Math.ceil(bytes) + key.length * 2 + bytesPerEntry });
    return entry;
  };
  return {
    get: (key) => entries.get(key),
    keep(key, value, { freshMs, revalidateMs = freshMs / 4, onErrorMs = 3_600_000 }, bytes) {
      const now = clock.now();
      const freshUntil = now + spread(freshMs);
      return store(
        key,
        {
          outcome: { value },
          storedAt: now,
          freshUntil,
          revalidateUntil: freshUntil + Math.min(revalidateMs, onErrorMs),
          onErrorUntil: freshUntil + onErrorMs,
          isSuperseded: false,
        },
        bytes,
      );
    },
    keepAbsence(key, fault) {
      const now = clock.now();
      const until = now + notFoundMs;
      return store(
        key,
        {
          outcome: { fault },
          storedAt: now,
          freshUntil: until,
          revalidateUntil: until,
          onErrorUntil: until,
          isSuperseded: false,
        },
        0,
      );
    },
    adopt: store,
    clear: () => entries.clear(),
  };
}

/** Up to a tenth shorter, so that what was stored together does not expire together. */
const spread = (durationMs: number) => durationMs * (1 - Math.random() / 10);
