import type { IncomingMessage, ServerResponse } from 'node:http';
import { LRUCache } from 'lru-cache';
import { bodyOf } from './body.ts';
import { maxGraphqlBytes } from './graphql.ts';
import { type Key, permits } from './keys.ts';
import { type Decision, rateHeaders } from './limits.ts';
import { clientAddressOf, requestIdOf } from './pipeline.ts';
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

const rememberedTargets = 20_000;
const longestTarget = 512;

/** Bodies of queries that are looked up as they are; longer ones are rare, and cost more to compare than to read. */
const longestQuery = 4_096;

export function createLane(service: Service, next: Handler): Lane {
  const { rendered, gate, clock, config } = service;
  const targets = new LRUCache<string, string>({ max: rememberedTargets });

  function callerOf(request: IncomingMessage): { readonly key: Key; readonly address: string } | undefined {
    const address = clientAddressOf(request, config.trustedProxies);
    const key = gate.find(request, address, rawKeyPath.test(request.url!));
    return key && { key, address };
  }

  function give(
    request: IncomingMessage,
    response: ServerResponse,
    answer: Rendered,
    caller: { readonly key: Key; readonly address: string },
  ): void {
    const finish = (decision: Decision) => {
      if (!decision.accepted) return next(request, response);
      const requestId = requestIdOf(request);
      const headers = ['X-Request-Id', requestId, 'X-Content-Type-Options', 'nosniff'];
      for (const header of rateHeaders(decision, caller.key)) headers.push(...header);
      headers.push(...answer.freshness.headers(clock.now(), true));
      if (answer.route === '/graphql') headers.push('X-Query-Cost', String(answer.price));
      writeRepresentation(request, response, answer.representation, headers);
      service.observer.answered({
        requestId,
        method: request.method!,
        route: answer.route,
        status: response.statusCode,
        durationMs: 0,
        keyId: caller.key.id,
        address: caller.address,
      });
    };
    const decision = gate.charge(caller.key, answer.price);
    if (decision instanceof Promise) decision.then(finish, () => next(request, response));
    else finish(decision);
  }

  function find(key: string | undefined, caller: Key): Rendered | undefined {
    const answer = key === undefined ? undefined : rendered.get(key);
    return answer?.permissions.every((permission) => permits(caller, permission)) ? answer : undefined;
  }

  function answerGet(request: IncomingMessage, response: ServerResponse): void {
    const key = targets.get(request.url!);
    const caller = key === undefined ? undefined : callerOf(request);
    const answer = caller && find(key, caller.key);
    if (answer) give(request, response, answer, caller);
    else next(request, response);
  }

  async function answerPost(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const caller = callerOf(request);
    // Auth comes before the body: nobody's is read but a known caller's.
    const body = caller && (await bodyOf(request, maxGraphqlBytes).catch(() => undefined));
    const isShort = body !== undefined && body.length <= longestQuery;
    const answer = caller && isShort ? find(queryKey(body), caller.key) : undefined;
    if (answer) give(request, response, answer, caller!);
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
export const rawKeyPath = /^\/api\/arenagame\//;

/** The key of a query's kept answer. */
export const queryKey = (body: string): string => `POST ${body}`;

/** A query as nearly all clients send it: JSON both ways. */
export function isPlainQuery({ headers }: IncomingMessage): boolean {
  const { accept, 'content-type': type, 'content-encoding': encoding } = headers;
  return (
    encoding === undefined &&
    (type === 'application/json' || type === 'application/json; charset=utf-8') &&
    (accept === undefined || accept === '*/*' || accept === 'application/json')
  );
}
