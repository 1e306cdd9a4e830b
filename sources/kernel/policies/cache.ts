import type { Clock } from '../../../core/clock.ts';
import { Fault } from '../../../core/faults.ts';

/** How long an answer of an upstream is kept, in milliseconds. */
export interface CachePolicy {
  /** While it is fresh, no upstream is asked. */
  readonly freshMs: number;
  /** After that, it is still given out at once for this long, while a new one is fetched behind it. */
  readonly revalidateMs?: number;
  /** And for this long after `freshMs` it is given out when the upstream fails. 0: never, as for links that expire. */
  readonly onErrorMs?: number;
}

/** The same with every length given. */
export type Life = Required<CachePolicy>;

/**
 * What an upstream said to one question, and until when it may be given out. Times are milliseconds since the epoch;
 * they are worked out when they are asked for, since a cache holds many entries, and small numbers take no room of
 * their own.
 */
export class Entry {
  /** A model; null where the upstream said that there is none. */
  readonly value: unknown;
  /** In which words it said so. */
  readonly fault: Fault | undefined;
  readonly storedAt: number;
  readonly #freshMs: number;
  readonly #revalidateMs: number;
  readonly #onErrorMs: number;
  /** About what it weighs: the size of the body that it was decoded from. */
  readonly bytes: number;
  /** Whether a newer answer to the same question has taken its place: what was made from it is out of date. */
  isSuperseded = false;
  /** Whether it was asked for since the cache last looked for something to give up. */
  wasUsed = false;

  constructor(outcome: unknown, storedAt: number, life: Life, bytes: number) {
    const isFault = outcome instanceof Fault;
    this.value = isFault ? null : outcome;
    this.fault = isFault ? outcome : undefined;
    this.storedAt = storedAt;
    this.#freshMs = Math.floor(life.freshMs);
    this.#revalidateMs = Math.floor(life.revalidateMs);
    this.#onErrorMs = Math.floor(life.onErrorMs);
    this.bytes = Math.ceil(bytes);
  }

  get freshUntil(): number {
    return this.storedAt + this.#freshMs;
  }

  get revalidateUntil(): number {
    return this.freshUntil + this.#revalidateMs;
  }

  get onErrorUntil(): number {
    return this.freshUntil + this.#onErrorMs;
  }
}

/** How long "there is no such thing" is believed. */
const absenceLife: Life = { freshMs: 30_000, revalidateMs: 0, onErrorMs: 0 };
/** What an entry weighs beside its body: objects, its place among the others. */
const bytesPerEntry = 2_048;

/**
 * What the upstreams answered, bounded by bytes. A key says source, endpoint and arguments, never the caller: what is
 * kept is public and the same for everyone.
 */
export interface Cache {
  get(key: string): Entry | undefined;
  /** Keeps a model; `bytes` is about what it weighs (the size of the body that it was decoded from). */
  set(key: string, value: unknown, keep: CachePolicy, bytes: number): Entry;
  /** Remembers for a short while that something does not exist or is not public. */
  setNegative(key: string, fault: Fault): Entry;
  /** Takes over an entry that was kept elsewhere, or for another question that has the same answer. */
  alias(key: string, entry: Entry): Entry;
  clear(): void;
}

/**
 * Gives up what was not asked for since the hand of its clock last came by. To use an entry is to mark it: whoever asks
 * for one pays no more, and the order of all is the order in which they came.
 */
export function createCache(clock: Clock, maxBytes: number): Cache {
  // A body larger than a quarter of all room would push out everything else; it is passed on and not kept.
  const maxEntryBytes = Math.max(Math.floor(maxBytes / 4), bytesPerEntry);
  const entries = new Map<string, Entry>();
  let hand = entries.entries();
  let bytes = 0;

  const weightOf = (key: string, entry: Entry) => entry.bytes + key.length * 2 + bytesPerEntry;

  function remove(key: string, entry: Entry): void {
    entries.delete(key);
    bytes -= weightOf(key, entry);
  }

  function makeRoom(): void {
    while (bytes > maxBytes) {
      const next = hand.next();
      if (next.done) {
        hand = entries.entries();
        continue;
      }
      const [key, entry] = next.value;
      if (entry.wasUsed) entry.wasUsed = false;
      else remove(key, entry);
    }
  }

  function store(key: string, entry: Entry): Entry {
    const older = entries.get(key);
    // It is there, and counted.
    if (older === entry) return entry;
    if (older) {
      older.isSuperseded = true;
      remove(key, older);
    }
    const weight = weightOf(key, entry);
    if (weight > maxEntryBytes) return entry;
    entries.set(key, entry);
    bytes += weight;
    if (bytes > maxBytes) makeRoom();
    return entry;
  }

  return {
    get(key) {
      const entry = entries.get(key);
      if (entry) entry.wasUsed = true;
      return entry;
    },
    set(key, value, { freshMs, revalidateMs = freshMs / 4, onErrorMs = 3_600_000 }, bytes) {
      const life = {
        freshMs: spread(freshMs),
        revalidateMs: Math.min(revalidateMs, onErrorMs),
        onErrorMs,
      };
      return store(key, new Entry(value, clock.now(), life, bytes));
    },
    setNegative: (key, fault) => store(key, new Entry(fault, clock.now(), absenceLife, 0)),
    alias: store,
    clear() {
      entries.clear();
      hand = entries.entries();
      bytes = 0;
    },
  };
}

/** Up to a tenth shorter, so that what was stored together does not expire together. */
const spread = (durationMs: number) => durationMs * (1 - Math.random() / 10);
