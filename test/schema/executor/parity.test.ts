import { type ExecutionResult, execute, type GraphQLError } from 'graphql';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Clock, systemClock } from '../../../core/clock.ts';
import { type Context, receivedFile } from '../../../resolvers/kernel/context.ts';
import { permissions } from '../../../resolvers/kernel/permissions.ts';
import { routeGroups } from '../../../rest/index.ts';
import { compileRoutes } from '../../../rest/kernel/compile.ts';
import { type RunningSandbox, startSandbox } from '../../../sandbox/index.ts';
import { schema } from '../../../schema/index.ts';
import { presentError } from '../../../schema/kernel/errors.ts';
import { createPreparer, type Prepared, type Variables } from '../../../schema/kernel/prepare.ts';
import { demoSettings, readConfig } from '../../../server/config.ts';
import { sources } from '../../../sources/index.ts';
import { createTransport } from '../../../sources/kernel/http/transport.ts';
import { createUpstreams, type Upstreams } from '../../../sources/kernel/upstreams.ts';
import { type Answered, startTestApp, type TestApp } from '../../app.ts';
import { createRandom } from './random.ts';
import { makeDocument } from './random-documents.ts';

/**
 * Sends one query in every way that the server executes or caches it, and compares data and errors with graphql-js over
 * the same lookups without a server. Media types and statuses may differ.
 */

const preparer = createPreparer(schema);
const routes = compileRoutes(preparer, routeGroups);

const seed = Number(process.env.ALMANAC_FUZZ_SEED ?? 7);
const wantedQueries = Number(process.env.ALMANAC_PARITY_QUERIES ?? 20);
const maxPrice = 12;
const requestId = 'parity-with-graphql-js';
const forbidden = 'weather';

/** The settings of the sources in a test service. */
const settings = readConfig(demoSettings).sourceSettings;

/** The clock of the upstreams stands still, so that equal requests have equal responses. */
const standingClock: Clock = { ...systemClock, now: () => Date.UTC(2026, 0, 1) };

const textsFor = (argument: string): readonly string[] =>
  ({ city: ['Oslo', 'notfoundville'], repo: ['hello-world'] })[argument] ?? ['octocat', 'notfound', '1234'];

let sandbox: RunningSandbox;
let app: TestApp;
let upstreams: Upstreams;
let caller: Record<string, string>;

beforeAll(async () => {
  sandbox = await startSandbox({ clock: standingClock });
  app = await startTestApp({ upstreamOrigin: sandbox.origin });
  const names = sources.flatMap(({ credential }) => credential.required);
  upstreams = createUpstreams({
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
  caller = await app.issue({ groups: permissions.filter((permission) => permission !== forbidden) });
});
afterAll(async () => {
  await app.close();
  await upstreams.close();
  await sandbox.close();
});

const contextFor = (permits: Context['permits']): Context => ({
  requestId,
  permits,
  read: (endpoint, args) => upstreams.read(endpoint, args),
  cached: (endpoint, args) => upstreams.cached(endpoint, args),
  open: (endpoint, args, signal) => upstreams.open(endpoint, args, signal),
  setting: ({ name }) => settings[name] as never,
});

interface GraphqlRequest {
  readonly query: string;
  readonly operationName?: string | undefined;
  readonly variables: Variables;
}

/** Upstreams respond in any order, so the errors are sorted. */
interface Comparable {
  readonly data: string | undefined;
  readonly errors: readonly string[];
}

const comparable = ({ data, errors = [] }: { data?: unknown; errors?: readonly unknown[] }): Comparable => ({
  data: JSON.stringify(data),
  errors: errors.map((error) => JSON.stringify(error)).sort(),
});

function post(request: GraphqlRequest, headers: Record<string, string>, accept: string): Promise<Answered> {
  return app.ask('/graphql', {
    method: 'POST',
    body: JSON.stringify(request),
    headers: { ...headers, 'content-type': 'application/json', accept, 'x-request-id': requestId },
  });
}

/** The results of the server: executed, then cached, then with the media type of the GraphQL-over-HTTP specification. */
async function throughServer(request: GraphqlRequest, headers: Record<string, string>) {
  const executed = await post(request, headers, 'application/json');
  const cached = await post(request, headers, 'application/json');
  const standard = await post(request, headers, 'application/graphql-response+json');
  return [executed, cached, standard].map(({ text }) => comparable(JSON.parse(text)));
}

async function byReference(prepared: Prepared, variables: Variables, context: Context): Promise<Comparable> {
  const { document, operation } = prepared;
  const result: ExecutionResult = await execute({
    ...{ schema, document, contextValue: context, variableValues: variables },
    operationName: operation.name?.value ?? null,
  });
  const errors = (result.errors ?? []).map((error: GraphQLError) =>
    presentError(error, requestId, prepared.fields).toJSON(),
  );
  return comparable({ ...('data' in result ? { data: result.data } : {}), errors });
}

describe('Every way through the server gives the result of graphql-js', () => {
  const permitted = routes.filter(({ lookup, group }) => lookup.permission === group);

  it.each(permitted.map((compiled) => [compiled.route.path, compiled] as const))(
    'for the document of %s',
    async (_, { route, prepared, read, upload }) => {
      const file = upload && receivedFile(upload.example());
      const variables = read(route.example, new URLSearchParams(route.example), file);
      const expected = await byReference(
        prepared,
        variables,
        contextFor(() => true),
      );
      const results = await throughServer({ query: route.document, variables }, {});
      expect(results).toEqual([expected, expected, expected]);
    },
  );

  it(`for ${wantedQueries} random queries of a caller who lacks a permission`, async () => {
    const random = createRandom(seed);
    const context = contextFor((permission) => permission !== forbidden);
    const seen = { succeeded: 0, failed: 0, forbidden: 0, invalid: 0 };
    const isComplete = () => !Object.values(seen).includes(0);
    for (let queries = 0; queries < wantedQueries || (!isComplete() && queries < 10 * wantedQueries); ) {
      const { text, operationName, variables: make } = makeDocument({ schema, random, depth: 4, textsFor });
      const preparation = preparer.prepare(text, operationName);
      const request = { query: text, operationName, variables: make(random) };
      if ('errors' in preparation) {
        // Random documents are often invalid, for few reasons.
        if (seen.invalid >= wantedQueries / 4) continue;
        const [executed, cached, standard] = await throughServer(request, caller);
        expect([executed, cached], text).toEqual([standard, standard]);
        seen.invalid += 1;
        continue;
      }
      const { prepared } = preparation;
      if (prepared.lookups.size === 0 || prepared.isPersonal || prepared.price(request.variables) > maxPrice)
        continue;
      queries += 1;
      const [executed, cached, standard] = await throughServer(request, caller);
      // The server refuses a document without any permitted lookup; graphql-js executes it.
      const { permissions } = prepared.reach(request.variables);
      const isForbidden = permissions.length > 0 && permissions.every((each) => each === forbidden);
      const expected = isForbidden ? executed : await byReference(prepared, request.variables, context);
      expect([executed, cached, standard], text).toEqual([expected, expected, expected]);
      seen[isForbidden ? 'forbidden' : expected!.errors.length > 0 ? 'failed' : 'succeeded'] += 1;
    }
    for (const [kind, count] of Object.entries(seen)) expect(count, kind).toBeGreaterThan(0);
  }, 300_000);
});
