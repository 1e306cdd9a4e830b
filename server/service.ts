import { setTimeout as pause } from 'node:timers/promises';
import { lexicographicSortSchema, printSchema } from 'graphql';
import type { Clock } from '../core/clock.ts';
import { SharedMemoryAccount } from '../core/memory-account.ts';
import { once } from '../core/once.ts';
import { version } from '../core/version.ts';
import examples from '../rest/examples.json' with { type: 'json' };
import { acceptsRawKey, routeGroups } from '../rest/index.ts';
import { type CompiledRoute, listRoutes } from '../rest/kernel/compile.ts';
import { createNarrowedRoutes } from '../rest/kernel/narrowed-routes.ts';
import { descriptionOf, openApi, withServer } from '../rest/kernel/openapi.ts';
import { openApi30 } from '../rest/kernel/openapi-3-0.ts';
import { exampleFolder, methodOf, withExampleFolder } from '../rest/kernel/route.ts';
import { federatedSchema } from '../schema/federation.ts';
import { schema } from '../schema/index.ts';
import { clientCache } from '../schema/kernel/client-cache.ts';
import { createPreparer } from '../schema/kernel/prepare.ts';
import type { UpstreamsOptions } from '../sources/kernel/upstreams.ts';
import { folderSetting, recognizer } from '../sources/songid.ts';
import { createBackend } from './backends/backend.ts';
import { createSandboxBackends } from './backends/sandbox-backends.ts';
import { openUpstreams } from './backends/upstreams.ts';
import { type CallerBounds, callerBounds } from './config/caller-bounds.ts';
import type { Config } from './config/config.ts';
import type { OperatorPlugin } from './graphql/exchange.ts';
import { readTrustedDocuments } from './graphql/trusted-documents.ts';
import { createGraphqlServer } from './graphql/yoga.ts';
import { createApp } from './http/app.ts';
import { createCors } from './http/cors.ts';
import { serveCached } from './http/response-cache.ts';
import { closeServer, createHttpServer, listenOn } from './http/server.ts';
import type { Services } from './http/services.ts';
import { createTickets } from './http/tickets.ts';
import { createAuthenticator } from './keys/authenticator.ts';
import { gatewayHint } from './keys/gateway-hint.ts';
import type { Keyring } from './keys/keyring.ts';
import { quotaPrefix } from './keys/keys.ts';
import { createAddressLimiter } from './limits/address-limiter.ts';
import { guardHeap, heapUse } from './limits/heap.ts';
import { createKeyPlaces } from './limits/key-places.ts';
import { createMemoryLimiter, type Limiter } from './limits/limiter.ts';
import { type LagMeter, type Overload, watchOverload } from './limits/overload.ts';
import { createSharedLimiter } from './limits/shared-limiter.ts';
import { WorkMeter } from './limits/work.ts';
import type { Metrics } from './observability/metrics.ts';
import type { Observer } from './observability/observer.ts';
import { createPages } from './pages/pages.ts';
import { injectInto } from './requests/send-request.ts';
import { apiIndex, documentByOrigin, llmsText } from './responses/origin-documents.ts';
import { Representation } from './responses/representation.ts';
import { readinessOfRoutes, readinessText } from './status/readiness.ts';
import type { OpenSharedStore } from './stores/valkey-store.ts';
import { boundConnections } from './transfers/connections.ts';
import { UnreadResponses } from './transfers/unread-responses.ts';
import { createUploads } from './transfers/upload.ts';

export interface RunningService extends Services {
  listen(): Promise<{ readonly port: number; readonly url: string }>;
  /** Compiles what no request has compiled, a route every few ms. Rejects where one does not fit. */
  compileRoutes(): Promise<void>;
  /** Closes idle connections after `graceMs`, and all by `deadlineMs`. True when all requests ended. */
  drain(deadlineMs: number, graceMs?: number): Promise<boolean>;
}

const compilePauseMs = 10;

export interface ServiceOptions {
  readonly config: Config;
  readonly clock: Clock;
  readonly observer: Observer;
  readonly keyring: Keyring;
  readonly metrics?: Metrics | undefined;
  /** State shared with other processes; the opener closes it. */
  readonly shared?: OpenSharedStore | undefined;
  /** The origin of the sandbox of test keys, which is started when it does not run. */
  readonly sandboxOrigin: () => Promise<string>;
  /** False for the demo, whose upstreams count no quota of a day. */
  readonly countsDays?: boolean | undefined;
  /** Receives every decoded payload, for tools that collect shapes. */
  readonly onDecoded?: UpstreamsOptions['onDecoded'];
  readonly graphqlPlugins?: readonly OperatorPlugin[] | undefined;
  /** In place of those of `callerBounds`, for tests. */
  readonly bounds?: Partial<CallerBounds> | undefined;
  /** Measures the event loop, for tests; by default the platform's monitor. */
  readonly lagMeter?: LagMeter | undefined;
  /** The part of the heap that is in use, for tests. */
  readonly heapUse?: (() => number) | undefined;
}

/** The memory of all results of queries while they are executed, in bytes; the largest single one has 48 MB. */
const mostResultBytes = 64 * 1_048_576;

/** Builds the parts of a service and its HTTP server; `listen` opens the port. */
export function createService(options: ServiceOptions): RunningService {
  const { config, clock, observer, keyring, metrics, shared, graphqlPlugins } = options;
  const bounds = { ...callerBounds, ...options.bounds };
  const preparer = createPreparer(config.federation === 'on' ? federatedSchema(schema) : schema);
  const trustedDocuments =
    config.graphqlTrustedDocuments === undefined
      ? undefined
      : readTrustedDocuments(config.graphqlTrustedDocuments, preparer);
  const sharingOf = (edition: string) => shared && { store: shared, edition };
  const upstreams = openUpstreams(config, clock, {
    observe: observer.exchanged,
    onBreaker: observer.breakerChanged,
    sharing: sharingOf(config.upstreamOrigin ?? 'upstreams'),
    onDecoded: options.onDecoded,
    isOnlyCaller: keyring.isOnly,
    onUnit: (id, source) => keyring.count({ id }, [{ group: `${quotaPrefix}${source}`, lookups: 0 }]),
    countsDays: options.countsDays,
  });
  const upstreamBackend = createBackend({ mode: 'upstream', config, clock, upstreams });
  // Its upstream requests are in no log or metric, whose readers watch over the upstreams.
  const sandbox = createSandboxBackends({
    config,
    clock,
    origin: options.sandboxOrigin,
    sharing: sharingOf(`sandbox ${config.sandboxOrigin ?? ''}`),
    onSongsMissing: ({ message }) => observer.warn(message),
  });
  metrics?.registerUpstreams(upstreams, upstreamBackend.responses);
  const folder = (config.sourceSettings[folderSetting.name] as string | undefined) ?? exampleFolder;
  const routes = listRoutes(preparer, withExampleFolder(routeGroups, folder));
  const compiled = once(() => routes.map((listed) => listed.compiled()));
  const groups = once(() => describeGroups(compiled()));
  const readiness = once(() => readinessOfRoutes(routeGroups, upstreams.sources));
  const readinessTexts = once(() => new Map(readiness().map((route) => [route.path, readinessText(route)])));
  const api = once(() => openApi({ schema, version, groups: groups(), routes: compiled(), examples }));
  const state = { isDraining: false };
  const work = new WorkMeter(clock, keyring.recordWork);
  metrics?.registerWork(work);
  const heap = guardHeap(clock, options.heapUse ?? heapUse, (used) => {
    sandbox.clearCaches();
    upstreams.cache.clear();
    upstreamBackend.responses.clear();
    observer.note('caches dropped', { heapUse: Number(used.toFixed(2)) });
  });
  const overload = openOverload(options, () => upstreams.waitedMs, work);
  const services: Services = {
    config,
    bounds,
    clock,
    observer,
    keyring,
    upstreamBackend,
    sandbox,
    preparer,
    routes,
    startedAt: clock.now(),
    sharesSources: () => shared?.isUp,
    tickets: createTickets(clock, shared),
    authenticator: createAuthenticator({
      clock,
      keyring,
      guesses: createAddressLimiter(
        clock,
        bounds.guessesPerMinute,
        'Too many requests without a valid key came from this address.',
      ),
      acceptsRawKey,
      onRefusal(reason, address, key) {
        const hint = key && reason === 'address' ? gatewayHint(key, address) : undefined;
        observer.refused({ reason, address, keyId: key?.id, hint });
      },
    }),
    limiter: createLimiter(options),
    overload,
    work,
    heap,
    openRate: createAddressLimiter(
      clock,
      bounds.openPerMinute,
      'This address asks for too many pages; a key has limits of its own.',
    ),
    graphql: createGraphqlServer({ preparer, clock, observer, trustedDocuments, plugins: graphqlPlugins }),
    uploads: createUploads(clock, bounds),
    narrowRoute: createNarrowedRoutes(),
    downloads: createKeyPlaces(bounds.downloadsPerKey, 'receive', 'file'),
    subscriptions: createKeyPlaces(bounds.streamsPerKey, 'follow', 'answer'),
    pages: createPages({
      schema,
      version,
      groups,
      openApi: api,
      recordings: folder,
      readiness: (path) => readiness().find((route) => route.path === path),
    }),
    unread: new UnreadResponses(),
    resultMemory: new SharedMemoryAccount(
      mostResultBytes,
      {
        full: 'Too many large results are under way; ask again shortly.',
        limited: 'Too many large results of this key are under way; ask again shortly.',
      },
      heap.admit,
    ),
    inject: (caller) => injectInto(server, caller),
    openApi: documentByOrigin(clock, (origin) => JSON.stringify(withServer(api(), origin))),
    openApi30: documentByOrigin(clock, (origin) => JSON.stringify(openApi30(withServer(api(), origin)))),
    apiIndex: documentByOrigin(clock, (origin) => apiIndex(version, groups(), readinessTexts(), origin)),
    llmsText: documentByOrigin(clock, (origin) => llmsText(groups(), origin)),
    sdl: once(() => new Representation(printSchema(lexicographicSortSchema(schema)))),
    typePolicies: once(() => new Representation(JSON.stringify(clientCache(schema)))),
    isReady: () => !state.isDraining && !overload.isOverloaded && keyring.healthy,
  };
  const handle = serveCached(services, createApp(services).callback());
  const server = createHttpServer(handle, createCors(config.corsOrigins), () => state.isDraining);
  boundConnections(server, {
    clock,
    connectionsPerAddress: config.connectionsPerAddress,
    bounds,
    trustedProxies: config.trustedProxies,
    onEnd: (reason, address) => observer.ended({ reason, address }),
  });

  return {
    ...services,
    listen() {
      upstreams.locals.use(recognizer);
      return listenOn(server, config);
    },
    async compileRoutes() {
      for (const listed of routes) {
        await pause(compilePauseMs, undefined, { ref: false });
        if (state.isDraining) return;
        listed.compiled();
      }
    },
    async drain(deadlineMs, graceMs = 0) {
      state.isDraining = true;
      upstreamBackend.watches.close();
      sandbox.endStreams();
      const endedInTime = await closeServer(server, { clock, deadlineMs, graceMs });
      await keyring.close();
      await Promise.all([upstreams.close(), sandbox.close()]);
      overload.close();
      heap.close();
      return endedInTime;
    },
  };
}

/** In memory, or shared with other processes while their store responds. */
function createLimiter({ clock, metrics, shared }: ServiceOptions): Limiter {
  const memory = createMemoryLimiter(clock);
  const onFallback = () => metrics?.limitFallbacks.inc();
  const limiter = shared ? createSharedLimiter({ store: shared, fallback: memory, onFallback }) : memory;
  return metrics ? metrics.instrumentLimiter(limiter) : limiter;
}

function openOverload(
  { config, clock, observer, metrics, lagMeter }: ServiceOptions,
  waitedMs: () => number,
  work: WorkMeter,
): Overload {
  const overload = watchOverload({
    clock,
    lagMs: config.overloadLagMs,
    waitedMs,
    meter: lagMeter,
    isHeavy: (keyId) => work.isHeavy(keyId),
    onChange(isOverloaded, shed) {
      if (isOverloaded) observer.note('overloaded', { lagMs: config.overloadLagMs });
      else observer.note('no longer overloaded', { shed });
    },
  });
  metrics?.registerOverload(overload);
  return overload;
}

/** The groups as the pages list them. */
function describeGroups(routes: readonly CompiledRoute[]) {
  return routeGroups.map(({ group }) => ({
    group,
    description: descriptionOf(schema, { group }),
    routes: routes
      .filter((compiled) => compiled.group === group)
      .map(({ route, lookup }) => ({
        method: methodOf(route),
        path: route.path,
        summary: lookup.summary,
        example: route.example,
      })),
  }));
}
