import { join } from 'node:path';
import type { GraphQLSchema } from 'graphql';
import { Fault } from '../core/faults.ts';
import { groups, isGroup } from '../core/groups.ts';
import { checkInputs } from '../resolvers/kernel/check.ts';
import { receivedFile } from '../resolvers/kernel/context.ts';
import type { Lookup } from '../resolvers/kernel/lookup.ts';
import { type CompiledRoute, compileRoutes } from '../rest/kernel/compile.ts';
import { pathPrefix, type RouteGroup } from '../rest/kernel/route.ts';
import type { Upstream } from '../sandbox/kernel/upstream.ts';
import { createPreparer } from '../schema/kernel/prepare.ts';
import type { Endpoint, Source } from '../sources/kernel/source.ts';
import { checkAliases, checkEntities } from './check-entities.ts';
import { checkBreaking, checkSchema, fieldsOf } from './check-schema.ts';
import { sourceExport, type Tree, treeAt } from './group-lists.ts';

/** A module of a group, with its exports. */
export interface GroupModule {
  readonly path: string;
  readonly group: string;
  readonly exports: Readonly<Record<string, unknown>>;
}

/** Each check gives its findings as sentences that say what to do. */
export type Findings = readonly string[];

const filesOfGroup = (group: string): readonly (readonly [path: string, content: string])[] => [
  [`sources/${group}.ts`, 'its upstream and endpoints'],
  [`resolvers/${group}.ts`, 'its lookups'],
  [`schema/${group}.ts`, 'its part of the graph'],
  [`rest/${group}.ts`, 'its documented routes'],
  [`sandbox/${group}.ts`, 'its upstream offline'],
  [`test/${group}.test.ts`, 'the tests of its routes'],
  [`test/contract/${group}.ts`, 'its contract as data'],
  [`test/replay/${group}.ts`, 'its replays of recordings, or an empty list'],
];

/** Files of a layer that are of no group. */
const shared = new Set([
  ...[
    'accounts',
    'addresses',
    'federation',
    'game',
    'index',
    'links',
    'lookup',
    'main',
    'people',
    'search',
    'upstreams',
    'world',
  ],
]);

const groupFiles = ({ list }: Pick<Tree, 'list'>, folder: string) =>
  list(folder)
    .filter((name) => name.endsWith('.ts'))
    .map((name) => ({ path: `${folder}/${name}`, group: name.replace(/\.ts$/, '').split('-')[0]! }));

/** Files that a registered group lacks, and files of a group that is not registered. */
export function checkFiles({ read, list }: Tree, groups: readonly string[]): Findings {
  const missing = groups.flatMap((group) =>
    filesOfGroup(group)
      .filter(([path]) => read(path) === undefined)
      .map(
        ([path, content]) =>
          `${path} is missing: write ${content} there, or take ${group} out of core/groups.ts.`,
      ),
  );
  const unregistered = ['sources', 'resolvers', 'schema', 'rest', 'sandbox'].flatMap((folder) =>
    groupFiles({ list }, folder)
      .filter(({ group }) => !groups.includes(group) && !shared.has(group))
      .map(
        ({ path, group }) => `${path} is of no group: add ${group} to core/groups.ts, or rename the file.`,
      ),
  );
  const silent = groups
    .filter((group) => read(`sources/${group}.ts`) !== undefined && !sourceExport({ read }, group))
    .map((group) => `sources/${group}.ts exports no source: export it as source, or several as sources.`);
  return [...missing, ...silent, ...unregistered];
}

/** Routes outside their group's path, and documents that do not fit. */
export function checkPaths(schema: GraphQLSchema, groups: readonly RouteGroup[]): Findings {
  const preparer = createPreparer(schema);
  return groups.flatMap((group) => [
    ...group.routes
      .filter(({ path }) => !path.startsWith(pathPrefix(group.group)))
      .map(
        ({ path }) =>
          `${path} is a route of ${group.group}: let its path begin with ${pathPrefix(group.group)}.`,
      ),
    ...misfits(() => compileRoutes(preparer, [group])),
  ]);
}

function misfits(compile: () => unknown): Findings {
  try {
    compile();
    return [];
  } catch (error) {
    return [(error as Error).message];
  }
}

/** Examples that the inputs of the route's lookup do not accept. */
export const checkExamples = (routes: readonly CompiledRoute[]): Findings =>
  routes.flatMap((compiled) => {
    const { path, example } = compiled.route;
    const known = new Set(compiled.parameters.map(({ name }) => name));
    const unknown = Object.keys(example).filter((name) => !known.has(name));
    const refusal = exampleRefusal(compiled);
    return [
      ...unknown.map(
        (name) => `The example of ${path} has ${name}, which is no variable of its document: remove it.`,
      ),
      ...(refusal === undefined ? [] : [`The example of ${path} is refused; correct it: ${refusal}`]),
    ];
  });

function exampleRefusal(compiled: CompiledRoute): string | undefined {
  const { route, lookup, parameters } = compiled;
  const query = new URLSearchParams(Object.entries(route.example));
  const names = new Map(parameters.map(({ argument, name }) => [argument, name]));
  try {
    const file = lookup.file && receivedFile(lookup.file.example());
    const given = compiled.argumentsOf(compiled.read(route.example, query, file));
    checkInputs(lookup.input, lookup.rules, given, (name) => names.get(name) ?? name);
    return undefined;
  } catch (error) {
    if (error instanceof Fault) return error.message;
    throw error;
  }
}

/** The lookups of all fields. */
const lookupsOf = (schema: GraphQLSchema): readonly Lookup[] =>
  fieldsOf(schema).flatMap(({ field }) => field.extensions.lookup ?? []);

const isLookup = (value: unknown): value is Lookup =>
  typeof value === 'object' &&
  value !== null &&
  ['run', 'input', 'batchSize', 'rules'].every((key) => key in value);

/** Lookups that no field of the graph exposes. */
export function checkExposure(schema: GraphQLSchema, modules: readonly GroupModule[]): Findings {
  const exposed = lookupsOf(schema);
  // The field of a byte lookup or of a long list has a copy of it, with the same inputs and perhaps `first`.
  const isExposed = (lookup: Lookup) =>
    exposed.some(
      ({ input, summary }) =>
        summary === lookup.summary &&
        Object.entries(lookup.input).every(([name, kind]) => input[name] === kind),
    );
  return modules.flatMap(({ path, group, exports }) =>
    Object.entries(exports)
      .filter(([, value]) => isLookup(value) && !isExposed(value))
      .map(
        ([name]) => `${name} of ${path} is exposed by no field: use it in schema/${group}.ts, or remove it.`,
      ),
  );
}

/** Hosts of sources that the sandbox does not serve, and hosts of the sandbox that no source calls. */
export function checkHosts(sources: readonly Source[], upstreams: readonly Upstream[]): Findings {
  const called = sources.flatMap(({ group, hosts }) => hosts.map((host) => ({ group, host })));
  const served = upstreams.flatMap(({ hosts }) => hosts);
  return [
    ...called
      .filter(({ host }) => !served.some((other) => areAlike(host, other)))
      .map(
        ({ group, host }) =>
          `${host} is an origin of sources/${group}.ts that no upstream of sandbox/${group}.ts serves: correct one of them.`,
      ),
    ...served
      .filter((host) => !called.some((other) => areAlike(host, other.host)))
      .map(
        (host) =>
          `The sandbox serves ${host}, which is an origin of no source: correct the host, or remove it.`,
      ),
  ];
}

/** Whether one of two host patterns covers the other: `*.example.com` covers every name below it. */
const areAlike = (one: string, other: string): boolean => covers(one, other) || covers(other, one);
const covers = (pattern: string, host: string): boolean =>
  pattern === host || (pattern.startsWith('*.') && host.endsWith(pattern.slice(1)));

const isEndpoint = (value: unknown): value is Endpoint<unknown, unknown> =>
  typeof value === 'object' && value !== null && 'plan' in value && 'source' in value && 'name' in value;

/** Endpoints of one group that share a name, and with it their cache entries. */
export function checkEndpointNames(modules: readonly GroupModule[]): Findings {
  const known = new Map<string, unknown>();
  const twice = new Set<string>();
  for (const endpoint of modules.flatMap(({ exports }) => Object.values(exports)).filter(isEndpoint)) {
    const id = `${endpoint.source.group} ${endpoint.name}`;
    if ((known.get(id) ?? endpoint) !== endpoint) twice.add(id);
    known.set(id, endpoint);
  }
  return [...twice].map((id) => {
    const [group, name] = id.split(' ');
    return `Two endpoints of ${group} are named ${name}, so they would share cache entries: rename one.`;
  });
}

/** The schema of the last release, which a release replaces by docs/schema.graphql. */
const releasedSchema = 'docs/released/schema.graphql';

/** All findings about the groups of the repository at this root. */
export async function checkGroups(root: string): Promise<Findings> {
  const tree = treeAt(root);
  const files = checkFiles(tree, groups);
  // Nothing else can be said of layers whose files do not load.
  if (files.length > 0) return files;
  const [sources, resolvers] = await Promise.all(
    ['sources', 'resolvers'].map((folder) => modulesIn(root, tree, folder)),
  );
  const { schema } = await import('../schema/index.ts');
  const { routeGroups } = await import('../rest/index.ts');
  const { upstreams } = await import('../sandbox/upstreams.ts');
  const { sources: allSources } = await import('../sources/index.ts');
  const paths = checkPaths(schema, routeGroups);
  const routes = paths.length > 0 ? [] : compileRoutes(createPreparer(schema), routeGroups);
  return [
    ...paths,
    ...checkExamples(routes),
    ...checkAliases(routes),
    ...checkEntities(schema),
    ...checkSchema(schema),
    ...checkBreaking(schema, tree.read(releasedSchema)),
    ...checkExposure(schema, resolvers!),
    ...checkHosts(allSources, upstreams),
    ...checkEndpointNames(sources!),
  ];
}

const modulesIn = (root: string, tree: Tree, folder: string): Promise<readonly GroupModule[]> =>
  Promise.all(
    groupFiles(tree, folder)
      .filter(({ group }) => isGroup(group))
      .map(async ({ path, group }) => ({ path, group, exports: await import(join(root, path)) })),
  );
