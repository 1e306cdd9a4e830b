import {
  type FragmentDefinitionNode,
  type GraphQLCompositeType,
  type GraphQLOutputType,
  type GraphQLSchema,
  isCompositeType,
  isEnumType,
  isInterfaceType,
  isListType,
  isNonNullType,
  isObjectType,
  Kind,
  type SelectionSetNode,
} from 'graphql';
import type { Prepared } from '../../schema/kernel/prepare.ts';
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
  const fragments = new Map<string, FragmentDefinitionNode>();
  for (const definition of prepared.document.definitions) {
    if (definition.kind === Kind.FRAGMENT_DEFINITION) fragments.set(definition.name.value, definition);
  }
  const sampler = createSampler(schema, fragments, naming);
  const type = isNonNullType(field!.definition.type) ? field!.definition.type.ofType : field!.definition.type;
  return toSchema(envelope(sampler(type, field!.node.selectionSet, {})), true);
}

/** Facts about a sampled object beside its properties. */
interface Facts {
  readonly optional: readonly string[];
  /** The type of an object that is a value of the graph. */
  readonly of?: { readonly type: GraphQLCompositeType; readonly naming: Naming };
}

const facts = new WeakMap<object, Facts>();

type Sampler = (type: GraphQLOutputType, set: SelectionSetNode | undefined, hint: WireHint) => unknown;

function createSampler(
  schema: GraphQLSchema,
  fragments: ReadonlyMap<string, FragmentDefinitionNode>,
  naming: Naming,
): Sampler {
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
    addFields(value, optional, type, set);
    facts.set(value, { optional, of: { type, naming } });
    return value;
  }

  function addFields(
    value: Record<string, unknown>,
    optional: string[],
    type: GraphQLCompositeType,
    set: SelectionSetNode,
  ): void {
    for (const selection of set.selections) {
      if (selection.kind !== Kind.FIELD) {
        const fragment =
          selection.kind === Kind.INLINE_FRAGMENT ? selection : fragments.get(selection.name.value)!;
        const on = fragment.typeCondition && schema.getType(fragment.typeCondition.name.value);
        addFields(value, optional, isCompositeType(on) ? on : type, fragment.selectionSet);
        continue;
      }
      if (!isObjectType(type) && !isInterfaceType(type)) continue;
      const definition = type.getFields()[selection.name.value];
      if (!definition) continue;
      const hint = definition.extensions.wire ?? {};
      const key = hint.name ?? (selection.alias ?? selection.name).value;
      const holder = objectWithin(value, hint);
      if (hint.omit && holder === value) optional.push(key);
      else if (hint.omit) facts.set(holder, { optional: [key] });
      const isNullable = !isNonNullType(definition.type) && !hint.omit && !hint.present;
      const part = sample(definition.type, selection.selectionSet, hint);
      holder[key] = new Described({
        ...nullable(toSchema(part), isNullable),
        ...(definition.description ? { description: definition.description } : {}),
      });
    }
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
