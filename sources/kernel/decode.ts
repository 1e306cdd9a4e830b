import { z } from 'zod';

/**
 * Words for the shapes of upstream payloads. A payload is decoded once, where it enters: the fields that we use are
 * named, renamed to ours and checked, all others are dropped. What no longer fits is an `upstreamChanged` fault that
 * names the place.
 */

/** Text, as the upstream gives it. */
export const text = z.string();
/** Any number. */
export const number = z.number();
/** A whole number that JavaScript can hold exactly. */
export const integer = z.int();
export const boolean = z.boolean();
/** An identifier, kept as text with every digit, whether the upstream writes it as text or as a number. */
export const id = z.union([z.string(), z.int()]).transform(String);

/**
 * A value that the upstream may leave out or give as null, with what its absence means. Lists have ten thousand items
 * and more, and a transform of each of their fields would cost five times what this does.
 */
export const withDefault = <Schema extends z.ZodType>(schema: Schema, absent: z.output<Schema>) =>
  schema
    .nullable()
    .default(absent as never)
    .overwrite((value) => (value ?? absent) as never) as unknown as z.ZodType<z.output<Schema>>;

/** A value that the upstream may leave out or give as null: null then. */
export const nullable = <Schema extends z.ZodType>(schema: Schema) =>
  withDefault(schema.nullable(), null) as z.ZodType<z.output<Schema> | null>;

/** Text; '' where the upstream leaves it out or gives null. */
export const optionalText = withDefault(text, '');

/** A list; one that the upstream leaves out is empty. */
export const listOf = <Schema extends z.ZodType>(schema: Schema) => withDefault(z.array(schema), []);

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

/** `displayName` as `display_name`, for upstreams that spell all their names so. */
export const snakeCase = (name: string): string =>
  name.replaceAll(/[A-Z]/g, (capital) => `_${capital.toLowerCase()}`);

/**
 * An object by our names; a field's upstream name is the same, or what `spelled` or `at` says.
 * Faults name the upstream's own field.
 */
export function shape<const Of extends Fields>(
  fields: Of,
  spelled: (name: string) => string = (name) => name,
): z.ZodType<Shaped<Of>> {
  const names: [ours: string, upstreams: string][] = [];
  const schemas: Record<string, z.ZodType> = {};
  for (const [name, field] of Object.entries(fields)) {
    const named = 'upstreamName' in field ? field : from(spelled(name), field);
    names.push([name, named.upstreamName]);
    schemas[named.upstreamName] = named.schema;
  }
  const decoded = z.object(schemas);
  if (names.every(([name, upstreamName]) => name === upstreamName)) return decoded as z.ZodType<Shaped<Of>>;
  const Renamed = renamedBy(names);
  return decoded.transform((upstreams) => new Renamed(upstreams) as Shaped<Of>);
}

/**
 * Makes plain objects by our names. V8 learns from the first ones of a constructor how many fields those after it will
 * have, and gives them the room at once; a literal that is filled grows step by step, and takes twice as much.
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

/** Where a payload does not fit, as a path such as `list.3.main.temp`. */
export const firstMismatch = (error: z.ZodError): string =>
  error.issues[0]?.path.map(String).join('.') || 'its top';
