import { type Fault, toFault } from '../../core/faults.ts';
import { type ResponseParts, refusal } from '../../rest/kernel/fault-response.ts';
import { graphqlRefusal } from '../graphql/refusal.ts';
import { type Key, publicMode } from '../keys/keys.ts';
import { respond, respondFailure } from '../responses/write-response.ts';
import { describeStatus } from '../status/status.ts';
import type { Ctx, Middleware } from './middleware.ts';
import type { Services } from './services.ts';

/** Converts a thrown value to a fault, and logs an error of this service with the id of the request. */
export function loggedFault({ observer }: Services, { state }: Ctx, error: unknown): Fault {
  const fault = toFault(error);
  if (fault.kind === 'internal') observer.failed(state.requestId, fault.cause ?? fault);
  return fault;
}

/** Words every fault that is thrown outside a route: as a REST refusal, or as a GraphQL one at `/graphql`. */
export const respondFaults =
  (services: Services): Middleware =>
  async (ctx, next) => {
    try {
      await next();
    } catch (error) {
      const fault = loggedFault(services, ctx, error);
      const parts: ResponseParts =
        ctx.path === '/graphql'
          ? graphqlRefusal(fault, ctx.state.requestId, ctx.state.charge)
          : refusal(fault);
      respondFailure(ctx, parts);
      if (fault.kind === 'unauthenticated') ctx.set('WWW-Authenticate', 'Bearer');
    }
  };

/** `GET /api/me`: the facts of the caller's key that are not secret. */
export const describeKeyRoute =
  (services: Services): Middleware =>
  async (ctx) => {
    ctx.state.route = '/api/me';
    respond(ctx, { status: 200, body: JSON.stringify(await describeKey(services, ctx.state.key!)) });
  };

/** `GET /status`: the state of each source, without asking it. */
export const statusRoute =
  (services: Services): Middleware =>
  async (ctx) => {
    ctx.state.route = '/status';
    ctx.set('Cache-Control', 'no-store');
    respond(ctx, { status: 200, body: JSON.stringify(describeStatus(services, ctx.state.backend!)) });
  };

/** Times are ISO 8601. */
async function describeKey({ limiter }: Services, key: Key): Promise<unknown> {
  const { remaining, resetAtMs } = await limiter.peek(key.id, key);
  return {
    id: key.id,
    name: key.name,
    mode: publicMode(key.mode),
    groups: key.groups,
    limits: { perMinute: key.perMinute, perSecond: key.perSecond },
    remaining,
    resetAt: new Date(resetAtMs).toISOString(),
    expiresAt: key.expiresAt === null ? null : new Date(key.expiresAt).toISOString(),
  };
}
