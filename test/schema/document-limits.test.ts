import { getIntrospectionQuery } from 'graphql';
import { beforeAll, describe, expect, it } from 'vitest';
import { createPreparer, type Preparer } from '../../schema/kernel/prepare.ts';
import { fixtureSchema } from '../server/app-fixture.ts';

let preparer: Preparer;
beforeAll(async () => {
  preparer = createPreparer(await fixtureSchema());
  preparer.prepare('{ weather { current(city: "Oslo") { name } } }');
});

/**
 * What became of a document: `fits`, or the first error. Whatever doubles or nests without end would take minutes; the
 * bound leaves room for a machine that is busy.
 */
function judged(document: string, withinMs = 5_000): { readonly told: string; readonly errors: number } {
  const startedAt = performance.now();
  const preparation = preparer.prepare(document);
  expect(performance.now() - startedAt).toBeLessThan(withinMs);
  if (!('errors' in preparation)) return { told: 'fits', errors: 0 };
  expect(preparation.errors.every(({ message }) => message.length < document.length * 2 + 200)).toBe(true);
  return { told: preparation.errors[0]!.message, errors: preparation.errors.length };
}
const told = (document: string) => judged(document).told;

const times = (count: number, make: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => make(index)).join(' ');
const tooManyTokens = 'Syntax Error: Document contains more that 6000 tokens. Parsing aborted.';
const tooDeep = 'The document is deeper than 15 fields.';
const tooManyLookups = 'The document asks for more than 250 lookups.';

/** `levels` fields below each other, the last one a leaf. */
const nested = (levels: number) => {
  const inner = levels - 3;
  return `{ fixture { things(limit: 1) { ${'same { '.repeat(inner)}name ${'} '.repeat(inner)}} } }`;
};

describe('depth', () => {
  it.each([
    ['fifteen fields', nested(15), 'fits'],
    ['sixteen', nested(16), tooDeep],
    ['a hundred', nested(100), tooDeep],
    [
      'sixteen by way of fragments',
      `{ fixture { things(limit: 1) { ...A } } } fragment A on FixtureThing { ${'same { '.repeat(6)}...B ${'} '.repeat(6)}}
       fragment B on FixtureThing { ${'same { '.repeat(7)}name ${'} '.repeat(7)}}`,
      tooDeep,
    ],
    [
      'fifteen by way of fragments',
      `{ fixture { things(limit: 1) { ...A } } } fragment A on FixtureThing { ${'same { '.repeat(6)}...B ${'} '.repeat(6)}}
       fragment B on FixtureThing { ${'same { '.repeat(6)}name ${'} '.repeat(6)}}`,
      'fits',
    ],
    [
      'a deep fragment that is met first where it is shallow',
      `{ fixture { things(limit: 1) { ...B same { same { same { same { same { same { ...B } } } } } } } } }
       fragment B on FixtureThing { ${'same { '.repeat(7)}name ${'} '.repeat(7)}}`,
      tooDeep,
    ],
    [
      'sixteen by way of inline fragments',
      `{ fixture { things(limit: 1) { ${'... { same { '.repeat(13)}name ${'} } '.repeat(13)}} } }`,
      tooDeep,
    ],
    ['another operation of the document', `query A { __typename } query B ${nested(16)}`, tooDeep],
  ])('%s', (_, document, expected) => {
    expect(told(document)).toBe(expected);
  });

  it.each([
    ['itself', 'fragment A on Weather { ...A }', 'Cannot spread fragment "A" within itself.'],
    [
      'itself by way of another',
      'fragment A on Weather { ...B } fragment B on Weather { ...A }',
      'Cannot spread fragment "A" within itself via "B".',
    ],
    [
      'itself further in',
      'fragment A on Weather { current(city: "a") { ...C } } fragment C on WeatherCurrent { main { ...D } } fragment D on WeatherMeasurements { ...D }',
      'Cannot spread fragment "D" within itself.',
    ],
  ])('of a fragment that holds %s is no riddle', (_, fragments, expected) => {
    expect(told(`{ weather { ...A } } ${fragments}`)).toBe(expected);
  });
});

describe('size', () => {
  it.each([
    [
      '20,000 aliases of __typename',
      `{ ${times(20_000, (index) => `a${index}: __typename`)} }`,
      tooManyTokens,
    ],
    [
      '30,000 levels',
      '{a'.repeat(30_000) + '}'.repeat(30_000),
      expect.stringMatching(/cannot be read|6000 tokens/),
    ],
    ['2,900 levels', `{ fixture${'{a'.repeat(2_900)}${'}'.repeat(2_901)}`, expect.any(String)],
    [
      'lists in lists',
      `{ weather { current(city: ${'['.repeat(2_980)}${']'.repeat(2_980)}) { name } } }`,
      expect.not.stringMatching(/^fits$/),
    ],
    [
      'objects in objects',
      `{ weather { current(city: ${'{a:'.repeat(1_480)}1${'}'.repeat(1_480)}) { name } } }`,
      expect.not.stringMatching(/^fits$/),
    ],
    [
      'lists of lists of a type',
      `query ($a: ${'['.repeat(2_980)}Int${']'.repeat(2_980)}) { __typename }`,
      expect.any(String),
    ],
    ['a string of 60 kB', `{ weather { current(city: "${'x'.repeat(60_000)}") { name } } }`, 'fits'],
    ['a comment of 60 kB', `{ __typename } # ${'x'.repeat(60_000)}`, 'fits'],
    [
      '60,000 line breaks',
      `{ __typename ${'\n'.repeat(60_000)} nope }`,
      expect.stringContaining('Cannot query field'),
    ],
  ])('%s', (_, document, expected) => {
    expect(told(document)).toEqual(expected);
  });
});

describe('lookups', () => {
  const lookups = (count: number) => times(count, (index) => `a${index}: current(city: "a") { name }`);
  it.each([
    ['250', `{ weather { ${lookups(250)} } }`, 'fits'],
    ['251', `{ weather { ${lookups(251)} } }`, tooManyLookups],
    [
      'a fragment of 10 spread 25 times',
      `{ ${times(25, (index) => `b${index}: weather { ...F }`)} } fragment F on Weather { ${lookups(10)} }`,
      'fits',
    ],
    [
      'a fragment of 10 spread 26 times',
      `{ ${times(26, (index) => `b${index}: weather { ...F }`)} } fragment F on Weather { ${lookups(10)} }`,
      tooManyLookups,
    ],
  ])('%s', (_, document, expected) => {
    expect(told(document)).toBe(expected);
  });
});

describe('fragments that double', () => {
  const doubling = (levels: number, last: string) =>
    `{ weather { ...F0 } } ${times(
      levels,
      (index) =>
        `fragment F${index} on Weather { ${index === levels - 1 ? last : `...F${index + 1} ...F${index + 1}`} }`,
    )}`;

  it.each([
    ['2^18 lookups', doubling(19, 'current(city: "a") { name }'), tooManyLookups],
    ['2^18 leaves', doubling(19, '__typename'), 'fits'],
    ['2^400 leaves', doubling(401, '__typename'), 'fits'],
    ['2^400 lookups', doubling(401, 'current(city: "a") { name }'), tooManyLookups],
  ])('to %s are judged at once', (_, document, expected) => {
    expect(told(document)).toBe(expected);
  });

  it('are judged at once when each spreads all that follow', () => {
    const all = times(70, (index) => {
      const others = times(69 - index, (step) => `...F${index + step + 1}`);
      return `fragment F${index} on FixtureThing { a${index}: name ${others} }`;
    });
    expect(judged(`{ fixture { things { ...F0 } } } ${all}`).errors).toBeLessThanOrEqual(21);
  });
});

describe('the same field many times', () => {
  it.each([
    ['a leaf', `{ weather { ${'__typename '.repeat(2_950)} } }`],
    ['a leaf of an object', `{ weather { current(city: "a") { ${'name '.repeat(2_900)} } } }`],
    ['an object', `{ weather { current(city: "a") { ${'main { temp } '.repeat(1_400)} } } }`],
    ['an argument', `{ weather { ${'current(city: "a") { name } '.repeat(240)} } }`],
    ['a namespace', `{ ${'weather { __typename } '.repeat(1_450)} }`],
  ])('%s is no work', (_, document) => {
    expect(judged(document).told).toMatch(/fits|aborted|Validation/);
  });
});

describe('directives', () => {
  const skipped = (count: number) =>
    `{ ${times(count, (index) => `a${index}: __typename @skip(if: true)`)} }`;
  it.each([
    ['60', skipped(60), 'fits'],
    ['61', skipped(61), 'The document has more than 60 directives.'],
    [
      '61 in a fragment',
      `{ ...F } fragment F on Query ${skipped(61)}`,
      'The document has more than 60 directives.',
    ],
  ])('%s', (_, document, expected) => {
    expect(told(document)).toBe(expected);
  });

  it('of which 3,000 are unknown are told of in twenty errors and one', () => {
    expect(judged(`{ __typename ${'@a '.repeat(2_900)} }`).errors).toBeLessThanOrEqual(21);
    expect(judged(`{ __typename ${'@skip(if: true) '.repeat(850)} }`).errors).toBeLessThanOrEqual(21);
    expect(told(`{ __typename ${'@a '.repeat(3_001)} }`)).toBe(tooManyTokens);
  });
});

describe('introspection', () => {
  it.each([
    ['the standard query', getIntrospectionQuery()],
    [
      'the standard query with all that can be asked',
      getIntrospectionQuery({
        descriptions: true,
        specifiedByUrl: true,
        directiveIsRepeatable: true,
        schemaDescription: true,
        inputValueDeprecation: true,
        oneOf: true,
      }),
    ],
  ])('passes: %s', (_, document) => {
    expect(told(document)).toBe('fits');
  });

  it('does not go round in circles', () => {
    const fields = (levels: number): string =>
      levels === 0 ? 'name' : `fields { type { ${fields(levels - 1)} } }`;
    expect(told(`{ __schema { types { ${fields(6)} } } }`)).toBe('Maximum introspection depth exceeded');
  });
});

describe('nonsense', () => {
  it.each([
    '\u0000',
    '{'.repeat(5_999),
    '"""',
    '{ a(b: """',
    '{ __typename }\u2028',
    '{ \u202e }',
    '\ud800',
    ')',
  ])('is told as a mistake of the document: %j', (document) => {
    expect(judged(document).told).toMatch(/^Syntax Error|^The document cannot be read/);
  });
});
