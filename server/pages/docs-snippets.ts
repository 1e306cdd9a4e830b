import type { DocumentedRoute } from './docs-document.ts';
import { literal } from './docs-literal.ts';
import { type Html, html } from './html.ts';

/** Where a route is called, and with which values. */
export interface SampleCall {
  readonly origin: string;
  /** Origin, path and query string. */
  readonly address: string;
  readonly values: Readonly<Record<string, unknown>>;
}

/** Code samples for a route, by language. What the page's script updates are elements of their own. */
export function snippets(route: DocumentedRoute, call: SampleCall): readonly (readonly [string, Html])[] {
  const calls = Object.keys(route.files).length > 0 ? uploadCalls(route, call) : plainCalls(route, call);
  return Object.entries(calls);
}

type Calls = Readonly<Record<'curl' | 'TypeScript' | 'Python', Html>>;

/** It stands for the key, which the page's script puts in its place. */
const key = html`<span data-key>YOUR_KEY</span>`;

const marked = (address: string): Html => html`<span data-address>${address}</span>`;

const client = ({ origin }: SampleCall): Html => html`import { createClient } from 'almanac-client';

const almanac = createClient({ url: '<span data-origin>${origin}</span>', key: '${key}' });`;

const plainCalls = ({ path, returnsJson, operation }: DocumentedRoute, call: SampleCall): Calls => ({
  curl: html`curl -H 'Authorization: Bearer ${key}' \\
${returnsJson ? '' : `  -o ${operation.operationId} \\\n`}  '${marked(call.address)}'`,
  TypeScript: html`${client(call)}
const ${returnsJson ? 'body' : 'response'} = await almanac.${returnsJson ? 'get' : 'file'}('${path}'<span data-values>${literal(call.values)}</span>);${
    returnsJson ? '' : '\nconst file = await response.blob();'
  }`,
  Python: html`import requests

response = requests.get(
    '${marked(call.address)}',
    headers={'Authorization': 'Bearer ${key}'},
)
response.raise_for_status()
body = response.${returnsJson ? 'json()' : 'content'}`,
});

const uploadCalls = ({ path, files }: DocumentedRoute, call: SampleCall): Calls => ({
  curl: html`curl -H 'Authorization: Bearer ${key}' \\
  ${Object.keys(files).map((name) => `-F '${name}=@YOUR_FILE' `)}'${marked(call.address)}'`,
  TypeScript: html`import { openAsBlob } from 'node:fs';
${client(call)}
${Object.keys(files).map((name) => `const ${name} = new File([await openAsBlob('YOUR_FILE')], 'YOUR_FILE');\n`)}const body = await almanac.upload('${path}', { ${Object.keys(files).join(', ')} });`,
  Python: html`import requests

response = requests.post(
    '${marked(call.address)}',
    headers={'Authorization': 'Bearer ${key}'},
    files={${Object.keys(files)
      .map((name) => `'${name}': open('YOUR_FILE', 'rb')`)
      .join(', ')}},
)
response.raise_for_status()
body = response.json()`,
});
