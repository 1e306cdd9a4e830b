import { type ExecutionResult, execute } from 'graphql';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { systemClock } from '../../../core/clock.ts';
import type { Context } from '../../../resolvers/kernel/context.ts';
import { routeGroups } from '../../../rest/index.ts';
import { compileRoutes } from '../../../rest/kernel/compile.ts';
import { type RunningSandbox, startSandbox } from '../../../sandbox/index.ts';
import { schema } from '../../../schema/index.ts';
import { createPreparer, type Prepared, type Variables } from '../../../schema/kernel/prepare.ts';
import { sources } from '../../../sources/index.ts';
import { createTransport } from '../../../sources/kernel/http/transport.ts';
import { createUpstreams, type Upstreams } from '../../../sources/kernel/upstreams.ts';
import { createRandom } from './random.ts';
import { makeDocument } from './random-documents.ts';

/** The plan over the real graph, against the sandbox: every route's document, and queries made up at random. */

const preparer = createPreparer(schema);
const routes = compileRoutes(preparer, routeGroups);

const seed = Number(process.env.ALMANAC_FUZZ_SEED ?? 1);
const wantedQueries = 40;
const maxPrice = 25;
const timeoutMs = 60_000;

/** What arguments are called that should name something which the sandbox has. */
const textsFor = (argument: string): readonly string[] =>
  ({ city: ['Oslo', 'notfoundville'], repo: ['hello-world'] })[argument] ?? ['octocat', 'notfound', '1234'];

let sandbox: RunningSandbox;
let upstreams: Upstreams;
let context: Context;

beforeAll(async () => {
  sandbox = await startSandbox();
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
    setting: ({ schema, default: initial }) => schema.parse(initial),
  };
});
afterAll(async () => {
  await upstreams.close();
  await sandbox.close();
});

/** What the plan answers, cold and warm; GraphQL.js must answer the same. */
async function ask(prepared: Prepared, variables: Variables, caller: Context): Promise<ExecutionResult> {
  const { document, operation } = prepared;
  const given = { variableValues: variables, operationName: operation.name?.value ?? null };
  const cold = await prepared.execute(caller, variables);
  const reference = await execute({ schema, document, contextValue: caller, ...given });
  const warm = await prepared.execute(caller, variables);
  expect(comparable(cold)).toEqual(comparable(reference));
  expect(comparable(warm)).toEqual(comparable(reference));
  return reference;
}

const isSome = (count: number): boolean => count > 0;

/** Upstreams answer in any order, and so do the errors that come of it; all else is as it would be sent. */
const comparable = ({ data, errors = [] }: ExecutionResult) => ({
  data: JSON.stringify(data),
  errors: errors.map((error) => JSON.stringify(error)).sort(),
});

describe('the plan answers as GraphQL.js does', () => {
  let answeredRoutes = 0;

  it.each(routes.map((compiled) => [compiled.route.path, compiled] as const))(
    'the document of %s',
    async (_, { prepared, route, read }) => {
      const variables = read(route.example, new URLSearchParams(route.example));
      const { errors } = await ask(prepared, variables, context);
      if (!errors) answeredRoutes += 1;
    },
    timeoutMs,
  );

  it('most of these documents with data', () => {
    expect(answeredRoutes).toBeGreaterThan(routes.length / 2);
  });

  it(
    `${wantedQueries} queries made up at random, of what costs no more than ${maxPrice}`,
    async () => {
      const random = createRandom(seed);
      const caller: Context = { ...context, permits: (permission) => permission !== 'weather' };
      let [queries, failed, answered] = [0, 0, 0];
      while (queries < wantedQueries) {
        const made = makeDocument({ schema, random, depth: 4, textsFor });
        const preparation = preparer.prepare(made.text, made.operationName);
        if ('errors' in preparation) continue;
        const { prepared } = preparation;
        const variables = made.variables(random);
        if (prepared.lookups.size === 0 || prepared.price(variables) > maxPrice) continue;
        const { data, errors } = await ask(prepared, variables, caller);
        queries += 1;
        if (errors) failed += 1;
        else if (JSON.stringify(data).length > 100) answered += 1;
      }
      expect({ failed, answered }).toEqual({
        failed: expect.toSatisfy(isSome),
        answered: expect.toSatisfy(isSome),
      });
    },
    timeoutMs,
  );
});
