import { once } from '../../core/once.ts';
import { presentError } from '../../schema/kernel/errors.ts';
import { liveDirective } from '../../schema/kernel/live.ts';
import { costEnding } from '../graphql/cost.ts';
import { type Executed, executeQuery, type Query } from '../graphql/execute-query.ts';
import { graphqlRefusal } from '../graphql/refusal.ts';
import type { Ctx } from '../http/middleware.ts';
import type { Services } from '../http/services.ts';
import { permitsAll } from '../keys/keys.ts';
import { digestOf } from '../responses/representation.ts';
import { EventStream } from './event-stream.ts';
import { respondStream } from './stream.ts';
import type { Answer } from './watches.ts';

/**
 * Answers a query by the distinct connections mode of GraphQL over server-sent events: an event `next` with the result, and
 * `complete`. A query with `@live` goes on with a `next` for each change.
 */
export function respondQueryEvents(services: Services, ctx: Ctx, executed: Executed): void {
  const { query } = executed;
  const { requestId, charge } = ctx.state;
  if (!isLive(query)) {
    respondResultEvents(ctx, jsonOf(executed, requestId, costEnding(charge!)));
    return;
  }
  const key = ctx.state.key!;
  const { cacheKey, prepared, variables, price, uses } = query;
  const isOwn = prepared.isPersonal || !permitsAll(key, prepared.reach(variables).permissions);
  const caller = { key, backend: ctx.state.backend!, requestId, charge };
  respondStream(services, ctx, {
    price,
    uses,
    event: 'next',
    name: isOwn ? `${key.id} ${cacheKey}` : cacheKey,
    first: answerOf(executed, requestId),
    ask: async (signal) =>
      answerOf(
        await executeQuery(
          services,
          caller,
          query,
          once(() => signal),
        ),
        requestId,
      ),
    wordFailure: (fault) => graphqlRefusal(fault, requestId),
  });
}

/** Sends one result, such as that of a document that is not valid, whose errors a client of this mode reads from an event. */
export function respondResultEvents(ctx: Ctx, json: string): void {
  ctx.respond = false;
  const stream = new EventStream(ctx.res, ctx.state.headers);
  stream.send({ event: 'next', data: json });
  stream.send({ event: 'complete', data: '' });
  stream.end();
}

const isLive = ({ prepared: { operation } }: Query): boolean =>
  operation.directives?.some(({ name }) => name.value === liveDirective.name) === true;

function answerOf(executed: Executed, requestId: string): Answer {
  const json = jsonOf(executed, requestId, '}');
  const { response } = executed;
  // The id of a request is no change.
  const id = response ? response.representation.etag.slice(3, -1) : digestOf(JSON.stringify(executed.result));
  return { id, json, freshness: response?.freshness ?? neverFresh };
}

const neverFresh = { isFresh: () => false };

/** `ending` closes the result. */
function jsonOf({ response, result, query }: Executed, requestId: string, ending: string): string {
  if (response) return `${response.representation}${ending}`;
  const errors = result.errors?.map((error) => presentError(error, requestId, query.prepared.fields));
  return `${JSON.stringify({ ...(errors && { errors }), data: result.data }).slice(0, -1)}${ending}`;
}
