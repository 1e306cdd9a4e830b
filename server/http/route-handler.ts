import { Fault } from '../../core/faults.ts';
import type { SharedMemoryAccount } from '../../core/memory-account.ts';
import type { ReceivedFile } from '../../resolvers/kernel/context.ts';
import { type Bytes, forbidden } from '../../resolvers/kernel/lookup.ts';
import { Receipts } from '../../resolvers/kernel/receipts.ts';
import type { RunnableRoute } from '../../rest/kernel/compile.ts';
import { refusal, routeFault } from '../../rest/kernel/fault-response.ts';
import { includeParameter } from '../../rest/kernel/include.ts';
import type { NarrowRoute } from '../../rest/kernel/narrowed-routes.ts';
import { ignoredIn, priceFor, type ReadCall, readCall } from '../../rest/kernel/read-call.ts';
import type { Permits } from '../../schema/kernel/composite.ts';
import { permits, permitsAll } from '../keys/keys.ts';
import type { KeyPlaces } from '../limits/key-places.ts';
import type { WorkMeter } from '../limits/work.ts';
import { abortSignalOf, type ResponseTime, unlessAborted } from '../requests/abort-signal.ts';
import { type ChargeServices, reserve, settle } from '../requests/charge.ts';
import { type FaultServices, loggedFault } from '../requests/logged-fault.ts';
import { createLookupContext, type LookupWork } from '../requests/lookup-context.ts';
import { LookupMeter } from '../requests/lookup-meter.ts';
import { type Ctx, type Middleware, type RouteCtx, subscriptionRequestOf } from '../requests/middleware.ts';
import { isHeldFromCache, respondBytes, respondCached, respondFailure } from '../requests/respond.ts';
import type { CachedResponse } from '../responses/cached-responses.ts';
import { Freshness } from '../responses/freshness.ts';
import { Representation } from '../responses/representation.ts';
import { wantsEvents } from '../streams/event-stream.ts';
import { respondSubscription, type SubscriptionServices, watchedBodyOf } from '../streams/subscription.ts';
import type { UnreadResponses } from '../transfers/unread-responses.ts';
import { type Uploads, UploadTooSlow } from '../transfers/upload.ts';

export interface RouteServices extends ResponseTime, ChargeServices, FaultServices, SubscriptionServices {
  readonly narrowRoute: NarrowRoute;
  readonly work: WorkMeter;
  readonly resultMemory: SharedMemoryAccount;
  readonly uploads: Uploads;
  readonly downloads: KeyPlaces;
  readonly unread: UnreadResponses;
}

/** Where the requests of one path find their route. */
export interface RouteSource {
  /** The template of the path. */
  readonly path: string;
  /** The route of a request. Throws the faults `missing`, `invalid` and `notFound`. */
  find(query: URLSearchParams): RunnableRoute;
}

/** Runs a route: permission, upload, lookup, and faults with the statuses that its group documents. */
export const routeHandler =
  (services: RouteServices, { path, find }: RouteSource): Middleware =>
  async (ctx) => {
    ctx.state.route = path;
    const key = ctx.state.key!;
    let found: RunnableRoute | undefined;
    try {
      const query = new URLSearchParams(ctx.querystring);
      const route = find(query);
      found = route;
      const { group, permission } = route;
      const isPriced = route.includable.length > 0 && query.has(includeParameter.name);
      if (group && !isPriced) services.keyring.count(key, [{ group, lookups: 1 }]);
      if (permission && !permits(key, permission)) return respondFailure(ctx, refusal(forbidden(permission)));
      const ignored = ignoredIn(route, query);
      if (ignored) ctx.state.headers.push('X-Ignored', ignored);
      const run = async (file?: ReceivedFile) => {
        const read = readCall(services.narrowRoute, route, (ctx as RouteCtx).params, query, file);
        const call = { ...read, file, hasIgnored: ignored !== '' };
        const { priced } = read.route;
        if (priced) {
          if (wantsEvents(ctx.req))
            throw new Fault('invalid', 'Events are of requests that cost one lookup.');
          const isPermitted: Permits = (needed) => permits(key, needed);
          await reserve(services, ctx, priceFor(priced, read.variables, isPermitted, key.perMinute));
        }
        await runRoute(services, ctx, call);
      };
      if (!route.upload) return await run();
      return await services.uploads.receive(ctx, key.id, route.upload, run);
    } catch (error) {
      if (error instanceof UploadTooSlow)
        return respondFailure(ctx, routeFault(new Fault('invalid', error.message), { invalid: 408 }));
      const fault = loggedFault(services, ctx, error);
      if (fault.kind === 'limited') throw fault;
      // A permission of all that a route asks is worded as every other.
      const isRefusal = fault.kind === 'forbidden' && found?.priced;
      return respondFailure(ctx, isRefusal ? refusal(fault) : routeFault(fault, found?.faults));
    }
  };

/** One request to a route. */
interface RouteCall extends ReadCall {
  readonly file: ReceivedFile | undefined;
  /** Whether the query string has parameters that the route ignores, which its response names. */
  readonly hasIgnored: boolean;
}

/** Documents of routes are fixed. */
const unlimited = { fields: Number.POSITIVE_INFINITY, characters: Number.POSITIVE_INFINITY };

async function runCall(
  { clock, work, resultMemory }: RouteServices,
  { state }: Ctx,
  { route, variables, file }: RouteCall,
  { signal, ...run }: Pick<LookupWork, 'freshness' | 'meter'> & { readonly signal: AbortSignal },
): Promise<string | Buffer | Bytes> {
  const caller = { ...state, key: state.key!, backend: state.backend!, file };
  const receipts = route.hasReceipts ? new Receipts(clock) : undefined;
  const context = createLookupContext(caller, { ...run, signal: () => signal, work, receipts });
  const memory = resultMemory.workOf(caller.key.id);
  return route.run(variables, context, { ...unlimited, memory }).finally(memory.release);
}

async function runRoute(services: RouteServices, ctx: Ctx, call: RouteCall): Promise<void> {
  const { clock, unread, downloads } = services;
  const { responses } = ctx.state.backend!;
  const { route, cacheKey } = call;
  const signal = abortSignalOf(ctx.res, services);
  if (route.isBytes) {
    const freshness = new Freshness();
    const running = runCall(services, ctx, call, { freshness, signal });
    const bytes = (await unlessAborted(signal, running)) as Bytes;
    const giveBack = async () => settle(services, ctx, 0);
    return respondBytes(ctx, bytes, { signal, downloads, unread, freshness, now: clock.now(), giveBack });
  }
  const known = cacheKey === undefined ? undefined : responses.get(cacheKey, clock.now());
  const cached = known && permitsAll(ctx.state.key!, known.permissions) ? known : undefined;
  const response = cached ?? (await load(services, ctx, call, signal));
  if (cacheKey !== undefined && wantsEvents(ctx.req)) {
    respondSubscription(services, subscriptionRequestOf(ctx), {
      name: cacheKey,
      first: watchedBodyOf(response),
      price: response.price,
      uses: response.uses,
      cached() {
        const known = responses.get(cacheKey, clock.now());
        return known && watchedBodyOf(known);
      },
      load: async (runSignal) => watchedBodyOf(await load(services, ctx, call, runSignal)),
      wordFailure: (fault) => routeFault(fault, route.faults),
    });
    ctx.respond = false;
    return;
  }
  if (cacheKey !== undefined && !call.hasIgnored) responses.alias(ctx.req.url!, cacheKey);
  const isFree = isHeldFromCache(ctx, response, cached !== undefined);
  if (cached && route.priced && !isFree) services.keyring.count(ctx.state.key!, cached.uses);
  if (isFree || cached) await settle(services, ctx, isFree ? 0 : cached!.price);
  await respondCached(ctx, response, { unread, now: clock.now(), isCached: cached !== undefined });
}

/** Makes the response, or joins an equal request that is under way: every caller has the one permission of the route. */
function load(
  services: RouteServices,
  ctx: Ctx,
  call: RouteCall,
  signal: AbortSignal,
): Promise<CachedResponse> {
  const { route, cacheKey, variables } = call;
  const { responses, coalescer } = ctx.state.backend!;
  const { priced } = route;
  const own = priced?.reach(variables);
  const permissions = own?.permissions ?? [route.permission!];
  // A response to a key without one of the permissions lacks a part.
  const isShared = permitsAll(ctx.state.key!, permissions);
  const make = async (runSignal: AbortSignal): Promise<CachedResponse> => {
    const freshness = new Freshness();
    const meter = own && new LookupMeter(own.groups);
    const billed = (asCached: boolean) => meter!.bill(priced!.priceOfListFields, asCached);
    try {
      const body = await runCall(services, ctx, call, { freshness, signal: runSignal, meter });
      const representation = new Representation(body as string | Buffer);
      const one = { used: 1, uses: [{ group: route.group!, lookups: 1 }] };
      const { used: price, uses } = meter ? billed(true) : one;
      const requested = own ? ctx.state.charge!.requested : 0;
      const made = { route: ctx.state.route, representation, permissions, freshness };
      const response = { ...made, requested, price, uses };
      if (cacheKey !== undefined && isShared) responses.set(cacheKey, response);
      return response;
    } finally {
      if (meter) {
        const { used, uses } = billed(false);
        services.keyring.count(ctx.state.key!, uses);
        await settle(services, ctx, used);
      }
    }
  };
  // Each caller of a response that is charged by its lookups pays for its own.
  return cacheKey === undefined || own
    ? unlessAborted(signal, make(signal))
    : coalescer.run(cacheKey, signal, (shared) => make(shared.signal), ctx.state.key!.id);
}
