import { onAbort } from '../../../core/abort.ts';
import { isLimited } from '../../../core/faults.ts';

/** Single flight: equal keys that are under way at the same time share one run. */
export interface Coalescer {
  /**
   * Joins the run of a key, or starts it. A waiter whose signal aborts leaves with `signal.reason`; when the last
   * waiter leaves, the run is abandoned. A waiter without a signal never leaves. A waiter who has joined the run of another owner
   * starts its own when that fails by a limit, which is of its owner.
   */
  run<Value>(
    key: string,
    signal: AbortSignal | undefined,
    start: (run: CoalescedRun) => Promise<Value>,
    owner?: string,
  ): Promise<Value>;
  /** Whether a run is under way. */
  has(key: string): boolean;
  /** The number of runs under way. */
  readonly size: number;
}

/** A run as its work sees it. */
export interface CoalescedRun {
  /** Aborts when the run is abandoned. It is made when it is first read, since most keys of a batch need none of their own. */
  readonly signal: AbortSignal;
  readonly isAbandoned: boolean;
  /** Calls the listener when the run is abandoned; the last one given alone. */
  onAbandon(listener: () => void): void;
}

class SharedRun implements CoalescedRun {
  readonly owner: string | undefined;
  readonly result: Promise<unknown>;
  /** Functions that remove what waiters have added to their signals. */
  readonly removals: (() => void)[] = [];
  waiters = 0;
  isAbandoned = false;
  #controller: AbortController | undefined;
  #listener: (() => void) | undefined;

  constructor(start: (run: CoalescedRun) => Promise<unknown>, owner: string | undefined) {
    this.owner = owner;
    this.result = start(this);
  }

  get signal(): AbortSignal {
    this.#controller ??= new AbortController();
    if (this.isAbandoned) this.#controller.abort();
    return this.#controller.signal;
  }

  onAbandon(listener: () => void): void {
    this.#listener = listener;
  }

  abandon(): void {
    this.isAbandoned = true;
    this.#controller?.abort();
    this.#listener?.();
  }
}

export function createCoalescer(): Coalescer {
  const runs = new Map<string, SharedRun>();

  function begin(
    key: string,
    start: (run: CoalescedRun) => Promise<unknown>,
    owner: string | undefined,
  ): SharedRun {
    const run = new SharedRun(start, owner);
    const end = () => {
      if (runs.get(key) === run) runs.delete(key);
      for (const remove of run.removals) remove();
    };
    runs.set(key, run);
    run.result.then(end, end);
    return run;
  }

  /** The result of a run, unless `signal` aborts before. The next caller of an abandoned key starts a new run. */
  function waitFor(key: string, run: SharedRun, signal: AbortSignal): Promise<unknown> {
    return new Promise((resolve, reject) => {
      const leave = () => {
        reject(signal.reason);
        run.waiters -= 1;
        if (run.waiters > 0) return;
        if (runs.get(key) === run) runs.delete(key);
        run.abandon();
      };
      run.removals.push(onAbort(signal, leave));
      run.result.then(resolve, reject);
    });
  }

  const coalescer: Coalescer = {
    run<Value>(
      key: string,
      signal: AbortSignal | undefined,
      start: (run: CoalescedRun) => Promise<Value>,
      owner?: string,
    ) {
      if (signal?.aborted) return Promise.reject(signal.reason);
      const run = runs.get(key) ?? begin(key, start, owner);
      run.waiters += 1;
      const result = (signal ? waitFor(key, run, signal) : run.result) as Promise<Value>;
      if (run.owner === owner) return result;
      return result.catch((error: unknown) => {
        if (isLimited(error)) return coalescer.run(key, signal, start, owner);
        throw error;
      });
    },
    has: (key) => runs.has(key),
    get size() {
      return runs.size;
    },
  };
  return coalescer;
}
