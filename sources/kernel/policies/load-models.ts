import { type Clock, sleep } from '../../../core/clock.ts';
import { Fault } from '../../../core/faults.ts';
import type { MaybePromise } from '../../../core/maybe-promise.ts';
import { cacheKeyIn } from '../cache-key.ts';
import type { LocalEndpoints } from '../local-endpoints.ts';
import type { AnyBatchedSpec, AnyEndpoint, AnyLocalSpec, LocalTools, Source } from '../source.ts';
import type { Statistics } from '../statistics.ts';
import { type BatchLoader, type BatchLoading, createBatchLoader } from './batch-loader.ts';
import { Entry } from './cache.ts';
import { type Fetched, type FetchedBatch, fetchBatch, fetchPages } from './fetch-models.ts';
import type { Loading, Reader, Reading } from './read-through.ts';
import type { SharedCache } from './shared-cache.ts';
import type { ModelStore } from './store-models.ts';
import type { OpenSource } from './upstream-call.ts';

export interface ModelLoaderOptions {
  readonly clock: Clock;
  readonly statistics: Statistics;
  readonly store: ModelStore;
  readonly shared: SharedCache | undefined;
  readonly locals: LocalEndpoints;
  /** Reads another endpoint, for a local one. */
  readonly read: (endpoint: AnyEndpoint, args: unknown, reader: Reader) => MaybePromise<unknown>;
  /** The open source of an endpoint. Throws the fault `unconfigured`. */
  readonly openSourceOf: (endpoint: { readonly source: Source }) => OpenSource;
}

/** Loads the model of an endpoint's arguments and stores it. Rejects with a Fault. */
export type LoadModel = (
  key: string,
  endpoint: AnyEndpoint,
  args: unknown,
  loading: Loading,
) => Promise<Reading>;

/** How often, and after which pause, a model is loaded again while its endpoint's `isUnfinished` holds. */
const maxUnfinishedRepeats = 2;
const unfinishedPauseMs = 500;

const notFetched: Fetched = { value: null, bytes: 0 };

export function createModelLoader(options: ModelLoaderOptions): LoadModel {
  const { clock, statistics, store, shared, locals, openSourceOf, read } = options;
  const batchLoaders = new Map<AnyEndpoint, BatchLoader<Reading>>();

  function batchLoaderOf(endpoint: AnyEndpoint, spec: AnyBatchedSpec): BatchLoader<Reading> {
    let loader = batchLoaders.get(endpoint);
    if (!loader) {
      const open = openSourceOf(endpoint);
      loader = createBatchLoader<Reading>({
        clock,
        maxPerRequest: spec.maxPerRequest,
        load: (keys, batch) => loadBatch(open, endpoint, spec, keys, batch),
      });
      batchLoaders.set(endpoint, loader);
    }
    return loader;
  }

  async function loadBatch(
    open: OpenSource,
    endpoint: AnyEndpoint,
    spec: AnyBatchedSpec,
    keys: readonly string[],
    loading: BatchLoading,
  ): Promise<Map<string, Reading | Fault>> {
    const stats = statistics.ofSource(endpoint.source);
    stats.batches += 1;
    stats.batchedKeys += keys.length;
    const fetching = { open, name: endpoint.name, spec, notes: statistics };
    const { items, faults } = await fetchBatch(fetching, keys, loading).catch(
      (error: unknown): FetchedBatch => {
        const fault = notedFault(endpoint, error);
        return { items: [], faults: new Map(keys.map((key) => [key, fault])) };
      },
    );
    const normalize = (key: string): string => spec.cacheKey?.(key) ?? key;
    const stored = storeItems(endpoint, normalize, items);
    return new Map(
      keys.map((key) => {
        const normal = normalize(key);
        const outcome = faults.get(key) ?? notFetched;
        return [key, stored.get(normal) ?? storeFetched(cacheKeyIn(endpoint, normal), endpoint, outcome)];
      }),
    );
  }

  /** Stores each item under all of its keys, so that a later read by another key is a hit. */
  function storeItems(
    endpoint: AnyEndpoint,
    normalize: (key: string) => string,
    items: FetchedBatch['items'],
  ): Map<string, Reading> {
    const stored = new Map<string, Reading>();
    for (const item of items) {
      let reading: Reading | undefined;
      for (const normal of item.keys.map(normalize)) {
        const key = cacheKeyIn(endpoint, normal);
        if (reading) store.alias(key, endpoint, reading.entry);
        else reading = { cacheStatus: 'MISS', entry: store.set(key, endpoint, item) };
        stored.set(normal, reading);
      }
    }
    return stored;
  }

  /** Stores what was fetched for one key; a fault that is no absence is returned. */
  function storeFetched(key: string, endpoint: AnyEndpoint, fetched: Fetched | Fault): Reading | Fault {
    const entry =
      fetched instanceof Fault
        ? store.setNegative(key, endpoint, fetched)
        : store.set(key, endpoint, fetched);
    return entry ? { cacheStatus: 'MISS', entry } : (fetched as Fault);
  }

  /** The fault of a failed fetch, noted in the statistics. An error that is no Fault is thrown. */
  function notedFault({ source, name }: AnyEndpoint, error: unknown): Fault {
    if (!(error instanceof Fault)) throw error;
    // The upstream call itself succeeded, so it was noted as a success.
    if (error.kind === 'upstreamChanged') statistics.noteChange(source, name);
    return error;
  }

  async function runLocal(
    endpoint: AnyEndpoint,
    spec: AnyLocalSpec,
    args: unknown,
    loading: Loading,
  ): Promise<Fetched> {
    const { caller } = loading;
    const reader = { signal: loading.run.signal, caller };
    const readOther = ((other, otherArgs) => read(other, otherArgs, reader)) as LocalTools['read'];
    return { value: await locals.run(endpoint, spec, args, loading, readOther), bytes: 0 };
  }

  const loadFromUpstream: LoadModel = (key, endpoint, args, loading) => {
    const { plan } = endpoint;
    return plan.kind === 'batched'
      ? batchLoaderOf(endpoint, plan.spec).load(plan.spec.key(args), loading)
      : loadAlone(key, endpoint, plan, args, loading);
  };

  async function loadAlone(
    key: string,
    endpoint: AnyEndpoint,
    plan: Exclude<AnyEndpoint['plan'], { readonly kind: 'batched' }>,
    args: unknown,
    loading: Loading,
  ): Promise<Reading> {
    const fetching: Promise<Fetched> =
      plan.kind === 'local'
        ? runLocal(endpoint, plan.spec, args, loading)
        : fetchPages(
            { open: openSourceOf(endpoint), name: endpoint.name, spec: plan.spec, notes: statistics },
            args,
            clock,
            loading,
            store.get(key),
          );
    const fetched = await fetching.catch((error: unknown) => notedFault(endpoint, error));
    const outcome = storeFetched(key, endpoint, fetched);
    if (outcome instanceof Fault) throw outcome;
    return plan.kind === 'local' && plan.spec.isState ? { ...outcome, cacheStatus: 'HIT' } : outcome;
  }

  /** Loads a model until `isUnfinished` no longer holds, or the repeats are used up. */
  async function loadFinished(
    isUnfinished: (model: unknown) => boolean,
    ...[key, endpoint, args, loading]: Parameters<LoadModel>
  ): Promise<Reading> {
    for (let repeats = 0; ; repeats += 1) {
      const reading = await loadFromUpstream(key, endpoint, args, loading);
      const { value } = reading.entry;
      if (value === null || !isUnfinished(value) || repeats === maxUnfinishedRepeats) return reading;
      await sleep(clock, unfinishedPauseMs, loading.run.signal);
    }
  }

  const loadHere: LoadModel = (...call) => {
    const { isUnfinished } = call[1].plan.spec;
    return isUnfinished ? loadFinished(isUnfinished, ...call) : loadFromUpstream(...call);
  };

  const loadShared = async (cache: SharedCache, ...call: Parameters<LoadModel>) => {
    const [key, , , { run }] = call;
    const loaded = await cache.loadOnce(key, run.signal, () => loadHere(...call));
    if (!(loaded instanceof Entry)) return loaded;
    return { cacheStatus: 'HIT', entry: store.setShared(key, loaded) } as const;
  };

  // loadShared → loadHere → loadFinished, which repeats → loadFromUpstream → the batch of an endpoint, or loadAlone.
  // Nothing is awaited without a shared cache, so that keys of the same turn reach their batch together.
  return (...call) =>
    shared && call[1].plan.kind !== 'local' ? loadShared(shared, ...call) : loadHere(...call);
}
