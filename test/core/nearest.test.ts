import { describe, expect, it } from 'vitest';
import { nearest } from '../../core/nearest.ts';

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
    ['x'.repeat(100_000), undefined],
  ])('finds for %.20s: %s', (word, expected) => {
    expect(nearest(word, ['country', 'city', 'language'])).toBe(expected);
  });
});
