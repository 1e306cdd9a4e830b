import type { FieldModel, ValueModel } from './example-model.ts';
import { memberOf, quoted } from './names.ts';
import { absentValue, type GroupPlan, otherValue, type PlannedInput } from './plan.ts';

/** The address of the route with these values. */
function addressOf({ route, inputs }: GroupPlan, of: (input: PlannedInput) => string | undefined): string {
  const query = new URLSearchParams();
  const values = new Map(inputs.map((input) => [input.name, of(input)]));
  for (const [name, value] of values)
    if (!route.includes(`{${name}}`) && value !== undefined) query.set(name, value);
  const path = route.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(values.get(name) ?? ''),
  );
  return query.size === 0 ? path : `${path}?${query}`;
}

const isScalar = ({ is }: ValueModel): boolean => is !== 'object' && is !== 'list';

/** A field to compare with the example answer: one that is there always, and the same in both. Routes rename ids. */
const comparedField = (fields: readonly FieldModel[]): FieldModel | undefined =>
  fields.find(
    ({ wire, value, isNullable }) =>
      isScalar(value) && value.is !== 'id' && wire.toLowerCase() !== 'id' && !isNullable,
  );

function parameterTest(plan: GroupPlan): string {
  const missing = plan.inputs.find(({ name }) => !plan.route.includes(`{${name}}`));
  if (!missing) return '';
  const address = addressOf(plan, (input) => (input === missing ? undefined : input.value));
  return `
  it('names the parameter that is missing', async () => {
    const { status, body } = await app.get(${quoted(address)});
    assert.equal(status, 400);
    assert.match(body.error, /${missing.name}/);
  });
`;
}

/** The file with the tests, which run on Node's own runner. */
export function writeTests(plan: GroupPlan): string {
  const { name, model, field, request, inputs, most, route } = plan;
  const { item, list } = model;
  const { host } = new URL(request.origin);
  const compared = comparedField(item.fields);
  const first = list ? 'body[0]' : 'body';
  const part = model.at.reduce(memberOf, 'example');
  const exampleItem = list ? `${part}[0]` : part;
  const fresh = (number: number) => quoted(addressOf(plan, (input) => otherValue(input, number)));
  const variables = inputs.map((input) => `$${input.name}: ${input.type}`).join(', ');
  const args = [
    ...inputs.map((input) => `${input.name}: $${input.name}`),
    ...(most !== undefined && most > 20 ? [`first: ${most}`] : []),
  ].join(', ');
  const selected = compared?.name ?? '__typename';
  const values = inputs.map((input) => `${input.name}: ${quoted(otherValue(input, 1))}`).join(', ');
  const read = list ? `[0].${selected}` : `.${selected}`;
  return `import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, afterEach, before, describe, it } from 'node:test';
import { startGroup } from 'almanac/group/test';
import group from './index.js';

const host = '${host}';
/** An answer of the upstream. */
const example = JSON.parse(readFileSync(new URL('./example.json', import.meta.url), 'utf8'));

/** @type {import('almanac/group/test').TestedGroup} */
let app;
before(async () => {
  app = await startGroup(group);
});
afterEach(() => app.clearFaults());
after(() => app.close());

describe('GET ${route}', () => {
  it('decodes the answer of the upstream', async () => {
    await app.fault({ host, body: example });
    const { status, body } = await app.get(${quoted(addressOf(plan, (input) => input.value))});
    assert.equal(status, 200);
${list ? `    assert.equal(body.length, ${part}.length);\n` : ''}${
  compared ? `    assert.equal(${first}.${compared.name}, ${memberOf(exampleItem, compared.wire)});\n` : ''
}  });

  it('gives what the graph gives', async () => {
    const { status, body } = await app.get(${fresh(1)});
    assert.equal(status, 200);
    const asked = await app.graphql(
      'query (${variables}) { ${name} { ${field}(${args}) { ${selected} } } }',
      { ${values} },
    );
    ${
      compared
        ? `assert.equal(asked.body.data.${name}.${field}${read}, ${first}.${selected});`
        : `assert.ok(asked.body.data.${name}.${field});`
    }
  });
${parameterTest(plan)}
  it('responds with 404 for what does not exist', async () => {
    const { status } = await app.get(${quoted(addressOf(plan, absentValue))});
    assert.equal(status, 404);
  });

  it('responds with 502 while the upstream fails', async () => {
    await app.fault({ host, status: 500 });
    const { status } = await app.get(${fresh(2)});
    assert.equal(status, 502);
  });

  it('refuses a key without its permission', async () => {
    const { status } = await app.getAsStranger(${fresh(1)});
    assert.equal(status, 403);
  });
});
`;
}
