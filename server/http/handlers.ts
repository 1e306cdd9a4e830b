import { type Key, publicMode } from '../keys/keys.ts';
import type { Limiter } from '../limits/limiter.ts';
import type { WorkMeter } from '../limits/work.ts';
import type { Middleware } from '../requests/middleware.ts';
import { respond } from '../requests/respond.ts';
import { describeStatus, type StatusServices } from '../status/status.ts';

interface KeyServices {
  readonly limiter: Limiter;
  readonly work: WorkMeter;
}

/** `GET /api/me`: the facts of the caller's key that are not secret. */
export const describeKeyRoute =
  (services: KeyServices): Middleware =>
  async (ctx) => {
    ctx.state.route = '/api/me';
    respond(ctx, { status: 200, body: JSON.stringify(await describeKey(services, ctx.state.key!)) });
  };

/** `GET /status`: the state of each source, without asking it. */
export const statusRoute =
  (services: StatusServices): Middleware =>
  async (ctx) => {
    ctx.state.route = '/status';
    ctx.set('Cache-Control', 'no-store');
    respond(ctx, { status: 200, body: JSON.stringify(describeStatus(services, ctx.state.backend!)) });
  };

/** Times are ISO 8601. */
async function describeKey({ limiter, work }: KeyServices, key: Key): Promise<unknown> {
  const { remaining, resetAtMs } = await limiter.peek(key.id, key);
  return {
    id: key.id,
    name: key.name,
    mode: publicMode(key.mode),
    groups: key.groups,
    limits: { perMinute: key.perMinute, perSecond: key.perSecond },
    remaining,
    work: {
      recentMs: Math.round(work.msOf(key.id)),
      share: Number((work.shares().get(key.id) ?? 0).toFixed(2)),
    },
    resetAt: new Date(resetAtMs).toISOString(),
    expiresAt: key.expiresAt === null ? null : new Date(key.expiresAt).toISOString(),
  };
}
