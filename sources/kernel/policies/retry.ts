import { deadline } from '../../../core/abort.ts';
import { type Clock, sleep } from '../../../core/clock.ts';
import { Fault } from '../../../core/faults.ts';
import { timeout } from '../http/classify-response.ts';

/** A GET, or a safe POST, is repeated after a broken connection or a status of 500 and above. */
export interface Retry {
  readonly attempts: number;
  /** The time limit of one attempt; without it, only the deadline of the call limits an attempt. */
  readonly attemptMs?: number;
  readonly pauseMs: number;
}

const defaultRetry: Retry = { attempts: 2, pauseMs: 150 };
/** Retries may add this share to the requests to a source, so that a failing upstream does not get twice as many. */
const retryShare = 0.2;
const maxSavedRetries = 10;

export interface Retrier {
  /** Runs an attempt, and repeats it after failures that a repetition may mend. Rejects as the last attempt does. */
  run<Result>(
    isSafe: boolean,
    signal: AbortSignal,
    attempt: (signal: AbortSignal) => Promise<Result>,
  ): Promise<Result>;
}

/** The retries of one source. */
export function createRetrier(clock: Clock, group: string, retry: Retry = defaultRetry): Retrier {
  let savedRetries = maxSavedRetries;

  async function limited<Result>(
    signal: AbortSignal,
    attempt: (signal: AbortSignal) => Promise<Result>,
  ): Promise<Result> {
    if (retry.attemptMs === undefined) return attempt(signal);
    const limit = deadline(clock, retry.attemptMs, signal);
    try {
      return await attempt(limit.signal);
    } catch (error) {
      throw limit.isExpired && !signal.aborted ? timeout(group, error) : error;
    } finally {
      limit.clear();
    }
  }

  function mayRepeat(error: unknown): boolean {
    if (!(error instanceof Fault)) return false;
    const hasFailed =
      error.kind === 'upstreamFailed' && (error.trait === 'beforeResponse' || error.trait === 'serverError');
    const wasSlow = error.kind === 'upstreamTimeout' && retry.attemptMs !== undefined;
    if (!hasFailed && !wasSlow) return false;
    // A source that declares a number of attempts makes them whatever the share.
    if (retry !== defaultRetry) return true;
    if (savedRetries < 1) return false;
    savedRetries -= 1;
    return true;
  }

  return {
    async run(isSafe, signal, attempt) {
      savedRetries = Math.min(maxSavedRetries, savedRetries + retryShare);
      for (let count = 1; ; count += 1) {
        try {
          return await limited(signal, attempt);
        } catch (error) {
          const isLast = count >= retry.attempts || signal.aborted || !isSafe;
          if (isLast || !mayRepeat(error)) throw error;
          await sleep(clock, retry.pauseMs, signal);
        }
      }
    },
  };
}
