import { type ExecutionResult, execute, type GraphQLError } from 'graphql';
import { type Clock, systemClock } from '../../../core/clock.ts';
import type { Context } from '../../../resolvers/kernel/context.ts';
import { startSandbox } from '../../../sandbox/index.ts';
import { schema } from '../../../schema/index.ts';
import { presentError } from '../../../schema/kernel/errors.ts';
import type { Prepared, Variables } from '../../../schema/kernel/prepare.ts';
import { demoSettings, readConfig } from '../../../server/config/config.ts';
import { sources } from '../../../sources/index.ts';
import { createTransport } from '../../../sources/kernel/http/transport.ts';
import { createUpstreams } from '../../../sources/kernel/upstreams.ts';
import { type Answered, startTestApp, type TestApp } from '../../app.ts';
import { usualCatalogueItems } from '../../support/catalogue.ts';

/**
 * Sends one query in every way that the server executes or caches it, and compares data and errors with graphql-js over
 * the same lookups without a server. Media types and statuses may differ.
 */

const requestId = 'parity-with-graphql-js';

/** The settings of the sources in a test service. */
const settings = readConfig(demoSettings).sourceSettings;

/** The clock of the upstreams stands still, so that equal requests have equal responses. */
const standingClock: Clock = { ...systemClock, now: () => Date.UTC(2026, 0, 1) };

export interface GraphqlRequest {
  readonly query: string;
  readonly operationName?: string | undefined;
  readonly variables: Variables;
}

/** Upstreams respond in any order, so the errors are sorted. */
export interface Comparable {
  readonly data: string | undefined;
  readonly errors: readonly string[];
}

const comparable = ({ data, errors = [] }: { data?: unknown; errors?: readonly unknown[] }): Comparable => ({
  data: JSON.stringify(data),
  errors: errors.map((error) => JSON.stringify(error)).sort(),
});

export interface Parity {
  readonly app: TestApp;
  /** The results of the server: executed, then cached, then with the media type of the GraphQL-over-HTTP specification. */
  throughServer(request: GraphqlRequest, headers: Record<string, string>): Promise<readonly Comparable[]>;
  /** The result of graphql-js for a caller with these permissions. */
  byReference(prepared: Prepared, variables: Variables, permits: Context['permits']): Promise<Comparable>;
  close(): Promise<void>;
}

/** Starts the service and lookups of their own for graphql-js, over one sandbox. */
export async function startParity(): Promise<Parity> {
  const sandbox = await startSandbox({ clock: standingClock, catalogueItems: usualCatalogueItems });
  const app = await startTestApp({ upstreamOrigin: sandbox.origin });
  const names = sources.flatMap(({ credential }) => credential.required);
  const upstreams = createUpstreams({
    sources,
    clock: systemClock,
    secrets: Object.fromEntries(names.map((name) => [name, `test-${name.toLowerCase()}`])),
    cacheBytes: 64 * 2 ** 20,
    settings,
    transport: createTransport({
      clock: systemClock,
      userAgent: 'almanac-test',
      upstreamOrigin: sandbox.origin,
    }),
  });

  const contextFor = (permits: Context['permits']): Context => ({
    requestId,
    permits,
    read: (endpoint, args) => upstreams.read(endpoint, args),
    cached: (endpoint, args) => upstreams.cached(endpoint, args),
    open: (endpoint, args, signal) => upstreams.open(endpoint, args, signal),
    setting: ({ name }) => settings[name] as never,
    selects: () => true,
  });

  const post = (
    request: GraphqlRequest,
    headers: Record<string, string>,
    accept: string,
  ): Promise<Answered> =>
    app.ask('/graphql', {
      method: 'POST',
      body: JSON.stringify(request),
      headers: { ...headers, 'content-type': 'application/json', accept, 'x-request-id': requestId },
    });

  return {
    app,
    async throughServer(request, headers) {
      const executed = await post(request, headers, 'application/json');
      const cached = await post(request, headers, 'application/json');
      const standard = await post(request, headers, 'application/graphql-response+json');
      return [executed, cached, standard].map(({ text }) => comparable(JSON.parse(text)));
    },
    async byReference(prepared, variables, permits) {
      const { document, operation } = prepared;
      const result: ExecutionResult = await execute({
        schema,
        document,
        contextValue: contextFor(permits),
        variableValues: variables,
        operationName: operation.name?.value ?? null,
      });
      const errors = (result.errors ?? []).map((error: GraphQLError) =>
        presentError(error, requestId, prepared.fields).toJSON(),
      );
      return comparable({ ...('data' in result ? { data: result.data } : {}), errors });
    },
    async close() {
      await app.close();
      await upstreams.close();
      await sandbox.close();
    },
  };
}
