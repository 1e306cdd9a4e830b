import type { Clock } from '../../core/clock.ts';
import { Fault } from '../../core/faults.ts';
import type { MaybePromise } from '../../core/maybe-promise.ts';
import { keyedArguments } from './cache-key.ts';
import type { Caller } from './caller.ts';
import { describeAccess } from './credential-access.ts';
import type { Secrets } from './credentials.ts';
import { attributed } from './http/classify-response.ts';
import { toRequest } from './http/request-mapping.ts';
import type { Transport } from './http/transport.ts';
import { createLocalEndpoints, type LocalEndpoints } from './local-endpoints.ts';
import { type Cache, createCache } from './policies/cache.ts';
import { callOptions, withNotFoundMessage } from './policies/fetch-models.ts';
import { createModelLoader } from './policies/load-models.ts';
import type { LeaveOut } from './policies/open-origins.ts';
import { createReadThrough, type Reader } from './policies/read-through.ts';
import { createSharedCache } from './policies/shared-cache.ts';
import type { Sharing } from './policies/shared-source.ts';
import { createModelStore } from './policies/store-models.ts';
import {
  type BreakerChange,
  type Download,
  type Exchanged,
  type OpenSource,
  openSource,
} from './policies/upstream-call.ts';
import type { AnyEndpoint, DownloadEndpoint, Endpoint, Source } from './source.ts';
import { createStatistics, type Statistics, type StatisticsOptions } from './statistics.ts';

export type { CacheStatus, Reader, Reading } from './policies/read-through.ts';

/** All sources of one process, with the transport and the cache that they share. */
export interface Upstreams {
  /**
   * Reads the model of an endpoint from the cache, from a load under way, or from the upstream. A cached model is
   * returned at once. Never throws; rejects with a Fault, or with the reason of `reader.signal`.
   */
  read<Args, Model>(endpoint: Endpoint<Args, Model>, args: Args, reader?: Reader): MaybePromise<Model>;
  /** The fresh model in the cache, if any; no upstream is called. */
  cached<Args, Model>(endpoint: Endpoint<Args, Model>, args: Args, reader?: Reader): Model | undefined;
  /** The address that an endpoint is requested at, without any credential; null where no upstream is called. */
  addressOf<Args>(endpoint: Endpoint<Args, unknown>, args: Args): string | null;
  /** Opens a download. Rejects with a Fault until the response begins; afterwards its body fails. */
  open<Args>(
    endpoint: DownloadEndpoint<Args>,
    args: Args,
    signal?: AbortSignal,
    caller?: Caller,
  ): Promise<Download>;
  readonly cache: Cache;
  readonly statistics: Statistics;
  readonly sources: readonly OpenSource[];
  readonly locals: LocalEndpoints;
  /** The number of loads under way, with distinct cache keys. */
  readonly flightCount: number;
  /** The longest that a request has waited for a place of its source, in milliseconds; 0 when none waits. */
  readonly waitedMs: number;
  close(): Promise<void>;
}

export interface UpstreamsOptions extends StatisticsOptions {
  readonly sources: readonly Source[];
  readonly secrets: Secrets;
  /** The operator's settings, by variable. */
  readonly settings?: Readonly<Record<string, unknown>>;
  /** The directory of this process's files. */
  readonly dataDir?: string;
  readonly transport: Transport;
  /** In place of `transport`, for groups with connections of their own. */
  readonly transportOf?: (source: Source) => Transport;
  /** Those of other upstreams, which close them; its own unless given. */
  readonly locals?: LocalEndpoints | undefined;
  readonly clock: Clock;
  readonly cacheBytes: number;
  /** What processes share, if anything: fresh models, quotas and pauses. */
  readonly sharing?: Sharing | undefined;
  readonly observe?: (exchanged: Exchanged) => void;
  /** Called when the breaker of an origin opens or closes. */
  readonly onBreaker?: ((change: BreakerChange) => void) | undefined;
  readonly leaveOut?: LeaveOut;
  /** Whether no one else has a key, by the name of a caller; see `QuotaTools`. */
  readonly isOnlyCaller?: (caller: string) => boolean;
  /** Called for each unit of a quota of a day; see `QuotaTools`. */
  readonly onUnit?: (caller: string, source: string) => void;
  /** Whether the quotas of a day are counted, as they are unless the upstreams are the sandbox. */
  readonly countsDays?: boolean | undefined;
}

export function createUpstreams(options: UpstreamsOptions): Upstreams {
  const { clock, transport, sharing, settings = {}, dataDir = './data' } = options;
  const statistics = createStatistics(clock, options);
  const cache = createCache(clock, options.cacheBytes);
  const sources = openSources(options, statistics);
  const locals = options.locals ?? createLocalEndpoints({ clock, settings, dataDir });
  const shared = sharing && createSharedCache(sharing, clock);
  const store = createModelStore(cache, shared, clock);
  const load = createModelLoader({ clock, statistics, store, shared, locals, openSourceOf, read });
  const readThrough = createReadThrough(cache, clock, statistics);

  function openSourceOf(endpoint: { readonly source: Source }): OpenSource {
    const open = sources.get(endpoint.source);
    if (!open) throw new Error(`The source of ${endpoint.source.group} is not on the list.`);
    if (open.missing.length > 0) throw unconfigured(open);
    return open;
  }

  function read(endpoint: AnyEndpoint, given: unknown, reader: Reader = {}): MaybePromise<unknown> {
    try {
      if (endpoint.plan.kind !== 'local') openSourceOf(endpoint);
      const { args, key } = keyedArguments(endpoint, given);
      const { source } = endpoint;
      return readThrough.read({ key, source, load: (loading) => load(key, endpoint, args, loading) }, reader);
    } catch (error) {
      return Promise.reject(error);
    }
  }

  async function open<Args>(
    endpoint: DownloadEndpoint<Args>,
    args: Args,
    signal: AbortSignal = new AbortController().signal,
    caller?: Caller,
  ): Promise<Download> {
    const { name, spec } = endpoint;
    try {
      return await openSourceOf(endpoint).open(spec.request(args), callOptions(name, spec, caller), signal);
    } catch (error) {
      throw withNotFoundMessage(attributed(error, endpoint.source.group), spec.notFound?.(args));
    }
  }

  return {
    open,
    addressOf({ plan, source }: AnyEndpoint, args: unknown) {
      if (plan.kind === 'local') return null;
      const { spec } = plan;
      const call = 'key' in spec ? spec.request([spec.key(args)]) : spec.request(args, clock.now());
      return toRequest(source, call).url.href;
    },
    read: read as Upstreams['read'],
    cached: ((endpoint: AnyEndpoint, args: unknown, reader: Reader = {}) =>
      readThrough.cached(keyedArguments(endpoint, args).key, endpoint.source, reader)) as Upstreams['cached'],
    cache,
    statistics,
    sources: [...sources.values()],
    locals,
    get flightCount() {
      return readThrough.loads.size;
    },
    get waitedMs() {
      let longest = 0;
      for (const { limiter } of sources.values()) longest = Math.max(longest, limiter.waitedMs);
      return longest;
    },
    async close() {
      await Promise.all([transport.close(), ...(options.locals ? [] : [locals.close()])]);
    },
  };
}

function openSources(options: UpstreamsOptions, statistics: Statistics): Map<Source, OpenSource> {
  const { clock, secrets, settings = {}, transport, transportOf = () => transport } = options;
  return new Map(
    options.sources.map((source) => [
      source,
      openSource(source, {
        clock,
        secrets,
        settings,
        transport: transportOf(source),
        leaveOut: options.leaveOut,
        isOnlyCaller: options.isOnlyCaller,
        onUnit: options.onUnit,
        countsDays: options.countsDays,
        sharing: options.sharing,
        onBreaker: options.onBreaker,
        observe(exchanged) {
          statistics.noteExchange(source, exchanged);
          options.observe?.(exchanged);
        },
      }),
    ]),
  );
}

function unconfigured({ source: { group, credential, spec }, missing }: OpenSource): Fault {
  const needs = `The source for ${group} needs ${missing.join(' and ')} to be set.`;
  const isCredential = missing.some((variable) => credential.required.includes(variable));
  const message =
    spec.access && isCredential ? `${needs} ${describeAccess(spec.access, missing.length > 1)}` : needs;
  return new Fault('unconfigured', message, { group });
}
