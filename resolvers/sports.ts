import * as sports from '../sources/sports.ts';
import { statuses } from '../sources/sports-status.ts';
import type { Context } from './kernel/context.ts';
import {
  choice,
  count,
  date,
  enumKind,
  freeText,
  identifier,
  notTogether,
  type Rule,
} from './kernel/inputs.ts';
import { lookup } from './kernel/lookup.ts';

const leagueNames = Object.keys(sports.leagues) as readonly sports.League[];
const soccerLeagueNames = Object.keys(sports.soccerLeagues) as readonly sports.SoccerLeague[];

/** The value that stands for all soccer leagues. */
const everyLeague = 'all';
const soccerChoices = [everyLeague, ...soccerLeagueNames] as const;

/** The closed sets as GraphQL enums. */
export const kinds = {
  league: enumKind('SportsLeague', leagueNames),
  soccerLeague: enumKind('SportsSoccerLeague', soccerChoices),
  status: enumKind('SportsStatus', statuses),
};

const league = choice('The league.', leagueNames, { type: kinds.league.name });

const day = date(
  'Day of the games where they are played, such as 2026-03-14; the current games when left out.',
  {
    optional: true,
  },
);

/** A date such as `2026-03-14` in the format of the upstream; a time of day is ignored. */
const compact = (date: string | undefined) => date?.slice(0, 10).replaceAll('-', '');

const weeksOnlyInFootball: Rule = ({ week, league }, publicName) =>
  week === undefined || league === 'football_pro'
    ? undefined
    : `${publicName('week')} can only be given for football.`;

/** The games of a league with scores, on one day or on the current days. */
export const scoreboard = lookup({
  group: 'sports',
  summary: 'The games of a league with their scores, now or on a day.',
  input: {
    league,
    date: day,
    week: count('Week of the regular season, for football, which is played by the week.', {
      optional: true,
      max: 18,
    }),
  },
  rules: [notTogether('week', 'date'), weeksOnlyInFootball],
  async run({ league, date, week }, { read }) {
    const { sport, ...place } = sports.leagues[league];
    const board = await read(sports.scoreboards[sport], { ...place, day: compact(date), week });
    return { ...board, league };
  },
});

/** A team with its league. */
export interface Team extends sports.Team {
  readonly league: sports.League;
}

/** The teams of a league, or those that a test accepts. */
async function teamsOf(
  league: sports.League,
  { read }: Context,
  accepts: (team: sports.Team) => boolean = () => true,
): Promise<readonly Team[]> {
  const { sport, slug } = sports.leagues[league];
  const found = await read(sports.teams, { sport, slug });
  return found.filter(accepts).map((team) => ({ ...team, league }));
}

/** The teams of all leagues that a test accepts. */
export const teamsWhere = async (accepts: (team: sports.Team) => boolean, context: Context) =>
  (await Promise.all(leagueNames.map((league) => teamsOf(league, context, accepts)))).flat();

/** The teams of a league. */
export const teams = lookup({
  group: 'sports',
  summary: 'Every team of a league.',
  input: { league },
  run: async ({ league }, context) => ({ league, teams: await teamsOf(league, context) }),
});

/** The most games of a team on one scoreboard: one a day, but for a day and the next. */
const mostGamesOfTeam = 5;

/** The games of a team on the scoreboard of its league. */
export const gamesOfTeam = lookup({
  group: 'sports',
  summary: 'The games of the team on the present scoreboard of its league; none where it does not play.',
  input: {
    league,
    teamId: identifier('Id of the team.', { pattern: /^\d{1,18}$/, expected: 'a number' }),
  },
  maxItems: () => mostGamesOfTeam,
  async run({ league, teamId }, context) {
    const { games } = await scoreboard.run({ league, date: undefined, week: undefined }, context);
    return games.filter(({ homeTeam, awayTeam }) => [homeTeam.id, awayTeam.id].includes(teamId));
  },
});

/** The most teams of one text. */
const mostTeamsNamed = 4;

/** The teams that a text names. The lists of teams are cached for long, so any number of texts are one request a league. */
export const teamsIn = lookup({
  group: 'sports',
  price: leagueNames.length,
  batchSize: Number.MAX_SAFE_INTEGER,
  summary: 'The teams of all leagues whose names, of two words or more, stand in its texts; null for none.',
  input: { text: freeText('The text.', { max: 20_000 }) },
  async run({ text }, context): Promise<readonly Team[] | null> {
    const words = spaced(text);
    const isNamed = ({ name }: sports.Team) => name.includes(' ') && words.includes(spaced(name));
    const named = await teamsWhere(isNamed, context);
    return named.length === 0 ? null : named.slice(0, mostTeamsNamed);
  },
});

/** The words of a text in lower case, each with a blank before and behind it. */
const spaced = (text: string): string =>
  ` ${
    text
      .toLocaleLowerCase('en')
      .match(/[\p{L}\p{N}]+/gu)
      ?.join(' ') ?? ''
  } `;

/** Events of mixed martial arts. */
export const fights = lookup({
  group: 'sports',
  summary: 'Cards of professional mixed martial arts with their bouts and results, now or on a day.',
  input: { date: day },
  run: async ({ date }, { read }) => ({ cards: await read(sports.fightCards, { day: compact(date) }) }),
});

export interface Soccer {
  /** Name of the league, or `all`. */
  readonly leagueName: string;
  readonly matches: readonly Match[];
  /** Leagues whose request failed. */
  readonly unavailable: readonly sports.SoccerLeague[];
}

export interface Match extends sports.Game {
  readonly league: sports.SoccerLeague;
  /** The league of each match, in a list of several leagues. */
  readonly leagueName: string | null;
}

/** The matches of a soccer league, or of all documented ones. */
export const soccer = lookup({
  group: 'sports',
  summary: 'The matches of a soccer league, or of every league, with their scores, now or on a day.',
  input: {
    league: choice('A soccer league, or all of them.', soccerChoices, { type: kinds.soccerLeague.name }),
    date: day,
  },
  async run({ league, date }, context): Promise<Soccer> {
    if (league === everyLeague) return everyMatch(compact(date), context);
    const { leagueName, games } = await soccerBoard(league, compact(date), context);
    return {
      leagueName,
      matches: games.map((game) => ({ ...game, league, leagueName: null })),
      unavailable: [],
    };
  },
});

async function soccerBoard(league: sports.SoccerLeague, day: string | undefined, { read }: Context) {
  const board = await read(sports.scoreboards.soccer, { slug: sports.soccerLeagues[league], day });
  return { ...board, league, leagueName: board.leagueName ?? league };
}

/** Reads each league's scoreboard: the combined one of the upstream has at most 50 matches, without league names. */
async function everyMatch(day: string | undefined, context: Context): Promise<Soccer> {
  const boards = await Promise.allSettled(
    soccerLeagueNames.map((league) => soccerBoard(league, day, context)),
  );
  const loaded = boards.flatMap((board) => (board.status === 'fulfilled' ? [board.value] : []));
  const [failed] = boards.filter((board) => board.status === 'rejected');
  if (failed && loaded.length === 0) throw failed.reason;
  return {
    leagueName: everyLeague,
    matches: loaded.flatMap(({ games, league, leagueName }) =>
      games.map((game) => ({ ...game, league, leagueName })),
    ),
    unavailable: soccerLeagueNames.filter((name) => !loaded.some(({ league }) => league === name)),
  };
}
