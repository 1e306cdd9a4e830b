import { pipeline, Readable } from 'node:stream';
import type { Dispatcher } from 'undici';
import { onAbort } from '../../../core/abort.ts';
import type { Clock } from '../../../core/clock.ts';
import { decodingOf, refuseTooLarge } from './content-coding.ts';
import { Exchange, exchangeOver, silenceMs } from './exchange.ts';

/** An exchange whose body is streamed. */
export class StreamedExchange extends Exchange {
  readonly #clock: Clock;
  /** Aborts the request: with the caller's reason, when the upstream is silent, or when the exchange ends. */
  readonly #request = new AbortController();
  /** Rejects when the request is aborted; undici ignores its signal while a request queues or connects. */
  readonly #aborted: Promise<never>;
  readonly #removeListener: () => void;

  constructor(clock: Clock, signal: AbortSignal) {
    super(signal);
    this.#clock = clock;
    const { signal: request } = this.#request;
    this.#aborted = new Promise((_, reject) => {
      onAbort(request, () => reject(request.reason));
    });
    this.#aborted.catch(() => {});
    const abort = () => this.#request.abort(signal.reason);
    this.#removeListener = onAbort(signal, abort);
    if (signal.aborted) abort();
  }

  get requestSignal(): AbortSignal {
    return this.#request.signal;
  }

  /** Waits for the head of the response. */
  async receive(request: Promise<Dispatcher.ResponseData>): Promise<Dispatcher.ResponseData> {
    const data = await this.#withinSilence(Promise.race([request, this.#aborted]));
    this.hasResponse = true;
    return data;
  }

  /** The decoded body; its end ends the exchange. Bytes are counted after decoding, against `maxBytes`. */
  bodyOf(data: Dispatcher.ResponseData, maxBytes: number): Readable {
    const decoding = decodingOf(data, this);
    refuseTooLarge(data, this, maxBytes);
    const source: Readable = decoding ? pipeline(data.body, decoding(), () => {}) : data.body;
    return this.#readable(this.#chunks(source, maxBytes));
  }

  /** Aborts the request, if it has not ended. */
  end(): void {
    this.#removeListener();
    this.#request.abort(exchangeOver);
  }

  /** Waits for the next part of the response; aborts the request after the longest silence. */
  async #withinSilence<Part>(part: Promise<Part>): Promise<Part> {
    const cancel = this.#clock.timer(silenceMs, () => {
      this.isSilent = true;
      this.#request.abort();
    });
    try {
      return await part;
    } catch (error) {
      throw this.fault(error);
    } finally {
      cancel();
    }
  }

  async *#chunks(source: Readable, maxBytes: number): AsyncGenerator<Buffer> {
    const iterator: AsyncIterator<Buffer> = source[Symbol.asyncIterator]();
    let receivedBytes = 0;
    for (;;) {
      const chunk = await this.#withinSilence(iterator.next());
      if (chunk.done) return;
      receivedBytes += chunk.value.length;
      if (receivedBytes > maxBytes) throw this.tooLarge();
      yield chunk.value;
    }
  }

  /** Unlike `Readable.from`, aborts the request as soon as the stream is destroyed, even while it waits for a chunk. */
  #readable(chunks: AsyncIterator<Buffer>): Readable {
    const exchange = this;
    return new Readable({
      async read() {
        try {
          const chunk = await chunks.next();
          this.push(chunk.done ? null : chunk.value);
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
