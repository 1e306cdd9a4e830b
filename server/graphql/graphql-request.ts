import type { IncomingMessage } from 'node:http';
import { isRecord } from '../../core/json.ts';
import type { Prepared, Variables } from '../../schema/kernel/prepare.ts';
import { graphqlMediaType } from '../responses/media-type.ts';
import { wantsEvents } from '../streams/event-stream.ts';
import type { ReceivedBody } from '../transfers/body.ts';

/** The largest body of a query that is read, in bytes. */
export const maxGraphqlBytes = 65_536;

/** Whether a request may get a cached response: its media types are those that every response has. */
export function isPlainRequest({ method, headers }: IncomingMessage): boolean {
  const { accept, 'content-type': type, 'content-encoding': encoding } = headers;
  if (encoding !== undefined || wantsEvents({ headers }) || graphqlMediaType(accept) === undefined)
    return false;
  return method === 'GET' || type === 'application/json' || type === 'application/json; charset=utf-8';
}

/** Whether a target is that of GraphQL, with or without a query. */
export const isGraphqlTarget = (target: string): boolean =>
  target.startsWith('/graphql') && (target.length === 8 || target[8] === '?');

/** The parameters of a GraphQL request. */
export interface PlainQuery {
  readonly query: string;
  readonly operationName: string | undefined;
  readonly variables: Variables;
}

const plainNames: ReadonlySet<string> = new Set(['query', 'operationName', 'variables']);

/** Reads a body that has the parameters of a query and no others; undefined for all else, which Yoga judges. */
export function readPlainQuery({ json: parsed }: ReceivedBody): PlainQuery | undefined {
  if (!isRecord(parsed) || !Object.keys(parsed).every((name) => plainNames.has(name))) return undefined;
  const { query, operationName, variables } = parsed;
  if (typeof query !== 'string' || (operationName != null && typeof operationName !== 'string'))
    return undefined;
  if (variables != null && !isRecord(variables)) return undefined;
  return { query, operationName: operationName ?? undefined, variables: variables ?? {} };
}

/** Names the response to a query in the response cache. */
export const queryCacheKey = (prepared: Prepared, variables: Variables): string =>
  `POST /graphql ${prepared.cacheKey(variables)}`;
