import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** Writes the types of the client's routes from `docs/openapi.json`, unless they are there and made from the same. */

const at = (path: string) => fileURLToPath(new URL(`../${path}`, import.meta.url));
const file = at('clients/typescript/src/openapi.ts');
const openApiText = readFileSync(at('docs/openapi.json'), 'utf8');
const digest = createHash('sha256').update(openApiText).digest('hex').slice(0, 16);
const heading = `// Made by \`npm run build:client\` from docs/openapi.json (${digest}).\n`;

if (!existsSync(file) || !readFileSync(file, 'utf8').startsWith(heading)) {
  writeFileSync(file, heading + (await routeTypes(openApiText)));
}

/**
 * The types of the client: parameters and bodies. Failures are errors of its own, and an editor reads the rest in a third
 * of the time without them.
 */
async function routeTypes(openApiText: string): Promise<string> {
  // Loaded when it is needed: it takes as long as the rest.
  const { astToString, default: openapiTS } = await import('openapi-typescript');
  const document = JSON.parse(openApiText, (key, value) =>
    // A body may have a member of that name.
    key === 'responses' && '200' in value ? bodyAlone(value) : value,
  );
  delete document.components.headers;
  // A body of unknown members is one that any member can be read from.
  const types = astToString(await openapiTS(document, { emptyObjectsUnknown: true }));
  // Of each path, the methods that it does not have, and parameters that no method of it has.
  const bare = types.replaceAll(
    /^ {8}(?:parameters: \{\n(?: {12}\w+\?: never;\n)+ {8}\};|\w+\?: never;)\n/gm,
    '',
  );
  return bare;
}

interface Responses {
  readonly '200': {
    readonly description: string;
    readonly content: Readonly<Record<string, { schema: unknown }>>;
  };
}

function bodyAlone({ '200': { description, content } }: Responses) {
  const schemas = Object.entries(content)
    .filter(([type]) => type !== 'text/event-stream')
    .map(([type, { schema }]) => [type, { schema }]);
  return { '200': { description, content: Object.fromEntries(schemas) } };
}
