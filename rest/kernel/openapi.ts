import type { GraphQLSchema } from 'graphql';
import { Fault, type FaultKind, limitScopes } from '../../core/faults.ts';
import { faultHeader, modeHeader } from '../../core/sandbox-headers.ts';
import type { Input } from '../../resolvers/kernel/inputs.ts';
import { bodySchema } from './body-schema.ts';
import type { CompiledRoute, Upload } from './compile.ts';
import { statusOf } from './fault-response.ts';
import { graphOperations } from './graph-operations.ts';
import { receiptsName } from './include.ts';
import { describeInclude, includeSchemas, withInclude } from './include-schema.ts';
import { createNamedSchemas, type NamedSchemas, nameAfter } from './named-schemas.ts';
import { fieldsParameter } from './read-fields.ts';
import type { Parameter } from './read-parameters.ts';
import { methodOf, operationId, type Route, type RouteGroup } from './route.ts';
import { shownDocument } from './shown-document.ts';
import { ticketOperation, ticketPath } from './ticket.ts';

type Json = Readonly<Record<string, unknown>>;

/** The description of a group's namespace in the schema. */
export const descriptionOf = (schema: GraphQLSchema, { group }: Pick<RouteGroup, 'group'>): string =>
  schema.getQueryType()?.getFields()[group]?.description ?? '';

/** What callers name a group by, such as the sites that it is about. */
const namesOf = (schema: GraphQLSchema, group: string): string[] =>
  schema
    .getQueryType()
    ?.getFields()
    [group]?.extensions.synonyms?.['']?.match(/(?<=\*)\w+/g) ?? [];

export interface OpenApiOptions {
  readonly schema: GraphQLSchema;
  readonly version: string;
  readonly groups: readonly { readonly group: string; readonly description: string }[];
  readonly routes: readonly CompiledRoute[];
  /** Bodies of the routes' examples, by `METHOD /path`. */
  readonly examples?: Readonly<Record<string, unknown>>;
}

/**
 * The documented routes as an OpenAPI 3.1 document. Parameters come from the inputs of the lookups, bodies from the
 * selections of the documents, failures from the tables of statuses. Each operation has the GraphQL document that it
 * executes as `x-graphql`, with the variables of the example.
 */
export function openApi({ schema, version, groups, routes, examples = {} }: OpenApiOptions): Json {
  const paths: Record<string, Json> = {};
  const named = createNamedSchemas(routes.map(({ id }) => id));
  for (const compiled of routes) {
    const { path } = compiled.route;
    const method = methodOf(compiled.route);
    const example = examples[`${method} ${path}`];
    paths[path] = { ...paths[path], [method.toLowerCase()]: operation(schema, compiled, named, example) };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'almanac',
      version,
      summary: 'Public facts about people, media, games, sports, news and weather.',
      description:
        'Every route takes a key, answers with JSON unless it says otherwise, and costs one lookup of the key’s limit. ' +
        'With `Accept: text/event-stream`, a GET route with a JSON body sends it again whenever it has changed, as server-sent events. ' +
        `A test key, whose secret begins with \`alm_test_\`, is answered with invented data by the sandbox: \`${modeHeader}\` says so. ` +
        `With it, \`${faultHeader}\` chooses a fault; an unknown one is a 400 that lists all. With other keys it is ignored.`,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: serversAt(''),
    security: [{ bearer: [] }],
    tags: [
      ...groups.map(({ group, description }) => ({
        name: group,
        description,
        'x-names': namesOf(schema, group),
      })),
      { name: 'lookup', description: 'Objects of any group by the address of their page.' },
      { name: 'ticket', description: 'Addresses for browsers, which send no header.' },
    ],
    paths: {
      ...Object.fromEntries(Object.entries(paths).sort(([a], [b]) => (a < b ? -1 : 1))),
      ...graphOperations(schema, named, {
        parameters: [describeFields(), ...describeInclude([receiptsName]), sandboxFaultRef],
        responses: failures({ faults: {}, parameters: ['url'], upload: undefined }),
        describe: describeParameter,
      }),
      [ticketPath]: {
        post: ticketOperation(named, failures({ faults: {}, parameters: ['path'], upload: undefined })),
      },
    },
    components: {
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', description: 'The key, as `Authorization: Bearer <key>`.' },
        rawKey: {
          type: 'apiKey',
          in: 'header',
          name: 'Authorization',
          description: 'The key alone, as `Authorization: <key>`.',
        },
      },
      parameters: { fields: describeFields(), sandboxFault: describeSandboxFault() },
      headers,
      schemas: { Failure: failureSchema, Refusal: refusalSchema, ...includeSchemas, ...named.schemas() },
    },
  };
}

const serversAt = (origin: string): Json[] => [{ url: origin || '/', description: 'This service' }];

/** The document of the service at an origin, or at its own where it is empty. */
export const withServer = (document: Json, origin: string): Json => ({
  ...document,
  servers: serversAt(origin),
});

const failureSchema: Json = {
  type: 'object',
  description: 'A failure inside a route.',
  properties: { error: { type: 'string', description: 'What was wrong, in one sentence.' } },
  required: ['error'],
};

const refusalSchema: Json = {
  type: 'object',
  description: 'A refusal before a route runs.',
  properties: {
    success: { type: 'boolean', enum: [false] },
    error: {
      type: 'object',
      properties: {
        code: { type: 'integer', description: 'The status.' },
        message: { type: 'string' },
        details: { type: 'string', description: 'What was wrong, in one sentence.' },
      },
      required: ['code', 'message', 'details'],
    },
  },
  required: ['success', 'error'],
};

const header = (description: string, type = 'integer'): Json => ({ description, schema: { type } });

const headers: Json = {
  'X-RateLimit-Limit': header('Lookups a minute.'),
  'X-RateLimit-Remaining': header('Lookups left of this minute.'),
  'X-RateLimit-Reset': header('When the minute ends, in Unix seconds.'),
  'X-RateLimit-Scope': header(`The limit that refuses: ${limitScopes.join(', ')}.`, 'string'),
  'Retry-After': header('Seconds to wait.'),
  'X-Error-Code': header('The kind of failure, such as INVALID, NOT_FOUND or UPSTREAM_TIMEOUT.', 'string'),
  'X-Cache': header('HIT, MISS or STALE: whether a source was asked for this answer.', 'string'),
  'X-Source': header(
    'The sources of this answer, such as `weather/open-meteo`, with commas between them.',
    'string',
  ),
  'X-Ignored': header('Parameters of the request that the route does not have.', 'string'),
  [modeHeader]: header(
    '`sandbox` where the key is a test key, whose answers are invented; else absent.',
    'string',
  ),
};

const headerRefs = (...names: string[]): Json =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));

const rateHeaderNames = ['X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset'];
/** Of every response to an authentic request. */
const keyHeaderNames = [...rateHeaderNames, modeHeader];
const sandboxFaultRef = { $ref: '#/components/parameters/sandboxFault' };

function operation(
  schema: GraphQLSchema,
  compiled: CompiledRoute,
  named: NamedSchemas,
  example: unknown,
): Json {
  const { group, auth, route, lookup, parameters, prepared, upload } = compiled;
  return {
    operationId: operationId(route),
    tags: [group],
    summary: lookup.summary,
    description: descriptionOfRoute(compiled),
    parameters: [
      ...parameters.map((parameter) => describeParameter(parameter, route.example)),
      ...(lookup.isBytes ? [] : [{ $ref: '#/components/parameters/fields' }]),
      ...describeInclude(compiled.includable),
      sandboxFaultRef,
    ],
    ...(upload ? { requestBody: describeUpload(route, upload, named) } : {}),
    ...(auth === 'raw' ? { security: [{ bearer: [] }, { rawKey: [] }] } : {}),
    responses: { '200': success(schema, compiled, named, example), ...failures(compiled) },
    'x-graphql': shownDocument(schema, prepared.document),
    'x-graphql-variables': variablesOf(parameters, route.example),
  };
}

/** The example as variables of the document: a word of a closed set is the name that it has in the graph. */
function variablesOf(parameters: readonly Parameter[], example: Route['example']): Json {
  const given = parameters.filter(({ name }) => example[name] !== undefined);
  return Object.fromEntries(
    given.map(({ name, input }) => {
      const { type } = input.graphql;
      const words = typeof type === 'object' ? Object.entries(type.values) : [];
      const inGraph = (value: unknown) => words.find(([, word]) => word === value)?.[0] ?? value;
      const value = exampleOf(input, example[name]!);
      return [name, Array.isArray(value) ? value.map(inGraph) : inGraph(value)];
    }),
  );
}

/** What a caller needs, and where the graph has the same. */
function descriptionOfRoute({ lookup, prepared: { fields } }: CompiledRoute): string {
  const [root] = fields;
  const field = root!.below[0]!.definition.name;
  return `${lookup.summary} Needs the permission \`${lookup.permission}\` and costs one lookup. In the graph: \`${root!.definition.name}.${field}\`.`;
}

function describeParameter(
  { name, in: place, input, isAddition }: Parameter,
  example: Readonly<Record<string, string>>,
): Json {
  return {
    name,
    in: place,
    required: place === 'path' || input.isRequired,
    description: input.description,
    schema: portable(input.json),
    ...(input.graphql.isList ? { style: 'form', explode: !isCommaSeparated(input) } : {}),
    ...(example[name] === undefined ? {} : { example: exampleOf(input, example[name]) }),
    ...(isAddition ? { 'x-addition': true } : {}),
  };
}

/** A pattern with classes of Unicode is left out: many languages refuse it. */
function portable({ pattern, ...schema }: Input['json']): Json {
  return typeof pattern !== 'string' || pattern.includes('\\p{') ? schema : { ...schema, pattern };
}

function describeFields(): Json {
  const { name, description, maxLength } = fieldsParameter;
  const schema = { type: 'string', minLength: 1, maxLength };
  return { name, in: 'query', required: false, description, schema };
}

function describeSandboxFault(): Json {
  const description =
    'With a test key: the fault of the sources for this request, such as `timeout` or `timeout; group=weather`.';
  const schema = { type: 'string', maxLength: 100 };
  return { name: faultHeader, in: 'header', required: false, description, schema };
}

function describeUpload(route: Route, upload: Upload, named: NamedSchemas): Json {
  const { field, description, extensions, maxBytes } = upload;
  const about = `${description} Its name ends in one of ${extensions.join(', ')}; ${maxBytes} bytes at the most.`;
  const file = { type: 'string', format: 'binary', description: about };
  const form = { type: 'object', properties: { [field]: file }, required: [field] };
  const schema = named.refer([nameAfter(operationId(route), 'Form')], form);
  return { required: true, content: { 'multipart/form-data': { schema } } };
}

/** Whether the values of a list are separated by commas, in one parameter. */
const isCommaSeparated = ({ split }: Input): boolean => split([',']).length > 1;

function exampleOf({ json, graphql, split }: Input, text: string): unknown {
  if (graphql.isList) return split([text]);
  return json.type === 'integer' || json.type === 'number' ? Number(text) : text;
}

function success(
  schema: GraphQLSchema,
  compiled: CompiledRoute,
  named: NamedSchemas,
  example: unknown,
): Json {
  const { id, route, lookup, prepared, selected, envelope } = compiled;
  const shared = headerRefs(...keyHeaderNames, 'X-Cache', 'X-Source', 'X-Ignored');
  if (lookup.isBytes) {
    const content = Object.fromEntries(lookup.mediaTypes.map((type) => [type, fileContent]));
    return { description: 'The bytes.', headers: shared, content };
  }
  const naming = { operationId: id, named };
  const body = bodySchema(schema, prepared.document, selected, envelope, naming);
  const own = Object.entries(route.headers ?? {}).map(([name, text]) => [name, header(text, 'string')]);
  return {
    description: lookup.summary,
    headers: { ...shared, ...Object.fromEntries(own) },
    content: {
      'application/json': {
        schema: withInclude(schema, compiled, body, naming),
        ...(example === undefined ? {} : { example }),
      },
      // The data of each event is a body, so that clients have one type for both.
      ...(route.upload === undefined && { 'text/event-stream': { schema: body } }),
    },
  };
}

const fileContent: Json = { schema: { type: 'string', format: 'binary' } };
const failingKinds: Readonly<Record<FaultKind, string | null>> = {
  missing: 'A parameter is missing.',
  invalid: 'A parameter is not accepted.',
  private: 'What was asked for is private.',
  notFound: 'There is no such thing.',
  upstreamFailed: 'The source failed.',
  upstreamChanged: 'The source answered in an unknown shape.',
  upstreamTimeout: 'The source did not answer in time.',
  upstreamLimited: 'The source asked us to wait.',
  unconfigured: 'The source is not configured.',
  unauthenticated: null,
  forbidden: null,
  limited: null,
  overloaded: 'The service is overloaded.',
  budgetExceeded: null,
  internal: null,
};

/** Reasons of failure that only an upload has. */
const uploadKinds: Partial<typeof failingKinds> = {
  missing: 'The file is missing.',
  invalid: 'The file, or its form, is not accepted.',
  overloaded: 'Too many files are being read, or the service is overloaded.',
};

type Failing = Pick<CompiledRoute, 'faults' | 'upload'> & { readonly parameters: readonly unknown[] };

function failures({ faults, parameters, upload }: Failing): Json {
  const reasons = new Map<number, string[]>();
  for (const [kind, reason] of Object.entries({ ...failingKinds, ...(upload ? uploadKinds : {}) })) {
    if (reason === null) continue;
    if (parameters.length === 0 && !upload && (kind === 'missing' || kind === 'invalid')) continue;
    const status = statusOf(new Fault(kind as FaultKind, ''), faults);
    reasons.set(status, [...(reasons.get(status) ?? []), reason]);
  }
  if (upload) reasons.set(408, ['The file did not arrive in time.']);
  const inside = [...reasons].map(([status, texts]) => [status, failure(status, texts.join(' '))] as const);
  const refusals = Object.entries(refusalTexts).map(
    ([status, text]) => [status, refusal(Number(status), text)] as const,
  );
  return Object.fromEntries([...inside, ...refusals]);
}

const refusalTexts: Readonly<Record<number, string>> = {
  401: 'No valid key came with the request.',
  403: 'The key has no permission for this group, or what was asked for is private.',
  429: 'A limit of the key is used up.',
};

/** Statuses of failures inside a route, and of refusals before one runs. */
const sharedStatuses: ReadonlySet<number> = new Set([403, 503]);

const contentOf = (status: number, own: 'Failure' | 'Refusal'): Json => {
  const names = sharedStatuses.has(status) ? ['Refusal', 'Failure'] : [own];
  const refs = names.map((name) => ({ $ref: `#/components/schemas/${name}` }));
  return { 'application/json': { schema: refs.length === 1 ? refs[0] : { oneOf: refs } } };
};

const failure = (status: number, description: string): Json => ({
  description,
  headers: headerRefs('X-Error-Code', ...keyHeaderNames, ...(status === 503 ? ['Retry-After'] : [])),
  content: contentOf(status, 'Failure'),
});

const refusal = (status: number, description: string): Json => ({
  description,
  headers: headerRefs(
    'X-Error-Code',
    ...(status === 429 ? [...rateHeaderNames, 'X-RateLimit-Scope', 'Retry-After'] : []),
  ),
  content: contentOf(status, 'Refusal'),
});
