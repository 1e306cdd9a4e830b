import * as lookups from '../resolvers/sports.ts';
import * as sports from '../sources/sports.ts';
import { builder } from './kernel/builder.ts';
import { contains, isOneOf, isSince, listFilters } from './kernel/list-filters.ts';
import { asTime, timeOfText } from './kernel/values.ts';
import { documentedAsId, wire } from './kernel/wire.ts';
import { synonyms } from './sports-synonyms.ts';

const Status = builder.enumOf(lookups.kinds.status);
const League = builder.enumOf(lookups.kinds.league);
const SoccerLeague = builder.enumOf(lookups.kinds.soccerLeague);

export const GameTeam = builder.objectRef<sports.GameTeam>('SportsGameTeam').implement({
  description: 'A team in a game.',
  fields: (t) => ({
    teamId: t.exposeID('id', {
      description: 'Id of the team at the source, within its sport.',
      ...documentedAsId,
    }),
    name: t.exposeString('name', { description: 'Full name.' }),
    abbreviation: t.exposeString('abbreviation', { nullable: true, description: 'Short name, such as BOS.' }),
    score: t.exposeInt('score', { nullable: true, description: 'Points; null before the game begins.' }),
    logo: t.exposeString('logo', { nullable: true, description: 'Address of its logo.' }),
    record: t.exposeString('record', {
      nullable: true,
      description:
        'Wins and losses over the season, such as 12-3; in hockey with overtime losses behind them, in soccer with draws between them.',
      ...wire({ omit: 'null' }),
    }),
  }),
});

/** The fields that games and fights have in common. */
interface Encounter {
  readonly id: string;
  readonly date: string;
  readonly status: sports.Game['status'];
  readonly venue: string | null;
}

const Encounter = builder.interfaceRef<Encounter>('SportsEncounter').implement({
  description: 'What stands of every game, match and card of fights.',
  fields: (t) => ({
    eventId: t.exposeID('id', { description: 'Id at the source, within its sport.', ...documentedAsId }),
    date: t.exposeString('date', { description: 'When it begins, in ISO 8601.' }),
    time: t.typed('date', asTime, 'When it begins.'),
    status: t.expose('status', { type: Status, description: 'Where it stands.' }),
    venue: t.exposeString('venue', { nullable: true, description: 'Name of the place.' }),
  }),
});

const TeamGame = builder.interfaceRef<sports.Game>('SportsTeamGame').implement({
  description: 'A game of two teams.',
  interfaces: [Encounter],
  fields: (t) => ({
    period: t.exposeInt('period', {
      nullable: true,
      description: 'Quarter, half or third that is played or was played last; null before the game begins.',
    }),
    clock: t.exposeString('clock', {
      nullable: true,
      description: 'Time of the period as the source shows it; null before the game begins.',
    }),
    detail: t.exposeString('detail', {
      nullable: true,
      description: 'Where it stands in the words of the source, such as "2:00 - 4th" or "Final/OT".',
    }),
    homeTeam: t.expose('homeTeam', { type: GameTeam, description: 'The team at home.' }),
    awayTeam: t.expose('awayTeam', { type: GameTeam, description: 'The team on the road.' }),
  }),
});

export const Game = builder.objectRef<sports.Game>('SportsGame').implement({
  description: 'A game of basketball, football or hockey.',
  interfaces: [Encounter, TeamGame],
});

const gameFilters = {
  status: isOneOf('Where they stand.', lookups.kinds.status, ({ status }: Encounter) => status),
  since: isSince('When they begin, at the earliest.', ({ date }: Encounter) => date),
};
const teamIn = contains('A part of the name of one of their teams.', ({ homeTeam, awayTeam }: sports.Game) =>
  [homeTeam, awayTeam].flatMap(({ name, abbreviation }) => [name, abbreviation]),
);
const gameOrders = { date: ({ date }: Encounter) => timeOfText(date) };
const filtersOfGames = listFilters('SportsGame', { ...gameFilters, team: teamIn }, gameOrders);

export const Team = builder.objectRef<lookups.Team>('SportsTeam').implement({
  description: 'A team of a league.',
  fields: (t) => ({
    teamId: t.exposeID('id', {
      description: 'Id of the team at the source, within its sport.',
      ...documentedAsId,
    }),
    name: t.exposeString('name', { description: 'Full name.' }),
    abbreviation: t.exposeString('abbreviation', { nullable: true, description: 'Short name, such as BOS.' }),
    location: t.exposeString('location', { nullable: true, description: 'City, region or school.' }),
    nickname: t.exposeString('nickname', { nullable: true, description: 'Name without the place.' }),
    color: t.exposeString('color', {
      nullable: true,
      description: 'Main colour, as six hexadecimal digits.',
    }),
    logo: t.exposeString('logo', { nullable: true, description: 'Address of its logo.' }),
    league: t.expose('league', { type: League, description: 'Its league.' }),
    games: t.lookup(lookups.gamesOfTeam, {
      type: [Game],
      filters: filtersOfGames,
      from: { league: ({ league }) => league, teamId: ({ id }) => id },
    }),
  }),
});

interface LeagueTeams {
  readonly league: sports.League;
  readonly teams: readonly lookups.Team[];
}

interface LeagueScoreboard extends sports.Scoreboard {
  readonly league: sports.League;
}

const filtersOfTeams = listFilters<lookups.Team>(
  'SportsTeam',
  { name: contains('A part of their name or short name.', (team) => [team.name, team.abbreviation]) },
  { name: ({ name }) => name, location: ({ location }) => location },
);

export const Teams = builder.objectRef<LeagueTeams>('SportsTeams');
export const Scoreboard = builder.objectRef<LeagueScoreboard>('SportsScoreboard');

Teams.implement({
  description: 'The teams of a league.',
  fields: (t) => ({
    league: t.expose('league', { type: League, description: 'The league.' }),
    teams: t.list('teams', {
      type: [Team],
      max: sports.mostTeams,
      filters: filtersOfTeams,
      description: 'Every team, by name.',
    }),
    scoreboard: t.lookup(lookups.scoreboard, { type: Scoreboard, from: { league: ({ league }) => league } }),
  }),
});

Scoreboard.implement({
  description: 'The games of a league.',
  fields: (t) => ({
    league: t.expose('league', { type: League, description: 'The league.' }),
    leagueName: t.exposeString('leagueName', { nullable: true, description: 'Name of the league.' }),
    season: t.exposeInt('season', { nullable: true, description: 'Year that names the season.' }),
    week: t.exposeInt('week', {
      nullable: true,
      description: 'Week of the season, where the league plays by the week.',
    }),
    games: t.list('games', {
      type: [Game],
      max: 500,
      filters: filtersOfGames,
      description: 'The games, in the order of the source.',
    }),
    leagueTeams: t.lookup(lookups.teams, { type: Teams, from: { league: ({ league }) => league } }),
  }),
});

export const Match = builder.objectRef<lookups.Match>('SportsMatch').implement({
  description: 'A match of soccer.',
  interfaces: [Encounter, TeamGame],
  fields: (t) => ({
    league: t.expose('league', { type: SoccerLeague, description: 'Its league.' }),
    leagueName: t.exposeString('leagueName', {
      nullable: true,
      description:
        'Name of its league where matches of all leagues stand together; otherwise the list has it.',
      ...wire({ omit: 'null' }),
    }),
  }),
});

const filtersOfMatches = listFilters<lookups.Match>(
  'SportsMatch',
  {
    ...gameFilters,
    team: teamIn,
    league: isOneOf('Their leagues.', lookups.kinds.soccerLeague, ({ league }) => league),
  },
  gameOrders,
);

export const Soccer = builder.objectRef<lookups.Soccer>('SportsSoccer').implement({
  description: 'The matches of a soccer league, or of all.',
  fields: (t) => ({
    leagueName: t.exposeString('leagueName', { description: 'Name of the league; all for every league.' }),
    matches: t.list('matches', {
      type: [Match],
      max: 500,
      filters: filtersOfMatches,
      description: 'The matches in the order of the source, league by league.',
    }),
    unavailable: t.expose('unavailable', {
      type: [SoccerLeague],
      description: 'Leagues whose matches are missing because the source did not answer for them.',
    }),
  }),
});

export const Fighter = builder.objectRef<sports.Fighter>('SportsFighter').implement({
  description: 'A fighter in a bout.',
  fields: (t) => ({
    fighterId: t.exposeID('id', { description: 'Id of the fighter at the source.', ...documentedAsId }),
    name: t.exposeString('name', { nullable: true, description: 'Name; null while nobody is named yet.' }),
    record: t.exposeString('record', {
      nullable: true,
      description: 'Wins, losses and draws, such as 19-5-0.',
    }),
    country: t.exposeString('country', { nullable: true, description: 'Country fought for.' }),
    winner: t.exposeBoolean('winner', {
      nullable: true,
      description: 'Whether this fighter won; null until the bout is over.',
    }),
  }),
});

const BoutResult = builder.objectRef<sports.BoutResult>('SportsBoutResult').implement({
  description: 'How a bout ended.',
  fields: (t) => ({
    winner: t.exposeString('winner', {
      nullable: true,
      description: 'Name of the winner; null after a draw and where the bout does not count.',
    }),
    method: t.exposeString('method', {
      nullable: true,
      description: 'KO/TKO, Submission, Decision or another word of the source; null when it does not tell.',
    }),
    round: t.exposeInt('round', { nullable: true, description: 'Round that it ended in.' }),
    time: t.exposeString('time', { nullable: true, description: 'Time in that round, as minutes:seconds.' }),
  }),
});

const Bout = builder.objectRef<sports.Bout>('SportsBout').implement({
  description: 'One bout of a card.',
  fields: (t) => ({
    boutId: t.exposeID('id', { description: 'Id at the source.', ...documentedAsId }),
    date: t.exposeString('date', { description: 'When its part of the card begins, in ISO 8601.' }),
    time: t.typed('date', asTime, 'When its part of the card begins.'),
    status: t.expose('status', { type: Status, description: 'Where it stands.' }),
    weightClass: t.exposeString('weightClass', { nullable: true, description: 'Weight class.' }),
    rounds: t.exposeInt('rounds', { nullable: true, description: 'Rounds that it is set for.' }),
    round: t.exposeInt('round', {
      nullable: true,
      description: 'Round that is fought or was fought last; null before the bout begins.',
    }),
    clock: t.exposeString('clock', {
      nullable: true,
      description: 'Time of the round as the source shows it; null before the bout begins.',
    }),
    fighters: t.list('fighters', { type: [Fighter], max: 2, description: 'The two fighters.' }),
    result: t.expose('result', {
      type: BoutResult,
      nullable: true,
      description: 'How it ended; null until it is over.',
    }),
  }),
});

export const FightCard = builder.objectRef<sports.FightCard>('SportsFightCard').implement({
  description: 'A card of mixed martial arts: one evening and its bouts.',
  interfaces: [Encounter],
  fields: (t) => ({
    name: t.exposeString('name', { nullable: true, description: 'Name of the card.' }),
    bouts: t.list('bouts', {
      type: [Bout],
      max: 20,
      usual: 12,
      description: 'The bouts; the main one comes last.',
    }),
  }),
});

interface Fights {
  readonly cards: readonly sports.FightCard[];
}

const Fights = builder.objectRef<Fights>('SportsFights').implement({
  description: 'Cards of mixed martial arts.',
  fields: (t) => ({
    cards: t.list('cards', {
      type: [FightCard],
      max: 20,
      usual: 2,
      filters: listFilters<sports.FightCard>('SportsFightCard', gameFilters, gameOrders),
      description: 'The cards, in the order of the source.',
    }),
  }),
});

builder.namespace('sports', {
  description: 'Scoreboards and teams of leagues, soccer by league, and mixed martial arts.',
  synonyms,
  fields: (t) => ({
    scoreboard: t.lookup(lookups.scoreboard, { type: Scoreboard }),
    teams: t.lookup(lookups.teams, { type: Teams }),
    fights: t.lookup(lookups.fights, { type: Fights }),
    soccer: t.lookup(lookups.soccer, { type: Soccer }),
  }),
});
