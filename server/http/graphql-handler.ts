import { GraphQLError } from 'graphql';
import type { Fault } from '../../core/faults.ts';
import { once } from '../../core/once.ts';
import { requestError } from '../graphql/refusal.ts';
import type { GraphqlExchange } from '../graphql/server-context.ts';
import { permits } from '../keys/keys.ts';
import { bodyOf } from './body.ts';
import { charge, createAdmission, refuseUnadmitted } from './charge.ts';
import { type Executed, executeQuery, usesOf } from './execute-query.ts';
import { isPlainRequest, maxGraphqlBytes, queryCacheKey } from './graphql-request.ts';
import { contentTypeFor } from './media-type.ts';
import type { Ctx, Middleware } from './middleware.ts';
import { abortSignalOf } from './request-context.ts';
import type { Services } from './services.ts';
import { respondCached, respondFailure } from './write-response.ts';

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
  const { refusal, isAdmitted, isCharged, made } = outcome;
  if (refusal) throw refusal;
  if (!isAdmitted) await refuseUnadmitted(services, ctx);
  // A request that was refused before its price was known costs one lookup.
  if (!isCharged) await exchange.charge(1);
  if (made?.response) {
    const { response: cached, isCached } = made;
    const options = { unread, now: clock.now(), isCached, contentType: contentTypeFor(ctx.req) };
    return respondCached(ctx, cached, options);
  }
  ctx.status = response.status;
  for (const [name, value] of response.headers) ctx.set(name, value);
  const text = await response.text();
  unread.add(ctx.res, response, text.length);
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
  const { status } = error.extensions.http as { readonly status: number };
  respondFailure(ctx, { status, body: JSON.stringify({ errors: [withoutHttp(error)] }) });
}

const withoutHttp = ({ message, extensions: { code } }: ReturnType<typeof requestError>) => ({
  message,
  extensions: { code },
});

/** The request headers that Yoga uses. */
function negotiationHeaders({ headers }: Ctx): Record<string, string> {
  const used: Record<string, string> = {};
  for (const name of ['accept', 'content-type'] as const) {
    const value = headers[name];
    if (value !== undefined) used[name] = value;
  }
  return used;
}

interface Outcome {
  /** False when the key has had too many new documents read in this second. */
  isAdmitted: boolean;
  isCharged: boolean;
  /** A refusal before execution. */
  refusal: Fault | undefined;
  /** Set when the result that leaves Yoga is the executed one. */
  made: Executed | undefined;
}

/** One GraphQL request between this layer and Yoga's plugins. */
function openExchange(services: Services, admits: Admits, ctx: Ctx, body: string | undefined) {
  const { requestId } = ctx.state;
  const key = ctx.state.key!;
  const outcome: Outcome = { isAdmitted: true, isCharged: false, refusal: undefined, made: undefined };
  let executed: Executed | undefined;
  const exchange: GraphqlExchange = {
    requestId,
    perMinute: key.perMinute,
    body,
    permits: (permission) => permits(key, permission),
    admitDocument() {
      outcome.isAdmitted = admits(key);
      return outcome.isAdmitted;
    },
    async charge(price) {
      outcome.isCharged = true;
      await charge(services, ctx, price);
      ctx.state.headers.push('X-Query-Cost', String(price));
    },
    refuse(fault) {
      outcome.refusal = fault;
    },
    async execute(prepared, variables, price) {
      const uses = usesOf(prepared, variables, price);
      const query = { prepared, variables, price, uses, cacheKey: queryCacheKey(prepared, variables) };
      const callerSignal = once(() => abortSignalOf(ctx.res, services));
      executed = await executeQuery(services, { key, requestId }, query, callerSignal);
      return executed.result;
    },
    hasResponseFor(result) {
      if (!executed?.response || executed.result !== result) return false;
      const { cacheKey } = executed.query;
      outcome.made = executed;
      services.responses.set(cacheKey, executed.response);
      if (isPlainRequest(ctx.req)) services.responses.alias(body ?? ctx.req.url!, cacheKey);
      return true;
    },
  };
  return { exchange, outcome };
}
