import { type Bytes, forbidden } from '../../resolvers/kernel/lookup.ts';
import type { CompiledRoute, ListedRoute } from '../../rest/kernel/compile.ts';
import { refusal, routeFault } from '../../rest/kernel/fault-response.ts';
import { permits, permitsAll } from '../keys/keys.ts';
import type { CachedResponse } from './cached-responses.ts';
import { Freshness } from './freshness.ts';
import { loggedFault } from './handlers.ts';
import { createLookupContext } from './lookup-context.ts';
import type { Ctx, Middleware, Next, RouteCtx } from './middleware.ts';
import { Representation } from './representation.ts';
import { abortSignalOf, unlessAborted } from './request-context.ts';
import type { Services } from './services.ts';
import { respondBytes, respondCached, respondFailure } from './write-response.ts';

/** The steps of a documented route: permission, faults in the words of its group, upload, lookup. */
export function routeSteps(services: Services, listed: ListedRoute): readonly Middleware[] {
  const { group, route } = listed;
  return [
    (ctx, next) => {
      ctx.state.route = route.path;
      services.keyring.count(ctx.state.key!, [{ group, lookups: 1 }]);
      const { permission } = listed.compiled().lookup;
      if (!permits(ctx.state.key!, permission)) throw forbidden(permission);
      return next();
    },
    (ctx, next) => respondRouteFaults(services, listed.compiled(), ctx, next),
    ...(route.upload === undefined ? [] : [services.uploads.receive(() => listed.compiled().upload!)]),
    (ctx) => runRoute(services, listed.compiled(), ctx as RouteCtx),
  ];
}

/** Faults inside a route have the statuses that its group documents; a limit of the key is worded as every other. */
async function respondRouteFaults(services: Services, { faults }: CompiledRoute, ctx: Ctx, next: Next) {
  try {
    await next();
  } catch (error) {
    const fault = loggedFault(services, ctx, error);
    respondFailure(ctx, fault.kind === 'limited' ? refusal(fault) : routeFault(fault, faults));
  }
}

async function runRoute(services: Services, compiled: CompiledRoute, ctx: RouteCtx): Promise<void> {
  const { responses, clock, unread } = services;
  const { route, lookup, prepared } = compiled;
  const key = ctx.state.key!;
  const file = ctx.receivedFile;
  const variables = compiled.read(ctx.params, new URLSearchParams(ctx.querystring), file);
  const run = (freshness: Freshness, signal: AbortSignal) =>
    compiled.run(
      variables,
      createLookupContext(services, { ...ctx.state, key, file }, { freshness, signal: () => signal }),
    );
  const signal = abortSignalOf(ctx.res, services);
  if (lookup.isBytes) {
    const bytes = (await unlessAborted(signal, run(new Freshness(), signal))) as Bytes;
    const enter = () => services.downloads.enter(key.id);
    return respondBytes(ctx, bytes, { signal, enter, unread });
  }
  // The response to an upload is not cached under parameters: the file is none of them.
  const cacheKey = file ? undefined : `GET ${route.path} ${JSON.stringify(variables)}`;
  const cached = cacheKey === undefined ? undefined : responses.get(cacheKey, clock.now());
  const make = async (runSignal: AbortSignal): Promise<CachedResponse> => {
    const freshness = new Freshness();
    const body = (await run(freshness, runSignal)) as string;
    const response = {
      route: route.path,
      representation: new Representation(body),
      permissions: prepared.permissions,
      price: 1,
      uses: [{ group: compiled.group, lookups: 1 }],
      freshness,
    };
    if (cacheKey !== undefined) responses.set(cacheKey, response);
    return response;
  };
  const isShared = cacheKey !== undefined && permitsAll(key, prepared.permissions);
  const response =
    cached ??
    (isShared
      ? await services.coalescer.run(cacheKey, signal, make)
      : await unlessAborted(signal, make(signal)));
  if (cacheKey !== undefined) responses.alias(ctx.req.url!, cacheKey);
  respondCached(ctx, response, { unread, now: clock.now(), isCached: cached !== undefined });
}
