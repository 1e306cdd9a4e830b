import type Router from '@koa/router';
import { Fault } from '../../core/faults.ts';
import { nearest } from '../../core/nearest.ts';
import { routeFault } from '../../rest/kernel/fault-response.ts';
import type { Middleware, State } from '../requests/middleware.ts';
import { respondFailure } from '../requests/respond.ts';

/** The methods of a path; a path that is no route, such as a page, takes GET and HEAD. */
export function methodsAt(router: Router<State>, path: string): readonly string[] {
  if (path === '/mcp') return ['POST'];
  if (path === '/graphql') return ['GET', 'POST'];
  const methods = router.match(path, '').path.flatMap((layer) => layer.methods);
  if (methods.length === 0) return ['GET', 'HEAD'];
  return ['GET', 'HEAD', 'POST'].filter((method) => methods.includes(method));
}

/** The value of `Allow`. */
export const allowed = (methods: readonly string[]): string => [...methods, 'OPTIONS'].join(', ');

/** Refuses unknown paths (404) and methods that a route does not take (405): what the router has passed on. */
export const refuseUnknown =
  (router: Router<State>): Middleware =>
  (ctx) => {
    if (router.match(ctx.path, ctx.method).path.length === 0) {
      return respondFailure(ctx, routeFault(new Fault('notFound', noSuchRoute(router, ctx.path))));
    }
    const methods = methodsAt(router, ctx.path);
    ctx.set('Allow', allowed(methods));
    const taken = methods.filter((method) => method !== 'HEAD').join(' and ');
    const refused = new Fault('invalid', `This route does not take ${ctx.method}; it takes ${taken}.`);
    return respondFailure(ctx, routeFault(refused, { invalid: 405 }));
  };

/** The message for an unknown path, with the route that it resembles whatever its parameters are. */
function noSuchRoute(router: Router<State>, path: string): string {
  const words = path.slice(0, maxCompared).split('/');
  const routeOf = new Map(
    router.stack.map(({ path: pattern }) => {
      const segments = String(pattern).split('/');
      const filled = segments.map((segment, index) =>
        isParameter(segment) ? (words[index] ?? '') : segment,
      );
      const shown = segments.map((segment) => (isParameter(segment) ? `{${segment.slice(1)}}` : segment));
      return [withoutApi(filled.join('/')), shown.join('/')];
    }),
  );
  const meant = nearest(withoutApi(words.join('/')), routeOf.keys());
  return meant === undefined
    ? 'There is no such route; /docs lists all.'
    : `There is no such route; did you mean ${routeOf.get(meant)}?`;
}

/** What all routes share makes none of them resemble a path. */
const withoutApi = (path: string): string => path.replace('/api/', '');

const isParameter = (segment: string): boolean => segment.startsWith(':');

/** Longer than any route without its parameters. */
const maxCompared = 200;
