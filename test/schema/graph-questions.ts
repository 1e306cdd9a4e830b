import { isDeepStrictEqual } from 'node:util';
import {
  astFromValue,
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLInterfaceType,
  type GraphQLObjectType,
  getNamedType,
  getNullableType,
  isEnumType,
  isInterfaceType,
  isListType,
  isObjectType,
  isRequiredArgument,
  isUnionType,
  print,
} from 'graphql';
import type { Group } from '../../core/groups.ts';
import { routeGroups } from '../../rest/index.ts';
import { type CompiledRoute, compileRoutes } from '../../rest/kernel/compile.ts';
import { schema } from '../../schema/index.ts';
import { createPreparer } from '../../schema/kernel/prepare.ts';
import { subjectOf } from '../contract/checks.ts';
import { contract } from '../contract/index.ts';
import { Dice } from '../contract/values.ts';

type Field = GraphQLField<unknown, unknown>;
export type Arguments = Readonly<Record<string, unknown>>;

/** A field of a group that runs a lookup, with arguments that tell different results apart. */
export interface Question {
  readonly group: Group;
  readonly field: Field;
  readonly asked: readonly Arguments[];
}

export const compiledRoutes: readonly CompiledRoute[] = compileRoutes(createPreparer(schema), routeGroups);

/** The type of `{ weather { … } }`. */
export const namespaceOf = (group: Group): GraphQLObjectType =>
  getNamedType(schema.getQueryType()!.getFields()[group]!.type) as GraphQLObjectType;

/** The arguments of a lookup in the example of its route, and in a call that the contract invents. */
function exampleArguments(compiled: CompiledRoute): readonly Arguments[] {
  const { route, group } = compiled;
  if (compiled.upload) return [];
  const documented = contract.find((each) => each.group === group)!;
  const row = documented.routes.find(({ path, method }) => path === route.path && method === 'GET');
  const dice = new Dice(`clients ${route.path}`);
  const invented = row ? [subjectOf(documented, row, dice).valid] : [];
  return [route.example, ...invented].map((values) =>
    compiled.argumentsOf(compiled.read(values, new URLSearchParams(Object.entries(values)))),
  );
}

/** The same arguments with other values of those that are optional: another language, fewer items. */
function variationOf({ args }: Field, of: Arguments): readonly Arguments[] {
  const others = args.flatMap((argument) => {
    const value = otherValue(argument, of[argument.name]);
    return value === undefined || isPlace(argument) ? [] : [[argument.name, value] as const];
  });
  return others.length > 0 ? [{ ...of, ...Object.fromEntries(others) }] : [];
}

/** Cursors and offsets come from the source. */
const isPlace = ({ name }: GraphQLArgument): boolean => ['after', 'cursor'].includes(name);

function otherValue({ type, defaultValue }: GraphQLArgument, value: unknown): unknown {
  const nullable = getNullableType(type);
  if (isEnumType(nullable)) {
    const values = nullable.getValues().map((each) => each.value);
    return values.find((each) => each !== (value ?? defaultValue));
  }
  return type === nullable && String(nullable) === 'Int' ? 2 : undefined;
}

/** Values of arguments by name, from examples, and ids of objects by type, from answers. */
export type KnownValues = Map<string, string[]>;

export function remember(known: KnownValues, name: string, value: unknown): void {
  const values = known.get(name) ?? [];
  if (typeof value === 'string' && value !== '' && !values.includes(value))
    known.set(name, [...values, value]);
}

/** The name of the field that holds the id of an object: `LivestreamUser.id`, `postId`. */
function idOf(type: string): string {
  const [, first, rest] = /^[A-Z][a-z]+([A-Z])(\w*)$/.exec(type)!;
  return 'id' in (schema.getType(type) as GraphQLObjectType).getFields()
    ? `${type}.id`
    : `${first!.toLowerCase()}${rest}Id`;
}

/** Two values of each required argument of a field without a route; undefined where none are known. */
function knownArguments(known: KnownValues, { args, type }: Field): readonly Arguments[] | undefined {
  const required = args.filter((argument) => isRequiredArgument(argument));
  const asked: Record<string, unknown>[] = [{}, {}];
  for (const argument of required) {
    const singular = argument.name.replace(/ies$/, 'y').replace(/s$/, '');
    const names = [singular === 'id' ? idOf(getNamedType(type).name) : argument.name, singular];
    const values = names.map((name) => known.get(name)).find((each) => each !== undefined);
    if (!values) return undefined;
    const isList = isListType(getNullableType(argument.type));
    asked[0]![argument.name] = isList ? values.slice(0, 3) : values[0];
    asked[1]![argument.name] = isList ? values.slice(0, 1) : (values[1] ?? values[0]);
  }
  return asked;
}

/** The lookups of a group that have routes. Their arguments are added to the known values. */
export function documentedQuestions(group: Group, known: KnownValues): readonly Question[] {
  const fields = Object.values(namespaceOf(group).getFields());
  const routes = compiledRoutes.filter((compiled) => compiled.group === group);
  return fields.flatMap((field) => {
    const own = routes.filter(({ lookup }) => lookup === field.extensions.lookup);
    const examples = own.flatMap(exampleArguments);
    for (const [name, value] of examples.flatMap((each) => Object.entries(each)))
      remember(known, name, value);
    if (examples.length === 0) return [];
    const asked = [...examples, ...variationOf(field, examples[0]!)];
    const isNew = (given: Arguments, index: number) =>
      asked.findIndex((each) => isDeepStrictEqual(each, given)) === index;
    return [{ group, field, asked: asked.filter(isNew) }];
  });
}

/** The lookups of a group without routes. Throws when values for a required argument are not known. */
export function otherQuestions(group: Group, known: KnownValues): readonly Question[] {
  const routed = new Set(documentedQuestions(group, known).map(({ field }) => field.name));
  const fields = Object.values(namespaceOf(group).getFields()).filter(({ name }) => !routed.has(name));
  return fields.map((field) => {
    const asked = knownArguments(known, field);
    if (!asked) throw new Error(`No values are known for the arguments of ${group}.${field.name}.`);
    return { group, field, asked };
  });
}

const callOf = (field: Field, given: Arguments): string => {
  const written = field.args
    .filter(({ name }) => given[name] !== undefined)
    .map(({ name, type }) => `${name}: ${print(astFromValue(given[name], type)!)}`);
  return `${field.name}${written.length > 0 ? `(${written.join(', ')})` : ''}`;
};

/** Every field of a type that runs no lookup, down to the leaves, or to this depth. */
function selectionOf(type: GraphQLObjectType | GraphQLInterfaceType, depth = 9): string {
  const fields = Object.values(type.getFields()).flatMap((field) => {
    const named = getNamedType(field.type);
    if (field.extensions.lookup || field.extensions.composite) return [];
    if (isUnionType(named)) return [`${field.name} { __typename }`];
    if (!isObjectType(named) && !isInterfaceType(named)) return [field.name];
    return depth > 0 ? [`${field.name} ${selectionOf(named, depth - 1)}`] : [];
  });
  // A cache adds the type names to a document that has none; so the document stays as it is.
  return `{ ${[...fields, '__typename'].join(' ')} }`;
}

/** The selection that leads from a type to an edge and asks what the edge leads to. */
function selectionTo(edge: Edge, isListed: boolean): string {
  const named = getNamedType(edge.field.type);
  const below = isObjectType(named) ? selectionOf(named, isListed ? 0 : 1) : '';
  const call = `${callOf(edge.field, fewItems(edge.field))} ${below}`;
  const ids = Object.keys(edge.type.getFields()).filter((name) => /^id$|Id$/.test(name));
  return edge.path.reduceRight(
    (inner, name) => `{ ${name} ${inner} __typename }`,
    `{ ${[...ids, call, '__typename'].join(' ')} }`,
  );
}

/** As few items as the optional arguments of a field can ask for. */
const fewItems = ({ args }: Field): Arguments =>
  Object.fromEntries(
    args
      .filter(
        ({ name, type }) => String(type) === 'Int' && ['first', 'limit', 'amount', 'count'].includes(name),
      )
      .map(({ name }) => [name, 2]),
  );

/** A lookup below an object. */
export interface Edge {
  readonly type: GraphQLObjectType;
  readonly field: Field;
  /** The fields that lead from the result of a question to the object. */
  readonly path: readonly string[];
  /** Whether one of these fields is a list. */
  readonly isListed: boolean;
}

/** The lookups of the objects that a type holds, itself included. */
export function edgesOf(
  type: GraphQLObjectType,
  way: Pick<Edge, 'path' | 'isListed'> = { path: [], isListed: false },
  seen = new Set<string>(),
): readonly Edge[] {
  if (seen.has(type.name)) return [];
  seen.add(type.name);
  return Object.values(type.getFields()).flatMap((field) => {
    if (field.extensions.lookup) return [{ type, field, ...way }];
    const named = getNamedType(field.type);
    if (!isObjectType(named)) return [];
    const isListed = way.isListed || isListType(getNullableType(field.type));
    return edgesOf(named, { path: [...way.path, field.name], isListed }, seen);
  });
}

/** A document that asks a question with all these arguments, each under an alias; with an edge, for it alone. */
export function documentOf({ group, field }: Question, asked: readonly Arguments[], edge?: Edge): string {
  const type = getNamedType(field.type);
  const whole = isObjectType(type) ? selectionOf(type) : '';
  const isListed = edge?.isListed || isListType(getNullableType(field.type));
  const selection = edge ? selectionTo(edge, isListed) : whole;
  const given = edge ? asked.map((each) => ({ ...each, ...fewItems(field) })) : asked;
  const calls = given.map((each, index) => `as${index}: ${callOf(field, each)} ${selection}`);
  return `{ ${group} { ${[...calls, '__typename'].join(' ')} } }`;
}
