import { createServer, type IncomingMessage, type Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { lexicographicSortSchema, printSchema } from 'graphql';
import type { Clock } from '../core/clock.ts';
import { version } from '../core/version.ts';
import { routeGroups } from '../rest/index.ts';
import { type CompiledRoute, type ListedRoute, listRoutes } from '../rest/kernel/compile.ts';
import { descriptionOf, openApi } from '../rest/kernel/openapi.ts';
import { methodOf } from '../rest/kernel/route.ts';
import { schema } from '../schema/index.ts';
import { createPreparer } from '../schema/kernel/prepare.ts';
import { sources } from '../sources/index.ts';
import { type Coalescer, createCoalescer } from '../sources/kernel/policies/coalesce.ts';
import { createSharedCache } from '../sources/kernel/policies/shared-cache.ts';
import { createUpstreams, type Upstreams } from '../sources/kernel/upstreams.ts';
import type { Config } from './config.ts';
import { createGraphqlDoor, type GraphqlDoor } from './graphql/yoga.ts';
import { createApp } from './http/app.ts';
import { type Authenticator, createAuthenticator } from './http/authenticate.ts';
import { type CachedResponses, createCachedResponses } from './http/cached-responses.ts';
import { type Cors, createCors } from './http/cors.ts';
import { createLane, type Lane } from './http/response-cache.ts';
import { createUploads, type Uploads } from './http/upload.ts';
import type { Keyring } from './keys/keyring.ts';
import { createGuessLimiter, createMemoryLimiter, type Limiter } from './limits/limiter.ts';
import { createValkeyLimiter } from './limits/valkey-limiter.ts';
import type { Metrics } from './observability/metrics.ts';
import type { Observer } from './observability/observer.ts';
import { openTransport } from './outbound.ts';
import { createPages, type Pages } from './pages/pages.ts';
import { textStore } from './stores/text-store.ts';
import type { SharedStore } from './stores/valkey.ts';

/** The parts of one running service, made once and handed to whatever answers. */
export interface Service {
  readonly config: Config;
  readonly clock: Clock;
  readonly observer: Observer;
  /** Milliseconds since the epoch. */
  readonly startedAt: number;
  readonly gate: Authenticator;
  readonly upstreams: Upstreams;
  readonly graphql: GraphqlDoor;
  readonly routes: readonly ListedRoute[];
  readonly uploads: Uploads;
  pages(): Pages;
  readonly rendered: CachedResponses;
  /** Answers that are being made, by what they will be kept by. */
  readonly underWay: Coalescer;
  /** Remembers under which key the answer to a target is kept; see `Lane`. */
  remember(target: string, key: string): void;
  /** The schema as text. */
  sdl(): string;
  /** The routes as an OpenAPI document, as text. */
  openApi(): string;
  /** Whether new requests are welcome. */
  isReady(): boolean;
}

export interface RunningService extends Service {
  listen(): Promise<{ readonly port: number; readonly url: string }>;
  /**
   * Compiles the routes that nobody has asked for yet, while requests go first; the service is not ready meanwhile.
   * Rejects when one does not fit the schema.
   */
  compileRoutes(): Promise<void>;
  /** Lets what is under way end, up to `deadlineMs`, and closes everything. True when all ended in time. */
  drain(deadlineMs: number): Promise<boolean>;
}

export interface ServiceOptions {
  readonly config: Config;
  readonly clock: Clock;
  readonly observer: Observer;
  readonly keyring: Keyring;
  readonly metrics?: Metrics | undefined;
  /** What this instance shares with others; without it, it is alone. Whoever opened the stores closes them. */
  readonly shared?: SharedStores | undefined;
}

/** Two connections, so that a large answer on its way never delays a decision. */
export interface SharedStores {
  readonly limits: SharedStore;
  readonly answers: SharedStore;
}

/** Builds the service without side effects; `listen` opens its port. */
export function createService(options: ServiceOptions): RunningService {
  const { config, clock, observer, keyring, metrics, shared } = options;
  const preparer = createPreparer(schema);
  const upstreams = createUpstreams({
    sources,
    secrets: config.secrets,
    settings: config.ofSources,
    dataDir: config.dataDir,
    clock,
    cacheBytes: config.cacheBytes,
    observe: observer.exchanged,
    shared: shared && answersOf(shared, options),
    transport: openTransport(config, clock),
  });
  const gate = createAuthenticator({
    clock,
    keyring,
    limiter: createLimiter(options),
    guesses: createGuessLimiter({ clock }),
    onRefusal: (reason, address, key) => observer.refused({ reason, address, keyId: key?.id }),
  });
  metrics?.follow(upstreams);
  const routes = listRoutes(preparer, routeGroups);
  const compiled = once(() => routes.map((listed) => listed.compiled()));
  const groups = once(() => describeGroups(compiled()));
  const api = once(() => openApi({ schema, version, groups: groups(), routes: compiled() }));
  let isDraining = false;
  let isCompiling = false;
  const service: Service = {
    underWay: createCoalescer(),
    rendered: createCachedResponses(clock, Math.floor(config.cacheBytes / 2)),
    remember: (target, key) => lane.remember(target, key),
    config,
    clock,
    observer,
    startedAt: clock.now(),
    gate,
    upstreams,
    graphql: createGraphqlDoor(preparer, observer),
    routes,
    uploads: createUploads(clock),
    pages: once(() => createPages({ schema, groups: groups(), openApi: api(), version })),
    openApi: once(() => JSON.stringify(api())),
    sdl: once(() => printSchema(lexicographicSortSchema(schema))),
    isReady: () => !isDraining && !isCompiling && keyring.healthy,
  };
  const lane = createLane(service, createApp(service).callback());
  const server = createHttpServer(lane, createCors(config.corsOrigins), () => isDraining);

  return {
    ...service,
    async listen() {
      await new Promise<void>((resolve, reject) => {
        server.once('error', reject);
        server.listen(config.port, config.host, resolve);
      });
      const { port } = server.address() as AddressInfo;
      return { port, url: `http://${config.host.includes(':') ? `[${config.host}]` : config.host}:${port}` };
    },
    async compileRoutes() {
      isCompiling = true;
      for (const listed of routes) {
        listed.compiled();
        await new Promise((resolve) => setImmediate(resolve));
      }
      isCompiling = false;
    },
    async drain(deadlineMs) {
      isDraining = true;
      const endedInTime = await closeServer(server, clock, deadlineMs);
      await keyring.close();
      await upstreams.close();
      return endedInTime;
    },
  };
}

/** In memory, or shared with other instances while the store for that is there. */
function createLimiter({ clock, metrics, shared }: ServiceOptions): Limiter {
  const memory = createMemoryLimiter(clock);
  const limiter = shared
    ? createValkeyLimiter({
        ...{ store: shared.limits, fallback: memory },
        onFallback: () => metrics?.noteFallback(),
      })
    : memory;
  return metrics ? metrics.limiting(limiter) : limiter;
}

const answersOf = ({ answers }: SharedStores, { config, clock }: ServiceOptions) =>
  createSharedCache({
    store: textStore(answers),
    clock,
    edition: `${version} ${config.upstreamOrigin ?? 'live'}`,
  });

function createHttpServer(lane: Lane, cors: Cors | undefined, isDraining: () => boolean): Server {
  /** A connection that goes on after a service that goes away would be reset under the next request. */
  class Response extends ServerResponse {
    override writeHead(...head: unknown[]): this {
      if (isDraining()) this.shouldKeepAlive = false;
      cors?.vary(this, head);
      return super.writeHead(...(head as Parameters<ServerResponse['writeHead']>)) as this;
    }
  }
  const answer = (request: IncomingMessage, response: ServerResponse): void => {
    cors?.allow(request, response);
    lane.answer(request, response);
  };
  const server = createServer({ ServerResponse: Response }, answer);
  server.on('checkContinue', (request: IncomingMessage, response: ServerResponse) => {
    // Whoever waits to be told to send a body is told when it is read: not before it is known who that is.
    request.once('resume', () => {
      if (!response.headersSent) response.writeContinue();
    });
    answer(request, response);
  });
  server.headersTimeout = 10_000;
  server.requestTimeout = 30_000;
  server.keepAliveTimeout = 65_000;
  return server;
}

const sweepMs = 100;

function closeServer(server: Server, clock: Clock, deadlineMs: number): Promise<boolean> {
  if (!server.listening) return Promise.resolve(true);
  return new Promise((resolve) => {
    let endedInTime = true;
    const cancel = clock.timer(deadlineMs, () => {
      endedInTime = false;
      server.closeAllConnections();
    });
    // Answers that had begun before may leave their connection open, and nothing else would close it.
    const sweep = (): void => {
      server.closeIdleConnections();
      cancelSweep = clock.timer(sweepMs, sweep);
    };
    let cancelSweep = clock.timer(sweepMs, sweep);
    server.close(() => {
      cancel();
      cancelSweep();
      resolve(endedInTime);
    });
    server.closeIdleConnections();
  });
}

/** The groups as the pages present them, in the order of their names. */
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

/** Made when it is first wanted: a start should not wait for it. */
function once<Value>(make: () => Value): () => Value {
  let made: { readonly value: Value } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
