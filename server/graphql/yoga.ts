import type { Clock } from '../../core/clock.ts';
import { type MaybePromise, mapMaybe } from '../../core/maybe-promise.ts';
import type { Preparer } from '../../schema/kernel/prepare.ts';
import type { Observer } from '../observability/observer.ts';
import type { GraphqlExchange, GraphqlOutcome, OperatorPlugin, ServerContext } from './exchange.ts';
import type { TrustedDocuments } from './trusted-documents.ts';
import { useErrorWording } from './use-error-wording.ts';
import { useJsonRequests } from './use-json-requests.ts';
import { usePreparedDocuments } from './use-prepared-documents.ts';
import { usePricedPlan } from './use-priced-plan.ts';
import { useResponses } from './use-responses.ts';

export interface GraphqlServerOptions {
  readonly preparer: Preparer;
  readonly clock: Clock;
  readonly observer: Observer;
  /** Run between ours: after a request is read and charged, before errors are worded and the response is written. */
  readonly plugins?: readonly OperatorPlugin[] | undefined;
  /** The only documents that run; every document runs when undefined. */
  readonly trustedDocuments?: TrustedDocuments | undefined;
}

export interface GraphqlServer {
  /** Runs a GraphQL request whose body was read. */
  fetch(request: GraphqlHttpRequest, exchange: GraphqlExchange): MaybePromise<GraphqlOutcome>;
}

export interface GraphqlHttpRequest {
  readonly method: string;
  /** With the leading `?`, or empty. */
  readonly search: string;
  readonly headers: Readonly<Record<string, string>>;
}

const plainUrl = new URL('http://localhost/graphql');

/** GraphQL over HTTP by Yoga. Loading it takes a fifth of a start, so it is loaded with the first request. */
export function createGraphqlServer(options: GraphqlServerOptions): GraphqlServer {
  let yoga: MaybePromise<Awaited<ReturnType<typeof openYoga>>> | undefined;
  async function open() {
    yoga = await openYoga(options);
    return yoga;
  }
  return {
    fetch({ method, search, headers }, exchange) {
      yoga ??= open();
      // The host in the request is the client's word, and need not even make a URL.
      const url = search === '' ? plainUrl : new URL(search, plainUrl);
      const response = mapMaybe(yoga, ({ fetch, waitUntil }) =>
        // Of a lone context, Yoga makes the prototype of another: a hidden class in the old generation for each request.
        fetch(url, { method, headers }, { exchange }, { waitUntil } as object),
      );
      return mapMaybe(response, (made) => exchange.outcomeWith(made));
    },
  };
}

async function openYoga({ preparer, clock, observer, plugins = [], trustedDocuments }: GraphqlServerOptions) {
  const [{ createYoga }, { usePersistedDocuments }] = await Promise.all([
    import('graphql-yoga'),
    import('./use-persisted-documents.ts'),
  ]);
  const { fetch, waitUntil } = createYoga<ServerContext>({
    schema: preparer.schema,
    graphqlEndpoint: '/graphql',
    graphiql: false,
    landingPage: false,
    cors: false,
    multipart: false,
    batching: false,
    logging: false,
    // Errors are masked by their wording, documents are remembered by the preparer, bodies are bounded before Yoga.
    maskedErrors: false,
    parserAndValidationCache: false,
    maxRequestBodySize: false,
    plugins: [
      useJsonRequests(),
      usePersistedDocuments(trustedDocuments),
      usePreparedDocuments(preparer, clock),
      usePricedPlan(),
      ...plugins,
      useErrorWording((requestId, error) => observer.failed(requestId, error)),
      useResponses(),
    ],
  });
  return { fetch, waitUntil };
}
