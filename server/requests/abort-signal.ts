import type { ServerResponse } from 'node:http';
import { CallerGone, onAbort } from '../../core/abort.ts';
import type { Clock } from '../../core/clock.ts';
import { Fault } from '../../core/faults.ts';

/** What the time of a response is measured by. */
export interface ResponseTime {
  readonly clock: Clock;
  readonly config: { readonly responseMs: number };
}

/** Aborts when the connection closes before the response is finished. */
export function callerSignalOf(response: ServerResponse, controller = new AbortController()): AbortSignal {
  const abort = () => {
    if (!response.writableFinished) controller.abort(new CallerGone());
  };
  if (response.destroyed) abort();
  else response.once('close', abort);
  return controller.signal;
}

/**
 * The same, and when the response has not begun within `responseMs`. Requests are given up before a drain ends, and callers that
 * wait get a response.
 */
export function abortSignalOf(response: ServerResponse, { clock, config }: ResponseTime): AbortSignal {
  const controller = new AbortController();
  const { responseMs } = config;
  const cancelTimer = clock.timer(responseMs, () => {
    if (!response.headersSent) controller.abort(tooLate(responseMs));
  });
  if (response.destroyed) cancelTimer();
  else response.once('close', cancelTimer);
  return callerSignalOf(response, controller);
}

const tooLate = (responseMs: number) =>
  new Fault('upstreamTimeout', `The response had not begun within ${responseMs / 1000} s.`);

/** The result of work. Rejects with the reason of the signal as soon as it aborts, whatever the work makes of that. */
export function unlessAborted<Value>(signal: AbortSignal, work: Promise<Value>): Promise<Value> {
  return new Promise((resolve, reject) => {
    const removeListener = onAbort(signal, () => reject(signal.reason));
    work.then(resolve, (error) => reject(signal.aborted ? signal.reason : error)).finally(removeListener);
  });
}
