import { type MaybePromise, mapMaybe } from '../../core/maybe-promise.ts';
import { type Limiter, overLimit } from '../limits/limiter.ts';
import { addRateHeaders, rateHeaderLength } from '../limits/rate-headers.ts';
import type { Ctx, Middleware } from './middleware.ts';

export interface ChargeServices {
  readonly limiter: Limiter;
}

/**
 * Charges a request to both limits of its key, and sets the rate headers and the charge; at once where the limiter is in this
 * process. Throws, or rejects with, the fault `limited`.
 */
export function charge(
  { limiter }: ChargeServices,
  ctx: Ctx,
  price: number,
  requested = price,
): MaybePromise<void> {
  const key = ctx.state.key!;
  return mapMaybe(limiter.charge(key.id, key, price), (decision) => {
    addRateHeaders(ctx.state.headers, decision, key);
    ctx.state.charge = { requested, used: decision.accepted ? price : 0, status: decision };
    if (!decision.accepted) throw overLimit(key, decision);
  });
}

/** Gives back the lookups of a request whose response the client has and no source was requested for. */
export async function refund({ limiter }: ChargeServices, { state }: Ctx): Promise<void> {
  const { headers, charge } = state;
  const key = state.key!;
  const { requested, used, status: charged } = charge!;
  const status = await limiter.refund(key.id, key, { lookups: used, resetAtMs: charged.resetAtMs });
  state.charge = { requested, used: 0, status };
  headers.splice(headers.indexOf('X-RateLimit-Limit'), rateHeaderLength);
  addRateHeaders(headers, { ...status, accepted: true }, key);
}

/** Sets the rate headers of a request that was refused before it was charged. */
export async function addLimitHeaders({ limiter }: ChargeServices, { state }: Ctx): Promise<void> {
  const key = state.key!;
  addRateHeaders(state.headers, { ...(await limiter.peek(key.id, key)), accepted: false }, key);
}

/** A REST request costs one lookup. */
export const chargeOne =
  (services: ChargeServices): Middleware =>
  async (ctx, next) => {
    await charge(services, ctx, 1);
    await next();
  };
