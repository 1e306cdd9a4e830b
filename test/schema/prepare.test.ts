import type { GraphQLSchema } from 'graphql';
import { beforeAll, describe, expect, it } from 'vitest';
import { createPreparer, type Preparation, type Preparer } from '../../schema/kernel/prepare.ts';
import { fixtureSchema } from '../server/app-fixture.ts';

let schema: GraphQLSchema;
let preparer: Preparer;
beforeAll(async () => {
  schema = await fixtureSchema();
  preparer = createPreparer(schema);
});

const outcome = (preparation: Preparation) =>
  'errors' in preparation ? preparation.reason : (preparation.prepared.operation.name?.value ?? 'anonymous');

describe('which operation runs', () => {
  const two = 'query A { __typename } query B { __typename }';
  it.each<[string, string, string | null | undefined, string]>([
    ['the only one', 'query A { __typename }', undefined, 'A'],
    ['the only one, for a name that is null', 'query A { __typename }', null, 'A'],
    ['the one without a name', '{ __typename }', undefined, 'anonymous'],
    ['the one that is named', two, 'B', 'B'],
    ['none when it is not said which', two, undefined, 'operation'],
    ['none when the name is unknown', two, 'C', 'operation'],
    ['none when the name is empty', '{ __typename }', '', 'operation'],
    ['none when there is none', 'fragment F on Query { __typename }', undefined, 'validate'],
  ])('%s', (_, text, operationName, expected) => {
    expect(outcome(preparer.prepare(text, operationName))).toBe(expected);
  });
});

describe('what does not fit', () => {
  it.each([
    ['nothing', '', 'parse'],
    ['no GraphQL', '{', 'parse'],
    ['an unknown field', '{ nope }', 'validate'],
    ['an unknown argument', '{ weather { current(town: "Oslo") { name } } }', 'validate'],
    ['a required argument left out', '{ weather { current { name } } }', 'validate'],
    ['a value of another kind', '{ weather { current(city: 7) { name } } }', 'validate'],
    ['a mutation', 'mutation { __typename }', 'validate'],
    ['a mutation that holds lookups', 'mutation { weather { current(city: "Oslo") { name } } }', 'validate'],
    ['a subscription', 'subscription { __typename }', 'validate'],
    ['@defer', '{ ... @defer { __typename } }', 'validate'],
    ['an unknown fragment', '{ ...F }', 'validate'],
    ['definitions of types', 'type T { f: Int }', 'validate'],
  ])('%s', (_, text, reason) => {
    const preparation = preparer.prepare(text);
    expect(outcome(preparation)).toBe(reason);
    expect('errors' in preparation && preparation.errors[0]?.message).toBeTruthy();
  });
});

describe('what is kept of a document', () => {
  it('is found again by the same text', () => {
    const text = '{ weather { __typename } }';
    expect(preparer.prepare(text)).toBe(preparer.prepare(text));
    expect(preparer.prepare(text, null)).toBe(preparer.prepare(text));
  });

  it.each<[string, [string, string | null], [string, string | null]]>([
    [
      'another operation',
      ['query A { __typename } query B { __typename }', 'A'],
      ['query A { __typename } query B { __typename }', 'B'],
    ],
    ['an empty name', ['{ __typename }', ''], ['{ __typename }', null]],
    [
      'a name that looks like the first line of it',
      ['{ __typename }', '\n# a'],
      ['# a\n{ __typename }', null],
    ],
    [
      'a name that holds the first line of it',
      ['{ __typename }', 'A\nquery A'],
      ['query A\n{ __typename }', 'A'],
    ],
  ])('is never given for %s', (_, first, second) => {
    const fresh = () => outcome(createPreparer(schema).prepare(...second));
    const poisoned = createPreparer(schema);
    poisoned.prepare(...first);
    expect(outcome(poisoned.prepare(...second))).toBe(fresh());
  });

  it('is bounded, however many documents come', () => {
    const many = createPreparer(schema);
    const first = many.prepare('{ first: __typename }');
    for (let index = 0; index < 1000; index += 1) many.prepare(`{ a${index}: __typename }`);
    expect(many.prepare('{ first: __typename }')).not.toBe(first);
    const long = `{ __typename } # ${'x'.repeat(20_000)}`;
    expect(many.prepare(long)).not.toBe(many.prepare(long));
  });
});
