import { type Bytes, forbidden } from '../../resolvers/kernel/lookup.ts';
import type { CompiledRoute, ListedRoute } from '../../rest/kernel/compile.ts';
import { refusal, routeFault } from '../../rest/kernel/fault-response.ts';
import { fieldsParameter, readFields, textOfFields } from '../../rest/kernel/read-fields.ts';
import { type Key, permits, permitsAll } from '../keys/keys.ts';
import type { CachedResponse } from '../responses/cached-responses.ts';
import { Freshness } from '../responses/freshness.ts';
import { Representation } from '../responses/representation.ts';
import { respondBytes, respondCached, respondFailure } from '../responses/write-response.ts';
import { wantsEvents } from '../streams/event-stream.ts';
import { answerOf, respondStream } from '../streams/stream.ts';
import type { Backend } from './backend.ts';
import { loggedFault } from './handlers.ts';
import { createLookupContext } from './lookup-context.ts';
import type { Ctx, Middleware, Next, RouteCtx } from './middleware.ts';
import { abortSignalOf, unlessAborted } from './request-context.ts';
import type { Services } from './services.ts';

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
  const { clock, unread } = services;
  const { responses } = ctx.state.backend!;
  const question = readQuestion(services, compiled, ctx);
  const signal = abortSignalOf(ctx.res, services);
  if (compiled.lookup.isBytes) return respondFile(services, ctx, question, signal);
  const { cacheKey } = question;
  const cached = cacheKey === undefined ? undefined : responses.get(cacheKey, clock.now());
  const response = cached ?? (await respondTo(question, signal));
  if (cacheKey !== undefined && wantsEvents(ctx.req)) return streamRoute(services, ctx, question, response);
  if (cacheKey !== undefined) responses.alias(ctx.req.url!, cacheKey);
  respondCached(ctx, response, { unread, now: clock.now(), isCached: cached !== undefined });
}

/** What one request asks a route for. */
interface Question {
  /** The route with the chosen members of its body. */
  readonly compiled: CompiledRoute;
  /** Names the response; undefined for an upload, whose file is no parameter. */
  readonly cacheKey: string | undefined;
  readonly key: Key;
  readonly backend: Backend;
  run(freshness: Freshness, signal: AbortSignal): Promise<string | Bytes>;
}

/** Throws the faults `missing` and `invalid`. */
function readQuestion(services: Services, compiled: CompiledRoute, ctx: RouteCtx): Question {
  const { route, lookup } = compiled;
  const key = ctx.state.key!;
  const backend = ctx.state.backend!;
  const file = ctx.receivedFile;
  const query = new URLSearchParams(ctx.querystring);
  const variables = compiled.read(ctx.params, query, file);
  const fields = lookup.isBytes ? undefined : readFields(query.getAll(fieldsParameter.name));
  const narrowed = fields ? services.narrowRoute(compiled, fields) : compiled;
  const members = fields ? textOfFields(fields) : '';
  return {
    compiled: narrowed,
    cacheKey: file ? undefined : `GET ${route.path} ${members} ${JSON.stringify(variables)}`,
    key,
    backend,
    run: (freshness, signal) =>
      narrowed.run(
        variables,
        createLookupContext({ ...ctx.state, key, backend, file }, { freshness, signal: () => signal }),
      ),
  };
}

async function respondFile(services: Services, ctx: Ctx, { key, run }: Question, signal: AbortSignal) {
  const bytes = (await unlessAborted(signal, run(new Freshness(), signal))) as Bytes;
  const enter = () => services.downloads.enter(key.id);
  return respondBytes(ctx, bytes, { signal, enter, unread: services.unread });
}

/** Makes the response, or joins an equal request that is under way. */
function respondTo(question: Question, signal: AbortSignal): Promise<CachedResponse> {
  const { compiled, cacheKey, key, backend, run } = question;
  const { responses, coalescer } = backend;
  const { group, route, prepared } = compiled;
  // The document of a route selects one lookup, whatever the variables.
  const { permissions } = prepared.reach({});
  const make = async (runSignal: AbortSignal): Promise<CachedResponse> => {
    const freshness = new Freshness();
    const body = (await run(freshness, runSignal)) as string;
    const response = {
      route: route.path,
      representation: new Representation(body),
      permissions,
      price: 1,
      uses: [{ group, lookups: 1 }],
      freshness,
    };
    if (cacheKey !== undefined) responses.set(cacheKey, response);
    return response;
  };
  const isShared = cacheKey !== undefined && permitsAll(key, permissions);
  return isShared ? coalescer.run(cacheKey, signal, make) : unlessAborted(signal, make(signal));
}

function streamRoute(services: Services, ctx: Ctx, question: Question, first: CachedResponse): void {
  const { compiled, cacheKey } = question;
  const { faults } = compiled;
  respondStream(services, ctx, {
    name: cacheKey!,
    first: answerOf(first),
    price: first.price,
    uses: first.uses,
    ask: async (signal) => answerOf(await respondTo(question, signal)),
    wordFailure: (fault) => routeFault(fault, faults),
  });
}
