import { Fault } from '../../core/faults.ts';
import type { Overload } from '../limits/overload.ts';
import type { Middleware } from '../requests/middleware.ts';

export interface ShedServices {
  readonly overload: Overload;
}

const retryAfterSeconds = 1;

/** Reports on the service and on a key, which cost less than their refusal would save. */
const reports: ReadonlySet<string> = new Set(['/status', '/api/me']);

/** Refuses lookups that are not cached while the process is overloaded, before they are charged: of the keys with the most work. */
export const shedLoad =
  ({ overload }: ShedServices): Middleware =>
  (ctx, next) => {
    if (!reports.has(ctx.path) && overload.sheds(ctx.state.key!.id)) {
      throw new Fault('overloaded', 'The service has more work than it can do at the moment.', {
        retryAfter: retryAfterSeconds,
      });
    }
    return next();
  };
