import { describe, expect, it } from 'vitest';
import type { z } from 'zod';
import {
  boolean,
  emptyableList,
  firstMismatch,
  from,
  id,
  integer,
  nullable,
  number,
  optionalList,
  optionalText,
  requiredList,
  shape,
  snakeCase,
  standingIn,
  strictDefault,
  strictList,
  strictNullable,
  text,
  withDefault,
} from '../../sources/kernel/decode.ts';
import { SkippedElements } from '../../sources/kernel/skipped-elements.ts';

const decoded = (schema: z.ZodType, payload: unknown): unknown => {
  const parsed = schema.safeParse(payload);
  return parsed.success ? parsed.data : `mismatch at ${firstMismatch(parsed.error)}`;
};

/** Integers, and then texts. */
const mixed = (integers: number, texts: number) => [...Array(integers).fill(1), ...Array(texts).fill('x')];

const called = shape({ shown: optionalText, login: text }).transform(standingIn('shown', 'login'));

describe('a decoder', () => {
  it.each<[string, z.ZodType, unknown, unknown]>([
    ['text', text, 'Oslo', 'Oslo'],
    ['an empty text', text, '', ''],
    ['no text', text, 7, 'mismatch at its top'],
    ['a decimal', number, -1.5, -1.5],
    ['a decimal as text', number, '-1.5', -1.5],
    ['no decimal', number, 'many', 'mismatch at its top'],
    ['no number of many digits', number, '1'.repeat(16), 'mismatch at its top'],
    ['an integer as text', integer, '1013', 1013],
    ['no integer', integer, '1.5', 'mismatch at its top'],
    ['an integer', integer, 2 ** 53 - 1, 2 ** 53 - 1],
    ['one that JavaScript cannot hold', integer, 2 ** 53, 'mismatch at its top'],
    ['one with a fraction', integer, 1.5, 'mismatch at its top'],
    ['a flag', boolean, false, false],
    ['no flag', boolean, 0, 'mismatch at its top'],
    ['an id as text', id, '007', '007'],
    ['an id as a number', id, 42, '42'],
    ['an id whose digits are lost already', id, 2 ** 60, 'mismatch at its top'],
    ['no id', id, null, 'mismatch at its top'],
    ['nullable with a value', nullable(text), 'Oslo', 'Oslo'],
    ['nullable with null', nullable(text), null, null],
    ['nullable and missing', nullable(text), undefined, null],
    ['nullable of another type', nullable(text), 7, null],
    ['strictNullable of another type', strictNullable(text), 7, 'mismatch at its top'],
    ['withDefault with a value', withDefault(integer, 0), 7, 7],
    ['withDefault with null', withDefault(integer, 0), null, 0],
    ['withDefault and missing', withDefault(integer, 0), undefined, 0],
    ['withDefault of another type', withDefault(integer, 0), 'odd', 0],
    ['withDefault of a list of odd ones', withDefault(strictList(integer), []), ['odd'], 'mismatch at 0'],
    ['strictDefault of another type', strictDefault(integer, 0), 'odd', 'mismatch at its top'],
    ['strictDefault and missing', strictDefault(integer, 0), undefined, 0],
    ['a shown name', called, { shown: 'Ada', login: 'ada' }, { shown: 'Ada', login: 'ada' }],
    ['a name that is not shown', called, { login: 'ada' }, { shown: 'ada', login: 'ada' }],
    ['a list', optionalList(integer), [1, 2], [1, 2]],
    ['an empty list', optionalList(integer), [], []],
    ['a missing list', optionalList(integer), undefined, []],
    ['a list that is null', optionalList(integer), null, []],
    ['a text in place of a list', optionalList(integer), 'none', []],
    ['an object in place of a list', optionalList(integer), { 0: 1 }, 'mismatch at its top'],
    ['a list with an item of another type', optionalList(integer), [1, 'two', 3], [1, 3]],
    ['a list without an item that matches', optionalList(integer), ['one'], []],
    ['a list with three mismatches', optionalList(integer), [1, null, {}, 'x'], [1]],
    ['a list with more', optionalList(integer), [1, null, {}, 'x', 'y'], 'mismatch at 1'],
    ['a long list with a tenth of mismatches', optionalList(integer), mixed(90, 10), mixed(90, 0)],
    ['a long list with more', optionalList(integer), mixed(89, 11), 'mismatch at 89'],
    ['a required list with half of mismatches', requiredList(integer), [1, 'two'], [1]],
    ['one with more', requiredList(integer), [1, 'two', 'three'], 'mismatch at 1'],
    ['one without an item that matches', requiredList(integer), ['one'], 'mismatch at 0'],
    ['a missing required list', requiredList(integer), undefined, 'mismatch at its top'],
    ['a missing list that may be empty', emptyableList(integer), undefined, []],
    ['a list that may be empty, without a match', emptyableList(integer), ['one'], 'mismatch at 0'],
    ['a strict list with a mismatch', strictList(integer), [1, 'two', 3], 'mismatch at 1'],
    ['an object for a list', optionalList(integer), {}, 'mismatch at its top'],
  ])('decodes or refuses %s', (_, schema, payload, expected) => {
    expect(decoded(schema, payload)).toEqual(expected);
  });
});

it('tells the place of a mismatch without waiting for a list within it', () => {
  const record = new SkippedElements({ takesTurns: true });
  let reads = 0;
  const odd = {
    n: [],
    // Longer than a turn when it is read again.
    get names() {
      return Array(reads++ === 0 ? 1 : 400_000).fill('a');
    },
  };
  const schema = requiredList(shape({ n: integer, names: optionalList(text) }));
  const elements = [{ n: 1, names: ['a'] }, odd];
  expect(record.record(() => decoded(schema, elements))).toEqual([elements[0]]);
  expect(record.all).toEqual([{ element: odd, place: 'n', isOutermost: true }]);
});

describe('shape', () => {
  const person = shape({
    name: text,
    displayName: from('screen_name', nullable(text)),
    stars: from('stargazers_count', strictDefault(integer, 0)),
    topics: optionalList(text),
    home: shape({ city: text }),
    jobs: optionalList(shape({ title: text })),
  });
  const payload = { name: 'Ada', home: { city: 'London' } };

  it('renames members, drops unknown ones, and sets defaults', () => {
    expect(decoded(person, { ...payload, screen_name: 'ada', secret: 'x', stargazers_count: 3 })).toEqual({
      name: 'Ada',
      displayName: 'ada',
      stars: 3,
      topics: [],
      home: { city: 'London' },
      jobs: [],
    });
    expect(decoded(person, payload)).toMatchObject({ displayName: null, stars: 0 });
  });

  it.each([
    ['a missing field', { home: { city: 'London' } }, 'name'],
    ['a field under its upstream name', { ...payload, stargazers_count: [] }, 'stargazers_count'],
    ['a nested field', { ...payload, home: {} }, 'home.city'],
    ['an item of a list', { ...payload, jobs: Array(4).fill({ title: 1 }) }, 'jobs.0.title'],
    ['everything', 'not an object', 'its top'],
    ['nothing', null, 'its top'],
    ['a list', [], 'its top'],
  ])('fails with the path of %s', (_, wrong, place) => {
    expect(decoded(person, wrong)).toBe(`mismatch at ${place}`);
  });

  it('converts all names except explicit ones', () => {
    const user = shape({ displayName: text, createdAt: text, kind: from('Type', text) }, snakeCase);
    expect(decoded(user, { display_name: 'Ada', created_at: 'now', Type: 'user' })).toEqual({
      displayName: 'Ada',
      createdAt: 'now',
      kind: 'user',
    });
    expect(decoded(user, { displayName: 'Ada' })).toBe('mismatch at display_name');
  });

  it('ignores a member with the name of the prototype', () => {
    const forged = JSON.parse('{"__proto__": {"name": "forged"}, "home": {"city": "London"}}');
    expect(decoded(person, forged)).toBe('mismatch at name');
  });
});
