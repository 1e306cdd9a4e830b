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
 * One question, every way in: answered by the short way (made, then kept), by Yoga, and by GraphQL.js over the same
 * lookups without any server. Data and errors must be the same; media types and statuses are each way's own.
 */

const preparer = createPreparer(schema);
const routes = compileRoutes(preparer, routeGroups);

const seed = Number(process.env.ALMANAC_FUZZ_SEED ?? 7);
const wantedQueries = Number(process.env.ALMANAC_PARITY_QUERIES ?? 60);
const maxPrice = 12;
const requestId = 'parity-of-all-ways';
const forbidden = 'weather';

/** What the operator of a test service has decided. */
const settings = readConfig(demoSettings).sourceSettings;

/** Upstreams whose time stands still: what two callers ask one after the other is the same. */
const standingClock: Clock = { now: () => Date.UTC(2026, 0, 1), timer: systemClock.timer };

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

interface Asked {
  readonly query: string;
  readonly operationName?: string | undefined;
  readonly variables: Variables;
}

/** What is compared. Upstreams answer in any order, and so do the errors that come of it. */
interface Comparable {
  readonly data: string | undefined;
  readonly errors: readonly string[];
}

const comparable = ({ data, errors = [] }: { data?: unknown; errors?: readonly unknown[] }): Comparable => ({
  data: JSON.stringify(data),
  errors: errors.map((error) => JSON.stringify(error)).sort(),
});

function post(asked: Asked, headers: Record<string, string>, accept: string): Promise<Answered> {
  return app.ask('/graphql', {
    method: 'POST',
    body: JSON.stringify(asked),
    headers: { ...headers, 'content-type': 'application/json', accept, 'x-request-id': requestId },
  });
}

/** The three answers of the server: made, asked again, and by way of Yoga. */
async function throughTheServer(asked: Asked, headers: Record<string, string>) {
  const made = await post(asked, headers, 'application/json');
  const again = await post(asked, headers, 'application/json');
  const byYoga = await post(asked, headers, 'application/graphql-response+json');
  return [made, again, byYoga].map(({ text }) => comparable(JSON.parse(text)));
}

async function byReference(prepared: Prepared, variables: Variables, context: Context): Promise<Comparable> {
  const { document, operation } = prepared;
  const result: ExecutionResult = await execute({
    ...{ schema, document, contextValue: context, variableValues: variables },
    operationName: operation.name?.value ?? null,
  });
  const errors = (result.errors ?? []).map((error: GraphQLError) => presentError(error, requestId).toJSON());
  return comparable({ ...('data' in result ? { data: result.data } : {}), errors });
}

describe('every way gives the same answer', () => {
  const permitted = routes.filter(({ lookup, group }) => lookup.permission === group);

  it.each(permitted.map((compiled) => [compiled.route.path, compiled] as const))(
    'to the document of %s',
    async (_, { route, prepared, read, upload }) => {
      const file = upload && receivedFile(upload.example());
      const variables = read(route.example, new URLSearchParams(route.example), file);
      const expected = await byReference(
        prepared,
        variables,
        contextFor(() => true),
      );
      const answers = await throughTheServer({ query: route.document, variables }, {});
      expect(answers).toEqual([expected, expected, expected]);
    },
  );

  it(`to ${wantedQueries} queries made up at random, by a caller without every permission`, async () => {
    const random = createRandom(seed);
    const context = contextFor((permission) => permission !== forbidden);
    const seen = { answered: 0, failed: 0, refused: 0, unfit: 0 };
    for (let queries = 0; queries < wantedQueries; ) {
      const { text, operationName, variables: make } = makeDocument({ schema, random, depth: 4, textsFor });
      const preparation = preparer.prepare(text, operationName);
      const asked = { query: text, operationName, variables: make(random) };
      if ('errors' in preparation) {
        // Most do not fit, in a few ways.
        if (seen.unfit >= wantedQueries / 4) continue;
        const [made, again, byYoga] = await throughTheServer(asked, caller);
        expect([made, again], text).toEqual([byYoga, byYoga]);
        seen.unfit += 1;
        continue;
      }
      const { prepared } = preparation;
      if (prepared.lookups.size === 0 || prepared.price(asked.variables) > maxPrice) continue;
      queries += 1;
      const [made, again, byYoga] = await throughTheServer(asked, caller);
      // A document of which nothing is permitted is refused whole, by the server alone.
      const isRefused = [...prepared.lookups].every(({ permission }) => permission === forbidden);
      const expected = isRefused ? made : await byReference(prepared, asked.variables, context);
      expect([made, again, byYoga], text).toEqual([expected, expected, expected]);
      seen[isRefused ? 'refused' : expected!.errors.length > 0 ? 'failed' : 'answered'] += 1;
    }
    for (const [kind, count] of Object.entries(seen)) expect(count, kind).toBeGreaterThan(0);
  }, 300_000);
});
