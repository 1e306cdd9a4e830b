import { faultHeader } from '../../core/sandbox-headers.ts';
import type { Backend } from '../http/backend.ts';
import { charge } from '../http/charge.ts';
import type { Ctx, Middleware } from '../http/middleware.ts';
import type { Services } from '../http/services.ts';

const faultName = faultHeader.toLowerCase();

/**
 * Sets `state.backend` by the mode of the key: what answers the request, and which caches it meets. `X-Sandbox-Fault` is
 * read with a test key alone. A request without a backend is charged one lookup.
 */
export const chooseBackend = (services: Services): Middleware => {
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

function openBackend({ sandbox }: Services, { req, res }: Ctx): Promise<Backend> {
  const fault = req.headers[faultName];
  return fault === undefined ? sandbox.open() : sandbox.openFaulty(String(fault), res);
}
