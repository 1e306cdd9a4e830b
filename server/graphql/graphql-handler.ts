import { GraphQLError } from 'graphql';
import { errorAt } from '../../schema/kernel/errors.ts';
import { costEnding, costOf } from '../limits/cost.ts';
import { addLimitHeaders, charge, settle } from '../requests/charge.ts';
import type { Ctx, Middleware } from '../requests/middleware.ts';
import { isHeldFromCache, respondCached, respondFailure, sendingOf } from '../requests/respond.ts';
import { Freshness } from '../responses/freshness.ts';
import { contentTypeFor, graphqlMediaType } from '../responses/media-type.ts';
import { wantsEvents } from '../streams/event-stream.ts';
import type { SubscriptionServices } from '../streams/subscription.ts';
import { bodyOf, type ReceivedBody } from '../transfers/body.ts';
import type { UnreadResponses } from '../transfers/unread-responses.ts';
import { type ExchangeServices, GraphqlExchange } from './exchange.ts';
import { type Executed, openRepresentation } from './execute-query.ts';
import { isPlainRequest, maxGraphqlBytes } from './graphql-request.ts';
import { respondQueryEvents, respondResultEvents } from './query-events.ts';
import { requestError } from './refusal.ts';
import type { GraphqlServer } from './yoga.ts';

export interface GraphqlServices extends ExchangeServices, SubscriptionServices {
  readonly graphql: GraphqlServer;
  readonly unread: UnreadResponses;
  readonly bounds: { readonly bodyMs: number };
}

/** Hands `/graphql` to Yoga, and writes what comes back. */
export const graphqlEndpoint =
  (services: GraphqlServices): Middleware =>
  (ctx) =>
    respondGraphql(services, ctx);

async function respondGraphql(services: GraphqlServices, ctx: Ctx): Promise<void> {
  ctx.state.route = '/graphql';
  const body = ctx.method === 'POST' ? await receiveBody(services, ctx) : undefined;
  if (body instanceof GraphQLError) return respondBodyError(services, ctx, body);
  const { accept: accepted, 'content-type': type } = ctx.headers;
  // Events are written here, so that Yoga makes a result.
  const accept = wantsEvents(ctx.req) ? 'application/json' : graphqlMediaType(accepted);
  if (!accept)
    return respondBodyError(services, ctx, requestError(406, 'Accept must admit application/json.'));
  const headers = { accept, ...(type !== undefined && { 'content-type': type }) };
  const request = { method: ctx.method, search: ctx.search, headers };
  const exchange = new GraphqlExchange(services, ctx, body);
  const outcome = await services.graphql.fetch(request, exchange);
  if ('refusal' in outcome) {
    if (!ctx.state.charge) await addLimitHeaders(services, ctx);
    throw outcome.refusal;
  }
  if ('executed' in outcome) {
    if (wantsEvents(ctx.req)) return respondQueryEvents(services, ctx, outcome.executed);
    return respondExecuted(services, ctx, outcome.executed, body);
  }
  const { response } = outcome;
  // A response that a plugin made before there was a result.
  if (!ctx.state.charge) await exchange.charge(1);
  const text = await response.text();
  if (response.status === 200 && wantsEvents(ctx.req)) return respondResultEvents(services, ctx, text);
  ctx.status = response.status;
  ctx.set('Cache-Control', 'no-store');
  for (const [name, value] of response.headers) ctx.set(name, value);
  services.unread.add(sendingOf(ctx, response, text.length));
  ctx.body = text;
}

async function respondExecuted(
  services: GraphqlServices,
  ctx: Ctx,
  { query: { cacheKey }, result, characters, response, isCached, isShared }: Executed,
  body: ReceivedBody | undefined,
): Promise<void> {
  const { clock, unread, work } = services;
  const { responses } = ctx.state.backend!;
  if (response && isHeldFromCache(ctx, response, isCached)) await settle(services, ctx, 0);
  if (response && isShared) {
    responses.set(cacheKey, response);
    if (isPlainRequest(ctx.req)) responses.alias(body?.text ?? ctx.req.url!, cacheKey);
  }
  const ending = costEnding(ctx.state.charge!, result.extensions !== undefined);
  const contentType = contentTypeFor(ctx.req);
  const options = { unread, now: clock.now(), isCached, contentType, ending };
  if (response) return respondCached(ctx, response, options);
  const { id } = ctx.state.key!;
  const release = unread.hold(id, characters);
  try {
    const representation = await openRepresentation(result, (part) => work.measure(id, part));
    await respondCached(ctx, { representation, freshness: new Freshness() }, options);
  } finally {
    release();
  }
}

/** The body of a query, or the error of one that cannot be read. */
async function receiveBody(
  { bounds, clock }: GraphqlServices,
  ctx: Ctx,
): Promise<ReceivedBody | GraphQLError> {
  const body = await bodyOf(ctx.req, { maxBytes: maxGraphqlBytes, withinMs: bounds.bodyMs, clock });
  if ('failure' in body) return requestError(408, body.failure.message);
  if (body.text !== undefined) return body;
  return requestError(413, `The body is larger than ${maxGraphqlBytes} bytes.`);
}

/** What was received of the body was held in memory, so that it is charged. */
async function respondBodyError(services: GraphqlServices, ctx: Ctx, error: GraphQLError): Promise<void> {
  await charge(services, ctx, 1);
  const { code, http } = error.extensions;
  const { status } = http as { readonly status: number };
  const { requestId, charge: charged } = ctx.state;
  const errors = [errorAt(error, error.message, { code, retryable: false, requestId })];
  respondFailure(ctx, { status, body: JSON.stringify({ errors, extensions: { cost: costOf(charged!) } }) });
}
