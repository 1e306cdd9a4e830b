import { type ExecutionResult, GraphQLError } from 'graphql';
import type { Plugin } from 'graphql-yoga';
import type { Fault } from '../../core/faults.ts';
import { isRecord } from '../../core/json.ts';
import { type MaybePromise, mapMaybe } from '../../core/maybe-promise.ts';
import type { Context } from '../../resolvers/kernel/context.ts';
import { forbidden } from '../../resolvers/kernel/lookup.ts';
import { type ResponseParts, refusalBody, statusOf } from '../../rest/kernel/fault-response.ts';
import { errorAt, isOurs, presentError, presentFault } from '../../schema/kernel/errors.ts';
import type { Preparation, Prepared, Preparer, Variables } from '../../schema/kernel/prepare.ts';
import type { GroupUse } from '../keys/keys.ts';
import type { Observer } from '../observability/observer.ts';

/** What a request to the graph is charged, by group. */
export function usesOf({ prepared, variables, price }: OpenedRequest): readonly GroupUse[] {
  if (!prepared) return [];
  const { groups } = prepared;
  if (groups.length === 1) return [{ group: groups[0]!, lookups: price }];
  return groups.map((group) => ({ group, lookups: prepared.price(variables, group) }));
}

/** A request to the graph, its body read. */
export interface GraphqlRequest {
  readonly method: string;
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
  readonly requestId: string;
  /** Whether it is JSON both ways, so that no media type has to be chosen. */
  readonly isPlain: boolean;
}

/** A request whose document is known, so that it can be charged before it runs. */
export interface OpenedRequest {
  readonly request: GraphqlRequest;
  /** A plain request whose parameters need no second look either. */
  readonly isPlain: boolean;
  /** What running it costs; 1 for what will only be refused, and for documents without lookups. */
  readonly price: number;
  readonly preparation: Preparation | undefined;
  /** The document, when it may run. */
  readonly prepared: Prepared | undefined;
  readonly variables: Variables;
  /** What is wrong with the request itself. */
  readonly early: ResponseParts | undefined;
}

export interface GraphqlDoor {
  open(request: GraphqlRequest): OpenedRequest;
  answer(opened: OpenedRequest, context: Context): MaybePromise<GraphqlAnswer>;
}

export interface GraphqlAnswer extends ResponseParts {
  /** Whether nothing failed, and the same question may be given the same answer. */
  readonly isWhole: boolean;
}

interface ServerContext {
  readonly preparation: Preparation;
  readonly context: Context;
}

const json = 'application/json; charset=utf-8';

/**
 * The GraphQL door. Yoga speaks GraphQL over HTTP: methods, parameters, media types, statuses. The document itself
 * goes through `prepare`, as everywhere. A plain query needs none of what Yoga decides, and is answered without it.
 */
export function createGraphqlDoor(preparer: Preparer, observer: Observer): GraphqlDoor {
  const runPrepared: Plugin<ServerContext> = {
    onParams({ params, context, setParamsHandler }) {
      const { preparation, context: caller } = context as unknown as ServerContext;
      const variables = (params.variables ?? {}) as Variables;
      setParamsHandler(async () => forYoga(await run(preparation, variables, caller, observer)));
    },
  };
  const openYoga = async () => {
    const { createYoga } = await import('graphql-yoga');
    return createYoga<ServerContext>({
      graphqlEndpoint: '/graphql',
      graphiql: false,
      landingPage: false,
      cors: false,
      multipart: false,
      batching: false,
      logging: false,
      maskedErrors: false,
      parserAndValidationCache: false,
      // The body is read and bounded before it comes here; Yoga's own bound makes it several times slower.
      maxRequestBodySize: false,
      plugins: [runPrepared],
    });
  };
  // Loading it takes a fifth of a start, and most queries never need it.
  let yoga: ReturnType<typeof openYoga> | undefined;

  async function askYoga(
    { method, url, headers, body }: GraphqlRequest,
    serverContext: ServerContext,
  ): Promise<GraphqlAnswer> {
    // Its media type was judged before; Yoga takes it only as it spells it itself.
    const typed = body === undefined ? headers : { ...headers, 'content-type': 'application/json' };
    const init = { method, headers: typed, ...(body === undefined ? {} : { body }) };
    yoga ??= openYoga();
    const response = await (await yoga).fetch(url.href, init, serverContext);
    return {
      status: response.status,
      headers: Object.fromEntries(response.headers),
      body: await response.text(),
      isWhole: false,
    };
  }

  return {
    open(request) {
      const read = readParameters(request);
      if ('early' in read) {
        const none = { preparation: undefined, prepared: undefined, variables: {} };
        return { request, isPlain: false, price: 1, ...none, early: read.early };
      }
      const { query, operationName } = read;
      const variables = isRecord(read.variables) ? read.variables : {};
      const preparation =
        typeof query === 'string'
          ? preparer.prepare(query, typeof operationName === 'string' ? operationName : undefined)
          : undefined;
      const prepared = preparation && 'prepared' in preparation ? preparation.prepared : undefined;
      return {
        request,
        isPlain: request.isPlain && isPlainRead(read),
        price: Math.max(1, prepared?.price(variables) ?? 1),
        preparation,
        prepared,
        variables,
        early: undefined,
      };
    },
    answer({ request, isPlain, preparation, prepared, variables, early }, context) {
      if (early) return { ...early, isWhole: false };
      const refused = prepared && refusedWhole(prepared, context);
      if (refused) return { ...refuseGraphql(refused, context.requestId), isWhole: false };
      if (!isPlain || !prepared) return askYoga(request, { preparation: preparation ?? noDocument, context });
      return mapMaybe(run({ prepared }, variables, context, observer), plainAnswer);
    },
  };
}

/** Parameters that need no second look; what is odd about others is told by Yoga. */
const isPlainRead = (read: Parameters): boolean =>
  (read.operationName == null || typeof read.operationName === 'string') &&
  (read.variables == null || isRecord(read.variables)) &&
  Object.keys(read).every((name) => plainNames.has(name));

const plainNames: ReadonlySet<string> = new Set(['query', 'operationName', 'variables']);

const plainAnswer = (result: ExecutionResult): GraphqlAnswer => ({
  status: 200,
  body: JSON.stringify(result),
  isWhole: result.errors === undefined,
});

const noDocument: Preparation = { errors: [new GraphQLError('A query is needed.')], reason: 'operation' };

function run(
  preparation: Preparation,
  variables: Variables,
  context: Context,
  observer: Observer,
): MaybePromise<ExecutionResult> {
  if ('errors' in preparation)
    return { errors: preparation.errors.map((error) => unfit(error, preparation)) };
  return mapMaybe(preparation.prepared.execute(context, variables), (result) =>
    presented(result, context, observer),
  );
}

function presented(result: ExecutionResult, context: Context, observer: Observer): ExecutionResult {
  if (!result.errors) return result;
  for (const error of result.errors) {
    if (isOurs(error)) observer.failed(context.requestId, error.originalError ?? error);
  }
  return {
    ...result,
    errors: result.errors.map((error) => presentError(error, context.requestId)),
  };
}

/**
 * A document that cannot run is a 400, or a 200 for clients that only know `application/json`. Yoga reads it in the
 * extensions of the errors, and takes it out of them.
 */
function forYoga(result: ExecutionResult): ExecutionResult {
  if (result.data !== undefined) return result;
  for (const { extensions } of result.errors ?? []) {
    Object.assign(extensions, { http: { status: 400, spec: true } });
  }
  return result;
}

function unfit(error: GraphQLError, { reason }: { readonly reason: string }): GraphQLError {
  const code = reason === 'parse' ? 'GRAPHQL_PARSE_FAILED' : 'GRAPHQL_VALIDATION_FAILED';
  return errorAt(error, error.message, { code });
}

/** When nothing in a document is permitted, the whole request is refused, as its REST twins would be. */
function refusedWhole(prepared: Prepared, context: Context): Fault | undefined {
  const { permissions } = prepared;
  if (permissions.length === 0 || permissions.some(context.permits)) return undefined;
  return forbidden(permissions[0]!);
}

/** A refusal of a request to the graph: readable both as a refusal of REST and as a GraphQL answer. */
export function refuseGraphql(fault: Fault, requestId: string): ResponseParts {
  const status = statusOf(fault);
  return {
    status,
    headers: {
      'content-type': json,
      ...(fault.retryAfter === undefined ? {} : { 'retry-after': String(fault.retryAfter) }),
    },
    body: JSON.stringify({ ...refusalBody(fault, status), errors: [presentFault(fault, requestId)] }),
  };
}

/** The largest document with its variables that is read, in bytes. */
export const maxGraphqlBytes = 65_536;

type Parameters = {
  readonly query?: unknown;
  readonly operationName?: unknown;
  readonly variables?: unknown;
};

const noQuery = clientError(400, 'A query is needed, as text.');

function readParameters({
  method,
  url,
  headers,
  body,
}: GraphqlRequest): Parameters | { early: ResponseParts } {
  if (method === 'GET') {
    const { searchParams } = url;
    const variables = tryJson(searchParams.get('variables') ?? '{}');
    if (variables === undefined) return { early: clientError(400, 'The variables are not JSON.') };
    if (!searchParams.has('query')) return { early: noQuery };
    return {
      query: searchParams.get('query'),
      operationName: searchParams.get('operationName') ?? undefined,
      variables,
    };
  }
  if (method !== 'POST') return { early: { ...clientError(405, 'GraphQL is asked by POST or GET.') } };
  if (!/^application\/json\s*(;|$)/i.test(headers['content-type'] ?? '')) {
    return { early: clientError(415, 'The body must be JSON, with Content-Type: application/json.') };
  }
  const parsed = tryJson(body ?? '');
  // What is JSON but no request is left to Yoga, which has the words for it; the text itself is never repeated.
  if (parsed === undefined) return { early: clientError(400, 'The body is not JSON.') };
  if (!isRecord(parsed)) return {};
  const { operationName } = parsed;
  if (operationName != null && typeof operationName !== 'string') {
    return { early: clientError(400, 'The operationName must be text.') };
  }
  if (typeof parsed.query !== 'string') return { early: noQuery };
  return parsed;
}

function tryJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** A GraphQL answer for a request that is wrong before any document is read. */
export function clientError(status: number, message: string): ResponseParts {
  const error = new GraphQLError(message, { extensions: { code: 'BAD_REQUEST' } });
  return {
    status,
    headers: { 'content-type': json, ...(status === 405 ? { allow: 'GET, POST' } : {}) },
    body: JSON.stringify({ errors: [error] }),
  };
}
