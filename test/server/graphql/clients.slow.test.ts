import { execFile } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { useTestApp } from '../../suite.ts';

/** The set-ups of docs/clients.md, each run as it stands there. */

const root = fileURLToPath(new URL('../../..', import.meta.url));
const page = readFileSync(join(root, 'docs/clients.md'), 'utf8');
const run = promisify(execFile);

const app = useTestApp();
let folder: string;
beforeAll(async () => {
  // Modules below the packages find them.
  const parent = join(root, 'node_modules/.cache');
  mkdirSync(parent, { recursive: true });
  folder = mkdtempSync(join(parent, 'clients-'));
});
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
});

/** The first example below a heading. */
function exampleOf(title: string): string {
  const [, text] = new RegExp(`\n## ${title}\n[^]*?\`\`\`(?:js|sh)\n([^]*?)\`\`\``).exec(page) ?? [];
  if (text === undefined) throw new Error(`docs/clients.md has no example of ${title}.`);
  return text;
}

/** What a program prints, as JSON. */
async function printedBy(program: string, args: readonly string[]): Promise<unknown> {
  const env = { ...process.env, ALMANAC_URL: app.baseUrl, KEY: app.key };
  const { stdout } = await run(program, [...args], { env });
  return JSON.parse(stdout);
}

async function printedByModule(name: string, text: string): Promise<unknown> {
  const file = join(folder, `${name}.mjs`);
  writeFileSync(file, text);
  return printedBy(process.execPath, [file]);
}

const withoutTypeNames = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value), (key, part) => (key === '__typename' ? undefined : part));

/** The facts as a plain request gets them. */
async function facts(): Promise<unknown> {
  const { body } = await app.graphql(
    '{ weather { current(city: "Oslo") { name } } coderepo { user(username: "octocat") { id login } } }',
  );
  expect(body.data).toMatchObject({
    weather: { current: { name: 'Oslo' } },
    coderepo: { user: { login: 'octocat' } },
  });
  return body.data;
}

describe('the examples of docs/clients.md', () => {
  it.each(['graphql-request', 'Apollo Client', 'urql'])('%s prints the facts', async (title) => {
    const printed = await printedByModule(title.replace(' ', '-'), exampleOf(title));
    expect(withoutTypeNames(printed)).toEqual(await facts());
  });

  it('TypeScript prints the facts', async () => {
    const out = join(folder, 'node_modules', 'almanac-client');
    const tsx = join(root, 'node_modules', '.bin', 'tsx');
    await run(tsx, ['scripts/build-client.ts', '--out', join(out, 'dist')], { cwd: root });
    copyFileSync(join(root, 'clients/typescript/package.json'), join(out, 'package.json'));
    expect(await printedByModule('typescript', exampleOf('TypeScript'))).toEqual(await facts());
  });

  it('Relay keeps objects of different types apart that have one id', async () => {
    const printed = await printedByModule('relay', `${exampleOf('Relay')}${relayQuery}`);
    expect(printed).toEqual({
      livestream: { userById: { login: expect.any(String) } },
      kept: ['LivestreamUser:7', 'LivestreamGame:7'],
    });
  });

  it.each([
    ['Apollo Client', 'POST', 'POST'],
    ['Apollo Client', 'GET', 'POST'],
    ['urql', 'POST', 'POST'],
    ['urql', 'GET', 'GET'],
  ])(
    'the persisted queries of %s send hashes by %s, and a document by %s once',
    async (title, method, first) => {
      const example = exampleOf(`Persisted queries of ${title}`);
      const get = /(useGETForHashedQueries|preferGetForPersistedQueries): true/;
      expect(example).toMatch(get);
      const module = method === 'GET' ? example : example.replace(get, '$1: false');
      // The hash of the document is known to the service from then on: each run has a document of its own.
      const own = module.replaceAll('Facts', `Facts${title.slice(0, 4)}${method}`);
      const name = `persisted-${title.replace(' ', '-')}-${method}`;
      const results = await printedByModule(name, `${observedFetch}${own}${askAgain(title)}`);
      expect(results).toEqual({
        data: [await facts(), await facts()],
        sent: [
          [method, 'hash'],
          [first, 'hash and document'],
          [method, 'hash'],
        ],
      });
    },
  );

  it('the program for agents has the tools', async () => {
    const [, json] = /\n## Agents\n.*?```json\n(.*?)```/s.exec(page.replaceAll('<checkout>', root))!;
    const { command, args, env } = JSON.parse(json!).mcpServers['almanac-stdio'];
    const client = new Client({ name: 'test', version: '1' });
    await client.connect(new StdioClientTransport({ command, args, env: { ...process.env, ...env } }));
    const { tools } = await client.listTools();
    await client.close();
    expect(tools.map(({ name }) => name)).toContain('query');
  });

  it('the type policies are the file of the documentation, and need no key', async () => {
    expect(await app.ask('/graphql/type-policies.json', { headers: { authorization: '' } })).toRespond(
      200,
      JSON.parse(readFileSync(join(root, 'docs/type-policies.json'), 'utf8')),
    );
  });
});

/** What the compiler of Relay makes of a query, written by hand, and a query that is sent with it. */
const relayQuery = `
import { fetchQuery } from 'relay-runtime';
const text = '{ livestream { userById(id: "7") { id login } gameById(id: "7") { id name } } }';
const scalar = (name) => ({ kind: 'ScalarField', name, alias: null, args: null, storageKey: null });
const linked = (name, concreteType, selections, args = null) => ({
  kind: 'LinkedField', name, alias: null, args, concreteType, plural: false, selections,
  storageKey: args && name + '(id:"7")',
});
const id = [{ kind: 'Literal', name: 'id', value: '7' }];
const selections = [linked('livestream', 'Livestream', [
  linked('userById', 'LivestreamUser', [scalar('id'), scalar('login')], id),
  linked('gameById', 'LivestreamGame', [scalar('id'), scalar('name')], id),
])];
const request = {
  kind: 'Request',
  fragment: { kind: 'Fragment', name: 'Q', type: 'Query', abstractKey: null, argumentDefinitions: [], metadata: null, selections },
  operation: { kind: 'Operation', name: 'Q', argumentDefinitions: [], selections },
  params: { cacheID: 'q', id: null, metadata: {}, name: 'Q', operationKind: 'query', text },
};
const { livestream } = await fetchQuery(environment, request, {}).toPromise();
const kept = environment.getStore().getSource().getRecordIDs().filter((id) => id.endsWith(':7'));
console.log(JSON.stringify({ livestream: { userById: { login: livestream.userById.login } }, kept }));
`;

/** Keeps what each request of a module holds: the hash of a document, or both. */
const observedFetch = `
const sent = [];
const plainFetch = globalThis.fetch;
globalThis.fetch = async (input, init = {}) => {
  const { method = 'GET', body } = init;
  const url = new URL(input);
  if (url.pathname === '/graphql') {
    const given = method === 'GET' ? Object.fromEntries(url.searchParams) : JSON.parse(body);
    const parts = [String(JSON.stringify(given.extensions)).includes('sha256Hash') && 'hash', given.query && 'document'];
    sent.push([method, parts.filter(Boolean).join(' and ')]);
  }
  return plainFetch(input, init);
};
`;

/** Sends the query of the example a second time, past the cache of the client, and prints what was sent. */
const askAgain = (title: string) => `
const again = ${
  title === 'urql'
    ? "await client.query(query, { city: 'Oslo' }, { requestPolicy: 'network-only' })"
    : "await client.query({ query, variables: { city: 'Oslo' }, fetchPolicy: 'network-only' })"
};
const bare = (value) => JSON.parse(JSON.stringify(value), (key, part) => (key === '__typename' ? undefined : part));
console.log(JSON.stringify({ data: [bare(data), bare(again.data)], sent }));
`;
