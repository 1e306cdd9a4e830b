import type { Dispatcher } from 'undici';
import { type Clock, IdleTimer } from '../../../core/clock.ts';
import type { Cancellation, CancellationListener } from '../cancellation.ts';
import { type Decoding, decodingOf, refuseTooLarge } from './content-coding.ts';
import { Exchange, over, silenceMs } from './exchange.ts';
import { type Hop, type HopHead, passedOverBytes } from './hop.ts';

/** What a hop was answered with, all of it; nothing of the body where it leads elsewhere. */
export interface WholeAnswer extends HopHead {
  readonly body: Buffer;
  /** What the body is to be decoded by, if need be. */
  readonly decoding: Decoding | undefined;
}

type Dispatch = (hop: Hop, handler: Dispatcher.DispatchHandler) => void;

/** An exchange whose bodies are taken as a whole: they are many and small, and a stream for each would be dear. */
export class WholeExchange extends Exchange implements CancellationListener {
  readonly #maxBytes: number;
  /** One for each hop. */
  readonly #replies: Reply[] = [];
  readonly #quiet: IdleTimer;

  constructor(clock: Clock, wish: Cancellation, maxBytes: number) {
    super(wish);
    this.#maxBytes = maxBytes;
    this.#quiet = new IdleTimer(clock, silenceMs, () => this.#fallSilent());
    wish.listen(this);
  }

  /** Asks for one hop; `leadsOn` says whether an answer is only a way to another one. */
  async ask(dispatch: Dispatch, hop: Hop, leadsOn: (head: HopHead) => boolean): Promise<WholeAnswer> {
    try {
      this.wish.throwIfCancelled();
      this.hear();
      return await new Promise<WholeAnswer>((resolve, reject) => {
        const reply = new Reply(this, hop, leadsOn, this.#maxBytes, resolve, reject);
        this.#replies.push(reply);
        dispatch(hop, reply);
      });
    } catch (error) {
      throw this.fault(error);
    }
  }

  /** The body, decoded. What comes of it is counted, so that a bomb takes no more than is allowed. */
  async decode({ body, decoding }: WholeAnswer): Promise<Buffer> {
    if (!decoding) return body;
    try {
      return await decoding.whole(body, { maxOutputLength: this.#maxBytes });
    } catch (error) {
      const { code } = error as { readonly code?: unknown };
      throw code === 'ERR_BUFFER_TOO_LARGE' ? this.tooLarge() : this.fault(error);
    }
  }

  /** A sign of life. */
  hear(): void {
    this.#quiet.touch();
  }

  /** Lets go of whatever has not been read. */
  end(): void {
    this.#quiet.end();
    for (const reply of this.#replies) reply.letGo();
  }

  onCancel(reason: Error): void {
    this.#fail(reason);
  }

  #fail(reason: unknown): void {
    for (const reply of this.#replies) reply.fail(reason);
  }

  #fallSilent(): void {
    this.isSilent = true;
    this.#fail(new Error('The upstream is silent.'));
  }
}

/** Gathers the answer of one hop. */
class Reply implements Dispatcher.DispatchHandler {
  readonly #exchange: WholeExchange;
  readonly #hop: Hop;
  readonly #leadsOn: (head: HopHead) => boolean;
  readonly #resolve: (answer: WholeAnswer) => void;
  readonly #reject: (reason: unknown) => void;
  readonly #parts: Buffer[] = [];
  #maxBytes: number;
  #takenBytes = 0;
  #head: HopHead | undefined;
  #decoding: Decoding | undefined;
  #controller: Dispatcher.DispatchController | undefined;
  #state: 'open' | 'passedOver' | 'ended' = 'open';

  constructor(
    exchange: WholeExchange,
    hop: Hop,
    leadsOn: (head: HopHead) => boolean,
    maxBytes: number,
    resolve: (answer: WholeAnswer) => void,
    reject: (reason: unknown) => void,
  ) {
    this.#exchange = exchange;
    this.#hop = hop;
    this.#leadsOn = leadsOn;
    this.#maxBytes = maxBytes;
    this.#resolve = resolve;
    this.#reject = reject;
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
    // It was given up while it waited for a connection.
    if (this.#state === 'ended') controller.abort(over);
  }

  onResponseStart(
    _controller: Dispatcher.DispatchController,
    statusCode: number,
    headers: HopHead['headers'],
  ): void {
    const isInformational = statusCode < 200;
    if (isInformational || this.#state !== 'open') return;
    this.#exchange.hear();
    this.#exchange.answered = true;
    this.#head = { statusCode, headers };
    try {
      if (this.#leadsOn(this.#head)) {
        this.#state = 'passedOver';
        this.#maxBytes = passedOverBytes;
        this.#answer([]);
        return;
      }
      this.#decoding = decodingOf(this.#hop, this.#head, this.#exchange);
      refuseTooLarge(this.#hop, this.#head, this.#exchange, this.#maxBytes);
    } catch (error) {
      this.fail(error);
    }
  }

  onResponseData(controller: Dispatcher.DispatchController, part: Buffer): void {
    this.#takenBytes += part.length;
    const isTooMuch = this.#takenBytes > this.#maxBytes;
    if (this.#state === 'passedOver' && isTooMuch) controller.abort(over);
    if (this.#state !== 'open') return;
    this.#exchange.hear();
    if (isTooMuch) this.fail(this.#exchange.tooLarge());
    else this.#parts.push(part);
  }

  onResponseEnd(): void {
    const isWanted = this.#state === 'open';
    this.#state = 'ended';
    if (isWanted) this.#answer(this.#parts);
  }

  #answer(parts: readonly Buffer[]): void {
    const body = parts.length === 1 ? parts[0]! : Buffer.concat(parts);
    this.#resolve({ ...this.#head!, body, decoding: this.#decoding });
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    this.fail(error);
  }

  fail(reason: unknown): void {
    if (this.#state !== 'open') return;
    this.#state = 'ended';
    this.#reject(reason);
    this.#controller?.abort(over);
  }

  /** Whatever of it has not come is not waited for. */
  letGo(): void {
    if (this.#state === 'open' || this.#state === 'passedOver') this.#controller?.abort(over);
  }
}
