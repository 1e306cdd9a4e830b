import Router from '@koa/router';
import Koa from 'koa';
import { Fault } from '../../core/faults.ts';
import { routeFault } from '../../rest/kernel/fault-response.ts';
import { methodOf } from '../../rest/kernel/route.ts';
import { clientError, maxGraphqlBytes } from '../graphql/yoga.ts';
import type { Key } from '../keys/keys.ts';
import { rateHeaders } from '../limits/rate-headers.ts';
import type { Service } from '../service.ts';
import { clientAddressOf, overLimit, requestIdOf, traceParentOf } from './authenticate.ts';
import { bodyOf } from './body.ts';
import { answerGraphql, answerRoute, sendFault } from './handlers.ts';
import { commonHeaders, inPairs } from './headers.ts';
import type { RequestContext } from './request-context.ts';
import { isPlainQuery, queryKey, takesRawKey } from './response-cache.ts';
import { describeStatus } from './status.ts';
import { describeKey, hangUp, isForPages, send, sendFailure, toKoaPath, wanted } from './write-response.ts';

/** What is known of a request on its way. */
export interface State {
  requestId: string;
  address: string;
  key?: Key;
  /** The template of the route that answers, for the log. */
  route: string;
}

export type Ctx = Koa.ParameterizedContext<State>;
type Next = () => Promise<unknown>;

/** The life of a request, from top to bottom. */
export function createApp(service: Service): Koa<State> {
  const app = new Koa<State>();
  app.use((ctx, next) => identify(service, ctx, next));
  app.use((ctx, next) => answerFailures(service, ctx, next));
  const router = createRouter(service);
  app.use((ctx, next) => openToAll(service, router, ctx, next));
  app.use((ctx, next) => authenticate(service, ctx, next));
  app.use((ctx, next) => (ctx.path === '/graphql' ? graphql(service, ctx) : next()));
  app.use((ctx, next) => charge(service, ctx, 1).then(next));
  app.use((ctx, next) => findRoute(router, ctx, next));
  app.use(router.routes());
  // Koa would write what it catches to the console; ours is caught above, and what is left are broken connections.
  app.on('error', () => {});
  return app;
}

async function identify({ config, clock, observer }: Service, ctx: Ctx, next: Next): Promise<void> {
  const startedAt = clock.now();
  ctx.state.requestId = requestIdOf(ctx.req);
  ctx.state.address = clientAddressOf(ctx.req, config.trustedProxies);
  ctx.state.route = 'none';
  for (const [name, value] of inPairs(commonHeaders(ctx.state.requestId))) ctx.set(name, value);
  await next();
  if (!ctx.req.complete) hangUp(ctx, clock);
  const { requestId, address, key, route } = ctx.state;
  observer.responded({
    requestId,
    method: ctx.method,
    route,
    status: ctx.res.statusCode,
    durationMs: Math.round(clock.now() - startedAt),
    keyId: key?.id,
    address,
    trace: traceParentOf(ctx.req),
  });
}

/** Whatever is refused or fails outside a route is told here. */
async function answerFailures(service: Service, ctx: Ctx, next: Next): Promise<void> {
  try {
    await next();
  } catch (error) {
    const { requestId } = ctx.state;
    sendFault(service, { requestId, send: (answer) => send(ctx, answer) }, ctx.path === '/graphql', error);
  }
}

async function openToAll(service: Service, router: Router<State>, ctx: Ctx, next: Next): Promise<unknown> {
  if (ctx.method === 'OPTIONS') {
    ctx.set('Allow', allowed(methodsAt(router, ctx.path)));
    ctx.status = 204;
    return;
  }
  if (ctx.path === '/healthz' || ctx.path === '/readyz') {
    const isWell = ctx.path === '/healthz' || service.isReady();
    ctx.state.route = ctx.path;
    return send(ctx, { status: isWell ? 200 : 503, body: JSON.stringify({ ok: isWell }) });
  }
  if (ctx.path === '/schema.graphql') {
    ctx.state.route = ctx.path;
    ctx.type = 'text/plain; charset=utf-8';
    ctx.body = service.sdl();
    return;
  }
  if (ctx.path === '/openapi.json') {
    ctx.state.route = ctx.path;
    return send(ctx, { status: 200, body: service.openApi() });
  }
  if (isForPages(ctx)) {
    const page = await service.pages().respond({ path: ctx.path, headers: ctx.headers });
    if (page) {
      ctx.state.route = ctx.path.startsWith('/assets/') ? '/assets' : ctx.path;
      ctx.status = page.status;
      ctx.set(page.headers);
      ctx.body = page.status === 304 ? null : page.body;
      return;
    }
  }
  return next();
}

/** The doors need a key; whoever has none learns nothing of what is behind them. */
async function authenticate({ gate }: Service, ctx: Ctx, next: Next): Promise<unknown> {
  if (ctx.path !== '/graphql' && ctx.path !== '/status' && !ctx.path.startsWith('/api/')) {
    return sendFailure(
      ctx,
      routeFault(new Fault('notFound', 'There is nothing here; the API begins at /api.')),
    );
  }
  ctx.state.key = gate.authenticate(ctx.req, ctx.state.address, takesRawKey(ctx.path));
  return next();
}

/** Charges a call to the key's limits. Throws `limited`; the headers say what is left in any case. */
async function charge({ gate }: Service, ctx: Ctx, price: number): Promise<void> {
  const key = ctx.state.key!;
  const decision = await gate.charge(key, price);
  for (const [name, value] of rateHeaders(decision, key)) ctx.set(name, value);
  if (!decision.accepted) throw overLimit(decision, key);
}

async function graphql(service: Service, ctx: Ctx): Promise<void> {
  const key = ctx.state.key!;
  const { requestId } = ctx.state;
  ctx.state.route = '/graphql';
  const body = ctx.method === 'POST' ? await bodyOf(ctx.req, maxGraphqlBytes) : undefined;
  if (ctx.method === 'POST' && body === undefined) {
    await charge(service, ctx, 1);
    return sendFailure(ctx, clientError(413, `The body is larger than ${maxGraphqlBytes} bytes.`));
  }
  const opened = service.graphql.open({
    method: ctx.method,
    // What the Host says is the caller's word, and need not even make an address.
    url: new URL(`/graphql${ctx.search}`, 'http://localhost'),
    headers: wanted(ctx.headers),
    body,
    requestId,
    isPlain: ctx.method === 'POST' && isPlainQuery(ctx.req),
  });
  if (opened.price > key.perMinute) {
    await charge(service, ctx, 1);
    const message = `The document costs ${opened.price} lookups, and this key may ask for ${key.perMinute} a minute.`;
    return sendFailure(ctx, clientError(400, message));
  }
  await charge(service, ctx, opened.price);
  ctx.set('X-Query-Cost', String(opened.price));
  // What is asked for in another media type is another answer.
  const isKept = opened.isPlain && body !== undefined;
  await answerGraphql(service, callOf(ctx), opened, isKept ? queryKey(body) : undefined);
}

/** What was let in, as both doors know it. What it carries was set already. */
const callOf = (ctx: Ctx): RequestContext => ({
  request: ctx.req,
  response: ctx.res,
  requestId: ctx.state.requestId,
  key: ctx.state.key!,
  headers: [],
  send: (answer) => send(ctx, answer),
  take() {
    ctx.respond = false;
  },
});

function createRouter(service: Service): Router<State> {
  const router = new Router<State>({ sensitive: true, strict: true });
  router.get('/api/me', async (ctx) => {
    ctx.state.route = '/api/me';
    send(ctx, { status: 200, body: JSON.stringify(await describeKey(service, ctx.state.key!)) });
  });
  router.get('/status', (ctx) => {
    ctx.state.route = '/status';
    ctx.set('Cache-Control', 'no-store');
    send(ctx, { status: 200, body: JSON.stringify(describeStatus(service)) });
  });
  for (const { route, compiled } of service.routes) {
    const path = toKoaPath(route.path);
    const run = (ctx: Ctx & { params: Readonly<Record<string, string>> }) => {
      ctx.state.route = route.path;
      return answerRoute(service, callOf(ctx), compiled(), { path: ctx.params, query: ctx.querystring });
    };
    if (methodOf(route) === 'POST') router.post(path, run);
    else router.get(path, run);
  }
  return router;
}

/** The methods that an address takes; what is no route, such as a page, is read. */
function methodsAt(router: Router<State>, path: string): readonly string[] {
  if (path === '/graphql') return ['GET', 'POST'];
  const methods = router.match(path, '').path.flatMap((layer) => layer.methods);
  if (methods.length === 0) return ['GET', 'HEAD'];
  return ['GET', 'HEAD', 'POST'].filter((method) => methods.includes(method));
}

const allowed = (methods: readonly string[]): string => [...methods, 'OPTIONS'].join(', ');

/** Paths and methods that no route has; a path that is not well encoded has none. */
async function findRoute(router: Router<State>, ctx: Ctx, next: Next): Promise<unknown> {
  try {
    decodeURIComponent(ctx.path);
  } catch {
    return sendFailure(ctx, routeFault(new Fault('invalid', 'The path holds a malformed escape sequence.')));
  }
  const match = router.match(ctx.path, ctx.method);
  if (match.route) return next();
  if (match.path.length === 0) {
    return sendFailure(ctx, routeFault(new Fault('notFound', 'There is no such route.')));
  }
  const methods = methodsAt(router, ctx.path);
  ctx.set('Allow', allowed(methods));
  const taken = methods.filter((method) => method !== 'HEAD').join(' and ');
  return sendFailure(ctx, {
    status: 405,
    body: JSON.stringify({ error: `This route does not take ${ctx.method}; it takes ${taken}.` }),
  });
}
