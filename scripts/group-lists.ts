import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ownGroups as registered } from '../core/groups.ts';

/** Reads the repository: the text of a file, or undefined where there is none, and the names in a folder. */
export interface Tree {
  readonly read: (path: string) => string | undefined;
  readonly list: (folder: string) => readonly string[];
}

export const treeAt = (root: string): Tree => ({
  read: (path) => (existsSync(join(root, path)) ? readFileSync(join(root, path), 'utf8') : undefined),
  list: (folder) => readdirSync(join(root, folder)).sort(),
});

const mark = '// Written by `npm run generate` from core/groups.ts; not edited by hand.';

/**
 * The lists of the layers, by path: TypeScript that imports every group's file. A file that does not exist yet is left
 * out; `scripts/check-groups.ts` reports it.
 */
export const groupLists = (
  tree: Tree,
  groups: readonly string[] = registered,
): Readonly<Record<string, string>> => ({
  'sources/index.ts': sourceList(tree, groups),
  'schema/index.ts': schemaList(tree, groups),
  'rest/index.ts': routeList(tree, groups),
  'sandbox/upstreams.ts': upstreamList(tree, groups),
  'test/contract/index.ts': contractList(tree, groups),
});

/** The file of a group that exports its sources, and the name of that export: `sources`, or `source` for a single one. */
export function sourceExport({ read }: Pick<Tree, 'read'>, group: string) {
  for (const file of [`${group}-sources.ts`, `${group}-hosts.ts`, `${group}.ts`]) {
    const text = read(`sources/${file}`) ?? '';
    const name = ['sources', 'source'].find((name) => new RegExp(`^export const ${name}\\b`, 'm').test(text));
    if (name) return { group, file, name };
  }
  return undefined;
}

function sourceList(tree: Tree, groups: readonly string[]): string {
  const found = groups.flatMap((group) => sourceExport(tree, group) ?? []);
  return file(
    [
      ...found.map(({ group, file, name }) => ({ names: `{ ${name} as ${group} }`, from: `./${file}` })),
      { names: 'type { Source }', from: './kernel/source.ts' },
      extraPartsImport,
    ],
    'The sources of every group.',
    'sources: readonly Source[]',
    [
      ...found.map(({ group, name }) => (name === 'sources' ? `...${group}` : group)),
      "...extraParts<Source>('sources')",
    ],
  );
}

function schemaList(tree: Tree, groups: readonly string[]): string {
  const edges = tree.list('schema/edges').filter((name) => name.endsWith('.ts'));
  return `${[
    mark,
    "import type { GraphQLSchema } from 'graphql';",
    "import { builtSchema } from './kernel/builder.ts';",
    "import { addExtraSchemas } from './kernel/extra-schemas.ts';",
    "import { directives } from './kernel/live.ts';",
    "import './kernel/rate-limit.ts';",
    ...existing(tree, 'schema', groups).map((group) => `import './${group}.ts';`),
    ...edges.map((name) => `import './edges/${name}';`),
    "import './lookup.ts';",
    "import './person.ts';",
    "import './search.ts';",
    '',
    'addExtraSchemas();',
    '',
    '/** The schema that GraphQL and REST execute. */',
    'export const schema: GraphQLSchema = builtSchema(directives);',
  ].join('\n')}\n`;
}

const routeList = (tree: Tree, groups: readonly string[]): string => {
  const found = existing(tree, 'rest', groups);
  return file(
    [
      ...groupImports(found),
      { names: '{ type RouteGroup, rawKeyRoutes }', from: './kernel/route.ts' },
      extraPartsImport,
    ],
    'The documented routes of every group.',
    'routeGroups: readonly RouteGroup[]',
    [...found, "...extraParts<RouteGroup>('routes')"],
    [
      '/** Whether a path is of a group whose key may come without `Bearer`. */',
      'export const acceptsRawKey: (path: string) => boolean = rawKeyRoutes(routeGroups);',
    ],
  );
};

const upstreamList = (tree: Tree, groups: readonly string[]): string => {
  const found = existing(tree, 'sandbox', groups);
  return file(
    [...groupImports(found), { names: 'type { Upstream }', from: './kernel/upstream.ts' }, extraPartsImport],
    'Every upstream that the sandbox serves; a group may have several.',
    'upstreams: readonly Upstream[]',
    [...found, "...extraParts<Upstream>('sandbox')"],
    [],
    '.flat()',
  );
};

const contractList = (tree: Tree, groups: readonly string[]): string => {
  const found = existing(tree, 'test/contract', groups);
  return file(
    [...groupImports(found), { names: 'type { ContractGroup }', from: './routes.ts' }],
    'The documented contract of every group.',
    'contract: readonly ContractGroup[]',
    found,
  );
};

const existing = ({ read }: Tree, folder: string, groups: readonly string[]) =>
  groups.filter((group) => read(`${folder}/${group}.ts`) !== undefined);

interface Import {
  readonly names: string;
  readonly from: string;
}

const extraPartsImport: Import = { names: '{ extraParts }', from: '../core/groups.ts' };

const groupImports = (groups: readonly string[]): readonly Import[] =>
  groups.map((group) => ({ names: `{ ${group} }`, from: `./${group}.ts` }));

/** Imports sorted as the linter sorts them, and one list, an entry on each line. */
function file(
  imports: readonly Import[],
  description: string,
  declaration: string,
  entries: readonly string[],
  more: readonly string[] = [],
  after = '',
): string {
  const sorted = [...imports].sort((one, other) => (one.from < other.from ? -1 : 1));
  return `${[
    mark,
    ...sorted.map(({ names, from }) => `import ${names} from '${from}';`),
    '',
    `/** ${description} */`,
    `export const ${declaration} = [`,
    ...entries.map((entry) => `  ${entry},`),
    `]${after};`,
    ...(more.length > 0 ? ['', ...more] : []),
  ].join('\n')}\n`;
}
