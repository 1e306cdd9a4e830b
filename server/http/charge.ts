import { LRUCache } from 'lru-cache';
import { type Clock, seconds } from '../../core/clock.ts';
import { Fault } from '../../core/faults.ts';
import { RecentCount } from '../../core/sliding-window.ts';
import type { Key } from '../keys/keys.ts';
import type { Decision } from '../limits/limiter.ts';
import { addRateHeaders } from '../limits/rate-headers.ts';
import type { Ctx, Middleware } from './middleware.ts';
import type { Services } from './services.ts';

/** Charges a request to both limits of its key, and sets the rate headers and the charge. Throws the fault `limited`. */
export async function charge(
  { limiter }: Services,
  ctx: Ctx,
  price: number,
  requested = price,
): Promise<void> {
  const key = ctx.state.key!;
  const decision = await limiter.charge(key.id, key, price);
  addRateHeaders(ctx.state.headers, decision, key);
  ctx.state.charge = { requested, status: decision };
  if (!decision.accepted) throw overLimit(decision, key);
}

const secondMs = seconds(1);
const maxKeys = 10_000;

/**
 * Admits work that is done before a request can be charged: as many pieces in a second as a key may send requests, so
 * that requests that the limiter refuses later cannot have more done. A key within its limits is never refused, since its
 * work begins before it is charged.
 */
export function createAdmission(clock: Clock): (key: Key) => boolean {
  const recent = new LRUCache<string, RecentCount>({ max: maxKeys });
  return ({ id, perSecond }) => {
    const now = clock.now();
    const count = recent.get(id) ?? new RecentCount(secondMs);
    if (count.at(now) >= perSecond) return false;
    count.add(now);
    recent.set(id, count);
    return true;
  };
}

/** Sets the rate headers of a request that was not admitted, and throws the fault `limited`. */
export async function refuseUnadmitted({ limiter }: Services, ctx: Ctx): Promise<never> {
  const key = ctx.state.key!;
  const status = await limiter.peek(key.id, key);
  const decision: Decision = { ...status, accepted: false, refusedBy: 'burst', retryAfterSeconds: 1 };
  addRateHeaders(ctx.state.headers, decision, key);
  throw overLimit(decision, key);
}

/** A REST request costs one lookup. */
export const chargeOne =
  (service: Services): Middleware =>
  async (ctx, next) => {
    await charge(service, ctx, 1);
    await next();
  };

function overLimit(decision: Decision, limits: Pick<Key, 'perMinute' | 'perSecond'>): Fault {
  const message =
    decision.refusedBy === 'burst'
      ? `This key may ask ${limits.perSecond} times a second.`
      : `This key may ask for ${limits.perMinute} lookups a minute.`;
  return new Fault('limited', message, { retryAfter: decision.retryAfterSeconds ?? 1 });
}
