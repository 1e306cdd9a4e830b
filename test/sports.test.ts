import { describe, expect, it } from 'vitest';
import { minutes, seconds } from '../core/clock.ts';
import { startTestApp } from './app.ts';
import {
  address,
  api,
  eventOf,
  game,
  host,
  men,
  mirror,
  number,
  orNull,
  respondWith,
  scoreboardPath,
  startSportsApp,
  text,
} from './sports-fixture.ts';
import { useStarted } from './suite.ts';

const women = '/api/sports/basketball/pro-women/scoreboard';
const college = '/api/sports/basketball/womens-college-basketball/scoreboard';
const football = '/api/sports/football/pro/scoreboard';
const hockey = '/api/sports/hockey/pro/scoreboard';

const app = useStarted(startSportsApp);

describe.each([
  ['GET', men, 'basketball/nba'],
  ['GET', women, 'basketball/wnba'],
  ['GET', college, 'basketball/womens-college-basketball'],
])('%s %s', (_, path, league) => {
  it('responds 200 with the documented body', async () => {
    // The women's professional season is in summer.
    const { games, ...rest } = await app.body(
      `${path}?date=${league.endsWith('wnba') ? '2031-07-15' : '2031-01-14'}`,
    );
    expect(rest).toEqual({});
    expect(games.length).toBeGreaterThan(0);
    expect(games).toEqual(Array(games.length).fill(game));
  });

  it('makes one upstream call for one league', async () => {
    await app.clearCalls();
    await app.body(`${path}?date=2031-03-01`);
    const [call, ...others] = await app.calls();
    expect(call?.path.split('?')[0]).toBe(scoreboardPath(league));
    expect(others).toEqual([]);
  });
});

describe('GET /api/sports/…/scoreboard', () => {
  it.each([
    [women, '2031-02-15'],
    [college, '2031-08-15'],
  ])('responds 200 with an empty list out of season: %s', async (path, date) => {
    expect(await app.body(`${path}?date=${date}`)).toEqual({ games: [] });
  });

  it('returns the complete division of a college league', async () => {
    await app.clearCalls();
    const { games } = await app.body(`${college}?date=2031-01-20`);
    expect(games.length).toBeGreaterThan(10);
    expect((await app.calls())[0]?.path).toContain('groups=50');
  });

  it('returns points after the start of a game only', async () => {
    const { games } = await app.body(men);
    const seen = new Set<string>();
    for (const { status, home_team, away_team } of games) {
      seen.add(status);
      const begun = !['Pre-Game', 'Postponed', 'Canceled'].includes(status);
      expect([home_team.score, away_team.score]).toEqual(begun ? [number, number] : [null, null]);
    }
    expect([...seen]).toEqual(expect.arrayContaining(['In Progress', 'Pre-Game']));
  });

  it('omits a missing record and selects it by its type', async () => {
    const records = [
      { name: 'Home', type: 'home', summary: '9-9' },
      { name: 'YTD', type: 'ytd', summary: '1-0-0' },
    ];
    const team = { id: '7', displayName: 'Ones' };
    const competitors = [
      { homeAway: 'home', team, records },
      { homeAway: 'away', team, record: '2-3' },
    ];
    await app.fault(respondWith(scoreboardPath('hockey/nhl'), eventOf({}, { competitors })));
    const [only] = (await app.body(`${hockey}?date=2031-04-01`)).games;
    const missing = { abbreviation: null, score: null, logo: null };
    expect(only.home_team).toEqual({ name: 'Ones', ...missing, record: '1-0-0' });
    expect(only.away_team).not.toHaveProperty('record');
  });

  it('keeps the points of an abandoned game and omits items that are not games', async () => {
    const canceled = eventOf({ name: 'STATUS_CANCELED', state: 'post', completed: true }, { period: 2 });
    const draft = eventOf({}, { competitors: [] });
    await app.fault(respondWith(scoreboardPath('basketball/nba'), draft, canceled));
    const { games } = await app.body(`${men}?date=2031-04-01`);
    expect(games).toMatchObject([{ status: 'Canceled', home_team: { score: 0 } }]);
  });

  it('makes one upstream call for all times of a day', async () => {
    await app.clearCalls();
    await app.body(`${men}?date=2031-01-20`);
    const { headers } = await app.ask(`${men}?date=2031-01-20T19:30:00Z`);
    expect(headers.get('x-cache')).toBe('HIT');
    expect((await app.calls()).map(({ path }) => path)).toEqual([
      `${scoreboardPath('basketball/nba')}?dates=20310120`,
    ]);
  });

  it.each([
    ['seconds while a game is played', { name: 'STATUS_IN_PROGRESS', state: 'in' }, seconds(8), seconds(25)],
    ['minutes while it is awaited', {}, minutes(1), minutes(4)],
    ['an hour when all is over', { name: 'STATUS_FINAL', state: 'post' }, minutes(45), minutes(90)],
  ])('has a cache lifetime of %s', async (what, type, soonMs, lateMs) => {
    const path = `${women}?date=2031-05-${String(what.length).padStart(2, '0')}`;
    await app.fault(respondWith(scoreboardPath('basketball/wnba'), eventOf(type)));
    const origins: (string | null)[] = [];
    for (const waitMs of [0, soonMs, lateMs]) {
      app.clock.skip(waitMs);
      origins.push((await app.ask(path)).headers.get('x-cache'));
    }
    expect(origins).toEqual(['MISS', 'HIT', 'MISS']);
  });
});

describe('the mirror of /api/sports', () => {
  it.each<[string, object]>([
    ['refuses every agent', { name: 'agent refused' }],
    ['fails', { status: 503 }],
    ['breaks off', { reset: true }],
  ])('serves a request when the first host %s, and is the origin of /status', async (_, fault) => {
    await using served = await startTestApp();
    await served.fault({ host, ...fault });
    for (const day of ['01', '02', '03', '04']) {
      expect(await served.ask(`${men}?date=2031-02-${day}`)).toRespond(200, { games: expect.any(Array) });
    }
    const { body } = await served.ask('/status');
    const [sports] = body.sources.filter(({ group }: { group: string }) => group === 'sports');
    expect(sports).toMatchObject({ breaker: 'closed', origin: `https://${mirror}` });
  });
});

describe('GET /api/sports/football/pro/scoreboard', () => {
  const quarter = orNull('number');

  it('responds 200 with the documented body: the games of the week', async () => {
    const { games, ...rest } = await app.body(`${football}?week=3`);
    expect(rest).toEqual({ week: 3, season: 2030 });
    expect(games).toEqual(Array(16).fill({ ...game, quarter }));
  });

  it('responds 200 with the quarter of a started game and null before', async () => {
    const { games } = await app.body(`${football}?date=2030-11-10`);
    expect(games.find(({ status }: { status: string }) => status === 'Final').quarter).toBeGreaterThanOrEqual(
      4,
    );
    const later = await app.body(`${football}?date=2031-11-09`);
    expect(later.games[0]).toMatchObject({ status: 'Pre-Game', quarter: null });
  });

  it('responds 200 with null for a missing week and season', async () => {
    await app.fault(respondWith(scoreboardPath('football/nfl')));
    expect(await app.body(`${football}?date=2031-02-20`)).toEqual({ week: null, season: null, games: [] });
  });
});

describe('GET /api/sports/hockey/pro/scoreboard', () => {
  it('responds 200 with the documented body and the progress of each game', async () => {
    const { games, ...rest } = await app.body(hockey);
    expect(rest).toEqual({});
    expect(games.length).toBeGreaterThan(0);
    const more = { period: orNull('number'), clock: orNull('string'), detail: text };
    expect(games).toEqual(Array(games.length).fill({ ...game, ...more }));
  });
});

describe.each([
  ['pro-men', 'nba', 30],
  ['mens-college-basketball', 'mens-college-basketball', 362],
])('GET /api/sports/basketball/%s/teams', (path, league, size) => {
  it('responds 200 with every team', async () => {
    await app.clearCalls();
    const { teams, ...rest } = await app.body(`/api/sports/basketball/${path}/teams`);
    expect(rest).toEqual({});
    expect(teams).toEqual(
      Array(size).fill({
        id: text,
        name: text,
        abbreviation: text,
        location: text,
        nickname: text,
        color: expect.stringMatching(/^[0-9a-f]{6}$/),
        logo: address,
      }),
    );
    expect(new Set(teams.map(({ id }: { id: string }) => id)).size).toBe(size);
    expect((await app.calls()).map((call) => call.path)).toEqual([
      `${api}/basketball/${league}/teams?limit=1000`,
    ]);
  });
});

describe('{ sports } in GraphQL', () => {
  it('returns any league by day and links its scoreboard to its teams', async () => {
    const { body } = await app.graphql(`{
      sports {
        scoreboard(league: HOCKEY_PRO, date: "2031-01-10") {
          league season week
          games { eventId date status venue homeTeam { teamId name } }
          leagueTeams { teams(first: 1000) { teamId name } }
        }
      }
    }`);
    const { games, leagueTeams: teams, ...rest } = body.data.sports.scoreboard;
    expect(rest).toEqual({ league: 'HOCKEY_PRO', season: 2031, week: null });
    expect(teams.teams).toHaveLength(32);
    const known = new Set(teams.teams.map(({ teamId }: { teamId: string }) => teamId));
    for (const { status, date, homeTeam } of games) {
      expect(status).toMatch(/^(?:FINAL|POSTPONED|CANCELED)$/);
      expect(date).toMatch(/^2031-01-1[01]T\d{2}:\d{2}:00Z$/);
      expect(known).toContain(homeTeam.teamId);
    }
  });

  it('leads from each team to its games now, by one request for all of a league', async () => {
    const games = 'games { eventId homeTeam { teamId } awayTeam { teamId } }';
    await app.clearCalls();
    const { body } = await app.graphql(
      `{ sports { scoreboard(league: HOCKEY_PRO) { ${games.replace('games', 'games(first: 100)')} } teams(league: HOCKEY_PRO) { teams(first: 32) { teamId league ${games} } } } }`,
    );
    expect(body.errors).toBeUndefined();
    expect((await app.calls()).length).toBeLessThanOrEqual(2);
    const { scoreboard, teams } = body.data.sports;
    expect(scoreboard.games.length).toBeGreaterThan(0);
    for (const team of teams.teams) {
      const ofTeam = scoreboard.games.filter((each: typeof team) =>
        [each.homeTeam.teamId, each.awayTeam.teamId].includes(team.teamId),
      );
      expect([team.league, team.games]).toEqual(['HOCKEY_PRO', ofTeam]);
    }
  });

  it('reports the missing leagues', async () => {
    await app.fault({ host, path: scoreboardPath('soccer/ger.1'), status: 404, times: 1 });
    const { body } = await app.graphql(
      '{ sports { soccer(league: ALL, date: "2031-04-05") { unavailable } } }',
    );
    expect(body).toEqual({ data: { sports: { soccer: { unavailable: ['GERMANY_TOP'] } } } });
  });

  it('rejects a week outside football and returns the other fields', async () => {
    const { body } = await app.graphql(`{
      sports {
        wrong: scoreboard(league: HOCKEY_PRO, week: 1) { season }
        right: scoreboard(league: FOOTBALL_PRO, week: 1) { week }
      }
    }`);
    expect(body.data).toEqual({ sports: { wrong: null, right: { week: 1 } } });
    expect(body.errors).toMatchObject([
      { message: 'week can only be given for football.', extensions: { code: 'INVALID' } },
    ]);
  });
});
