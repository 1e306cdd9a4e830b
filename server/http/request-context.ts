import type { ServerResponse } from 'node:http';
import { onAbort } from '../../core/abort.ts';
import { Fault } from '../../core/faults.ts';
import { endUnreadRequest, setHeaders } from '../responses/write-response.ts';
import { CallerGone } from '../transfers/body.ts';
import { clientAddressOf } from './client-address.ts';
import { commonHeaders, requestIdOf } from './headers.ts';
import type { Middleware } from './middleware.ts';
import type { Services } from './services.ts';
import { traceParentOf } from './trace-parent.ts';

/** The status of a response that no caller waits for, in the log and in the metrics; as nginx has it. */
const callerGone = 499;

/** The outermost step: request id, client address, the headers of every response, and one log line at the end. */
export const requestContext =
  ({ config, clock, observer }: Services): Middleware =>
  async (ctx, next) => {
    const startedAt = clock.now();
    ctx.state.requestId = requestIdOf(ctx.req);
    ctx.state.address = clientAddressOf(ctx.req, config.trustedProxies);
    ctx.state.route = 'none';
    ctx.state.headers = commonHeaders(ctx.state.requestId);
    await next();
    if (ctx.respond !== false) setHeaders(ctx, ctx.state.headers);
    if (!ctx.req.complete) endUnreadRequest(ctx, clock);
    const { requestId, address, key, route } = ctx.state;
    observer.responded({
      requestId,
      method: ctx.method,
      route,
      status: ctx.res.destroyed && !ctx.res.headersSent ? callerGone : ctx.res.statusCode,
      durationMs: Math.round(clock.now() - startedAt),
      keyId: key?.id,
      mode: key?.mode === 'sandbox' ? key.mode : undefined,
      address,
      trace: traceParentOf(ctx.req),
    });
  };

/**
 * Aborts when the connection closes before the response is finished, or when the response has not begun within
 * `responseMs`. Requests are given up before a drain ends, and callers that wait are told so.
 */
export function abortSignalOf(response: ServerResponse, { clock, config }: Services): AbortSignal {
  const controller = new AbortController();
  const { responseMs } = config.bounds;
  const cancelTimer = clock.timer(responseMs, () => {
    if (!response.headersSent) controller.abort(tooLate(responseMs));
  });
  const abort = () => {
    cancelTimer();
    if (!response.writableFinished) controller.abort(new CallerGone());
  };
  if (response.destroyed) abort();
  else response.once('close', abort);
  return controller.signal;
}

const tooLate = (responseMs: number) =>
  new Fault('upstreamTimeout', `The response was not complete within ${responseMs / 1000} s.`);

/** The result of work. Rejects with the reason of the signal as soon as it aborts, whatever the work makes of that. */
export function unlessAborted<Value>(signal: AbortSignal, work: Promise<Value>): Promise<Value> {
  return new Promise((resolve, reject) => {
    const removeListener = onAbort(signal, () => reject(signal.reason));
    work.then(resolve, reject).finally(removeListener);
  });
}
