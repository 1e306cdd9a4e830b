import type { ExecutionResult } from 'graphql';
import type { Fault } from '../../core/faults.ts';
import type { Prepared, Variables } from '../../schema/kernel/prepare.ts';
import { requestError } from '../graphql/refusal.ts';
import type { GraphqlExchange } from '../graphql/server-context.ts';
import { type GroupUse, permits, permitsAll } from '../keys/keys.ts';
import { bodyOf } from './body.ts';
import type { CachedResponse } from './cached-responses.ts';
import { charge } from './charge.ts';
import { Freshness } from './freshness.ts';
import { isPlainQuery, maxGraphqlBytes, queryCacheKey } from './graphql-request.ts';
import { createLookupContext } from './lookup-context.ts';
import { Representation } from './representation.ts';
import { abortSignalOf, type Ctx, type Middleware } from './request-context.ts';
import type { Services } from './services.ts';
import { respondCached, respondFailure } from './write-response.ts';

/** Hands `/graphql` to Yoga, and writes what comes back. */
export const graphqlEndpoint =
  (services: Services): Middleware =>
  (ctx, next) =>
    ctx.path === '/graphql' ? respondGraphql(services, ctx) : next();

async function respondGraphql(services: Services, ctx: Ctx): Promise<void> {
  ctx.state.route = '/graphql';
  const body = ctx.method === 'POST' ? await bodyOf(ctx.req, maxGraphqlBytes) : undefined;
  if (ctx.method === 'POST' && body === undefined) {
    await charge(services, ctx, 1);
    const error = requestError(413, `The body is larger than ${maxGraphqlBytes} bytes.`);
    return respondFailure(ctx, { status: 413, body: JSON.stringify({ errors: [withoutHttp(error)] }) });
  }
  const { exchange, outcome } = openExchange(services, ctx, body);
  const request = { method: ctx.method, search: ctx.search, headers: negotiationHeaders(ctx) };
  const response = await services.graphql.fetch(request, exchange);
  const { refusal, isCharged, made } = outcome;
  if (refusal) throw refusal;
  // A request that was refused before its price was known costs one lookup.
  if (!isCharged) await exchange.charge(1);
  if (made?.response) {
    const { response: cached, isCached } = made;
    const options = { now: services.clock.now(), isCached, contentType: contentTypeOf(ctx) };
    return respondCached(ctx, cached, options);
  }
  ctx.status = response.status;
  for (const [name, value] of response.headers) ctx.set(name, value);
  ctx.body = await response.text();
}

const withoutHttp = ({ message, extensions: { code } }: ReturnType<typeof requestError>) => ({
  message,
  extensions: { code },
});

/** The request headers that Yoga uses. */
function negotiationHeaders({ headers }: Ctx): Record<string, string> {
  const { accept, 'content-type': contentType } = headers;
  return {
    ...(accept === undefined ? {} : { accept }),
    ...(contentType === undefined ? {} : { 'content-type': contentType }),
  };
}

/** A result with the response that is made of it; none for a result with errors, which may name the request. */
interface Executed {
  readonly result: ExecutionResult;
  readonly response: CachedResponse | undefined;
  readonly isCached: boolean;
}

interface Outcome {
  isCharged: boolean;
  /** A refusal before execution. */
  refusal: Fault | undefined;
  /** Set when the result that leaves Yoga is the executed one. */
  made: Executed | undefined;
}

/** One GraphQL request between this layer and Yoga's plugins. */
function openExchange(services: Services, ctx: Ctx, body: string | undefined) {
  const key = ctx.state.key!;
  const outcome: Outcome = { isCharged: false, refusal: undefined, made: undefined };
  let executed: Executed | undefined;
  let cacheKey: string | undefined;
  const exchange: GraphqlExchange = {
    requestId: ctx.state.requestId,
    perMinute: key.perMinute,
    body,
    permits: (permission) => permits(key, permission),
    async charge(price) {
      outcome.isCharged = true;
      await charge(services, ctx, price);
      ctx.set('X-Query-Cost', String(price));
    },
    refuse(fault) {
      outcome.refusal = fault;
    },
    async execute(prepared, variables) {
      cacheKey = queryCacheKey(prepared, variables);
      executed = await executeOnce(services, ctx, { cacheKey, prepared, variables });
      return executed.result;
    },
    hasResponseFor(result) {
      if (!executed?.response || executed.result !== result) return false;
      outcome.made = executed;
      services.responses.set(cacheKey!, executed.response);
      if (body !== undefined && isPlainQuery(ctx.req)) services.responses.alias(body, cacheKey!);
      return true;
    },
  };
  return { exchange, outcome };
}

/** The cached response of a query, or the response of one execution for all equal queries under way. */
async function executeOnce(
  services: Services,
  ctx: Ctx,
  { cacheKey, prepared, variables }: { cacheKey: string; prepared: Prepared; variables: Variables },
): Promise<Executed> {
  const { responses, coalescer, keyring, clock } = services;
  const key = ctx.state.key!;
  const { permissions } = prepared;
  const price = Math.max(1, prepared.price(variables));
  const uses = usesOf(prepared, variables, price);
  keyring.count(key, uses);
  const run = async (signal: AbortSignal): Promise<Executed> => {
    const freshness = new Freshness();
    const caller = { key, requestId: ctx.state.requestId };
    const result = await prepared.execute(
      createLookupContext(services, caller, { freshness, signal }),
      variables,
    );
    if (result.errors) return { result, response: undefined, isCached: false };
    const representation = new Representation(JSON.stringify(result));
    const response = { route: '/graphql', representation, permissions, price, uses, freshness };
    return { result, response, isCached: false };
  };
  const signal = abortSignalOf(ctx.res);
  // The result of a key that lacks a permission is its own.
  if (!permitsAll(key, permissions)) return run(signal);
  const cached = responses.get(cacheKey, clock.now());
  if (!cached) return coalescer.run(cacheKey, signal, run);
  const result = JSON.parse(cached.representation.bytes.toString()) as ExecutionResult;
  return { result, response: cached, isCached: true };
}

const mediaTypes = ['application/json', 'application/graphql-response+json'] as const;

const contentTypeOf = (ctx: Ctx): string => `${ctx.accepts(...mediaTypes) || mediaTypes[0]}; charset=utf-8`;

/** Lookups by group. */
function usesOf(prepared: Prepared, variables: Variables, price: number): readonly GroupUse[] {
  const [group, ...others] = prepared.groups;
  if (group === undefined) return [];
  if (others.length === 0) return [{ group, lookups: price }];
  return prepared.groups.map((each) => ({ group: each, lookups: prepared.price(variables, each) }));
}
