import { openAsBlob } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { McpServer } from '@modelcontextprotocol/server';
import * as z from 'zod';
import { isRecord, tryParseJson } from '../../core/json.ts';
import { nearest } from '../../core/nearest.ts';
import { packageRoot } from '../../core/package-root.ts';
import { version } from '../../core/version.ts';
import { receiptsName } from '../../rest/kernel/include.ts';
import type { SendRequest, ServiceRequest, ServiceResponse } from '../requests/send-request.ts';
import type { AgentQuery, AgentRoute, Catalogue, OtherWay } from './catalogue.ts';
import { fitJson } from './fit-json.ts';

/** Characters of a result unless the caller states others. */
const usualCharacters = 20_000;
const mostCharacters = 1_000_000;
/** A file inside a message takes a third more than its bytes. */
const mostFileBytes = 1_048_576;
const mostFound = 20;

const characters = z
  .int()
  .min(200)
  .max(mostCharacters)
  .default(usualCharacters)
  .describe(
    'The most characters of the answer; the lists of a longer one are cut, which a second text says.',
  );

const receipts = z.boolean().default(false).describe('Adds where each fact comes from, and its age.');

const instructions = `almanac answers questions about people, media, games, sports, news and weather from public sources.
"find" finds questions and queries for a task. "ask" asks a question by its id. "query" asks GraphQL for facts of several groups
at once, or for what leads from one group to another; its fields lookup(url:) and search(text:) find objects by the address of
their page and by words in several groups. Each question costs lookups of the key; "limit" says how many are left.`;

/** The structured content of an answer. */
const answered = z.object({
  body: z.unknown().describe('The answer.'),
  note: z.string().optional().describe('What was cut.'),
  limit: z.object({
    remaining: z.int().describe('Lookups left of this minute.'),
    resetAt: z.int().describe('When the next minute begins, in Unix seconds.'),
  }),
});

const needs = z.array(z.string()).optional().describe('Permissions beside those of groups.');

const found = z.object({
  questions: z.array(
    z.object({
      id: z.string(),
      about: z.string(),
      path: z.string(),
      parameters: z.record(z.string(), z.unknown()),
      members: z.array(z.string()).describe('Members of the answer.'),
      needs,
    }),
  ),
  queries: z.array(
    z.object({ about: z.string(), query: z.string(), price: z.int().describe('In lookups.'), needs }),
  ),
  others: z
    .array(z.object({ id: z.string(), about: z.string(), how: z.string() }))
    .describe('What is asked by another tool or by REST.'),
  types: z.array(z.string()).describe('In SDL.'),
  nothingFits: z.boolean(),
});

type Found = z.infer<typeof found>;
type Entry = (Found['questions'] | Found['queries'] | Found['others'])[number];

/** Pages of the documentation that are resources. */
const guides = {
  clients: 'Keys, cost, errors, caches and live answers.',
  graph: 'How the groups are linked.',
  lookup: 'Objects by the address of their page, and search over several groups.',
};

/** How a caller gets a shorter result. */
const shorterAsk = 'Choose members with "fields", or state a greater "maxCharacters".';
const shorterQuery = 'Select less, take fewer elements with "first", or state a greater "maxCharacters".';

const simpleValue = z.union([z.string(), z.number(), z.boolean()]);
const parameterValue = z.union([simpleValue, z.array(simpleValue)], {
  error: 'must be a text, a number, a boolean or a list of these; leave out a parameter without a value',
});

const askInput = z.strictObject(
  {
    question: z.string().describe('The id of a question, such as weatherCurrent.'),
    parameters: z.record(z.string(), parameterValue).default({}).describe('Its parameters by name.'),
    fields: z
      .string()
      .optional()
      .describe('Members of the answer that are wanted, such as "name,main.temp"; all without it.'),
    receipts,
    maxCharacters: characters,
  },
  {
    error: (issue) =>
      issue.code === 'unrecognized_keys'
        ? `${issue.keys?.join(', ')}: parameters of the question belong in "parameters".`
        : undefined,
  },
);

/** One of `path`, `sha256` and `base64`. */
const recording = z.object({
  path: z.string().optional().describe('A file of this machine.'),
  sha256: z.string().optional().describe('The SHA-256 of a file sent before to POST /api/songid/identify.'),
  base64: z
    .string()
    .max(Math.ceil(((mostFileBytes * 4) / 3) * 1.1))
    .optional()
    .describe(
      `The bytes of a file of at most ${mostFileBytes} bytes, without a \`data:\` prefix. It is read as text: sha256 is shorter.`,
    ),
});

export interface McpOptions {
  /** Whether the caller may name files of this machine, which is its own. */
  readonly readsFiles?: boolean;
}

/** The tools of one caller, whose requests `send` sends. */
export function createMcpServer(
  catalogue: Catalogue,
  send: SendRequest,
  { readsFiles = false }: McpOptions = {},
): McpServer {
  // Without sessions nobody is told that a list has changed.
  const capabilities = { tools: { listChanged: false }, resources: { listChanged: false } };
  const server = new McpServer({ name: 'almanac', version }, { instructions, capabilities });
  const oneOf = `one of ${readsFiles ? 'path, ' : ''}sha256 and base64.`;

  server.registerResource(
    'schema',
    'almanac://schema.graphql',
    { description: 'The GraphQL schema that "query" takes, as SDL.', mimeType: 'text/plain' },
    ({ href: uri }) => ({ contents: [{ uri, mimeType: 'text/plain', text: catalogue.sdl() }] }),
  );
  for (const [name, description] of Object.entries(guides)) {
    const about = { description, mimeType: 'text/markdown' };
    server.registerResource(name, `almanac://guides/${name}`, about, async ({ href: uri }) => {
      const text = await readFile(new URL(`docs/${name}.md`, packageRoot), 'utf8');
      return { contents: [{ uri, mimeType: about.mimeType, text }] };
    });
  }

  server.registerTool(
    'find',
    {
      title: 'Find a question',
      description:
        'Finds the questions that "ask" takes, with their parameters and the members of their answers, and queries of the ' +
        'graph with their prices, which "query" takes, and how to ask what needs another tool or REST; with in = "types", types of the GraphQL schema in SDL. A type is ' +
        'found by its name, too. Query is the root. Words of the task suffice. Ten searches a minute cost nothing.',
      inputSchema: z.object({
        text: z.string().min(1).max(500).describe('Words such as "weather forecast", or the name of a type.'),
        in: z.enum(['questions', 'types']).default('questions'),
        first: z.int().min(1).max(mostFound).default(5),
      }),
      outputSchema: found,
      annotations: { readOnlyHint: true, openWorldHint: false },
    },
    ({ text, in: place, first }) => {
      if (place === 'types') {
        const types = catalogue.findTypes(text, first);
        return foundResult(types.join('\n\n') || 'None.', { types: [...types] });
      }
      const entries = catalogue.find(text, first).map(describeEntry);
      if (entries.length === 0) return foundResult(nothingFound(catalogue), {});
      const questions = entries.flatMap((entry) => ('path' in entry ? [entry] : []));
      const queries = entries.flatMap((entry) => ('query' in entry ? [entry] : []));
      const others = entries.flatMap((entry) => ('how' in entry ? [entry] : []));
      return foundResult(JSON.stringify(entries), { questions, queries, others });
    },
  );

  server.registerTool(
    'ask',
    {
      title: 'Ask a question',
      description: 'Asks one question by its id, and answers with JSON. "find" lists ids and parameters.',
      inputSchema: askInput,
      outputSchema: answered,
      annotations: { readOnlyHint: true, openWorldHint: true },
    },
    async ({ question: id, parameters, fields, receipts, maxCharacters }, { mcpReq }) => {
      const route = findRoute(catalogue, id);
      if (!route) return unknownRoute(catalogue, id);
      const unknown = Object.keys(parameters).find((name) => !Object.hasOwn(route.parameters, name));
      if (unknown !== undefined) return unknownParameter(route, unknown);
      const members = { ...(fields !== undefined && { fields }), ...(receipts && { include: receiptsName }) };
      const target = targetOf(route, parameters, members);
      const response = await send({ method: 'GET', target }, mcpReq.signal);
      return resultOf(response, maxCharacters, shorterAsk);
    },
  );

  server.registerTool(
    'query',
    {
      title: 'Query the graph',
      description:
        'Runs a GraphQL query over all groups, and answers with its JSON. "find" with in = "types" shows the schema. ' +
        'Costs the lookups that run, a tenth of one that the cache serves, and one at least.',
      inputSchema: z.object({
        query: z.string().min(1),
        operationName: z
          .string()
          .optional()
          .describe('The operation that runs, where the query has several.'),
        variables: z.record(z.string(), z.unknown()).default({}),
        receipts,
        maxCharacters: characters,
      }),
      outputSchema: answered,
      annotations: { readOnlyHint: true, openWorldHint: true },
    },
    async ({ receipts, maxCharacters, ...request }, { mcpReq }) => {
      const extensions = receipts ? { receipts } : undefined;
      const response = await send(graphqlRequest({ ...request, extensions }), mcpReq.signal);
      if (response.status < 400 && !resultIn(response).data) return textResult(response.text, true);
      return resultOf(response, maxCharacters, shorterQuery);
    },
  );

  server.registerTool(
    'identify',
    {
      title: 'Identify a song',
      description: `Names the song in a recording in one of eight formats of sound and video: ${oneOf}`,
      inputSchema: (readsFiles ? recording : recording.omit({ path: true })) as typeof recording,
      outputSchema: answered,
      annotations: { readOnlyHint: true, openWorldHint: true },
    },
    async ({ base64, sha256, path }, { mcpReq: { signal } }) => {
      if ([base64, sha256, path].filter((given) => given !== undefined).length !== 1)
        return textResult(`State ${oneOf}`, true);
      if (sha256 !== undefined) {
        const response = await send(graphqlRequest({ query: identified, variables: { sha256 } }), signal);
        const { data, errors } = resultIn(response);
        return errors || !data ? textResult(response.text, true) : resultOf(response, usualCharacters, '');
      }
      if (base64 !== undefined && !/^[A-Za-z0-9+/_=\s-]*$/.test(base64))
        return textResult('base64 must be the bytes of the file in base64.', true);
      const form = new FormData();
      try {
        if (path !== undefined) form.set('file', await openAsBlob(path), basename(path));
        // Its bytes tell the format.
        else form.set('file', new File([Buffer.from(base64!, 'base64')], 'recording.webm'));
      } catch {
        return textResult(`${path} cannot be read.`, true);
      }
      const encoded = new Response(form);
      const headers = { 'content-type': encoded.headers.get('content-type')! };
      const body = Buffer.from(await encoded.arrayBuffer());
      const request = { method: 'POST', target: '/api/songid/identify', headers, body } as const;
      return resultOf(await send(request, signal), usualCharacters, '');
    },
  );

  return server;
}

const identified = `query ($sha256: ID!) {
  songid { identified(sha256: $sha256) { matched matches { songId offset } track { title subtitle url } } }
}`;

const textResult = (text: string, isError = false) => ({
  content: [{ type: 'text' as const, text }],
  isError,
});

const foundResult = (text: string, parts: Partial<Found>) => ({
  content: [{ type: 'text' as const, text }],
  structuredContent: {
    questions: [],
    queries: [],
    others: [],
    types: [],
    nothingFits: Object.keys(parts).length === 0,
    ...parts,
  },
});

/** The result of a response. The lists of a body that is too long are cut, so that it remains JSON. */
function resultOf({ status, text, limit }: ServiceResponse, maxCharacters: number, hint: string) {
  if (status >= 400) return textResult(`${status}: ${text.slice(0, maxCharacters)}`, true);
  const body = tryParseJson(text);
  if (text.length <= maxCharacters) return { ...textResult(text), structuredContent: { body, limit } };
  const fitted = fitJson(body, maxCharacters);
  const size = `The answer has ${text.length} characters, more than ${maxCharacters}`;
  if (!fitted) return textResult(`${size} even with one element of each list. ${hint}`, true);
  const texts = Number.isFinite(fitted.characters)
    ? `, and its texts to ${fitted.characters} characters`
    : '';
  const note = `${size}: its lists are cut to ${fitted.elements} elements${texts}. ${hint}`;
  return {
    content: [...textResult(fitted.text).content, ...textResult(note).content],
    structuredContent: { body: tryParseJson(fitted.text), note, limit },
    isError: false,
  };
}

const graphqlRequest = (body: object): ServiceRequest => ({
  method: 'POST',
  target: '/graphql',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
});

/** The result of a query: with data it was executed, and its errors are those of parts. */
const resultIn = ({ text }: ServiceResponse): Readonly<Record<string, unknown>> => {
  const body = tryParseJson(text);
  return isRecord(body) ? body : {};
};

function nothingFound({ groups }: Catalogue): string {
  const all = Object.entries(groups).map(([group, about]) => `${group}: ${about}`);
  return `No question has these words. The groups of the questions:\n${all.join('\n')}`;
}

/** A route by its id or by its path. */
const findRoute = ({ routes }: Catalogue, id: string): AgentRoute | undefined =>
  routes.get(id) ?? [...routes.values()].find(({ path }) => path === id);

function describeEntry(entry: AgentRoute | AgentQuery | OtherWay): Entry {
  if ('how' in entry) return { id: entry.id, about: entry.about, how: entry.how };
  if ('query' in entry) {
    const { about, query, price, needs } = entry;
    return { about, query, price, needs };
  }
  const { compiled: _, ...route } = entry;
  return route;
}

function unknownRoute({ routes, others }: Catalogue, id: string) {
  const other = others.find((each) => each.id === id);
  if (other) return textResult(other.how, true);
  const similar = nearest(id, [...routes.keys()]);
  const hint = similar === undefined ? '' : ` Did you mean ${similar}?`;
  return textResult(`There is no question ${JSON.stringify(id)}; "find" lists them.${hint}`, true);
}

function unknownParameter({ id, parameters }: AgentRoute, name: string) {
  const names = Object.keys(parameters);
  const takes = names.length === 0 ? 'none' : names.join(', ');
  return textResult(`${id} takes no ${JSON.stringify(name)}; its parameters: ${takes}.`, true);
}

function targetOf(
  { path, compiled: { parameters } }: AgentRoute,
  given: Readonly<Record<string, z.infer<typeof parameterValue>>>,
  members: Readonly<Record<string, string>>,
): string {
  const query = new URLSearchParams(members);
  let filled = path;
  for (const { name, in: place } of parameters) {
    const value = given[name];
    if (place === 'path') filled = filled.replace(`{${name}}`, encodeURIComponent(String(value ?? '')));
    else if (value !== undefined) for (const text of [value].flat()) query.append(name, String(text));
  }
  return query.size > 0 ? `${filled}?${query}` : filled;
}
