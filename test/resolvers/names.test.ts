import { describe, expect, it } from 'vitest';
import { isSameName } from '../../resolvers/kernel/names.ts';
import { likenessOf } from '../../resolvers/links.ts';
import { isSameName as isSameTitle } from '../../resolvers/titledb-keyless.ts';

describe('names of punctuation alone', () => {
  it.each([isSameName, isSameTitle])('are equal as they are', (isSame) => {
    for (const [one, other, isEqual] of [
      ['!!!', '!!!', true],
      ['!!!', '???', false],
      ['?', '', false],
      ['…', ' … ', true],
      ['AC/DC', 'ac-dc', true],
    ] as const) {
      expect([one, other, isSame(one, other)]).toEqual([one, other, isEqual]);
    }
  });

  it('do not make a song of the same artist another one', () => {
    const track = { name: '!', artists: [{ name: 'Ada' }] };
    expect(likenessOf({ song: '?', artist: 'Ada' }, track)).toBe('artist');
    expect(likenessOf({ song: '!', artist: 'Ada' }, track)).toBe('title-and-artist');
  });
});
