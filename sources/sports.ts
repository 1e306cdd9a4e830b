import { z } from 'zod';
import { hours, minutes, seconds } from '../core/clock.ts';
import { parse } from '../core/safe-parse.ts';
import { path } from './kernel/credentials.ts';
import {
  boolean,
  from,
  id,
  integer,
  nullable,
  oneOf,
  optionalList,
  requiredList,
  shape,
  strictList,
  text,
} from './kernel/decode.ts';
import type { CachePolicy } from './kernel/policies/cache.ts';
import { defineSource } from './kernel/source.ts';
import { hasBegun, isOver, isUnderWay, type Sport, type Status, statusOf } from './sports-status.ts';

/**
 * Scoreboards and teams from ESPN's public site API, which needs no credential and is undocumented: the formats are known from
 * recorded responses. One request covers a whole league, so there is no batching.
 * A scoreboard is fresh for 10 seconds while a game is under way, 2 minutes while games are awaited, and an hour when all are
 * over. `all` names the leagues that fail as `unavailable` and is then not cached. A card of fights is live as soon as one
 * bout is, because the upstream's status of the card lags.
 */
export const source = defineSource({
  group: 'sports',
  origins: ['https://site.api.espn.com'],
  mirrors: ['https://site.web.api.espn.com'],
});

/** The upstream path of a league. */
interface Place {
  readonly sport: 'basketball' | 'football' | 'hockey';
  readonly slug: string;
  /** The group of teams that is the league proper; without it, college boards are a selection of the day's games. */
  readonly division?: number;
}

/** Leagues by their names in our API, without soccer. */
export const leagues = {
  basketball_pro_men: { sport: 'basketball', slug: 'nba' },
  basketball_pro_women: { sport: 'basketball', slug: 'wnba' },
  basketball_mens_college: { sport: 'basketball', slug: 'mens-college-basketball', division: 50 },
  basketball_womens_college: { sport: 'basketball', slug: 'womens-college-basketball', division: 50 },
  football_pro: { sport: 'football', slug: 'nfl' },
  hockey_pro: { sport: 'hockey', slug: 'nhl' },
} as const satisfies Readonly<Record<string, Place>>;

/** The upstream paths of soccer leagues, by their names in our API. */
export const soccerLeagues = {
  england_top: 'eng.1',
  spain_top: 'esp.1',
  germany_top: 'ger.1',
  italy_top: 'ita.1',
  france_top: 'fra.1',
  continental_cup_1: 'uefa.champions',
  continental_cup_2: 'uefa.europa',
  usa_top: 'usa.1',
} as const;

export type League = keyof typeof leagues;
export type SoccerLeague = keyof typeof soccerLeagues;

/** A time as ISO 8601; the upstream leaves out the seconds. */
const moment = text.transform((value) => value.replace(/(T\d{2}:\d{2})(?=Z|[+-])/, '$1:00'));

/** Points, which are text upstream; null for other text. */
const points = z
  .unknown()
  .nullish()
  .transform((value) => (/^\d{1,6}$/.test(String(value)) ? Number(value) : null));

const Place = shape({
  fullName: nullable(text),
  address: nullable(shape({ city: nullable(text), state: nullable(text), country: nullable(text) })),
});
const Venue = nullable(Place);

/** Wins and losses over the season, among those at home, on the road and so on. */
const record = optionalList(
  shape({ name: nullable(text), type: nullable(text), summary: nullable(text) }),
).transform((records) => {
  const season = records.find(({ type }) => type === 'total') ?? records.find(isSeason);
  return season?.summary ?? null;
});

const isSeason = (of: { readonly name: string | null; readonly type: string | null }) =>
  [of.type, of.name].some((word) => /^(?:ytd|overall)$/i.test(word ?? ''));

const phaseType = {
  name: text,
  state: oneOf(['pre', 'in', 'post']),
  completed: nullable(boolean),
  shortDetail: nullable(text),
};

/** The state of a game or bout, with the fields that are defined once it has begun. */
const standingOf = (sport: Sport) =>
  shape({
    period: nullable(integer),
    displayClock: nullable(text),
    type: shape(phaseType),
  }).transform((phase) => {
    const status = statusOf(sport, phase);
    const begun = hasBegun(status, phase.period);
    return {
      status,
      begun,
      period: begun ? phase.period : null,
      clock: begun ? phase.displayClock : null,
      detail: phase.type.shortDetail,
    };
  });

const Competitor = shape({
  homeAway: oneOf(['home', 'away']),
  score: points,
  records: record,
  team: shape({ id, name: from('displayName', text), abbreviation: nullable(text), logo: nullable(text) }),
});

/** A team in a game. Its score is null before the game begins, when the upstream writes 0. */
const sideOf = (competitors: readonly z.output<typeof Competitor>[], side: 'home' | 'away', begun: boolean) =>
  competitors
    .filter(({ homeAway }) => homeAway === side)
    .map(({ team, score, records }) => ({ ...team, score: begun ? score : null, record: records }))[0];

const Athlete = z.object({ athlete: z.object({}) });
const EventWithoutTeams = z.object({
  competitions: z.array(
    z.object({
      competitors: z
        .array(z.unknown())
        .refine((all) => all.length === 0 || all.some((one) => Athlete.safeParse(one).success))
        .nullish(),
    }),
  ),
});

/** Whether an event is no game: a draft has no competitors, and those of a tournament may be athletes. */
const isWithoutTeams = (event: unknown): boolean => parse(EventWithoutTeams, event).success;

/** The games among the events of a board; one without two teams is none. */
const gamesOf = (sport: Sport) =>
  z
    .custom<unknown[]>(Array.isArray, 'expected a list')
    .transform((events) => events.filter((event) => !isWithoutTeams(event)))
    .pipe(
      requiredList(
        shape({
          id,
          date: moment,
          competitions: strictList(
            shape({
              competitors: requiredList(Competitor),
              venue: Venue,
              standing: from('status', standingOf(sport)),
            }),
          ),
        }),
      ),
    )
    .transform((events) =>
      events.flatMap(({ id, date, competitions: [game] }) => {
        if (!game) return [];
        const { begun, ...standing } = game.standing;
        const homeTeam = sideOf(game.competitors, 'home', begun);
        const awayTeam = sideOf(game.competitors, 'away', begun);
        if (!homeTeam || !awayTeam) return [];
        const { fullName: venue = null, address: place = null } = game.venue ?? {};
        return [{ id, date, venue, place, ...standing, homeTeam, awayTeam }];
      }),
    );

const season = nullable(shape({ year: nullable(integer) }));

const scoreboardShape = (sport: Sport) =>
  shape({
    games: from('events', gamesOf(sport)),
    leagues: optionalList(shape({ name: nullable(text), season })),
    season,
    week: nullable(shape({ number: nullable(integer) })),
  }).transform(({ games, leagues: [league], season, week }) => ({
    leagueName: league?.name ?? null,
    season: season?.year ?? league?.season?.year ?? null,
    week: week?.number ?? null,
    games,
  }));

export type Scoreboard = z.output<ReturnType<typeof scoreboardShape>>;
export type Game = Scoreboard['games'][number];
export type GameTeam = Game['homeTeam'];

/** Seconds while something is played, minutes while it is awaited, and an hour when all is over. */
function keepWhile(standings: readonly { readonly status: Status }[]): CachePolicy {
  if (standings.some(({ status }) => isUnderWay(status))) {
    return { freshMs: seconds(10), staleIfErrorMs: minutes(5) };
  }
  const isPast = standings.length > 0 && standings.every(({ status }) => isOver(status));
  return { freshMs: isPast ? hours(1) : minutes(2) };
}

/** Which board of a league; the current one unless a day or a week is named. */
export interface Asked {
  readonly slug: string;
  readonly division?: number | undefined;
  /** As `20260314`; the upstream knows no ranges of days for team sports. */
  readonly day?: string | undefined;
  /** A week of the regular season of football. */
  readonly week?: number | undefined;
}

const regularSeason = 2;

const boardCall =
  (sport: Sport) =>
  ({ slug, division, day, week }: Asked) => ({
    path: path`/apis/site/v2/sports/${sport}/${slug}/scoreboard`,
    query: {
      dates: day,
      groups: division,
      week,
      seasontype: week === undefined ? undefined : regularSeason,
    },
  });

const scoreboardOf = (sport: Sport) =>
  source.endpoint(`${sport}.scoreboard`, {
    request: boardCall(sport),
    decode: scoreboardShape(sport),
    cache: ({ games }) => keepWhile(games),
  });

/** Games with their scores, by sport. */
export const scoreboards = {
  basketball: scoreboardOf('basketball'),
  football: scoreboardOf('football'),
  hockey: scoreboardOf('hockey'),
  soccer: scoreboardOf('soccer'),
};

const Team = shape({
  id,
  name: from('displayName', text),
  abbreviation: nullable(text),
  location: nullable(text),
  nickname: from('name', nullable(text)),
  color: nullable(text),
  logo: from(
    'logos',
    optionalList(shape({ href: nullable(text) })).transform(([first]) => first?.href ?? null),
  ),
});

export type Team = z.output<typeof Team>;

/** More teams than any league has; the upstream's default is 50. */
export const mostTeams = 1000;

/** Every team of a league. */
export const teams = source.endpoint('teams', {
  request: ({ sport, slug }: { readonly sport: Sport; readonly slug: string }) => ({
    path: path`/apis/site/v2/sports/${sport}/${slug}/teams`,
    query: { limit: mostTeams },
  }),
  decode: shape({
    sports: strictList(
      shape({ leagues: strictList(shape({ teams: requiredList(shape({ team: Team })) })) }),
    ).min(1),
  }).transform(({ sports }) =>
    sports.flatMap((sport) => sport.leagues.flatMap((league) => league.teams.map(({ team }) => team))),
  ),
  cache: { freshMs: hours(24) },
});

const Fighter = shape({
  id,
  winner: nullable(boolean),
  records: record,
  athlete: nullable(
    shape({
      name: from('displayName', nullable(text)),
      flag: nullable(shape({ country: from('alt', nullable(text)) })),
    }),
  ),
});

const methods: Readonly<Record<string, string>> = { kotko: 'KO/TKO' };

/** The result of a bout, which is among other remarks such as "Unofficial Winner Kotko". */
const method = optionalList(shape({ type: nullable(shape({ text: nullable(text) })) })).transform(
  (remarks) => {
    const said = remarks
      .map(({ type }) => type?.text?.match(/^Unofficial Winner (.+)$/i)?.[1])
      .find((words) => words !== undefined);
    return said === undefined ? null : (methods[said.toLowerCase()] ?? said);
  },
);

const fullRound = '5:00';

const Bout = shape({
  id,
  date: moment,
  type: nullable(shape({ weightClass: from('abbreviation', nullable(text)) })),
  format: nullable(shape({ regulation: nullable(shape({ periods: nullable(integer) })) })),
  standing: from('status', standingOf('mma')),
  fighters: from('competitors', optionalList(Fighter)),
  method: from('details', method),
}).transform(({ id, date, type, format, standing, fighters, method }) => {
  const { status, period: round, clock } = standing;
  const rounds = format?.regulation?.periods ?? null;
  const isFinal = status === 'Final';
  // For a decision by judges, the upstream often says only that the bout went the distance.
  const wentTheDistance = round !== null && round === rounds && clock === fullRound;
  return {
    id,
    date,
    status,
    round,
    rounds,
    clock,
    weightClass: type?.weightClass ?? null,
    fighters: fighters.map(({ id, athlete, records, winner }) => ({
      id,
      name: athlete?.name ?? null,
      record: records,
      country: athlete?.flag?.country ?? null,
      winner: isFinal ? winner : null,
    })),
    result: isFinal
      ? {
          winner: fighters.find(({ winner }) => winner)?.athlete?.name ?? null,
          method: method ?? (wentTheDistance ? 'Decision' : null),
          round,
          time: clock,
        }
      : null,
  };
});

const FightCard = shape({
  id,
  date: moment,
  name: nullable(text),
  venues: optionalList(Place),
  standing: from('status', standingOf('mma')),
  bouts: from('competitions', optionalList(Bout)),
}).transform(({ venues: [first], standing, ...card }) => ({
  ...card,
  venue: first?.fullName ?? null,
  place: first?.address ?? null,
  // The status of a card lags behind those of its bouts, also between two of them.
  status: card.bouts.some(
    ({ status }) => isUnderWay(status) || (status === 'Final' && standing.status === 'Pre-Game'),
  )
    ? ('Live' as const)
    : standing.status,
}));

export type FightCard = z.output<typeof FightCard>;
export type Bout = FightCard['bouts'][number];
export type Fighter = Bout['fighters'][number];
export type BoutResult = NonNullable<Bout['result']>;

/** Cards of mixed martial arts with their bouts. */
export const fightCards = source.endpoint('mma.scoreboard', {
  request: ({ day }: Pick<Asked, 'day'>) => boardCall('mma')({ slug: 'ufc', day }),
  decode: shape({ events: requiredList(FightCard) }).transform(({ events }) => events),
  cache: (cards) => keepWhile(cards),
});
