import { Fault } from '../../core/faults.ts';
import { routeFault } from '../../rest/kernel/fault-response.ts';
import type { Middleware } from './middleware.ts';
import type { Services } from './services.ts';
import { respondFailure } from './write-response.ts';

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
    ctx.state.key = authenticator.authenticate(ctx.req, ctx.state.address, acceptsRawKey(ctx.path));
    return next();
  };
