import {
  type ArgumentNode,
  type FieldNode,
  type GraphQLObjectType,
  type GraphQLSchema,
  isObjectType,
  Kind,
} from 'graphql';
import type { Context } from '../../resolvers/kernel/context.ts';
import { type Input, missing, refused } from '../../resolvers/kernel/inputs.ts';
import type { Lookup } from '../../resolvers/kernel/lookup.ts';
import type { Preparer, Prepared } from '../../schema/kernel/prepare.ts';
import { compileRender, type Render, toJson } from './render.ts';
import type { Envelope, FaultStatuses, Route, RouteGroup } from './route.ts';

/** One parameter of a route, with the input of the lookup that takes it. */
export interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query';
  /** The lookup's own name of it. */
  readonly argument: string;
  readonly input: Input;
}

/** A route that fits the schema and is ready to run. */
export interface CompiledRoute {
  readonly group: RouteGroup['group'];
  readonly route: Route;
  readonly lookup: Lookup;
  readonly parameters: readonly Parameter[];
  readonly prepared: Prepared;
  readonly faults: FaultStatuses;
  /** Answers with the text of the body. Rejects with the Fault of the lookup. */
  run(path: Readonly<Record<string, string>>, query: URLSearchParams, context: Context): Promise<string>;
}

/** Routes whose literal segments win over parameters, whatever the order of files. */
export function compileRoutes(
  preparer: Preparer,
  groups: readonly RouteGroup[],
): readonly CompiledRoute[] {
  return groups
    .flatMap((group) => group.routes.map((route) => compileRoute(preparer, group, route)))
    .sort((a, b) => comparePaths(a.route.path, b.route.path));
}

/** Segment by segment, a literal before a parameter. */
export function comparePaths(first: string, second: string): number {
  const [a, b] = [first.split('/'), second.split('/')];
  for (let index = 0; index < Math.min(a.length, b.length); index += 1) {
    const [isParameterA, isParameterB] = [a[index]!.startsWith('{'), b[index]!.startsWith('{')];
    if (isParameterA !== isParameterB) return isParameterA ? 1 : -1;
  }
  return a.length - b.length;
}

/** Throws when the route's document does not fit, which stops the start. */
function compileRoute(preparer: Preparer, group: RouteGroup, route: Route): CompiledRoute {
  const preparation = preparer.prepare(route.document);
  if ('errors' in preparation) throw misfit(route, preparation.errors.map(String).join('; '));
  const { prepared } = preparation;
  const { namespace, field, lookup } = selectedLookup(prepared, route);
  const parameters = parametersOf(field, lookup, route);
  const render = renderOf(preparer.schema, prepared, field, namespace);
  const envelope = route.envelope ?? group.envelope;
  const spellings = new Map(parameters.map(({ argument, name }) => [argument, name]));

  return {
    group: group.group,
    route,
    lookup,
    parameters,
    prepared,
    faults: { ...group.faults, ...route.faults },
    async run(path, query, context) {
      const variables = readVariables(parameters, path, query);
      const spelled = (asked: object, name: string) =>
        asked === lookup ? (spellings.get(name) ?? name) : name;
      const result = await prepared.execute({ ...context, spelled }, variables);
      const failed = result.errors?.[0];
      if (failed) throw failed.originalError ?? failed;
      const data = result.data as Record<string, Record<string, unknown>>;
      return toJson(wrap(data[keyOf(namespace)]![keyOf(field)], render, envelope));
    },
  };
}

const wrap = (value: unknown, render: Render | undefined, envelope: Envelope) =>
  envelope(render ? render(value) : value);

const keyOf = (field: FieldNode) => (field.alias ?? field.name).value;

const misfit = (route: Route, why: string) => new Error(`The document of ${route.path} does not fit: ${why}`);

/** The one lookup that a route selects: `{ namespace { field } }`. */
function selectedLookup(prepared: Prepared, route: Route) {
  const [root, ...others] = prepared.fields;
  const [field] = root?.below ?? [];
  if (!root || !field?.lookup || others.length > 0 || root.below.length > 1) {
    throw misfit(route, 'it must select one lookup of one group');
  }
  return { namespace: root.node, field: field.node, lookup: field.lookup };
}

function parametersOf(field: FieldNode, lookup: Lookup, route: Route): readonly Parameter[] {
  return (field.arguments ?? []).flatMap((argument: ArgumentNode) => {
    if (argument.value.kind !== Kind.VARIABLE) return [];
    const name = argument.value.name.value;
    const input = lookup.input[argument.name.value];
    if (!input) throw misfit(route, `its lookup takes no ${argument.name.value}`);
    const isInPath = route.path.includes(`{${name}}`);
    return [{ name, in: isInPath ? 'path' : 'query', argument: argument.name.value, input }];
  });
}

function renderOf(
  schema: GraphQLSchema,
  { document }: Prepared,
  field: FieldNode,
  namespace: FieldNode,
): Render | undefined {
  const query = schema.getQueryType() as GraphQLObjectType;
  const type = query.getFields()[namespace.name.value]?.type;
  const group = type && 'ofType' in type ? type.ofType : type;
  if (!isObjectType(group) || !namespace.selectionSet) return undefined;
  const whole = compileRender(schema, document, namespace.selectionSet, group);
  if (!whole) return undefined;
  const key = keyOf(field);
  return (value) => (whole({ [key]: value }) as Record<string, unknown>)[key];
}

/** The document's variables. Faults `missing` and `invalid` name the parameter as the route spells it. */
function readVariables(
  parameters: readonly Parameter[],
  path: Readonly<Record<string, string>>,
  query: URLSearchParams,
): Record<string, unknown> {
  const variables: Record<string, unknown> = {};
  for (const { name, input, in: place } of parameters) {
    const texts = place === 'path' ? [path[name] ?? ''] : query.getAll(name);
    if (texts.length === 0 || (input.isRequired && texts.every((text) => text.trim() === ''))) {
      if (input.isRequired) throw missing(name, input);
      continue;
    }
    const value = input.fromTexts(texts);
    if (value === undefined) throw refused(name, input);
    variables[name] = value;
  }
  return variables;
}
