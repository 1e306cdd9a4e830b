import { namesOfTeam } from './team-names.ts';
import type { World } from './world.ts';

export type TeamSport = 'basketball' | 'football' | 'hockey' | 'soccer';

/** The parameters of a sport; ids are those of the upstream. */
export interface SportFacts {
  readonly id: number;
  readonly periods: number;
  readonly periodMinutes: number;
  /** The duration of a game, including breaks. */
  readonly gameMinutes: number;
  readonly breakName: 'STATUS_HALFTIME' | 'STATUS_END_PERIOD';
  /** The usual maximum and minimum score of a team. */
  readonly points: readonly [least: number, most: number];
}

export const sportFacts: Readonly<Record<TeamSport, SportFacts>> = {
  basketball: {
    id: 40,
    periods: 4,
    periodMinutes: 12,
    gameMinutes: 150,
    breakName: 'STATUS_HALFTIME',
    points: [70, 130],
  },
  football: {
    id: 20,
    periods: 4,
    periodMinutes: 15,
    gameMinutes: 190,
    breakName: 'STATUS_HALFTIME',
    points: [3, 45],
  },
  hockey: {
    id: 70,
    periods: 3,
    periodMinutes: 20,
    gameMinutes: 150,
    breakName: 'STATUS_END_PERIOD',
    points: [0, 7],
  },
  soccer: {
    id: 600,
    periods: 2,
    periodMinutes: 45,
    gameMinutes: 110,
    breakName: 'STATUS_HALFTIME',
    points: [0, 5],
  },
};

export interface LeagueFacts {
  readonly id: number;
  readonly sport: TeamSport;
  readonly slug: string;
  readonly name: string;
  readonly abbreviation: string;
  readonly teams: number;
  /** The maximum number of games on a day. */
  readonly mostGames: number;
  /** The months of the season in order, 1 to 12. */
  readonly season: readonly [first: number, last: number];
  /** The hour in UTC of the first game of a day. */
  readonly firstHour: number;
  /** The leagues whose best clubs take part. */
  readonly from?: readonly string[];
  /** The index of the first club that is taken from each league. */
  readonly pickFrom?: number;
}

const european = { sport: 'soccer', season: [8, 5], firstHour: 12, mostGames: 5 } as const;
const topLeagues = ['eng.1', 'esp.1', 'ger.1', 'ita.1', 'fra.1'] as const;
const college = { sport: 'basketball', teams: 362, mostGames: 60, season: [11, 4], firstHour: 17 } as const;

const all: readonly LeagueFacts[] = [
  {
    id: 46,
    sport: 'basketball',
    slug: 'nba',
    name: 'National Basketball League',
    abbreviation: 'NBL',
    teams: 30,
    mostGames: 12,
    // All year, so that the examples of the documentation have games.
    season: [10, 9],
    firstHour: 23,
  },
  {
    id: 59,
    sport: 'basketball',
    slug: 'wnba',
    name: "Women's National Basketball League",
    abbreviation: 'WNBL',
    teams: 13,
    mostGames: 5,
    season: [5, 10],
    firstHour: 22,
  },
  {
    ...college,
    id: 41,
    slug: 'mens-college-basketball',
    name: "Men's College Basketball",
    abbreviation: 'MCB',
  },
  {
    ...college,
    id: 54,
    slug: 'womens-college-basketball',
    name: "Women's College Basketball",
    abbreviation: 'WCB',
  },
  {
    id: 28,
    sport: 'football',
    slug: 'nfl',
    name: 'National Football League',
    abbreviation: 'NFL',
    teams: 32,
    mostGames: 13,
    season: [9, 1],
    firstHour: 17,
  },
  {
    id: 90,
    sport: 'hockey',
    slug: 'nhl',
    name: 'National Hockey League',
    abbreviation: 'NHL',
    teams: 32,
    mostGames: 10,
    season: [10, 6],
    firstHour: 23,
  },
  { ...european, id: 700, slug: 'eng.1', name: 'England Top League', abbreviation: 'ETL', teams: 20 },
  { ...european, id: 740, slug: 'esp.1', name: 'Spain Top League', abbreviation: 'STL', teams: 20 },
  { ...european, id: 720, slug: 'ger.1', name: 'Germany Top League', abbreviation: 'GTL', teams: 18 },
  { ...european, id: 730, slug: 'ita.1', name: 'Italy Top League', abbreviation: 'ITL', teams: 20 },
  { ...european, id: 710, slug: 'fra.1', name: 'France Top League', abbreviation: 'FTL', teams: 18 },
  {
    ...european,
    id: 770,
    slug: 'usa.1',
    name: 'North American Soccer',
    abbreviation: 'NAS',
    teams: 30,
    season: [2, 12],
    firstHour: 23,
  },
  {
    ...european,
    id: 775,
    slug: 'uefa.champions',
    name: 'Continental Champions Cup',
    abbreviation: 'CCC',
    teams: 20,
    from: topLeagues,
    pickFrom: 0,
  },
  {
    ...european,
    id: 776,
    slug: 'uefa.europa',
    name: 'Continental Cup',
    abbreviation: 'CC',
    teams: 20,
    from: topLeagues,
    pickFrom: 4,
  },
];

const bySlug = new Map(all.map((league) => [league.slug, league]));

export const leagueAt = (sport: string, slug: string): LeagueFacts | undefined => {
  const league = bySlug.get(slug);
  return league?.sport === sport ? league : undefined;
};

export const soccerLeagues: readonly LeagueFacts[] = all.filter(({ sport }) => sport === 'soccer');

export interface Team {
  readonly id: string;
  readonly displayName: string;
  readonly shortDisplayName: string;
  readonly name: string;
  readonly location: string;
  readonly abbreviation: string;
  readonly color: string;
  readonly alternateColor: string;
  readonly slug: string;
  readonly logo: string;
  readonly venue: string;
  /** The share of games that the team wins. */
  readonly strength: number;
}

/** The teams of a league, the same in every season. */
export function teamsOf(world: World, league: LeagueFacts): readonly Team[] {
  const { from, pickFrom = 0, teams } = league;
  if (from) {
    const share = teams / from.length;
    return from.flatMap((slug) =>
      Array.from({ length: share }, (_, index) => teamOf(world, bySlug.get(slug)!, pickFrom + index)),
    );
  }
  return Array.from({ length: teams }, (_, index) => teamOf(world, league, index));
}

function teamOf(world: World, { id: leagueId, sport, slug: league }: LeagueFacts, index: number): Team {
  const { dice, place, location, nickname, displayName } = namesOfTeam(world, sport, league, index);
  const isClub = sport === 'soccer';
  const abbreviation = (place.slice(0, 2) + dice.token(1, 'ABCDEFGHKLMNPRSTVWY')).toUpperCase();
  // Ids are unique within a sport; a league has fewer than 400 teams, so that none ends in 404.
  const id = String(isClub ? leagueId * 1000 + index + 1 : index + 1);
  return {
    id,
    displayName,
    shortDisplayName: isClub ? place : nickname,
    name: nickname,
    location: isClub ? displayName : location,
    abbreviation,
    color: dice.hex(6),
    alternateColor: dice.hex(6),
    slug: displayName.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-'),
    logo: `https://a.espncdn.com/i/teamlogos/${isClub ? 'soccer' : league}/500/${id}.png`,
    venue: `${place} ${dice.pick(['Arena', 'Garden', 'Stadium', 'Park'])}`,
    strength: dice.float(0.25, 0.75),
  };
}
