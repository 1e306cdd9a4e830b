import { type Batch, createBatch } from './batch.ts';
import { type Cache, createCache, type Entry, type Keep } from './cache.ts';
import type { Clock } from './clock.ts';
import type { Secrets } from './credentials.ts';
import { firstMismatch } from './decode.ts';
import {
  type Download,
  type Exchanged,
  type ExchangeOptions,
  type OpenSource,
  openSource,
} from './exchange.ts';
import { Fault } from './faults.ts';
import { createFlights } from './flight.ts';
import { attributed } from './judge.ts';
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
import type { Transport } from './transport.ts';

/** Where an answer came from: an upstream just now, the cache, or the cache past its time. */
export type Origin = 'MISS' | 'HIT' | 'STALE';

/** One answer that a caller was given, and how old it is. */
export interface Reading {
  readonly origin: Origin;
  readonly entry: Entry;
}

export interface Reader {
  /** Aborts when the caller no longer wants the answer. */
  readonly signal?: AbortSignal | undefined;
  /** Told of every entry that an answer was made from. */
  readonly onRead?: ((reading: Reading) => void) | undefined;
}

/** All sources of one process, with what they share: transport, cache and flights. */
export interface Upstreams {
  /** Answers one question: from the cache, from a run that is under way, or from the upstream. Rejects with a Fault. */
  read<Args, Model>(endpoint: Endpoint<Args, Model>, args: Args, reader?: Reader): Promise<Model>;
  /** Opens bytes. Rejects with a Fault until they begin; afterwards their stream fails. */
  open<Args>(endpoint: DownloadEndpoint<Args>, args: Args, signal?: AbortSignal): Promise<Download>;
  readonly cache: Cache;
  readonly sources: readonly OpenSource[];
  close(): Promise<void>;
}

export interface UpstreamsOptions {
  readonly sources: readonly Source[];
  readonly secrets: Secrets;
  readonly transport: Transport;
  readonly clock: Clock;
  readonly cacheBytes: number;
  readonly observe?: (exchanged: Exchanged) => void;
}

/** A decoded model with what the cache wants to know of it. */
interface Fetched {
  readonly value: unknown;
  readonly bytes: number;
}

export function createUpstreams(options: UpstreamsOptions): Upstreams {
  const { clock, transport } = options;
  const observe = options.observe ?? (() => {});
  const cache = createCache(clock, options.cacheBytes);
  const flights = createFlights();
  const sources = new Map<Source, OpenSource>(
    options.sources.map((source) => [
      source,
      openSource(source, { clock, secrets: options.secrets, transport, observe }),
    ]),
  );
  const batches = new Map<AnyEndpoint, Batch<Fetched>>();

  function sourceOf(endpoint: { readonly source: Source }): OpenSource {
    const open = sources.get(endpoint.source);
    if (!open) throw new Error(`The source of ${endpoint.source.group} is not on the list.`);
    if (open.missing.length > 0) throw unconfigured(open);
    return open;
  }

  function batchOf(open: OpenSource, endpoint: AnyEndpoint, spec: AnyBatchedSpec) {
    let batch = batches.get(endpoint);
    if (!batch) {
      const load = (keys: readonly string[], signal: AbortSignal) =>
        fetchBatch(open, endpoint.name, spec, keys, signal);
      batch = createBatch({ clock, max: spec.max, load });
      batches.set(endpoint, batch);
    }
    return batch;
  }

  async function fetchOne(endpoint: AnyEndpoint, args: unknown, signal: AbortSignal): Promise<Fetched> {
    const open = sourceOf(endpoint);
    if (endpoint.plan.kind === 'single')
      return fetchPages(open, endpoint.name, endpoint.plan.spec, args, signal);
    const { spec } = endpoint.plan;
    const found = await batchOf(open, endpoint, spec).load(spec.key(args), signal);
    return found ?? { value: null, bytes: 0 };
  }

  /** Asks the upstream and keeps what it said: a model, or that there is none. */
  async function refresh(
    key: string,
    endpoint: AnyEndpoint,
    args: unknown,
    signal: AbortSignal,
  ): Promise<Entry> {
    try {
      const { value, bytes } = await fetchOne(endpoint, args, signal);
      const keep = value === null ? absence : keepOf(endpoint, value);
      return cache.keep(key, value, keep, bytes);
    } catch (error) {
      if (error instanceof Fault && (error.kind === 'notFound' || error.kind === 'private')) {
        return cache.keepAbsence(key, error);
      }
      throw error;
    }
  }

  function deliver(entry: Entry, origin: Origin, reader: Reader): unknown {
    if ('fault' in entry.outcome) throw entry.outcome.fault;
    reader.onRead?.({ origin, entry });
    return entry.outcome.value;
  }

  async function read(endpoint: AnyEndpoint, asked: unknown, reader: Reader = {}): Promise<unknown> {
    sourceOf(endpoint);
    const args = normalized(endpoint, asked);
    const key = `${endpoint.source.group}.${endpoint.name} ${canonical(args)}`;
    const entry = cache.get(key);
    const now = clock.now();
    if (entry && now < entry.freshUntil) return deliver(entry, 'HIT', reader);
    const start = (signal: AbortSignal) => refresh(key, endpoint, args, signal);
    if (entry && now < entry.revalidateUntil) {
      if (!flights.has(key)) flights.join(key, undefined, start).catch(() => {});
      return deliver(entry, 'STALE', reader);
    }
    let fresh: Entry;
    try {
      fresh = await flights.join(key, reader.signal, start);
    } catch (error) {
      if (entry && isUpstreamTrouble(error) && clock.now() < entry.onErrorUntil) {
        return deliver(entry, 'STALE', reader);
      }
      throw error;
    }
    return deliver(fresh, 'MISS', reader);
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
    cache,
    sources: [...sources.values()],
    close: () => transport.close(),
  };
}

/** What a batch did not find is as short-lived as any other absence, and never given out past its time. */
const absence: Keep = { freshMs: 30_000, revalidateMs: 0, onErrorMs: 0 };

function keepOf({ plan: { spec } }: AnyEndpoint, value: unknown): Keep {
  return typeof spec.keep === 'function' ? spec.keep(value) : spec.keep;
}

const unconfigured = ({ source, missing }: OpenSource) =>
  new Fault('unconfigured', `The source for ${source.group} needs ${missing.join(' and ')} to be set.`, {
    source: source.group,
  });

function isUpstreamTrouble(error: unknown): boolean {
  return error instanceof Fault && error.kind.startsWith('upstream');
}

function normalized(endpoint: AnyEndpoint, args: unknown): unknown {
  if (endpoint.plan.kind === 'batched') return args;
  return endpoint.plan.spec.normalize?.(args) ?? args;
}

/** Arguments as text, the same whatever their order; one that is undefined is left out. */
function canonical(args: unknown): string {
  if (typeof args !== 'object' || args === null) return JSON.stringify(args) ?? '';
  return JSON.stringify(args, Object.keys(args).sort());
}

function exchangeOptions(
  name: string,
  spec: AnyEndpointSpec | AnyBatchedSpec | DownloadSpec<never>,
): ExchangeOptions {
  return {
    endpoint: name,
    units: spec.units ?? 1,
    maxBytes: spec.maxBytes,
    wideIntegers: 'wideIntegers' in spec && spec.wideIntegers === true,
    judge: spec.judge,
  };
}

async function fetchPages(
  open: OpenSource,
  name: string,
  spec: AnyEndpointSpec,
  args: unknown,
  signal: AbortSignal,
): Promise<Fetched> {
  const options = exchangeOptions(name, spec);
  const pages: unknown[] = [];
  let bytes = 0;
  let items = 0;
  let call = spec.request(args);
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

async function fetchBatch(
  open: OpenSource,
  name: string,
  spec: AnyBatchedSpec,
  keys: readonly string[],
  signal: AbortSignal,
): Promise<Map<string, Fetched>> {
  const answer = await open.exchange(spec.request(keys), exchangeOptions(name, spec), signal);
  const items = decode(open, spec, answer) as readonly unknown[];
  const bytes = answer.bytes / Math.max(items.length, 1);
  return new Map(items.map((item) => [spec.keyOf(item), { value: item, bytes }]));
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
  const parsed = spec.decode.safeParse(payload);
  if (parsed.success) return parsed.data;
  throw new Fault(
    'upstreamChanged',
    `The source for ${group} answered in a shape that we do not know (at ${firstMismatch(parsed.error)}).`,
    { source: group },
  );
}

/** The upstream's "no such thing" in the words of the endpoint, which knows what was asked for. */
function named(error: unknown, message: string | undefined): unknown {
  if (!(error instanceof Fault) || error.kind !== 'notFound' || message === undefined) return error;
  return new Fault('notFound', message, { ...(error.source ? { source: error.source } : {}), cause: error });
}
