import { z } from 'zod';

/**
 * The kinds of input that a lookup can take: a closed set. A kind knows how it is read from a query string, what it
 * is in GraphQL, what it is in JSON Schema, what it accepts, and what it says of anything else.
 */
export interface Input<Value = unknown> {
  /** One sentence for people: what the value means. */
  readonly description: string;
  /** What a value must be, to follow "name must be …". */
  readonly expected: string;
  readonly isRequired: boolean;
  /** What an absent value means. */
  readonly default: Value | undefined;
  readonly graphql: GraphQLKind;
  readonly json: JsonSchema;
  /** A query string's values as the value that GraphQL takes; undefined when they are not of this kind. */
  readonly fromTexts: (texts: readonly string[]) => unknown;
  /** A query string's values one by one, as they are written there. */
  readonly split: (texts: readonly string[]) => readonly string[];
  /** Checks and tidies a value that GraphQL took. */
  readonly schema: z.ZodType<Value>;
}

export interface GraphQLKind {
  readonly type: 'String' | 'ID' | 'Int' | 'Float' | 'Boolean' | EnumKind;
  readonly isList: boolean;
}

/** A closed set of words: its GraphQL name, and the documented word by GraphQL name. */
export interface EnumKind {
  readonly name: string;
  readonly description: string;
  readonly values: Readonly<Record<string, string>>;
}

export type JsonSchema = Readonly<Record<string, unknown>>;

/** Whether a value must be given, may be left out, or stands for something when it is left out. */
export type Presence<Value> = { readonly optional?: boolean; readonly default?: Value };
type Given<Value, Options> = Options extends { readonly optional: true } ? Value | undefined : Value;

export type Inputs = Readonly<Record<string, Input>>;
export type ValuesOf<Of extends Inputs> = {
  readonly [Name in keyof Of]: Of[Name] extends Input<infer Value> ? Value : never;
};

interface Kind<Value> {
  readonly expected: string;
  readonly graphql: GraphQLKind['type'];
  readonly isList?: boolean;
  readonly json: JsonSchema;
  readonly fromTexts: (texts: readonly string[]) => unknown;
  readonly split?: (texts: readonly string[]) => readonly string[];
  readonly schema: z.ZodType<Value>;
}

function input<Value, const Options extends Presence<Value>>(
  description: string,
  options: Options,
  kind: Kind<Value>,
): Input<Given<Value, Options>> {
  const { optional = false, default: initial } = options;
  return {
    description,
    expected: kind.expected,
    isRequired: !optional && initial === undefined,
    default: initial as Given<Value, Options> | undefined,
    graphql: { type: kind.graphql, isList: kind.isList ?? false },
    json: { ...kind.json, ...(initial === undefined ? {} : { default: initial }) },
    fromTexts: kind.fromTexts,
    split: kind.split ?? ((texts) => texts),
    schema: kind.schema as z.ZodType<Given<Value, Options>>,
  };
}

/** Exactly one value; a repeated parameter is not of a scalar kind. */
const single =
  (read: (text: string) => unknown) =>
  (texts: readonly string[]): unknown =>
    texts.length === 1 ? read(texts[0]!) : undefined;
const asIs = single((value) => value);

// Control characters, line separators and lone surrogates have no place in a name, and do harm in an address.
const isPrintable = (value: string) => !/\p{Cc}|\p{Cs}|[\u2028\u2029]/u.test(value);
const plain = (minLength: number, maxLength: number) =>
  z.string().trim().min(minLength).max(maxLength).refine(isPrintable).normalize('NFC');

/** Free text of `min` (1 unless given) to `max` characters (256 unless given), trimmed. */
export const freeText = <const Options extends Presence<string> & Bounds>(
  description: string,
  options: Options = {} as Options,
) => {
  const { min = 1, max = 256 } = options;
  return input<string, Options>(description, options, {
    expected: `text of ${min} to ${max} characters, without control characters`,
    graphql: 'String',
    json: { type: 'string', minLength: min, maxLength: max },
    fromTexts: asIs,
    schema: plain(min, max),
  });
};

export interface PatternOptions extends Presence<string> {
  readonly pattern: RegExp;
  /** What callers may write, where that is more than `pattern`, which is what it is tidied to. */
  readonly written?: RegExp;
  /** What the pattern means, to follow "name must be …". */
  readonly expected: string;
}

const patterned = <const Options extends PatternOptions>(
  description: string,
  options: Options,
  graphql: 'String' | 'ID',
  tidy: (value: string) => string,
) =>
  input<string, Options>(description, options, {
    expected: options.expected,
    graphql,
    json: { type: 'string', pattern: (options.written ?? options.pattern).source },
    fromTexts: asIs,
    schema: z.string().max(256).transform(tidy).pipe(z.string().regex(options.pattern)),
  });

/** The name of an account. A leading `@`, as people write it, is taken off. */
export const handle = <const Options extends PatternOptions>(description: string, options: Options) =>
  patterned(description, options, 'String', (value) => value.trim().replace(/^@/, ''));

/** An identifier that the upstream gave; every digit of it is kept. */
export const identifier = <const Options extends PatternOptions>(description: string, options: Options) =>
  patterned(description, options, 'ID', (value) => value);

/** The mark of a place in a list, as an upstream gave it with the page before. */
export const cursor = <const Options extends Presence<string>>(
  description: string,
  options: Options = {} as Options,
) =>
  input<string, Options>(description, options, {
    expected: 'the cursor that the page before gave',
    graphql: 'String',
    json: { type: 'string', minLength: 1, maxLength: longestCursor },
    fromTexts: asIs,
    schema: z
      .string()
      .max(longestCursor)
      .regex(/^[\x21-\x7e]+$/),
  });

const longestCursor = 1024;

const tagPattern = /^[0-9A-Z]{3,15}$/;
const writtenTag = /^#?[0-9A-Za-z]{3,15}$/;

/** A tag of the games that use them: letters and digits, with or without `#`, in either case. */
export const tag = <const Options extends Presence<string>>(
  description: string,
  options: Options = {} as Options,
) =>
  patterned(
    description,
    {
      ...options,
      pattern: tagPattern,
      written: writtenTag,
      expected: 'a tag of 3 to 15 letters and digits, with or without #',
    },
    'ID',
    (value) => value.replace(/^#/, '').toUpperCase(),
  ) as Input<Given<string, Options>>;

interface Bounds {
  readonly min?: number;
  readonly max?: number;
}

/** The largest `Int` of GraphQL. */
const largestInt = 2 ** 31 - 1;

/** A whole number written plainly: `1e3`, `0x10`, `007` and `3.0` are none. */
const wholeNumber = single((value) =>
  /^(?:0|-?[1-9]\d{0,9})$/.test(value) && Math.abs(Number(value)) <= largestInt ? Number(value) : undefined,
);

/** How many, from `min` (1 unless given) to `max`. */
export const count = <const Options extends Presence<number> & Bounds>(
  description: string,
  options: Options = {} as Options,
) => {
  const { min = 1, max = largestInt } = options;
  return input<number, Options>(description, options, {
    expected: max === largestInt ? `a whole number, ${min} or more` : `a whole number from ${min} to ${max}`,
    graphql: 'Int',
    json: { type: 'integer', minimum: min, maximum: max },
    fromTexts: wholeNumber,
    schema: z.int().min(min).max(max),
  });
};

/** A number that may have a fraction, from `min` to `max`. */
export const decimal = <const Options extends Presence<number> & Required<Bounds>>(
  description: string,
  options: Options,
) => {
  const { min, max } = options;
  return input<number, Options>(description, options, {
    expected: `a number from ${min} to ${max}`,
    graphql: 'Float',
    json: { type: 'number', minimum: min, maximum: max },
    fromTexts: single((value) =>
      /^-?(?:0|[1-9]\d{0,14})(?:\.\d{1,15})?$/.test(value) ? Number(value) : undefined,
    ),
    schema: z.number().min(min).max(max),
  });
};

/** `true` or `false`. */
export const flag = <const Options extends Presence<boolean>>(
  description: string,
  options: Options = {} as Options,
) =>
  input<boolean, Options>(description, options, {
    expected: 'true or false',
    graphql: 'Boolean',
    json: { type: 'boolean' },
    fromTexts: single((value) => (value === 'true' ? true : value === 'false' ? false : undefined)),
    schema: z.boolean(),
  });

/** `pt-BR` as `PT_BR`, `viewCount` as `VIEW_COUNT`: how GraphQL spells the words of a closed set. */
export const enumName = (word: string): string =>
  word
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1_$2')
    .replaceAll(/[^A-Za-z0-9]+/g, '_')
    .replace(/^(?=\d)/, '_')
    .toUpperCase();

/** The documented words by their GraphQL names. Throws when two of them would have the same. */
export function enumKind(
  name: string,
  words: readonly string[],
  description = `One of ${words.join(', ')}.`,
): EnumKind {
  const values = Object.fromEntries(words.map((word) => [enumName(word), word]));
  if (Object.keys(values).length < words.length) {
    throw new Error(`Two words of ${name} have the same name in GraphQL.`);
  }
  return { name, description, values };
}

/** One of a closed set of words; `type` is the name of the set in GraphQL. */
export const choice = <
  const Word extends string,
  const Options extends Presence<NoInfer<Word>> & { readonly type: string },
>(
  description: string,
  words: readonly Word[],
  options: Options,
) =>
  input<Word, Options>(description, options, {
    expected: words.length === 1 ? words[0]! : `one of ${words.join(', ')}`,
    graphql: enumKind(options.type, words, description),
    json: { type: 'string', enum: words },
    fromTexts: single((value) =>
      (words as readonly string[]).includes(value) ? enumName(value) : undefined,
    ),
    schema: z.enum(words),
  });

/** Several values of one kind, 1 to `max`; in a query string the parameter is repeated, or the values stand between commas. */
export const list = <
  Item,
  const Options extends Presence<readonly Item[]> & { readonly max: number; readonly separator?: ',' },
>(
  description: string,
  of: Input<Item>,
  options: Options,
) => {
  const { max, separator } = options;
  const split = (texts: readonly string[]) =>
    separator === undefined ? texts : texts.flatMap((value) => value.split(separator));
  return input<readonly Item[], Options>(description, options, {
    expected: `1 to ${max} values${separator ? ' with commas between them' : ''}, each ${of.expected}`,
    graphql: of.graphql.type,
    isList: true,
    json: { type: 'array', items: of.json, minItems: 1, maxItems: max },
    split,
    fromTexts(texts) {
      const values = split(texts).map((value) => of.fromTexts([value]));
      return values.includes(undefined) ? undefined : values;
    },
    schema: z.array(of.schema).min(1).max(max),
  });
};

const isoDate = /^\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:\d{2})?)?$/;

/** A day that exists; `Date` itself rolls the 31st of June over into July. */
function isDate(value: string): boolean {
  if (!isoDate.test(value) || Number.isNaN(Date.parse(value))) return false;
  const day = value.slice(0, 10);
  return new Date(`${day}T00:00:00Z`).toISOString().startsWith(day);
}

/** A date, or a date with a time, in ISO 8601. */
export const date = <const Options extends Presence<string>>(
  description: string,
  options: Options = {} as Options,
) =>
  input<string, Options>(description, options, {
    expected: 'a date such as 2026-03-14, or with a time such as 2026-03-14T15:09:26Z',
    graphql: 'String',
    json: { type: 'string', format: 'date-time' },
    fromTexts: asIs,
    schema: z.string().refine(isDate),
  });

/**
 * The address of a page or file. `match` takes it apart, checks its host against the upstream's own, and gives back
 * what identifies the page, so that no address of a caller is ever fetched as it came.
 */
export const pageUrl = <Page, const Options extends Presence<Page> & { readonly expected: string }>(
  description: string,
  match: (text: string) => Page | undefined,
  options: Options,
) =>
  input<Page, Options>(description, options, {
    expected: options.expected,
    graphql: 'String',
    json: { type: 'string', format: 'uri', maxLength: 2048 },
    fromTexts: asIs,
    schema: z
      .string()
      .max(2048)
      .transform((value, check) => {
        const page = match(value);
        if (page === undefined) {
          check.addIssue({ code: 'custom', message: options.expected });
          return z.NEVER;
        }
        return page;
      }),
  });

const longestPath = 4096;

/** The absolute path of a file. Names of files are kept as they are, blanks and all. */
export const filePath = <const Options extends Presence<string>>(
  description: string,
  options: Options = {} as Options,
) =>
  input<string, Options>(description, options, {
    expected: `an absolute path of at most ${longestPath} characters`,
    graphql: 'String',
    json: { type: 'string', minLength: 1, maxLength: longestPath },
    fromTexts: asIs,
    schema: z
      .string()
      .max(longestPath)
      .regex(/^\/[^\0]*$/),
  });

/** How a door spells a parameter. */
export type PublicName = (name: string) => string;

/** A rule across the inputs of one lookup: what is wrong, or undefined. */
export type Rule = (values: Readonly<Record<string, unknown>>, spelled: PublicName) => string | undefined;

/** At least one of these must be given. */
export const atLeastOne =
  (...names: readonly string[]): Rule =>
  (values, spelled) =>
    names.some((name) => values[name] !== undefined)
      ? undefined
      : `${names.map(spelled).join(' or ')} is required.`;

/** Just one of these must be given. */
export const exactlyOne =
  (...names: readonly string[]): Rule =>
  (values, spelled) => {
    const given = names.filter((name) => values[name] !== undefined).length;
    if (given === 1) return undefined;
    const either = names.map(spelled).join(' or ');
    return given === 0 ? `${either} is required.` : `Only one of ${either} can be given.`;
  };

/** The first cannot be given together with any of the others. */
export const notTogether =
  (name: string, ...others: readonly string[]): Rule =>
  (values, spelled) => {
    const clash = others.find((other) => values[other] !== undefined);
    if (values[name] === undefined || clash === undefined) return undefined;
    return `${spelled(name)} cannot be combined with ${spelled(clash)}.`;
  };

/** Two counts must not exceed `max` together. */
export const sumAtMost =
  (max: number, first: string, second: string): Rule =>
  (values, spelled) =>
    Number(values[first] ?? 0) + Number(values[second] ?? 0) <= max
      ? undefined
      : `${spelled(first)} plus ${spelled(second)} must not exceed ${max}.`;

/** The first date must not come after the second. */
export const inOrder =
  (earlier: string, later: string): Rule =>
  (values, spelled) => {
    const [from, to] = [values[earlier], values[later]];
    if (typeof from !== 'string' || typeof to !== 'string' || Date.parse(from) <= Date.parse(to))
      return undefined;
    return `${spelled(earlier)} must not be later than ${spelled(later)}.`;
  };
