import { buildSchema } from 'graphql';
import { describe, expect, it } from 'vitest';
import { createPreparer } from '../../schema/kernel/prepare.ts';

const preparer = createPreparer(
  buildSchema(`
    input Area { north: Float, south: Float, tags: [String!] }
    type Place { name: String!, height: Int }
    type Query {
      place(name: String, id: ID, limit: Int, area: Area): Place
      places(limit: Int = 5): [Place!]!
    }
  `),
);

function keyOf(text: string, variables: Record<string, unknown> = {}, operationName?: string): string {
  const preparation = preparer.prepare(text, operationName);
  if ('errors' in preparation) throw new Error(preparation.errors.join('; '));
  return preparation.prepared.cacheKey(variables);
}

const byName = 'query Q($name: String) { place(name: $name) { name } }';
const byArea = 'query ($area: Area) { place(area: $area) { name } }';
const inFragment =
  'query ($n: String) { place(name: $n) { ...F } } fragment F on Place { ...G } fragment G on Place { name }';

describe('two queries have one cache key when they differ only in', () => {
  it.each<[string, string, string]>([
    ['spacing', '{ place { name } }', '{\n  place {\n\tname,\n  }\n}'],
    ['comments', '{ place { name } }', '# A place.\n{ place { name # its name\n } }'],
    ['the name of the operation', 'query A { place { name } }', 'query B { place { name } }'],
    ['the keyword of an anonymous query', '{ place { name } }', 'query { place { name } }'],
    [
      'the notation of a default',
      'query ($n: Int=1) { places(limit: $n) { name } }',
      'query ($n: Int = 1) { places(limit: $n) { name } }',
    ],
    [
      'the order of fragment definitions',
      '{ place { ...F ...G } } fragment F on Place { name } fragment G on Place { height }',
      'fragment G on Place { height } { place { ...F ...G } } fragment F on Place { name }',
    ],
  ])('%s', (_, one, other) => {
    expect(keyOf(other)).toBe(keyOf(one));
  });

  it('other operations and the fragments that only those reach', () => {
    const other = 'query Other { places { ...Unreached } } fragment Unreached on Place { height }';
    expect(keyOf(`${byName} ${other}`, { name: 'Oslo' }, 'Q')).toBe(keyOf(byName, { name: 'Oslo' }));
  });

  it.each<[string, string, Record<string, unknown>, Record<string, unknown>]>([
    ['variables that are not declared', byName, { name: 'Oslo' }, { name: 'Oslo', page: 2, seed: [1] }],
    [
      'the order of variables',
      'query ($name: String, $id: ID) { place(name: $name, id: $id) { name } }',
      { name: 'Oslo', id: '1' },
      { id: '1', name: 'Oslo' },
    ],
    [
      'the order of the keys of an object',
      byArea,
      { area: { north: 1, south: 2, tags: ['a'] } },
      { area: { tags: ['a'], south: 2, north: 1 } },
    ],
    ['the notation of a number', byArea, { area: { north: 1 } }, JSON.parse('{ "area": { "north": 1.0 } }')],
    ['a default that is given', 'query ($n: Int = 3) { places(limit: $n) { name } }', {}, { n: 3 }],
    ['variables where none are declared', '{ place { name } }', {}, { name: 'Oslo' }],
  ])('%s', (_, text, one, other) => {
    expect(keyOf(text, other)).toBe(keyOf(text, one));
  });
});

describe('two queries have different cache keys when they differ in', () => {
  it.each<[string, string, string]>([
    ['an alias', '{ place { name } }', '{ place { title: name } }'],
    ['a literal argument', '{ place(name: "Oslo") { name } }', '{ place(name: "Bergen") { name } }'],
    ['the order of fields', '{ place { name height } }', '{ place { height name } }'],
    ['a field', '{ place { name } }', '{ place { height } }'],
    ['a directive', '{ place { name height } }', '{ place { name height @skip(if: true) } }'],
    ['the body of a fragment that is reached', inFragment, inFragment.replace('{ name }', '{ height }')],
    [
      'a default',
      'query ($n: Int = 1) { places(limit: $n) { name } }',
      'query ($n: Int = 2) { places(limit: $n) { name } }',
    ],
  ])('%s', (_, one, other) => {
    expect(keyOf(other)).not.toBe(keyOf(one));
  });

  it.each<[string, string, Record<string, unknown>, Record<string, unknown>]>([
    ['the value of a variable', byName, { name: 'Oslo' }, { name: 'Bergen' }],
    ['a variable that is absent and one that is null', byName, {}, { name: null }],
    ['an object that lacks a key and one with null', byArea, { area: {} }, { area: { north: null } }],
    [
      'the variable that has the value',
      'query ($name: String, $id: ID) { place(name: $name, id: $id) { name } }',
      { name: '1' },
      { id: '1' },
    ],
    ['variables that do not coerce', byName, { name: 1 }, { name: true }],
    ['a variable that coerces and one that does not', byName, { name: '1' }, { name: 1 }],
  ])('%s', (_, text, one, other) => {
    expect(keyOf(text, other)).not.toBe(keyOf(text, one));
  });

  it('the operation that runs', () => {
    const text = 'query A { place { name } } query B { place { height } }';
    expect(keyOf(text, {}, 'A')).not.toBe(keyOf(text, {}, 'B'));
  });
});

it('a cache key is short, however long the document is, and exists for any variables', () => {
  const long = `{ ${Array.from({ length: 500 }, (_, index) => `a${index}: place { name }`).join(' ')} }`;
  expect(keyOf(long).length).toBeLessThan(100);
  const nested = JSON.parse('['.repeat(30_000) + ']'.repeat(30_000));
  expect(keyOf(byName, { name: nested })).toEqual(expect.any(String));
  expect(
    keyOf(
      'query ($__proto__: String) { place(name: $__proto__) { name } }',
      JSON.parse('{ "__proto__": {} }'),
    ),
  ).toEqual(expect.any(String));
});
