import { type DocumentNode, print } from 'graphql';
import { type AlmanacError, errorOf } from './errors.ts';
import { type CallOptions, type Exchange, type ReadFacts, readJson } from './exchange.ts';

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
    readonly requestId?: string;
  };
}

/** The price of a query in lookups, and what is left of the key's minute. */
export interface GraphqlCost {
  readonly requested: number;
  readonly remaining: number;
  /** ISO 8601. */
  readonly resetAt: string;
}

interface GraphqlBody {
  readonly data?: unknown;
  readonly errors?: readonly GraphqlError[];
  readonly extensions?: { readonly cost?: GraphqlCost };
}

/** Runs a query. Rejects when there is no data at all. */
export function sendQuery<Data>(
  exchange: Exchange,
  document: UntypedDocument | TypedDocument<unknown, never>,
  variables: unknown,
  options?: CallOptions,
): Promise<GraphqlResult<Data>> {
  const body = JSON.stringify({ query: textOf(document), variables });
  const headers = { 'content-type': 'application/json' };
  return exchange.send({ address: '/graphql', method: 'POST', headers, body }, readResult<Data>, options);
}

async function readResult<Data>(response: Response, facts: ReadFacts): Promise<GraphqlResult<Data>> {
  const body = await readJson<GraphqlBody>(response, facts);
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
  const { code, group, retryable, retryAfter, requestId } = first?.extensions ?? {};
  return errorOf(first?.message ?? 'The query has neither data nor errors.', {
    ...{ ...facts, code, group, requestId, retryAfter },
    ...(retryable === undefined ? {} : { isRetryable: retryable }),
  });
}

function textOf(document: UntypedDocument | TypedDocument<unknown, never>): string {
  const isText = typeof document === 'string' || document instanceof String;
  return isText ? String(document) : print(document as DocumentNode);
}
