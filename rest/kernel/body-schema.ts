import {
  type GraphQLCompositeType,
  type GraphQLField,
  type GraphQLOutputType,
  type GraphQLSchema,
  getNullableType,
  isCompositeType,
  isEnumType,
  isListType,
  isNonNullType,
  type SelectionSetNode,
} from 'graphql';
import type { Prepared } from '../../schema/kernel/prepare.ts';
import { type Definitions, definitionsOf, visitFields } from '../../schema/kernel/selections.ts';
import type { WireHint } from '../../schema/kernel/wire.ts';
import { type NamedSchemas, namesOfSelection } from './named-schemas.ts';
import { objectWithin } from './render.ts';
import type { Envelope } from './route.ts';

type Json = Readonly<Record<string, unknown>>;

/** A value of which only the JSON Schema is known. */
class Described {
  readonly schema: Json;
  constructor(schema: Json) {
    this.schema = schema;
  }
}

const scalars: Readonly<Record<string, Json>> = {
  ID: { type: 'string' },
  String: { type: 'string' },
  Boolean: { type: 'boolean' },
  Int: { type: 'integer' },
  SafeInt: { type: 'integer' },
  Float: { type: 'number' },
  DateTime: { type: 'string', format: 'date-time' },
  URL: { type: 'string', format: 'uri' },
};

/** The names that the objects of one operation's body take. */
interface Naming {
  readonly operationId: string;
  readonly named: NamedSchemas;
}

/**
 * The JSON Schema of a route's body. A sample of the body is made from the document's selection, with schemas in the
 * place of values, and put in the route's envelope: the result is the body's shape.
 */
export function bodySchema(
  schema: GraphQLSchema,
  prepared: Prepared,
  envelope: Envelope,
  naming: Naming,
): Json {
  const [namespace] = prepared.fields;
  const [field] = namespace!.below;
  const sample = createSampler(definitionsOf(schema, prepared.document), naming);
  const value = sample(getNullableType(field!.definition.type), field!.node.selectionSet, {});
  return toSchema(envelope(value), true);
}

/** Facts about a sampled object beside its properties. */
interface Facts {
  readonly optional: readonly string[];
  /** The type of an object that is a value of the graph. */
  readonly of?: { readonly type: GraphQLCompositeType; readonly naming: Naming };
}

const facts = new WeakMap<object, Facts>();

type Sampler = (type: GraphQLOutputType, set: SelectionSetNode | undefined, hint: WireHint) => unknown;

function createSampler(definitions: Definitions, naming: Naming): Sampler {
  function sample(type: GraphQLOutputType, set: SelectionSetNode | undefined, hint: WireHint): unknown {
    if (isNonNullType(type)) return sample(type.ofType, set, hint);
    if (isListType(type)) {
      const item = sample(type.ofType, set, hint.map ? {} : hint);
      if (!hint.map) return [item];
      const values = toSchema((item as Record<string, unknown>)[hint.map[1]]);
      return new Described({ type: 'object', additionalProperties: values });
    }
    if (isCompositeType(type)) return sampleObject(type, set!);
    if (isEnumType(type)) {
      return new Described({ type: 'string', enum: type.getValues().map(({ value }) => value) });
    }
    return new Described(hint.integer ? { type: 'integer' } : (scalars[type.name] ?? {}));
  }

  function sampleObject(type: GraphQLCompositeType, set: SelectionSetNode): object {
    const value: Record<string, unknown> = {};
    const optional: string[] = [];
    visitFields(definitions, { set, type }, ({ key, definition, below }) => {
      if (definition) addField(value, optional, key, definition, below?.set);
    });
    facts.set(value, { optional, of: { type, naming } });
    return value;
  }

  function addField(
    value: Record<string, unknown>,
    optional: string[],
    responseKey: string,
    { type, description, extensions }: GraphQLField<unknown, unknown>,
    set: SelectionSetNode | undefined,
  ): void {
    const hint = extensions.wire ?? {};
    const key = hint.name ?? responseKey;
    const holder = objectWithin(value, hint);
    if (hint.omit && holder === value) optional.push(key);
    else if (hint.omit) facts.set(holder, { optional: [key] });
    const isNullable = !isNonNullType(type) && !hint.omit && !hint.present;
    holder[key] = new Described({
      ...nullable(toSchema(sample(type, set, hint)), isNullable),
      ...(description ? { description } : {}),
    });
  }

  return sample;
}

function nullable(schema: Json, isNullable: boolean): Json {
  if (!isNullable) return schema;
  if (typeof schema.type === 'string' && schema.enum === undefined) {
    return { ...schema, type: [schema.type, 'null'] };
  }
  return { anyOf: [schema, { type: 'null' }] };
}

function toSchema(value: unknown, isBody = false): Json {
  if (value instanceof Described) return value.schema;
  if (Array.isArray(value)) return { type: 'array', items: toSchema(value[0]) };
  if (value === null) return { type: 'null' };
  // An `enum` of one value, and its type: OpenAPI 3.0 has no `const`.
  if (typeof value === 'number')
    return { type: Number.isInteger(value) ? 'integer' : 'number', enum: [value] };
  if (typeof value !== 'object') return { type: typeof value, enum: [value] };
  const known = facts.get(value);
  const of = known?.of;
  const required = Object.keys(value).filter((key) => !known?.optional.includes(key));
  const schema = {
    type: 'object',
    ...(of?.type.description ? { description: of.type.description } : {}),
    properties: Object.fromEntries(Object.entries(value).map(([key, part]) => [key, toSchema(part)])),
    ...(required.length > 0 ? { required } : {}),
  };
  if (!of) return schema;
  const { operationId, named } = of.naming;
  return named.refer(namesOfSelection(operationId, of.type.name, isBody), schema);
}
