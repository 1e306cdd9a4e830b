import type { Group } from '../../../core/groups.ts';
import { routeGroups } from '../../../rest/index.ts';
import { methodOf, type Route } from '../../../rest/kernel/route.ts';

/** A documented route with the parameters of its example. */
export interface ExampleRequest {
  readonly group: Group;
  readonly method: 'GET' | 'POST';
  readonly route: Route;
  /** Path and query. */
  readonly address: string;
}

/** The address of a route with these parameters. */
export function addressOf({ path }: Route, values: Readonly<Record<string, string>>): string {
  const given = { ...values };
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = given[name] ?? '';
    delete given[name];
    return encodeURIComponent(value);
  });
  const query = new URLSearchParams(given).toString();
  return query === '' ? filled : `${filled}?${query}`;
}

/** Every documented route. */
export const exampleRequests: readonly ExampleRequest[] = routeGroups.flatMap(({ group, routes }) =>
  routes.map((route) => ({
    group,
    route,
    method: methodOf(route),
    address: addressOf(route, route.example),
  })),
);

/** The address of the example of one route. */
export function exampleOf(path: string): string {
  const found = exampleRequests.find(({ route, method }) => route.path === path && method === 'GET');
  if (!found) throw new Error(`There is no route ${path}.`);
  return found.address;
}
