import {
  type GraphQLField,
  type GraphQLNamedType,
  getNamedType,
  isInterfaceType,
  isLeafType,
  isObjectType,
  isRequiredArgument,
  isUnionType,
  print,
} from 'graphql';
import { beforeEach, describe, expect, it } from 'vitest';
import { hours } from '../core/clock.ts';
import type { Group } from '../core/groups.ts';
import { routeGroups } from '../rest/index.ts';
import { type CompiledRoute, compileRoutes } from '../rest/kernel/compile.ts';
import { schema } from '../schema/index.ts';
import { createPreparer, type Prepared } from '../schema/kernel/prepare.ts';
import { useTestApp } from './suite.ts';

/**
 * Follows all lookup fields of the types that the routes return. Every link in the sandbox must lead to an existing object,
 * and their upstream requests must not exceed the price.
 * The queries are generated from the schema, so that they cover new groups.
 */

const preparer = createPreparer(schema);
const routes = compileRoutes(preparer, routeGroups);

/** The maximum price of a query; a query with a higher price follows fewer links. */
const maxPrice = 60;

/** Upstream requests that a lookup can take, with tokens and further pages; elsewhere it is one. */
const requestsPerLookup: Partial<Record<Group, number>> = {
  blockgame: 3,
  microblog: 2,
  music: 12,
  photosocial: 3,
  pinboard: 5,
};

/** A selection of all fields of a type; `steps` is the number of nested lookup fields. */
function selectionOf(type: GraphQLNamedType, steps: number, depth = 4): string {
  if (isUnionType(type)) {
    return `{ __typename ${type
      .getTypes()
      .map((member) => `... on ${member.name} ${selectionOf(member, steps, depth)}`)
      .join(' ')} }`;
  }
  if (!isObjectType(type) && !isInterfaceType(type)) return '';
  const fields = Object.values(type.getFields()).map((field) => fieldOf(field, steps, depth));
  return `{ __typename ${fields.join(' ')} }`;
}

function fieldOf(field: GraphQLField<unknown, unknown>, steps: number, depth: number): string {
  const type = getNamedType(field.type);
  if (field.args.some(isRequiredArgument)) return '';
  if (isLeafType(type)) return field.name;
  const isLink = field.extensions.lookup !== undefined;
  if (depth === 0 || (isLink && steps === 0)) return '';
  return `${field.name} ${selectionOf(type, isLink ? steps - 1 : steps, depth - 1)}`;
}

/** The query of a route with all fields below its lookup. */
function queryOf({ prepared, parameters, read, route }: CompiledRoute, steps: number) {
  const namespace = prepared.fields[0]!;
  const { node, definition } = namespace.below[0]!;
  const query = new URLSearchParams(route.example);
  const variables = read(route.example, query);
  const declared = (prepared.operation.variableDefinitions ?? []).map(print).join(', ');
  const args = (node.arguments ?? []).map(print).join(', ');
  const selection = selectionOf(getNamedType(definition.type), steps);
  const text = `query ${declared && `(${declared})`} {
    ${namespace.node.name.value} { ${node.name.value}${args && `(${args})`} ${selection} }
  }`;
  return { text, variables, parameters };
}

/** Excluded are uploads, downloads, and routes with a permission that the test key lacks. */
const tested = routes.filter(
  ({ group, lookup, upload }) => !lookup.isBytes && !upload && lookup.permission === group,
);

/** The upstream requests that a price allows. */
const mostRequests = (prepared: Prepared, variables: Readonly<Record<string, unknown>>): number =>
  [...prepared.priceByGroup(variables)]
    .map(([group, price]) => price * (requestsPerLookup[group] ?? 1))
    .reduce((sum, requests) => sum + requests, 0);

/** Tests every route with so many lookups on each other, or with fewer where their price is higher. */
export function followLinks(most: number): void {
  const app = useTestApp();

  // Quotas of a day end.
  beforeEach(() => app.clock.skip(hours(24)));

  describe.each([...new Set(tested.map(({ group }) => group))])('the group %s', (group) => {
    const routesOfGroup = tested.filter((compiled) => compiled.group === group);

    it.each(routesOfGroup.map((compiled) => [compiled.route.path, compiled] as const))(
      'links only to existing objects from GET %s',
      async (_, compiled) => {
        for (let steps = most; steps >= 0; steps -= 1) {
          const { text, variables } = queryOf(compiled, steps);
          const preparation = preparer.prepare(text);
          const isPrepared = 'prepared' in preparation;
          if (!isPrepared && steps > 0) continue;
          expect('errors' in preparation ? preparation.errors : []).toEqual([]);
          if (isPrepared && preparation.prepared.price(variables) > maxPrice && steps > 0) continue;
          await app.clearCalls();
          const { body, headers } = await app.graphql(text, variables as Record<string, unknown>);
          const calls = await app.calls();
          expect(Number(headers.get('x-query-cost'))).toBeGreaterThan(0);
          if ('prepared' in preparation)
            expect(calls.length).toBeLessThanOrEqual(mostRequests(preparation.prepared, variables));
          expect(body.errors).toBeUndefined();
          return;
        }
      },
    );
  });
}
