import type { DocumentedRoute } from './docs-document.ts';
import { type Html, html } from './html.ts';

/** Code samples for a route, by language. The address is an element of its own, so that the page's script can update it. */
export function snippets(route: DocumentedRoute, address: string): readonly (readonly [string, Html])[] {
  const marked = html`<span data-address>${address}</span>`;
  const calls = Object.keys(route.files).length > 0 ? uploadCalls(route, marked) : plainCalls(route, marked);
  return Object.entries(calls);
}

type Calls = Readonly<Record<'curl' | 'TypeScript' | 'Python', Html>>;

/** It stands for the key, which the page's script puts in its place. */
const key = html`<span data-key>YOUR_KEY</span>`;

const plainCalls = ({ returnsJson, operation }: DocumentedRoute, address: Html): Calls => ({
  curl: html`curl -H 'Authorization: Bearer ${key}' \\
${returnsJson ? '' : `  -o ${operation.operationId} \\\n`}  '${address}'`,
  TypeScript: html`const response = await fetch('${address}', {
  headers: { Authorization: 'Bearer ${key}' },
});
if (!response.ok) throw new Error(await response.text());
const answer = await response.${returnsJson ? 'json' : 'arrayBuffer'}();`,
  Python: html`import requests

response = requests.get(
    '${address}',
    headers={'Authorization': 'Bearer ${key}'},
)
response.raise_for_status()
answer = response.${returnsJson ? 'json()' : 'content'}`,
});

const uploadCalls = ({ files }: DocumentedRoute, address: Html): Calls => ({
  curl: html`curl -H 'Authorization: Bearer ${key}' \\
  ${Object.keys(files).map((name) => `-F '${name}=@YOUR_FILE' `)}'${address}'`,
  TypeScript: html`import { openAsBlob } from 'node:fs';

const body = new FormData();
${Object.keys(files).map((name) => `body.set('${name}', await openAsBlob('YOUR_FILE'), 'YOUR_FILE');\n`)}const response = await fetch('${address}', {
  method: 'POST',
  headers: { Authorization: 'Bearer ${key}' },
  body,
});
if (!response.ok) throw new Error(await response.text());
const answer = await response.json();`,
  Python: html`import requests

response = requests.post(
    '${address}',
    headers={'Authorization': 'Bearer ${key}'},
    files={${Object.keys(files)
      .map((name) => `'${name}': open('YOUR_FILE', 'rb')`)
      .join(', ')}},
)
response.raise_for_status()
answer = response.json()`,
});
