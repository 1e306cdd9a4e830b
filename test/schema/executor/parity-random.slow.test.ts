import { beforeAll, expect, it } from 'vitest';
import { permissions } from '../../../resolvers/kernel/permissions.ts';
import { schema } from '../../../schema/index.ts';
import { createPreparer } from '../../../schema/kernel/prepare.ts';
import { useStarted } from '../../suite.ts';
import { startParity } from './parity-fixture.ts';
import { createRandom } from './random.ts';
import { makeDocument } from './random-documents.ts';

const preparer = createPreparer(schema);

const seed = Number(process.env.ALMANAC_FUZZ_SEED ?? 7);
const wantedQueries = Number(process.env.ALMANAC_PARITY_QUERIES ?? 20);
const maxPrice = 12;
const forbidden = 'weather';

const textsFor = (argument: string): readonly string[] =>
  ({ city: ['Oslo', 'notfoundville'], repo: ['hello-world'] })[argument] ?? ['octocat', 'notfound', '1234'];

const parity = useStarted(() => startParity());
let caller: Record<string, string>;
beforeAll(async () => {
  caller = await parity.app.issue({ groups: permissions.filter((permission) => permission !== forbidden) });
});

it(
  `Every way through the server gives the result of graphql-js for ${wantedQueries} random queries of a caller who lacks a permission`,
  async () => {
    const random = createRandom(seed);
    const seen = { succeeded: 0, failed: 0, forbidden: 0, invalid: 0 };
    const isComplete = () => !Object.values(seen).includes(0);
    for (let queries = 0; queries < wantedQueries || (!isComplete() && queries < 10 * wantedQueries); ) {
      const { text, operationName, variables: make } = makeDocument({ schema, random, depth: 4, textsFor });
      const preparation = preparer.prepare(text, operationName);
      const request = { query: text, operationName, variables: make(random) };
      if ('errors' in preparation) {
        // Random documents are often invalid, for few reasons.
        if (seen.invalid >= wantedQueries / 4) continue;
        const [executed, cached, standard] = await parity.throughServer(request, caller);
        expect([executed, cached], text).toEqual([standard, standard]);
        seen.invalid += 1;
        continue;
      }
      const { prepared } = preparation;
      if (prepared.lookups.size === 0 || prepared.isPersonal || prepared.price(request.variables) > maxPrice)
        continue;
      queries += 1;
      const [executed, cached, standard] = await parity.throughServer(request, caller);
      // The server refuses a document without any permitted lookup; graphql-js executes it.
      const needed = prepared.reach(request.variables).permissions;
      const isForbidden = needed.length > 0 && needed.every((each) => each === forbidden);
      // A wrong argument of a list is refused before the execution, with an error that has no path.
      const isRefused =
        executed!.data === undefined && executed!.errors.every((each) => !each.includes('"path"'));
      const expected =
        isForbidden || isRefused
          ? executed
          : await parity.byReference(prepared, request.variables, (permission) => permission !== forbidden);
      expect([executed, cached, standard], text).toEqual([expected, expected, expected]);
      seen[
        isForbidden
          ? 'forbidden'
          : isRefused
            ? 'invalid'
            : expected!.errors.length > 0
              ? 'failed'
              : 'succeeded'
      ] += 1;
    }
    for (const [kind, count] of Object.entries(seen)) expect(count, kind).toBeGreaterThan(0);
  },
  60_000 + wantedQueries * 1_000,
);
