import type { GraphQLSchema } from 'graphql';
import { firstLineOf } from '../../core/faults.ts';
import { type CompiledRoute, compileRoutes } from '../../rest/kernel/compile.ts';
import { fieldsParameter } from '../../rest/kernel/read-fields.ts';
import { pathPrefix, type RouteGroup } from '../../rest/kernel/route.ts';
import type { Upstream } from '../../sandbox/kernel/upstream.ts';
import { createPreparer } from '../../schema/kernel/prepare.ts';
import type { Source } from '../../sources/kernel/source.ts';

/** Each check gives its findings as sentences that say what to do. */
export type Findings = readonly string[];

/** Routes outside their group's path, and documents that do not fit. */
export function checkPaths(schema: GraphQLSchema, groups: readonly RouteGroup[]): Findings {
  const preparer = createPreparer(schema);
  return groups.flatMap((group) => [
    ...group.routes
      .filter(({ path }) => !path.startsWith(pathPrefix(group.group)))
      .map(
        ({ path }) =>
          `${path} is a route of ${group.group}: let its path begin with ${pathPrefix(group.group)}.`,
      ),
    ...misfits(() => compileRoutes(preparer, [group])),
  ]);
}

function misfits(compile: () => unknown): Findings {
  try {
    compile();
    return [];
  } catch (error) {
    return [firstLineOf(error)];
  }
}

/** Examples with values that no variable takes, and parameters that every route has. */
export const checkExamples = (routes: readonly CompiledRoute[]): Findings =>
  routes.flatMap(({ route: { path, example }, parameters }) => {
    const known = new Set(parameters.map(({ name }) => name));
    if (known.has(fieldsParameter.name))
      return [
        `${path} has the parameter ${fieldsParameter.name}, which selects members of every body: rename it.`,
      ];
    return Object.keys(example)
      .filter((name) => !known.has(name))
      .map((name) => `The example of ${path} has ${name}, which is no variable of its document: remove it.`);
  });

/** Hosts of sources that the sandbox does not serve, and hosts of the sandbox that no source calls. */
export function checkHosts(sources: readonly Source[], upstreams: readonly Upstream[]): Findings {
  const called = sources.flatMap(({ group, hosts }) => hosts.map((host) => ({ group, host })));
  const served = upstreams.flatMap(({ hosts }) => hosts);
  return [
    ...called
      .filter(({ host }) => !served.some((other) => areAlike(host, other)))
      .map(
        ({ group, host }) =>
          `${host} is an origin of ${group} that no upstream of its sandbox serves: correct one of them.`,
      ),
    ...served
      .filter((host) => !called.some((other) => areAlike(host, other.host)))
      .map(
        (host) =>
          `The sandbox serves ${host}, which is an origin of no source: correct the host, or remove it.`,
      ),
  ];
}

/** Whether one of two host patterns covers the other: `*.example.com` covers every name below it. */
const areAlike = (one: string, other: string): boolean => covers(one, other) || covers(other, one);
const covers = (pattern: string, host: string): boolean =>
  pattern === host || (pattern.startsWith('*.') && host.endsWith(pattern.slice(1)));
