import { join } from 'node:path';
import { groups, isGroup } from '../core/groups.ts';
import { checkAliases, checkEntities } from '../group-check/check-entities.ts';
import { checkEndpointNames, checkExposure, type GroupModule } from '../group-check/check-modules.ts';
import { checkSchema } from '../group-check/check-schema.ts';
import { compileRoutes } from '../rest/kernel/compile.ts';
import { createPreparer } from '../schema/kernel/prepare.ts';
import { checkExamples, checkHosts, checkPaths, type Findings } from '../server/groups/check-parts.ts';
import { sourceExport, type Tree, treeAt } from './group-lists.ts';

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
    'examples',
    'federation',
    'game',
    'handles',
    'index',
    'links',
    'lookup',
    'main',
    'other',
    'people',
    'search',
    'person',
    'team',
    'things',
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
