import type { IncomingMessage, ServerResponse } from 'node:http';
import { Fault, toFault } from '../../core/faults.ts';
import type { ResponseParts } from '../../rest/kernel/fault-response.ts';
import type { Authenticator } from '../keys/authenticator.ts';
import type { Keyring } from '../keys/keyring.ts';
import type { GroupUse, Key } from '../keys/keys.ts';
import type { HeapGuard } from '../limits/heap.ts';
import type { KeyPlaces } from '../limits/key-places.ts';
import { type Limiter, overLimit } from '../limits/limiter.ts';
import type { CachedResponse } from '../responses/cached-responses.ts';
import type { UnreadResponses } from '../transfers/unread-responses.ts';
import { EventStream, mostEventBytes } from './event-stream.ts';
import type { Subscription, WatchedBody, Watches } from './watches.ts';

export interface SubscriptionServices {
  readonly subscriptions: KeyPlaces;
  readonly authenticator: Authenticator;
  readonly limiter: Limiter;
  readonly keyring: Keyring;
  readonly unread: UnreadResponses;
  readonly heap: Pick<HeapGuard, 'admit'>;
}

/** The request that opens a subscription. */
export interface SubscriptionRequest {
  readonly req: IncomingMessage;
  readonly res: ServerResponse;
  readonly keyId: string;
  readonly address: string;
  /** Of the response, names and values in turn. */
  readonly headers: readonly string[];
  readonly watches: Watches;
}

export interface SubscriptionOptions {
  /** Names the watch: subscriptions of equal names share it. */
  readonly name: string;
  readonly first: WatchedBody;
  readonly price: number;
  readonly uses: readonly GroupUse[];
  /** The name of the events of bodies; without one for the default. */
  readonly event?: string;
  /** The body from the cache. Throws the fault `invalid`. */
  readonly cached: () => WatchedBody | undefined;
  /** Loads the body. Rejects with a Fault. */
  readonly load: (signal: AbortSignal) => Promise<WatchedBody>;
  /** The body of a failure, as the route words it. */
  readonly wordFailure: (fault: Fault) => ResponseParts;
}

/** Throws the fault `invalid` for a body that is too large to be sent as an event. */
export function refuseLarge(bytes: number): void {
  if (bytes <= mostEventBytes) return;
  throw new Fault(
    'invalid',
    `An answer by stream may have ${mostEventBytes} bytes, and this one has ${bytes}: choose fewer members, or ask without a stream.`,
  );
}

/** The body of a response. Its id is the entity tag without what only an entity tag has. Throws the fault `invalid`. */
export function watchedBodyOf({ representation, freshness }: CachedResponse): WatchedBody {
  refuseLarge(representation.byteLength);
  return { id: representation.etag.slice(3, -1), json: representation.toString(), freshness };
}

const heartbeatTicks = 15;
/** An hour. A client that still follows opens another stream, which is charged. */
const mostTicks = 3_600;

/**
 * Responds with server-sent events: the first body at once, and each that differs from the one before. A load that no
 * cache serves costs a lookup, which the subscriptions of a watch pay in turn; a body that is sent costs the price, less what the
 * subscription has paid for its load. A minute that is used up ends the subscription with an event `failure`. What else cannot be
 * sent is left out, and the latest body follows. A failure is an event `failure` as well. Throws the fault `limited` when the key has
 * no place, and `overloaded` when the process has no memory.
 */
export function respondSubscription(
  services: SubscriptionServices,
  request: SubscriptionRequest,
  options: SubscriptionOptions,
): void {
  services.heap.admit();
  const leavePlace = services.subscriptions.enter(request.keyId);
  const stream = new EventStream(request.res, request.headers, (bytes) =>
    services.unread.hold(request.keyId, bytes),
  );
  const subscription = openSubscription(services, request, options, stream);
  const leaveWatch = request.watches.join(options.name, options.first, subscription);
  stream.onClose(() => {
    leaveWatch();
    leavePlace();
  });
}

function openSubscription(
  { authenticator, limiter, keyring }: SubscriptionServices,
  { req, address }: SubscriptionRequest,
  { cached, load, price, uses, event, wordFailure }: SubscriptionOptions,
  stream: EventStream,
): Subscription {
  /** The id of the body that the client has, or the text of the failure. */
  let sent = req.headers['last-event-id'];
  /** Lookups that are paid for the next body; the request has paid for the first. */
  let paid = price;
  let isBehind = false;
  let isCharging = false;
  let isEnded = false;
  let ticks = 0;

  function sendFailure(failure: unknown): void {
    const { body } = wordFailure(toFault(failure));
    if (body === sent) return;
    sent = body;
    stream.send({ event: 'failure', data: body });
  }

  function end(): void {
    isEnded = true;
    stream.end();
  }

  function endWith(fault: Fault): void {
    sendFailure(fault);
    end();
  }

  /** The key, unless it was revoked or has expired while the stream is open. */
  function identify(): Key | undefined {
    const key = authenticator.identify(req, address);
    if (!key) endWith(new Fault('unauthenticated', 'The key of this stream is no longer valid.'));
    return key;
  }

  async function charge(key: Key, lookups: number): Promise<boolean> {
    if (lookups === 0) return true;
    isCharging = true;
    const decision = await limiter.charge(key.id, key, lookups);
    isCharging = false;
    if (isEnded) return false;
    if (decision.accepted) keyring.count(key, lookups === price ? uses : partOf(uses, lookups));
    else if (decision.refusedBy === 'minute') endWith(overLimit(key, decision));
    return decision.accepted;
  }

  async function sendBody({ id, json }: WatchedBody, key: Key): Promise<void> {
    isBehind = true;
    if (!(await charge(key, price - paid))) return;
    paid = price;
    if (!stream.send({ ...(event && { event }), id, data: json })) return;
    paid = 0;
    sent = id;
    isBehind = false;
  }

  return {
    end,
    async load(signal) {
      const body = cached();
      if (body) return body;
      const key = identify();
      if (!key || !(await charge(key, 1))) return undefined;
      paid = 1;
      return load(signal);
    },
    receive(loaded) {
      if (isEnded) return;
      const key = identify();
      if (!key) return;
      if (isCharging || !stream.isRead) isBehind = true;
      else if ('body' in loaded && loaded.body.id !== sent) void sendBody(loaded.body, key);
      else {
        if ('failure' in loaded) sendFailure(loaded.failure);
        paid = 0;
        isBehind = false;
      }
    },
    tick() {
      ticks += 1;
      if (isEnded || !identify()) return false;
      if (ticks >= mostTicks) end();
      else if (ticks % heartbeatTicks === 0) stream.beat();
      return isBehind && !isCharging && !isEnded && stream.isRead;
    },
  };
}

/** The first of the lookups of a price that is paid in parts, or those behind it. */
const partOf = ([first, ...others]: readonly GroupUse[], lookups: number): readonly GroupUse[] =>
  first === undefined
    ? []
    : lookups === 1
      ? [{ ...first, lookups }]
      : [{ ...first, lookups: first.lookups - 1 }, ...others];
