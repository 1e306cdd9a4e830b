import { type LeagueFacts, type SportFacts, sportFacts, type Team, teamsOf } from './sports-leagues.ts';
import type { World } from './world.ts';

const minuteMs = 60_000;
export const dayMs = 24 * 60 * minuteMs;

/** A day as a number of days since the Unix epoch. Days are those of the American east coast. */
export type Day = number;

const eastMs = 5 * 60 * minuteMs;

export const dayAt = (timeMs: number): Day => Math.floor((timeMs - eastMs) / dayMs);
export const dateOf = (day: Day): Date => new Date(day * dayMs);

/** The season that a day belongs to, or the next one: the year that names it, and how many days of it have passed. */
export function seasonAt({ season: [first, last], sport }: LeagueFacts, day: Day) {
  const date = dateOf(day);
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth() + 1];
  const wraps = last < first;
  const began = wraps && month <= last ? year - 1 : year;
  const isPlayed = wraps ? month >= first || month <= last : month >= first && month <= last;
  const firstDay = Date.UTC(began, first - 1, 1) / dayMs;
  // Winter sports name a season by the year in which it ends, football and soccer by the other one.
  const isNamedByEnd = wraps && (sport === 'basketball' || sport === 'hockey');
  return { year: began + (isNamedByEnd ? 1 : 0), isPlayed, daysIn: isPlayed ? day - firstDay : 0, firstDay };
}

/** The state of a game at a time. */
export interface Standing {
  readonly name: string;
  readonly state: 'pre' | 'in' | 'post';
  readonly completed: boolean;
  readonly period: number;
  /** The remaining seconds of the period; in soccer, the seconds since the start. */
  readonly clockSeconds: number;
  /** The finished share of the game, 0 to 1. */
  readonly progress: number;
}

export interface Game {
  readonly id: string;
  readonly startMs: number;
  readonly home: Team;
  readonly away: Team;
  readonly day: Day;
  /** One of the live league that follow each other: never cancelled, and of its own length. */
  readonly isLive?: boolean;
}

/** The league that has a game under way at any time, and the minutes of such a game: a point every 14 seconds. */
const liveLeague = 'nba';
const liveMinutes = 46;

/** The games of the live league that follow each other through a day, each a little longer than the time to the next. */
function liveGames(world: World, league: LeagueFacts, day: Day): readonly Game[] {
  const count = Math.ceil(dayMs / (liveMinutes * minuteMs));
  const pairs = pairsOf(world, league, day);
  return Array.from({ length: count }, (_, index) => {
    const [home, away] = pairs[pairs.length - 1 - (index % pairs.length)]!;
    const startMs = day * dayMs + eastMs + Math.floor((index * dayMs) / count);
    return {
      id: world.of('sports.liveGame', league.slug, day, index).digits(9),
      startMs,
      home,
      away,
      day,
      isLive: true,
    };
  });
}

/** A round of football has a game on Thursday and on Monday, and all others on Sunday. */
const footballShare: Readonly<Record<number, readonly [from: number, to: number]>> = {
  4: [0, 1],
  0: [1, 15],
  1: [15, 16],
};

const weeksOfFootball = 18;

/** The number of the football week of a day, which may be outside of the season. Weeks begin on Tuesday. */
const weekOf = (league: LeagueFacts, day: Day): number =>
  Math.floor((day - firstTuesday(seasonAt(league, day).firstDay)) / 7) + 1;

/** The current or next week of football. */
export const footballWeek = (league: LeagueFacts, day: Day): number =>
  Math.min(Math.max(weekOf(league, day), 1), weeksOfFootball);

/** The seven days of a week in the season of a day, or in the next season. */
export function daysOfWeek(league: LeagueFacts, week: number, day: Day): readonly Day[] {
  const tuesday = firstTuesday(seasonAt(league, day).firstDay) + (week - 1) * 7;
  return Array.from({ length: 7 }, (_, index) => tuesday + index);
}

const firstTuesday = (firstDay: Day) => {
  const weekday = dateOf(firstDay).getUTCDay();
  return firstDay + ((2 - weekday + 7) % 7);
};

/** The games of a league on a day, ordered by start. */
export function gamesOn(world: World, league: LeagueFacts, day: Day): readonly Game[] {
  if (!seasonAt(league, day).isPlayed) return [];
  const live = league.slug === liveLeague ? liveGames(world, league, day) : [];
  const [from, to] = shareOf(world, league, day);
  const games = pairsOf(world, league, day)
    .slice(from, to)
    .map(([home, away], index) => ({
      id: world.of('sports.game', league.slug, day, index).digits(9),
      startMs: day * dayMs + (league.firstHour + (index % 5)) * 60 * minuteMs,
      home,
      away,
      day,
    }));
  return [...games, ...live].sort((one, other) => one.startMs - other.startMs);
}

/** The pairs of teams on a day. */
function shareOf(world: World, league: LeagueFacts, day: Day): readonly [from: number, to: number] {
  if (league.sport === 'football') {
    const isRegular = weekOf(league, day) === footballWeek(league, day);
    return (isRegular ? footballShare[dateOf(day).getUTCDay()] : undefined) ?? [0, 0];
  }
  const dice = world.of('sports.day', league.slug, day);
  return [0, dice.chance(0.12) ? 0 : dice.int(1, league.mostGames)];
}

/** The pairings of a day, in football of a week. No team plays twice. */
function pairsOf(world: World, league: LeagueFacts, day: Day): readonly (readonly [Team, Team])[] {
  const round = league.sport === 'football' ? `week ${Math.floor((day - 5) / 7)}` : `day ${day}`;
  const teams = world.of('sports.round', league.slug, round).shuffle(teamsOf(world, league));
  return Array.from({ length: Math.floor(teams.length / 2) }, (_, index) => [
    teams[index * 2]!,
    teams[index * 2 + 1]!,
  ]);
}

/** The state of a game, derived from its start. A few games are cancelled. */
export function standingOf(world: World, league: LeagueFacts, game: Game, nowMs: number): Standing {
  const facts = sportFacts[league.sport];
  const dice = world.of('sports.fate', game.id);
  const none = { period: 0, clockSeconds: 0, progress: 0 };
  if (!game.isLive && dice.chance(0.02)) {
    const [name, completed] = dice.pick([
      ['STATUS_POSTPONED', false],
      ['STATUS_CANCELED', true],
    ] as const);
    return { ...none, name, state: 'post', completed };
  }
  const progress = (nowMs - game.startMs) / ((game.isLive ? liveMinutes : facts.gameMinutes) * minuteMs);
  if (progress < 0) return { ...none, name: 'STATUS_SCHEDULED', state: 'pre', completed: false };
  return progress < 1 ? underWay(league, facts, progress) : final(league, facts, dice.chance(0.08));
}

/** The last tenth of each period is a break. */
const playedShare = 0.9;

function underWay(league: LeagueFacts, facts: SportFacts, progress: number): Standing {
  const position = progress * facts.periods;
  const period = Math.floor(position) + 1;
  const isBreak = position % 1 > playedShare && period < facts.periods;
  const isHalf = period * 2 === facts.periods;
  const played = Math.min((position % 1) / playedShare, 1);
  const seconds = Math.floor(played * facts.periodMinutes * 60);
  const isSoccer = league.sport === 'soccer';
  const playing = isSoccer
    ? (['STATUS_FIRST_HALF', 'STATUS_SECOND_HALF'][period - 1] ?? 'STATUS_SECOND_HALF')
    : 'STATUS_IN_PROGRESS';
  return {
    name: !isBreak ? playing : isHalf ? facts.breakName : 'STATUS_END_PERIOD',
    state: 'in',
    completed: false,
    period,
    clockSeconds: isSoccer
      ? (period - 1) * facts.periodMinutes * 60 + seconds
      : facts.periodMinutes * 60 - seconds,
    progress,
  };
}

function final(league: LeagueFacts, facts: SportFacts, wentOn: boolean): Standing {
  const isSoccer = league.sport === 'soccer';
  return {
    name: isSoccer ? 'STATUS_FULL_TIME' : 'STATUS_FINAL',
    state: 'post',
    completed: true,
    period: facts.periods + (wentOn && !isSoccer ? 1 : 0),
    clockSeconds: isSoccer ? facts.periods * facts.periodMinutes * 60 : 0,
    progress: 1,
  };
}

/** The current score of both teams. It never decreases, and only soccer ends in a draw. */
export function scoresOf(world: World, { sport }: LeagueFacts, { id }: Game, { progress }: Standing) {
  const [least, most] = sportFacts[sport].points;
  const dice = world.of('sports.score', id);
  const [home, away] = [dice.int(least, most), dice.int(least, most)];
  const winner = home === away && sport !== 'soccer' ? 1 : 0;
  return { home: Math.floor((home + winner) * progress), away: Math.floor(away * progress) };
}

/** Wins and losses before a day, with draws or overtime losses where the sport has them. */
export function recordOf(league: LeagueFacts, team: Team, day: Day): string {
  const played = Math.floor(
    seasonAt(league, day).daysIn / (league.sport === 'football' || league.sport === 'soccer' ? 7 : 3),
  );
  const wins = Math.round(played * team.strength);
  const others = Math.floor((played - wins) / 4);
  if (league.sport === 'soccer') return `${wins}-${others}-${played - wins - others}`;
  return league.sport === 'hockey'
    ? `${wins}-${played - wins - others}-${others}`
    : `${wins}-${played - wins}`;
}
