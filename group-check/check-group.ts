import { type GraphQLSchema, isEnumType } from 'graphql';
import { compileRoutes } from '../rest/kernel/compile.ts';
import { methodOf } from '../rest/kernel/route.ts';
import { schema } from '../schema/index.ts';
import { typePrefix } from '../schema/kernel/namespaces.ts';
import { createPreparer } from '../schema/kernel/prepare.ts';
import type { Findings } from '../server/groups/check-parts.ts';
import { extraGroupSpecs, startFindings } from '../server/groups/check-start.ts';
import type { GroupSpec } from '../server/groups/define-group.ts';
import { exampleAddress } from '../server/pages/home.ts';
import { checkAliases, checkEntities } from './check-entities.ts';
import { checkExposure } from './check-modules.ts';
import { checkSchema, fieldsOf } from './check-schema.ts';
import { serveForTests } from './serve-for-tests.ts';

/** Everything that is wrong with the extra groups: each a sentence that says what to do. */
export async function findingsOfExtraGroups(): Promise<Findings> {
  const specs = extraGroupSpecs();
  const atStart = specs.flatMap(startFindings);
  // A service with these would not start.
  if (atStart.length > 0) return atStart;
  const routes = specs.flatMap((spec) => compileRoutes(createPreparer(schema), [spec.routes]));
  return [
    ...checkAliases(routes),
    ...checkEntities(schema),
    ...checkSchema(schema),
    ...checkExposure(
      schema,
      specs.map(({ name, lookups }) => ({ path: `the lookups of ${name}`, group: name, exports: lookups })),
    ),
    ...specs.flatMap(({ name }) => [...undescribed(schema, name), ...misnamed(schema, name)]),
    ...(await failingExamples(specs)),
  ];
}

const typesOf = (of: GraphQLSchema, group: string) =>
  Object.values(of.getTypeMap()).filter(({ name }) => name.startsWith(typePrefix(group)));

/** Types, fields and arguments that documentation would show without a word. */
function undescribed(of: GraphQLSchema, group: string): Findings {
  const types = typesOf(of, group);
  const members = fieldsOf(of).filter(({ parent }) => types.includes(parent));
  return [
    ...types.filter(({ description }) => !description).map(({ name }) => name),
    ...members.filter(({ field }) => !field.description).map(({ name }) => name),
    ...members.flatMap(({ name, field }) =>
      field.args.filter(({ description }) => !description).map((arg) => `${name}(${arg.name}:)`),
    ),
  ].map((name) => `${name} has no description: write a sentence.`);
}

function misnamed(of: GraphQLSchema, group: string): Findings {
  const types = typesOf(of, group);
  return [
    ...fieldsOf(of)
      .filter(({ parent, field }) => types.includes(parent) && !/^[a-z][A-Za-z0-9]*$/.test(field.name))
      .map(({ name }) => `${name} is no camel case: rename the field.`),
    ...types
      .filter(isEnumType)
      .flatMap((type) => type.getValues().map(({ name }) => ({ type: type.name, name })))
      .filter(({ name }) => !/^[A-Z_][A-Z0-9_]*$/.test(name))
      .map(({ type, name }) => `${type}.${name} is not in capitals: rename the value.`),
  ];
}

/** Examples of routes that the service, over the sandboxes of the groups, does not answer with 200. */
async function failingExamples(specs: readonly GroupSpec[]): Promise<Findings> {
  const served = await serveForTests();
  const findings: string[] = [];
  try {
    for (const route of specs.flatMap(({ routes }) => routes.routes)) {
      if (methodOf(route) !== 'GET') continue;
      const { status, text } = await served.get(exampleAddress(route));
      if (status === 200) continue;
      findings.push(
        `The example of ${route.path} responds with ${status} over the sandbox; correct the sandbox, the source or the example: ${text}`,
      );
    }
    return findings;
  } finally {
    await served.close();
  }
}
