import { expect, it } from 'vitest';
import { startSandbox } from '../../sandbox/index.ts';
import { topGames, topStreams } from '../../sandbox/livestream-seed.ts';
import { dayAt, gamesOn, scoresOf, standingOf } from '../../sandbox/sports-games.ts';
import { leagueAt } from '../../sandbox/sports-leagues.ts';
import { World } from '../../sandbox/world.ts';
import { manualClock } from '../support/manual-clock.ts';

const league = leagueAt('basketball', 'nba')!;
const world = new World('almanac');

it.each(['2026-01-15T04:59:59Z', '2026-01-15T05:00:00Z', '2026-07-15T17:31:00Z', '2026-11-24T23:59:00Z'])(
  'a basketball game is under way at %s, and moves within 15 seconds',
  (time) => {
    const now = Date.parse(time);
    const lines = (at: number) =>
      gamesOn(world, league, dayAt(at)).map((game) => {
        const standing = standingOf(world, league, game, at);
        return [game.id, standing, scoresOf(world, league, game, standing)] as const;
      });
    const live = lines(now).filter(([, { state }]) => state === 'in');
    expect(live.length).toBeGreaterThanOrEqual(1);
    expect(lines(now)).toEqual(lines(now));
    expect(lines(now + 15_000)).not.toEqual(lines(now));
  },
);

const bearer = { authorization: 'Bearer user-token', 'client-id': 'id' };

it.each([
  ['viewers of streams', '/api.twitch.tv/helix/streams?first=5', /"viewer_count":\d+/g],
  ['likes', '/syndication.twitter.com/srv/timeline-profile/screen-name/jack', /"favorite_count":\d+/g],
])('%s move within 15 seconds, and are equal at equal times', async (_, path, figures) => {
  const clock = manualClock();
  const running = [await startSandbox({ clock }), await startSandbox({ clock })];
  const read = async (of = running[0]!) =>
    (await (await fetch(of.origin + path, { headers: bearer })).text()).match(figures)!;
  const before = await read();
  expect(before.length).toBeGreaterThanOrEqual(5);
  expect(await read(running[1])).toEqual(before);
  await clock.advance(15_000);
  expect(await read()).not.toEqual(before);
  await Promise.all(running.map((each) => each.close()));
});

it('the games at the top have live streams, those with most viewers first', () => {
  const viewers = topGames(world)
    .slice(0, 20)
    .map(({ id }) =>
      topStreams(world)
        .filter(({ game }) => game.id === id)
        .reduce((sum, { viewerCount }) => sum + viewerCount, 0),
    );
  expect(viewers.toSorted((a, b) => b - a)).toEqual(viewers);
  expect(viewers.at(-1)).toBeGreaterThan(0);
});
