import type { Clock } from './clock.ts';

const listenersOf = new WeakMap<AbortSignal, Set<() => void>>();

/**
 * Calls `listener` when the signal aborts, unless it has aborted already. The result removes the listener. The signal of a
 * request has a listener for each of its lookups: they share one event listener, which takes some microseconds to add and remove.
 */
export function onAbort(signal: AbortSignal, listener: () => void): () => void {
  const listeners = listenersOf.get(signal) ?? shareListener(signal);
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function shareListener(signal: AbortSignal): Set<() => void> {
  const listeners = new Set<() => void>();
  listenersOf.set(signal, listeners);
  signal.addEventListener('abort', () => listeners.forEach((listener) => void listener()), { once: true });
  return listeners;
}

/** The reason of an abort when a caller closed the connection before the response: no failure of this service, and not logged. */
export class CallerGone extends Error {
  constructor() {
    super('The caller went away.');
    this.name = 'CallerGone';
  }
}

export interface Deadline {
  /** Aborts with the caller's reason, or with a `TimeoutError` when the time is up. */
  readonly signal: AbortSignal;
  /** Whether the time was up before `clear` was called. */
  readonly isExpired: boolean;
  /** Stops the timer, and no longer follows the caller's signal. */
  clear(): void;
}

/**
 * A time limit of `ms` on the work that `signal` may abort, measured by the given clock. `AbortSignal.any` is not used: Node
 * keeps a composite signal with a listener for the life of the process, unless it aborts.
 */
export function deadline(clock: Clock, ms: number, signal?: AbortSignal): Deadline {
  const work = new AbortController();
  let isExpired = false;
  const stopTimer = clock.timer(ms, () => {
    isExpired = true;
    work.abort(new DOMException('Time is up.', 'TimeoutError'));
  });
  const unfollow = signal && onAbort(signal, () => work.abort(signal.reason));
  if (signal?.aborted) work.abort(signal.reason);
  return {
    signal: work.signal,
    get isExpired() {
      return isExpired;
    },
    clear() {
      stopTimer();
      unfollow?.();
    },
  };
}
