import { describe, expect, it } from 'vitest';
import { courseOf, type Figures } from '../scripts/soak-figures.ts';

const looksOf = (timers: readonly number[]) => timers.map((count) => ({ timers: count }) as Figures);

describe('a figure of the soak test', () => {
  it.each<[string, readonly number[], boolean]>([
    ['has grown when it rises from third to third', [1, 2, 3, 4, 5, 6, 9, 10, 11], true],
    ['has not grown by less than counts as flat', [1, 1, 1, 4, 4, 4, 6, 6, 6], false],
    ['has not grown when one later look is as low as an earlier one', [1, 1, 1, 2, 9, 2, 9, 9, 9], false],
    ['may grow during the warm-up', [1, 20, 40, 40, 40, 40, 40, 40, 40], false],
    ['may shrink', [9, 9, 9, 9, 9, 9, 1, 1, 1], false],
  ])('%s', (_, timers, hasGrown) => {
    expect(courseOf('timers', looksOf(timers)).hasGrown).toBe(hasGrown);
  });

  it('is compared by the medians of two thirds', () => {
    const looks = looksOf([0, 0, 0, 5, 3, 4, 8, 20, 7]);
    expect(courseOf('timers', looks)).toEqual({ before: 4, after: 8, hasGrown: true });
  });
});
