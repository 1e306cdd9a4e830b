import { describe, expect, it } from 'vitest';
import { statusOf } from '../sources/sports-status.ts';

describe('the status of a game of sports', () => {
  it.each([
    ['hockey', 'STATUS_SCHEDULED', 'pre', 0, 'Pre-Game'],
    ['hockey', 'STATUS_IN_PROGRESS', 'in', 1, 'In Progress'],
    ['hockey', 'STATUS_END_PERIOD', 'in', 1, 'Intermission'],
    ['basketball', 'STATUS_END_PERIOD', 'in', 1, 'In Progress'],
    ['football', 'STATUS_HALFTIME', 'in', 2, 'Halftime'],
    ['football', 'STATUS_DELAYED', 'pre', 0, 'Pre-Game'],
    ['football', 'STATUS_DELAYED', 'in', 2, 'In Progress'],
    ['soccer', 'STATUS_FIRST_HALF', 'in', 1, 'Live'],
    ['soccer', 'STATUS_SHOOTOUT', 'in', 5, 'Live'],
    ['soccer', 'STATUS_HALFTIME_ET', 'in', 3, 'Halftime'],
    ['soccer', 'STATUS_FINAL_PEN', 'post', 5, 'Final'],
    ['soccer', 'STATUS_ABANDONED', 'post', 1, 'Canceled'],
    ['soccer', 'STATUS_POSTPONED', 'post', 0, 'Postponed'],
    ['soccer', 'STATUS_SOMETHING_NEW', 'post', 0, 'Postponed'],
    ['mma', 'STATUS_PRE_FIGHT', 'in', 0, 'Pre-Game'],
    ['mma', 'STATUS_END_OF_ROUND', 'in', 1, 'Live'],
    ['mma', 'STATUS_CANCELED', 'post', 0, 'Canceled'],
  ] as const)('maps, for %s, %s (%s) in period %i to %s', (sport, name, state, period, expected) => {
    expect(statusOf(sport, { period, type: { name, state, completed: false } })).toBe(expected);
  });

  it('is Final when the upstream reports it completed, under any name', () => {
    const type = { name: 'STATUS_SOMETHING_NEW', state: 'post', completed: true } as const;
    expect(statusOf('soccer', { period: null, type })).toBe('Final');
  });
});
