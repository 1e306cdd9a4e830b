import { z } from 'zod';

/**
 * Decoders of upstream payloads. A payload is decoded once: the fields that the models use are checked and renamed, all
 * others are dropped. A mismatch is the fault `upstreamChanged`, which names its place.
 */

/** Text, unchanged. */
export const text = z.string();
/** Any number. */
export const number = z.number();
/** An integer within ±(2^53 − 1). */
export const integer = z.int();
export const boolean = z.boolean();
/** An identifier that the upstream writes as text or as a number; always text in the model. */
export const id = z.union([z.string(), z.int()]).transform(String);

/**
 * A value that the upstream may leave out or give as null, with its default. A transform would take five times as long,
 * which counts in lists of ten thousand items.
 */
export const withDefault = <Schema extends z.ZodType>(schema: Schema, absent: z.output<Schema>) =>
  schema
    .nullable()
    .default(absent as never)
    .overwrite((value) => (value ?? absent) as never) as unknown as z.ZodType<z.output<Schema>>;

/** A value that the upstream may leave out or give as null; null in both cases. */
export const nullable = <Schema extends z.ZodType>(schema: Schema) =>
  withDefault(schema.nullable(), null) as z.ZodType<z.output<Schema> | null>;

/** Text; '' where the upstream leaves it out or gives null. */
export const optionalText = withDefault(text, '');

/** A list that must be there. */
export const requiredList = <Schema extends z.ZodType>(schema: Schema) => z.array(schema);

/** A list; empty where the upstream leaves it out or gives null. */
export const optionalList = <Schema extends z.ZodType>(schema: Schema) => withDefault(z.array(schema), []);

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
