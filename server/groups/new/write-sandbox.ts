import {
  type FieldModel,
  isTime,
  type ObjectModel,
  objectsOf,
  unixUnit,
  type ValueModel,
} from './example-model.ts';
import { camelCase, keyLiteral, quoted, uncapitalized } from './names.ts';
import type { GroupPlan, PlannedInput } from './plan.ts';

/** The most elements that the sandbox invents for a list inside of an object. */
const mostInvented = 3;

/** The input that all samples repeat. */
const echoedInput = (
  samples: readonly unknown[],
  { inputs }: GroupPlan,
  names: readonly string[],
): PlannedInput | undefined =>
  inputs.find(
    ({ name, value }) =>
      // Short values such as page 1 are equal by chance.
      (value.length > 2 || names.includes(name)) &&
      samples.every((each) => String(each).toLowerCase() === value.toLowerCase()),
  );

function inventedText(samples: readonly string[], plan: GroupPlan, names: readonly string[]): string {
  const [sample = ''] = samples;
  const echoed = echoedInput(samples, plan, names);
  if (echoed) return `args.${echoed.name}`;
  if (samples.every((each) => each === '')) return "''";
  const every = (form: RegExp) => samples.every((each) => form.test(each));
  if (isTime({ is: 'text', samples }))
    return sample.includes('T') || sample.includes(':') ? 'dice.isoDate()' : 'dice.isoDate().slice(0, 10)';
  if (every(/^https?:\/\/[\w.-]+/)) return `\`${/^https?:\/\/[\w.:-]+/.exec(sample)![0]}/\${dice.token(8)}\``;
  if (every(/^-?\d+\.\d+$/)) return 'String(dice.float(0, 100))';
  if (every(/^\d+$/)) return `dice.digits(${sample.length})`;
  const longest = Math.max(...samples.map(({ length }) => length));
  if (longest > 80) return 'dice.paragraph(2)';
  if (longest > 30) return 'dice.sentence()';
  return samples.some((each) => each.includes(' ')) ? 'dice.title()' : 'dice.word()';
}

function inventedNumber(samples: readonly number[], isInteger: boolean): string {
  const [least, most] = [Math.min(...samples), Math.max(...samples)];
  if (!isInteger) return `dice.float(${Math.floor(Math.min(least, 0))}, ${Math.ceil(Math.max(most, 1))})`;
  return least < 0 ? `dice.int(${least}, ${Math.max(most, 0)})` : `dice.count(${Math.max(2 * most, 10)})`;
}

/** `names` are those of the field that holds the value. */
function invented(value: ValueModel, plan: GroupPlan, names: readonly string[] = []): string {
  switch (value.is) {
    case 'object':
      return `make${value.of.name}(dice, args)`;
    case 'list': {
      const length = Math.max(1, Math.min(value.longest, mostInvented));
      return `Array.from({ length: ${length} }, () => ${objectLiteralSafe(invented(value.of, plan))})`;
    }
    case 'boolean':
      return 'dice.chance(0.5)';
    case 'integer':
    case 'wide':
    case 'number': {
      const echoed = echoedInput(value.samples, plan, names);
      if (echoed) return `Number(args.${echoed.name})`;
      return inventedNumber(value.samples as readonly number[], value.is !== 'number');
    }
    case 'id': {
      const isNumber = value.samples.every((sample) => typeof sample === 'number');
      const echoed = echoedInput(value.samples, plan, names);
      if (echoed) return isNumber ? `Number(args.${echoed.name})` : `args.${echoed.name}`;
      return isNumber
        ? `Number(dice.digits(${Math.min(String(value.samples[0]).length, 15)}))`
        : `dice.token(${Math.max(String(value.samples[0]).length, 1)})`;
    }
    case 'text':
      return inventedText(value.samples as readonly string[], plan, names);
  }
}

const objectLiteralSafe = (expression: string): string =>
  expression.startsWith('{') ? `(${expression})` : expression;

function fieldOf(field: FieldModel, plan: GroupPlan): string {
  const { wire, name, isNullable, value } = field;
  const unit = unixUnit(field);
  const made = unit
    ? `dice.timeMs()${unit === 'seconds' ? ' / 1000' : ''}`
    : invented(value, plan, [name, camelCase(wire)]);
  return `  ${keyLiteral(wire)}: ${isNullable && value.is !== 'list' ? `dice.chance(0.8) ? ${made} : null` : made},`;
}

const inventorOf = ({ name, fields }: ObjectModel, plan: GroupPlan, args: string): string => `/**
 * @param {import('almanac/group').Dice} dice
 * @param {${args}} args
 */
const make${name} = (dice, args) => ({
${fields.map((field) => fieldOf(field, plan)).join('\n')}
});`;

/** The check of the credential. */
function guardOf({ credential }: GroupPlan): string {
  const refused = "json({ error: 'Unauthorized' }, { status: 401 })";
  if (credential.kind === 'none') return '';
  const [read, given] =
    credential.kind === 'query'
      ? ['query', `query.get(${quoted(credential.name)}) === null`]
      : credential.kind === 'header'
        ? ['headers', `headers[${quoted(credential.name.toLowerCase())}] === undefined`]
        : ['headers', "!headers.authorization?.startsWith('Bearer ')"];
  return `  guard: ({ ${read} }) =>
    ${given} ? ${refused} : undefined,\n`;
}

/** The file with the upstream offline. */
export function writeSandbox(plan: GroupPlan): string {
  const { name, model, request, inputs } = plan;
  const { host } = new URL(request.origin);
  const inPath = new Set([...request.path.matchAll(/\{(\w+)\}/g)].map(([, input]) => input));
  const parameterOf = new Map(request.query.map(([parameter, text]) => [text.slice(1, -1), parameter]));
  const read = inputs.map(({ name: input }) =>
    inPath.has(input)
      ? `${input}: params.${input}`
      : `${input}: query.get(${quoted(parameterOf.get(input) ?? input)}) ?? ''`,
  );
  const keys = inputs.map((input) => `args.${input.name}`).join(', ');
  const args = `{ ${inputs.map((input) => `${input.name}: string`).join(', ')} }`;
  const kind = quoted(`${name}.${uncapitalized(model.item.name)}`);
  const make = `make${model.item.name}`;
  const length = model.list ? Math.max(1, Math.min(model.list.longest, 20)) : 0;
  const wrapped = (part: string) =>
    model.at.reduceRight((inner, member) => `{ ${keyLiteral(member)}: ${inner} }`, part);
  const answer = model.list
    ? `      const length = isThere ? ${length} : 0;
      const items = Array.from({ length }, (_, index) =>
        ${make}(world.of(${kind}, ${keys}, index), args),
      );
      return json(${wrapped('items')});`
    : `      if (!isThere) return json({ error: 'Not found' }, { status: 404 });
      const item = ${make}(world.of(${kind}, ${keys}), args);
      return json(${wrapped('item')});`;
  const used = [
    ...(inPath.size > 0 ? ['params'] : []),
    ...(parameterOf.size > 0 && inputs.some((input) => !inPath.has(input.name)) ? ['query'] : []),
    'world',
  ];
  return `import { defineUpstream, get, json } from 'almanac/group';

/** Complete: values that the upstream would send. Equal requests have equal answers, in every run. */

${objectsOf(model.item)
  .map((object) => inventorOf(object, plan, args))
  .join('\n\n')}

/** The upstream offline. Identifiers with \`notfound\`, and numbers ending in 404, do not exist. */
export const upstream = defineUpstream({
  hosts: ['${host}'],
${guardOf(plan)}  routes: [
    get('${request.path}', ({ ${used.join(', ')} }) => {
      const args = { ${read.join(', ')} };
      const isThere = Object.values(args).every((value) => value !== '' && world.exists(value));
${answer}
    }),
  ],
});
`;
}
