import * as api from '../api.ts';
import type { Answers } from './answers.ts';
import { type ExampleModel, exampleModel, mostItems } from './example-model.ts';
import { camelCase, capitalized, inWords, isReservedWord, quoted } from './names.ts';

/** An input of the lookup, as the files write it. */
export interface PlannedInput {
  readonly name: string;
  /** The value of the example answer. */
  readonly value: string;
  readonly kind: 'identifier' | 'handle' | 'freeText';
  /** The type of the variable in GraphQL. */
  readonly type: 'ID!' | 'String!';
}

/** What the files of a new group have in common. */
export interface GroupPlan extends Answers {
  readonly model: ExampleModel;
  /** The name of the endpoint, of the lookup and of the field. */
  readonly field: string;
  readonly inputs: readonly PlannedInput[];
  /** The largest number of items; undefined where the lookup gives one object. */
  readonly most: number | undefined;
  /** The type of an object in the graph. */
  typeName(object: string): string;
}

export function planOf(answers: Answers): GroupPlan {
  const { name, route, request, example } = answers;
  const literal = route
    .split('/')
    .slice(3)
    .filter((segment) => segment !== '' && !segment.startsWith('{'))
    .at(-1);
  const title = camelCase(literal ?? name);
  const model = exampleModel(example, answers.item ?? title, answers.at);
  const inputs = Object.entries(request.values).map(([input, value]) =>
    inputOf(input, value, request.path.includes(`{${input}}`)),
  );
  return {
    ...answers,
    model,
    field: isTaken(title) ? `find${capitalized(title)}` : title,
    inputs,
    most: model.list && mostItems(model.list.longest),
    typeName: (object) => capitalized(name) + object,
  };
}

/** Names that the files import or declare. */
const isTaken = (name: string): boolean =>
  isReservedWord(name) || name in api || ['group', 'paths', 'schema', 'source', 'upstream'].includes(name);

function inputOf(name: string, value: string, isInPath: boolean): PlannedInput {
  if (/^\d{1,20}$/.test(value)) return { name, value, kind: 'identifier', type: 'ID!' };
  const kind = isInPath && /^[\w.-]{1,64}$/.test(value) ? 'handle' : 'freeText';
  return { name, value, kind, type: 'String!' };
}

/** What an input is made with in the file of the lookups. */
export function inputLiteral({ name, value, kind }: PlannedInput): string {
  const description = quoted(`${inWords(name)}, such as "${value}".`);
  if (kind === 'freeText') return `freeText(${description}, { max: 100 })`;
  const [pattern, expected] =
    kind === 'identifier'
      ? ['/^\\d{1,20}$/', 'a number of 1 to 20 digits']
      : ['/^[\\w.-]{1,64}$/', '1 to 64 letters, digits, dots, hyphens and underscores'];
  return `${kind}(${description}, {\n    pattern: ${pattern},\n    expected: '${expected}',\n  })`;
}

/** Another value that the input accepts, and that the sandbox has. */
export const otherValue = ({ value, kind }: PlannedInput, number: number): string =>
  kind === 'identifier'
    ? `${number}${value}`.slice(0, 20).replace(/404$/, '405')
    : `${value}${number}`.slice(-64);

/** A value for which the sandbox has nothing. */
export const absentValue = ({ kind }: PlannedInput): string => (kind === 'identifier' ? '404' : 'notfound');

/** The lines of a text with blanks before each but the first. */
export const indented = (text: string, by: number): string => text.replaceAll('\n', `\n${' '.repeat(by)}`);
