import { getOperationAST, parse, validate } from 'graphql';
import { expect, it } from 'vitest';
import { createPlan } from '../../../schema/kernel/executor/plan.ts';
import { byPlan, byReference, type Observation, schema, type World, worldKinds } from './plan-fixture.ts';
import { createRandom, seedOf } from './random.ts';
import { makeDocument } from './random-documents.ts';

const wanted = Number(process.env.ALMANAC_FUZZ_CASES ?? 8_000);
const seed = Number(process.env.ALMANAC_FUZZ_SEED ?? 1);
const casesPerDocument = 4;

/** How many cases have each trait: a fuzz test without failures or promises would prove little. */
interface Tally {
  cases: number;
  documents: number;
  refused: number;
  [trait: string]: number;
}

it(`A plan gives the results of graphql-js in ${wanted} random cases (ALMANAC_FUZZ_SEED=${seed})`, {
  timeout: 50 * wanted + 60_000,
}, async () => {
  const tally: Tally = { cases: 0, documents: 0, refused: 0 };
  for (let number = 0; tally.cases < wanted; number += 1) {
    await runDocument(seedOf(seed, String(number)), tally);
  }
  console.log(`Fuzz of the plan, ALMANAC_FUZZ_SEED=${seed}: ${JSON.stringify(tally)}`);
  expect(tally.refused).toBeLessThan(tally.documents);
  for (const trait of [
    'failed',
    'flawless',
    'rootNull',
    'invalidVariables',
    'synchronous',
    'asynchronous',
    'busy',
  ]) {
    expect({ trait, share: (tally[trait] ?? 0) / tally.cases }).toMatchObject({
      share: expect.toSatisfy((share: number) => share > 0.01),
    });
  }
});

/** Executes one plan in several worlds with variables of their own: a plan must keep nothing of an execution. */
async function runDocument(documentSeed: number, tally: Tally): Promise<void> {
  const random = createRandom(documentSeed);
  const made = makeDocument({ schema, random, depth: 4 });
  const document = parse(made.text);
  if (validate(schema, document).length > 0) {
    tally.refused += 1;
    return;
  }
  tally.documents += 1;
  const plan = createPlan(schema, document, getOperationAST(document, made.operationName)!);
  for (let round = 0; round < casesPerDocument; round += 1) {
    const kind = random.pick(worldKinds);
    // A null condition of @skip or @include is an error, which a faultless world must not have.
    const variables = made.variables(random, kind !== 'faultless');
    const request = { ...made, variables };
    const world = (): World => ({ seed: seedOf(documentSeed, String(round)), kind, calls: [] });
    const reference = await byReference(document, request, world());
    const actual = await byPlan(plan, request, world());
    // A list that takes longer than a turn of the event loop goes on in a later one.
    const isEqual =
      JSON.stringify({ ...actual, isSynchronous: reference.isSynchronous }) === JSON.stringify(reference) &&
      (reference.isSynchronous || !actual.isSynchronous);
    if (!isEqual)
      expect({ documentSeed, kind, ...request, ...actual }).toEqual({
        documentSeed,
        kind,
        ...request,
        ...reference,
      });
    count(tally, reference);
  }
}

function count(tally: Tally, { text, isSynchronous, calls }: Observation): void {
  const traits = {
    cases: true,
    flawless: !text.includes('"errors"'),
    failed: text.includes('"path"'),
    rootNull: text.endsWith('"data":null}'),
    invalidVariables: !text.includes('"data"'),
    synchronous: isSynchronous,
    asynchronous: !isSynchronous,
    busy: calls.length > 20,
  };
  for (const [trait, isSo] of Object.entries(traits)) if (isSo) tally[trait] = (tally[trait] ?? 0) + 1;
}
