import { Fault } from '../../core/faults.ts';
import { faultHeader, modeHeader } from '../../core/sandbox-headers.ts';
import { routeFault } from '../../rest/kernel/fault-response.ts';
import type { Backend } from '../backends/backend.ts';
import type { SandboxBackends } from '../backends/sandbox-backends.ts';
import type { Authenticator } from '../keys/authenticator.ts';
import type { Overload } from '../limits/overload.ts';
import { type ChargeServices, charge } from '../requests/charge.ts';
import type { Ctx, Middleware } from '../requests/middleware.ts';
import { respondFailure } from '../requests/respond.ts';
import type { Tickets } from './tickets.ts';

/** The steps that a caller decides: its key, whether there is room for it, and the backend of its mode. */
export interface CallerServices extends ChargeServices {
  readonly authenticator: Authenticator;
  readonly tickets: Tickets;
  readonly overload: Overload;
  readonly upstreamBackend: Backend;
  readonly sandbox: SandboxBackends;
}

/** What needs a key beside the routes. */
const keyed: ReadonlySet<string> = new Set(['/graphql', '/status', '/mcp']);

/** Sets `state.key`. Under `/api`, an unknown route is 401 as well until a valid key is presented. */
export const authenticate =
  ({ authenticator, tickets }: Pick<CallerServices, 'authenticator' | 'tickets'>): Middleware =>
  async (ctx, next) => {
    if (!keyed.has(ctx.path) && !ctx.path.startsWith('/api/')) {
      const fault = new Fault('notFound', 'There is nothing here; the API begins at /api.');
      return respondFailure(ctx, routeFault(fault));
    }
    // The steps that follow see the request that the ticket was made for.
    ctx.url = (await tickets.redeem(ctx.req)) ?? ctx.url;
    await authenticator.refreshKeys(ctx.req, ctx.state.address);
    const key = authenticator.authenticate(ctx.req, ctx.state.address);
    ctx.state.key = key;
    if (key.mode === 'sandbox') {
      // A fault makes another response, which no cache may mistake for the usual one.
      ctx.state.headers.push(modeHeader, key.mode, 'Vary', faultHeader);
    }
    return next();
  };

const retryAfterSeconds = 1;

/** Reports on the service and on a key, which cost less than their refusal would save. */
const reports: ReadonlySet<string> = new Set(['/status', '/api/me']);

/** Refuses lookups that are not cached while the process is overloaded, before they are charged: of the keys with the most work. */
export const shedLoad =
  ({ overload }: Pick<CallerServices, 'overload'>): Middleware =>
  (ctx, next) => {
    if (!reports.has(ctx.path) && overload.sheds(ctx.state.key!.id)) {
      throw new Fault('overloaded', 'The service has more work than it can do at the moment.', {
        retryAfter: retryAfterSeconds,
      });
    }
    return next();
  };

const faultName = faultHeader.toLowerCase();

/**
 * Sets `state.backend` by the mode of the key: the sources that serve the request, and the caches that it meets. `X-Sandbox-Fault` is
 * read with a test key alone. A request without a backend is charged one lookup.
 */
export const chooseBackend = (services: CallerServices): Middleware => {
  async function chooseSandbox(ctx: Ctx, next: () => Promise<unknown>): Promise<void> {
    try {
      ctx.state.backend = await openBackend(services, ctx);
    } catch (error) {
      await charge(services, ctx, 1);
      throw error;
    }
    await next();
  }
  return (ctx, next) => {
    if (ctx.state.key!.mode === 'sandbox') return chooseSandbox(ctx, next);
    ctx.state.backend = services.upstreamBackend;
    return next();
  };
};

function openBackend({ sandbox }: CallerServices, { req, res }: Ctx): Promise<Backend> {
  const fault = req.headers[faultName];
  return fault === undefined ? sandbox.open() : sandbox.openFaulty(String(fault), res);
}
