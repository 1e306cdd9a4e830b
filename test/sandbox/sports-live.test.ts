import { expect, it } from 'vitest';
import { dayAt, gamesOn, scoresOf, standingOf } from '../../sandbox/sports-games.ts';
import { leagueAt } from '../../sandbox/sports-leagues.ts';
import { World } from '../../sandbox/world.ts';

const leagues = ['nba', 'wnba'].map((slug) => leagueAt('basketball', slug)!);
const world = new World('almanac');

it.each(['2026-01-15T04:59:59Z', '2026-01-15T05:00:00Z', '2026-07-15T17:31:00Z', '2026-11-24T23:59:00Z'])(
  'a basketball game is under way at %s, and moves within 15 seconds',
  (time) => {
    const now = Date.parse(time);
    const lines = (at: number) =>
      leagues.flatMap((league) =>
        gamesOn(world, league, dayAt(at)).map((game) => {
          const standing = standingOf(world, league, game, at);
          return [game.id, standing, scoresOf(world, league, game, standing)] as const;
        }),
      );
    const live = lines(now).filter(([, { state }]) => state === 'in');
    expect(live.length).toBeGreaterThanOrEqual(1);
    expect(lines(now)).toEqual(lines(now));
    expect(lines(now + 15_000)).not.toEqual(lines(now));
  },
);
