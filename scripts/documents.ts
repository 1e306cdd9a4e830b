import { lexicographicSortSchema, printSchema } from 'graphql';
import { groups } from '../core/groups.ts';
import { version } from '../core/version.ts';
import { routeGroups } from '../rest/index.ts';
import { type CompiledRoute, compileRoutes } from '../rest/kernel/compile.ts';
import { descriptionOf, openApi } from '../rest/kernel/openapi.ts';
import { methodOf } from '../rest/kernel/route.ts';
import { schema } from '../schema/index.ts';
import { clientCache } from '../schema/kernel/client-cache.ts';
import { createPreparer } from '../schema/kernel/prepare.ts';
import { sourceSettings, type Variable } from '../server/config/config.ts';
import { type CredentialVariable, credentialVariables } from '../server/config/credential-variables.ts';
import { settingSections } from '../server/config/settings.ts';
import { groupEdges } from '../server/pages/graph-edges.ts';
import { exampleBodies } from './example-bodies.ts';
import { graphPicture } from './graph-picture.ts';
import type { Tree } from './group-lists.ts';

/** The documents that follow from the code, by path: the README has its table of groups, the client its version. */
export async function generatedDocuments(tree: Tree): Promise<Readonly<Record<string, string>>> {
  // Before the service answers the examples, which words no cause: this tells which document does not fit, and why.
  const routes = compileRoutes(createPreparer(schema), routeGroups);
  const examples = await exampleBodies();
  return {
    '.env.example': envExample(),
    'docs/schema.graphql': `${printSchema(lexicographicSortSchema(schema))}\n`,
    'docs/openapi.json': openApiFile(routes, examples),
    'docs/images/graph.svg': graphPicture(groups, groupEdges(schema)),
    'docs/type-policies.json': `${JSON.stringify(clientCache(schema), null, 2)}\n`,
    'clients/typescript/package.json': withVersion(tree.read('clients/typescript/package.json') ?? ''),
    'rest/examples.json': `${JSON.stringify(examples, null, 1)}\n`,
    'README.md': withPart(tree.read('README.md') ?? '', 'groups', groupTable()),
    'docs/operating.md': withPart(tree.read('docs/operating.md') ?? '', 'settings', settingTable()),
  };
}

/** The parts of `.env.example`: credentials by what needs them, and then the settings. */
const environment: readonly (readonly [heading: string, variables: readonly Variable[]])[] = [
  ['Credentials that a whole group needs: without them, it responds with 503.', needing('group')],
  ['Credentials that a part of a group needs: the rest of the group responds without them.', needing('part')],
  ['Credentials that a group can do without.', needing('nothing')],
  ...Object.entries(settingSections).map(
    ([heading, settings]) => [`${heading}.`, Object.values(settings)] as const,
  ),
  ['Settings of groups.', sourceSettings],
];

function needing(neededBy: CredentialVariable['neededBy']): readonly Variable[] {
  return credentialVariables.filter((variable) => variable.neededBy === neededBy);
}

function envExample(): string {
  const parts = environment.map(([heading, variables]) => {
    const lines = variables.map((variable) => {
      const { name, description, details = [], default: defaultValue = '', isSecret } = variable;
      const more = isSecret ? ` Or its file, as ${name}_FILE.` : '';
      return [`${description}${more}`, ...details, `${name}=${defaultValue}`]
        .map((line) => `# ${line}`)
        .join('\n');
    });
    return [`### ${heading}`, ...lines].join('\n\n');
  });
  return `# Copy this file to .env, and remove the # before each variable that you set.\n\n${parts.join('\n\n')}\n`;
}

function groupTable(): string {
  const rows = routeGroups.map((routeGroup) => {
    const { group, routes } = routeGroup;
    const example = routes[0]!;
    const query = new URLSearchParams(example.example);
    const isPlain = !example.path.includes('{');
    const address = isPlain && query.size > 0 ? `${example.path}?${query}` : example.path;
    const method = methodOf(example) === 'GET' ? '' : `${methodOf(example)} `;
    return `| \`${group}\` | ${descriptionOf(schema, routeGroup)} | ${routes.length} | \`${method}${address}\` |`;
  });
  return ['| group | what it serves | routes | for example |', '|---|---|---:|---|', ...rows].join('\n');
}

function settingTable(): string {
  const rows = Object.values(settingSections).flatMap((section) =>
    Object.values(section).map(({ name, default: text, description }) => {
      return `| \`${name}\` | ${text ? `\`${text}\`` : ''} | ${description} |`;
    }),
  );
  return ['| variable | default | |', '|---|---|---|', ...rows].join('\n');
}

/** A document with a generated part, between two comments of its name. */
const withPart = (document: string, name: string, part: string): string =>
  document.replace(
    new RegExp(`(<!-- ${name} -->\\n).*?(<!-- /${name} -->)`, 's'),
    (_, begin, end) => `${begin}${part}\n${end}`,
  );

function openApiFile(routes: readonly CompiledRoute[], examples: Readonly<Record<string, unknown>>): string {
  const groups = routeGroups.map((routeGroup) => ({
    group: routeGroup.group,
    description: descriptionOf(schema, routeGroup),
  }));
  return `${JSON.stringify(openApi({ schema, version, groups, routes, examples }), null, 1)}\n`;
}

/** The client has the version of the service. */
const withVersion = (manifest: string): string =>
  manifest.replace(/("version": )"[^"]*"/, (_, name) => `${name}"${version}"`);
