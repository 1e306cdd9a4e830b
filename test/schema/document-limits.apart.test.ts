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

/** Rows of a table: the name of each document, the document, and what is expected of all. */
const named = (expected: unknown, documents: Readonly<Record<string, string>>) =>
  Object.entries(documents).map(([name, document]) => [name, document, expected] as const);

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
    ...named('accepted', {
      'accepts fifteen fields': nested(15),
      'accepts fifteen fields through fragments': `{ fixture { things(limit: 1) { ...A } } } fragment A on FixtureThing { ${'same { '.repeat(6)}...B ${'} '.repeat(6)}}
       fragment B on FixtureThing { ${'same { '.repeat(6)}name ${'} '.repeat(6)}}`,
    }),
    ...named(tooDeep, {
      'rejects sixteen fields': nested(16),
      'rejects a hundred fields': nested(100),
      'rejects sixteen fields through fragments': `{ fixture { things(limit: 1) { ...A } } } fragment A on FixtureThing { ${'same { '.repeat(6)}...B ${'} '.repeat(6)}}
       fragment B on FixtureThing { ${'same { '.repeat(7)}name ${'} '.repeat(7)}}`,
      'rejects a fragment whose second spread is too deep': `{ fixture { things(limit: 1) { ...B same { same { same { same { same { same { ...B } } } } } } } } }
       fragment B on FixtureThing { ${'same { '.repeat(7)}name ${'} '.repeat(7)}}`,
      'rejects sixteen fields through inline fragments': `{ fixture { things(limit: 1) { ${'... { same { '.repeat(13)}name ${'} } '.repeat(13)}} } }`,
      'applies to every operation of the document': `query A { __typename } query B ${nested(16)}`,
    }),
  ])('%s', (_, document, expected) => {
    expect(outcomeOf(document)).toEqual(expected);
  });
});

describe('The token limit and the parser handle', () => {
  it.each([
    ...named(tooManyTokens, {
      '20,000 aliases of __typename': `{ ${times(20_000, (index) => `a${index}: __typename`)} }`,
    }),
    ...named(expect.stringMatching(/cannot be read|6000 tokens/), {
      '30,000 nested fields': '{a'.repeat(30_000) + '}'.repeat(30_000),
    }),
    ...named(expect.any(String), {
      '2,900 nested fields': `{ fixture${'{a'.repeat(2_900)}${'}'.repeat(2_901)}`,
      'nested list types': `query ($a: ${'['.repeat(2_980)}Int${']'.repeat(2_980)}) { __typename }`,
    }),
    ...named(expect.not.stringMatching(/^accepted$/), {
      'nested list values': `{ weather { current(city: ${'['.repeat(2_980)}${']'.repeat(2_980)}) { name } } }`,
      'nested object values': `{ weather { current(city: ${'{a:'.repeat(1_480)}1${'}'.repeat(1_480)}) { name } } }`,
    }),
    ...named('accepted', {
      'a string of 60 kB': `{ weather { current(city: "${'x'.repeat(60_000)}") { name } } }`,
      'a comment of 60 kB': `{ __typename } # ${'x'.repeat(60_000)}`,
    }),
    ...named(expect.stringContaining('Cannot query field'), {
      '2,900 line breaks': `{ __typename ${'\n'.repeat(2_900)} nope }`,
    }),
  ])('%s', (_, document, expected) => {
    expect(outcomeOf(document)).toEqual(expected);
  });
});

describe('The limit of 250 lookups', () => {
  const lookups = (count: number) => times(count, (index) => `a${index}: current(city: "a") { name }`);
  it.each([
    ...named('accepted', {
      'accepts 250': `{ weather { ${lookups(250)} } }`,
      'accepts a fragment of 10 that is spread 25 times': `{ ${times(25, (index) => `b${index}: weather { ...F }`)} } fragment F on Weather { ${lookups(10)} }`,
    }),
    ...named(tooManyLookups, {
      'rejects 251': `{ weather { ${lookups(251)} } }`,
      'rejects a fragment of 10 that is spread 26 times': `{ ${times(26, (index) => `b${index}: weather { ...F }`)} } fragment F on Weather { ${lookups(10)} }`,
    }),
  ])('%s', (_, document, expected) => {
    expect(outcomeOf(document)).toEqual(expected);
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
    expect(outcomeOf(document)).toEqual(expected);
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

  it.each([
    ...named('accepted', {
      '100 fields of one name': inWeather('__typename '.repeat(100)),
      'nested objects of one name': inThings(`${'same { '.repeat(10)}name ${'} '.repeat(10)}`.repeat(30)),
      '60 fragments': `{ weather { ...F0 } } ${fragments(60, (index) => (index === 59 ? '__typename' : `...F${index + 1}`))}`,
      '500 spreads': `{ ${times(500, (index) => `a${index}: weather { ...F }`)} } fragment F on Weather { __typename }`,
      '15 nested inline fragments': inWeather(`${'... { '.repeat(15)}__typename${' }'.repeat(15)}`),
      '20 nested fields of introspection': `{ __schema { types { ${'ofType { '.repeat(17)}name${' }'.repeat(17)} } } }`,
      '3,000 lines': `{${'\n'.repeat(3_000)}__typename }`,
    }),
    ...named(tooManySameNames, {
      '101 fields of one name': inWeather('__typename '.repeat(102)),
      'objects of one name': `{ ${'weather { __typename } '.repeat(1_400)} }`,
      'more nested objects of one name': inThings(
        `${'same { '.repeat(10)}name ${'} '.repeat(10)}`.repeat(50),
      ),
      'one name for different arguments': inWeather(
        times(240, (index) => `a: current(city: "${index}") { name }`),
      ),
      'one name for different fields': inThings('a: name a: same { name } '.repeat(400)),
      'one name in inline fragments': inWeather('... { __typename } '.repeat(1_400)),
      'one name in fragments': `{ weather { ${times(60, (index) => `...F${index}`)} } } ${fragments(60, () => '__typename __typename')}`,
      'one name in fragments that nothing spreads': `{ __typename } ${fragments(1, () => '__typename '.repeat(200))}`,
      'one name in an operation that is not asked': `query A { __typename } query B { ${'__typename '.repeat(200)} }`,
      'names of introspection': `{ __schema { ${'types { name } '.repeat(1_000)} } }`,
    }),
    ...named(tooManyFields, {
      'fragments that spread others under aliases': `{ fixture { things(limit: 1) { ...F0 } } } ${times(12, (index) => `fragment F${index} on FixtureThing { ${index === 11 ? 'name' : times(4, (alias) => `a${alias}: same { ...F${index + 1} }`)} }`)}`,
      'fragments of introspection that spread others under aliases': `{ __schema { types { ...F0 } } } ${times(12, (index) => `fragment F${index} on __Type { ${index === 11 ? 'name' : times(4, (alias) => `a${alias}: ofType { ...F${index + 1} }`)} }`)}`,
      'a fragment that is spread by many operations': `${times(10, (index) => `query Q${index} { ...F }`)} fragment F on Query { ${times(1_100, (index) => `a${index}: __typename`)} }`,
    }),
    ...named(tooMany(60, 'fragments'), {
      '61 fragments': `{ weather { ...F0 } } ${fragments(61, (index) => (index === 60 ? '__typename' : `...F${index + 1}`))}`,
      'fragments of one name': `{ __typename } ${'fragment F on Weather { __typename } '.repeat(600)}`,
    }),
    ...named(tooMany(500, 'fragment spreads'), { '501 spreads': inWeather('...F '.repeat(501)) }),
    ...named(expect.stringMatching(/^Cannot spread fragment "F0" within itself/), {
      'a cycle of 60 fragments': `{ weather { ...F0 } } ${fragments(60, (index) => `...F${(index + 1) % 60}`)}`,
    }),
    ...named(expect.stringMatching(/^The document holds several operations: .* one of Q0, Q1, .*, Q9\.$/), {
      '10 operations': times(10, (index) => `query Q${index} { __typename }`),
    }),
    ...named(tooMany(10, 'operations'), {
      '11 operations': times(11, (index) => `query Q${index} { __typename }`),
      'operations of one name': 'query Q { __typename } '.repeat(1_000),
    }),
    ...named('The document nests more than 15 inline fragments.', {
      '16 nested inline fragments': inWeather(`${'... { '.repeat(16)}__typename${' }'.repeat(16)}`),
    }),
    ...named('The document is deeper than 20 fields.', {
      '21 nested fields of introspection': `{ __schema { types { ${'ofType { '.repeat(18)}name${' }'.repeat(18)} } } }`,
    }),
    ...named(tooMany(3_000, 'lines'), {
      '3,001 lines': `{${'\n'.repeat(3_001)}__typename }`,
      '3,001 lines that end with a carriage return': `{${'\r'.repeat(3_001)}__typename }`,
      'a block string of 60,000 lines': inWeather(`current(city: """${'\n'.repeat(60_000)}""") { name }`),
    }),
    ...named('Variable "$a0" is never used.', {
      '1,400 variables': `query (${times(1_400, (index) => `$a${index}: Int`)}) { __typename }`,
    }),
    ...named('There can be only one variable named "$a".', {
      '1,400 variables of one name': `query (${'$a: Int '.repeat(1_400)}) { __typename }`,
    }),
    ...named('There can be only one argument named "city".', {
      '1,900 arguments of one name': inWeather(`current(${'city: "a" '.repeat(1_900)}) { name }`),
    }),
    ...named(expect.stringMatching(/^Unknown type/), {
      'unknown types': inWeather(times(500, (index) => `... on Whether${index} { a${index} }`)),
    }),
    ...named(expect.stringMatching(/^Cannot query field/), {
      'unknown fields': inWeather(times(5_000, (index) => `curent${index}`)),
      'an unknown field of 60,000 letters': inWeather('n'.repeat(60_000)),
    }),
    ...named(expect.stringMatching(/^Unknown argument/), {
      'unknown arguments': inWeather(`current(${times(1_900, (index) => `cty${index}: 1`)}) { name }`),
    }),
    ...named(expect.stringMatching(/^String cannot represent/), {
      'a list of 5,000 values': inWeather(`current(city: [${'"a" '.repeat(5_000)}]) { name }`),
      'an object of 1,900 values of one name': inWeather(
        `current(city: {${'a: 1 '.repeat(1_900)}}) { name }`,
      ),
      'a number of 60,000 digits': inWeather(`current(city: ${'9'.repeat(60_000)}) { name }`),
    }),
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
    ...named('accepted', { 'accepts 60': skipped(60) }),
    ...named('The document has more than 60 directives.', {
      'rejects 61': skipped(61),
      'rejects 61 in a fragment': `{ ...F } fragment F on Query ${skipped(61)}`,
    }),
  ])('%s', (_, document, expected) => {
    expect(outcomeOf(document)).toEqual(expected);
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
