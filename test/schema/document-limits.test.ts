import { getIntrospectionQuery, parse, validate } from 'graphql';
import { beforeAll, describe, expect, it } from 'vitest';
import { documentLimitRules } from '../../schema/kernel/document-limits.ts';
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

  it.each([
    ['spreads itself', 'fragment A on Weather { ...A }', 'Cannot spread fragment "A" within itself.'],
    [
      'spreads itself through another fragment',
      'fragment A on Weather { ...B } fragment B on Weather { ...A }',
      'Cannot spread fragment "A" within itself via "B".',
    ],
    [
      'spreads itself in a nested field',
      'fragment A on Weather { current(city: "a") { ...C } } fragment C on WeatherCurrent { main { ...D } } fragment D on WeatherMeasurements { ...D }',
      'Cannot spread fragment "D" within itself.',
    ],
  ])('leaves a fragment that %s to the rule about cycles', (_, fragments, expected) => {
    expect(outcomeOf(`{ weather { ...A } } ${fragments}`)).toBe(expected);
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
      '60,000 line breaks',
      `{ __typename ${'\n'.repeat(60_000)} nope }`,
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
    ['2^400 leaves', doubling(401, '__typename'), 'accepted'],
    ['2^400 lookups', doubling(401, 'current(city: "a") { name }'), tooManyLookups],
  ])('with %s are checked without visiting each of them', (_, document, expected) => {
    expect(outcomeOf(document)).toBe(expected);
  });

  it('are checked when each spreads all that follow it', () => {
    const all = times(70, (index) => {
      const others = times(69 - index, (step) => `...F${index + step + 1}`);
      return `fragment F${index} on FixtureThing { a${index}: name ${others} }`;
    });
    expect(check(`{ fixture { things { ...F0 } } } ${all}`).errors).toBeLessThanOrEqual(21);
  });
});

describe('A field that is selected many times', () => {
  it.each([
    ['as a leaf of a namespace', `{ weather { ${'__typename '.repeat(2_950)} } }`],
    ['as a leaf of an object', `{ weather { current(city: "a") { ${'name '.repeat(2_900)} } } }`],
    ['as an object', `{ weather { current(city: "a") { ${'main { temp } '.repeat(1_400)} } } }`],
    ['with an argument', `{ weather { ${'current(city: "a") { name } '.repeat(240)} } }`],
    ['as a namespace', `{ ${'weather { __typename } '.repeat(1_450)} }`],
  ])('%s is checked or refused', (_, document) => {
    expect(check(document).outcome).toMatch(/accepted|aborted|Validation/);
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
    expect(check(`{ __typename ${'@a '.repeat(2_900)} }`).errors).toBeLessThanOrEqual(21);
    expect(check(`{ __typename ${'@skip(if: true) '.repeat(850)} }`).errors).toBeLessThanOrEqual(21);
    expect(outcomeOf(`{ __typename ${'@a '.repeat(3_001)} }`)).toBe(tooManyTokens);
  });
});

describe('Introspection', () => {
  it.each([
    ['by the standard query', getIntrospectionQuery()],
    [
      'by the standard query with all options',
      getIntrospectionQuery({
        descriptions: true,
        specifiedByUrl: true,
        directiveIsRepeatable: true,
        schemaDescription: true,
        inputValueDeprecation: true,
        oneOf: true,
      }),
    ],
  ])('%s is accepted', (_, document) => {
    expect(outcomeOf(document)).toBe('accepted');
  });

  it('that nests lists of fields is rejected', () => {
    const fields = (levels: number): string =>
      levels === 0 ? 'name' : `fields { type { ${fields(levels - 1)} } }`;
    expect(outcomeOf(`{ __schema { types { ${fields(6)} } } }`)).toBe('Maximum introspection depth exceeded');
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

it('documentLimitRules reports depth and directives to any caller of validate', () => {
  const directives = Array.from({ length: 61 }, (_, index) => `a${index}: __typename @skip(if: true)`);
  const document = parse(`query A ${nested(16)} query B { ${directives.join(' ')} }`);
  const errors = validate(preparer.schema, document, documentLimitRules);
  expect(errors.map(({ message }) => message)).toEqual([
    tooDeep,
    'The document has more than 60 directives.',
  ]);
});
