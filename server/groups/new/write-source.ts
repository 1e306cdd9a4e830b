import type { CredentialAnswer } from './answers.ts';
import { type FieldModel, type ObjectModel, objectsOf, type ValueModel } from './example-model.ts';
import { bracketed, inWords, keyLiteral, memberOf, quoted } from './names.ts';
import { type GroupPlan, indented, inputLiteral } from './plan.ts';

const decoders = {
  text: 'text',
  id: 'id',
  integer: 'integer',
  wide: 'integer',
  number: 'number',
  boolean: 'boolean',
};

function decoderOf(value: ValueModel): string {
  if (value.is === 'object') return value.of.name;
  if (value.is === 'list') return `optionalList(${decoderOf(value.of)})`;
  return decoders[value.is];
}

function fieldDecoder({ wire, name, isNullable, value }: FieldModel): string {
  const decoder = isNullable && value.is !== 'list' ? `nullable(${decoderOf(value)})` : decoderOf(value);
  return `  ${name}: ${wire === name ? decoder : `from(${quoted(wire)}, ${decoder})`},`;
}

const shapeOf = ({ name, fields }: ObjectModel): string =>
  `export const ${name} = shape({\n${fields.map(fieldDecoder).join('\n')}\n});`;

/** A comment for what the example answer cannot tell. */
const complete = 'Complete:';

function credentialOf(credential: CredentialAnswer, host: string): readonly string[] {
  if (credential.kind === 'none') return [];
  const { kind, variable } = credential;
  const made =
    kind === 'bearer' ? `bearer('${variable}')` : `${kind}Key(${quoted(credential.name)}, '${variable}')`;
  return [
    `  credential: ${made},`,
    `  // ${complete} who issues the credential, at which page, at what cost, and what it grants.`,
    `  access: { provider: ${quoted(host)}, page: ${quoted(`https://${host}/`)}, cost: 'unknown' },`,
  ];
}

function requestOf({ request, inputs }: GroupPlan): string {
  const type = inputs.map(({ name }) => `${name}: string`).join(', ');
  const path = request.path.includes('{')
    ? `path\`${request.path.replaceAll(/\{(\w+)\}/g, '$${args.$1}')}\``
    : quoted(request.path);
  const query = request.query.map(([name, text]) => {
    const input = /^\{(\w+)\}$/.exec(text)?.[1];
    return `${keyLiteral(name)}: ${input ? `args.${input}` : quoted(text)}`;
  });
  const parts = [`path: ${path}`, ...(query.length > 0 ? [`query: { ${query.join(', ')} }`] : [])];
  return `  ${bracketed(`request: (/** @type {{ ${type} }} */ args) => ({`, parts, '}),', 2)}`;
}

function decodeOf({ model }: GroupPlan): string {
  const { item, list, at } = model;
  const items = list ? `requiredList(${item.name})` : item.name;
  if (at.length === 0) return items;
  const decoder = at.reduceRight((inner, member) => `shape({ ${keyLiteral(member)}: ${inner} })`, items);
  return `${decoder}.transform((body) => ${at.reduce(memberOf, 'body')})`;
}

/** The functions that decode a value. */
function namesOf(value: ValueModel): readonly string[] {
  if (value.is === 'object') return [];
  return value.is === 'list' ? ['optionalList', ...namesOf(value.of)] : [decoders[value.is]];
}

const credentialFunctions = {
  none: [],
  bearer: ['bearer'],
  query: ['queryKey'],
  header: ['headerKey'],
} as const;

/** What the file takes from `almanac/group`. */
function importedNames({ model, request, credential }: GroupPlan): readonly string[] {
  const fields = objectsOf(model.item).flatMap((object) => object.fields);
  const names = new Set([
    ...['defineSource', 'groupNamed', 'minutes', 'shape', ...credentialFunctions[credential.kind]],
    ...(request.path.includes('{') ? ['path'] : []),
    ...(model.list ? ['requiredList'] : []),
    ...fields.flatMap(({ wire, name, isNullable, value }) => [
      ...(wire === name ? [] : ['from']),
      ...(isNullable && value.is !== 'list' ? ['nullable'] : []),
      ...namesOf(value),
    ]),
  ]);
  return [...names].sort();
}

/** The file with the upstream, its endpoint and the decoding of its responses. */
export function writeSource(plan: GroupPlan): string {
  const { name, model, field, request, inputs, credential } = plan;
  const { host } = new URL(request.origin);
  const first = inputs[0]!.name;
  const notFound = `Nothing was found for "\${args.${first}}".`;
  const body = `/** The name of the group. */
export const group = groupNamed('${name}');

/** ${complete} facts about the upstream, such as how many requests it accepts. */
export const source = defineSource({
  group,
  origins: ['${request.origin}'],
${credentialOf(credential, host)
  .map((line) => `${line}\n`)
  .join('')}});

${objectsOf(model.item).map(shapeOf).join('\n\n')}

/** ${inWords(field)}: of \`${request.path}\`. */
export const ${field} = source.endpoint('${field}', {
${requestOf(plan)}
  decode: ${decodeOf(plan)},
  cache: { freshMs: minutes(10) },
${model.list ? '  absent: (items) => items.length === 0,\n' : ''}  notFound: (args) => \`${notFound}\`,
});
`;
  return `${bracketed('import {', importedNames(plan), "} from 'almanac/group';")}\n\n${body}`;
}

/** The file with the lookup and its inputs. */
export function writeLookups(plan: GroupPlan): string {
  const { field, inputs, most, about } = plan;
  const literals = inputs.map((input) => `    ${input.name}: ${indented(inputLiteral(input), 2)},`);
  const kinds = [...new Set(inputs.map(({ kind }) => kind))];
  return `import { ${[...kinds, 'lookup'].sort().join(', ')} } from 'almanac/group';
import * as source from './source.js';

/** ${complete} the summary is what the documentation says of the route and of the field. */
export const ${field} = lookup({
  group: source.group,
  summary: ${quoted(about)},
  input: {
${literals.join('\n')}
  },
${most === undefined ? '' : `  // The largest number of items: it is the price of lookups below the list.\n  maxItems: () => ${most},\n`}  run: (values, { read }) => read(source.${field}, values),
});
`;
}
