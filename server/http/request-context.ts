import type { Clock } from '../../core/clock.ts';
import { refusal } from '../../rest/kernel/fault-response.ts';
import type { TrustedRange } from '../config/setting-forms.ts';
import { graphqlRefusal } from '../graphql/refusal.ts';
import type { Observer } from '../observability/observer.ts';
import { traceParentOf } from '../observability/trace-parent.ts';
import { type FaultServices, loggedFault } from '../requests/logged-fault.ts';
import type { Middleware } from '../requests/middleware.ts';
import { endUnreadRequest, respondFailure, setHeaders } from '../requests/respond.ts';
import { clientAddressOf } from '../transfers/client-address.ts';
import { commonHeaders, requestIdOf } from './headers.ts';

export interface RequestServices {
  readonly config: { readonly trustedProxies: readonly TrustedRange[] };
  readonly clock: Clock;
  readonly observer: Observer;
}

/** The status of a response that no caller waits for, in the log and in the metrics; as nginx has it. */
const callerGone = 499;

/**
 * A request target of the form that Koa can read: that of an absolute URL without its origin (RFC 9112, 3.2.2), and none with
 * a fragment, with which `//user@[` is parsed as a host. Empty for a target that names nothing here.
 */
const originForm = (target: string): string =>
  target.replace(/^https?:\/\/[^/?#]+\/?/i, '/').replace(/#.*|^[^/*].*/, '');

/** The outermost step: request id, client address, the headers of every response, and one log line at the end. */
export const requestContext =
  ({ config, clock, observer }: RequestServices): Middleware =>
  async (ctx, next) => {
    const startedAt = clock.now();
    if (/^[^/]|#/.test(ctx.url)) ctx.url = originForm(ctx.url);
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
      code: ctx.response.get('X-Error-Code') || undefined,
      scope: ctx.response.get('X-RateLimit-Scope') || undefined,
      durationMs: Math.round(clock.now() - startedAt),
      keyId: key?.id,
      mode: key?.mode === 'sandbox' ? key.mode : undefined,
      address,
      trace: traceParentOf(ctx.req),
    });
  };

/** Words every fault that is thrown outside a route: as a REST refusal, or as a GraphQL one at `/graphql`. */
export const respondFaults =
  (services: FaultServices): Middleware =>
  async (ctx, next) => {
    try {
      await next();
    } catch (error) {
      const fault = loggedFault(services, ctx, error);
      const parts =
        ctx.path === '/graphql'
          ? graphqlRefusal(fault, ctx.state.requestId, ctx.state.charge)
          : refusal(fault);
      respondFailure(ctx, parts);
      if (fault.kind === 'unauthenticated') ctx.set('WWW-Authenticate', 'Bearer');
    }
  };
