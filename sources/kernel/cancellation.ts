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
