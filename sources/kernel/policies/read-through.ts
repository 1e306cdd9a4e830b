import type { Clock } from '../../../core/clock.ts';
import { isUpstreamTrouble } from '../../../core/faults.ts';
import type { MaybePromise } from '../../../core/maybe-promise.ts';
import type { Caller } from '../caller.ts';
import type { Source } from '../source.ts';
import type { Statistics } from '../statistics.ts';
import type { Cache, Entry } from './cache.ts';
import { type CoalescedRun, type Coalescer, createCoalescer } from './coalesce.ts';

/** Whether a read was served by the cache, by the upstream, or by the cache past the entry's freshness. */
export type CacheStatus = 'HIT' | 'MISS' | 'STALE';

/** One entry that a caller was given. */
export interface Reading {
  readonly cacheStatus: CacheStatus;
  readonly entry: Entry;
}

/** The caller of a read. */
export interface Reader {
  /** Aborts when the caller no longer waits. */
  readonly signal?: AbortSignal | undefined;
  /** A load that several wait for belongs to the first. */
  readonly caller?: Caller | undefined;
  /** Called with every entry that is read, and its source. */
  readonly onRead?: ((reading: Reading, source: Source) => void) | undefined;
  /** Called with 1 when a read begins a load, and with -1 when the cache of another process served that. */
  readonly onMiss?: ((count: 1 | -1) => void) | undefined;
  /** Called with the fault of every read that fails. */
  readonly onFailure?: ((fault: unknown) => void) | undefined;
}

/** The identity of a read, and how to load its entry. */
export interface Read {
  readonly key: string;
  readonly source: Source;
  /** Loads a new entry from the upstream, and stores it. */
  readonly load: (loading: Loading) => Promise<Reading>;
}

/** Who waits for a load. */
export interface Loading {
  readonly run: CoalescedRun;
  readonly caller?: Caller | undefined;
}

/** The read-through cache of the sources, with stale-while-revalidate and stale-if-error. */
export interface ReadThrough {
  /** A value when the cache has one; otherwise a promise of it. Throws, or rejects with, a Fault. */
  read(read: Read, reader: Reader): MaybePromise<unknown>;
  /** The fresh value of a key; undefined when there is none, or when it is an absence. */
  cached(key: string, source: Source, reader: Reader): unknown;
  /** Loads under way. */
  readonly loads: Pick<Coalescer, 'size'>;
}

const counterOf = { HIT: 'hits', STALE: 'stale', MISS: 'misses' } as const;

export function createReadThrough(cache: Cache, clock: Clock, statistics: Statistics): ReadThrough {
  const loads = createCoalescer();

  function deliver(source: Source, reading: Reading, reader: Reader): unknown {
    const { cacheStatus, entry } = reading;
    statistics.ofSource(source)[counterOf[cacheStatus]] += 1;
    if (entry.fault) {
      reader.onFailure?.(entry.fault);
      throw entry.fault;
    }
    reader.onRead?.(reading, source);
    return entry.value;
  }

  function readMiss({ key, source, load }: Read, stale: Entry | undefined, reader: Reader) {
    const { caller, signal } = reader;
    // A reader that joins a load under way causes no upstream request.
    let onMiss: Reader['onMiss'];
    const begin = (run: CoalescedRun) => {
      onMiss = reader.onMiss;
      onMiss?.(1);
      return load({ run, caller });
    };
    return loads.run(key, signal, begin, caller?.name).then(
      (reading) => {
        if (reading.cacheStatus === 'HIT') onMiss?.(-1);
        return deliver(source, reading, reader);
      },
      (error: unknown) => {
        if (stale && isUpstreamTrouble(error) && clock.now() < stale.onErrorUntil) {
          return deliver(source, { cacheStatus: 'STALE', entry: stale }, reader);
        }
        reader.onFailure?.(error);
        throw error;
      },
    );
  }

  function refreshInBackground({ key, load }: Read, { caller }: Reader): void {
    if (!loads.has(key))
      loads.run(key, undefined, (run) => load({ run, caller }), caller?.name).catch(() => {});
  }

  return {
    loads,
    read(read, reader) {
      const entry = cache.get(read.key);
      const now = clock.now();
      if (entry?.isFresh(now)) return deliver(read.source, { cacheStatus: 'HIT', entry }, reader);
      if (!entry || now >= entry.revalidateUntil) return readMiss(read, entry, reader);
      refreshInBackground(read, reader);
      return deliver(read.source, { cacheStatus: 'STALE', entry }, reader);
    },
    cached(key, source, reader) {
      const entry = cache.get(key);
      if (!entry?.isFresh(clock.now()) || entry.fault) return undefined;
      return deliver(source, { cacheStatus: 'HIT', entry }, reader) ?? undefined;
    },
  };
}
