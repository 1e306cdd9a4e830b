/** Who is told what becomes of something, in the same turn. */
export interface Listener<Value> {
  onValue(value: Value): void;
  onError(error: unknown): void;
}

/**
 * What is on its way. It can be waited for as any promise can; to be told directly takes neither a promise nor a turn,
 * which counts where a list makes fifty lookups. One that fails and that nobody waits for says nothing.
 */
export class Pending<Value> implements Promise<Value> {
  #state: 'open' | 'kept' | 'failed' = 'open';
  #outcome: unknown;
  #listener: Listener<Value> | undefined;

  get [Symbol.toStringTag](): string {
    return 'Pending';
  }

  /** Tells the listener once: now, if it is known already. */
  tell(listener: Listener<Value>): void {
    if (this.#state === 'kept') listener.onValue(this.#outcome as Value);
    else if (this.#state === 'failed') listener.onError(this.#outcome);
    else this.#listener = this.#listener ? new Both(this.#listener, listener) : listener;
  }

  /** What was settled before stays as it is. */
  keep(value: Value): void {
    this.#settle('kept', value)?.onValue(value);
  }

  fail(error: unknown): void {
    this.#settle('failed', error)?.onError(error);
  }

  #settle(state: 'kept' | 'failed', outcome: unknown): Listener<Value> | undefined {
    if (this.#state !== 'open') return undefined;
    const listener = this.#listener;
    this.#state = state;
    this.#outcome = outcome;
    this.#listener = undefined;
    return listener;
  }

  // biome-ignore lint/suspicious/noThenProperty: it is a promise to those who await it
  then<Kept = Value, Failed = never>(
    onKept?: ((value: Value) => Kept | PromiseLike<Kept>) | null,
    onFailed?: ((reason: unknown) => Failed | PromiseLike<Failed>) | null,
  ): Promise<Kept | Failed> {
    const promise = new Promise<Value>((resolve, reject) => {
      this.tell({ onValue: resolve, onError: reject });
    });
    return promise.then(onKept, onFailed);
  }

  catch<Failed = never>(
    onFailed?: ((reason: unknown) => Failed | PromiseLike<Failed>) | null,
  ): Promise<Value | Failed> {
    return this.then(undefined, onFailed);
  }

  finally(onSettled?: (() => void) | null): Promise<Value> {
    return this.then().finally(onSettled);
  }
}

/** Two listeners as one: nearly nothing has more than one. */
class Both<Value> implements Listener<Value> {
  readonly #first: Listener<Value>;
  readonly #second: Listener<Value>;

  constructor(first: Listener<Value>, second: Listener<Value>) {
    this.#first = first;
    this.#second = second;
  }

  onValue(value: Value): void {
    this.#first.onValue(value);
    this.#second.onValue(value);
  }

  onError(error: unknown): void {
    this.#first.onError(error);
    this.#second.onError(error);
  }
}
