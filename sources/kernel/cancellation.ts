import type { Clock } from '../../core/clock.ts';

export interface CancellationListener {
  onCancel(reason: Error): void;
}

/**
 * Whether an answer is still wanted. An AbortSignal says the same, but is a heavy thing to make: a list of fifty
 * lookups would take a hundred of them. Whoever needs one is given one.
 */
export class Cancellation {
  #reason: Error | undefined;
  #controller: AbortController | undefined;
  #listeners: CancellationListener[] | undefined;

  get isCancelled(): boolean {
    return this.#reason !== undefined;
  }

  /** Why the answer is no longer wanted. */
  get reason(): Error | undefined {
    return this.#reason;
  }

  throwIfCancelled(): void {
    if (this.#reason) throw this.#reason;
  }

  /** Aborts when this is cancelled. */
  get signal(): AbortSignal {
    if (!this.#controller) {
      this.#controller = new AbortController();
      if (this.#reason) this.#controller.abort(this.#reason);
    }
    return this.#controller.signal;
  }

  /**
   * Tells the listener when this is cancelled, if it is not yet and ever is. Nobody is forgotten before: a cancellation
   * lives no longer than a request, and who has no more use for it by then does nothing.
   */
  listen(listener: CancellationListener): void {
    if (this.#listeners) this.#listeners.push(listener);
    else this.#listeners = [listener];
  }

  /** Cancels; what was cancelled before keeps its first reason. */
  cancel(reason: Error): void {
    if (this.#reason) return;
    this.#reason = reason;
    this.#controller?.abort(reason);
    const listeners = this.#listeners ?? [];
    this.#listeners = undefined;
    for (const listener of listeners) listener.onCancel(reason);
  }
}

/** The wish that a signal stands for. */
export function wishOf(signal: AbortSignal): Cancellation {
  const wish = new Cancellation();
  const cancel = () => wish.cancel(signal.reason as Error);
  if (signal.aborted) cancel();
  else signal.addEventListener('abort', cancel, { once: true });
  return wish;
}

/** Cancelled with a wish, or with a `TimeoutError` once it has taken too long. */
export class Deadline extends Cancellation implements CancellationListener {
  readonly #cancelTimer: () => void;
  #isOver = false;

  constructor(clock: Clock, delayMs: number, wish?: Cancellation) {
    super();
    this.#cancelTimer = clock.timer(delayMs, () => {
      this.#isOver = true;
      this.cancel(new DOMException('Time is up.', 'TimeoutError'));
    });
    if (wish?.reason) this.cancel(wish.reason);
    else wish?.listen(this);
  }

  /** Whether the time was up before the work was done. */
  get isOver(): boolean {
    return this.#isOver;
  }

  onCancel(reason: Error): void {
    this.cancel(reason);
  }

  /** The work is done. */
  end(): void {
    this.#cancelTimer();
  }
}
