import { Fault, toFault } from '../../core/faults.ts';
import type { ResponseParts } from '../../rest/kernel/fault-response.ts';
import type { Ctx } from '../http/middleware.ts';
import type { Services } from '../http/services.ts';
import type { GroupUse, Key } from '../keys/keys.ts';
import type { CachedResponse } from '../responses/cached-responses.ts';
import { EventStream } from './event-stream.ts';
import type { Answer, Found, Watcher } from './watches.ts';

/** The answer of a response. Its id is the entity tag without what only an entity tag has. */
export const answerOf = ({ representation, freshness }: CachedResponse): Answer => ({
  id: representation.etag.slice(3, -1),
  json: representation.toString(),
  freshness,
});

export interface StreamOptions {
  /** Names the answer: streams of equal names share it. */
  readonly name: string;
  readonly first: Answer;
  readonly price: number;
  readonly uses: readonly GroupUse[];
  /** The name of the events of answers; without one for the default. */
  readonly event?: string;
  readonly ask: Watcher['ask'];
  /** The body of a failure, as the route words it. */
  readonly wordFailure: (fault: Fault) => ResponseParts;
}

const heartbeatTicks = 15;

/**
 * Answers with server-sent events: the first answer at once, and each that differs from the one before. Each but the
 * first, which the request has paid for, is charged when it is sent; one that a limit refuses follows when the limit
 * allows. A failure is an event `failure`, which costs nothing. Throws the fault `limited` when the key has no place.
 */
export function respondStream(services: Services, ctx: Ctx, options: StreamOptions): void {
  const { streams } = services;
  const { watches } = ctx.state.backend!;
  const leavePlace = streams.enter(ctx.state.key!.id);
  if (!leavePlace) {
    const { streamsPerKey } = services.config.bounds;
    throw new Fault('limited', `This key may follow ${streamsPerKey} answers at once.`, { retryAfter: 1 });
  }
  ctx.respond = false;
  const stream = new EventStream(ctx.res, ctx.state.headers);
  const follower = new Follower(services, ctx, stream, options);
  const leave = watches.join(options.name, options.first, follower);
  stream.onClose(() => {
    leave();
    leavePlace();
  });
}

class Follower implements Watcher {
  readonly ask: Watcher['ask'];
  readonly #services: Services;
  readonly #ctx: Ctx;
  readonly #stream: EventStream;
  readonly #options: StreamOptions;
  /** What the client has: an answer's id, or the text of a failure. */
  #sent: string;
  #isPaid = true;
  #isCharging = false;
  #ticks = 0;
  #isEnded = false;

  constructor(services: Services, ctx: Ctx, stream: EventStream, options: StreamOptions) {
    this.#services = services;
    this.#ctx = ctx;
    this.#stream = stream;
    this.#options = options;
    this.ask = options.ask;
    this.#sent = ctx.get('last-event-id');
  }

  follow(found: Found): void {
    if (this.#isEnded) return;
    this.#ticks += 1;
    const key = this.#authenticKey();
    if (!key) {
      this.#sendFailure(new Fault('unauthenticated', 'The key of this stream is no longer valid.'));
      this.end();
      return;
    }
    if (this.#ticks % heartbeatTicks === 0) this.#stream.beat();
    if (this.#isCharging || !this.#stream.isRead) return;
    if ('failure' in found) this.#sendFailure(found.failure);
    else if (found.answer.id !== this.#sent) void this.#sendAnswer(found.answer, key);
    else this.#isPaid = false;
  }

  end(): void {
    this.#isEnded = true;
    this.#stream.end();
  }

  /** The key may be revoked or expire while the stream is open. */
  #authenticKey(): Key | undefined {
    const { authenticator, acceptsRawKey } = this.#services;
    const { req, state } = this.#ctx;
    return authenticator.identify(req, state.address, acceptsRawKey(req.url!));
  }

  #sendFailure(failure: unknown): void {
    const { body } = this.#options.wordFailure(toFault(failure));
    if (body === this.#sent) return;
    this.#sent = body;
    this.#stream.send({ event: 'failure', data: body });
  }

  async #sendAnswer({ id, json }: Answer, key: Key): Promise<void> {
    const { limiter, keyring } = this.#services;
    const { price, uses, event } = this.#options;
    if (!this.#isPaid) {
      this.#isCharging = true;
      const decision = await limiter.charge(key.id, key, price);
      this.#isCharging = false;
      if (!decision.accepted || this.#isEnded) return;
      keyring.count(key, uses);
    }
    this.#isPaid = false;
    this.#sent = id;
    this.#stream.send({ ...(event && { event }), id, data: json });
  }
}
