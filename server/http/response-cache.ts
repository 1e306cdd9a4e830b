import type { IncomingMessage, ServerResponse } from 'node:http';
import { LRUCache } from 'lru-cache';
import type { MaybePromise } from '../../core/maybe-promise.ts';
import { acceptsRawKey } from '../../rest/index.ts';
import type { CompiledRoute, ListedRoute } from '../../rest/kernel/compile.ts';
import type { ResponseParts } from '../../rest/kernel/fault-response.ts';
import { methodOf } from '../../rest/kernel/route.ts';
import { maxGraphqlBytes } from '../graphql/yoga.ts';
import { type Key, permits, permitsAll } from '../keys/keys.ts';
import { addRateHeaders, type Decision } from '../limits/limiter.ts';
import type { Answered } from '../observability/observer.ts';
import type { Service } from '../service.ts';
import { clientAddressOf, requestIdOf, traceParentOf } from './authenticate.ts';
import { type Body, readBody } from './body.ts';
import type { CachedResponse } from './cached-responses.ts';
import { answerGraphql, answerRoute, sendFault } from './handlers.ts';
import { commonHeaders } from './headers.ts';
import type { RequestContext } from './request-context.ts';
import { writeAnswer, writeRepresentation } from './write-response.ts';

/**
 * The short way of what is asked most: answers that were given before, routes without parameters in their path, and
 * plain queries. The same steps as everywhere, without a framework around them. Whatever is refused, odd or unknown
 * goes on to the app before anything was charged or written, so that refusals are worded in one place.
 */
export interface Lane {
  /** Answers, or hands the request on. */
  answer(request: IncomingMessage, response: ServerResponse): void;
  /** Remembers under which key the answer to a target (path and query, as sent) is kept. */
  remember(target: string, key: string): void;
}

type Handler = (request: IncomingMessage, response: ServerResponse) => void;

interface Caller {
  readonly key: Key;
  readonly address: string;
}

interface Arrived {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

type Told = Pick<Answered, 'requestId' | 'route' | 'durationMs'>;

/** What has to be looked up: what it costs, and how it is answered. */
interface Question {
  readonly requestId: string;
  readonly price: number;
  /** Of its answer: names and values in turn. */
  readonly headers: readonly string[];
  readonly route: string;
  readonly answer: (call: RequestContext) => MaybePromise<void>;
}

/** A kept answer that the caller may have, and when that was found (milliseconds). */
interface Found {
  readonly answer: CachedResponse;
  readonly now: number;
}

const rememberedTargets = 20_000;
const longestTarget = 512;

/** Bodies of queries that are looked up as they are; longer ones are rare, and cost more to compare than to read. */
const longestQuery = 4_096;

export function createLane(service: Service, next: Handler): Lane {
  const { rendered, gate, clock, config, observer } = service;
  const targets = new LRUCache<string, string>({ max: rememberedTargets });
  const plainRoutes = new Map(
    service.routes.filter(isPlainRoute).map((listed) => [listed.route.path, listed] as const),
  );

  const routeOf = (target: string): ListedRoute | undefined => {
    const end = target.indexOf('?');
    return plainRoutes.get(end < 0 ? target : target.slice(0, end));
  };

  function callerOf(request: IncomingMessage): Caller | undefined {
    const address = clientAddressOf(request, config.trustedProxies);
    const key = gate.identify(request, address, takesRawKey(request.url!));
    return key && { key, address };
  }

  function find(key: string, { key: caller }: Caller): Found | undefined {
    const now = clock.now();
    const answer = rendered.get(key, now);
    return answer && permitsAll(caller, answer.permissions) ? { answer, now } : undefined;
  }

  /** Charges, and goes on; a refused call costs nothing: the app asks again, and finds the words. */
  function charge(
    arrived: Arrived,
    { key }: Caller,
    price: number,
    goOn: (decision: Decision) => void,
  ): void {
    const decide = (decision: Decision) =>
      decision.accepted ? goOn(decision) : next(arrived.request, arrived.response);
    const decision = gate.charge(key, price);
    if (decision instanceof Promise) decision.then(decide, () => next(arrived.request, arrived.response));
    else decide(decision);
  }

  function tell({ request, response }: Arrived, { key, address }: Caller, told: Told): void {
    const { requestId, route, durationMs } = told;
    observer.answered({
      ...{ requestId, route, durationMs, address },
      method: request.method!,
      status: response.statusCode,
      keyId: key.id,
      trace: traceParentOf(request),
    });
  }

  function give(arrived: Arrived, caller: Caller, { answer, now }: Found): void {
    charge(arrived, caller, answer.price, (decision) => {
      gate.count(caller.key, answer.uses, now);
      const requestId = requestIdOf(arrived.request);
      const headers = headersOf(requestId, decision, caller.key);
      answer.freshness.addHeaders(headers, now, true);
      if (answer.route === '/graphql') headers.push('X-Query-Cost', String(answer.price));
      writeRepresentation(arrived.request, arrived.response, answer.representation, headers);
      tell(arrived, caller, { requestId, route: answer.route, durationMs: 0 });
    });
  }

  /** Charges and answers what has to be looked up. */
  function run(
    arrived: Arrived,
    caller: Caller,
    { requestId, price, headers, route, answer }: Question,
  ): void {
    const { request, response } = arrived;
    const startedAt = clock.now();
    charge(arrived, caller, price, (decision) => {
      const all = [...headersOf(requestId, decision, caller.key), ...headers];
      const send = (sent: ResponseParts) => writeAnswer(request, response, all, sent);
      const call: RequestContext = {
        request,
        response,
        requestId,
        key: caller.key,
        headers: all,
        send,
        take() {},
      };
      const end = () =>
        tell(arrived, caller, { requestId, route, durationMs: Math.round(clock.now() - startedAt) });
      const fail = (error: unknown) => {
        sendFault(service, call, route === '/graphql', error);
        end();
      };
      try {
        const answered = answer(call);
        if (answered) answered.then(end, fail);
        else end();
      } catch (error) {
        fail(error);
      }
    });
  }

  function answerGet(arrived: Arrived): void {
    const { request, response } = arrived;
    const target = request.url!;
    const key = targets.get(target);
    const route = routeOf(target);
    const caller = key === undefined && !route ? undefined : callerOf(request);
    const found = caller && key !== undefined ? find(key, caller) : undefined;
    if (found) give(arrived, caller!, found);
    else if (caller && route) answerPlainRoute(arrived, caller, route.compiled());
    else next(request, response);
  }

  function answerPlainRoute(arrived: Arrived, caller: Caller, compiled: CompiledRoute): void {
    const { request, response } = arrived;
    if (permits(caller.key, compiled.lookup.permission)) {
      const parameters = { path: {}, query: queryOf(request.url!) };
      run(arrived, caller, {
        ...{ requestId: requestIdOf(request), price: 1, headers: [], route: compiled.route.path },
        answer: (call) => answerRoute(service, call, compiled, parameters),
      });
    } else next(request, response);
  }

  function answerPost(arrived: Arrived): void {
    // Auth comes before the body: nobody's is read but a known caller's.
    const caller = callerOf(arrived.request);
    if (caller) readBody(arrived.request, maxGraphqlBytes, (body) => answerQuery(arrived, caller, body));
    else next(arrived.request, arrived.response);
  }

  function answerQuery(arrived: Arrived, caller: Caller, body: Body): void {
    // Nobody is left to be answered.
    if ('failure' in body) return;
    const key = body.text === undefined ? undefined : queryKey(body.text);
    const found = key === undefined ? undefined : find(key, caller);
    if (found) give(arrived, caller, found);
    else if (body.text === undefined) next(arrived.request, arrived.response);
    else answerPlainQuery(arrived, caller, body.text, key);
  }

  function answerPlainQuery(arrived: Arrived, caller: Caller, body: string, key: string | undefined): void {
    const { request, response } = arrived;
    const requestId = requestIdOf(request);
    const opened = service.graphql.open({
      ...{ method: 'POST', url: graphqlUrl, headers: plainHeaders, body, requestId },
      isPlain: true,
    });
    const { price } = opened;
    if (opened.prepared && opened.isPlain && price <= caller.key.perMinute) {
      run(arrived, caller, {
        ...{ requestId, price, headers: ['X-Query-Cost', String(price)], route: '/graphql' },
        answer: (call) => answerGraphql(service, call, opened, key),
      });
    } else next(request, response);
  }

  return {
    remember(target, key) {
      if (target.length <= longestTarget) targets.set(target, key);
    },
    answer(request, response) {
      const { method } = request;
      const arrived = { request, response };
      if (method === 'GET' || method === 'HEAD') answerGet(arrived);
      else if (method === 'POST' && request.url === '/graphql' && isPlainQuery(request)) answerPost(arrived);
      else next(request, response);
    },
  };
}

const graphqlUrl = new URL('http://localhost/graphql');
/** As good as any of those that `isPlainQuery` takes. */
const plainHeaders = { 'content-type': 'application/json' };

/** A route whose path says which it is, without a look at its parts. */
const isPlainRoute = ({ route }: ListedRoute): boolean =>
  !route.path.includes('{') && methodOf(route) === 'GET';

const queryOf = (target: string): string => {
  const start = target.indexOf('?');
  return start < 0 ? '' : target.slice(start + 1);
};

/** What every answer to a known caller carries. */
function headersOf(requestId: string, decision: Decision, key: Key): string[] {
  const headers = commonHeaders(requestId);
  addRateHeaders(headers, decision, key);
  return headers;
}

/** Contract 5.5: the raw key is accepted beside `Bearer` in this group alone. */
export const takesRawKey = acceptsRawKey;

/**
 * The key of a query's kept answer: the body as it is. One that begins with anything but an object is for the app to
 * judge, and never taken for the key of another answer.
 */
export const queryKey = (body: string): string | undefined =>
  body.startsWith('{') && body.length <= longestQuery ? body : undefined;

/** A query as nearly all clients send it: JSON both ways. */
export function isPlainQuery({ headers }: IncomingMessage): boolean {
  const { accept, 'content-type': type, 'content-encoding': encoding } = headers;
  return (
    encoding === undefined &&
    (type === 'application/json' || type === 'application/json; charset=utf-8') &&
    (accept === undefined || accept === '*/*' || accept === 'application/json')
  );
}
