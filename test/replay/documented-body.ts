import { contract } from '../contract/index.ts';

/** The documented shape of a route's body; undefined for a file, and for GraphQL. */
export function documentedBody(request: string) {
  const path = request.split('?')[0]!;
  if (path === '/graphql') return undefined;
  const all = contract.flatMap(({ routes, envelope }) => routes.map((route) => ({ route, envelope })));
  const found =
    all.find(({ route }) => route.path === path) ??
    all.find(({ route }) => new RegExp(`^${route.path.replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(path));
  if (!found) throw new Error(`No documented route has the path ${path}.`);
  const { route, envelope } = found;
  return route.body.kind === 'bytes' ? undefined : envelope(route.body);
}
