import type { GraphQLSchema } from 'graphql';
import { once } from '../../core/once.ts';
import type { Context, ReceivedFile } from '../../resolvers/kernel/context.ts';
import type { Bytes, FileInput, Lookup } from '../../resolvers/kernel/lookup.ts';
import type { Permission } from '../../resolvers/kernel/permissions.ts';
import type { ResultLimits } from '../../schema/kernel/executor/result-limits.ts';
import type { Prepared, Preparer, Variables } from '../../schema/kernel/prepare.ts';
import type { PricedField } from '../../schema/kernel/priced-fields.ts';
import { includable, includeParameter, receiptsName, withIncluded } from './include.ts';
import { choosesItems, listParametersOf } from './list-parameters.ts';
import { type FieldTree, fieldsParameter } from './read-fields.ts';
import { checkParameters, type Parameter, parametersOf, readParameters } from './read-parameters.ts';
import {
  type Envelope,
  type FaultStatuses,
  type KeyForm,
  misfit,
  namesOfEnvelope,
  operationId,
  type Route,
  type RouteGroup,
} from './route.ts';
import { argumentsOf, runBytes, runJson, type Selected } from './run-route.ts';
import { selectFields } from './select-fields.ts';

/** The file of a route, with the field of the form that holds it. */
export interface Upload extends FileInput {
  readonly field: string;
}

/** A route as a request runs it. */
export interface RunnableRoute {
  /** Unlike that of every other route. */
  readonly name: string;
  /** Undefined for a route over all groups. */
  readonly group: RouteGroup['group'] | undefined;
  /** What every request needs; undefined where what is asked decides it. */
  readonly permission: Permission | undefined;
  readonly isBytes: boolean;
  /** The document whose lookups are charged as they run; undefined for a route that costs one lookup. */
  readonly priced: Prepared | undefined;
  /** What its parameter `include` takes. */
  readonly includable: readonly string[];
  /** Whether its body has the receipts of its lookups, which are those of one request. */
  readonly hasReceipts: boolean;
  readonly upload: Upload | undefined;
  readonly faults: FaultStatuses;
  /** The names of its query string; others are ignored. */
  readonly queryNames: readonly string[];
  /**
   * The document's variables, from the parameters of a path and a query string, and from the request's file. Unknown
   * parameters are ignored. Faults `missing` and `invalid` name the parameter by its public name.
   */
  read(path: Readonly<Record<string, string>>, query: URLSearchParams, file?: ReceivedFile): Variables;
  /**
   * The same route whose body has the chosen members only; its document selects nothing else. Fault `invalid` for a name
   * that the body lacks.
   */
  withFields(tree: FieldTree): RunnableRoute;
  /** The same route whose body has these of `includable` beside it; absent where there are none. */
  withIncluded?(names: readonly string[]): RunnableRoute;
  /**
   * The JSON of the body, or its bytes, or those of a file. Rejects with the Fault of the lookup, and those of the limits. The
   * context of an upload has the file.
   */
  run(variables: Variables, context: Context, limits?: ResultLimits): Promise<string | Buffer | Bytes>;
}

/** A route that is described to callers. */
export interface DescribedRoute extends RunnableRoute {
  /** The id of its operation. */
  readonly id: string;
  /** One sentence: the meaning of the body. */
  readonly summary: string;
  readonly example: Readonly<Record<string, string>>;
  readonly parameters: readonly Parameter[];
  readonly prepared: Prepared;
  /** The field whose value is the body, or stands in it. */
  readonly selected: PricedField;
}

/** A route that fits the schema and is ready to run. */
export interface CompiledRoute extends DescribedRoute {
  readonly group: RouteGroup['group'];
  readonly lookup: Lookup;
  readonly auth: KeyForm;
  readonly route: Route;
  readonly envelope: Envelope;
  withFields(tree: FieldTree): CompiledRoute;
  /** The arguments that the lookup gets for these variables. */
  argumentsOf(variables: Variables): Readonly<Record<string, unknown>>;
}

/** A route that is compiled on first use, which keeps the start short. */
export interface ListedRoute {
  readonly group: RouteGroup['group'];
  readonly route: Route;
  /** Throws when the route's document does not fit the schema. */
  compiled(): CompiledRoute;
}

/** The routes of all groups in matching order: a literal segment goes before a parameter, in any order of files. */
export function listRoutes(preparer: Preparer, groups: readonly RouteGroup[]): readonly ListedRoute[] {
  return groups
    .flatMap((group) => listedGroup(preparer, group))
    .sort((a, b) => comparePaths(a.route.path, b.route.path));
}

/** Preparers of one schema prepare alike, so the services and tools of a process share the compiled routes. */
const listed = new WeakMap<GraphQLSchema, WeakMap<RouteGroup, readonly ListedRoute[]>>();

function listedGroup(preparer: Preparer, group: RouteGroup): readonly ListedRoute[] {
  const ofSchema = listed.get(preparer.schema) ?? new WeakMap();
  const routes = ofSchema.get(group) ?? group.routes.map((route) => listedRoute(preparer, group, route));
  listed.set(preparer.schema, ofSchema.set(group, routes));
  return routes;
}

/** The same, compiled. Throws when a route's document does not fit the schema. */
export const compileRoutes = (preparer: Preparer, groups: readonly RouteGroup[]): readonly CompiledRoute[] =>
  listRoutes(preparer, groups).map(({ compiled }) => compiled());

const listedRoute = (preparer: Preparer, group: RouteGroup, route: Route): ListedRoute => ({
  group: group.group,
  route,
  compiled: once(() => compileRoute(preparer, group, route)),
});

/** Segment by segment, a literal before a parameter. */
export function comparePaths(first: string, second: string): number {
  const [a, b] = [first.split('/'), second.split('/')];
  for (let index = 0; index < Math.min(a.length, b.length); index += 1) {
    const [isParameterA, isParameterB] = [a[index]!.startsWith('{'), b[index]!.startsWith('{')];
    if (isParameterA !== isParameterB) return isParameterA ? 1 : -1;
  }
  return a.length - b.length;
}

/** Throws when the route's document does not fit the schema. */
function compileRoute(
  preparer: Preparer,
  group: RouteGroup,
  route: Route,
  included: readonly string[] = [],
): CompiledRoute {
  const prepared = preparedFor(preparer, route, route.document);
  const selected = selectedLookup(prepared, route);
  const { field, lookup } = selected;
  const documented = parametersOf(field, prepared.operation, lookup, route);
  checkParameters(prepared.operation, documented, route);
  const list = listParametersOf(preparer.schema, prepared, selected);
  const all = [...documented, ...(list?.parameters ?? [])];
  const upload = uploadOf(lookup, route);
  const digest = all.find(({ argument }) => argument === upload?.digest);
  if (upload && !digest) throw misfit(route, `its ${upload.digest} must be a variable`);
  const parameters = all.filter((parameter) => parameter !== digest);
  const names = new Map(parameters.map(({ argument, name }) => [argument, name]));
  const publicName = (of: object, name: string) => (of === lookup ? (names.get(name) ?? name) : name);
  const envelope = route.envelope ?? group.envelope;
  const runOf = (of: Prepared) =>
    runJson(preparer.schema, of, selected, envelope, { isNullWhenAbsent: route.isNullWhenAbsent, included });
  const run = lookup.isBytes ? runBytes(preparer.schema, prepared, selected) : runOf(prepared);
  const runChosen = once(() => runOf(preparedFor(preparer, route, list!.document())));

  return {
    id: operationId(route),
    name: route.path,
    summary: lookup.summary,
    example: route.example,
    selected: prepared.fields[0]!.below[0]!,
    group: group.group,
    auth: group.auth,
    route,
    lookup,
    permission: lookup.permission,
    isBytes: lookup.isBytes,
    priced: included.length > 0 ? prepared : undefined,
    includable: includable(selected, envelope),
    hasReceipts: included.includes(receiptsName),
    parameters,
    upload,
    prepared,
    faults: { ...group.faults, ...route.faults },
    envelope,
    queryNames: [
      ...parameters.filter((parameter) => parameter.in === 'query').map(({ name }) => name),
      ...(lookup.isBytes ? [] : [fieldsParameter.name, includeParameter.name]),
    ],
    read: (path, query, file) => ({
      ...readParameters(parameters, path, query),
      ...(digest ? { [digest.name]: file?.sha256 } : {}),
    }),
    withFields(tree) {
      const document = selectFields(preparer.schema, prepared, selected, namesOfEnvelope(envelope), tree);
      return compileRoute(preparer, group, { ...route, document });
    },
    withIncluded: (names) =>
      compileRoute(preparer, group, { ...route, document: withIncluded(prepared, selected, names) }, names),
    argumentsOf: (variables) => argumentsOf(preparer.schema, prepared, selected, variables),
    run: (variables, context, limits) =>
      (list && choosesItems(variables) ? runChosen() : run)({ ...context, publicName }, variables, limits),
  };
}

function preparedFor(preparer: Preparer, route: Route, text: string): Prepared {
  const preparation = preparer.prepare(text);
  if ('errors' in preparation) throw misfit(route, preparation.errors.map(String).join('; '));
  return preparation.prepared;
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
