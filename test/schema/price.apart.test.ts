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

describe('The price of a document', () => {
  it.each<[string, string, number]>([
    ['that selects __typename alone', '{ __typename }', 0],
    ['for introspection', '{ __schema { types { name } } }', 0],
    ['that selects no lookup of a namespace', '{ weather { __typename } }', 0],
    ['with one lookup', `{ weather { ${oslo} } }`, 1],
    ['with two groups', `{ weather { ${oslo} b: ${oslo} } coderepo { user(username: "a") { name } } }`, 3],
    ['with a lookup of a higher price', inFixture('dear(name: "a") { number }'), 3],
    ['with a price by its arguments', inFixture('several(names: ["a", "b", "c", "d"]) { name }'), 4],
    ['with a lookup whose arguments give the price 0', inFixture('several(names: []) { name }'), 1],
    ['that selects one field twice', `{ weather { ${oslo} ${oslo} } }`, 1],
    ['with aliases', `{ weather { ${Array.from({ length: 7 }, (_, i) => `a${i}: ${oslo}`).join(' ')} } }`, 7],
    ['with a lookup that is skipped', `{ weather { current(city: "Oslo") @skip(if: true) { name } } }`, 0],
    ['with a fragment not included', `{ weather { ... @include(if: false) { ${oslo} } b: ${oslo} } }`, 1],
    [
      'with a variable that skips, whose default decides',
      `query ($s: Boolean! = true) { weather { ...F @skip(if: $s) } } fragment F on Weather { ${oslo} }`,
      0,
    ],
    [
      'with a list of accounts, each of which is of one type',
      `{ coderepo { user(username: "octocat") { accounts {
        ... on MicroblogAccountLink { user { posts { text } } }
        ... on PhotosocialAccountLink { user { username posts { url } } }
        ... on MusicAccountLink { artist { name } } } } } }`,
      1 + 8 * 2,
    ],
    [
      'with accounts of types that batch, each of which is of one type',
      `{ coderepo { user(username: "octocat") { accounts(first: 3) {
        ... on LivestreamAccountLink { user { login } } ... on MusicAccountLink { artist { name } } } } } }`,
      1 + 3,
    ],
    [
      'with a field of two fragments, which is one in the result',
      `{ ...A ...B } fragment A on Query { weather { ${oslo} } } fragment B on Query { weather { ${oslo} b: ${oslo} } }`,
      2,
    ],
    [
      'with a field of an object type and of its interface, which is one in the result',
      `{ coderepo { user(username: "a") { ...P person(perSite: 1) { contradictions } } } }
        fragment P on Profile { person(perSite: 1) { contradictions } }`,
      1 + 9,
    ],
    [
      'with a fragment that holds fields of other types',
      `{ coderepo { user(username: "a") { ...P } } }
        fragment P on Profile { ... on LivestreamUser { person { contradictions } } ... on CoderepoUser { login } }`,
      1,
    ],
    [
      'with an interface within one of the types of a union',
      `{ search(text: "a", in: [MICROBLOG, LIVESTREAM], first: 2) { object { ... on MicroblogUser {
        ... on Profile { person(perSite: 1) { contradictions } } } } } }`,
      2 + 2 * 9,
    ],
    [
      'with an interface that some of the hits have',
      `{ search(text: "a", in: [MICROBLOG, LIVESTREAM], first: 2) { object {
        ... on Profile { person(perSite: 1) { contradictions } } } } }`,
      2 + 2 * 9,
    ],
    [
      'with an interface that the object of an address lacks',
      `{ lookup(url: "https://www.youtube.com/watch?v=dQw4w9WgXcQ") {
        ... on Profile { person { contradictions } } ... on Work { name } } }`,
      1,
    ],
    [
      'with objects of links, each of which is of one type',
      `{ videosite { video(id: "a") { links(first: 2) { object(in: [MUSIC, VIDEOSITE]) {
        ... on MusicArtist { news(first: 1) { words } } ... on VideositeChannel { videos: news { words } } } } } } }`,
      1 + 2 + 2,
    ],
    [
      'with an interface of objects of links',
      `{ videosite { video(id: "a") { links(first: 2) { object(in: [MUSIC, VIDEOSITE]) {
        ... on Profile { person(perSite: 1) { contradictions } } } } } } }`,
      1 + 2 + 2 * 9,
    ],
    [
      'with a field of a fragment that is left out, and of another',
      `{ weather { ...F @skip(if: true) ...G } } fragment F on Weather { ${oslo} } fragment G on Weather { ${oslo} }`,
      1,
    ],
    ['of a fragment twice', `{ weather { ...F } b: weather { ...F } } fragment F on Weather { ${oslo} }`, 2],
    [
      'with inline fragments',
      `{ weather { ... on Weather { ${oslo} } ... { b: ${oslo} } ... @include(if: true) { c: ${oslo} } } }`,
      3,
    ],
    [
      'with nested fragments',
      `{ ...Q } fragment Q on Query { weather { ...F } } fragment F on Weather { ${oslo} ...G } fragment G on Weather { b: ${oslo} }`,
      2,
    ],
  ])('%s is its sum over lookups', (_, document, price) => {
    expect(priceOf(document)).toBe(price);
  });
});

describe('The price of lookups below a list', () => {
  it.each<[string, string, number]>([
    ['counts maxItems', 'things(limit: 20) { greeting { values } }', 1 + 20],
    ['counts maxItems of the default', 'things { greeting { values } }', 1 + 5],
    ['counts maxItems of the default for null', 'things(limit: null) { greeting { values } }', 1 + 5],
    ['is 0 for fields that are no lookups', 'things(limit: 1000) { name same { name } }', 1],
    ['counts upstream requests where the source batches', 'things(limit: 20) { number { number } }', 1 + 2],
    ['rounds upstream requests up', 'things(limit: 21) { number { number } }', 1 + 3],
    ['adds batches and others', 'things(limit: 20) { number { number } greeting { values } }', 1 + 2 + 20],
    ['passes through objects', 'things(limit: 20) { same { greeting { values } } }', 1 + 20],
    ['multiplies lists', 'things(limit: 20) { things(limit: 10) { greeting { values } } }', 1 + 20 + 200],
    [
      'multiplies nested lists before it divides by the batch size',
      'things(limit: 20) { things(limit: 10) { number { number } } }',
      1 + 20 + 20,
    ],
    ['assumes 25 items without maxItems', 'things(limit: 2) { twice { greeting { values } } }', 1 + 2 * 25],
    [
      'uses maxItems of each alias',
      'a: things(limit: 2) { greeting { values } } b: things(limit: 3) { greeting { values } }',
      7,
    ],
    [
      'counts a field of two selections of the list once',
      'things(limit: 20) { greeting { values } } things(limit: 20) { greeting { values } number { number } }',
      1 + 20 + 2,
    ],
    ['sees fragments', 'things(limit: 20) { ... { ... on FixtureThing { greeting { values } } } }', 1 + 20],
  ])('%s', (_, selection, price) => {
    expect(priceOf(inFixture(selection))).toBe(price);
  });

  const limited = 'query ($limit: Int) { fixture { things(limit: $limit) { greeting { values } } } }';
  const withDefault = limited.replace('Int', 'Int = 7');
  it.each<[string, string, Record<string, unknown>, number]>([
    ['a variable', limited, { limit: 30 }, 31],
    ['a variable that is not sent', limited, {}, 6],
    ['a variable that is null', limited, { limit: null }, 6],
    ['a default', withDefault, {}, 8],
    ['a variable before its default', withDefault, { limit: 30 }, 31],
    ['null in spite of a default', withDefault, { limit: null }, 6],
    ['a value that the lookup will refuse', limited, { limit: 5_000 }, 5_001],
  ])('follows %s', (_, document, variables, price) => {
    expect(priceOf(document, variables)).toBe(price);
  });

  it.each([0, -5, 2 ** 31, 'many', 1.5, [], {}])('is positive for the limit %j', (limit) => {
    expect(priceOf(limited, { limit })).toBeGreaterThanOrEqual(2);
  });

  it('uses maxItems of the lookups of the schema', () => {
    const repos = '{ coderepo { repos(username: "a", first: 1000) { commits { sha } } } }';
    expect(priceOf(repos)).toBe(1001);
  });
});

describe('The price of fields below lists', () => {
  const aliases = (count: number) => Array.from({ length: count }, (_, index) => `a${index}: name`).join(' ');
  const things = (selections: string) => inFixture(`things(limit: 1) { ${selections} }`);
  it.each<[string, string, number]>([
    ['is 0 up to 500 fields', things(aliases(500)), 1],
    ['is 1 for each further hundred that is begun', things(aliases(501)), 1 + 1],
    ['grows with their number', things(aliases(1_500)), 1 + 10],
    ['counts nested lists', things(`twice { ${aliases(1_500)} }`), 1 + 11],
    ['counts objects in lists', things(`same { ${aliases(700)} }`), 1 + 3],
    ['counts a response name once', things('name '.repeat(100)), 1],
    [
      'counts a fragment wherever it is spread',
      `${things('...F same { ...F }')} fragment F on FixtureThing { ${aliases(400)} }`,
      1 + 4,
    ],
    ['applies to introspection', `{ __schema { types { ${aliases(1_500)} } } }`, 10],
    ['does not apply outside lists', `{ __type(name: "Query") { ${aliases(1_500)} } }`, 0],
  ])('%s', (_, document, price) => {
    expect(priceOf(document)).toBe(price);
  });

  it('is no use of a group', () => {
    const document = prepared(things(aliases(1_500)));
    expect(document.priceByGroup({}).get('weather')).toBe(1);
  });
});

describe('The lookups of a document', () => {
  it('contain each lookup once', () => {
    const { lookups } = prepared(`{ weather { ${oslo} b: ${oslo} forecast(city: "Oslo") { cnt } } }`);
    expect([...lookups].map(({ summary }) => summary)).toEqual([
      'The weather in a city now.',
      'The weather in a city for up to five days, at intervals of three hours.',
    ]);
  });

  it('contain those of other groups', () => {
    const { lookups } = prepared('{ coderepo { user(username: "a") { weather { name } } } }');
    expect([...lookups].map(({ permission }) => permission)).toEqual(['coderepo', 'weather']);
  });
});
