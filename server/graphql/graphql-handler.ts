import { GraphQLError } from 'graphql';
import type { Fault } from '../../core/faults.ts';
import { once } from '../../core/once.ts';
import { errorAt } from '../../schema/kernel/errors.ts';
import { charge, createAdmission, refuseUnadmitted } from '../http/charge.ts';
import type { Ctx, Middleware } from '../http/middleware.ts';
import { abortSignalOf } from '../http/request-context.ts';
import type { Services } from '../http/services.ts';
import { permits, publicMode } from '../keys/keys.ts';
import { contentTypeFor } from '../responses/media-type.ts';
import { respondCached, respondFailure, sendingOf } from '../responses/write-response.ts';
import { wantsEvents } from '../streams/event-stream.ts';
import { respondQueryEvents, respondResultEvents } from '../streams/stream-query.ts';
import { bodyOf } from '../transfers/body.ts';
import { costEnding, costOf } from './cost.ts';
import { type Executed, executeQuery, usesOf } from './execute-query.ts';
import { isPlainRequest, maxGraphqlBytes, queryCacheKey } from './graphql-request.ts';
import { requestError } from './refusal.ts';
import type { GraphqlExchange } from './server-context.ts';

type Admits = ReturnType<typeof createAdmission>;

/** Hands `/graphql` to Yoga, and writes what comes back. */
export function graphqlEndpoint(services: Services): Middleware {
  const admits = createAdmission(services.clock);
  return (ctx, next) => (ctx.path === '/graphql' ? respondGraphql(services, admits, ctx) : next());
}

async function respondGraphql(services: Services, admits: Admits, ctx: Ctx): Promise<void> {
  const { clock, unread } = services;
  ctx.state.route = '/graphql';
  const received = ctx.method === 'POST' ? await receiveBody(services, ctx) : { text: undefined };
  if (received instanceof GraphQLError) return respondBodyError(services, ctx, received);
  const body = received.text;
  const { exchange, outcome } = openExchange(services, admits, ctx, body);
  const request = { method: ctx.method, search: ctx.search, headers: negotiationHeaders(ctx) };
  const response = await services.graphql.fetch(request, exchange);
  const { refusal, isAdmitted, isCharged, executed, made } = outcome;
  if (refusal) throw refusal;
  if (!isAdmitted) await refuseUnadmitted(services, ctx);
  // A request that accepts no media type that there is.
  if (!isCharged) await exchange.charge(1);
  if (executed && wantsEvents(ctx.req)) return respondQueryEvents(services, ctx, executed);
  if (made?.response) {
    const { response: cached, isCached } = made;
    const ending = costEnding(ctx.state.charge!);
    const options = { unread, now: clock.now(), isCached, contentType: contentTypeFor(ctx.req), ending };
    return respondCached(ctx, cached, options);
  }
  const text = await response.text();
  if (response.status === 200 && wantsEvents(ctx.req)) return respondResultEvents(ctx, text);
  ctx.status = response.status;
  for (const [name, value] of response.headers) ctx.set(name, value);
  unread.add(sendingOf(ctx, response, text.length));
  ctx.body = text;
}

/** The body of a query, or the error of one that cannot be read. */
async function receiveBody(
  { config: { bounds }, clock }: Services,
  ctx: Ctx,
): Promise<{ readonly text: string } | GraphQLError> {
  const body = await bodyOf(ctx.req, { maxBytes: maxGraphqlBytes, withinMs: bounds.bodyMs, clock });
  if ('failure' in body) return requestError(408, body.failure.message);
  const { text } = body;
  return text === undefined
    ? requestError(413, `The body is larger than ${maxGraphqlBytes} bytes.`)
    : { text };
}

/** What was received of the body was held in memory, so that it is charged. */
async function respondBodyError(services: Services, ctx: Ctx, error: GraphQLError): Promise<void> {
  await charge(services, ctx, 1);
  const { code, http } = error.extensions;
  const { status } = http as { readonly status: number };
  const { requestId, charge: charged } = ctx.state;
  const errors = [errorAt(error, error.message, { code, retryable: false, requestId })];
  respondFailure(ctx, { status, body: JSON.stringify({ errors, extensions: { cost: costOf(charged!) } }) });
}

/** The request headers that Yoga uses. Events are written here, so that it makes a result. */
function negotiationHeaders({ req, headers }: Ctx): Record<string, string> {
  const used: Record<string, string> = {};
  for (const name of ['accept', 'content-type'] as const) {
    const value = headers[name];
    if (value !== undefined) used[name] = value;
  }
  if (wantsEvents(req)) used.accept = 'application/json';
  return used;
}

interface Outcome {
  /** False when the key has had too many new documents read in this second. */
  isAdmitted: boolean;
  isCharged: boolean;
  /** A refusal before execution. */
  refusal: Fault | undefined;
  /** Set when the document was run. */
  executed: Executed | undefined;
  /** Set when the result that leaves Yoga is the executed one. */
  made: Executed | undefined;
}

/** One GraphQL request between this layer and Yoga's plugins. */
function openExchange(services: Services, admits: Admits, ctx: Ctx, body: string | undefined) {
  const { requestId } = ctx.state;
  const key = ctx.state.key!;
  const backend = ctx.state.backend!;
  const outcome: Outcome = {
    isAdmitted: true,
    isCharged: false,
    refusal: undefined,
    executed: undefined,
    made: undefined,
  };
  const exchange: GraphqlExchange = {
    requestId,
    mode: publicMode(key.mode),
    perMinute: key.perMinute,
    body,
    permits: (permission) => permits(key, permission),
    admitDocument() {
      outcome.isAdmitted = admits(key);
      return outcome.isAdmitted;
    },
    async charge(price, requested) {
      outcome.isCharged = true;
      await charge(services, ctx, price, requested);
      ctx.state.headers.push('X-Query-Cost', String(price));
    },
    async settle() {
      if (outcome.refusal || !outcome.isAdmitted) return undefined;
      // A request that was refused before its price was known costs one lookup.
      if (!outcome.isCharged) await exchange.charge(1);
      return costOf(ctx.state.charge!);
    },
    refuse(fault) {
      outcome.refusal = fault;
    },
    async execute(prepared, variables, price) {
      const uses = usesOf(prepared, variables, price, exchange.permits);
      const query = { prepared, variables, price, uses, cacheKey: queryCacheKey(prepared, variables) };
      const callerSignal = once(() => abortSignalOf(ctx.res, services));
      const caller = { key, backend, requestId, charge: ctx.state.charge };
      services.keyring.count(key, uses);
      outcome.executed = await executeQuery(services, caller, query, callerSignal);
      return outcome.executed.result;
    },
    hasResponseFor(result) {
      const { executed } = outcome;
      if (!executed?.response || executed.result !== result) return false;
      const { cacheKey } = executed.query;
      outcome.made = executed;
      if (!executed.isShared) return true;
      backend.responses.set(cacheKey, executed.response);
      if (isPlainRequest(ctx.req)) backend.responses.alias(body ?? ctx.req.url!, cacheKey);
      return true;
    },
  };
  return { exchange, outcome };
}
