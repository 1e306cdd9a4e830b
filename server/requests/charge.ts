import { Fault } from '../../core/faults.ts';
import { type MaybePromise, mapMaybe } from '../../core/maybe-promise.ts';
import { type Limiter, limitsOf, overLimit, type RateLimitStatus } from '../limits/limiter.ts';
import { addRateHeaders, rateHeaderLength } from '../limits/rate-headers.ts';
import type { Ctx, Middleware } from './middleware.ts';

export interface ChargeServices {
  readonly limiter: Limiter;
}

/** Charges both limits of a key and sets the headers, at once if the limiter is here. Fault `limited`. */
export function charge(
  { limiter }: ChargeServices,
  ctx: Ctx,
  price: number,
  requested = price,
): MaybePromise<void> {
  const key = ctx.state.key!;
  return mapMaybe(limiter.charge(key.id, limitsOf(key, ctx.req), price), (decision) => {
    addRateHeaders(ctx.state.headers, decision, key);
    ctx.state.charge = { requested, used: decision.accepted ? price : 0, status: decision };
    if (!decision.accepted) throw overLimit(key, decision, price);
  });
}

/**
 * Charges what a request has used in place of what it was charged until now; the headers state it. More is charged beyond
 * the limit as well.
 */
export function settle(
  { limiter }: ChargeServices,
  { state }: Ctx,
  used: number,
  requested = state.charge!.requested,
): MaybePromise<void> {
  const key = state.key!;
  const { used: charged, status: before } = state.charge!;
  const refund = { lookups: charged - used, resetAtMs: before.resetAtMs };
  const settled = used === charged ? before : limiter.refund(key.id, key, refund);
  return mapMaybe<RateLimitStatus, void>(settled, (status) => {
    state.charge = { requested, used, status };
    if (used !== charged) stateCharge(state, status);
  });
}

/**
 * Charges the rest of a price to the minute alone, after its first lookup. Throws the fault `limited`, and gives all back, where
 * the minute has less.
 */
export async function reserve(services: ChargeServices, ctx: Ctx, price: number): Promise<void> {
  const { state } = ctx;
  const key = state.key!;
  const decision = await services.limiter.charge(key.id, { perMinute: key.perMinute }, price - 1);
  if (!decision.accepted) {
    await settle(services, ctx, 0);
    throw overLimit(key, { ...decision, remaining: state.charge!.status.remaining }, price);
  }
  state.charge = { requested: price, used: price, status: decision };
  state.headers.push('X-Query-Cost', '');
  stateCharge(state, decision);
}

/** Replaces the headers on the limit and the charge. */
function stateCharge({ headers, charge, key }: Ctx['state'], status: RateLimitStatus): void {
  headers.splice(headers.indexOf('X-RateLimit-Limit'), rateHeaderLength);
  const cost = headers.indexOf('X-Query-Cost');
  if (cost >= 0) headers[cost + 1] = String(charge!.used);
  addRateHeaders(headers, status, key!);
}

/** Sets the rate headers of a request that was refused before it was charged. */
export async function addLimitHeaders({ limiter }: ChargeServices, { state }: Ctx): Promise<void> {
  const key = state.key!;
  addRateHeaders(state.headers, await limiter.peek(key.id, key), key);
}

/**
 * A REST request costs one lookup, and one of the free path none; neither does one that a further limit refuses, but for the
 * lookups that it has run.
 */
export const chargeRest =
  (services: ChargeServices, freePath: string): Middleware =>
  async (ctx, next) => {
    await charge(services, ctx, ctx.path === freePath ? 0 : 1);
    try {
      await next();
    } catch (error) {
      const isFree = error instanceof Fault && error.kind === 'limited' && ctx.state.charge!.requested === 1;
      if (isFree) await settle(services, ctx, 0);
      throw error;
    }
  };
