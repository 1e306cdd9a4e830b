import {
  type DocumentNode,
  type GraphQLNamedType,
  type GraphQLOutputType,
  type GraphQLSchema,
  getNamedType,
  isCompositeType,
  isEnumType,
  isListType,
  isNonNullType,
  isObjectType,
  isUnionType,
  type SelectionSetNode,
  TypeNameMetaFieldDef,
} from 'graphql';
import type { PricedField } from '../../schema/kernel/priced-fields.ts';
import {
  type Definitions,
  definitionsOf,
  type SelectedField,
  visitFields,
} from '../../schema/kernel/selections.ts';
import type { WireHint } from '../../schema/kernel/wire.ts';
import { type NamedSchemas, nameAfter, namesOfSelection } from './named-schemas.ts';
import { type Envelope, isBare } from './route.ts';

type Json = Readonly<Record<string, unknown>>;

/** Stands in an envelope for the value of a route. */
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
};

/** The members of an object while its schema is made. */
class Members {
  readonly #schemas: Record<string, Json | Members> = {};
  readonly #optional = new Set<string>();

  add(name: string, schema: Json, { within = [], omit }: WireHint): void {
    const holder = within.reduce<Members>((outer, inner) => outer.#within(inner), this);
    holder.#schemas[name] = schema;
    if (omit) holder.#optional.add(name);
  }

  #within(name: string): Members {
    const known = this.#schemas[name];
    const members = known instanceof Members ? known : new Members();
    this.#schemas[name] = members;
    return members;
  }

  toSchema(description?: string | null): Json {
    const entries = Object.entries(this.#schemas);
    const properties = entries.map(([name, part]) => [
      name,
      part instanceof Members ? part.toSchema() : part,
    ]);
    const required = Object.keys(this.#schemas).filter((name) => !this.#optional.has(name));
    return {
      type: 'object',
      ...(description ? { description } : {}),
      properties: Object.fromEntries(properties),
      ...(required.length > 0 ? { required } : {}),
    };
  }
}

/** The operation of a body, with the objects that have a name already. */
export interface Naming {
  readonly operationId: string;
  readonly named: NamedSchemas;
  /** Whether values stand as in the graph: words by their names there, and no member as a route alone has it. */
  readonly isInGraph?: boolean;
}

/**
 * The JSON Schema of a route's body: that of the value that the document selects, in the route's envelope. Its objects
 * have the names of their types, and an envelope that of the operation (`CoderepoUserResponse`): code generators number
 * the classes of objects without a name.
 */
export function bodySchema(
  schema: GraphQLSchema,
  document: DocumentNode,
  { node, definition }: Pick<PricedField, 'node' | 'definition'>,
  envelope: Envelope,
  naming: Naming,
): Json {
  const { operationId, named } = naming;
  const { schemaOf } = describer(definitionsOf(schema, document), naming);
  const value = schemaOf(definition.type, node.selectionSet, {}, isBare(envelope));
  const body = schemaOfSample(envelope(new Described(value)));
  return body.type === 'object' ? named.refer([nameAfter(operationId, 'Response')], body) : body;
}

/** The JSON Schemas of the selected fields of an object of the graph, by name. */
export function partsSchema(
  schema: GraphQLSchema,
  type: GraphQLNamedType,
  set: SelectionSetNode,
  naming: Omit<Naming, 'isInGraph'>,
): Json {
  const { membersOf } = describer({ schema, fragments: {} }, { ...naming, isInGraph: true });
  return membersOf(type, set).toSchema().properties as Json;
}

/** Describes values of types with the fields that are selected of them. */
function describer(definitions: Definitions, { operationId, named, isInGraph = false }: Naming) {
  function schemaOf(
    type: GraphQLOutputType,
    set: SelectionSetNode | undefined,
    hint: WireHint = {},
    isBody = false,
  ): Json {
    if (isNonNullType(type)) return schemaOf(type.ofType, set, hint, isBody);
    if (isListType(type)) {
      if (!hint.map) return { type: 'array', items: schemaOf(type.ofType, set, hint) };
      const pair = membersOf(getNamedType(type), set!).toSchema().properties as Json;
      return { type: 'object', additionalProperties: pair[hint.map[1]] };
    }
    if (isUnionType(type)) {
      const members = type.getTypes().map((member) => [member.name, schemaOf(member, set).$ref] as const);
      const discriminator = { propertyName: '__typename', mapping: Object.fromEntries(members) };
      return { oneOf: members.map(([, $ref]) => ({ $ref })), discriminator };
    }
    if (isCompositeType(type)) {
      const object = membersOf(type, set!).toSchema(type.description);
      return named.refer(namesOfSelection(operationId, type.name, { isBody, isInGraph }), object);
    }
    if (isEnumType(type)) {
      const words = type.getValues().map(({ name, value }) => (isInGraph ? name : value));
      return { type: 'string', enum: words };
    }
    return hint.integer ? { type: 'integer' } : (scalars[type.name] ?? {});
  }

  function membersOf(type: GraphQLNamedType, set: SelectionSetNode): Members {
    const members = new Members();
    visitFields(definitions, { set, type }, visit, ({ type: of }) => !isOther(of, type));
    return members;

    function visit({ key, definition, below }: SelectedField): void {
      if (!definition) return;
      if (definition === TypeNameMetaFieldDef) {
        members.add(key, { type: 'string', enum: [type.name], description: 'Its type in the graph.' }, {});
        return;
      }
      const { description, extensions } = definition;
      const hint = isInGraph ? {} : (extensions.wire ?? {});
      const isNullable = !isNonNullType(definition.type) && !hint.omit && !hint.present;
      const member = nullable(schemaOf(definition.type, below?.set, hint), isNullable);
      members.add(hint.name ?? key, { ...member, ...(description ? { description } : {}) }, hint);
    }
  }

  return { schemaOf, membersOf };
}

/** Whether the fragment of a union's member is about another member. */
const isOther = (of: GraphQLNamedType | undefined, type: GraphQLNamedType): boolean =>
  of !== type && isObjectType(of) && isObjectType(type);

function nullable(schema: Json, isNullable: boolean): Json {
  if (!isNullable) return schema;
  if (typeof schema.type === 'string' && schema.enum === undefined) {
    return { ...schema, type: [schema.type, 'null'] };
  }
  return { anyOf: [schema, { type: 'null' }] };
}

/** The schema of a body that has a described value in it. */
function schemaOfSample(sample: unknown): Json {
  if (sample instanceof Described) return sample.schema;
  if (Array.isArray(sample)) return { type: 'array', items: schemaOfSample(sample[0]) };
  if (sample === null) return { type: 'null' };
  // An `enum` of one value, and its type: OpenAPI 3.0 has no `const`.
  if (typeof sample === 'number')
    return { type: Number.isInteger(sample) ? 'integer' : 'number', enum: [sample] };
  if (typeof sample !== 'object') return { type: typeof sample, enum: [sample] };
  const members = new Members();
  for (const [name, part] of Object.entries(sample)) members.add(name, schemaOfSample(part), {});
  return members.toSchema();
}
