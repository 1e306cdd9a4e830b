/**
 * Whether an answer is still wanted. An AbortSignal says the same, but is a heavy thing to make: a list of fifty
 * lookups would take a hundred of them. Whoever needs one is given one.
 */
export class Cancellation {
  #reason: Error | undefined;
  #controller: AbortController | undefined;
  readonly #listeners = new Set<() => void>();

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

  /** Calls back when this is cancelled, if it is not yet and ever is. */
  listen(listener: () => void): void {
    this.#listeners.add(listener);
  }

  forget(listener: () => void): void {
    this.#listeners.delete(listener);
  }

  /** Cancels; what was cancelled before keeps its first reason. */
  cancel(reason: Error): void {
    if (this.#reason) return;
    this.#reason = reason;
    this.#controller?.abort(reason);
    for (const listener of this.#listeners) listener();
    this.#listeners.clear();
  }
}
