import {
  type ArgumentNode,
  astFromValue,
  type FieldNode,
  type GraphQLField,
  type GraphQLNamedType,
  type GraphQLSchema,
  getNamedType,
  isEnumType,
  isInterfaceType,
  isLeafType,
  isListType,
  isNonNullType,
  isNullableType,
  isObjectType,
  isRequiredArgument,
  isUnionType,
  Kind,
  parse,
  print,
  typeFromAST,
  type ValueNode,
  visit,
} from 'graphql';
import { enumName } from '../../resolvers/kernel/inputs.ts';
import { createPreparer } from '../../schema/kernel/prepare.ts';
import { type ApiDocument, type DocumentedRoute, documentedGroups } from './docs-document.ts';
import type { GroupEdge } from './graph-edges.ts';

/** Writes queries that follow an edge, each from a route's example on. */
export interface Questions {
  /** A query that follows the edge; undefined where no example leads there, or only for more lookups than a key has. */
  ask(edge: Pick<GroupEdge, 'type' | 'field'>): string | undefined;
}

type Field = GraphQLField<unknown, unknown>;

type Step = readonly [field: Field, args: string];
/** The fields from the root to a type, each with its arguments as they are written. */
type Path = readonly Step[];

interface Reached {
  readonly path: Path;
  readonly cost: number;
}

/** What a step costs: a path with fewer lists and fewer lookups is shorter. */
const listCost = 3;
const lookupCost = 5;

/** Fields that name an object, the first ones first. */
const naming = ['name', 'title', 'login', 'username', 'handle', 'text', 'id', 'url'];

/** The most lookups of a query: those that a key has for a minute unless it has more. */
const affordable = 100;

export function createQuestions(schema: GraphQLSchema, api: ApiDocument): Questions {
  const preparer = createPreparer(schema);
  const isAffordable = (query: string) => {
    const preparation = preparer.prepare(query);
    return 'prepared' in preparation && preparation.prepared.price({}) <= affordable;
  };
  const paths = shortestPaths(
    documentedGroups(api)
      .flatMap(({ routes }) => routes)
      .map((route) => rootOf(schema, route))
      .filter((path) => path !== undefined),
  );
  return {
    ask({ type, field: name }) {
      const path = paths.get(type)?.path;
      const parent = schema.getType(type);
      const field = isObjectType(parent) ? parent.getFields()[name] : undefined;
      if (!path || !field || field.args.some(isRequiredArgument)) return undefined;
      const query = print(parse(queryOf([...path, [field, few(field)]])));
      return isAffordable(query) ? query : undefined;
    },
  };
}

/** The fields of a route's document down to its lookup, with the values of its example as arguments. */
function rootOf(schema: GraphQLSchema, { operation, parameters }: DocumentedRoute): Path | undefined {
  if (!operation['x-graphql']) return undefined;
  const values = new Map<string, ValueNode>();
  const document = visit(parse(operation['x-graphql']), {
    VariableDefinition({ variable, type }) {
      const { example } = parameters.find(({ name }) => name === variable.name.value) ?? {};
      const value = example === undefined ? undefined : literal(schema, type, example);
      if (value) values.set(variable.name.value, value);
      else if (type.kind === Kind.NON_NULL_TYPE) values.set(variable.name.value, { kind: Kind.NULL });
    },
    Argument({ value }) {
      if (value.kind === Kind.VARIABLE && !values.has(value.name.value)) return null;
      return undefined;
    },
    Variable: ({ name }) => values.get(name.value),
  });
  if ([...values.values()].some(({ kind }) => kind === Kind.NULL)) return undefined;
  const [definition] = document.definitions;
  if (definition?.kind !== Kind.OPERATION_DEFINITION) return undefined;
  const path: Step[] = [];
  let node = definition.selectionSet.selections[0] as FieldNode | undefined;
  let type: GraphQLNamedType | null | undefined = schema.getQueryType();
  while (node && isObjectType(type) && path.length < 2) {
    const field: Field | undefined = type.getFields()[node.name.value];
    if (!field) return undefined;
    path.push([field, written(node.arguments ?? [])]);
    type = getNamedType(field.type);
    node = node.selectionSet?.selections[0] as FieldNode | undefined;
  }
  return path;
}

const written = (args: readonly ArgumentNode[]): string =>
  args.length === 0 ? '' : `(${args.map((argument) => print(argument)).join(', ')})`;

function literal(
  schema: GraphQLSchema,
  node: Parameters<typeof typeFromAST>[1],
  example: unknown,
): ValueNode | undefined {
  const type = typeFromAST(schema, node as Parameters<typeof typeFromAST>[1] & { kind: Kind.NAMED_TYPE });
  if (!type) return undefined;
  const named = getNamedType(type as GraphQLNamedType);
  if (isEnumType(named)) return { kind: Kind.ENUM, value: enumName(String(example)) };
  try {
    return astFromValue(example, type as Parameters<typeof astFromValue>[1]) ?? undefined;
  } catch {
    return undefined;
  }
}

/** The shortest path to each type, by Dijkstra's algorithm over fields that need no argument. */
function shortestPaths(roots: readonly Path[]): ReadonlyMap<string, Reached> {
  const settled = new Map<string, Reached>();
  const open: Reached[] = roots.map((path) => ({ path, cost: pathCost(path) }));
  for (;;) {
    open.sort((one, other) => other.cost - one.cost);
    const nearest = open.pop();
    if (!nearest) return settled;
    const type = getNamedType(nearest.path.at(-1)![0].type);
    if (!isObjectType(type) || settled.has(type.name)) continue;
    settled.set(type.name, nearest);
    for (const field of Object.values(type.getFields())) {
      if (!isObjectType(getNamedType(field.type)) || field.args.some(isRequiredArgument)) continue;
      open.push({ path: [...nearest.path, [field, few(field)]], cost: nearest.cost + stepCost(field) });
    }
  }
}

/** A small number of items, for a list that takes it. */
const few = ({ args }: Field): string => (args.some(({ name }) => name === 'first') ? '(first: 3)' : '');

const pathCost = (path: Path): number => path.reduce((sum, [field]) => sum + stepCost(field), 0);

function stepCost({ type, extensions }: Field): number {
  const isList = isListType(isNonNullType(type) ? type.ofType : type);
  return (
    1 + (isList ? listCost : 0) + (extensions.lookup ? lookupCost : 0) + (isNullableType(type) ? 0.5 : 0)
  );
}

/** A query of a path, with the names of the objects on its way. */
const queryOf = (path: Path): string => `{ ${nested(path)} }`;

function nested(path: Path): string {
  const [field, args] = path[0]!;
  const type = getNamedType(field.type);
  if (isLeafType(type)) return `${field.name}${args}`;
  const [next] = path[1] ?? [];
  const below = next ? [...names(type, next), nested(path.slice(1))] : leaves(type, 3);
  return `${field.name}${args} { ${below.join(' ')} }`;
}

/** The field that names an object of a type, if it has one beside the given field. */
function names(type: GraphQLNamedType, next: Field): readonly string[] {
  if (!isObjectType(type)) return [];
  const fields = type.getFields();
  const name = naming.find((name) => name !== next.name && isPlainLeaf(fields[name]));
  return name === undefined ? [] : [name];
}

const isPlainLeaf = (field: Field | undefined): boolean =>
  field !== undefined &&
  isLeafType(getNamedType(field.type)) &&
  !field.extensions.lookup &&
  field.deprecationReason === undefined &&
  !field.args.some(isRequiredArgument);

/** A few leaves of a type: those that name it first; in an object below it where it has none. */
function leaves(type: GraphQLNamedType, most: number): readonly string[] {
  if (isUnionType(type)) {
    const members = type
      .getTypes()
      .map((member) => `... on ${member.name} { ${leaves(member, 1).join(' ')} }`);
    return ['__typename', ...members];
  }
  if (!isObjectType(type) && !isInterfaceType(type)) return [];
  const fields = Object.values(type.getFields());
  const rank = ({ name }: Field) => (naming.includes(name) ? naming.indexOf(name) : naming.length);
  const plain = fields.filter(isPlainLeaf).sort((one, other) => rank(one) - rank(other));
  const chosen = plain.slice(0, most).map(({ name }) => name);
  if (chosen.length > 1 || most === 1) return chosen.length > 0 ? chosen : ['__typename'];
  const inner = fields.find(({ type, args, extensions }) => {
    return isObjectType(getNamedType(type)) && args.length === 0 && !extensions.lookup;
  });
  const deeper = inner && leaves(getNamedType(inner.type), 2);
  const all = [...chosen, ...(inner && deeper ? [`${inner.name} { ${deeper.join(' ')} }`] : [])];
  return all.length > 0 ? all : ['__typename'];
}
