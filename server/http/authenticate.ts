import { Fault } from '../../core/faults.ts';
import { faultHeader, modeHeader } from '../../core/sandbox-headers.ts';
import { routeFault } from '../../rest/kernel/fault-response.ts';
import type { Authenticator } from '../keys/authenticator.ts';
import type { Middleware } from '../requests/middleware.ts';
import { respondFailure } from '../requests/respond.ts';

export interface AuthenticationServices {
  readonly authenticator: Authenticator;
}

/** What needs a key beside the routes. */
const keyed: ReadonlySet<string> = new Set(['/graphql', '/status', '/mcp']);

/** Sets `state.key`. Under `/api`, an unknown route is 401 as well until a valid key is presented. */
export const authenticate =
  ({ authenticator }: AuthenticationServices): Middleware =>
  (ctx, next) => {
    if (!keyed.has(ctx.path) && !ctx.path.startsWith('/api/')) {
      const fault = new Fault('notFound', 'There is nothing here; the API begins at /api.');
      return respondFailure(ctx, routeFault(fault));
    }
    const key = authenticator.authenticate(ctx.req, ctx.state.address);
    ctx.state.key = key;
    if (key.mode === 'sandbox') {
      // A fault makes another response, which no cache may mistake for the usual one.
      ctx.state.headers.push(modeHeader, key.mode, 'Vary', faultHeader);
    }
    return next();
  };
