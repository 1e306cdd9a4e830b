import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Clock } from '../../core/clock.ts';
import { mapMaybe } from '../../core/maybe-promise.ts';
import type { Preparer } from '../../schema/kernel/prepare.ts';
import type { Backend } from '../backends/backend.ts';
import type { Config } from '../config/config.ts';
import {
  isGraphqlTarget,
  isPlainRequest,
  maxGraphqlBytes,
  queryCacheKey,
  readPlainQuery,
} from '../graphql/graphql-request.ts';
import type { Authenticator } from '../keys/authenticator.ts';
import type { Keyring } from '../keys/keyring.ts';
import { type Key, permitsAll } from '../keys/keys.ts';
import { costEnding } from '../limits/cost.ts';
import { type Decision, type Limiter, limitsOf } from '../limits/limiter.ts';
import { addRateHeaders } from '../limits/rate-headers.ts';
import type { Observer } from '../observability/observer.ts';
import { traceParentOf } from '../observability/trace-parent.ts';
import type { CachedResponse } from '../responses/cached-responses.ts';
import { contentTypeFor } from '../responses/media-type.ts';
import { jsonType, writeCached } from '../responses/write-response.ts';
import { wantsEvents } from '../streams/event-stream.ts';
import { type ReceivedBody, readBody } from '../transfers/body.ts';
import { clientAddressOf } from '../transfers/client-address.ts';
import type { UnreadResponses } from '../transfers/unread-responses.ts';
import { commonHeaders, requestIdOf } from './headers.ts';

export interface CacheServices {
  readonly config: Pick<Config, 'trustedProxies' | 'graphqlTrustedDocuments'>;
  readonly bounds: { readonly bodyMs: number };
  readonly clock: Clock;
  readonly observer: Observer;
  readonly upstreamBackend: Backend;
  readonly preparer: Preparer;
  readonly authenticator: Authenticator;
  readonly keyring: Keyring;
  readonly limiter: Limiter;
  readonly unread: UnreadResponses;
}

type Handler = (request: IncomingMessage, response: ServerResponse) => void;

/**
 * Serves what is cached before Koa, or declines by calling `next` before anything is charged or written. A request
 * that is refused (no key, no permission, over a limit) is declined as well, so that refusals are worded in one place.
 * So is one with a test key.
 */
export function serveCached(services: CacheServices, next: Handler): Handler {
  const { preparer, authenticator, keyring, limiter, clock, bounds, config, observer, unread } = services;
  const { responses } = services.upstreamBackend;

  /** The key of a query by its document and variables; its text is known already, so that nothing is parsed anew. */
  function keyOfQuery(body: ReceivedBody): string | undefined {
    // A text is no trusted document: it is refused even where its response is known.
    if (config.graphqlTrustedDocuments !== undefined) return undefined;
    const query = readPlainQuery(body);
    const known = query && preparer.remembered(query.query, query.operationName);
    return known && 'prepared' in known ? queryCacheKey(known.prepared, query.variables) : undefined;
  }

  function identify(request: IncomingMessage): Caller | undefined {
    const address = clientAddressOf(request, config.trustedProxies);
    const key = authenticator.identify(request, address);
    return key && { key, address };
  }

  function write(request: IncomingMessage, response: ServerResponse, cached: CachedResponse, to: Charged) {
    const { caller, decision, now, price } = to;
    const requestId = requestIdOf(request);
    const headers = commonHeaders(requestId);
    addRateHeaders(headers, decision, caller.key);
    cached.freshness.addHeaders(headers, now, true);
    const { representation, requested } = cached;
    const isQuery = cached.route === '/graphql';
    if (isQuery || requested > 0) headers.push('X-Query-Cost', String(price));
    const contentType = isQuery ? contentTypeFor(request) : jsonType;
    const ending = isQuery ? costEnding({ requested, used: price, status: decision }) : undefined;
    const written = writeCached(request, response, representation, headers, contentType, ending);
    // Written out: spreading two objects into one costs a fifth of the throughput (V8 11.3).
    const log = () =>
      observer.responded({
        requestId,
        method: request.method!,
        route: cached.route,
        status: response.statusCode,
        durationMs: 0,
        keyId: caller.key.id,
        address: caller.address,
        trace: traceParentOf(request),
      });
    void mapMaybe(written, log);
  }

  /** `received` is the request as it came: the target of a GET, the body of a query. */
  function serve(
    request: IncomingMessage,
    response: ServerResponse,
    received: string,
    authenticated?: Caller,
    body?: ReceivedBody,
  ) {
    const key = responses.keyOf(received) ?? (body && keyOfQuery(body));
    const now = clock.now();
    const cached = key === undefined ? undefined : responses.get(key, now);
    const caller = cached && (authenticated ?? identify(request));
    // The responses of the sandbox are cached apart.
    if (!cached || caller?.key.mode !== 'upstream' || !permitsAll(caller.key, cached.permissions))
      return next(request, response);
    const { representation } = cached;
    // A response that the client has costs nothing.
    const isHeld = representation.isHeldBy(request);
    const price = isHeld ? 0 : cached.price;
    const bytes = representation.byteLength;
    if (!unread.admits({ response, content: representation, bytes, caller: caller.key.id }))
      return next(request, response);
    const decide = (decision: Decision) => {
      if (!decision.accepted) return next(request, response);
      keyring.count(caller.key, isHeld ? [] : cached.uses, now);
      write(request, response, cached, { caller, decision, now, price });
    };
    const decision = limiter.charge(caller.key.id, limitsOf(caller.key, request), price);
    if (decision instanceof Promise) decision.then(decide, () => next(request, response));
    else decide(decision);
  }

  const bodyLimits = { maxBytes: maxGraphqlBytes, withinMs: bounds.bodyMs, clock };

  /** The body is read for an authentic request only. A body that does not arrive is charged like any refused query. */
  function serveQuery(request: IncomingMessage, response: ServerResponse) {
    const caller = identify(request);
    if (!caller) return next(request, response);
    readBody(request, bodyLimits, (body) => {
      // Text that begins otherwise could equal the target of a GET.
      if ('text' in body && body.text?.startsWith('{')) serve(request, response, body.text, caller, body);
      else next(request, response);
    });
  }

  return (request, response) => {
    const { method, url } = request;
    if (method === 'POST' && url === '/graphql' && isPlainRequest(request)) serveQuery(request, response);
    else if (isServedByTarget(request)) serve(request, response, url!);
    else next(request, response);
  };
}

/** GraphQL has no HEAD. */
const isServedByTarget = (request: IncomingMessage): boolean =>
  isGraphqlTarget(request.url!)
    ? request.method === 'GET' && isPlainRequest(request)
    : (request.method === 'GET' && !wantsEvents(request)) || request.method === 'HEAD';

interface Caller {
  readonly key: Key;
  readonly address: string;
}

interface Charged {
  readonly caller: Caller;
  readonly decision: Decision;
  /** When the cached response was found (milliseconds). */
  readonly now: number;
  /** In lookups. */
  readonly price: number;
}
