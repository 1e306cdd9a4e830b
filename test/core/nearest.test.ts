import { describe, expect, it } from 'vitest';
import { editDistance, nearest } from '../../core/nearest.ts';

describe('nearest', () => {
  it.each<[string, string | undefined]>([
    ['citty', 'city'],
    ['CITY', 'city'],
    ['contry', 'country'],
    ['lnguage', 'language'],
    ['town', undefined],
    ['ci', undefined],
    ['', undefined],
    ['cityscape', undefined],
  ])('finds for %s: %s', (word, expected) => {
    expect(nearest(word, ['country', 'city', 'language'])).toBe(expected);
  });
});

describe('editDistance', () => {
  it.each([
    ['', '', 9, 0],
    ['kitten', 'sitting', 9, 3],
    ['abc', 'cba', 9, 2],
    ['a', 'abcd', 9, 3],
    ['kitten', 'sitting', 2, 2],
    ['a', 'x'.repeat(100_000), 3, 3],
  ])('of %j and %j, up to %i, is %i', (a, b, bound, expected) => {
    expect(editDistance(a, b, bound)).toBe(expected);
  });
});
