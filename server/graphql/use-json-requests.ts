import type { GraphQLParams, Plugin } from 'graphql-yoga';
import { isRecord, tryParseJson } from '../../core/json.ts';
import type { ServerContext } from './exchange.ts';
import { requestError } from './refusal.ts';

/** Reads a POST of JSON or a GET. Errors never repeat the body. Extensions may stand for the query. */
export const useJsonRequests = (): Plugin<object, ServerContext> => ({
  onRequestParse({ request, url, serverContext, setRequestParser }) {
    if (request.method === 'GET') return setRequestParser(() => checked(fromSearch(url.searchParams)));
    if (request.method !== 'POST') {
      throw requestError(405, 'GraphQL is asked by POST or GET.', { allow: 'GET, POST' });
    }
    if (!/^application\/json\s*(;|$)/i.test(request.headers.get('content-type') ?? '')) {
      throw requestError(415, 'The body must be JSON, with Content-Type: application/json.');
    }
    return setRequestParser(() => checked(fromBody(serverContext.exchange.body?.json)));
  },
});

const noQuery = () => requestError(400, 'A query is needed, as text.');

function fromSearch(search: URLSearchParams): GraphQLParams {
  const [variables, extensions] = ['variables', 'extensions'].map((name) => jsonOf(search, name));
  if (!search.has('query') && !isRecord(extensions)) throw noQuery();
  return {
    query: search.get('query') ?? undefined,
    operationName: search.get('operationName') ?? undefined,
    variables,
    extensions,
  } as GraphQLParams;
}

function jsonOf(search: URLSearchParams, name: string): unknown {
  const value = tryParseJson(search.get(name) ?? 'null');
  if (value === undefined) throw requestError(400, `The ${name} are not JSON.`);
  return value ?? undefined;
}

/** A text in place of true would run, and charge, a query whose price is asked. */
function checked(params: GraphQLParams): GraphQLParams {
  const wrong = ['cost', 'receipts'].find((name) => typeof (params.extensions?.[name] ?? true) !== 'boolean');
  if (wrong !== undefined) throw requestError(400, `extensions.${wrong} must be true or false.`);
  return params;
}

/** As graphql-over-http lists them. */
const bodyNames: ReadonlySet<string> = new Set(['query', 'operationName', 'variables', 'extensions']);

function fromBody(parsed: unknown): GraphQLParams {
  if (parsed === undefined) throw requestError(400, 'The body is not JSON.');
  // Yoga has the words for a list, which would be a batch.
  if (Array.isArray(parsed)) return parsed as GraphQLParams;
  if (!isRecord(parsed)) throw requestError(400, 'The body must be a JSON object.');
  // Yoga's refusal would repeat the name, which is the caller's text.
  if (!Object.keys(parsed).every((name) => bodyNames.has(name))) {
    throw requestError(400, `The body may hold ${[...bodyNames].join(', ')} and nothing else.`);
  }
  if (parsed.operationName != null && typeof parsed.operationName !== 'string') {
    throw requestError(400, 'The operationName must be text.');
  }
  if (typeof parsed.query !== 'string' && (parsed.query != null || !isRecord(parsed.extensions)))
    throw noQuery();
  return parsed;
}
