import {
  type FieldModel,
  isTime,
  mostItems,
  type ObjectModel,
  objectsOf,
  unixUnit,
  type ValueModel,
} from './example-model.ts';
import { bracketed, inWords, quoted } from './names.ts';
import type { GroupPlan } from './plan.ts';

/** The longest text of a sample that a description shows. */
const longestSample = 40;

/** A description to begin with: the name in words, with a value of the example answer. */
function describe({ name, value }: FieldModel): string {
  const inner = value.is === 'list' ? value.of : value;
  const words = inWords(name);
  if (inner.is === 'object' || inner.is === 'list') return `${words}.`;
  if (inner.is === 'boolean') return `${words}: true or false.`;
  const sample = String(inner.samples.find((each) => each !== '') ?? '');
  const isShown = sample !== '' && sample.length <= longestSample && !/\p{C}/u.test(sample);
  const shown = inner.is === 'text' || inner.is === 'id' ? `"${sample}"` : sample;
  return isShown ? `${words}, such as ${shown}.` : `${words}.`;
}

const graphTypes = {
  text: 'String',
  id: 'ID',
  integer: 'Int',
  wide: 'SafeInt',
  number: 'Float',
  boolean: 'Boolean',
};

function fieldsOf({ fields }: ObjectModel): string {
  const names = new Set(fields.map(({ name }) => name));
  return fields.flatMap((field) => [fieldOf(field), ...timeOf(field, names)]).join('\n');
}

function fieldOf(field: FieldModel): string {
  const { name, wire, isNullable, value } = field;
  const description = `description: ${quoted(describe(field))}`;
  if (value.is === 'list' && value.of.is === 'object') {
    const type = `[${value.of.of.name}Type]`;
    const parts = [`type: ${type}`, `max: ${mostItems(value.longest)}`, description];
    return `      ${bracketed(`${name}: t.list('${name}', {`, parts, '}),', 6)}`;
  }
  const options = [...(isNullable && value.is !== 'list' ? ['nullable: true'] : []), description];
  const type = typeOf(value);
  const hint =
    wire.toLowerCase() === 'id' ? [isDigits(value) ? '...documentedAsNumber' : '...documentedAsId'] : [];
  return `      ${bracketed(`${name}: t.expose('${name}', {`, [`type: ${type}`, ...options, ...hint], '}),', 6)}`;
}

/** Whether the upstream writes the id as a number. */
const isDigits = (value: ValueModel): boolean =>
  value.is === 'id' && value.samples.every((sample) => typeof sample === 'number');

function typeOf(value: ValueModel): string {
  if (value.is === 'object') return `${value.of.name}Type`;
  if (value.is === 'list') return `[${typeOf(value.of)}]`;
  return `'${graphTypes[value.is]}'`;
}

/** A moment stands beside its text or number. */
function timeOf(field: FieldModel, names: ReadonlySet<string>): readonly string[] {
  const { name, value } = field;
  const moment = `${name.replace(/(?:Date|At|On|Time|Stamp)$/, '')}Time`;
  const unit = unixUnit(field);
  const conversion = isTime(value)
    ? 'asTime'
    : unit && (unit === 'seconds' ? 'asTimeOfSeconds' : 'asTimeOfMs');
  if (!conversion || names.has(moment)) return [];
  return [`      ${moment}: t.typed('${name}', ${conversion}, ${quoted(`${inWords(name)}, as a moment.`)}),`];
}

/** The file with the types and the root field. */
export function writeSchema(plan: GroupPlan): string {
  const { name, model, field, about, typeName } = plan;
  const objects = objectsOf(model.item);
  const types = objects.map(
    (object) => `  const ${object.name}Type = object('${typeName(object.name)}', ${object.name}, {
    description: ${quoted(`${inWords(object.name.replace(/^./, (first) => first.toLowerCase()))} of ${name}.`)},
    fields: (t) => ({
${fieldsOf(object)}
    }),
  });`,
  );
  const result = model.list ? `[${model.item.name}Type]` : `${model.item.name}Type`;
  const body = types.join('\n');
  const used = [
    ...['asTime', 'asTimeOfMs', 'asTimeOfSeconds'].filter((each) => body.includes(`', ${each}, '`)),
    ...['documentedAsId', 'documentedAsNumber'].filter((each) => body.includes(`...${each}`)),
  ];
  return `${used.length > 0 ? `import { ${used.join(', ')} } from 'almanac/group';\n` : ''}import * as lookups from './lookups.js';
${bracketed('import {', objects.map((object) => object.name).sort(), "} from './source.js';")}

/**
 * Complete: the descriptions are the documentation of the graph and of the routes.
 *
 * @type {import('almanac/group').AddSchema}
 */
export const schema = ({ namespace, object }) => {
${body}
  namespace({
    description: ${quoted(about)},
    fields: (t) => ({ ${field}: t.lookup(lookups.${field}, { type: ${result} }) }),
  });
};
`;
}

/** What a document selects of an object. */
function selectionOf({ fields }: ObjectModel, by: number): string {
  const blanks = ' '.repeat(by);
  return fields
    .map(({ name, value }) => {
      const inner = value.is === 'list' ? value.of : value;
      if (inner.is !== 'object') return `${blanks}${name}`;
      const most = value.is === 'list' ? mostItems(value.longest) : 0;
      const first = most > 20 ? `(first: ${most})` : '';
      return `${blanks}${name}${first} {\n${selectionOf(inner.of, by + 2)}\n${blanks}}`;
    })
    .join('\n');
}

/** The file with the documented route. */
export function writeRoutes(plan: GroupPlan): string {
  const { name, model, field, inputs, most, route } = plan;
  const variables = inputs.map((input) => `$${input.name}: ${input.type}`).join(', ');
  const first = most !== undefined && most > 20 ? [`first: ${most}`] : [];
  const args = [...inputs.map((input) => `${input.name}: $${input.name}`), ...first].join(', ');
  const example = inputs.map((input) => `${input.name}: ${quoted(input.value)}`).join(', ');
  return `import { bare, routes } from 'almanac/group';
import { group } from './source.js';

export const paths = routes(
  group,
  { envelope: bare },
  {
    path: '${route}',
    example: { ${example} },
    document: \`
      query (${variables}) {
        ${name} {
          ${field}(${args}) {
${selectionOf(model.item, 12)}
          }
        }
      }\`,
  },
);
`;
}
