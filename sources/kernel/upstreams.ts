import { type Clock, sleep } from '../../core/clock.ts';
import { Fault, isUpstreamTrouble } from '../../core/faults.ts';
import type { MaybePromise } from '../../core/maybe-promise.ts';
import { itself, questionFrom, questionOf } from './cache-key.ts';
import { Cancellation, wishOf } from './cancellation.ts';
import type { Secrets } from './credentials.ts';
import type { Transport } from './http/transport.ts';
import { createLocals } from './local-endpoints.ts';
import { type Batch, createBatch } from './policies/batch.ts';
import { type Cache, type CachePolicy, createCache, type Entry } from './policies/cache.ts';
import { createFlights, Passenger } from './policies/coalesce.ts';
import { exchangeOptions, type Fetched, fetchBatch, fetchPages, named } from './policies/fetch.ts';
import type { SharedCache } from './policies/shared-cache.ts';
import { type Download, type Exchanged, type OpenSource, openSource } from './policies/upstream-call.ts';
import type { AnyBatchedSpec, AnyEndpoint, DownloadEndpoint, Endpoint, Source } from './source.ts';
import { createStatistics, type Statistics } from './statistics.ts';

/** Where an answer came from: an upstream just now, the cache, or the cache past its time. */
export type CacheStatus = 'MISS' | 'HIT' | 'STALE';

/** One answer that a caller was given, and how old it is. */
export interface Reading {
  readonly cacheStatus: CacheStatus;
  readonly entry: Entry;
}

export interface Reader {
  /** Cancelled when the caller no longer wants the answer. Asked for only by what has to wait. */
  readonly cancellation?: Cancellation | undefined;
  readonly signal?: AbortSignal;
  /** Told of every entry that an answer was made from. */
  readonly onRead?: ((reading: Reading) => void) | undefined;
  /** Told of every answer that was asked for and not to be had. */
  readonly onFailure?: ((fault: unknown) => void) | undefined;
}

/** All sources of one process, with what they share: transport, cache and flights. */
export interface Upstreams {
  /**
   * Answers one question: from the cache, from a run that is under way, or from the upstream. What is kept is there at
   * once. Never throws; rejects with a Fault.
   */
  read<Args, Model>(endpoint: Endpoint<Args, Model>, args: Args, reader?: Reader): MaybePromise<Model>;
  /** The fresh answer that is kept to a question, if any; no upstream is asked. */
  cached<Args, Model>(endpoint: Endpoint<Args, Model>, args: Args, reader?: Reader): Model | undefined;
  /** Opens bytes. Rejects with a Fault until they begin; afterwards their stream fails. */
  open<Args>(endpoint: DownloadEndpoint<Args>, args: Args, signal?: AbortSignal): Promise<Download>;
  readonly cache: Cache;
  readonly statistics: Statistics;
  readonly sources: readonly OpenSource[];
  /** Distinct questions that are under way. */
  readonly flightCount: number;
  close(): Promise<void>;
}

export interface UpstreamsOptions {
  readonly sources: readonly Source[];
  readonly secrets: Secrets;
  /** What the operator has decided, by variable. */
  readonly settings?: Readonly<Record<string, unknown>>;
  /** The folder of what this process keeps. */
  readonly dataDir?: string;
  readonly transport: Transport;
  readonly clock: Clock;
  readonly cacheBytes: number;
  /** What other processes have fresh; without it, this one is alone. */
  readonly shared?: SharedCache | undefined;
  readonly observe?: (exchanged: Exchanged) => void;
}

export function createUpstreams(options: UpstreamsOptions): Upstreams {
  const { clock, transport, shared, settings = {}, dataDir = './data' } = options;
  const statistics = createStatistics(clock);
  const cache = createCache(clock, options.cacheBytes);
  const flights = createFlights();
  const sources = new Map<Source, OpenSource>(
    options.sources.map((source) => [
      source,
      openSource(source, {
        ...{ clock, secrets: options.secrets, settings, transport },
        observe(exchanged) {
          statistics.noteExchange(source.group, exchanged);
          options.observe?.(exchanged);
        },
      }),
    ]),
  );
  const batches = new Map<AnyEndpoint, Batch<Reading>>();
  const locals = createLocals({
    ...{ clock, settings, dataDir },
    read: (endpoint, args, cancellation) => read(endpoint, args, { cancellation }),
  });

  function sourceOf(endpoint: { readonly source: Source }): OpenSource {
    const open = sources.get(endpoint.source);
    if (!open) throw new Error(`The source of ${endpoint.source.group} is not on the list.`);
    if (open.missing.length > 0) throw unconfigured(open);
    return open;
  }

  function batchOf(open: OpenSource, endpoint: AnyEndpoint, spec: AnyBatchedSpec): Batch<Reading> {
    let batch = batches.get(endpoint);
    if (!batch) {
      const load = (keys: readonly string[], wish: Cancellation) =>
        readBatch(open, endpoint, spec, keys, wish);
      batch = createBatch<Reading>({ clock, max: spec.maxPerRequest, load });
      batches.set(endpoint, batch);
    }
    return batch;
  }

  /** Asks for some keys at once, and keeps what was said of each, and of further ones. */
  async function readBatch(
    open: OpenSource,
    endpoint: AnyEndpoint,
    spec: AnyBatchedSpec,
    keys: readonly string[],
    wish: Cancellation,
  ): Promise<Map<string, Reading | Fault>> {
    const stats = statistics.of(endpoint.source.group);
    stats.batches += 1;
    stats.batchedKeys += keys.length;
    const { cacheKey: sameKey = itself } = spec;
    const found = await fetchBatch(open, endpoint.name, spec, keys, wish).catch((error: unknown) => {
      const fault = failed(endpoint, error);
      return { items: [], faults: new Map(keys.map((key) => [key, fault])) };
    });
    const { items, faults } = found;
    const known = new Map<string, Reading>();
    for (const item of items) {
      // What was asked for in one way need not be asked for in another.
      let reading: Reading | undefined;
      for (const key of item.keys) {
        const same = sameKey(key);
        const question = questionOf(endpoint, same);
        if (reading) share(question, endpoint, cache.alias(question, reading.entry));
        else reading = { cacheStatus: 'MISS', entry: keepFetched(question, endpoint, item) };
        known.set(same, reading);
      }
    }
    const readings = new Map<string, Reading | Fault>();
    for (const key of keys) {
      const same = sameKey(key);
      const reading =
        known.get(same) ?? outcomeOf(questionOf(endpoint, same), endpoint, faults.get(key) ?? nothing);
      readings.set(key, reading);
    }
    return readings;
  }

  /** What was said of one question, kept; faults that say more than that there is nothing are not. */
  function outcomeOf(key: string, endpoint: AnyEndpoint, fetched: Fetched | Fault): Reading | Fault {
    if (!(fetched instanceof Fault))
      return { cacheStatus: 'MISS', entry: keepFetched(key, endpoint, fetched) };
    if (fetched.kind !== 'notFound' && fetched.kind !== 'private') return fetched;
    return { cacheStatus: 'MISS', entry: share(key, endpoint, cache.setNegative(key, fetched)) };
  }

  /** The fault of what could not be fetched. What is none is thrown. */
  function failed({ source, name }: AnyEndpoint, error: unknown): Fault {
    if (!(error instanceof Fault)) throw error;
    // The exchange itself was well: what no longer fits is found when the answer is read.
    if (error.kind === 'upstreamChanged') statistics.noteChange(source.group, name);
    return error;
  }

  async function readAlone(key: string, endpoint: AnyEndpoint, fetching: Promise<Fetched>): Promise<Reading> {
    const fetched = await fetching.catch((error: unknown) => failed(endpoint, error));
    const outcome = outcomeOf(key, endpoint, fetched);
    if (outcome instanceof Fault) throw outcome;
    return outcome;
  }

  /** Asks the upstream, and keeps what it said: a model, or that there is none. */
  function readNow(key: string, endpoint: AnyEndpoint, args: unknown, run: Cancellation): Promise<Reading> {
    const { plan, name } = endpoint;
    if (plan.kind === 'batched') {
      // Every key has a reading, and so has one that the upstream does not know.
      return batchOf(sourceOf(endpoint), endpoint, plan.spec).load(
        plan.spec.key(args),
        run,
      ) as Promise<Reading>;
    }
    const fetching =
      plan.kind === 'local'
        ? locals.answer(endpoint, plan.spec, args, run).then((value) => ({ value, bytes: 0 }))
        : fetchPages(sourceOf(endpoint), name, plan.spec, args, clock.now(), run);
    return readAlone(key, endpoint, fetching);
  }

  /** An answer that is ready; or, when it still is not after some tries, what there is of it. */
  async function readFinished(
    key: string,
    endpoint: AnyEndpoint,
    isUnfinished: (model: unknown) => boolean,
    args: unknown,
    run: Cancellation,
  ): Promise<Reading> {
    for (let tries = 1; ; tries += 1) {
      const reading = await readNow(key, endpoint, args, run);
      const { value } = reading.entry;
      if (tries > unfinishedTries || value === null || !isUnfinished(value)) return reading;
      await sleep(clock, unfinishedPauseMs, run.signal);
    }
  }

  /** Takes what another process has fresh, or asks the upstream. */
  async function readShared(store: SharedCache, key: string, ask: () => Promise<Reading>): Promise<Reading> {
    const found = await store.read(key);
    return found ? { cacheStatus: 'HIT', entry: cache.alias(key, found) } : ask();
  }

  /** Without a store to look into, nothing is waited for: keys of one moment go into one batch. */
  function refresh(key: string, endpoint: AnyEndpoint, args: unknown, run: Cancellation): Promise<Reading> {
    const { kind, spec } = endpoint.plan;
    const { isUnfinished } = spec;
    const ask = () =>
      isUnfinished ? readFinished(key, endpoint, isUnfinished, args, run) : readNow(key, endpoint, args, run);
    return shared && kind !== 'local' ? readShared(shared, key, ask) : ask();
  }

  /** Keeps what an upstream said. */
  function keepFetched(key: string, endpoint: AnyEndpoint, { value, bytes }: Fetched): Entry {
    return share(
      key,
      endpoint,
      value === null
        ? cache.set(key, value, absence, bytes)
        : cache.set(key, value, keepOf(endpoint, value, clock.now()), weightOf(endpoint, value, bytes)),
    );
  }

  /** Lets the other processes have what was kept of an upstream. */
  function share(key: string, { plan }: AnyEndpoint, entry: Entry): Entry {
    if (plan.kind !== 'local') shared?.share(key, entry);
    return entry;
  }

  function deliver({ source }: AnyEndpoint, reading: Reading, reader: Reader): unknown {
    const { cacheStatus: origin, entry } = reading;
    statistics.of(source.group)[counterOf[origin]] += 1;
    if (entry.fault) {
      reader.onFailure?.(entry.fault);
      throw entry.fault;
    }
    reader.onRead?.(reading);
    return entry.value;
  }

  /** When an upstream is in trouble, the answer that is kept may do. */
  function deliverInstead(
    endpoint: AnyEndpoint,
    entry: Entry | undefined,
    error: unknown,
    reader: Reader,
  ): unknown {
    if (entry && isUpstreamTrouble(error) && clock.now() < entry.onErrorUntil) {
      return deliver(endpoint, { cacheStatus: 'STALE', entry }, reader);
    }
    reader.onFailure?.(error);
    throw error;
  }

  const desk: Desk = { refresh, deliver, deliverInstead };

  function read(endpoint: AnyEndpoint, asked: unknown, reader: Reader = {}): MaybePromise<unknown> {
    try {
      if (endpoint.plan.kind !== 'local') sourceOf(endpoint);
      const { args, key } = questionFrom(endpoint, asked);
      const entry = cache.get(key);
      const now = clock.now();
      if (entry && now < entry.freshUntil) return deliver(endpoint, { cacheStatus: 'HIT', entry }, reader);
      if (!entry || now >= entry.revalidateUntil) {
        return flights.take(
          new Read(desk, key, endpoint, args, entry, reader),
          reader.signal ? wishOf(reader.signal) : reader.cancellation,
        );
      }
      refreshBehind(key, endpoint, args);
      return deliver(endpoint, { cacheStatus: 'STALE', entry }, reader);
    } catch (error) {
      return Promise.reject(error);
    }
  }

  /** Gets a newer answer for those who come next, unless one is on its way. */
  function refreshBehind(key: string, endpoint: AnyEndpoint, args: unknown): void {
    if (flights.has(key)) return;
    flights.join(key, undefined, (run) => refresh(key, endpoint, args, run)).catch(() => {});
  }

  function cached(endpoint: AnyEndpoint, asked: unknown, reader: Reader = {}): unknown {
    const entry = cache.get(questionFrom(endpoint, asked).key);
    const isAnswer = entry !== undefined && clock.now() < entry.freshUntil && !entry.fault;
    return isAnswer ? (deliver(endpoint, { cacheStatus: 'HIT', entry }, reader) ?? undefined) : undefined;
  }

  async function open<Args>(
    endpoint: DownloadEndpoint<Args>,
    args: Args,
    signal?: AbortSignal,
  ): Promise<Download> {
    const { name, spec } = endpoint;
    const wish = signal ? wishOf(signal) : new Cancellation();
    try {
      return await sourceOf(endpoint).open(spec.request(args), exchangeOptions(name, spec), wish);
    } catch (error) {
      throw named(error, spec.notFound?.(args));
    }
  }

  return {
    open,
    read: read as Upstreams['read'],
    cached: cached as Upstreams['cached'],
    cache,
    statistics,
    sources: [...sources.values()],
    get flightCount() {
      return flights.size;
    },
    close: async () => void (await Promise.all([transport.close(), locals.close()])),
  };
}

/** Where a read gets its answer, and what is done with it. */
interface Desk {
  refresh(key: string, endpoint: AnyEndpoint, args: unknown, run: Cancellation): Promise<Reading>;
  deliver(endpoint: AnyEndpoint, reading: Reading, reader: Reader): unknown;
  deliverInstead(endpoint: AnyEndpoint, entry: Entry | undefined, error: unknown, reader: Reader): unknown;
}

/** One caller's question that is under way. */
class Read extends Passenger<Reading, unknown> {
  readonly #desk: Desk;
  readonly #endpoint: AnyEndpoint;
  readonly #args: unknown;
  /** What is kept of the answer, past its time. */
  readonly #entry: Entry | undefined;
  readonly #reader: Reader;

  constructor(
    desk: Desk,
    key: string,
    endpoint: AnyEndpoint,
    args: unknown,
    entry: Entry | undefined,
    reader: Reader,
  ) {
    super(key);
    this.#desk = desk;
    this.#endpoint = endpoint;
    this.#args = args;
    this.#entry = entry;
    this.#reader = reader;
  }

  start(run: Cancellation): Promise<Reading> {
    return this.#desk.refresh(this.key, this.#endpoint, this.#args, run);
  }

  arrive(reading: Reading): unknown {
    return this.#desk.deliver(this.#endpoint, reading, this.#reader);
  }

  crash(error: unknown): unknown {
    return this.#desk.deliverInstead(this.#endpoint, this.#entry, error, this.#reader);
  }
}

const counterOf = { HIT: 'hits', STALE: 'stale', MISS: 'misses' } as const;

/** How often, and after how long each time, an answer that says "not yet" is asked for again. */
const unfinishedTries = 2;
const unfinishedPauseMs = 500;

const nothing: Fetched = { value: null, bytes: 0 };

/** What a batch did not find is as short-lived as any other absence, and never given out past its time. */
const absence: CachePolicy = { freshMs: 30_000, revalidateMs: 0, onErrorMs: 0 };

function keepOf({ plan: { spec } }: AnyEndpoint, value: unknown, nowMs: number): CachePolicy {
  return typeof spec.cache === 'function' ? spec.cache(value, nowMs) : spec.cache;
}

const weightOf = ({ plan: { spec } }: AnyEndpoint, value: unknown, bytes: number): number =>
  spec.weigh?.(value) ?? bytes;

const unconfigured = ({ source, missing }: OpenSource) =>
  new Fault('unconfigured', `The source for ${source.group} needs ${missing.join(' and ')} to be set.`, {
    source: source.group,
  });
