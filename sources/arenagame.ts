import type { z } from 'zod';
import { hours, minutes, seconds } from '../core/clock.ts';
import { source } from './arenagame-sources.ts';
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
  strictNullable,
  text,
  withDefault,
} from './kernel/decode.ts';

const Item = shape({ id, name: text });
const Gear = shape({ id, name: text, level: nullable(integer) });
const Icon = shape({ id });

/** The equipment of a fighter. Older responses have neither hypercharges nor gears. */
const kit = {
  id,
  name: text,
  starPowers: optionalList(Item),
  gadgets: optionalList(Item),
  hyperCharges: optionalList(Item),
  gears: optionalList(Gear),
};

const Fighter = shape(kit);

const PlayerFighter = shape({
  ...kit,
  power: integer,
  rank: nullable(integer),
  trophies: integer,
  highestTrophies: nullable(integer),
  prestigeLevel: nullable(integer),
  currentWinStreak: nullable(integer),
  maxWinStreak: nullable(integer),
  skin: nullable(Item),
  buffies: nullable(shape({ gadget: boolean, starPower: boolean, hyperCharge: boolean })),
});

/** The fields of a player that every list contains. */
const profile = {
  tag: text,
  name: text,
  nameColor: nullable(text),
  icon: nullable(Icon),
  trophies: integer,
};

/** Absent or an empty object for a player without a club; rankings leave the tag out. */
const Membership = nullable(shape({ tag: nullable(text), name: nullable(text) })).transform(
  (club) => club ?? { tag: null, name: null },
);

/** Zero for a player who has none, in modes that are played now and then. */
const noBest = withDefault(integer, 0);

const Player = shape({
  ...profile,
  highestTrophies: integer,
  totalPrestigeLevel: withDefault(integer, 0),
  expLevel: integer,
  expPoints: integer,
  threeVsThreeVictories: from('3vs3Victories', integer),
  soloVictories: integer,
  duoVictories: integer,
  bestRoboRumbleTime: noBest,
  bestTimeAsBigFighter: from('bestTimeAsBigBrawler', noBest),
  club: Membership,
  fighters: from('brawlers', optionalList(PlayerFighter)),
});

/** The roles of club members; a closed set in our API. Any other role of the upstream has no rank. */
export const roles = ['president', 'vicePresident', 'senior', 'member'] as const;

const Member = shape({ ...profile, role: oneOf(roles).catch('member') });

const Club = shape({
  tag: text,
  name: text,
  description: withDefault(text, ''),
  type: text,
  badgeId: id,
  requiredTrophies: integer,
  trophies: integer,
  isFamilyFriendly: nullable(boolean),
  members: optionalList(Member),
});

/** The upstream names modes of the ball game after the game, with or without the number of players. */
export const sameGame = (mode: string): string => mode.replace(/^brawlBall/, 'ball');
const Mode = text.transform(sameGame);

const Event = shape({ id, map: nullable(text), mode: nullable(Mode), modeId: nullable(id) });

/** A fighter in a battle; in duels, each has its own change of trophies. */
const BattleFighter = shape({
  id,
  name: text,
  power: integer,
  trophies: integer,
  trophyChange: nullable(integer),
});

const StarPlayer = shape({ tag: text, name: text, fighter: from('brawler', BattleFighter) });

/** A participant of a battle, with one fighter or, in duels, several. */
const Participant = shape({
  tag: nullable(text),
  name: text,
  fighter: from('brawler', strictNullable(BattleFighter)),
  fighters: from('brawlers', strictNullable(requiredList(BattleFighter))),
});

// The fields depend on the mode.
const Battle = shape({
  mode: withDefault(Mode, 'unknown'),
  type: nullable(text),
  result: nullable(text),
  duration: nullable(integer),
  trophyChange: nullable(integer),
  starPlayer: nullable(StarPlayer),
  teams: optionalList(requiredList(Participant)),
  players: strictNullable(requiredList(Participant)),
  rank: nullable(integer),
  level: nullable(shape({ id, name: nullable(text) })),
});

const LogEntry = shape({ battleTime: text, event: Event, battle: Battle });

const Slot = shape({ startTime: text, endTime: text, slotId: nullable(id), event: Event });

const RankedPlayer = shape({ ...profile, rank: integer, club: Membership });

const RankedClub = shape({
  tag: text,
  name: text,
  badgeId: id,
  trophies: integer,
  memberCount: integer,
  rank: integer,
});

export type Item = z.output<typeof Item>;
export type Gear = z.output<typeof Gear>;
export type Icon = z.output<typeof Icon>;
/** Hypercharges and gears are null where the source does not state them. */
export type Fighter = Omit<z.output<typeof Fighter>, 'hyperCharges' | 'gears'> & {
  readonly hyperCharges: readonly Item[] | null;
  readonly gears: readonly Gear[] | null;
};
export type PlayerFighter = z.output<typeof PlayerFighter>;
export type Buffies = NonNullable<PlayerFighter['buffies']>;
export type Profile = Pick<Player, keyof typeof profile>;
export type Membership = z.output<typeof Membership>;
export type Player = z.output<typeof Player>;
export type Member = z.output<typeof Member>;
export type Club = z.output<typeof Club>;
export type Event = z.output<typeof Event>;
export type BattleFighter = z.output<typeof BattleFighter>;
export type StarPlayer = z.output<typeof StarPlayer>;
export type Participant = z.output<typeof Participant>;
export type Battle = z.output<typeof Battle>;
export type Level = NonNullable<Battle['level']>;
export type LogEntry = z.output<typeof LogEntry>;
export type Slot = z.output<typeof Slot>;
export type RankedPlayer = z.output<typeof RankedPlayer>;
export type RankedClub = z.output<typeof RankedClub>;

/** The list of a response; all of these fit into one page. */
const itemsOf = <Schema extends z.ZodType>(of: Schema) =>
  shape({ items: requiredList(of) }).transform(({ items }) => items as readonly z.output<Schema>[]);

/** Upper case, without `#`. */
interface OfTag {
  readonly tag: string;
}

const noSuchPlayer = ({ tag }: OfTag) => `No player with the tag #${tag} was found.`;
const noSuchClub = ({ tag }: OfTag) => `No club with the tag #${tag} was found.`;

/** A player and their fighters. */
export const player = source.endpoint('player', {
  request: ({ tag }: OfTag) => ({ path: path`/v1/players/${`#${tag}`}` }),
  decode: Player,
  notFound: noSuchPlayer,
  cache: { freshMs: seconds(60) },
});

/** The most battles that the upstream keeps per player. */
export const mostBattles = 25;

/** The last battles of a player, the newest first. */
export const battlelog = source.endpoint('battlelog', {
  request: ({ tag }: OfTag) => ({ path: path`/v1/players/${`#${tag}`}/battlelog` }),
  decode: itemsOf(LogEntry),
  notFound: noSuchPlayer,
  cache: { freshMs: seconds(60) },
});

/** The most members that a club can have. */
export const mostMembers = 30;

/** A club with its members. */
export const club = source.endpoint('club', {
  request: ({ tag }: OfTag) => ({ path: path`/v1/clubs/${`#${tag}`}` }),
  decode: Club,
  notFound: noSuchClub,
  cache: { freshMs: minutes(2) },
});

/** The members of a club alone. */
export const members = source.endpoint('members', {
  request: ({ tag }: OfTag) => ({ path: path`/v1/clubs/${`#${tag}`}/members` }),
  decode: itemsOf(Member),
  notFound: noSuchClub,
  cache: { freshMs: minutes(2) },
});

/** The length of a ranking. */
export const mostPlaces = 200;

const topOf = <Schema extends z.ZodType>(of: Schema) =>
  itemsOf(of).transform((items) => items.slice(0, mostPlaces));

const ranking = { cache: { freshMs: seconds(60) } };

/** The players with the most trophies. */
export const playerRankings = source.endpoint('playerRankings', {
  ...ranking,
  request: () => ({ path: '/v1/rankings/global/players' }),
  decode: topOf(RankedPlayer),
});

/** The clubs with the most trophies. */
export const clubRankings = source.endpoint('clubRankings', {
  ...ranking,
  request: () => ({ path: '/v1/rankings/global/clubs' }),
  decode: topOf(RankedClub),
});

/** The players with the most trophies with one fighter. */
export const fighterRankings = source.endpoint('fighterRankings', {
  ...ranking,
  request: ({ fighterId }: { readonly fighterId: string }) => ({
    path: path`/v1/rankings/global/brawlers/${fighterId}`,
  }),
  decode: topOf(RankedPlayer),
  notFound: ({ fighterId }) => `No fighter with the id ${fighterId} was found.`,
});

/** Every fighter of the game. */
export const fighters = source.endpoint('fighters', {
  request: () => ({ path: '/v1/brawlers' }),
  decode: itemsOf(Fighter),
  cache: { freshMs: hours(1), staleIfErrorMs: hours(24) },
});

/** The events of the current rotation, with their ends. */
export const rotation = source.endpoint('rotation', {
  request: () => ({ path: '/v1/events/rotation' }),
  decode: requiredList(Slot),
  cache: { freshMs: minutes(10) },
});
