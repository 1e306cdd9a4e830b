import { type ExecutionResult, execute } from 'graphql';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { systemClock } from '../../../core/clock.ts';
import type { Context } from '../../../resolvers/kernel/context.ts';
import { routeGroups } from '../../../rest/index.ts';
import { compileRoutes } from '../../../rest/kernel/compile.ts';
import { startSandbox } from '../../../sandbox/index.ts';
import { schema } from '../../../schema/index.ts';
import { createPreparer, type Prepared, type Variables } from '../../../schema/kernel/prepare.ts';
import { sources } from '../../../sources/index.ts';
import { createTransport } from '../../../sources/kernel/http/transport.ts';
import { createUpstreams, type Upstreams } from '../../../sources/kernel/upstreams.ts';
import { useStarted } from '../../suite.ts';
import { createRandom } from './random.ts';
import { makeDocument } from './random-documents.ts';

/** Plans of the documents of all routes and of random queries, over the schema of the service and the sandbox. */

const preparer = createPreparer(schema);
const routes = compileRoutes(preparer, routeGroups);

const seed = Number(process.env.ALMANAC_FUZZ_SEED ?? 1);
const wantedQueries = 40;
const maxQueries = 400;
const maxPrice = 25;
const timeoutMs = 60_000;

/** Values of arguments by name: some that the sandbox has, some that it has not. */
const textsFor = (argument: string): readonly string[] =>
  ({ city: ['Oslo', 'notfoundville'], repo: ['hello-world'] })[argument] ?? ['octocat', 'notfound', '1234'];

const sandbox = useStarted(() => startSandbox());
let upstreams: Upstreams;
let context: Context;

beforeAll(async () => {
  const clock = systemClock;
  const names = sources.flatMap(({ credential }) => credential.required);
  upstreams = createUpstreams({
    sources,
    clock,
    secrets: Object.fromEntries(names.map((name) => [name, `test-${name.toLowerCase()}`])),
    cacheBytes: 64 * 2 ** 20,
    transport: createTransport({ clock, userAgent: 'almanac-test', upstreamOrigin: sandbox.origin }),
  });
  context = {
    requestId: 'test',
    permits: () => true,
    read: (endpoint, args) => upstreams.read(endpoint, args),
    cached: (endpoint, args) => upstreams.cached(endpoint, args),
    open: (endpoint, args, signal) => upstreams.open(endpoint, args, signal),
    setting: ({ schema, default: value }) => schema.parse(value),
  };
});
afterAll(async () => {
  await upstreams.close();
});

/** Compares graphql-js with the plan, before and after the upstreams have cached. Returns the result of graphql-js. */
async function compare(prepared: Prepared, variables: Variables, caller: Context): Promise<ExecutionResult> {
  const { document, operation } = prepared;
  const given = { variableValues: variables, operationName: operation.name?.value ?? null };
  const cold = await prepared.execute(caller, variables);
  const reference = await execute({ schema, document, contextValue: caller, ...given });
  const warm = await prepared.execute(caller, variables);
  expect(comparable(cold)).toEqual(comparable(reference));
  expect(comparable(warm)).toEqual(comparable(reference));
  return reference;
}

const isPositive = (count: number): boolean => count > 0;

/** Upstreams respond in any order, so the errors are sorted. */
const comparable = ({ data, errors = [] }: ExecutionResult) => ({
  data: JSON.stringify(data),
  errors: errors.map((error) => JSON.stringify(error)).sort(),
});

describe('A plan gives the result of graphql-js', () => {
  let routesWithData = 0;

  it.each(routes.map((compiled) => [compiled.route.path, compiled] as const))(
    'for the document of %s',
    async (_, { prepared, route, read }) => {
      const variables = read(route.example, new URLSearchParams(route.example));
      const { errors } = await compare(prepared, variables, context);
      if (!errors) routesWithData += 1;
    },
    timeoutMs,
  );

  it('with data for most of these documents', () => {
    expect(routesWithData).toBeGreaterThan(routes.length / 2);
  });

  it(
    `for at least ${wantedQueries} random queries with a price of at most ${maxPrice}`,
    async () => {
      const random = createRandom(seed);
      const caller: Context = { ...context, permits: (permission) => permission !== 'weather' };
      let [queries, failed, succeeded] = [0, 0, 0];
      // Few random queries succeed: more follow until one succeeds and one fails.
      const needsMore = () => queries < wantedQueries || succeeded === 0 || failed === 0;
      while (needsMore() && queries < maxQueries) {
        const made = makeDocument({ schema, random, depth: 4, textsFor });
        const preparation = preparer.prepare(made.text, made.operationName);
        if ('errors' in preparation) continue;
        const { prepared } = preparation;
        const variables = made.variables(random);
        if (prepared.lookups.size === 0 || prepared.price(variables) > maxPrice) continue;
        const { data, errors } = await compare(prepared, variables, caller);
        queries += 1;
        if (errors) failed += 1;
        else if (JSON.stringify(data).length > 100) succeeded += 1;
      }
      expect({ failed, succeeded }).toEqual({
        failed: expect.toSatisfy(isPositive),
        succeeded: expect.toSatisfy(isPositive),
      });
    },
    timeoutMs,
  );
});
