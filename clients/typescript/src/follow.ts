import type { Almanac } from './client.ts';
import type { GraphqlError, UntypedDocument } from './graphql.ts';

/** What the observers of Apollo Client and urql have in common. */
export interface LiveObserver {
  next(result: { readonly data: unknown; readonly errors?: readonly GraphqlError[] }): void;
  error(error: unknown): void;
  complete(): void;
}

interface Definition {
  readonly kind: string;
  readonly directives?: readonly { readonly name: { readonly value: string } }[] | undefined;
}

/** Whether the operation of a document has the directive `@live`. */
export const isLive = ({ definitions }: { readonly definitions: readonly Definition[] }): boolean =>
  definitions.some(
    ({ kind, directives = [] }) =>
      kind === 'OperationDefinition' && directives.some(({ name }) => name.value === 'live'),
  );

/** Passes the results of a query with `@live` to an observer, until the returned function is called. */
export function follow(
  { graphqlWatch }: Pick<Almanac, 'graphqlWatch'>,
  query: UntypedDocument,
  variables: Readonly<Record<string, unknown>>,
  observer: LiveObserver,
): () => void {
  const abort = new AbortController();
  const run = async () => {
    for await (const { data, errors } of graphqlWatch(query, variables, { signal: abort.signal }))
      observer.next({ data, ...(errors.length > 0 && { errors }) });
    observer.complete();
  };
  run().catch((error: unknown) => {
    if (!abort.signal.aborted) observer.error(error);
  });
  return () => abort.abort();
}
