import { contractGroup, get, required } from './routes.ts';
import { each, optional as left, list, nullable, number, object, oneOf, open, text } from './shapes.ts';
import { choice } from './values.ts';

const status = oneOf(
  'Pre-Game',
  'Live',
  'In Progress',
  'Halftime',
  'Intermission',
  'Final',
  'Postponed',
  'Canceled',
);

const team = object({
  name: text,
  abbreviation: nullable(text),
  score: nullable(number),
  logo: nullable(text),
  record: left(text),
});

const game = { away_team: team, home_team: team, status };
const scoreboard = object({ games: list(object(game)) });
const footballScoreboard = object({
  games: list(object({ ...game, quarter: nullable(number) })),
  ...each(nullable(number), 'week season'),
});

// The documentation leaves these bodies open.
const teams = open({ teams: list(open({ name: text })) });
const hockeyScoreboard = object({ games: list(open(game)) });
const fights = open({ games: list(open({ status })) });

const soccer = object({
  league_name: text,
  // Each match of `all` names its own league.
  matches: list(object({ ...game, league_name: left(text) })),
});

const byDay = { additions: ['date'] };
const leagues =
  `all england_top spain_top germany_top italy_top france_top continental_cup_1 continental_cup_2
  usa_top`.split(/\s+/);

/** The documented routes of sports. */
export const sports = contractGroup(
  'sports',
  {},
  get('/api/sports/basketball/pro-men/scoreboard', {}, scoreboard, byDay),
  get('/api/sports/basketball/pro-men/teams', {}, teams),
  get('/api/sports/basketball/pro-women/scoreboard', {}, scoreboard, byDay),
  get('/api/sports/basketball/womens-college-basketball/scoreboard', {}, scoreboard, byDay),
  get('/api/sports/basketball/mens-college-basketball/teams', {}, teams),
  get('/api/sports/football/pro/scoreboard', {}, footballScoreboard, { additions: ['date', 'week'] }),
  get('/api/sports/hockey/pro/scoreboard', {}, hockeyScoreboard, byDay),
  get('/api/sports/mma/pro/scoreboard', {}, fights, byDay),
  get('/api/sports/soccer', { league: required(choice(...leagues)) }, soccer, byDay),
);
