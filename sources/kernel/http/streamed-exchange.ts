import { pipeline, Readable } from 'node:stream';
import type { Dispatcher } from 'undici';
import type { Clock } from '../../../core/clock.ts';
import type { Cancellation } from '../cancellation.ts';
import { decodingOf, refuseTooLarge } from './content-coding.ts';
import { Exchange, over, silenceMs } from './exchange.ts';
import type { Hop } from './hop.ts';

/** An exchange whose body is passed on as it comes. */
export class StreamExchange extends Exchange {
  /** Rejects with the abort; undici takes no notice of its signal while a request queues or connects. */
  readonly #aborted: Promise<never>;
  readonly #clock: Clock;
  readonly #controller = new AbortController();

  constructor(clock: Clock, wish: Cancellation) {
    super(wish);
    this.#clock = clock;
    this.#aborted = new Promise((_, reject) => {
      this.signal.addEventListener('abort', () => reject(this.signal.reason), { once: true });
    });
    this.#aborted.catch(() => {});
    const onCancel = (reason: Error) => this.#controller.abort(reason);
    if (wish.reason) onCancel(wish.reason);
    else wish.listen({ onCancel });
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** The head of an answer. */
  async ask(request: Promise<Dispatcher.ResponseData>): Promise<Dispatcher.ResponseData> {
    const data = await this.#hear(Promise.race([request, this.#aborted]));
    this.answered = true;
    return data;
  }

  /** The decoded body; it ends the exchange. Counted after decoding, so that none takes more than is allowed. */
  bodyOf(hop: Hop, data: Dispatcher.ResponseData, maxBytes: number): Readable {
    const decoding = decodingOf(hop, data, this);
    refuseTooLarge(hop, data, this, maxBytes);
    const source: Readable = decoding ? pipeline(data.body, decoding.stream(), () => {}) : data.body;
    return this.#readable(this.#pieces(source, maxBytes));
  }

  /** Lets go of whatever has not been read. */
  end(): void {
    this.#controller.abort(over);
  }

  /** The upstream's next sign of life, within the silence that is allowed. */
  async #hear<Sign>(sign: Promise<Sign>): Promise<Sign> {
    const cancel = this.#clock.timer(silenceMs, () => {
      this.isSilent = true;
      this.#controller.abort();
    });
    try {
      return await sign;
    } catch (error) {
      throw this.fault(error);
    } finally {
      cancel();
    }
  }

  async *#pieces(source: Readable, maxBytes: number): AsyncGenerator<Buffer> {
    const iterator: AsyncIterator<Buffer> = source[Symbol.asyncIterator]();
    let takenBytes = 0;
    for (;;) {
      const piece = await this.#hear(iterator.next());
      if (piece.done) return;
      takenBytes += piece.value.length;
      if (takenBytes > maxBytes) throw this.tooLarge();
      yield piece.value;
    }
  }

  /** Unlike `Readable.from`, lets go of the upstream at once when it is destroyed, even while a piece is awaited. */
  #readable(pieces: AsyncIterator<Buffer>): Readable {
    const exchange = this;
    return new Readable({
      async read() {
        try {
          const piece = await pieces.next();
          this.push(piece.done ? null : piece.value);
        } catch (error) {
          this.destroy(error as Error);
        }
      },
      destroy(error, callback) {
        exchange.end();
        callback(error);
      },
    });
  }
}
