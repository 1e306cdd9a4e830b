import { z } from 'zod';
import { mapMaybe } from '../../core/maybe-promise.ts';
import { memoize, once } from '../../core/once.ts';
import { parse } from '../../core/safe-parse.ts';
import { inTurns } from '../../core/turns.ts';
import { currentSkipped, type SkippedElements } from './skipped-elements.ts';

/**
 * Decoders of upstream payloads. A payload is decoded once: the fields that the models use are checked and renamed, all
 * others are dropped. A mismatch is the fault `upstreamChanged`, which names its place; in a list, it is the element that
 * is dropped, up to the limits of `requiredList` and `optionalList`.
 */

/** Text, unchanged. */
export const text = z.string();
/** Any number, which some upstreams write as text. */
export const number = z.union([
  z.number(),
  z
    .string()
    .regex(/^-?\d{1,15}(\.\d{1,15})?$/)
    .transform(Number),
]);
/** An integer within ±(2^53 − 1), which some upstreams write as text. */
export const integer = z.union([
  z.int(),
  z
    .string()
    .regex(/^-?\d{1,15}$/)
    .transform(Number),
]);
/** Whether `Date` holds a time in Unix seconds. */
export const isTime = (seconds: number): boolean => Math.abs(seconds) <= 8_640_000_000_000;
export const boolean = z.boolean();
/** One of these words; any other is no match, so that a list leaves its element out. */
export const oneOf = <const Words extends readonly [string, ...string[]]>(words: Words) => z.enum(words);
/** An identifier that the upstream writes as text or as a number; always text in the model. */
export const id = z.union([z.string(), z.int()]).transform(String);

/** Makes one decoder of each schema. Most fields hold text or numbers: decoders of their own would be thousands at each start. */
const oncePerSchema = <Decoder>(make: (schema: z.ZodType) => Decoder) =>
  memoize(make, new WeakMap<z.ZodType, Decoder>());

/**
 * A value that the upstream may leave out or give as null, with its default. Where it does not match, it has its default as
 * well, if that is no object or list: those hold other values. A transform would take five times as long, which counts in
 * lists of ten thousand items.
 */
export const withDefault = <Schema extends z.ZodType>(schema: Schema, absent: z.output<Schema>) =>
  defaultsOf(schema)(absent) as z.ZodType<z.output<Schema>>;

const defaultsOf = oncePerSchema((schema) =>
  memoize((absent: unknown) => {
    const read = strictDefault(schema, absent);
    return typeof absent === 'object' ? read : read.catch(absent);
  }),
);

/** The same, where the default states a fact, such as the end of a list or that an account is public. */
export const strictDefault = <Schema extends z.ZodType>(schema: Schema, absent: z.output<Schema>) =>
  schema
    .nullable()
    .default(absent as never)
    .overwrite((value) => (value ?? absent) as never) as unknown as z.ZodType<z.output<Schema>>;

/**
 * A value that the upstream may leave out or give as null; null in both cases, and where it does not match: one value does
 * not fail a payload, and drift reports its type. `strictNullable` is for a null that states a fact.
 */
export const nullable = oncePerSchema((schema) => strictNullable(schema).catch(null)) as OrNull;

/** The same, where null states a fact, such as the end of a list or that there is no such thing. */
export const strictNullable = oncePerSchema((schema) => schema.nullable().default(null)) as OrNull;

type OrNull = <Schema extends z.ZodType>(schema: Schema) => z.ZodType<z.output<Schema> | null>;

/** Text; '' where the upstream leaves it out or gives null. */
export const optionalText = withDefault(text, '');

/** The most elements that a list may lose: three, or a tenth of a long one. */
const mostSkipped = (length: number): number => Math.max(3, length / 10);

const skipped = Symbol('an element that does not match');

/** The elements of a long list that are decoded between two looks at the time. */
const elementsAtOnce = 50;

/** Decodes a long list part by part. */
function* decodedParts(elements: z.ZodType<unknown[]>, list: readonly unknown[], record: SkippedElements) {
  const all: unknown[] = [];
  for (let at = 0; at < list.length; at += elementsAtOnce) {
    const { data = [] } = record.record(() => parse(elements, list.slice(at, at + elementsAtOnce)), 1);
    for (const element of data) all.push(element);
    yield;
  }
  return all;
}

const givenList = z.custom<unknown[]>(Array.isArray, 'expected a list');
const anyList = z.custom<unknown[]>(
  (value) => Array.isArray(value) || typeof value !== 'object',
  'expected a list',
);

/**
 * A list without the elements that do not match; refused when it would lose more than `most`. With `isOptional`, it is empty
 * in place of text, numbers and flags, which hold no elements.
 */
function tolerantList<Schema extends z.ZodType>(
  schema: Schema,
  most: (length: number) => number,
  isOptional = false,
) {
  // A constant is the only replacement that compiles; a list without mismatches costs no more than a strict one.
  const tolerant = once(() => z.array(schema.catch(skipped as never)));
  return (isOptional ? anyList : givenList).transform((list, context) => {
    if (!Array.isArray(list)) return [];
    const elements = tolerant();
    const record = currentSkipped();
    // What does not match is decoded once more, with the lists within it in the same turn.
    const again = <Result>(decode: () => Result): Result => (record ? record.record(decode, 1) : decode());
    const withoutSkipped = (data: unknown[]): unknown[] => {
      if (!data.includes(skipped)) return data;
      const mismatched = list.filter((_, index) => data[index] === skipped);
      if (mismatched.length > most(list.length) && !record?.isUnlimited) {
        const { issues } = again(() => z.array(schema).safeParse(list)).error!;
        if (list.length > 1 || issues.length > 1 || issues[0]!.path.length === 1) {
          const [{ path, message }] = issues as [z.core.$ZodIssue];
          context.issues.push({ code: 'custom', path: [...path], message, input: list });
          return z.NEVER;
        }
      }
      record?.note(
        list,
        mismatched.map((element) => ({ element, place: again(() => placeOfMismatch(schema, element)) })),
      );
      return data.filter((element) => element !== skipped);
    };
    if (record?.takesTurns && record.depth === 0)
      return mapMaybe(inTurns(decodedParts(elements, list, record), record.measure), withoutSkipped);
    if (record) record.depth += 1;
    const { data = [] } = parse(elements, list);
    if (record) record.depth -= 1;
    return withoutSkipped(data);
  }) as z.ZodType<z.output<Schema>[], unknown[]>;
}

const placeOfMismatch = (schema: z.ZodType, element: unknown): string => {
  const { error } = schema.safeParse(element);
  return error ? firstMismatch(error) : '';
};

/**
 * A list that must be there. Elements that do not match are left out and counted; when they are more than half, or more
 * than three and a tenth of the list, the list itself does not match. An only element is left out when all of its values
 * but one match.
 */
export const requiredList = oncePerSchema((schema) =>
  tolerantList(schema, (length) => Math.min(mostSkipped(length), length / 2)),
) as ListOf<unknown[]>;

/** The same, for a list that the upstream may leave out or give as null when it is empty. */
export const emptyableList = oncePerSchema((schema) => withDefault(requiredList(schema), [])) as ListOf;

/**
 * A list that is one of many fields; empty where the upstream leaves it out or gives no list but a single value. Elements that do not match are
 * left out and counted, up to three or a tenth of the list, even if none is left.
 */
export const optionalList = oncePerSchema((schema) =>
  withDefault(tolerantList(schema, mostSkipped, true), []),
) as ListOf;

type ListOf<Input = unknown> = <Schema extends z.ZodType>(
  schema: Schema,
) => z.ZodType<z.output<Schema>[], Input>;

/** A list whose elements are told apart by their position or looked up in it, so that each must match. */
export const strictList = <Schema extends z.ZodType>(schema: Schema) => z.array(schema);

/** A body that `isAbout` recognises: where all of its fields are optional, any other body would decode to an empty one. */
export const recognised = <Schema extends z.ZodType>(
  schema: Schema,
  place: string,
  isAbout: (body: Readonly<Record<string, unknown>>) => boolean,
): z.ZodType<z.output<Schema>> =>
  z
    .looseObject({})
    .refine(isAbout, { path: [place] })
    .pipe(schema as unknown as z.ZodType<z.output<Schema>, Record<string, unknown>>);

interface Named<Schema extends z.ZodType> {
  readonly upstreamName: string;
  readonly schema: Schema;
}

/** A field whose upstream name differs from ours. */
export const from = <Schema extends z.ZodType>(upstreamName: string, schema: Schema): Named<Schema> => ({
  upstreamName,
  schema,
});

type SchemaOf<Field> = Field extends Named<infer Schema> ? Schema : Field;
type Fields = Readonly<Record<string, z.ZodType | Named<z.ZodType>>>;
type Shaped<Of extends Fields> = { [Name in keyof Of]: z.output<SchemaOf<Of[Name]> & z.ZodType> };

/** Where the text `name` is empty, another of the object stands in for it, as a handle does for the name that is shown. */
export const standingIn =
  <Name extends string, Other extends string>(name: Name, other: Other) =>
  <Model extends Readonly<Record<Name | Other, string>>>(model: Model): Model =>
    model[name] === '' ? { ...model, [name]: model[other] } : model;

/** `displayName` as `display_name`, for upstreams that write all names in snake case. */
export const snakeCase = (name: string): string =>
  name.replaceAll(/[A-Z]/g, (capital) => `_${capital.toLowerCase()}`);

/**
 * An object. The upstream's name of a field is the model's, unless `from` or `toUpstreamName` says otherwise. Faults
 * name the upstream's field.
 */
export function shape<const Of extends Fields>(
  fields: Of,
  toUpstreamName: (name: string) => string = (name) => name,
): z.ZodType<Shaped<Of>> {
  const names: [ours: string, upstreams: string][] = [];
  const schemas: Record<string, z.ZodType> = {};
  for (const [name, field] of Object.entries(fields)) {
    const named = 'upstreamName' in field ? field : from(toUpstreamName(name), field);
    names.push([name, named.upstreamName]);
    schemas[named.upstreamName] = named.schema;
  }
  const decoded = z.object(schemas);
  if (names.every(([name, upstreamName]) => name === upstreamName)) return decoded as z.ZodType<Shaped<Of>>;
  const Renamed = renamedBy(names);
  return decoded.transform((upstreams) => new Renamed(upstreams) as Shaped<Of>);
}

/**
 * A constructor of plain objects with the model's names. V8 allocates the objects of one constructor with room for all
 * fields; an object literal that is filled afterwards grows step by step, and takes twice the memory.
 */
function renamedBy(names: readonly (readonly [ours: string, upstreams: string])[]) {
  function Renamed(this: Record<string, unknown>, upstreams: Record<string, unknown>): void {
    for (const [name, upstreamName] of names) this[name] = upstreams[upstreamName];
  }
  Renamed.prototype = Object.prototype;
  return Renamed as unknown as new (
    upstreams: Record<string, unknown>,
  ) => object;
}

/** The path of the first mismatch, such as `list.3.main.temp`. */
export const firstMismatch = (error: z.ZodError): string =>
  error.issues[0]?.path.map(String).join('.') || 'its top';
