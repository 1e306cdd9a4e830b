import { contract } from '../contract/index.ts';

/** The documented shape of a route's body; undefined for a file, and for GraphQL. */
export function documentedBody(request: string) {
  const path = request.split('?')[0]!;
  if (path === '/graphql') return undefined;
  for (const { routes, envelope } of contract) {
    for (const route of routes) {
      const pattern = new RegExp(`^${route.path.replaceAll(/\{\w+\}/g, '[^/]+')}$`);
      if (!pattern.test(path)) continue;
      return route.body.kind === 'bytes' ? undefined : envelope(route.body);
    }
  }
  throw new Error(`No documented route has the path ${path}.`);
}
