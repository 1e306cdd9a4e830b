type Json = Readonly<Record<string, unknown>>;

/**
 * An OpenAPI 3.1 document of `openApi` as one of 3.0.3, which some code generators know alone: `nullable` in the place of
 * the type `null`, `allOf` around a reference that has a description, files as schemas, objects with any members for unions,
 * and no summary of the service.
 */
export function openApi30(document: Json): Json {
  const { summary: _, license, ...info } = document.info as Json;
  const { identifier, ...namedLicense } = license as Json;
  return {
    ...(converted(withoutMisfits(document)) as Json),
    openapi: '3.0.3',
    info: { ...info, license: { ...namedLicense, url: `https://spdx.org/licenses/${identifier}` } },
  };
}

/** Without the examples that have null for an object: a reference of OpenAPI 3.0 has no way to admit it. */
function withoutMisfits(document: Json): Json {
  const { schemas } = document.components as { readonly schemas: Readonly<Record<string, Json>> };
  const hasNullObject = ({ $ref, anyOf, allOf, items, properties }: Json, value: unknown): boolean => {
    const choices = (anyOf ?? allOf ?? []) as readonly Json[];
    if (value === null) return choices.some((choice) => choice.$ref !== undefined);
    if ($ref !== undefined) return hasNullObject(schemas[String($ref).split('/').at(-1)!]!, value);
    if (typeof value !== 'object') return false;
    if (choices.length > 0) return choices.some((choice) => hasNullObject(choice, value));
    if (Array.isArray(value)) return value.some((item) => hasNullObject(items as Json, item));
    return Object.entries((properties ?? {}) as Readonly<Record<string, Json>>).some(([name, schema]) =>
      hasNullObject(schema, (value as Json)[name]),
    );
  };
  const fitting = (part: unknown): unknown => {
    if (Array.isArray(part)) return part.map(fitting);
    if (typeof part !== 'object' || part === null) return part;
    const { example, ...rest } = part as Json;
    const isMisfit = rest.schema !== undefined && hasNullObject(rest.schema as Json, example);
    return { ...mapped(rest, fitting), ...(example !== undefined && !isMisfit && { example }) };
  };
  return { ...document, paths: fitting(document.paths) as Json };
}

/** Names of the members of a schema or media type that hold values, in which nothing is a schema. */
const values = new Set(['example', 'default', 'enum']);

function converted(part: unknown): unknown {
  if (Array.isArray(part)) return part.map(converted);
  if (typeof part !== 'object' || part === null) return part;
  const { properties, anyOf, $ref, type, discriminator, ...rest } = part as Json;
  if (discriminator !== undefined) return anyMember(discriminator as Json, rest.description);
  // Generators write `true` into languages that have another word for it.
  if (type === 'boolean') return withoutEnum(part as Json);
  const others = mapped(rest, (value, key) => {
    return values.has(key) ? value : converted(value);
  });
  return {
    ...(type === undefined ? {} : typeOf(type)),
    ...($ref === undefined ? {} : referTo($ref, others)),
    ...(Array.isArray(anyOf) ? eitherOf(anyOf) : {}),
    ...others,
    ...(properties === undefined ? {} : { properties: mapped(properties as Json, converted) }),
  };
}

/** Generators of OpenAPI 3.0 name a union by its members, and then make no type of that name. */
const anyMember = ({ propertyName }: Json, description: unknown): Json => ({
  type: 'object',
  properties: { [String(propertyName)]: { type: 'string' } },
  required: [propertyName],
  additionalProperties: true,
  ...(description === undefined ? {} : { description }),
});

const mapped = (object: Json, map: (value: unknown, key: string) => unknown): Json =>
  Object.fromEntries(Object.entries(object).map(([key, value]) => [key, map(value, key)]));

function typeOf(type: unknown): Json {
  if (!Array.isArray(type)) return { type: converted(type) };
  return { type: type.find((name) => name !== 'null'), nullable: true };
}

/** OpenAPI 3.0 ignores what stands beside a reference. */
const referTo = ($ref: unknown, beside: Json): Json =>
  Object.keys(beside).length === 0 ? { $ref } : { allOf: [{ $ref }] };

const withoutEnum = ({ enum: _, ...rest }: Json): Json => rest;

/** One schema or null; other choices stay. */
function eitherOf(choices: readonly Json[]): Json {
  const [schema, ...more] = choices.filter(({ type }) => type !== 'null');
  if (!schema || more.length > 0 || choices.length === 1) return { anyOf: choices.map(converted) };
  if (schema.$ref !== undefined) return { type: 'object', nullable: true, allOf: [schema] };
  // Generators differ in whether null has to be one of the values of an enum.
  return { ...withoutEnum(converted(schema) as Json), nullable: true };
}
