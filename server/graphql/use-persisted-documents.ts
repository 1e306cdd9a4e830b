import { useAPQ } from '@graphql-yoga/plugin-apq';
import { usePersistedOperations } from '@graphql-yoga/plugin-persisted-operations';
import type { OnParamsEventPayload, Plugin } from 'graphql-yoga';
import { LRUCache } from 'lru-cache';
import type { OperatorPlugin } from './exchange.ts';
import type { TrustedDocuments } from './trusted-documents.ts';

/** Callers choose the documents, so that their store is bounded by entries and by characters. */
const storeLimits = { max: 1_000, maxSize: 2_000_000, sizeCalculation: (text: string) => text.length + 1 };

/** Lets a client send the hash of a document that was sent before, or of trusted documents alone. */
export function usePersistedDocuments(trusted: TrustedDocuments | undefined): OperatorPlugin {
  if (trusted) return useTrustedDocuments(trusted);
  // Clients look for the error in a response with status 200, as Apollo Server sends it.
  const { onParams }: Plugin = useAPQ({
    store: new LRUCache(storeLimits),
    responseConfig: { forceStatusCodeOk: true },
  });
  // Its hook is asynchronous, and Yoga takes no promise for a request without one.
  return {
    onParams: (payload: OnParamsEventPayload) =>
      payload.params.extensions?.persistedQuery ? onParams?.(payload) : undefined,
  };
}

const useTrustedDocuments = (documents: TrustedDocuments): OperatorPlugin =>
  usePersistedOperations<object>({
    getPersistedOperation: (hash) => documents.get(hash) ?? null,
    customErrors: {
      notFound: refusal('There is no trusted document of this hash.', 'PERSISTED_QUERY_NOT_IN_LIST'),
      keyNotFound: refusal(
        'Trusted documents alone run here: extensions.persistedQuery must hold the hash of one.',
        'PERSISTED_QUERY_ID_REQUIRED',
      ),
      persistedQueryOnly: refusal(
        'Trusted documents alone run here: send the hash of one in extensions.persistedQuery, and no query.',
        'PERSISTED_QUERY_ONLY',
      ),
    },
  });

const refusal = (message: string, code: string) => ({ message, extensions: { code, http: { status: 400 } } });
