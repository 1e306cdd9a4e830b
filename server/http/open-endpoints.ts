import type Router from '@koa/router';
import { Fault } from '../../core/faults.ts';
import type { AddressLimiter } from '../limits/address-limiter.ts';
import { shownOrigin } from '../pages/home.ts';
import type { Pages } from '../pages/pages.ts';
import type { Ctx, Middleware, State } from '../requests/middleware.ts';
import { respond } from '../requests/respond.ts';
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

/**
 * Serves what needs no key: OPTIONS, health, the groups, the schema and its type policies, the OpenAPI documents and the
 * pages.
 */
export const openEndpoints =
  (services: OpenServices, router: Router<State>): Middleware =>
  (ctx, next) => {
    if (ctx.method === 'OPTIONS') {
      ctx.set('Allow', allowed(methodsAt(router, ctx.path)));
      ctx.status = 204;
      return undefined;
    }
    if (!ctx.headers.authorization && !healthPaths.has(ctx.path)) countOpen(services, ctx.state.address);
    switch (ctx.path) {
      case '/healthz':
        return respondHealth(ctx, true);
      case '/health':
        return respondHealthLine(ctx, services);
      case '/readyz':
        return respondHealth(ctx, services.isReady());
      case '/schema.graphql':
        return respondDocument(ctx, services.sdl(), 'text/plain; charset=utf-8');
      case '/openapi.json':
        return respondDocument(ctx, services.openApi(shownOrigin(ctx.headers)));
      case '/openapi-3.0.json':
        return respondDocument(ctx, services.openApi30(shownOrigin(ctx.headers)));
      case '/llms.txt':
        return respondDocument(ctx, services.llmsText(shownOrigin(ctx.headers)), 'text/plain; charset=utf-8');
      case '/api':
        if (ctx.method !== 'GET' && ctx.method !== 'HEAD') return next();
        return respondDocument(ctx, services.apiIndex(shownOrigin(ctx.headers)));
      case '/graphql/type-policies.json':
        return respondDocument(ctx, services.typePolicies());
      default:
        return isForPages(services, ctx) ? respondPage(services, ctx, next) : next();
    }
  };

const healthPaths: ReadonlySet<string> = new Set(['/healthz', '/health', '/readyz']);

/** Counts a request without a key. Throws the fault `limited` for an address that has had its maximum in this minute. */
function countOpen({ openRate }: OpenServices, address: string): void {
  const retryAfter = openRate.blocked(address);
  if (retryAfter !== undefined) {
    throw new Fault('limited', 'This address asks for too many pages; a key has limits of its own.', {
      retryAfter,
    });
  }
  openRate.count(address);
}

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
function respondDocument(ctx: Ctx, document: Representation, contentType?: string): void {
  ctx.state.route = ctx.path;
  ctx.respond = false;
  writeCached(ctx.req, ctx.res, document, ctx.state.headers, contentType);
}

async function respondPage(
  { pages }: { readonly pages: Pages },
  ctx: Ctx,
  next: () => Promise<unknown>,
): Promise<unknown> {
  const page = await pages.respond({ path: ctx.path, headers: ctx.headers });
  if (!page) return next();
  ctx.state.route = ctx.path.startsWith('/assets/') ? '/assets' : ctx.path;
  ctx.status = page.status;
  ctx.set(page.headers);
  ctx.body = page.status === 304 ? null : page.body;
  return undefined;
}

/** `/graphql` and `/status` are pages for a browser without a key; a GET with `query` is a query. */
function isForPages({ pages }: { readonly pages: Pages }, ctx: Ctx): boolean {
  if ((ctx.method !== 'GET' && ctx.method !== 'HEAD') || !pages.owns(ctx.path)) return false;
  if (ctx.path !== '/graphql' && ctx.path !== '/status') return true;
  if (ctx.get('authorization') !== '' || !ctx.get('accept').includes('text/html')) return false;
  return !new URLSearchParams(ctx.querystring).has('query');
}
