import type { IncomingMessage, ServerResponse } from 'node:http';
import { LRUCache } from 'lru-cache';
import { type Body, readBody } from './body.ts';
import { maxGraphqlBytes } from './graphql.ts';
import { commonHeaders } from './headers.ts';
import { type Key, permits } from './keys.ts';
import { addRateHeaders, type Decision } from './limits.ts';
import { clientAddressOf, requestIdOf, traceParentOf } from './pipeline.ts';
import type { Rendered } from './rendered.ts';
import { writeRepresentation } from './respond.ts';
import type { Service } from './service.ts';

/**
 * The shortest way to an answer that was given before: the same steps as everywhere, without a framework around them.
 * Whatever is refused, unknown or out of date goes on to the app before anything was charged or written, so that
 * refusals are worded in one place.
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

/** A kept answer that the caller may have, and when that was found (milliseconds). */
interface Found {
  readonly answer: Rendered;
  readonly now: number;
}

const rememberedTargets = 20_000;
const longestTarget = 512;

/** Bodies of queries that are looked up as they are; longer ones are rare, and cost more to compare than to read. */
const longestQuery = 4_096;

export function createLane(service: Service, next: Handler): Lane {
  const { rendered, gate, clock, config, observer } = service;
  const targets = new LRUCache<string, string>({ max: rememberedTargets });

  function callerOf(request: IncomingMessage): Caller | undefined {
    const address = clientAddressOf(request, config.trustedProxies);
    const key = gate.find(request, address, takesRawKey(request.url!));
    return key && { key, address };
  }

  function find(key: string, { key: caller }: Caller): Found | undefined {
    const now = clock.now();
    const answer = rendered.get(key, now);
    if (!answer?.permissions.every((permission) => permits(caller, permission))) return undefined;
    return { answer, now };
  }

  function give(request: IncomingMessage, response: ServerResponse, found: Found, caller: Caller): void {
    const decision = gate.charge(caller.key, found.answer.price);
    if (decision instanceof Promise) {
      decision.then(
        (decided) => finish(request, response, found, caller, decided),
        () => next(request, response),
      );
    } else finish(request, response, found, caller, decision);
  }

  function finish(
    request: IncomingMessage,
    response: ServerResponse,
    { answer, now }: Found,
    { key, address }: Caller,
    decision: Decision,
  ): void {
    if (!decision.accepted) {
      // Refused calls cost nothing: the app asks again, and finds the words.
      next(request, response);
      return;
    }
    gate.count(key, answer.uses, now);
    const requestId = requestIdOf(request);
    const headers = commonHeaders(requestId);
    addRateHeaders(headers, decision, key);
    answer.freshness.addHeaders(headers, now, true);
    if (answer.route === '/graphql') headers.push('X-Query-Cost', String(answer.price));
    writeRepresentation(request, response, answer.representation, headers);
    observer.answered({
      requestId,
      method: request.method!,
      route: answer.route,
      status: response.statusCode,
      durationMs: 0,
      keyId: key.id,
      address,
      trace: traceParentOf(request),
    });
  }

  function answerGet(request: IncomingMessage, response: ServerResponse): void {
    const key = targets.get(request.url!);
    const caller = key === undefined ? undefined : callerOf(request);
    const found = caller && find(key!, caller);
    if (found) give(request, response, found, caller);
    else next(request, response);
  }

  function answerPost(request: IncomingMessage, response: ServerResponse): void {
    // Auth comes before the body: nobody's is read but a known caller's.
    const caller = callerOf(request);
    if (caller) {
      readBody(request, maxGraphqlBytes, (body) => answerQuery(request, response, caller, body));
    } else next(request, response);
  }

  function answerQuery(request: IncomingMessage, response: ServerResponse, caller: Caller, body: Body): void {
    // Nobody is left to be answered.
    if ('failure' in body) return;
    const key = body.text === undefined ? undefined : queryKey(body.text);
    const found = key === undefined ? undefined : find(key, caller);
    if (found) give(request, response, found, caller);
    else next(request, response);
  }

  return {
    remember(target, key) {
      if (target.length <= longestTarget) targets.set(target, key);
    },
    answer(request, response) {
      const { method } = request;
      if (method === 'GET' || method === 'HEAD') answerGet(request, response);
      else if (method === 'POST' && request.url === '/graphql' && isPlainQuery(request)) {
        answerPost(request, response);
      } else next(request, response);
    },
  };
}

/** Contract 5.5: the raw key is accepted beside `Bearer` in this group alone. */
export const takesRawKey = (path: string): boolean => path.startsWith('/api/arenagame/');

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
