import { describe, expect, it } from 'vitest';
import { CallerShares } from '../../core/caller-shares.ts';

/** How many pieces of one byte each of these callers gets, one after the other, of a memory of some bytes. */
function pieces(mostBytes: number, callers: readonly string[]): readonly number[] {
  const shares = new CallerShares();
  let free = mostBytes;
  return callers.map((caller) => {
    let count = 0;
    while (free > 0 && shares.admits(caller, 1, free - 1)) {
      shares.add(caller, 1);
      free -= 1;
      count += 1;
    }
    return count;
  });
}

describe('the shares of callers in a memory', () => {
  it.each<[string, readonly string[], readonly number[]]>([
    ['one alone gets half', ['a'], [32]],
    ['a further one gets half of what is free', ['a', 'b', 'c'], [32, 16, 8]],
    ['no further piece is for a caller with a share', ['a', 'a', 'b'], [32, 0, 16]],
    ['many keep room for one piece each', ['a', 'b', 'c', 'd', 'e', 'f', 'g'], [32, 16, 8, 4, 2, 1, 1]],
  ])('%s', (_, callers, expected) => {
    expect(pieces(64, callers)).toEqual(expected);
  });

  it('are free again when a caller gives its bytes back', () => {
    const shares = new CallerShares();
    shares.add('a', 32);
    expect(shares.admits('a', 1, 31)).toBe(false);
    shares.remove('a', 16);
    expect(shares.admits('a', 1, 47)).toBe(true);
    shares.remove('a', 16);
    expect(shares.admits('a', 100, 0)).toBe(true);
  });
});
