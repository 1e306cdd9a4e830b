import { Fault } from '../../core/faults.ts';
import { faultHeader, modeHeader } from '../../core/sandbox-headers.ts';
import { routeFault } from '../../rest/kernel/fault-response.ts';
import { respondFailure } from '../responses/write-response.ts';
import type { Middleware } from './middleware.ts';
import type { Services } from './services.ts';

/** What needs a key beside the routes. */
const keyed: ReadonlySet<string> = new Set(['/graphql', '/status', '/mcp']);

/** Sets `state.key`. Under `/api`, an unknown route is 401 as well until a valid key is presented. */
export const authenticate =
  ({ authenticator, acceptsRawKey }: Services): Middleware =>
  (ctx, next) => {
    if (!keyed.has(ctx.path) && !ctx.path.startsWith('/api/')) {
      const fault = new Fault('notFound', 'There is nothing here; the API begins at /api.');
      return respondFailure(ctx, routeFault(fault));
    }
    const key = authenticator.authenticate(ctx.req, ctx.state.address, acceptsRawKey(ctx.path));
    ctx.state.key = key;
    if (key.mode === 'sandbox') {
      // A fault makes another response, which no cache may mistake for the usual one.
      ctx.state.headers.push(modeHeader, key.mode, 'Vary', faultHeader);
    }
    return next();
  };
