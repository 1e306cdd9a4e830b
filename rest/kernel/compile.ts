import {
  type ArgumentNode,
  type FieldNode,
  type GraphQLField,
  type GraphQLObjectType,
  type GraphQLSchema,
  getArgumentValues,
  getVariableValues,
  isObjectType,
  Kind,
} from 'graphql';
import { missing, refused } from '../../resolvers/kernel/check.ts';
import type { Context, ReceivedFile } from '../../resolvers/kernel/context.ts';
import type { Input, Inputs } from '../../resolvers/kernel/inputs.ts';
import { ask, type Bytes, type FileInput, type Lookup } from '../../resolvers/kernel/lookup.ts';
import type { Prepared, Preparer, Variables } from '../../schema/kernel/prepare.ts';
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

/** The file that a route is sent, in this field of a form. */
export interface Upload extends FileInput {
  readonly field: string;
}

/** A route that fits the schema and is ready to run. */
export interface CompiledRoute {
  readonly group: RouteGroup['group'];
  readonly route: Route;
  readonly lookup: Lookup;
  readonly parameters: readonly Parameter[];
  readonly upload: Upload | undefined;
  readonly prepared: Prepared;
  readonly faults: FaultStatuses;
  readonly envelope: Envelope;
  /**
   * The document's variables, from a path's and a query string's parameters, and the file that came with them; those
   * that the route does not know are ignored. Faults `missing` and `invalid` name the parameter as the route spells it.
   */
  read(path: Readonly<Record<string, string>>, query: URLSearchParams, file?: ReceivedFile): Variables;
  /**
   * Answers with the JSON of the body, or with bytes. Rejects with the Fault of the lookup. Where the route takes a
   * file, the context has it.
   */
  run(variables: Variables, context: Context): Promise<string | Bytes>;
}

/** A route that is compiled when it is first asked for, so that a start need not wait for all of them. */
export interface ListedRoute {
  readonly group: RouteGroup['group'];
  readonly route: Route;
  /** Throws when the route's document does not fit. */
  compiled(): CompiledRoute;
}

/** Routes whose literal segments win over parameters, whatever the order of files. */
export function listRoutes(preparer: Preparer, groups: readonly RouteGroup[]): readonly ListedRoute[] {
  return groups
    .flatMap((group) => group.routes.map((route) => listed(preparer, group, route)))
    .sort((a, b) => comparePaths(a.route.path, b.route.path));
}

/** The same, compiled. Throws when a route's document does not fit. */
export const compileRoutes = (preparer: Preparer, groups: readonly RouteGroup[]): readonly CompiledRoute[] =>
  listRoutes(preparer, groups).map(({ compiled }) => compiled());

function listed(preparer: Preparer, group: RouteGroup, route: Route): ListedRoute {
  let made: CompiledRoute | undefined;
  return {
    group: group.group,
    route,
    compiled() {
      made ??= compileRoute(preparer, group, route);
      return made;
    },
  };
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
  const selected = selectedLookup(prepared, route);
  const { field, lookup } = selected;
  const taken = parametersOf(field, lookup, route);
  checkParameters(prepared, taken, route);
  const upload = uploadOf(lookup, route);
  const digest = taken.find(({ argument }) => argument === upload?.digest);
  if (upload && !digest) throw misfit(route, `its ${upload.digest} must be a variable`);
  const parameters = taken.filter((parameter) => parameter !== digest);
  const spellings = new Map(parameters.map(({ argument, name }) => [argument, name]));
  const spelled = (asked: object, name: string) => (asked === lookup ? (spellings.get(name) ?? name) : name);
  const envelope = route.envelope ?? group.envelope;
  const answer = lookup.isBytes
    ? answerBytes(preparer.schema, prepared, selected)
    : answerJson(preparer.schema, prepared, selected, envelope);

  return {
    group: group.group,
    route,
    lookup,
    parameters,
    upload,
    prepared,
    faults: { ...group.faults, ...route.faults },
    envelope,
    read: (path, query, file) => ({
      ...readVariables(parameters, path, query),
      ...(digest ? { [digest.name]: file?.sha256 } : {}),
    }),
    run: (variables, context) => answer({ ...context, publicName: spelled }, variables),
  };
}

type Answer<Body> = (context: Context, variables: Variables) => Promise<Body>;

/** Runs the document; the value that it selects, rendered and in its envelope, is the body. */
function answerJson(
  schema: GraphQLSchema,
  prepared: Prepared,
  { namespace, field }: Selected,
  envelope: Envelope,
): Answer<string> {
  const render = renderOf(schema, prepared, field, namespace);
  return async (context, variables) => {
    const result = await prepared.execute(context, variables);
    const failed = result.errors?.[0];
    if (failed) throw failed.originalError ?? failed;
    const data = result.data as Record<string, Record<string, unknown>>;
    const value = data[keyOf(namespace)]![keyOf(field)];
    return toJson(envelope(render ? render(value) : value));
  };
}

/** Bytes are no part of a GraphQL result: the lookup is asked itself, with the arguments as the document has them. */
function answerBytes(
  schema: GraphQLSchema,
  { operation }: Prepared,
  { field, definition, lookup }: Selected,
): Answer<Bytes> {
  return async (context, variables) => {
    const { coerced, errors } = getVariableValues(schema, operation.variableDefinitions ?? [], variables);
    if (errors) throw errors[0];
    return ask(lookup as Lookup<Inputs, Bytes>, getArgumentValues(definition, field, coerced), context);
  };
}

const keyOf = (field: FieldNode) => (field.alias ?? field.name).value;

const misfit = (route: Route, why: string) => new Error(`The document of ${route.path} does not fit: ${why}`);

/** The one lookup that a route selects: `{ namespace { field } }`. */
interface Selected {
  readonly namespace: FieldNode;
  readonly field: FieldNode;
  readonly definition: GraphQLField<unknown, unknown>;
  readonly lookup: Lookup;
}

function selectedLookup(prepared: Prepared, route: Route): Selected {
  const [root, ...others] = prepared.fields;
  const [field] = root?.below ?? [];
  if (!root || !field?.lookup || others.length > 0 || root.below.length > 1) {
    throw misfit(route, 'it must select one lookup of one group');
  }
  return { namespace: root.node, field: field.node, definition: field.definition, lookup: field.lookup };
}

function uploadOf({ file }: Lookup, route: Route): Upload | undefined {
  if (route.upload === undefined) return undefined;
  if (!file) throw misfit(route, 'its lookup takes no file');
  return { ...file, field: route.upload };
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

/** Whatever a path or a document names must be read from somewhere, or it would be absent without a word. */
function checkParameters({ operation }: Prepared, parameters: readonly Parameter[], route: Route): void {
  const byName = new Map(parameters.map((parameter) => [parameter.name, parameter]));
  for (const [, name] of route.path.matchAll(/\{([^}]*)\}/g)) {
    if (!byName.has(name!)) throw misfit(route, `its lookup does not take the ${name} of its path`);
  }
  for (const { variable, type } of operation.variableDefinitions ?? []) {
    const parameter = byName.get(variable.name.value);
    if (!parameter) throw misfit(route, `its lookup does not take $${variable.name.value}`);
    if (type.kind === Kind.NON_NULL_TYPE && !parameter.input.isRequired) {
      throw misfit(route, `$${parameter.name} may be left out, so its type must not end in !`);
    }
  }
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
