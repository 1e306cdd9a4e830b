import { faultHeader } from '../../core/sandbox-headers.ts';
import type { Backend } from '../backends/backend.ts';
import type { SandboxBackends } from '../backends/sandbox-backends.ts';
import { type ChargeServices, charge } from '../requests/charge.ts';
import type { Ctx, Middleware } from '../requests/middleware.ts';

export interface BackendServices extends ChargeServices {
  readonly upstreamBackend: Backend;
  readonly sandbox: SandboxBackends;
}

const faultName = faultHeader.toLowerCase();

/**
 * Sets `state.backend` by the mode of the key: what answers the request, and which caches it meets. `X-Sandbox-Fault` is
 * read with a test key alone. A request without a backend is charged one lookup.
 */
export const chooseBackend = (services: BackendServices): Middleware => {
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

function openBackend({ sandbox }: BackendServices, { req, res }: Ctx): Promise<Backend> {
  const fault = req.headers[faultName];
  return fault === undefined ? sandbox.open() : sandbox.openFaulty(String(fault), res);
}
