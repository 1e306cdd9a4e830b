import { beforeAll, describe, expect, it } from 'vitest';
import { documentLimits } from '../../schema/kernel/document-limits.ts';
import { createPreparer, type Preparer } from '../../schema/kernel/prepare.ts';
import { fixtureSchema } from '../server/app-fixture.ts';

let preparer: Preparer;
beforeAll(async () => {
  preparer = createPreparer(await fixtureSchema());
  preparer.prepare('{ weather { current(city: "Oslo") { name } } }');
});

/** The first error of a document, or `accepted`, and the number of errors. */
function check(document: string): { readonly outcome: string; readonly errors: number } {
  const preparation = preparer.prepare(document);
  if (!('errors' in preparation)) return { outcome: 'accepted', errors: 0 };
  expect(preparation.errors.every(({ message }) => message.length < document.length * 2 + 200)).toBe(true);
  return { outcome: preparation.errors[0]!.message, errors: preparation.errors.length };
}
const outcomeOf = (document: string) => check(document).outcome;

const times = (count: number, make: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => make(index)).join(' ');
const tooManyTokens = 'Syntax Error: Document contains more that 6000 tokens. Parsing aborted.';
const tooDeep = 'The document is deeper than 15 fields.';
const tooManyLookups = 'The document asks for more than 250 lookups.';
const tooManySameNames =
  'The document has more than 5000 pairs of fields with one response name at one place: select each field once.';
const tooManyFields =
  'The document selects more than 10000 fields, counted wherever their fragments are spread.';
const tooMany = (count: number, what: string) => `The document has more than ${count} ${what}.`;

/** A document of `levels` nested fields; the last one is a leaf. */
const nested = (levels: number) => {
  const inner = levels - 3;
  return `{ fixture { things(limit: 1) { ${'same { '.repeat(inner)}name ${'} '.repeat(inner)}} } }`;
};

describe('The depth limit of 15 fields', () => {
  it.each([
    ['accepts fifteen fields', nested(15), 'accepted'],
    ['rejects sixteen fields', nested(16), tooDeep],
    ['rejects a hundred fields', nested(100), tooDeep],
    [
      'rejects sixteen fields through fragments',
      `{ fixture { things(limit: 1) { ...A } } } fragment A on FixtureThing { ${'same { '.repeat(6)}...B ${'} '.repeat(6)}}
       fragment B on FixtureThing { ${'same { '.repeat(7)}name ${'} '.repeat(7)}}`,
      tooDeep,
    ],
    [
      'accepts fifteen fields through fragments',
      `{ fixture { things(limit: 1) { ...A } } } fragment A on FixtureThing { ${'same { '.repeat(6)}...B ${'} '.repeat(6)}}
       fragment B on FixtureThing { ${'same { '.repeat(6)}name ${'} '.repeat(6)}}`,
      'accepted',
    ],
    [
      'rejects a fragment whose second spread is too deep',
      `{ fixture { things(limit: 1) { ...B same { same { same { same { same { same { ...B } } } } } } } } }
       fragment B on FixtureThing { ${'same { '.repeat(7)}name ${'} '.repeat(7)}}`,
      tooDeep,
    ],
    [
      'rejects sixteen fields through inline fragments',
      `{ fixture { things(limit: 1) { ${'... { same { '.repeat(13)}name ${'} } '.repeat(13)}} } }`,
      tooDeep,
    ],
    ['applies to every operation of the document', `query A { __typename } query B ${nested(16)}`, tooDeep],
  ])('%s', (_, document, expected) => {
    expect(outcomeOf(document)).toBe(expected);
  });
});

describe('The token limit and the parser handle', () => {
  it.each([
    [
      '20,000 aliases of __typename',
      `{ ${times(20_000, (index) => `a${index}: __typename`)} }`,
      tooManyTokens,
    ],
    [
      '30,000 nested fields',
      '{a'.repeat(30_000) + '}'.repeat(30_000),
      expect.stringMatching(/cannot be read|6000 tokens/),
    ],
    ['2,900 nested fields', `{ fixture${'{a'.repeat(2_900)}${'}'.repeat(2_901)}`, expect.any(String)],
    [
      'nested list values',
      `{ weather { current(city: ${'['.repeat(2_980)}${']'.repeat(2_980)}) { name } } }`,
      expect.not.stringMatching(/^accepted$/),
    ],
    [
      'nested object values',
      `{ weather { current(city: ${'{a:'.repeat(1_480)}1${'}'.repeat(1_480)}) { name } } }`,
      expect.not.stringMatching(/^accepted$/),
    ],
    [
      'nested list types',
      `query ($a: ${'['.repeat(2_980)}Int${']'.repeat(2_980)}) { __typename }`,
      expect.any(String),
    ],
    ['a string of 60 kB', `{ weather { current(city: "${'x'.repeat(60_000)}") { name } } }`, 'accepted'],
    ['a comment of 60 kB', `{ __typename } # ${'x'.repeat(60_000)}`, 'accepted'],
    [
      '2,900 line breaks',
      `{ __typename ${'\n'.repeat(2_900)} nope }`,
      expect.stringContaining('Cannot query field'),
    ],
  ])('%s', (_, document, expected) => {
    expect(outcomeOf(document)).toEqual(expected);
  });
});

describe('The limit of 250 lookups', () => {
  const lookups = (count: number) => times(count, (index) => `a${index}: current(city: "a") { name }`);
  it.each([
    ['accepts 250', `{ weather { ${lookups(250)} } }`, 'accepted'],
    ['rejects 251', `{ weather { ${lookups(251)} } }`, tooManyLookups],
    [
      'accepts a fragment of 10 that is spread 25 times',
      `{ ${times(25, (index) => `b${index}: weather { ...F }`)} } fragment F on Weather { ${lookups(10)} }`,
      'accepted',
    ],
    [
      'rejects a fragment of 10 that is spread 26 times',
      `{ ${times(26, (index) => `b${index}: weather { ...F }`)} } fragment F on Weather { ${lookups(10)} }`,
      tooManyLookups,
    ],
  ])('%s', (_, document, expected) => {
    expect(outcomeOf(document)).toBe(expected);
  });
});

describe('Fragments that spread others twice', () => {
  const doubling = (levels: number, last: string) =>
    `{ weather { ...F0 } } ${times(
      levels,
      (index) =>
        `fragment F${index} on Weather { ${index === levels - 1 ? last : `...F${index + 1} ...F${index + 1}`} }`,
    )}`;

  it.each([
    ['2^18 lookups', doubling(19, 'current(city: "a") { name }'), tooManyLookups],
    ['2^18 leaves', doubling(19, '__typename'), 'accepted'],
    ['2^59 leaves', doubling(60, '__typename'), 'accepted'],
    ['2^59 lookups', doubling(60, 'current(city: "a") { name }'), tooManyLookups],
    ['2^400 leaves', doubling(401, '__typename'), tooMany(60, 'fragments')],
  ])('with %s are checked without visiting each of them', (_, document, expected) => {
    expect(outcomeOf(document)).toBe(expected);
  });

  it('are checked when each spreads all that follow it', () => {
    const all = times(70, (index) => {
      const others = times(69 - index, (step) => `...F${index + step + 1}`);
      return `fragment F${index} on FixtureThing { a${index}: name ${others} }`;
    });
    expect(check(`{ fixture { things { ...F0 } } } ${all}`).errors).toBeLessThanOrEqual(
      documentLimits.errors + 1,
    );
  });
});

const inWeather = (selections: string) => `{ weather { ${selections} } }`;
const inThings = (selections: string) => `{ fixture { things(limit: 1) { ${selections} } } }`;

/** Shapes whose validation by graphql-js takes time that grows faster than the document. */
describe('Validation stays linear for', () => {
  const fragments = (count: number, make: (index: number) => string) =>
    times(count, (index) => `fragment F${index} on Weather { ${make(index)} }`);

  it.each<[string, string, string]>([
    ['100 fields of one name', inWeather('__typename '.repeat(100)), 'accepted'],
    ['101 fields of one name', inWeather('__typename '.repeat(102)), tooManySameNames],
    ['objects of one name', `{ ${'weather { __typename } '.repeat(1_400)} }`, tooManySameNames],
    [
      'nested objects of one name',
      inThings(`${'same { '.repeat(10)}name ${'} '.repeat(10)}`.repeat(30)),
      'accepted',
    ],
    [
      'more nested objects of one name',
      inThings(`${'same { '.repeat(10)}name ${'} '.repeat(10)}`.repeat(50)),
      tooManySameNames,
    ],
    [
      'one name for different arguments',
      inWeather(times(240, (index) => `a: current(city: "${index}") { name }`)),
      tooManySameNames,
    ],
    ['one name for different fields', inThings('a: name a: same { name } '.repeat(400)), tooManySameNames],
    ['one name in inline fragments', inWeather('... { __typename } '.repeat(1_400)), tooManySameNames],
    [
      'one name in fragments',
      `{ weather { ${times(60, (index) => `...F${index}`)} } } ${fragments(60, () => '__typename __typename')}`,
      tooManySameNames,
    ],
    [
      'one name in fragments that nothing spreads',
      `{ __typename } ${fragments(1, () => '__typename '.repeat(200))}`,
      tooManySameNames,
    ],
    [
      'one name in an operation that is not asked',
      `query A { __typename } query B { ${'__typename '.repeat(200)} }`,
      tooManySameNames,
    ],
    ['names of introspection', `{ __schema { ${'types { name } '.repeat(1_000)} } }`, tooManySameNames],
    [
      'fragments that spread others under aliases',
      `{ fixture { things(limit: 1) { ...F0 } } } ${times(12, (index) => `fragment F${index} on FixtureThing { ${index === 11 ? 'name' : times(4, (alias) => `a${alias}: same { ...F${index + 1} }`)} }`)}`,
      tooManyFields,
    ],
    [
      'fragments of introspection that spread others under aliases',
      `{ __schema { types { ...F0 } } } ${times(12, (index) => `fragment F${index} on __Type { ${index === 11 ? 'name' : times(4, (alias) => `a${alias}: ofType { ...F${index + 1} }`)} }`)}`,
      tooManyFields,
    ],
    [
      'a fragment that is spread by many operations',
      `${times(10, (index) => `query Q${index} { ...F }`)} fragment F on Query { ${times(1_100, (index) => `a${index}: __typename`)} }`,
      tooManyFields,
    ],
    [
      '60 fragments',
      `{ weather { ...F0 } } ${fragments(60, (index) => (index === 59 ? '__typename' : `...F${index + 1}`))}`,
      'accepted',
    ],
    [
      '61 fragments',
      `{ weather { ...F0 } } ${fragments(61, (index) => (index === 60 ? '__typename' : `...F${index + 1}`))}`,
      tooMany(60, 'fragments'),
    ],
    [
      'fragments of one name',
      `{ __typename } ${'fragment F on Weather { __typename } '.repeat(600)}`,
      tooMany(60, 'fragments'),
    ],
    [
      '500 spreads',
      `{ ${times(500, (index) => `a${index}: weather { ...F }`)} } fragment F on Weather { __typename }`,
      'accepted',
    ],
    ['501 spreads', inWeather('...F '.repeat(501)), tooMany(500, 'fragment spreads')],
    [
      'a cycle of 60 fragments',
      `{ weather { ...F0 } } ${fragments(60, (index) => `...F${(index + 1) % 60}`)}`,
      expect.stringMatching(/^Cannot spread fragment "F0" within itself/) as never,
    ],
    [
      '10 operations',
      times(10, (index) => `query Q${index} { __typename }`),
      'The document holds several operations: operationName must say which to run.',
    ],
    ['11 operations', times(11, (index) => `query Q${index} { __typename }`), tooMany(10, 'operations')],
    ['operations of one name', 'query Q { __typename } '.repeat(1_000), tooMany(10, 'operations')],
    [
      '15 nested inline fragments',
      inWeather(`${'... { '.repeat(15)}__typename${' }'.repeat(15)}`),
      'accepted',
    ],
    [
      '16 nested inline fragments',
      inWeather(`${'... { '.repeat(16)}__typename${' }'.repeat(16)}`),
      'The document nests more than 15 inline fragments.',
    ],
    [
      '20 nested fields of introspection',
      `{ __schema { types { ${'ofType { '.repeat(17)}name${' }'.repeat(17)} } } }`,
      'accepted',
    ],
    [
      '21 nested fields of introspection',
      `{ __schema { types { ${'ofType { '.repeat(18)}name${' }'.repeat(18)} } } }`,
      'The document is deeper than 20 fields.',
    ],
    ['3,000 lines', `{${'\n'.repeat(3_000)}__typename }`, 'accepted'],
    ['3,001 lines', `{${'\n'.repeat(3_001)}__typename }`, tooMany(3_000, 'lines')],
    [
      '3,001 lines that end with a carriage return',
      `{${'\r'.repeat(3_001)}__typename }`,
      tooMany(3_000, 'lines'),
    ],
    [
      'a block string of 60,000 lines',
      inWeather(`current(city: """${'\n'.repeat(60_000)}""") { name }`),
      tooMany(3_000, 'lines'),
    ],
    [
      '1,400 variables',
      `query (${times(1_400, (index) => `$a${index}: Int`)}) { __typename }`,
      'Variable "$a0" is never used.',
    ],
    [
      '1,400 variables of one name',
      `query (${'$a: Int '.repeat(1_400)}) { __typename }`,
      'There can be only one variable named "$a".',
    ],
    [
      '1,900 arguments of one name',
      inWeather(`current(${'city: "a" '.repeat(1_900)}) { name }`),
      'There can be only one argument named "city".',
    ],
    [
      'unknown types',
      inWeather(times(500, (index) => `... on Whether${index} { a${index} }`)),
      expect.stringMatching(/^Unknown type/) as never,
    ],
    [
      'unknown fields',
      inWeather(times(5_000, (index) => `curent${index}`)),
      expect.stringMatching(/^Cannot query field/) as never,
    ],
    [
      'an unknown field of 60,000 letters',
      inWeather('n'.repeat(60_000)),
      expect.stringMatching(/^Cannot query field/) as never,
    ],
    [
      'unknown arguments',
      inWeather(`current(${times(1_900, (index) => `cty${index}: 1`)}) { name }`),
      expect.stringMatching(/^Unknown argument/) as never,
    ],
    [
      'a list of 5,000 values',
      inWeather(`current(city: [${'"a" '.repeat(5_000)}]) { name }`),
      expect.stringMatching(/^String cannot represent/) as never,
    ],
    [
      'an object of 1,900 values of one name',
      inWeather(`current(city: {${'a: 1 '.repeat(1_900)}}) { name }`),
      expect.stringMatching(/^String cannot represent/) as never,
    ],
    [
      'a number of 60,000 digits',
      inWeather(`current(city: ${'9'.repeat(60_000)}) { name }`),
      expect.stringMatching(/^String cannot represent/) as never,
    ],
  ])('%s', (_, document, expected) => {
    expect(check(document)).toEqual({
      outcome: expected,
      errors: expected === 'accepted' ? 0 : expect.any(Number),
    });
    expect(check(document).errors).toBeLessThanOrEqual(documentLimits.errors + 1);
  });
});

describe('The limit of 60 directives', () => {
  const skipped = (count: number) =>
    `{ ${times(count, (index) => `a${index}: __typename @skip(if: true)`)} }`;
  it.each([
    ['accepts 60', skipped(60), 'accepted'],
    ['rejects 61', skipped(61), 'The document has more than 60 directives.'],
    [
      'rejects 61 in a fragment',
      `{ ...F } fragment F on Query ${skipped(61)}`,
      'The document has more than 60 directives.',
    ],
  ])('%s', (_, document, expected) => {
    expect(outcomeOf(document)).toBe(expected);
  });

  it('bounds the number of errors of thousands of invalid directives', () => {
    expect(check(`{ __typename ${'@a '.repeat(2_900)} }`).errors).toBeLessThanOrEqual(
      documentLimits.errors + 1,
    );
    expect(check(`{ __typename ${'@skip(if: true) '.repeat(850)} }`).errors).toBeLessThanOrEqual(
      documentLimits.errors + 1,
    );
    expect(outcomeOf(`{ __typename ${'@a '.repeat(3_001)} }`)).toBe(tooManyTokens);
  });
});

describe('Text that is no GraphQL', () => {
  it.each([
    '\u0000',
    '{'.repeat(5_999),
    '"""',
    '{ a(b: """',
    '{ __typename }\u2028',
    '{ \u202e }',
    '\ud800',
    ')',
  ])('is an error of the document: %j', (document) => {
    expect(check(document).outcome).toMatch(/^Syntax Error|^The document cannot be read/);
  });
});
