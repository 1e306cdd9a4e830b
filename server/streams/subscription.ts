import type { IncomingMessage, ServerResponse } from 'node:http';
import { Fault, toFault } from '../../core/faults.ts';
import type { ResponseParts } from '../../rest/kernel/fault-response.ts';
import type { Authenticator } from '../keys/authenticator.ts';
import type { Keyring } from '../keys/keyring.ts';
import type { GroupUse, Key } from '../keys/keys.ts';
import type { KeyPlaces } from '../limits/key-places.ts';
import type { Limiter } from '../limits/limiter.ts';
import type { CachedResponse } from '../responses/cached-responses.ts';
import { EventStream } from './event-stream.ts';
import type { Subscription, WatchedBody, Watches } from './watches.ts';

export interface SubscriptionServices {
  readonly subscriptions: KeyPlaces;
  readonly authenticator: Authenticator;
  readonly limiter: Limiter;
  readonly keyring: Keyring;
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
  readonly load: Subscription['load'];
  /** The body of a failure, as the route words it. */
  readonly wordFailure: (fault: Fault) => ResponseParts;
}

/** The body of a response. Its id is the entity tag without what only an entity tag has. */
export const watchedBodyOf = ({ representation, freshness }: CachedResponse): WatchedBody => ({
  id: representation.etag.slice(3, -1),
  json: representation.toString(),
  freshness,
});

const heartbeatTicks = 15;

/**
 * Responds with server-sent events: the first body at once, and each that differs from the one before. Each but the
 * first, which the request has paid for, is charged when it is sent; one that a limit refuses follows when the limit
 * allows. A failure is an event `failure`, which costs nothing. Throws the fault `limited` when the key has no place.
 */
export function respondSubscription(
  services: SubscriptionServices,
  request: SubscriptionRequest,
  options: SubscriptionOptions,
): void {
  const leavePlace = services.subscriptions.enter(request.keyId);
  const stream = new EventStream(request.res, request.headers);
  const leaveWatch = request.watches.join(
    options.name,
    options.first,
    openSubscription(services, request, options, stream),
  );
  stream.onClose(() => {
    leaveWatch();
    leavePlace();
  });
}

function openSubscription(
  { authenticator, limiter, keyring }: SubscriptionServices,
  { req, address }: SubscriptionRequest,
  { load, price, uses, event, wordFailure }: SubscriptionOptions,
  stream: EventStream,
): Subscription {
  /** The id of the body that the client has, or the text of the failure. */
  let sent = req.headers['last-event-id'];
  let isPaid = true;
  let isCharging = false;
  let isEnded = false;
  let ticks = 0;

  function sendFailure(failure: unknown): void {
    const { body } = wordFailure(toFault(failure));
    if (body === sent) return;
    sent = body;
    stream.send({ event: 'failure', data: body });
  }

  async function sendBody({ id, json }: WatchedBody, key: Key): Promise<void> {
    if (!isPaid) {
      isCharging = true;
      const decision = await limiter.charge(key.id, key, price);
      isCharging = false;
      if (!decision.accepted || isEnded) return;
      keyring.count(key, uses);
    }
    isPaid = false;
    sent = id;
    stream.send({ ...(event && { event }), id, data: json });
  }

  function end(): void {
    isEnded = true;
    stream.end();
  }

  return {
    load,
    end,
    receive(loaded) {
      if (isEnded) return;
      ticks += 1;
      // The key may be revoked or expire while the stream is open.
      const key = authenticator.identify(req, address);
      if (!key) {
        sendFailure(new Fault('unauthenticated', 'The key of this stream is no longer valid.'));
        end();
        return;
      }
      if (ticks % heartbeatTicks === 0) stream.beat();
      if (isCharging || !stream.isRead) return;
      if ('failure' in loaded) sendFailure(loaded.failure);
      else if (loaded.body.id !== sent) void sendBody(loaded.body, key);
      else isPaid = false;
    },
  };
}
