import { presentError } from '../../schema/kernel/errors.ts';
import { isLive } from '../../schema/kernel/live.ts';
import { type GroupUse, type Key, permits } from '../keys/keys.ts';
import { costEnding } from '../limits/cost.ts';
import { callerOf } from '../requests/lookup-context.ts';
import { type Ctx, subscriptionRequestOf } from '../requests/middleware.ts';
import type { CachedResponse } from '../responses/cached-responses.ts';
import { digestOf } from '../responses/representation.ts';
import { EventStream } from '../streams/event-stream.ts';
import {
  refuseLarge,
  respondSubscription,
  type SubscriptionServices,
  watchedBodyOf,
} from '../streams/subscription.ts';
import type { WatchedBody } from '../streams/watches.ts';
import {
  type Executed,
  type ExecutionServices,
  executeQuery,
  isOwnResult,
  type Query,
} from './execute-query.ts';
import { graphqlRefusal } from './refusal.ts';

/**
 * Responds to a query by the distinct connections mode of GraphQL over server-sent events: an event `next` with the result, and
 * `complete`. A query with `@live` goes on with a `next` for each change.
 */
export function respondQueryEvents(
  services: SubscriptionServices & ExecutionServices,
  ctx: Ctx,
  executed: Executed,
): void {
  const { query } = executed;
  const { requestId, charge } = ctx.state;
  if (!isLive(query.prepared.operation)) {
    const ending = costEnding(charge!, executed.result.extensions !== undefined);
    respondResultEvents(services, ctx, jsonOf(executed, requestId, ending));
    return;
  }
  const caller = callerOf(ctx);
  const { cacheKey } = query;
  const price = executed.requested;
  const uses = usesOf(query, price, caller.key);
  const isOwn = isOwnResult(caller.key, query);
  respondSubscription(services, subscriptionRequestOf(ctx), {
    price,
    uses,
    event: 'next',
    name: isOwn ? `${caller.key.id} ${cacheKey}` : cacheKey,
    first: resultOf(executed, requestId),
    cached() {
      const response = isOwn ? undefined : caller.backend.responses.get(cacheKey, services.clock.now());
      return response && closedBodyOf(response);
    },
    load: async (signal) => resultOf(await executeQuery(services, caller, query, () => signal), requestId),
    wordFailure: (fault) => graphqlRefusal(fault, requestId),
  });
  ctx.respond = false;
}

/** Sends one result, such as that of a document that is not valid, whose errors a client of this mode reads from an event. */
export function respondResultEvents(
  { unread }: Pick<SubscriptionServices, 'unread'>,
  ctx: Ctx,
  json: string,
): void {
  refuseLarge(json.length);
  const stream = new EventStream(ctx.res, ctx.state.headers, (bytes) =>
    unread.hold(ctx.state.key!.id, bytes),
  );
  ctx.respond = false;
  stream.send({ event: 'next', data: json });
  stream.send({ event: 'complete', data: '' });
  stream.end();
}

/** Splits the price of a query by group; the first pays what no group is asked for. */
function usesOf({ prepared, variables }: Query, price: number, key: Key): readonly GroupUse[] {
  const prices = prepared.priceByGroup(variables, (permission) => permits(key, permission));
  let left = price;
  const uses = Array.from(prices, ([group, lookups]) => {
    const lookupsOfGroup = Math.min(lookups, left);
    left -= lookupsOfGroup;
    return { group, lookups: lookupsOfGroup };
  });
  const [first, ...others] = uses;
  return first ? [{ ...first, lookups: first.lookups + left }, ...others] : [];
}

function resultOf(executed: Executed, requestId: string): WatchedBody {
  const { response, result } = executed;
  if (response) return closedBodyOf(response);
  const json = jsonOf(executed, requestId, '}');
  refuseLarge(json.length);
  // The id of a request is no change.
  return { id: digestOf(JSON.stringify(result)), json, freshness: neverFresh };
}

/** The response to a query is open, and ends here without the cost to its caller. */
const closedBodyOf = (response: CachedResponse): WatchedBody => ({
  ...watchedBodyOf(response),
  json: `${response.representation}}`,
});

const neverFresh = { isFresh: () => false };

/** `ending` closes the result, within its extensions if any. */
function jsonOf(
  { response, result, characters, query }: Executed,
  requestId: string,
  ending: string,
): string {
  if (response) return `${response.representation}${ending}`;
  refuseLarge(characters);
  const { data, extensions } = result;
  const errors = result.errors?.map((error) => presentError(error, requestId, query.prepared.fields));
  const json = JSON.stringify({ ...(errors && { errors }), data, ...(extensions && { extensions }) });
  return `${json.slice(0, extensions ? -2 : -1)}${ending}`;
}
