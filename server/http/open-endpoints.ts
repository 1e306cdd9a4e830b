import type Router from '@koa/router';
import { Fault } from '../../core/faults.ts';
import { isTurnOver, nextTurn } from '../../core/turns.ts';
import { routeFault } from '../../rest/kernel/fault-response.ts';
import type { AddressLimiter } from '../limits/address-limiter.ts';
import { shownOrigin } from '../pages/home.ts';
import { lostPath, type Pages } from '../pages/pages.ts';
import type { Ctx, Middleware, Next, State } from '../requests/middleware.ts';
import { respond, respondFailure } from '../requests/respond.ts';
import type { OriginDocument } from '../responses/origin-documents.ts';
import type { Representation } from '../responses/representation.ts';
import { writeCached } from '../responses/write-response.ts';
import { type HealthServices, healthLine } from '../status/status.ts';
import { allowed, methodsAt } from './unknown-routes.ts';

export interface OpenServices extends HealthServices {
  /** The pages and documents that each address asks for. */
  readonly openRate: AddressLimiter;
  readonly pages: Pages;
  /** The schema as SDL. */
  sdl(): Representation;
  /** What caches of GraphQL clients need to know of the schema, as JSON. */
  typePolicies(): Representation;
  /** The OpenAPI document as JSON. */
  readonly openApi: OriginDocument;
  /** The same by OpenAPI 3.0. */
  readonly openApi30: OriginDocument;
  /** The groups as JSON. */
  readonly apiIndex: OriginDocument;
  /** What agents need to know, as text. */
  readonly llmsText: OriginDocument;
}

/** Serves what needs no key: OPTIONS, health, the groups, the schema, the OpenAPI documents and the pages. */
export const openEndpoints =
  (services: OpenServices, router: Router<State>): Middleware =>
  (ctx, next) => {
    if (ctx.url === '') {
      services.openRate.count(ctx.state.address);
      const fault = new Fault('invalid', 'The target of a request must be a path or an http address.');
      return respondFailure(ctx, routeFault(fault));
    }
    if (ctx.method === 'OPTIONS') {
      ctx.set('Allow', allowed(methodsAt(router, ctx.path)));
      ctx.status = 204;
      return undefined;
    }
    switch (ctx.path) {
      case '/healthz':
        return respondHealth(ctx, true);
      case '/health':
        return respondHealthLine(ctx, services);
      case '/readyz':
        return respondHealth(ctx, services.isReady());
    }
    const isRead = ctx.method === 'GET' || ctx.method === 'HEAD';
    const document = ctx.path !== '/api' || isRead ? documents[ctx.path] : undefined;
    const isPage = (isRead && isForPages(services, ctx)) || (!document && isLost(ctx));
    // With a key as well: a page or document costs no lookup.
    if (document || isPage || !ctx.headers.authorization) services.openRate.count(ctx.state.address);
    if (document) return respondDocument(ctx, () => document(services, shownOrigin(ctx.headers)));
    return isPage ? respondPage(services, ctx, next) : next();
  };

type Document = (services: OpenServices, origin: string) => Representation;

const documents: Readonly<Record<string, Document>> = {
  '/schema.graphql': ({ sdl }) => sdl(),
  '/openapi.json': ({ openApi }, origin) => openApi(origin),
  '/openapi-3.0.json': ({ openApi30 }, origin) => openApi30(origin),
  '/llms.txt': ({ llmsText }, origin) => llmsText(origin),
  '/api': ({ apiIndex }, origin) => apiIndex(origin),
  '/graphql/type-policies.json': ({ typePolicies }) => typePolicies(),
};
const textPaths: ReadonlySet<string> = new Set(['/schema.graphql', '/llms.txt']);

function respondHealth(ctx: Ctx, isWell: boolean): void {
  ctx.state.route = ctx.path;
  respond(ctx, { status: isWell ? 200 : 503, body: JSON.stringify({ ok: isWell }) });
}

/** One line for people and uptime monitors. */
function respondHealthLine(ctx: Ctx, services: OpenServices): void {
  ctx.state.route = ctx.path;
  ctx.status = services.isReady() ? 200 : 503;
  ctx.set({ 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-store' });
  ctx.body = healthLine(services);
}

/** All responses share the bytes of a document, so that clients that do not read it hold no memory. */
async function respondDocument(ctx: Ctx, document: () => Representation): Promise<void> {
  ctx.state.route = ctx.path;
  ctx.respond = false;
  // Long documents to many connections would take one long turn.
  if (isTurnOver()) await nextTurn();
  const contentType = textPaths.has(ctx.path) ? 'text/plain; charset=utf-8' : undefined;
  await writeCached(ctx.req, ctx.res, document(), ctx.state.headers, contentType);
}

async function respondPage({ pages }: OpenServices, ctx: Ctx, next: Next): Promise<unknown> {
  const isLost = !pages.owns(ctx.path) || ctx.path === lostPath;
  const page = await pages.respond({ path: isLost ? lostPath : ctx.path, headers: ctx.headers });
  if (!page) return next();
  if (!isLost) ctx.state.route = ctx.path.startsWith('/assets/') ? '/assets' : ctx.path;
  ctx.status = isLost ? 404 : page.status;
  ctx.set(page.headers);
  ctx.body = ctx.status === 304 ? null : page.body;
  return undefined;
}

/** Whether a browser without a key asks for a page where nothing else is. */
const isLost = ({ method, path, headers }: Ctx): boolean =>
  method === 'GET' &&
  !headers.authorization &&
  headers['if-none-match'] === undefined &&
  String(headers.accept).includes('text/html') &&
  !/^\/(?:api|graphql|status|mcp|assets)(?:\/|$)/.test(path);

/** `/graphql` and `/status` are pages for a browser without a key; a GET with `query` is a query. */
function isForPages({ pages }: { readonly pages: Pages }, ctx: Ctx): boolean {
  if (!pages.owns(ctx.path)) return false;
  if (ctx.path !== '/graphql' && ctx.path !== '/status') return true;
  if (ctx.get('authorization') !== '' || !ctx.get('accept').includes('text/html')) return false;
  return !new URLSearchParams(ctx.querystring).has('query');
}
