import { z } from 'zod';
import { hours, minutes, seconds } from '../core/clock.ts';
import { bearer, path } from './kernel/credentials.ts';
import {
  boolean,
  from,
  id,
  integer,
  nullable,
  number,
  optionalList,
  requiredList,
  shape,
  strictList,
  strictNullable,
  text,
  withDefault,
} from './kernel/decode.ts';
import { classifyReasons } from './kernel/reason-errors.ts';
import { defineSource } from './kernel/source.ts';

/**
 * Players, clans, cards and battles of the Clash Royale API, with a token that is bound to the operator's IP
 * addresses. It accepts one tag per request. Bodies change with every season and leave out fields that do not apply,
 * so only names, tags and counters are required.
 * The upstream does not tell throttling from a wrong token: few requests run at a time, and a bare refusal is a 502.
 */
export const source = defineSource({
  group: 'cardgame',
  origins: ['https://api.clashroyale.com'],
  credential: bearer('CARDGAME_TOKEN'),
  access: {
    provider: 'Supercell',
    page: 'https://developer.clashroyale.com',
    cost: 'free, for the IP addresses that it is created with',
    recipe:
      'There, "Create New Key" takes the address of this machine; a machine whose address changes takes 45.79.218.79 and CARDGAME_ORIGIN=https://proxy.royaleapi.dev, a free proxy of RoyaleAPI that then sees the token.',
  },
  headers: { accept: 'application/json' },
  // The limit is undocumented; past it, the upstream responds with the 403 of a wrong token.
  limits: { concurrent: 8 },
  classify: classifyReasons('cardgame'),
});

const count = nullable(integer);
const word = nullable(text);

const IconUrls = shape({ medium: word, heroMedium: word, evolutionMedium: word, large: word });

/** A card of the catalogue, of a player's collection, or in a battle. */
const Card = shape({
  id,
  name: text,
  level: count,
  starLevel: count,
  evolutionLevel: count,
  maxLevel: count,
  maxEvolutionLevel: count,
  rarity: word,
  count,
  elixirCost: count,
  used: nullable(boolean),
  iconUrls: nullable(IconUrls),
});

const Arena = shape({ id, name: text, rawName: word });
const ClanReference = shape({ tag: text, name: text, badgeId: nullable(id) });
const Season = shape({ id: word, rank: count, trophies: count, bestTrophies: count });
const LeagueResult = shape({ leagueNumber: count, trophies: count, rank: count });
const ModeResult = shape({ arena: nullable(Arena), trophies: count, bestTrophies: count });

const Badge = shape({
  name: text,
  level: count,
  maxLevel: count,
  progress: count,
  target: count,
  iconUrls: nullable(IconUrls),
});

const Achievement = shape({
  name: text,
  stars: count,
  value: count,
  target: count,
  info: word,
  completionInfo: word,
});

const LeagueStatistics = shape({
  currentSeason: nullable(Season),
  previousSeason: nullable(Season),
  bestSeason: nullable(Season),
});

/** The results of side modes by name; one of the names is empty. */
const Progress = withDefault(z.record(z.string(), ModeResult), {}).transform((results) =>
  Object.entries(results).map(([mode, result]) => ({ mode, result })),
);

const Player = shape({
  tag: text,
  name: text,
  expLevel: count,
  expPoints: count,
  totalExpPoints: count,
  starPoints: count,
  kingTowerLevel: count,
  collectionLevel: count,
  trophies: count,
  bestTrophies: count,
  wins: count,
  losses: count,
  battleCount: count,
  threeCrownWins: count,
  challengeCardsWon: count,
  challengeMaxWins: count,
  tournamentCardsWon: count,
  tournamentBattleCount: count,
  currentWinLoseStreak: count,
  role: word,
  donations: count,
  donationsReceived: count,
  totalDonations: count,
  warDayWins: count,
  clanCardsCollected: count,
  clan: nullable(ClanReference),
  arena: nullable(Arena),
  leagueStatistics: nullable(LeagueStatistics),
  badges: optionalList(Badge),
  achievements: optionalList(Achievement),
  cards: optionalList(Card),
  supportCards: optionalList(Card),
  currentDeck: optionalList(Card),
  currentDeckSupportCards: optionalList(Card),
  currentFavouriteCard: nullable(Card),
  legacyTrophyRoadHighScore: count,
  currentPathOfLegendSeasonResult: nullable(LeagueResult),
  lastPathOfLegendSeasonResult: nullable(LeagueResult),
  bestPathOfLegendSeasonResult: nullable(LeagueResult),
  progress: Progress,
});

const Location = shape({ id, name: text, isCountry: nullable(boolean), countryCode: word });

/** A clan in search results. */
const clanFacts = {
  tag: text,
  name: text,
  type: word,
  badgeId: nullable(id),
  clanScore: count,
  clanWarTrophies: count,
  location: nullable(Location),
  requiredTrophies: count,
  donationsPerWeek: count,
  clanChestLevel: count,
  clanChestMaxLevel: count,
  members: count,
};

const FoundClan = shape(clanFacts);

const Member = shape({
  tag: text,
  name: text,
  role: word,
  lastSeen: word,
  expLevel: count,
  trophies: count,
  arena: nullable(Arena),
  clanRank: count,
  previousClanRank: count,
  donations: count,
  donationsReceived: count,
  clanChestPoints: count,
});

const Clan = shape({
  ...clanFacts,
  description: word,
  clanChestStatus: word,
  memberList: optionalList(Member),
});

const FoundClans = shape({
  items: requiredList(FoundClan),
  next: from(
    'paging',
    withDefault(shape({ cursors: withDefault(shape({ after: strictNullable(text) }), { after: null }) }), {
      cursors: { after: null },
    }).transform(({ cursors }) => cursors.after),
  ),
});

const Catalogue = shape({ items: requiredList(Card), supportItems: optionalList(Card) });

const Chest = shape({ index: integer, name: text });

/** The result of one side in a battle or a round. A side without towers left has no hit points. */
const standing = {
  crowns: count,
  kingTowerHitPoints: count,
  princessTowersHitPoints: nullable(strictList(integer)),
  elixirLeaked: nullable(number),
  cards: optionalList(Card),
};

const Round = shape(standing);

const Contestant = shape({
  ...standing,
  tag: text,
  name: text,
  startingTrophies: count,
  trophyChange: count,
  clan: nullable(ClanReference),
  supportCards: optionalList(Card),
  globalRank: count,
  rounds: nullable(requiredList(Round)),
});

const Modifiers = shape({ tag: word, modifiers: optionalList(text) });

const Battle = shape({
  type: text,
  battleTime: text,
  isLadderTournament: nullable(boolean),
  isHostedMatch: nullable(boolean),
  arena: nullable(Arena),
  gameMode: nullable(shape({ id, name: word })),
  deckSelection: word,
  leagueNumber: count,
  eventTag: word,
  tournamentTag: word,
  challengeId: nullable(id),
  challengeTitle: word,
  challengeWinCountBefore: count,
  boatBattleSide: word,
  boatBattleWon: nullable(boolean),
  newTowersDestroyed: count,
  prevTowersDestroyed: count,
  remainingTowers: count,
  modifiers: nullable(requiredList(Modifiers)),
  team: optionalList(Contestant),
  opponent: optionalList(Contestant),
});

export type IconUrls = z.output<typeof IconUrls>;
export type Card = z.output<typeof Card>;
export type Arena = z.output<typeof Arena>;
export type ClanReference = z.output<typeof ClanReference>;
export type Season = z.output<typeof Season>;
export type LeagueResult = z.output<typeof LeagueResult>;
export type LeagueStatistics = z.output<typeof LeagueStatistics>;
export type ModeResult = z.output<typeof ModeResult>;
export type Progress = Player['progress'][number];
export type Badge = z.output<typeof Badge>;
export type Achievement = z.output<typeof Achievement>;
export type Player = z.output<typeof Player>;
export type Location = z.output<typeof Location>;
export type FoundClan = z.output<typeof FoundClan>;
export type FoundClans = z.output<typeof FoundClans>;
export type Member = z.output<typeof Member>;
export type Clan = z.output<typeof Clan>;
export type Catalogue = z.output<typeof Catalogue>;
export type Chest = z.output<typeof Chest>;
export type Round = z.output<typeof Round>;
export type Contestant = z.output<typeof Contestant>;
export type Modifiers = z.output<typeof Modifiers>;
export type Battle = z.output<typeof Battle>;
export type GameMode = NonNullable<Battle['gameMode']>;

/** Upper case, without `#`. */
interface OfTag {
  readonly tag: string;
}

const noSuchPlayer = ({ tag }: OfTag) => `No player with the tag #${tag} was found.`;
const noSuchClan = ({ tag }: OfTag) => `No clan with the tag #${tag} was found.`;

/** The `max-age` of the upstream's own responses. */
const ofPlayers = { notFound: noSuchPlayer, cache: { freshMs: seconds(60) } };
const ofClans = { notFound: noSuchClan, cache: { freshMs: minutes(2) } };

/** A player, with cards, badges and results. */
export const player = source.endpoint('player', {
  ...ofPlayers,
  request: ({ tag }: OfTag) => ({ path: path`/v1/players/${`#${tag}`}` }),
  decode: Player,
});

/** The last battles of a player, the newest first. */
export const battlelog = source.endpoint('battlelog', {
  ...ofPlayers,
  request: ({ tag }: OfTag) => ({ path: path`/v1/players/${`#${tag}`}/battlelog` }),
  decode: requiredList(Battle),
});

/** The chests that a player will win next. */
export const upcomingChests = source.endpoint('upcomingChests', {
  ...ofPlayers,
  request: ({ tag }: OfTag) => ({ path: path`/v1/players/${`#${tag}`}/upcomingchests` }),
  decode: shape({ items: requiredList(Chest) }).transform(({ items }) => items),
});

/** A clan with its members. */
export const clan = source.endpoint('clan', {
  ...ofClans,
  request: ({ tag }: OfTag) => ({ path: path`/v1/clans/${`#${tag}`}` }),
  decode: Clan,
});

/** The most members that a clan can have. */
export const mostMembers = 50;

/** The members of a clan alone. */
export const members = source.endpoint('members', {
  ...ofClans,
  request: ({ tag }: OfTag) => ({
    path: path`/v1/clans/${`#${tag}`}/members`,
    query: { limit: mostMembers },
  }),
  decode: shape({ items: requiredList(Member) }).transform(({ items }) => items),
});

/** The shortest name that the upstream accepts in a search. */
export const shortestName = 3;

/** The largest page of a search; the upstream's default is all clans. */
export const clansPerPage = 50;

interface Search {
  readonly query: string;
  readonly first: number;
  readonly after?: string | undefined;
}

/** A page of the clans whose names contain a text. */
export const clanSearch = source.endpoint('clanSearch', {
  request: ({ query, first, after }: Search) => ({
    path: '/v1/clans',
    query: { name: query, limit: first, after },
  }),
  decode: FoundClans,
  cache: { freshMs: minutes(2) },
});

/** Every card of the game. They change a few times a year. */
export const cards = source.endpoint('cards', {
  request: () => ({ path: '/v1/cards' }),
  decode: Catalogue,
  cache: { freshMs: minutes(10), staleIfErrorMs: hours(24) },
});
