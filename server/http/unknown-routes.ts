import type Router from '@koa/router';
import { Fault } from '../../core/faults.ts';
import { routeFault } from '../../rest/kernel/fault-response.ts';
import type { Middleware, State } from './middleware.ts';
import { respondFailure } from './write-response.ts';

/** The methods of a path; a path that is no route, such as a page, takes GET and HEAD. */
export function methodsAt(router: Router<State>, path: string): readonly string[] {
  if (path === '/graphql') return ['GET', 'POST'];
  const methods = router.match(path, '').path.flatMap((layer) => layer.methods);
  if (methods.length === 0) return ['GET', 'HEAD'];
  return ['GET', 'HEAD', 'POST'].filter((method) => methods.includes(method));
}

/** The value of `Allow`. */
export const allowed = (methods: readonly string[]): string => [...methods, 'OPTIONS'].join(', ');

/** Refuses malformed paths (400), unknown paths (404) and methods that a route does not take (405). */
export const refuseUnknown =
  (router: Router<State>): Middleware =>
  (ctx, next) => {
    try {
      decodeURIComponent(ctx.path);
    } catch {
      return respondFailure(
        ctx,
        routeFault(new Fault('invalid', 'The path holds a malformed escape sequence.')),
      );
    }
    const match = router.match(ctx.path, ctx.method);
    if (match.route) return next();
    if (match.path.length === 0) {
      return respondFailure(ctx, routeFault(new Fault('notFound', 'There is no such route.')));
    }
    const methods = methodsAt(router, ctx.path);
    ctx.set('Allow', allowed(methods));
    const taken = methods.filter((method) => method !== 'HEAD').join(' and ');
    return respondFailure(ctx, {
      status: 405,
      body: JSON.stringify({ error: `This route does not take ${ctx.method}; it takes ${taken}.` }),
    });
  };
