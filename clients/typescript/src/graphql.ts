import { type DocumentNode, print } from 'graphql';
import { type AlmanacError, errorOf } from './errors.ts';
import {
  type CallOptions,
  type Exchange,
  type ExchangeRequest,
  type ReadFacts,
  readJson,
} from './exchange.ts';
import { type WatchOptions, watchAnswers } from './watch.ts';

/**
 * A document that knows its types: `TypedDocumentNode`, `TypedDocumentString` and the documents of gql.tada all have this
 * member, which is never there at run time.
 */
export interface TypedDocument<Result, Variables> {
  readonly __apiType?: (variables: Variables) => Result;
}

/** A document without types: text, or what a `gql` tag returns. */
export type UntypedDocument = string | DocumentTree;

interface DocumentTree {
  readonly kind: 'Document';
  readonly definitions: readonly unknown[];
  /** A typed document is none of these, or its variables would not be checked. */
  readonly __apiType?: never;
}

export interface GraphqlResult<Data> {
  /** With null where a part failed. */
  readonly data: Data;
  /** Why parts of `data` are null; empty when nothing failed. */
  readonly errors: readonly GraphqlError[];
  /** Undefined in the results of a watch. */
  readonly cost: GraphqlCost | undefined;
}

/** An error of a query. */
export interface GraphqlError {
  readonly message: string;
  /** Where in `data` the part is missing. */
  readonly path?: readonly (string | number)[];
  readonly extensions: {
    /** The kind of failure, such as `NOT_FOUND` or `UPSTREAM_TIMEOUT`. */
    readonly code: string;
    /** The group whose source failed. */
    readonly group?: string;
    /** Whether the same query may succeed later. */
    readonly retryable?: boolean;
    /** Seconds. */
    readonly retryAfter?: number;
    readonly scope?: string;
    readonly requestId?: string;
  };
}

/** The price of a query in lookups, and what is left of the key's minute. */
export interface GraphqlCost {
  /** The most that the query may cost, in lookups. */
  readonly requested: number;
  /** What the query is charged. */
  readonly used: number;
  readonly remaining: number;
  /** ISO 8601. */
  readonly resetAt: string;
}

interface GraphqlBody {
  readonly data?: unknown;
  readonly errors?: readonly GraphqlError[];
  readonly extensions?: { readonly cost?: GraphqlCost };
}

type AnyDocument = UntypedDocument | TypedDocument<unknown, never>;

/** Runs a query. Rejects when there is no data at all. */
export function sendQuery<Data>(
  exchange: Exchange,
  document: AnyDocument,
  variables: unknown,
  options?: CallOptions,
): Promise<GraphqlResult<Data>> {
  const read = async (response: Response, facts: ReadFacts) =>
    resultOf<Data>(await readJson<GraphqlBody>(response, facts), facts);
  return exchange.send(requestOf(document, variables), read, options);
}

/** The results of a query with `@live` as they change; the one result of another query. */
export const watchQuery = <Data>(
  exchange: Exchange,
  document: AnyDocument,
  variables: unknown,
  options?: WatchOptions,
): AsyncGenerator<GraphqlResult<Data>, void, undefined> => {
  const read = (body: unknown, facts: ReadFacts) => resultOf<Data>(body as GraphqlBody, facts);
  return watchAnswers(exchange, { request: requestOf(document, variables), event: 'next', read }, options);
};

const requestOf = (document: AnyDocument, variables: unknown): ExchangeRequest => ({
  address: '/graphql',
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ query: textOf(document), variables }),
});

function resultOf<Data>(body: GraphqlBody, facts: ReadFacts): GraphqlResult<Data> {
  const { data, errors = [], extensions } = body;
  if (data === undefined || data === null) throw queryError(errors, { ...facts, body });
  return { data: data as Data, errors, cost: extensions?.cost };
}

/** The first error of a query as one that can be thrown; `body` has them all. */
export function queryError(
  errors: readonly GraphqlError[],
  facts: Pick<ReadFacts, 'request' | 'status'> & { readonly body?: unknown },
): AlmanacError {
  const [first] = errors;
  const { code, group, retryable, retryAfter, scope, requestId } = first?.extensions ?? {};
  return errorOf(first?.message ?? 'The query has neither data nor errors.', {
    ...facts,
    code,
    group,
    requestId,
    retryAfter,
    scope,
    ...(retryable === undefined ? {} : { isRetryable: retryable }),
  });
}

/** Whether a query has the variable of its next page. */
export const takesAfter = (document: AnyDocument): boolean => /\$after\b/.test(textOf(document));

function textOf(document: AnyDocument): string {
  const isText = typeof document === 'string' || document instanceof String;
  return isText ? String(document) : print(document as DocumentNode);
}
