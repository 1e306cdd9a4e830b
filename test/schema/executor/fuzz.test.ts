import { getOperationAST, parse, validate } from 'graphql';
import { expect, it } from 'vitest';
import { createPlan } from '../../../schema/kernel/executor/plan.ts';
import { byPlan, byReference, type Observation, schema, type World, worldKinds } from './plan-fixture.ts';
import { createRandom, seedOf } from './random.ts';
import { makeDocument } from './random-documents.ts';

const wanted = Number(process.env.ALMANAC_FUZZ_CASES ?? 8_000);
const seed = Number(process.env.ALMANAC_FUZZ_SEED ?? 1);
const casesPerDocument = 4;

/** What the cases were like, so that a fuzz that has gone blind is seen. */
interface Tally {
  cases: number;
  documents: number;
  refused: number;
  [trait: string]: number;
}

it(`the plan answers as GraphQL.js does in ${wanted} random cases (ALMANAC_FUZZ_SEED=${seed})`, {
  timeout: 50 * wanted + 60_000,
}, async () => {
  const tally: Tally = { cases: 0, documents: 0, refused: 0 };
  for (let number = 0; tally.cases < wanted; number += 1) {
    await runDocument(seedOf(seed, String(number)), tally);
  }
  console.log(`Fuzz of the plan, ALMANAC_FUZZ_SEED=${seed}: ${JSON.stringify(tally)}`);
  expect(tally.refused).toBeLessThan(tally.documents);
  for (const trait of ['failed', 'flawless', 'dead', 'misasked', 'synchronous', 'asynchronous', 'busy']) {
    expect({ trait, share: (tally[trait] ?? 0) / tally.cases }).toMatchObject({
      share: expect.toSatisfy((share: number) => share > 0.01),
    });
  }
});

/** One document, one plan, and several worlds with variables of their own: a plan must not remember its callers. */
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
    // A condition that is null fails whatever is below it, which a faultless world must not.
    const variables = made.variables(random, kind !== 'faultless');
    const question = { ...made, variables };
    const world = (): World => ({ seed: seedOf(documentSeed, String(round)), kind, calls: [] });
    const reference = await byReference(document, question, world());
    const answer = await byPlan(plan, question, world());
    const isEqual = JSON.stringify(answer) === JSON.stringify(reference);
    if (!isEqual)
      expect({ documentSeed, kind, ...question, ...answer }).toEqual({
        documentSeed,
        kind,
        ...question,
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
    dead: text.endsWith('"data":null}'),
    misasked: !text.includes('"data"'),
    synchronous: isSynchronous,
    asynchronous: !isSynchronous,
    busy: calls.length > 20,
  };
  for (const [trait, isSo] of Object.entries(traits)) if (isSo) tally[trait] = (tally[trait] ?? 0) + 1;
}
