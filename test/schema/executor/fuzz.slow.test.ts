import { setImmediate } from 'node:timers/promises';
import { type ExecutionResult, execute, getOperationAST, parse, validate } from 'graphql';
import { expect, it } from 'vitest';
import { createPlan } from '../../../schema/kernel/executor/plan.ts';
import { calls, faults, schema } from './example-documents.ts';
import { createRandom, seedOf } from './random.ts';
import { makeDocument } from './random-documents.ts';

const wanted = Number(process.env.ALMANAC_FUZZ_CASES ?? 8_000);
const seed = Number(process.env.ALMANAC_FUZZ_SEED ?? 1);

/** What the resolvers of the examples take: results of every type, failures and promises among them. */
const texts = [
  ...Object.keys(faults),
  ...['Dog', 'Cat', 'Rock', 'nothing', 'number', 'thrown', 'told', 'later', 'set', 'wrong', 'missing'],
  ...['now', 'slow 2', 'slow 5', 'fail 1'],
];

/** Everything that a caller sees of an execution, and the calls of resolvers. */
async function observe(run: () => ExecutionResult | Promise<ExecutionResult>) {
  calls.length = 0;
  const running = run();
  const isSynchronous: boolean = !(running instanceof Promise);
  const { errors, ...rest } = await running;
  const texts = errors?.map((error) => JSON.stringify(error));
  // The order of errors is that in which promises settle.
  const text = JSON.stringify({ errors: texts?.sort(), ...rest });
  // Fields that the result does not wait for must end before their calls are read.
  await setImmediate();
  return { isSynchronous, text, calls: [...calls] };
}

it(`A plan gives the results of graphql-js in ${wanted} random cases (ALMANAC_FUZZ_SEED=${seed})`, {
  timeout: 50 * wanted + 60_000,
}, async () => {
  // A fuzz test without failures or promises would prove little.
  const seen = { failed: 0, flawless: 0, rootNull: 0, invalid: 0, synchronous: 0, asynchronous: 0 };
  for (let cases = 0, number = 0; cases < wanted; number += 1) {
    const random = createRandom(seedOf(seed, String(number)));
    const made = makeDocument({ schema, random, depth: 4, textsFor: () => texts });
    const document = parse(made.text);
    // graphql-js leaves a rejection unhandled when an item of a non-null list fails while another is pending.
    const isRace = /\bitems\b/.test(made.text) && /\bpromised\b/.test(made.text);
    if (isRace || validate(schema, document).length > 0) continue;
    const plan = createPlan(schema, document, getOperationAST(document, made.operationName)!);
    // A plan keeps nothing of an execution.
    for (let round = 0; round < 4; round += 1, cases += 1) {
      const variables = made.variables(random);
      const request = { schema, document, variableValues: variables, operationName: made.operationName };
      const reference = await observe(() => execute(request));
      const actual = await observe(() => plan.execute(undefined, variables));
      // A list that takes more than 5 ms goes on in a later turn of the event loop: that of all types, on a busy machine.
      if (made.text.includes('__schema')) actual.isSynchronous = reference.isSynchronous;
      const found = { number, text: made.text, variables };
      expect({ ...found, ...actual }).toEqual({ ...found, ...reference });
      seen.failed += Number(reference.text.includes('\\"path\\"'));
      seen.flawless += Number(!reference.text.includes('"errors"'));
      seen.rootNull += Number(reference.text.endsWith('"data":null}'));
      seen.invalid += Number(!reference.text.includes('"data"'));
      seen[reference.isSynchronous ? 'synchronous' : 'asynchronous'] += 1;
    }
  }
  for (const [trait, count] of Object.entries(seen)) expect(count, trait).toBeGreaterThan(wanted / 100);
});
