import { AlmanacError, LimitError } from './errors.ts';

export interface RetryOptions {
  /** Milliseconds before each retry of a failure that states no time: 1,000, 2,000 and 4,000 unless given. */
  readonly delaysMs?: readonly number[];
  /** The most milliseconds that a request waits altogether, for a used-up limit as well: 120,000 unless given. */
  readonly maxWaitMs?: number;
}

export interface Retrying {
  readonly retry: Required<RetryOptions>;
  readonly signal?: AbortSignal | undefined;
  /** Called before each wait. */
  readonly onRetry?: ((error: AlmanacError, waitMs: number) => void) | undefined;
}

export const retryPolicy = (options: RetryOptions | false = {}): Required<RetryOptions> => ({
  delaysMs: [1_000, 2_000, 4_000],
  maxWaitMs: 120_000,
  ...(options === false ? { delaysMs: [], maxWaitMs: 0 } : options),
});

/**
 * Attempts again while a retry helps. A limit says exactly when the request will do, and refusals cost nothing: they do not
 * count as attempts, so that many requests at once wait for their turn. Rejects with the last failure.
 */
export async function withRetries<Result>(
  attempt: () => Promise<Result>,
  { retry, signal, onRetry }: Retrying,
): Promise<Result> {
  let failures = 0;
  let waitedMs = 0;
  for (;;) {
    try {
      signal?.throwIfAborted();
      return await attempt();
    } catch (error) {
      if (signal?.aborted) throw signal.reason;
      if (!(error instanceof AlmanacError) || !error.isRetryable) throw error;
      const isLimit = error instanceof LimitError && (error.retryAfter ?? 0) > 0;
      const delayMs = isLimit ? 0 : retry.delaysMs[failures];
      if (delayMs === undefined) throw error;
      const waitMs = error.retryAfter === undefined ? delayMs : error.retryAfter * 1000;
      if (!isLimit) failures += 1;
      waitedMs += waitMs;
      if (waitedMs > retry.maxWaitMs) throw error;
      onRetry?.(error, waitMs);
      await pause(waitMs, signal);
    }
  }
}

/** Resolves after this time; rejects with the reason of the signal when it aborts. */
export const pause = (ms: number, signal?: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    if (signal?.aborted) {
      reject(signal.reason);
      return;
    }
    const abort = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', abort);
      resolve();
    }, ms);
    signal?.addEventListener('abort', abort, { once: true });
  });
