import type { Dispatcher } from 'undici';
import { onAbort } from '../../../core/abort.ts';
import { type Clock, IdleTimer } from '../../../core/clock.ts';
import { type BodyMemory, BodyParts } from './body-memory.ts';
import { type Decoding, decodingOf, refuseTooLarge } from './content-coding.ts';
import { Exchange, exchangeOver, silenceMs } from './exchange.ts';
import { type Hop, type HopHead, maxRedirectBodyBytes } from './hop.ts';

/** The response to one hop with its body, which is empty for a redirect that is followed. */
export interface BufferedResponse extends HopHead {
  readonly body: Buffer;
  /** How the body is decoded, if it is encoded. */
  readonly decoding: Decoding | undefined;
}

type Dispatch = (hop: Hop, handler: Dispatcher.DispatchHandler) => void;

/** An exchange whose bodies are read as a whole: they are many and small, and a stream for each would be expensive. */
export class BufferedExchange extends Exchange {
  readonly #memory: BodyMemory;
  readonly #maxBytes: number;
  /** One for each hop. */
  readonly #handlers: HopHandler[] = [];
  readonly #idleTimer: IdleTimer;
  readonly #removeListener: () => void;

  constructor(clock: Clock, signal: AbortSignal, memory: BodyMemory, maxBytes: number) {
    super(signal);
    this.#memory = memory;
    this.#maxBytes = maxBytes;
    this.#idleTimer = new IdleTimer(clock, silenceMs, () => {
      this.isSilent = true;
      this.#fail(new Error('The upstream is silent.'));
    });
    this.#removeListener = onAbort(signal, () => this.#fail(signal.reason));
  }

  /** Sends one hop; `isFollowed` says whether a response is a redirect to follow, whose body is not read. */
  async send(
    dispatch: Dispatch,
    hop: Hop,
    isFollowed: (head: HopHead) => boolean,
  ): Promise<BufferedResponse> {
    try {
      this.signal.throwIfAborted();
      this.touch();
      return await new Promise<BufferedResponse>((resolve, reject) => {
        const handler = new HopHandler(this, isFollowed, this.#memory, this.#maxBytes, resolve, reject);
        this.#handlers.push(handler);
        dispatch(hop, handler);
      });
    } catch (error) {
      throw this.fault(error);
    }
  }

  /** The decoded body. Its size is bounded, so that a decompression bomb takes no more memory than is allowed. */
  async decode({ body, decoding }: BufferedResponse): Promise<Buffer> {
    if (!decoding) return body;
    const parts = new BodyParts(this.#memory);
    try {
      await new Promise<void>((resolve, reject) => {
        const decoder = decoding();
        decoder.on('data', (part: Buffer) => {
          try {
            if (parts.length + part.length > this.#maxBytes) throw this.tooLarge();
            parts.add(part);
          } catch (error) {
            decoder.destroy(error as Error);
          }
        });
        decoder.once('error', reject);
        decoder.once('end', resolve);
        decoder.end(body);
      });
      return parts.join();
    } catch (error) {
      throw this.fault(error);
    } finally {
      parts.release();
    }
  }

  /** Notes that a part of the response has arrived. */
  touch(): void {
    this.#idleTimer.touch();
  }

  /** Aborts the requests that have not ended. */
  end(): void {
    this.#idleTimer.end();
    this.#removeListener();
    for (const handler of this.#handlers) handler.release();
  }

  #fail(reason: unknown): void {
    for (const handler of this.#handlers) handler.fail(reason);
  }
}

/** Collects the response to one hop, as undici delivers it. */
class HopHandler implements Dispatcher.DispatchHandler {
  readonly #exchange: BufferedExchange;
  readonly #isFollowed: (head: HopHead) => boolean;
  readonly #resolve: (response: BufferedResponse) => void;
  readonly #reject: (reason: unknown) => void;
  readonly #parts: BodyParts;
  #maxBytes: number;
  #receivedBytes = 0;
  #head: HopHead | undefined;
  #decoding: Decoding | undefined;
  #controller: Dispatcher.DispatchController | undefined;
  #state: 'open' | 'followed' | 'ended' = 'open';

  constructor(
    exchange: BufferedExchange,
    isFollowed: (head: HopHead) => boolean,
    memory: BodyMemory,
    maxBytes: number,
    resolve: (response: BufferedResponse) => void,
    reject: (reason: unknown) => void,
  ) {
    this.#exchange = exchange;
    this.#isFollowed = isFollowed;
    this.#parts = new BodyParts(memory);
    this.#maxBytes = maxBytes;
    this.#resolve = resolve;
    this.#reject = reject;
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
    // The exchange ended while the request waited for a connection.
    if (this.#state === 'ended') controller.abort(exchangeOver);
  }

  onResponseStart(
    _controller: Dispatcher.DispatchController,
    statusCode: number,
    headers: HopHead['headers'],
  ): void {
    const isInformational = statusCode < 200;
    if (isInformational || this.#state !== 'open') return;
    this.#exchange.touch();
    this.#exchange.hasResponse = true;
    this.#head = { statusCode, headers };
    try {
      if (this.#isFollowed(this.#head)) {
        this.#state = 'followed';
        this.#maxBytes = maxRedirectBodyBytes;
        this.#succeed();
        return;
      }
      this.#decoding = decodingOf(this.#head, this.#exchange);
      refuseTooLarge(this.#head, this.#exchange, this.#maxBytes);
    } catch (error) {
      this.fail(error);
    }
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    this.#receivedBytes += chunk.length;
    const isTooLarge = this.#receivedBytes > this.#maxBytes;
    if (this.#state === 'followed' && isTooLarge) controller.abort(exchangeOver);
    if (this.#state !== 'open') return;
    this.#exchange.touch();
    try {
      if (isTooLarge) throw this.#exchange.tooLarge();
      this.#parts.add(chunk);
    } catch (error) {
      this.fail(error);
    }
  }

  onResponseEnd(): void {
    const isOpen = this.#state === 'open';
    this.#state = 'ended';
    if (isOpen) this.#succeed();
  }

  #succeed(): void {
    const body = this.#parts.join();
    this.#resolve({ ...this.#head!, body, decoding: this.#decoding });
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    this.fail(error);
  }

  fail(reason: unknown): void {
    if (this.#state !== 'open') return;
    this.#state = 'ended';
    this.#reject(reason);
    this.#controller?.abort(exchangeOver);
  }

  /** Gives the memory of the body back, and aborts the request when its response has not ended. */
  release(): void {
    this.#parts.release();
    if (this.#state !== 'ended') this.#controller?.abort(exchangeOver);
  }
}
