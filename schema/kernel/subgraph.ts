import { getTypeBrand } from '@pothos/core';
import {
  type ConstDirectiveNode,
  GraphQLError,
  GraphQLList,
  GraphQLNonNull,
  GraphQLObjectType,
  GraphQLScalarType,
  GraphQLSchema,
  GraphQLString,
  GraphQLUnionType,
  isIntrospectionType,
  isObjectType,
  isSpecifiedScalarType,
  Kind,
  lexicographicSortSchema,
  parse,
  print,
  printSchema,
  printType,
  valueFromASTUntyped,
  visit,
} from 'graphql';
import { Fault, toFault } from '../../core/faults.ts';
import { onceResolved } from '../../core/once.ts';
import { inTurns } from '../../core/turns.ts';
import type { Context } from '../../resolvers/kernel/context.ts';
import type { Lookup } from '../../resolvers/kernel/lookup.ts';
import { askPart, type Composite, copyOfType } from './composite.ts';
import { documentLimits } from './document-limits.ts';
import type { EntityKey, EntityKeys, Reference } from './entity-keys.ts';

/** The values of an entity's fields in another subgraph, with the name of its type. */
type Representation = Readonly<Record<string, unknown>>;

interface Asked {
  readonly typeName: string;
  /** The lookup, or the reason why there is none. */
  readonly reference: Reference | Fault;
}

const link = 'extend schema @link(url: "https://specs.apollo.dev/federation/v2.3", import: ["@key"])';

/**
 * Adds to a schema what Apollo Federation 2 asks of a subgraph: `_service`, whose SDL has the keys as `@key`, and
 * `_entities`, which runs the lookups of the keys. Both schemas share their types.
 */
export function subgraphOf(schema: GraphQLSchema, keys: EntityKeys): GraphQLSchema {
  const query = schema.getQueryType()!;
  const { fields, ...rest } = query.toConfig();
  const { types, ...config } = schema.toConfig();
  const subgraphQuery = new GraphQLObjectType({
    ...rest,
    fields: { ...fields, _service: serviceField(schema, keys), _entities: entitiesField(schema, keys) },
  });
  return new GraphQLSchema({
    ...config,
    query: subgraphQuery,
    types: types.filter((type) => type !== query),
  });
}

function serviceField(schema: GraphQLSchema, keys: EntityKeys) {
  const sdl = onceResolved(async () => inTurns(sdlParts(schema, keys)));
  const type = new GraphQLObjectType({
    name: '_Service',
    description: 'This subgraph, for the composition of a supergraph.',
    fields: {
      sdl: {
        type: new GraphQLNonNull(GraphQLString),
        description: 'The schema without this field and `_entities`, with the keys of its entities.',
        resolve: () => sdl(),
      },
    },
  });
  return {
    type: new GraphQLNonNull(type),
    description: 'This subgraph, for the composition of a supergraph.',
    resolve: () => ({}),
  };
}

/** The schema in the schema definition language, with `@key` on the types that have keys. All of it takes half a second. */
function* sdlParts(schema: GraphQLSchema, keys: EntityKeys): Generator<void, string> {
  const sorted = lexicographicSortSchema(schema);
  yield;
  const types = Object.values(sorted.getTypeMap()).filter(
    (type) => !isSpecifiedScalarType(type) && !isIntrospectionType(type),
  );
  const [beforeTypes] = printSchema(sorted).split(printType(types[0]!), 1);
  const definitions = [beforeTypes!.trimEnd()];
  for (const type of types) {
    yield;
    const document = visit(parse(printType(type)), {
      [Kind.OBJECT_TYPE_DEFINITION](node) {
        const own = keys.get(node.name.value) ?? [];
        return { ...node, directives: [...(node.directives ?? []), ...own.map(keyDirective)] };
      },
    });
    definitions.push(print(document));
  }
  return `${[...definitions, link].filter((text) => text !== '').join('\n\n')}\n`;
}

const keyDirective = ({ fields, lookups }: EntityKey): ConstDirectiveNode => ({
  kind: Kind.DIRECTIVE,
  name: nameNode('key'),
  arguments: [
    argumentNode('fields', { kind: Kind.STRING, value: fields.join(' ') }),
    ...(lookups.length > 0 ? [] : [argumentNode('resolvable', { kind: Kind.BOOLEAN, value: false })]),
  ],
});

const nameNode = (value: string) => ({ kind: Kind.NAME, value }) as const;
const argumentNode = (
  name: string,
  value: { kind: Kind.STRING; value: string } | { kind: Kind.BOOLEAN; value: boolean },
) => ({ kind: Kind.ARGUMENT, name: nameNode(name), value }) as const;

function entitiesField(schema: GraphQLSchema, keys: EntityKeys) {
  const lookups = [...new Set([...keys.values()].flat().flatMap((key) => key.lookups))];
  const found = [...keys].filter(([, own]) => own.some((key) => key.lookups.length > 0));
  const types = found.map(([name]) => schema.getType(name)).filter(isObjectType);
  const read = representationReader(keys);

  const composite: Composite = {
    all: lookups,
    // A lookup stands here once for each upstream request that it can cause.
    lookupsFor: (args) => requestsOf(read(args)),
    itemsOf: (typeName, args) => read(args).filter((asked) => asked.typeName === typeName).length,
  };
  return {
    type: new GraphQLNonNull(
      new GraphQLList(
        new GraphQLUnionType({
          name: '_Entity',
          description: 'A type that a lookup finds by a key.',
          types,
          resolveType: (entity: object) => String(getTypeBrand(entity)),
        }),
      ),
    ),
    description:
      'The entities of other subgraphs, in the order of their representations; null for one that is not found. Each has the price and the permission of the lookup that finds it.',
    args: {
      representations: {
        type: new GraphQLNonNull(new GraphQLList(new GraphQLNonNull(representationType))),
        description: `The type of each entity and one of its keys; up to ${documentLimits.representations}.`,
      },
    },
    extensions: { composite },
    resolve(_: unknown, args: Readonly<Record<string, unknown>>, context: Context) {
      return read(args).map(async ({ typeName, reference }) => {
        if (reference instanceof Fault) throw reference;
        const model = await askPart(reference.lookup, reference.given, context);
        return model === null ? null : copyOfType(model as object, typeName);
      });
    },
  };
}

const representationType = new GraphQLScalarType<Representation, unknown>({
  name: '_Any',
  description: 'A representation: an object with `__typename` and the fields of a key.',
  parseValue: asRepresentation,
  parseLiteral: (node, variables) => asRepresentation(valueFromASTUntyped(node, variables)),
});

function asRepresentation(value: unknown): Representation {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Representation;
  throw new GraphQLError('A representation must be an object with __typename and the fields of a key.');
}

/**
 * Reads the argument of `_entities`. A list of variables is read once, however many fields of a document are priced by it.
 */
function representationReader(keys: EntityKeys) {
  const known = new WeakMap<object, readonly Asked[] | Fault>();
  return ({ representations }: Readonly<Record<string, unknown>>): readonly Asked[] => {
    const given = representations as readonly Representation[];
    const asked = known.get(given) ?? outcomeOf(() => readRepresentations(keys, given));
    known.set(given, asked);
    if (asked instanceof Fault) throw asked;
    return asked;
  };
}

function outcomeOf<Value>(act: () => Value): Value | Fault {
  try {
    return act();
  } catch (error) {
    return toFault(error);
  }
}

/** The lookups of representations. Throws a Fault when there are too many of them, or one has no type or key. */
function readRepresentations(keys: EntityKeys, given: readonly Representation[]): readonly Asked[] {
  const { representations: max } = documentLimits;
  if (given.length > max)
    throw new Fault('invalid', `representations must be a list of at most ${max}. It has ${given.length}.`);
  return given.map((representation, index) => {
    const at = `representations[${index}]`;
    const typeName = representation.__typename;
    const own = typeof typeName === 'string' ? keys.get(typeName)?.filter(isResolvable) : undefined;
    if (typeof typeName !== 'string' || !own?.length) {
      const named =
        typeof typeName === 'string' && /^\w{1,64}$/.test(typeName) ? ` ${typeName} is none.` : '';
      throw new Fault('invalid', `${at}.__typename must be a type that has a key with a lookup.${named}`);
    }
    const key = own.find(({ fields }) => fields.every((field) => (representation[field] ?? null) !== null));
    if (!key) throw new Fault('missing', `${at} must have a key of ${typeName}: ${alternatives(own)}.`);
    return { typeName, reference: key.find(representation) ?? noObject(at, typeName, key) };
  });
}

const isResolvable = ({ lookups }: EntityKey): boolean => lookups.length > 0;

const alternatives = (keys: readonly EntityKey[]): string =>
  keys.map(({ fields }) => fields.join(' and ')).join(', or ');

const noObject = (at: string, typeName: string, { fields }: EntityKey): Fault =>
  new Fault('invalid', `${at}.${fields.join(', ')} must name an object of the type ${typeName}.`);

function requestsOf(asked: readonly Asked[]): readonly Lookup[] {
  const counts = new Map<Lookup, number>();
  for (const { reference } of asked) {
    if (!(reference instanceof Fault)) counts.set(reference.lookup, (counts.get(reference.lookup) ?? 0) + 1);
  }
  return [...counts].flatMap(([lookup, count]) =>
    Array<Lookup>(Math.ceil(count / lookup.batchSize)).fill(lookup),
  );
}
