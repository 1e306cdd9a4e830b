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
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { routeGroups } from '../rest/index.ts';
import { type CompiledRoute, compileRoutes } from '../rest/kernel/compile.ts';
import { schema } from '../schema/index.ts';
import { createPreparer } from '../schema/kernel/prepare.ts';
import { startTestApp, type TestApp } from './app.ts';

/**
 * What the sandbox makes up exists: every link of every type leads somewhere, from whatever the routes answer. Queries
 * are made from the schema, so a new group is walked without a word about it here.
 */

const preparer = createPreparer(schema);
const routes = compileRoutes(preparer, routeGroups);

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

/** More upstream requests than this are no walk but a march; the same links are walked from elsewhere. */
const longestWalk = 60;

/** Facts and links of a type, `steps` links deep. */
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

/** The question of a route, with everything that can be selected below it. */
function walkFrom({ prepared, parameters, read, route }: CompiledRoute, steps: number) {
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

/** What is asked with a file, or about one on the server, needs more than a query and a key for its group. */
const walked = routes.filter(
  ({ group, lookup, upload }) => !lookup.isBytes && !upload && lookup.permission === group,
);

describe.each([...new Set(walked.map(({ group }) => group))])('%s', (group) => {
  const served = walked.filter((compiled) => compiled.group === group);

  it.each(served.map((compiled) => [compiled.route.path, compiled] as const))(
    '%s leads to nothing that does not exist',
    async (_, compiled) => {
      for (const steps of [2, 1, 0]) {
        const { text, variables } = walkFrom(compiled, steps);
        const preparation = preparer.prepare(text);
        const isWithinFences = 'prepared' in preparation;
        if (!isWithinFences && steps > 0) continue;
        expect('errors' in preparation ? preparation.errors : []).toEqual([]);
        if (isWithinFences && preparation.prepared.price(variables) > longestWalk && steps > 0) continue;
        const { body } = await app.graphql(text, variables as Record<string, unknown>);
        const told = (body.errors ?? []).map(
          ({
            path,
            extensions,
            message,
          }: {
            path: string[];
            extensions: { code: string };
            message: string;
          }) => `${path?.join('.')}: ${extensions.code} ${message}`,
        );
        expect(told).toEqual([]);
        return;
      }
    },
  );
});
