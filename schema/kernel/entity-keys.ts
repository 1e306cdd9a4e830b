import {
  type GraphQLObjectType,
  type GraphQLSchema,
  getNamedType,
  isNonNullType,
  isObjectType,
} from 'graphql';
import type { Input } from '../../resolvers/kernel/inputs.ts';
import type { Lookup } from '../../resolvers/kernel/lookup.ts';
import { typesWithId } from './entities.ts';
import { isList } from './fields.ts';

type Values = Readonly<Record<string, unknown>>;

/** A lookup with its inputs. */
export interface Reference {
  readonly lookup: Lookup;
  readonly given: Values;
}

/** Fields of a type whose values name one object. */
export interface EntityKey {
  readonly fields: readonly string[];
  /** The lookups that find an object by the key; none where it only tells that two objects are one. */
  readonly lookups: readonly Lookup[];
  /** The lookup for values of the fields; undefined when the values name no object of the type. */
  readonly find: (values: Values) => Reference | undefined;
}

/** The keys of each type by its name. */
export type EntityKeys = ReadonlyMap<string, readonly EntityKey[]>;

/**
 * Derives keys from the lookups of the fields: a lookup of one object by identifiers makes a key of the fields that hold
 * them. The `id` of any other entity is a key without a lookup.
 */
export function keysOfLookups(schema: GraphQLSchema): EntityKeys {
  const keys = new Map<string, EntityKey[]>();
  const add = (typeName: string, key: EntityKey): void => {
    const known = keys.get(typeName) ?? [];
    if (!known.some(({ fields }) => fields.join() === key.fields.join())) keys.set(typeName, [...known, key]);
  };
  const types = Object.values(schema.getTypeMap()).filter(isObjectType);
  for (const { type, extensions } of types.flatMap((each) => Object.values(each.getFields()))) {
    const found = getNamedType(type);
    if (!extensions.lookup || isList(type) || !isObjectType(found)) continue;
    const key = keyOfLookup(found, extensions.lookup);
    if (key) add(found.name, key);
  }
  for (const { name } of typesWithId(schema))
    add(name, { fields: ['id'], lookups: [], find: () => undefined });
  return keys;
}

function keyOfLookup(type: GraphQLObjectType, lookup: Lookup): EntityKey | undefined {
  const inputs = Object.entries(lookup.input);
  const fields = inputs.map(([name, input]) =>
    isIdentifier(input) ? fieldOfInput(type, name, input) : undefined,
  );
  // A price that depends on inputs is that of a list.
  if (inputs.length === 0 || lookup.isVolatile || typeof lookup.price !== 'number') return undefined;
  if (!fields.every((field) => field !== undefined)) return undefined;
  const given = (values: Values) =>
    Object.fromEntries(inputs.map(([name], index) => [name, textOf(values[fields[index]!])]));
  return { fields, lookups: [lookup], find: (values) => ({ lookup, given: given(values) }) };
}

/** Whether a value names an object: words that are searched for have no pattern. */
const isIdentifier = ({ isRequired, graphql, json }: Input): boolean =>
  isRequired && !graphql.isList && 'pattern' in json;

/** Other subgraphs may hold an identifier as a number. */
const textOf = (value: unknown): unknown => (typeof value === 'number' ? String(value) : value);

/**
 * The field of a type that holds an input of the lookup that returns it: the field of its name, or else the field from
 * which the type's own lookups read this very input.
 */
function fieldOfInput(type: GraphQLObjectType, name: string, input: Input): string | undefined {
  const fields = Object.values(type.getFields()).filter(
    (field) =>
      isNonNullType(field.type) && field.args.length === 0 && !isObjectType(getNamedType(field.type)),
  );
  if (fields.some((field) => field.name === name)) return name;
  for (const { extensions } of Object.values(type.getFields())) {
    for (const [own, read] of Object.entries(extensions.inputsFromParent ?? {})) {
      if (extensions.lookup?.input[own] !== input || !read) continue;
      const property = propertyReadBy(read);
      const field = fields.find((each) => each.extensions.pothosExposedField === property);
      if (property !== undefined && field) return field.name;
    }
  }
  return undefined;
}

/** The property of its argument that a function returns unchanged; undefined for every other function. */
function propertyReadBy(read: (parent: unknown) => unknown): string | undefined {
  const properties = new Map<unknown, string>();
  const parent = new Proxy(
    {},
    {
      get(_, property) {
        const value = {};
        if (typeof property === 'string') properties.set(value, property);
        return value;
      },
    },
  );
  try {
    return properties.get(read(parent));
  } catch {
    return undefined;
  }
}
