import { onAbort } from '../../../core/abort.ts';

/** Single flight: equal keys that are under way at the same time share one run. */
export interface Coalescer {
  /**
   * Joins the run of a key, or starts it. A waiter whose signal aborts leaves with `signal.reason`; when the last
   * waiter leaves, the signal of the run aborts. A waiter without a signal never leaves.
   */
  run<Value>(
    key: string,
    signal: AbortSignal | undefined,
    start: (signal: AbortSignal) => Promise<Value>,
  ): Promise<Value>;
  /** Whether a run is under way. */
  has(key: string): boolean;
  /** The number of runs under way. */
  readonly size: number;
}

interface SharedRun {
  readonly result: Promise<unknown>;
  waiters: number;
  /** Aborts the run, and lets the next caller start a new one. */
  abort(): void;
}

export function createCoalescer(): Coalescer {
  const runs = new Map<string, SharedRun>();

  function begin(key: string, start: (signal: AbortSignal) => Promise<unknown>): SharedRun {
    const controller = new AbortController();
    const end = () => {
      if (runs.get(key) === run) runs.delete(key);
    };
    const run: SharedRun = {
      result: start(controller.signal),
      waiters: 0,
      abort() {
        end();
        controller.abort();
      },
    };
    runs.set(key, run);
    run.result.then(end, end);
    return run;
  }

  return {
    run<Value>(key: string, signal: AbortSignal | undefined, start: (run: AbortSignal) => Promise<Value>) {
      if (signal?.aborted) return Promise.reject(signal.reason);
      const run = runs.get(key) ?? begin(key, start);
      return waitFor(run, signal) as Promise<Value>;
    },
    has: (key) => runs.has(key),
    get size() {
      return runs.size;
    },
  };
}

function waitFor(run: SharedRun, signal: AbortSignal | undefined): Promise<unknown> {
  run.waiters += 1;
  if (!signal) return run.result;
  return new Promise((resolve, reject) => {
    const removeListener = onAbort(signal, () => {
      reject(signal.reason);
      run.waiters -= 1;
      if (run.waiters === 0) run.abort();
    });
    run.result.then(resolve, reject).finally(removeListener);
  });
}
