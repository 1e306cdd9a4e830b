import type { Awaitable } from './awaitable.ts';
import { type Batch, createBatch } from './batch.ts';
import { type Cache, createCache, type Entry, type Keep } from './cache.ts';
import type { Cancellation } from './cancellation.ts';
import { type Clock, sleep } from './clock.ts';
import type { Secrets } from './credentials.ts';
import { firstMismatch } from './decode.ts';
import {
  type Download,
  type Exchanged,
  type ExchangeOptions,
  type OpenSource,
  openSource,
} from './exchange.ts';
import { Fault, isUpstreamTrouble } from './faults.ts';
import { createFlights } from './flight.ts';
import { isRecord } from './json.ts';
import { attributed, changedAt } from './judge.ts';
import { createLocals } from './local.ts';
import { parse } from './parse.ts';
import type { SharedCache } from './shared-cache.ts';
import type {
  Answer,
  AnyBatchedSpec,
  AnyEndpoint,
  AnyEndpointSpec,
  DownloadEndpoint,
  DownloadSpec,
  Endpoint,
  Source,
} from './source.ts';
import { createStatistics, type Statistics } from './stats.ts';
import type { Transport } from './transport.ts';

/** Where an answer came from: an upstream just now, the cache, or the cache past its time. */
export type Origin = 'MISS' | 'HIT' | 'STALE';

/** One answer that a caller was given, and how old it is. */
export interface Reading {
  readonly origin: Origin;
  readonly entry: Entry;
}

export interface Reader {
  /** Cancelled when the caller no longer wants the answer. Asked for only by what has to wait. */
  readonly cancellation?: Cancellation | undefined;
  /** Told of every entry that an answer was made from. */
  readonly onRead?: ((reading: Reading) => void) | undefined;
  /** Told of every answer that was not to be had. */
  readonly onFailure?: ((fault: unknown) => void) | undefined;
}

/** All sources of one process, with what they share: transport, cache and flights. */
export interface Upstreams {
  /**
   * Answers one question: from the cache, from a run that is under way, or from the upstream. What is kept is there at
   * once. Never throws; rejects with a Fault.
   */
  read<Args, Model>(endpoint: Endpoint<Args, Model>, args: Args, reader?: Reader): Awaitable<Model>;
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

/** A decoded model with what the cache wants to know of it. */
interface Fetched {
  readonly value: unknown;
  readonly bytes: number;
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
  const batches = new Map<AnyEndpoint, Batch<Fetched>>();
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

  function batchOf(open: OpenSource, endpoint: AnyEndpoint, spec: AnyBatchedSpec) {
    let batch = batches.get(endpoint);
    if (!batch) {
      const stats = statistics.of(endpoint.source.group);
      const load = async (keys: readonly string[], signal: AbortSignal) => {
        stats.batches += 1;
        stats.batchedKeys += keys.length;
        const same = sameKeyOf(spec);
        const found = new Map<string, Fetched | Fault>();
        for (const [key, fetched] of await fetchBatch(open, endpoint.name, spec, keys, signal)) {
          found.set(same(key), fetched);
        }
        const answers = new Map<string, Fetched | Fault>();
        for (const key of keys) {
          const fetched = found.get(same(key));
          if (fetched) answers.set(key, fetched);
        }
        // What was asked for in one way need not be asked for in another.
        for (const key of keys) found.delete(same(key));
        for (const [key, fetched] of found) {
          if (!(fetched instanceof Fault)) keepFetched(questionOf(endpoint, key), endpoint, fetched);
        }
        return answers;
      };
      batch = createBatch<Fetched>({ clock, max: spec.max, load });
      batches.set(endpoint, batch);
    }
    return batch;
  }

  /** What is fetched; undefined for what a batch did not find. */
  function fetchOne(endpoint: AnyEndpoint, args: unknown, run: Cancellation): Promise<Fetched | undefined> {
    const { plan, name } = endpoint;
    if (plan.kind === 'local') {
      return locals.answer(endpoint, plan.spec, args, run).then((value) => ({ value, bytes: 0 }));
    }
    const open = sourceOf(endpoint);
    if (plan.kind === 'single') return fetchPages(open, name, plan.spec, args, clock.now(), run.signal);
    return batchOf(open, endpoint, plan.spec).load(plan.spec.key(args), run);
  }

  /** An answer that is ready; or, when it still is not after some tries, what there is of it. */
  async function fetchFinished(
    endpoint: AnyEndpoint,
    isUnfinished: (model: unknown) => boolean,
    args: unknown,
    run: Cancellation,
  ): Promise<Fetched | undefined> {
    for (let tries = 1; ; tries += 1) {
      const fetched = await fetchOne(endpoint, args, run);
      const value = fetched?.value ?? null;
      if (tries > unfinishedTries || value === null || !isUnfinished(value)) return fetched;
      await sleep(clock, unfinishedPauseMs, run.signal);
    }
  }

  /** Keeps what an upstream said, and lets the other processes have it too. */
  function keepFetched(key: string, endpoint: AnyEndpoint, { value, bytes }: Fetched): Entry {
    const entry =
      value === null
        ? cache.keep(key, value, absence, bytes)
        : cache.keep(key, value, keepOf(endpoint, value, clock.now()), weightOf(endpoint, value, bytes));
    if (endpoint.plan.kind !== 'local') shared?.share(key, entry);
    return entry;
  }

  function keepAbsence(key: string, { plan }: AnyEndpoint, fault: Fault): Entry {
    const entry = cache.keepAbsence(key, fault);
    if (plan.kind !== 'local') shared?.share(key, entry);
    return entry;
  }

  /** Takes what another process has fresh, or asks the upstream and keeps what it said: a model, or that there is none. */
  async function refresh(
    key: string,
    endpoint: AnyEndpoint,
    args: unknown,
    run: Cancellation,
  ): Promise<Reading> {
    // Without a store to look into, nothing is waited for: keys of one moment go into one batch.
    const found = shared && endpoint.plan.kind !== 'local' ? await shared.read(key) : undefined;
    if (found) return { origin: 'HIT', entry: cache.adopt(key, found.entry, found.bytes) };
    try {
      const { isUnfinished } = endpoint.plan.spec;
      const fetched = isUnfinished
        ? await fetchFinished(endpoint, isUnfinished, args, run)
        : await fetchOne(endpoint, args, run);
      return { origin: 'MISS', entry: keepFetched(key, endpoint, fetched ?? nothing) };
    } catch (error) {
      if (error instanceof Fault && (error.kind === 'notFound' || error.kind === 'private')) {
        return { origin: 'MISS', entry: keepAbsence(key, endpoint, error) };
      }
      // The exchange itself was well: what no longer fits is found when the answer is read.
      if (error instanceof Fault && error.kind === 'upstreamChanged') {
        statistics.noteChange(endpoint.source.group, endpoint.name);
      }
      throw error;
    }
  }

  function deliver({ source }: AnyEndpoint, reading: Reading, reader: Reader): unknown {
    const { origin, entry } = reading;
    statistics.of(source.group)[counterOf[origin]] += 1;
    if ('fault' in entry.outcome) throw entry.outcome.fault;
    reader.onRead?.(reading);
    return entry.outcome.value;
  }

  function read(endpoint: AnyEndpoint, asked: unknown, reader: Reader = {}): Awaitable<unknown> {
    try {
      if (endpoint.plan.kind !== 'local') sourceOf(endpoint);
      const { args, key } = questionFrom(endpoint, asked);
      const entry = cache.get(key);
      const now = clock.now();
      if (entry && now < entry.freshUntil) return deliver(endpoint, { origin: 'HIT', entry }, reader);
      const start = (run: Cancellation) => refresh(key, endpoint, args, run);
      if (entry && now < entry.revalidateUntil) {
        if (!flights.has(key)) flights.join(key, undefined, start).catch(() => {});
        return deliver(endpoint, { origin: 'STALE', entry }, reader);
      }
      return arriving(endpoint, flights.join(key, reader.cancellation, start), entry, reader);
    } catch (error) {
      reader.onFailure?.(error);
      return Promise.reject(error);
    }
  }

  /** Waits for an answer that is under way; when it fails, the one that is kept may do. */
  async function arriving(
    endpoint: AnyEndpoint,
    flight: Promise<Reading>,
    entry: Entry | undefined,
    reader: Reader,
  ): Promise<unknown> {
    try {
      return deliver(endpoint, await flight, reader);
    } catch (error) {
      if (entry && isUpstreamTrouble(error) && clock.now() < entry.onErrorUntil) {
        return deliver(endpoint, { origin: 'STALE', entry }, reader);
      }
      reader.onFailure?.(error);
      throw error;
    }
  }

  function cached(endpoint: AnyEndpoint, asked: unknown, reader: Reader = {}): unknown {
    const entry = cache.get(questionFrom(endpoint, asked).key);
    const isAnswer = entry !== undefined && clock.now() < entry.freshUntil && 'value' in entry.outcome;
    return isAnswer ? (deliver(endpoint, { origin: 'HIT', entry }, reader) ?? undefined) : undefined;
  }

  async function open<Args>(
    endpoint: DownloadEndpoint<Args>,
    args: Args,
    signal: AbortSignal = new AbortController().signal,
  ): Promise<Download> {
    const { name, spec } = endpoint;
    try {
      return await sourceOf(endpoint).open(spec.request(args), exchangeOptions(name, spec), signal);
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

const counterOf = { HIT: 'hits', STALE: 'stale', MISS: 'misses' } as const;

/** How often, and after how long each time, an answer that says "not yet" is asked for again. */
const unfinishedTries = 2;
const unfinishedPauseMs = 500;

const nothing: Fetched = { value: null, bytes: 0 };

/** What a batch did not find is as short-lived as any other absence, and never given out past its time. */
const absence: Keep = { freshMs: 30_000, revalidateMs: 0, onErrorMs: 0 };

function keepOf({ plan: { spec } }: AnyEndpoint, value: unknown, nowMs: number): Keep {
  return typeof spec.keep === 'function' ? spec.keep(value, nowMs) : spec.keep;
}

const weightOf = ({ plan: { spec } }: AnyEndpoint, value: unknown, bytes: number): number =>
  spec.weigh?.(value) ?? bytes;

const unconfigured = ({ source, missing }: OpenSource) =>
  new Fault('unconfigured', `The source for ${source.group} needs ${missing.join(' and ')} to be set.`, {
    source: source.group,
  });

const sameKeyOf = ({ sameKey = (key) => key }: AnyBatchedSpec) => sameKey;

/** Names a question in the cache; what it is about is in one form, however it was asked. */
const questionOf = ({ source, name }: AnyEndpoint, about: string) => `${source.group}.${name} ${about}`;

/** A question in its one form, with its name in the cache. */
function questionFrom(endpoint: AnyEndpoint, asked: unknown) {
  const { plan } = endpoint;
  if (plan.kind === 'batched') {
    return { args: asked, key: questionOf(endpoint, sameKeyOf(plan.spec)(plan.spec.key(asked))) };
  }
  if (plan.kind === 'local') return { args: asked, key: questionOf(endpoint, plan.spec.key(asked)) };
  const args: unknown = plan.spec.normalize?.(asked) ?? asked;
  return { args, key: questionOf(endpoint, canonical(args)) };
}

/** Arguments as JSON, the same whatever their order; one that is undefined is left out. */
function canonical(args: unknown): string {
  if (Array.isArray(args)) return `[${args.map(canonical).join()}]`;
  if (!isRecord(args)) return JSON.stringify(args) ?? 'null';
  const names = Object.keys(args).filter((name) => args[name] !== undefined);
  return `{${names
    .sort()
    .map((name) => `${JSON.stringify(name)}:${canonical(args[name])}`)
    .join()}}`;
}

function exchangeOptions(
  name: string,
  spec: AnyEndpointSpec | AnyBatchedSpec | DownloadSpec<never>,
): ExchangeOptions {
  return {
    endpoint: name,
    units: spec.units ?? 1,
    maxBytes: spec.maxBytes,
    deadlineMs: 'deadlineMs' in spec ? spec.deadlineMs : undefined,
    wideIntegers: 'wideIntegers' in spec && spec.wideIntegers === true,
    judge: spec.judge,
  };
}

async function fetchPages(
  open: OpenSource,
  name: string,
  spec: AnyEndpointSpec,
  args: unknown,
  nowMs: number,
  signal: AbortSignal,
): Promise<Fetched> {
  const options = exchangeOptions(name, spec);
  const pages: unknown[] = [];
  let bytes = 0;
  let items = 0;
  let call = spec.request(args, nowMs);
  for (;;) {
    const answer = await open.exchange(call, options, signal).catch((error: unknown) => {
      throw named(error, spec.notFound?.(args));
    });
    const model = decode(open, spec, answer);
    bytes += answer.bytes;
    pages.push(model);
    items += Array.isArray(model) ? model.length : 1;
    const next = spec.next?.({ args, answer, number: pages.length, model, items });
    if (!next) break;
    call = next;
  }
  return { value: spec.next ? pages.flat() : pages[0], bytes };
}

/** What the upstream says of some keys, and of further ones by which the same things can be asked for. */
async function fetchBatch(
  open: OpenSource,
  name: string,
  spec: AnyBatchedSpec,
  keys: readonly string[],
  signal: AbortSignal,
): Promise<ReadonlyMap<string, Fetched | Fault>> {
  let answer: Answer;
  try {
    answer = await open.exchange(spec.request(keys), exchangeOptions(name, spec), signal);
  } catch (error) {
    if (!(error instanceof Fault) || error.kind !== 'invalid') throw error;
    if (keys.length === 1) return new Map([[keys[0]!, error]]);
    // One bad key must not fail the others: the halves are asked for apart, until it is alone.
    const middle = Math.ceil(keys.length / 2);
    const halves = await Promise.all(
      [keys.slice(0, middle), keys.slice(middle)].map((half) => fetchBatch(open, name, spec, half, signal)),
    );
    return new Map(halves.flatMap((half) => [...half]));
  }
  const items = decode(open, spec, answer) as readonly unknown[];
  const bytes = answer.bytes / Math.max(items.length, 1);
  const found = new Map<string, Fetched>();
  for (const value of items) {
    const fetched = { value, bytes };
    const named = spec.keyOf(value);
    if (typeof named === 'string') found.set(named, fetched);
    else for (const key of named) found.set(key, fetched);
  }
  return found;
}

/** A model from an answer. Fault `upstreamChanged` names the first place that does not fit. */
function decode(open: OpenSource, spec: AnyEndpointSpec | AnyBatchedSpec, answer: Answer): unknown {
  const { group } = open.source;
  let payload: unknown;
  try {
    payload = spec.payload ? spec.payload(answer) : answer.json();
  } catch (error) {
    throw attributed(error, group);
  }
  const parsed = parse(spec.decode, payload);
  if (parsed.success) return parsed.data;
  throw changedAt(group, firstMismatch(parsed.error));
}

/** The upstream's "no such thing" in the words of the endpoint, which knows what was asked for. */
function named(error: unknown, message: string | undefined): unknown {
  if (!(error instanceof Fault) || error.kind !== 'notFound' || message === undefined) return error;
  return new Fault('notFound', message, { ...(error.source ? { source: error.source } : {}), cause: error });
}
