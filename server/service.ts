import { lexicographicSortSchema, printSchema } from 'graphql';
import type { Clock } from '../core/clock.ts';
import { MemoryAccount } from '../core/memory-account.ts';
import { once } from '../core/once.ts';
import { version } from '../core/version.ts';
import examples from '../rest/examples.json' with { type: 'json' };
import { acceptsRawKey, routeGroups } from '../rest/index.ts';
import { type CompiledRoute, listRoutes } from '../rest/kernel/compile.ts';
import { descriptionOf, openApi } from '../rest/kernel/openapi.ts';
import { methodOf } from '../rest/kernel/route.ts';
import { schema } from '../schema/index.ts';
import { clientCache } from '../schema/kernel/client-cache.ts';
import { resultLimits } from '../schema/kernel/document-limits.ts';
import { createPreparer } from '../schema/kernel/prepare.ts';
import { createCoalescer } from '../sources/kernel/policies/coalesce.ts';
import { createSharedCache } from '../sources/kernel/policies/shared-cache.ts';
import type { Upstreams, UpstreamsOptions } from '../sources/kernel/upstreams.ts';
import type { Config } from './config.ts';
import type { OperatorPlugin } from './graphql/operator-plugin.ts';
import { readTrustedDocuments } from './graphql/trusted-documents.ts';
import { createGraphqlServer } from './graphql/yoga.ts';
import { createApp } from './http/app.ts';
import { createAuthenticator } from './http/authenticator.ts';
import { createCachedResponses } from './http/cached-responses.ts';
import { boundConnections } from './http/connections.ts';
import { createCors } from './http/cors.ts';
import { createDownloads } from './http/downloads.ts';
import { apiIndex, documentByOrigin } from './http/origin-documents.ts';
import { Representation } from './http/representation.ts';
import { serveCached } from './http/response-cache.ts';
import { closeServer, createHttpServer, listenOn } from './http/server.ts';
import type { Services } from './http/services.ts';
import { UnreadResponses } from './http/unread-responses.ts';
import { createUploads } from './http/upload.ts';
import { gatewayHint } from './keys/gateway-hint.ts';
import type { Keyring } from './keys/keyring.ts';
import { createGuessLimiter } from './limits/guess-limiter.ts';
import { createMemoryLimiter, type Limiter } from './limits/limiter.ts';
import { type LagMeter, type Overload, watchOverload } from './limits/overload.ts';
import { createValkeyLimiter } from './limits/valkey-limiter.ts';
import type { Metrics } from './observability/metrics.ts';
import type { Observer } from './observability/observer.ts';
import { createPages } from './pages/pages.ts';
import { textStore } from './stores/text-store.ts';
import type { SharedStore } from './stores/valkey.ts';
import { openUpstreams } from './upstreams.ts';

export interface RunningService extends Services {
  listen(): Promise<{ readonly port: number; readonly url: string }>;
  /**
   * Compiles the routes that no request has compiled yet, between requests; the service is not ready meanwhile.
   * Rejects when a route does not fit the schema.
   */
  compileRoutes(): Promise<void>;
  /**
   * Stops listening, closes idle connections after `graceMs`, ends requests in progress within `deadlineMs`, and closes
   * everything. True when all ended in time.
   */
  drain(deadlineMs: number, graceMs?: number): Promise<boolean>;
}

export interface ServiceOptions {
  readonly config: Config;
  readonly clock: Clock;
  readonly observer: Observer;
  readonly keyring: Keyring;
  readonly metrics?: Metrics | undefined;
  /** Stores shared with other instances; the opener closes them. */
  readonly shared?: SharedStores | undefined;
  /** Receives every decoded payload, for tools that collect shapes. */
  readonly onDecoded?: UpstreamsOptions['onDecoded'];
  readonly graphqlPlugins?: readonly OperatorPlugin[] | undefined;
  /** Measures the event loop, for tests; by default the platform's monitor. */
  readonly lagMeter?: LagMeter | undefined;
}

/** The memory of all results of queries while they are executed, in bytes; the largest single one has 48 MB. */
const mostResultBytes = 64 * 1_048_576;

/** Two connections, so that a large cache entry never delays a decision of a limit. */
export interface SharedStores {
  readonly limits: SharedStore;
  readonly cache: SharedStore;
}

/** Builds the parts of a service and its HTTP server; `listen` opens the port. */
export function createService(options: ServiceOptions): RunningService {
  const { config, clock, observer, keyring, metrics, graphqlPlugins } = options;
  const preparer = createPreparer(schema);
  const trustedDocuments =
    config.graphqlTrustedDocuments === undefined
      ? undefined
      : readTrustedDocuments(config.graphqlTrustedDocuments, preparer);
  const upstreams = openUpstreams(config, clock, {
    observe: observer.exchanged,
    shared: sharedCacheOf(options),
    onDecoded: options.onDecoded,
  });
  const responses = createCachedResponses(clock, Math.floor(config.cacheBytes / 2));
  metrics?.registerUpstreams(upstreams, responses);
  const routes = listRoutes(preparer, routeGroups);
  const compiled = once(() => routes.map((listed) => listed.compiled()));
  const groups = once(() => describeGroups(compiled()));
  const api = once(() => openApi({ schema, version, groups: groups(), routes: compiled(), examples }));
  const state = { isDraining: false, isCompiling: false };
  const overload = openOverload(options);
  const services: Services = {
    ...{ config, clock, observer, keyring, upstreams, preparer, routes, responses },
    startedAt: clock.now(),
    authenticator: createAuthenticator({
      ...{ clock, keyring, guesses: createGuessLimiter({ clock }) },
      onRefusal(reason, address, key) {
        const hint = key && reason === 'address' ? gatewayHint(key, address) : undefined;
        observer.refused({ reason, address, keyId: key?.id, hint });
      },
    }),
    limiter: createLimiter(options),
    overload,
    graphql: createGraphqlServer({
      ...{ preparer, observer, trustedDocuments },
      ...(graphqlPlugins && { plugins: graphqlPlugins }),
    }),
    uploads: createUploads(clock, config.bounds),
    downloads: createDownloads(config.bounds.downloadsPerKey),
    pages: createPages({ schema, version, groups, openApi: api, missing: missingVariables(upstreams) }),
    unread: new UnreadResponses(),
    resultLimits: {
      ...resultLimits,
      memory: new MemoryAccount(mostResultBytes, 'Too many large results are under way; ask again shortly.'),
    },
    coalescer: createCoalescer(),
    acceptsRawKey,
    openApi: documentByOrigin(clock, (origin) =>
      JSON.stringify({ ...api(), servers: [{ url: origin || '/', description: 'This service' }] }),
    ),
    apiIndex: documentByOrigin(clock, (origin) => apiIndex(version, groups(), origin)),
    sdl: once(() => new Representation(printSchema(lexicographicSortSchema(schema)))),
    typePolicies: once(() => new Representation(JSON.stringify(clientCache(schema)))),
    isReady: () => !state.isDraining && !state.isCompiling && !overload.isOverloaded && keyring.healthy,
  };
  const handle = serveCached(services, createApp(services).callback());
  const server = createHttpServer(handle, createCors(config.corsOrigins), () => state.isDraining);
  boundConnections(server, {
    ...{ clock, bounds: config.bounds, trustedProxies: config.trustedProxies },
    onEnd: (reason, address) => observer.ended({ reason, address }),
  });

  return {
    ...services,
    listen: () => listenOn(server, config),
    async compileRoutes() {
      state.isCompiling = true;
      for (const listed of routes) {
        listed.compiled();
        await new Promise((resolve) => setImmediate(resolve));
      }
      state.isCompiling = false;
    },
    async drain(deadlineMs, graceMs = 0) {
      state.isDraining = true;
      const endedInTime = await closeServer(server, { clock, deadlineMs, graceMs });
      await keyring.close();
      await upstreams.close();
      overload.close();
      return endedInTime;
    },
  };
}

/** Responses of the sources that other instances have fresh. */
const sharedCacheOf = ({ config, clock, shared }: ServiceOptions) =>
  shared &&
  createSharedCache({
    store: textStore(shared.cache),
    clock,
    edition: `${version} ${config.upstreamOrigin ?? 'live'}`,
  });

/** In memory, or shared with other instances while their store answers. */
function createLimiter({ clock, metrics, shared }: ServiceOptions): Limiter {
  const memory = createMemoryLimiter(clock);
  const limiter = shared
    ? createValkeyLimiter({
        ...{ store: shared.limits, clock, fallback: memory },
        onFallback: () => metrics?.countFallback(),
      })
    : memory;
  return metrics ? metrics.instrumentLimiter(limiter) : limiter;
}

function openOverload({ config, clock, observer, metrics, lagMeter }: ServiceOptions): Overload {
  const overload = watchOverload({
    ...{ clock, lagMs: config.overloadLagMs, meter: lagMeter },
    onChange(isOverloaded, shed) {
      if (isOverloaded) observer.note('overloaded', { lagMs: config.overloadLagMs });
      else observer.note('no longer overloaded', { shed });
    },
  });
  metrics?.registerOverload(overload);
  return overload;
}

/** The variables that a group needs before any of its sources can be called. */
const missingVariables =
  ({ sources }: Upstreams) =>
  (group: string): readonly string[] => {
    const own = sources.filter(({ source }) => source.group === group);
    return own.every(({ missing }) => missing.length > 0) ? own.flatMap(({ missing }) => missing) : [];
  };

/** The groups as the pages list them. */
function describeGroups(routes: readonly CompiledRoute[]) {
  return routeGroups.map(({ group }) => ({
    group,
    description: descriptionOf(schema, { group }),
    routes: routes
      .filter((compiled) => compiled.group === group)
      .map(({ route, lookup }) => ({
        ...{ method: methodOf(route), path: route.path },
        ...{ summary: lookup.summary, example: route.example },
      })),
  }));
}
