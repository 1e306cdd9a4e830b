import { beforeAll, describe, expect, it } from 'vitest';
import { createPreparer, type Prepared, type Preparer } from '../../schema/kernel/prepare.ts';
import { fixtureSchema } from '../server/app-fixture.ts';

let preparer: Preparer;
beforeAll(async () => {
  preparer = createPreparer(await fixtureSchema());
});

function prepared(document: string): Prepared {
  const preparation = preparer.prepare(document);
  if ('errors' in preparation) throw new Error(preparation.errors.join('; '));
  return preparation.prepared;
}
const priceOf = (document: string, variables: Record<string, unknown> = {}) =>
  prepared(document).price(variables);

const oslo = 'current(city: "Oslo") { name }';
const inFixture = (selection: string) => `{ fixture { ${selection} } }`;

describe('the price of a document', () => {
  it.each<[string, string, number]>([
    ['nothing but its own type', '{ __typename }', 0],
    ['introspection', '{ __schema { types { name } } }', 0],
    ['a namespace alone', '{ weather { __typename } }', 0],
    ['one lookup', `{ weather { ${oslo} } }`, 1],
    [
      'three, in two groups',
      `{ weather { ${oslo} b: ${oslo} } coderepo { user(username: "a") { name } } }`,
      3,
    ],
    ['a lookup that costs more', inFixture('dear(name: "a") { number }'), 3],
    ['one that costs what is asked for', inFixture('several(names: ["a", "b", "c", "d"]) { name }'), 4],
    ['one that is asked for nothing', inFixture('several(names: []) { name }'), 1],
    ['the same field twice, as it is written', `{ weather { ${oslo} ${oslo} } }`, 2],
    [
      'aliases of one lookup',
      `{ weather { ${Array.from({ length: 7 }, (_, i) => `a${i}: ${oslo}`).join(' ')} } }`,
      7,
    ],
    ['one that is skipped all the same', `{ weather { current(city: "Oslo") @skip(if: true) { name } } }`, 1],
    [
      'a fragment, as often as it is spread',
      `{ weather { ...F } b: weather { ...F } } fragment F on Weather { ${oslo} }`,
      2,
    ],
    [
      'an inline fragment',
      `{ weather { ... on Weather { ${oslo} } ... { b: ${oslo} } ... @include(if: true) { c: ${oslo} } } }`,
      3,
    ],
    [
      'fragments in fragments',
      `{ ...Q } fragment Q on Query { weather { ...F } } fragment F on Weather { ${oslo} ...G } fragment G on Weather { b: ${oslo} }`,
      2,
    ],
  ])('of %s', (_, document, price) => {
    expect(priceOf(document)).toBe(price);
  });
});

describe('the price of lookups below a list', () => {
  it.each<[string, string, number]>([
    ['its bound', 'things(limit: 20) { greeting { values } }', 1 + 20],
    ['its bound when none is given', 'things { greeting { values } }', 1 + 5],
    ['its bound when that is given as null', 'things(limit: null) { greeting { values } }', 1 + 5],
    ['nothing more for plain fields', 'things(limit: 1000) { name same { name } }', 1],
    ['once per request where its source batches', 'things(limit: 20) { number { number } }', 1 + 2],
    ['rounded up', 'things(limit: 21) { number { number } }', 1 + 3],
    [
      'both kinds beside each other',
      'things(limit: 20) { number { number } greeting { values } }',
      1 + 2 + 20,
    ],
    ['through an object on the way', 'things(limit: 20) { same { greeting { values } } }', 1 + 20],
    ['lists in lists', 'things(limit: 20) { things(limit: 10) { greeting { values } } }', 1 + 20 + 200],
    ['batched lists in lists', 'things(limit: 20) { things(limit: 10) { number { number } } }', 1 + 20 + 20],
    ['a list that no lookup bounds', 'things(limit: 2) { twice { greeting { values } } }', 1 + 2 * 25],
    [
      'aliases, each by its own bound',
      'a: things(limit: 2) { greeting { values } } b: things(limit: 3) { greeting { values } }',
      7,
    ],
    [
      'fragments on the way',
      'things(limit: 20) { ... { ... on FixtureThing { greeting { values } } } }',
      1 + 20,
    ],
  ])('is %s', (_, selection, price) => {
    expect(priceOf(inFixture(selection))).toBe(price);
  });

  const bounded = 'query ($limit: Int) { fixture { things(limit: $limit) { greeting { values } } } }';
  const withDefault = bounded.replace('Int', 'Int = 7');
  it.each<[string, string, Record<string, unknown>, number]>([
    ['a variable', bounded, { limit: 30 }, 31],
    ['a variable that is not sent', bounded, {}, 6],
    ['a variable that is null', bounded, { limit: null }, 6],
    ['a default', withDefault, {}, 8],
    ['a variable before its default', withDefault, { limit: 30 }, 31],
    ['null in spite of a default', withDefault, { limit: null }, 6],
    ['a bound that the lookup will refuse', bounded, { limit: 5_000 }, 5_001],
  ])('follows %s', (_, document, variables, price) => {
    expect(priceOf(document, variables)).toBe(price);
  });

  it.each([0, -5, 2 ** 31, 'many', 1.5, [], {}])(
    'is never less than nothing, nor a failure, for a bound of %j',
    (limit) => {
      expect(priceOf(bounded, { limit })).toBeGreaterThanOrEqual(2);
    },
  );

  it('is what a real list can cause', () => {
    const repos = '{ coderepo { repos(username: "a") { commits { sha } } } }';
    expect(priceOf(repos)).toBe(1001);
  });
});

describe('the lookups of a document', () => {
  it('are each told once', () => {
    const { lookups } = prepared(`{ weather { ${oslo} b: ${oslo} forecast(city: "Oslo") { cnt } } }`);
    expect([...lookups].map(({ summary }) => summary)).toEqual([
      'The weather in a city now.',
      'The weather in a city for up to five days, at intervals of three hours.',
    ]);
  });

  it('are found behind edges to other domains', () => {
    const { lookups } = prepared('{ coderepo { user(username: "a") { weather { name } } } }');
    expect([...lookups].map(({ permission }) => permission)).toEqual(['coderepo', 'weather']);
  });
});
