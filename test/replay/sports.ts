import { type GroupReplays, pick, type Recorded, type Replay, row } from './recordings.ts';

const host = 'site.api.espn.com/apis/site/v2/sports';

/** The status of every recorded name; running games use the status of the sport. */
const words: Readonly<Record<string, string>> = {
  STATUS_SCHEDULED: 'Pre-Game',
  STATUS_IN_PROGRESS: 'In Progress',
  STATUS_FIRST_HALF: 'Live',
  STATUS_SECOND_HALF: 'Live',
  STATUS_IN_PROGRESS_2: 'Live',
  STATUS_FINAL: 'Final',
  STATUS_FULL_TIME: 'Final',
};

const hasBegun = (from: Recorded) => from.status.type.state !== 'pre';

function team(game: Recorded, side: 'home' | 'away') {
  const from = game.competitors.find((competitor: Recorded) => competitor.homeAway === side);
  const record = from.records?.find(({ type }: Recorded) => type === 'total' || type === 'ytd');
  return {
    name: from.team.displayName,
    abbreviation: from.team.abbreviation,
    score: hasBegun(game) ? Number(from.score) : null,
    logo: from.team.logo,
    ...(record ? { record: record.summary } : {}),
  };
}

const game = ({ competitions: [from] }: Recorded) => ({
  away_team: team(from, 'away'),
  home_team: team(from, 'home'),
  status: words[from.status.type.name],
});

const basketball = (from: Recorded) => ({ games: from.events.map(game) });

const football = (from: Recorded) => ({
  week: from.week.number,
  season: from.season.year,
  games: from.events.map((event: Recorded) => ({
    ...game(event),
    quarter: hasBegun(event) ? event.status.period : null,
  })),
});

const hockey = (from: Recorded) => ({
  games: from.events.map((event: Recorded) => ({
    ...game(event),
    period: hasBegun(event) ? event.status.period : null,
    clock: hasBegun(event) ? event.status.displayClock : null,
    detail: event.status.type.shortDetail,
  })),
});

const soccer = (from: Recorded) => ({ league_name: from.leagues[0].name, matches: from.events.map(game) });

const teams = (from: Recorded) => ({
  teams: from.sports[0].leagues[0].teams.map(({ team }: Recorded) => ({
    ...pick(team, 'id name:displayName abbreviation location nickname:name color'),
    logo: team.logos[0].href,
  })),
});

const second = (moment: string) => moment.replace('Z', ':00Z');

function bout(from: Recorded) {
  const isFinal = from.status.type.completed;
  const { period, displayClock } = from.status;
  const winner = from.competitors.find((competitor: Recorded) => competitor.winner);
  const isFullTime = period === from.format.regulation.periods && displayClock === '5:00';
  return {
    id: from.id,
    date: second(from.date),
    status: from.status.type.state === 'in' ? 'Live' : words[from.status.type.name],
    weight_class: from.type.abbreviation,
    rounds: from.format.regulation.periods,
    round: hasBegun(from) ? period : null,
    clock: hasBegun(from) ? displayClock : null,
    fighters: from.competitors.map((fighter: Recorded) => ({
      id: fighter.id,
      name: fighter.athlete.displayName,
      record: fighter.records[0].summary,
      country: fighter.athlete.flag.alt,
      winner: isFinal ? fighter.winner : null,
    })),
    result: isFinal
      ? {
          winner: winner.athlete.displayName,
          method: isFullTime ? 'Decision' : null,
          round: period,
          time: displayClock,
        }
      : null,
  };
}

const card = (from: Recorded) => ({
  games: [
    {
      id: from.id,
      name: from.name,
      date: second(from.date),
      status: 'Live',
      venue: from.venues[0].fullName,
      bouts: from.competitions.map(bout),
    },
  ],
});

const scoreboard = (
  recording: string,
  league: string,
  request: string,
  expected: Replay['expected'],
): Replay =>
  row(`scoreboard-${recording}.json`, `${host}/${league}/scoreboard`, `/api/sports/${request}`, expected);

const men = 'basketball/pro-men/scoreboard';

const replays: readonly Replay[] = [
  scoreboard('basketball-nba--1', 'basketball/nba', men, basketball),
  scoreboard('basketball-nba--2', 'basketball/nba', `${men}?date=2024-12-15`, basketball),
  scoreboard('basketball-wnba--1', 'basketball/wnba', 'basketball/pro-women/scoreboard', basketball),
  // The men's scoreboard replaces the women's, which has the same shape.
  scoreboard(
    'basketball-mens-college--1',
    'basketball/womens-college-basketball',
    'basketball/womens-college-basketball/scoreboard',
    basketball,
  ),
  scoreboard('football-nfl--1', 'football/nfl', 'football/pro/scoreboard', football),
  scoreboard('football-nfl--2', 'football/nfl', 'football/pro/scoreboard?week=1', football),
  scoreboard('hockey-nhl--1', 'hockey/nhl', 'hockey/pro/scoreboard', hockey),
  scoreboard('hockey-nhl--2', 'hockey/nhl', 'hockey/pro/scoreboard', hockey),
  scoreboard('soccer--1', 'soccer/usa.1', 'soccer?league=usa_top', soccer),
  scoreboard('soccer--2', 'soccer/eng.1', 'soccer?league=england_top', soccer),
  scoreboard('soccer--3', 'soccer/usa.1', 'soccer?league=usa_top', soccer),
  scoreboard('empty--1', 'soccer/eng.1', 'soccer?league=england_top', soccer),
  // One league upstream, the seven others do not.
  scoreboard('soccer--2', 'soccer/eng.1', 'soccer?league=all', (from: Recorded) => ({
    league_name: 'all',
    matches: from.events.map((event: Recorded) => ({ ...game(event), league_name: from.leagues[0].name })),
  })),
  ...['1', '2'].map((number) => ({
    recording: `teams-basketball-nba--${number}.json`,
    upstream: `${host}/basketball/nba/teams`,
    request: '/api/sports/basketball/pro-men/teams',
    expected: teams,
  })),
  {
    recording: 'teams-basketball-mens-college--1.json',
    upstream: `${host}/basketball/mens-college-basketball/teams`,
    request: '/api/sports/basketball/mens-college-basketball/teams',
    expected: teams,
  },
  {
    recording: 'mma-ufc-event-element--1.json',
    upstream: `${host}/mma/ufc/scoreboard`,
    within: (event) => `{"events":[${event}]}`,
    request: '/api/sports/mma/pro/scoreboard',
    expected: card,
  },
  row('error-400--1.json', `${host}/basketball/nba/scoreboard`, `/api/sports/${men}`, { status: 400 }, 502),
];

export const sports: GroupReplays = {
  group: 'sports',
  replays,
  unused: {
    'team-detail--1.json': 'single teams are not asked for',
    'teams-hockey-nhl--1.json':
      'no route lists the teams of hockey; the graph reads them like those of basketball',
    'teams-soccer--1.json': 'no route lists the teams of soccer',
  },
};
