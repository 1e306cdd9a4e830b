import { readFileSync, writeFileSync } from 'node:fs';
import { lexicographicSortSchema, printSchema } from 'graphql';
import { version } from '../core/version.ts';
import { routeGroups } from '../rest/index.ts';
import { compileRoutes } from '../rest/kernel/compile.ts';
import { descriptionOf, openApi } from '../rest/kernel/openapi.ts';
import { methodOf } from '../rest/kernel/route.ts';
import { schema } from '../schema/index.ts';
import { createPreparer } from '../schema/kernel/prepare.ts';
import { variables } from '../server/config.ts';

/**
 * Writes what follows from the code: `.env.example`, `docs/schema.graphql`, `docs/openapi.json`, and the table of groups in the README.
 * With `--check` it writes nothing, and fails when a file is not up to date.
 */

const root = new URL('..', import.meta.url);
const read = (file: string) => {
  try {
    return readFileSync(new URL(file, root), 'utf8');
  } catch {
    return '';
  }
};

function envExample(): string {
  const lines = variables.map(({ name, description, default: initial, isSecret }) => {
    const more = isSecret ? ` Or its file, as ${name}_FILE.` : '';
    return `# ${description}${more}\n# ${name}=${initial ?? ''}`;
  });
  return `# Copy to .env and take the # away from what you set.\n\n${lines.join('\n\n')}\n`;
}

function groupTable(): string {
  const rows = routeGroups.map((of) => {
    const { group, routes } = of;
    const example = routes[0]!;
    const query = new URLSearchParams(example.example);
    const isPlain = !example.path.includes('{');
    const address = isPlain && query.size > 0 ? `${example.path}?${query}` : example.path;
    const method = methodOf(example) === 'GET' ? '' : `${methodOf(example)} `;
    return `| \`${group}\` | ${descriptionOf(schema, of)} | ${routes.length} | \`${method}${address}\` |`;
  });
  return ['| group | what it answers | routes | for example |', '|---|---|---:|---|', ...rows].join('\n');
}

function readme(): string {
  const marked = /(<!-- groups -->\n).*?(<!-- \/groups -->)/s;
  return read('README.md').replace(marked, (_, begin, end) => `${begin}${groupTable()}\n${end}`);
}

function openApiFile(): string {
  const groups = routeGroups.map((of) => ({ group: of.group, description: descriptionOf(schema, of) }));
  const routes = compileRoutes(createPreparer(schema), routeGroups);
  return `${JSON.stringify(openApi({ schema, version, groups, routes }), null, 1)}\n`;
}

const files: Readonly<Record<string, string>> = {
  '.env.example': envExample(),
  'docs/schema.graphql': `${printSchema(lexicographicSortSchema(schema))}\n`,
  'docs/openapi.json': openApiFile(),
  'README.md': readme(),
};

const isCheck = process.argv.includes('--check');
for (const [file, text] of Object.entries(files)) {
  if (read(file) === text) continue;
  if (isCheck) {
    console.error(`${file} is not up to date: npm run generate`);
    process.exitCode = 1;
  } else {
    writeFileSync(new URL(file, root), text);
    console.log(`wrote ${file}`);
  }
}
