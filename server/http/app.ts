import Router from '@koa/router';
import Koa from 'koa';
import { Fault } from '../../core/faults.ts';
import { batchPath } from '../../rest/kernel/batch.ts';
import { routeFault } from '../../rest/kernel/fault-response.ts';
import { graphRoutes, resourcePath, resourceRoute } from '../../rest/kernel/graph-routes.ts';
import { methodOf } from '../../rest/kernel/route.ts';
import { ticketPath } from '../../rest/kernel/ticket.ts';
import { graphqlEndpoint } from '../graphql/graphql-handler.ts';
import { mcpEndpoint } from '../mcp/endpoint.ts';
import { chargeRest } from '../requests/charge.ts';
import type { Middleware, State } from '../requests/middleware.ts';
import { respondFailure } from '../requests/respond.ts';
import { batchRoute } from './batch.ts';
import { authenticate, chooseBackend, shedLoad } from './caller.ts';
import { describeKeyRoute, statusRoute } from './handlers.ts';
import { openEndpoints } from './open-endpoints.ts';
import { requestContext, respondFaults } from './request-context.ts';
import { routeHandler } from './route-handler.ts';
import type { Services } from './services.ts';
import { ticketRoute } from './tickets.ts';
import { refuseUnknown } from './unknown-routes.ts';

/** The life of every request that is not served from the response cache, from top to bottom. */
export function createApp(services: Services): Koa<State> {
  const app = new Koa<State>();
  const router = createRouter(services);
  app.use(requestContext(services)); // request id, client address, common headers, log line
  app.use(respondFaults(services)); // a thrown fault becomes a refusal
  app.use(openEndpoints(services, router)); // health, schema, pages and OPTIONS need no key
  app.use(authenticate(services)); // Authorization: Bearer <key>, from the key's address
  app.use(shedLoad(services)); // 503 for lookups while the process is overloaded
  app.use(at('/mcp', mcpEndpoint(services))); // Model Context Protocol; its tools send requests of the same key
  app.use(chooseBackend(services)); // that of the upstreams, or the sandbox for a test key
  app.use(at('/graphql', graphqlEndpoint(services))); // Yoga; the price plugin charges by document
  app.use(chargeRest(services, ticketPath)); // a REST request costs one lookup, a ticket none
  app.use(refuseMalformed); // 400, before the router reads parameters from the path
  app.use(router.routes()); // permission, upload, lookup, response
  app.use(refuseUnknown(router)); // 404 and 405
  // Koa would print errors of broken connections.
  app.on('error', () => {});
  return app;
}

/** A step for one path alone, after which no other follows. */
const at =
  (path: string, respond: Middleware): Middleware =>
  (ctx, next) =>
    ctx.path === path ? respond(ctx, next) : next();

const refuseMalformed: Middleware = (ctx, next) => {
  try {
    decodeURIComponent(ctx.path);
  } catch {
    const fault = new Fault('invalid', 'The path holds a malformed escape sequence.');
    return respondFailure(ctx, routeFault(fault));
  }
  return next();
};

function createRouter(services: Services): Router<State> {
  const router = new Router<State>({ sensitive: true, strict: true });
  router.get('/api/me', describeKeyRoute(services));
  router.get('/status', statusRoute(services));
  router.post(ticketPath, ticketRoute(services, router));
  const { preparer } = services;
  router.post(batchPath, batchRoute(services, router));
  router.get(
    resourcePath,
    routeHandler(services, { path: resourcePath, find: (query) => resourceRoute(preparer, query) }),
  );
  for (const { path, compiled: find } of graphRoutes(preparer))
    router.get(path, routeHandler(services, { path, find }));
  for (const { route, compiled } of services.routes) {
    const path = route.path.replaceAll(/\{(\w+)\}/g, ':$1');
    const handler = routeHandler(services, { path: route.path, find: compiled });
    if (methodOf(route) === 'POST') router.post(path, handler);
    else router.get(route.path, path, handler); // a batch finds the route by its name
  }
  return router;
}
