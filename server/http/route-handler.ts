import type { SharedMemoryAccount } from '../../core/memory-account.ts';
import type { ReceivedFile } from '../../resolvers/kernel/context.ts';
import { type Bytes, forbidden } from '../../resolvers/kernel/lookup.ts';
import type { ListedRoute, RunnableRoute } from '../../rest/kernel/compile.ts';
import { refusal, routeFault } from '../../rest/kernel/fault-response.ts';
import type { NarrowRoute } from '../../rest/kernel/narrowed-routes.ts';
import { fieldsParameter, readFields, textOfFields } from '../../rest/kernel/read-fields.ts';
import { permits } from '../keys/keys.ts';
import type { KeyPlaces } from '../limits/key-places.ts';
import type { WorkMeter } from '../limits/work.ts';
import { abortSignalOf, type ResponseTime, unlessAborted } from '../requests/abort-signal.ts';
import { type ChargeServices, refund } from '../requests/charge.ts';
import { type FaultServices, loggedFault } from '../requests/logged-fault.ts';
import { createLookupContext } from '../requests/lookup-context.ts';
import { type Ctx, type Middleware, type RouteCtx, subscriptionRequestOf } from '../requests/middleware.ts';
import { respondBytes, respondCached, respondFailure } from '../requests/respond.ts';
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

export const documentedRoute = ({ route, compiled }: ListedRoute): RouteSource => ({
  path: route.path,
  find: compiled,
});

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
      services.keyring.count(key, [{ group: route.group, lookups: 1 }]);
      const { permission } = route.lookup;
      if (!permits(key, permission)) return respondFailure(ctx, refusal(forbidden(permission)));
      const run = (file?: ReceivedFile) =>
        runRoute(services, ctx, readCall(services, ctx, route, query, file));
      if (!route.upload) return await run();
      return await services.uploads.receive(ctx, key.id, route.upload, run);
    } catch (error) {
      if (error instanceof UploadTooSlow) {
        return respondFailure(ctx, { status: 408, body: JSON.stringify({ error: error.message }) });
      }
      const fault = loggedFault(services, ctx, error);
      // A limit of the key is worded as every other.
      return respondFailure(
        ctx,
        fault.kind === 'limited' ? refusal(fault) : routeFault(fault, found?.faults),
      );
    }
  };

/** One request to a route, with its parameters read. */
interface RouteCall {
  /** The route with the chosen members of its body. */
  readonly route: RunnableRoute;
  /** Names the response; undefined for an upload, whose file is no parameter. */
  readonly cacheKey: string | undefined;
  /** Whether the query string has parameters that the route ignores, which its response names. */
  readonly hasIgnored: boolean;
  run(freshness: Freshness, signal: AbortSignal): Promise<string | Buffer | Bytes>;
}

/** Documents of routes are fixed. */
const unlimited = { fields: Number.POSITIVE_INFINITY, characters: Number.POSITIVE_INFINITY };

/** Throws the faults `missing` and `invalid`. */
function readCall(
  { narrowRoute, work, resultMemory }: RouteServices,
  ctx: Ctx,
  whole: RunnableRoute,
  query: URLSearchParams,
  file: ReceivedFile | undefined,
): RouteCall {
  const hasIgnored = nameIgnored(ctx, whole, query);
  const variables = whole.read((ctx as RouteCtx).params, query, file);
  const fields = whole.lookup.isBytes ? undefined : readFields(query.getAll(fieldsParameter.name));
  const route = fields ? narrowRoute(whole, fields) : whole;
  const members = fields ? textOfFields(fields) : '';
  const caller = { ...ctx.state, key: ctx.state.key!, backend: ctx.state.backend!, file };
  return {
    route,
    hasIgnored,
    cacheKey: file ? undefined : `GET ${whole.name} ${members} ${JSON.stringify(variables)}`,
    async run(freshness, signal) {
      const context = createLookupContext(caller, { freshness, signal: () => signal, work });
      const memory = resultMemory.workOf(caller.key.id);
      return route.run(variables, context, { ...unlimited, memory }).finally(memory.release);
    },
  };
}

const mostIgnored = 10;

/** Names the parameters that a route ignores in `X-Ignored`. */
function nameIgnored({ state }: Ctx, { queryNames }: RunnableRoute, query: URLSearchParams): boolean {
  const ignored = [...new Set(query.keys())].filter((name) => !queryNames.includes(name));
  if (ignored.length === 0) return false;
  // Encoded: a name may have characters that no header has.
  const names = ignored.slice(0, mostIgnored).map((name) => encodeURIComponent(name).slice(0, 100));
  state.headers.push('X-Ignored', names.join(', '));
  return true;
}

async function runRoute(services: RouteServices, ctx: Ctx, call: RouteCall): Promise<void> {
  const { clock, unread, downloads } = services;
  const { responses } = ctx.state.backend!;
  const { route, cacheKey } = call;
  const signal = abortSignalOf(ctx.res, services);
  if (route.lookup.isBytes) {
    const freshness = new Freshness();
    const bytes = (await unlessAborted(signal, call.run(freshness, signal))) as Bytes;
    const giveBack = () => refund(services, ctx);
    return respondBytes(ctx, bytes, { signal, downloads, unread, freshness, now: clock.now(), giveBack });
  }
  const cached = cacheKey === undefined ? undefined : responses.get(cacheKey, clock.now());
  const response = cached ?? (await load(ctx, call, signal));
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
      load: async (runSignal) => watchedBodyOf(await load(ctx, call, runSignal)),
      wordFailure: (fault) => routeFault(fault, route.faults),
    });
    ctx.respond = false;
    return;
  }
  if (cacheKey !== undefined && !call.hasIgnored) responses.alias(ctx.req.url!, cacheKey);
  if (cached?.representation.isHeldBy(ctx.req.headers)) await refund(services, ctx);
  await respondCached(ctx, response, { unread, now: clock.now(), isCached: cached !== undefined });
}

/** Makes the response, or joins an equal request that is under way: every caller has the one permission of the route. */
function load({ state }: Ctx, call: RouteCall, signal: AbortSignal): Promise<CachedResponse> {
  const { route, cacheKey, run } = call;
  const { responses, coalescer } = state.backend!;
  const { group, permission } = route.lookup;
  const make = async (runSignal: AbortSignal): Promise<CachedResponse> => {
    const freshness = new Freshness();
    const body = (await run(freshness, runSignal)) as string | Buffer;
    const response = {
      route: state.route,
      representation: new Representation(body),
      permissions: [permission],
      requested: 1,
      price: 1,
      uses: [{ group, lookups: 1 }],
      freshness,
    };
    if (cacheKey !== undefined) responses.set(cacheKey, response);
    return response;
  };
  return cacheKey === undefined
    ? unlessAborted(signal, make(signal))
    : coalescer.run(cacheKey, signal, (shared) => make(shared.signal));
}
