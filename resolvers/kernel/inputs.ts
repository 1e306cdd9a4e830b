import { z } from 'zod';
import { memoize } from '../../core/once.ts';
import { isDate } from './dates.ts';

/**
 * An input of a lookup, made by one of the functions below. It defines how the value is parsed from a query string, its
 * types in GraphQL and in JSON Schema, its validation, and the message about an invalid value.
 */
export interface Input<Value = unknown> {
  /** One sentence for people: the meaning of the value. */
  readonly description: string;
  /** The valid values, to follow "name must be …". */
  readonly expected: string;
  readonly isRequired: boolean;
  /** The value that applies when none is given. */
  readonly default: Value | undefined;
  readonly graphql: GraphQLKind;
  readonly json: JsonSchema;
  /** Parses the texts of a query string to the value that GraphQL takes; undefined when they are invalid. */
  readonly fromTexts: (texts: readonly string[]) => unknown;
  /** Splits the texts of a query string into single values. */
  readonly split: (texts: readonly string[]) => readonly string[];
  /** Validates and normalizes a value that GraphQL has coerced. */
  readonly schema: z.ZodType<Value>;
}

export interface GraphQLKind {
  readonly type: 'String' | 'ID' | 'Int' | 'Float' | 'Boolean' | EnumKind;
  readonly isList: boolean;
}

/** A closed set: its GraphQL name, and the documented value by GraphQL name. */
export interface EnumKind {
  readonly name: string;
  readonly description: string;
  readonly values: Readonly<Record<string, string>>;
}

export type JsonSchema = Readonly<Record<string, unknown>>;

/** A value is required unless it is optional or has a default. */
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
  const { optional = false, default: defaultValue } = options;
  return {
    description,
    expected: kind.expected,
    isRequired: !optional && defaultValue === undefined,
    default: defaultValue as Given<Value, Options> | undefined,
    graphql: { type: kind.graphql, isList: kind.isList ?? false },
    json: { ...kind.json, ...(defaultValue === undefined ? {} : { default: defaultValue }) },
    fromTexts: kind.fromTexts,
    split: kind.split ?? ((texts) => texts),
    schema: kind.schema as z.ZodType<Given<Value, Options>>,
  };
}

/** Parses exactly one text; a repeated parameter is invalid for a scalar. */
const single =
  (read: (text: string) => unknown) =>
  (texts: readonly string[]): unknown =>
    texts.length === 1 ? read(texts[0]!) : undefined;
const unparsed = single((value) => value);

// Control characters, line separators and lone surrogates occur in no name, and are unsafe in an address. U+FFFD stands for
// bytes that are not UTF-8, such as those of %E3 in a query string.
const isPrintable = (value: string) => !/\p{Cc}|\p{Cs}|[\u2028\u2029\ufffd]/u.test(value);
// Most texts and counts have the same bounds: schemas of their own would be a thousand at each start.
const plain = memoize((minLength: number) =>
  memoize((maxLength: number) =>
    z.string().trim().min(minLength).max(maxLength).refine(isPrintable).normalize('NFC'),
  ),
);

/** Text of `min` (1 by default) to `max` (256 by default) characters, trimmed and in Unicode's form NFC. */
export const freeText = <const Options extends Presence<string> & Bounds>(
  description: string,
  options: Options = {} as Options,
) => {
  const { min = 1, max = 256 } = options;
  return input<string, Options>(description, options, {
    expected: `text of ${min} to ${max} characters, without control characters`,
    graphql: 'String',
    json: { type: 'string', minLength: min, maxLength: max },
    fromTexts: unparsed,
    schema: plain(min)(max),
  });
};

export interface PatternOptions extends Presence<string> {
  readonly pattern: RegExp;
  /** What callers may send, where normalization brings more than `pattern` to its form. */
  readonly acceptedPattern?: RegExp;
  /** The pattern in words, to follow "name must be …". */
  readonly expected: string;
}

export const patterned = <const Options extends PatternOptions>(
  description: string,
  options: Options,
  graphql: 'String' | 'ID',
  normalize: (value: string) => string,
) =>
  input<string, Options>(description, options, {
    expected: options.expected,
    graphql,
    json: { type: 'string', pattern: (options.acceptedPattern ?? options.pattern).source },
    fromTexts: unparsed,
    schema: z.string().max(256).transform(normalize).pipe(z.string().regex(options.pattern)),
  });

/** The name of an account. A leading `@` is removed. */
export const handle = <const Options extends PatternOptions>(description: string, options: Options) =>
  patterned(description, options, 'String', (value) => value.trim().replace(/^@/, ''));

/** An identifier of an upstream, as text with every digit. */
export const identifier = <const Options extends PatternOptions>(description: string, options: Options) =>
  patterned(description, options, 'ID', (value) => value);

const sha256 = {
  pattern: /^[0-9a-f]{64}$/,
  acceptedPattern: /^[0-9A-Fa-f]{64}$/,
  expected: '64 digits, of 0 to 9 and a to f',
};

/** A SHA-256 in hexadecimal, in either case; normalized to small letters. */
export const digest = (text: string) => patterned(text, sha256, 'ID', (value) => value.toLowerCase());

/** The cursor of a page, as the page before contains it. */
export const cursor = <const Options extends Presence<string>>(
  description: string,
  options: Options = {} as Options,
) =>
  input<string, Options>(description, options, {
    expected: 'the cursor that the page before gave',
    graphql: 'String',
    json: { type: 'string', minLength: 1, maxLength: longestCursor },
    fromTexts: unparsed,
    schema: z
      .string()
      .max(longestCursor)
      .regex(/^[\x21-\x7e]+$/),
  });

const longestCursor = 4096;

const tagPattern = /^[0-9A-Z]{3,15}$/;
const acceptedTag = /^#?[0-9A-Za-z]{3,15}$/;

/** A tag of a game: letters and digits, with or without `#`, in either case; normalized to capitals without `#`. */
export const tag = <const Options extends Presence<string>>(
  description: string,
  options: Options = {} as Options,
) =>
  patterned(
    description,
    {
      ...options,
      pattern: tagPattern,
      acceptedPattern: acceptedTag,
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

/** An integer in decimal notation: `1e3`, `0x10`, `007` and `3.0` are invalid. */
const integerText = single((value) =>
  /^(?:0|-?[1-9]\d{0,9})$/.test(value) && Math.abs(Number(value)) <= largestInt ? Number(value) : undefined,
);

const wholeNumber = (min: number, max: number) =>
  max === largestInt ? `a whole number, ${min} or more` : `a whole number from ${min} to ${max}`;

const integerFrom = memoize((min: number) => memoize((max: number) => z.int().min(min).max(max)));

/** A count from `min` (1 by default) to `max`. */
export const count = <const Options extends Presence<number> & Bounds>(
  description: string,
  options: Options = {} as Options,
) => {
  const { min = 1, max = largestInt } = options;
  return input<number, Options>(description, options, {
    expected: wholeNumber(min, max),
    graphql: 'Int',
    json: { type: 'integer', minimum: min, maximum: max },
    fromTexts: integerText,
    schema: integerFrom(min)(max),
  });
};

/** A place in a list, counted from `min`, the default: a number in REST; in GraphQL an ID, which takes numbers and the text `next`. */
export const position = (description: string, { min = 0, max = largestInt }: Bounds = {}) =>
  input<number, { readonly default: number }>(
    description,
    { default: min },
    {
      expected: wholeNumber(min, max),
      graphql: 'ID',
      json: { type: 'integer', minimum: min, maximum: max },
      fromTexts: single((value) => (integerText([value]) === undefined ? undefined : value)),
      schema: z
        .union([
          z.int(),
          z
            .string()
            .regex(/^(?:0|[1-9]\d{0,9})$/)
            .transform(Number),
        ])
        .pipe(integerFrom(min)(max)),
    },
  );

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

/** The GraphQL name of a value of a closed set: `PT_BR` for `pt-BR`, `VIEW_COUNT` for `viewCount`. */
export const enumName = (word: string): string =>
  word
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1_$2')
    .replaceAll(/[^A-Za-z0-9]+/g, '_')
    .replace(/^(?=\d)/, '_')
    .toUpperCase();

/** The documented values of a closed set by their GraphQL names. Throws when two have the same name. */
export function enumKind(
  name: string,
  words: readonly string[],
  description = `One of ${words.join(', ')}.`,
): EnumKind {
  const values = Object.fromEntries(words.map((word) => [enumName(word), word]));
  if (Object.keys(values).length < words.length) {
    throw new Error(`Two values of ${name} have the same name in GraphQL.`);
  }
  return { name, description, values };
}

/** A value of a closed set; `type` is the name of its GraphQL enum. */
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

/** A list of 1 to `max` values; a query string repeats the parameter, or separates the values by `separator`. */
export const list = <
  Item,
  const Options extends Presence<readonly Item[]> & { readonly max: number; readonly separator?: ',' },
>(
  description: string,
  of: Input<Item>,
  options: Options,
) => {
  const { max, separator } = options;
  const partsOf = (text: string) => (separator ? text.split(separator).map((each) => each.trim()) : text);
  const split = (texts: readonly string[]) => texts.flatMap(partsOf);
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

/** A date, or a date with a time, in ISO 8601. */
export const date = <const Options extends Presence<string>>(
  description: string,
  options: Options = {} as Options,
) =>
  input<string, Options>(description, options, {
    expected: 'a date such as 2026-03-14, or with a time such as 2026-03-14T15:09:26Z',
    graphql: 'String',
    json: { type: 'string', anyOf: ['date', 'date-time'].map((format) => ({ type: 'string', format })) },
    fromTexts: unparsed,
    schema: z.string().refine(isDate),
  });

/**
 * The address of a page or file. `match` parses it, checks its host against those of the upstream, and returns the
 * identifiers of the page; the service never requests the address of a caller itself.
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
    fromTexts: unparsed,
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

/** The absolute path of a file, unchanged: blanks may be part of a file's name. */
export const filePath = <const Options extends Presence<string>>(
  description: string,
  options: Options = {} as Options,
) =>
  input<string, Options>(description, options, {
    expected: `an absolute path of at most ${longestPath} characters`,
    graphql: 'String',
    json: { type: 'string', minLength: 1, maxLength: longestPath },
    fromTexts: unparsed,
    schema: z
      .string()
      .max(longestPath)
      .regex(/^\/[^\0]*$/),
  });

/** The name of an input in a caller's request: a route may rename it. */
export type PublicName = (name: string) => string;

/** A rule across the inputs of one lookup: a message when it is broken, else undefined. */
export type Rule = (values: Readonly<Record<string, unknown>>, publicName: PublicName) => string | undefined;

/** At least one of these inputs must be given. */
export const atLeastOne =
  (...names: readonly string[]): Rule =>
  (values, publicName) =>
    names.some((name) => values[name] !== undefined)
      ? undefined
      : `${names.map(publicName).join(' or ')} is required.`;

/** Exactly one of these inputs must be given. */
export const exactlyOne =
  (...names: readonly string[]): Rule =>
  (values, publicName) => {
    const given = names.filter((name) => values[name] !== undefined).length;
    if (given === 1) return undefined;
    const either = names.map(publicName).join(' or ');
    return given === 0 ? `${either} is required.` : `Only one of ${either} can be given.`;
  };

/** The first input must not be given together with any of the others. */
export const notTogether =
  (name: string, ...others: readonly string[]): Rule =>
  (values, publicName) => {
    const clash = others.find((other) => values[other] !== undefined);
    if (values[name] === undefined || clash === undefined) return undefined;
    return `${publicName(name)} cannot be combined with ${publicName(clash)}.`;
  };
