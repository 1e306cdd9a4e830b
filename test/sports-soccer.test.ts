import { describe, expect, it } from 'vitest';
import { game, host, respondWith, scoreboardPath, soccer, startSportsApp, text } from './sports-fixture.ts';
import { useStarted } from './suite.ts';

const app = useStarted(startSportsApp);

describe('GET /api/sports/soccer', () => {
  const leagues = [
    ['england_top', 'eng.1'],
    ['spain_top', 'esp.1'],
    ['germany_top', 'ger.1'],
    ['italy_top', 'ita.1'],
    ['france_top', 'fra.1'],
    ['continental_cup_1', 'uefa.champions'],
    ['continental_cup_2', 'uefa.europa'],
    ['usa_top', 'usa.1'],
  ] as const;
  const day = '&date=2031-03-15';

  it.each(leagues)('responds 200 with the documented body for %s', async (league, slug) => {
    await app.clearCalls();
    const { league_name, matches, ...rest } = await app.body(soccer(league, day));
    expect([league_name, rest]).toEqual([text, {}]);
    expect(matches).toEqual(Array(matches.length).fill(game));
    expect((await app.calls())[0]?.path).toBe(`${scoreboardPath(`soccer/${slug}`)}?dates=20310315`);
  });

  it('responds 200 with every match of every league for "all", each with the name of its league', async () => {
    const { league_name, matches, ...rest } = await app.body(soccer('all', day));
    expect([league_name, rest]).toEqual(['all', {}]);
    const expected = [];
    for (const [league] of leagues) {
      const { league_name, matches } = await app.body(soccer(league, day));
      expected.push(...matches.map((match: object) => ({ ...match, league_name })));
    }
    expect(expected.length).toBeGreaterThan(0);
    expect(matches).toEqual(expected);
  });

  it('responds 200 without a failing league, and caches no partial body', async () => {
    const path = soccer('all', '&date=2031-03-22');
    await app.fault({ host, path: scoreboardPath('soccer/eng.1'), status: 404, times: 1 });
    const { matches: some } = await app.body(path);
    const { matches: all } = await app.body(path);
    const { matches: missing } = await app.body(soccer('england_top', '&date=2031-03-22'));
    expect(missing.length).toBeGreaterThan(0);
    expect(all.slice(missing.length)).toEqual(some);
  });

  it('responds 200 with the default league name and no matches when the upstream has no name', async () => {
    await app.fault(respondWith(scoreboardPath('soccer/esp.1')));
    expect(await app.body(soccer('spain_top', '&date=2031-06-20'))).toEqual({
      league_name: 'spain_top',
      matches: [],
    });
  });
});
