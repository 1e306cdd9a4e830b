import type { Clock } from '../../core/clock.ts';
import type { Group } from '../../core/groups.ts';
import type { AnyEndpoint, Source } from '../../sources/kernel/source.ts';
import type { Reader, Reading, Upstreams } from '../../sources/kernel/upstreams.ts';
import type { Context, Place } from './context.ts';
import { provenanceOf } from './provenance.ts';

/** One model that a lookup was made from. */
export interface ReadReceipt {
  /** The source with its way, as `X-Source` names it: `weather/open-meteo`. */
  readonly source: string;
  /** `keyless` where the source serves in place of the official one without its credential. */
  readonly way: 'official' | 'keyless';
  /** Whose service it is, and under which licence, where that is known. */
  readonly provider: string;
  readonly licence: string | null;
  /** Address of the request without any credential: the first page of several, the one key of a batch. Null for what this process computes. */
  readonly address: string | null;
  /** When the model was fetched, in ISO 8601. */
  readonly fetchedAt: string;
  /** Whole seconds since then. */
  readonly age: number;
  readonly cache: Reading['cacheStatus'];
}

/** Where the facts of one lookup come from. */
export interface Receipt {
  /** The place of the lookup in the result. */
  readonly path: Place['path'];
  readonly group: Group;
  /** What the link to it rests on, as `matchedBy` says. */
  readonly evidence: string | null;
  readonly reads: readonly ReadReceipt[];
}

/** The most reads of one request that are told. */
const mostReads = 1_000;
const longestAddress = 2_048;

interface Noted {
  readonly place: Place;
  readonly group: Group;
  readonly reads: {
    readonly reading: Reading;
    readonly source: Source;
    readonly address: () => string | null;
  }[];
}

type Reads = Pick<Upstreams, 'read' | 'cached' | 'addressOf'>;

/** The receipts of one request: the context at each place opens one for each lookup, and its reads are added to it. */
export class Receipts {
  readonly #clock: Clock;
  readonly #noted: Noted[] = [];
  readonly #byReader = new WeakMap<Reader, Noted>();
  #reads = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** The context of what is asked at a place. */
  at(context: Context, place: Place): Context {
    const counted: Context['counted'] = (lookup, price) =>
      context.counted!(lookup, price, (reader) => {
        const noted: Noted = { place, group: lookup.group, reads: [] };
        this.#noted.push(noted);
        this.#byReader.set(reader, noted);
      });
    return { ...context, counted };
  }

  /** The upstreams, whose reads are noted. */
  recording(upstreams: Reads): Pick<Reads, 'read' | 'cached'> {
    const noting = (endpoint: AnyEndpoint, args: unknown, reader: Reader): Reader => {
      const noted = this.#byReader.get(reader);
      if (!noted) return reader;
      return {
        ...(reader.onMiss && { onMiss: reader.onMiss }),
        get signal() {
          return reader.signal;
        },
        get caller() {
          return reader.caller;
        },
        onRead: (reading, source) => {
          reader.onRead?.(reading, source);
          this.#reads += 1;
          const address = () => upstreams.addressOf(endpoint, args);
          if (this.#reads <= mostReads) noted.reads.push({ reading, source, address });
        },
        onFailure: (fault) => reader.onFailure?.(fault),
      };
    };
    return {
      read: (endpoint, args, reader) => upstreams.read(endpoint, args, noting(endpoint, args, reader!)),
      cached: (endpoint, args, reader) => upstreams.cached(endpoint, args, noting(endpoint, args, reader!)),
    };
  }

  /** The receipts in the order of their lookups, with the ages of now. */
  list(): readonly Receipt[] {
    const now = this.#clock.now();
    return this.#noted.map(({ place: { path, evidence }, group, reads }) => ({
      path,
      group,
      evidence: evidence(),
      reads: reads.map(({ reading: { cacheStatus, entry }, source, address }) => {
        const { name, licence } = provenanceOf(source);
        return {
          source: source.name,
          way: source.spec.serves ? 'keyless' : 'official',
          provider: name,
          licence,
          address: address()?.slice(0, longestAddress) ?? null,
          fetchedAt: new Date(entry.storedAt).toISOString(),
          age: Math.max(0, Math.floor((now - entry.storedAt) / 1000)),
          cache: cacheStatus,
        };
      }),
    }));
  }
}
