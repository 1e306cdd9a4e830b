import { Fault } from '../../core/faults.ts';
import type { Key } from '../keys/keys.ts';
import type { Decision } from '../limits/limiter.ts';
import { addRateHeaders } from '../limits/rate-headers.ts';
import type { Ctx, Middleware } from './middleware.ts';
import type { Services } from './services.ts';

/** Charges a request to both limits of its key and sets the rate headers. Throws the fault `limited`. */
export async function charge({ limiter }: Services, ctx: Ctx, price: number): Promise<void> {
  const key = ctx.state.key!;
  const decision = await limiter.charge(key.id, key, price);
  addRateHeaders(ctx.state.headers, decision, key);
  if (!decision.accepted) throw overLimit(decision, key);
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
