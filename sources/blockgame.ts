import { z } from 'zod';
import { hours, minutes, seconds } from '../core/clock.ts';
import {
  avatars,
  awards,
  friendships,
  inventories,
  isHidden,
  market,
  memberships,
  presences,
  refusalOfPlayer,
  universes,
  users,
} from './blockgame-sources.ts';
import { path, type QueryValue, type UpstreamCall } from './kernel/credentials.ts';
import {
  boolean,
  from,
  id,
  integer,
  isTime,
  nullable,
  number,
  oneOf,
  optionalList,
  optionalText,
  requiredList,
  shape,
  standingIn,
  strictNullable,
  text,
  withDefault,
} from './kernel/decode.ts';
import type { Endpoint, EndpointSpec, Source, UpstreamResponse } from './kernel/source.ts';

const no = withDefault(boolean, false);

/** Lists are in the field `data`. */
const inData = <Item>(item: z.ZodType<Item>): z.ZodType<readonly Item[]> =>
  z.object({ data: requiredList(item) }).transform(({ data }) => data);

/** The fields of a player that every reference contains. */
const mentioned = { id, name: text, displayName: optionalText, hasVerifiedBadge: no };
const shown = standingIn('displayName', 'name');

const Account = shape(mentioned).transform(shown);
const NamedAccount = shape({ ...mentioned, requestedUsername: nullable(text) }).transform(shown);
const User = shape({ ...mentioned, description: optionalText, created: text }).transform(shown);

/** The kinds of presence. */
export const presenceWords = ['Offline', 'Online', 'In Game', 'In Studio'] as const;

// The fifth kind is invisible.
const Presence = shape({ userId: id, type: from('userPresenceType', nullable(integer)) }).transform(
  ({ userId, type }) => ({ userId, presence: type === null ? null : (presenceWords[type] ?? 'Offline') }),
);

export const avatarTypes = ['R6', 'R15'] as const;

const Kind = shape({ id, name: text });
const Asset = shape({ id, name: text, currentVersionId: id, assetType: Kind });
const Emote = shape({ assetId: id, assetName: optionalText, position: nullable(integer) });

const Avatar = shape({
  playerAvatarType: oneOf(avatarTypes),
  scales: shape({
    height: number,
    width: number,
    head: number,
    depth: number,
    proportion: number,
    bodyType: number,
  }),
  bodyColors: shape({
    headColorId: integer,
    torsoColorId: integer,
    rightArmColorId: integer,
    leftArmColorId: integer,
    rightLegColorId: integer,
    leftLegColorId: integer,
  }),
  assets: optionalList(Asset),
  defaultShirtApplied: no,
  defaultPantsApplied: no,
  emotes: optionalList(Emote),
});

const Outfit = shape({ id, name: text, isEditable: no, outfitType: nullable(text) });

// The newer of the two services returns no descriptions.
const Membership = shape({
  group: shape({ id, name: text, description: nullable(text), memberCount: integer, hasVerifiedBadge: no }),
  role: shape({ name: text, rank: integer }),
}).transform(({ group, role }) => ({ ...group, role: role.name, rank: role.rank }));

const Badge = shape({
  id,
  name: optionalText,
  displayName: optionalText,
  description: optionalText,
  displayDescription: optionalText,
  enabled: boolean,
  statistics: shape({ pastDayAwardedCount: integer, awardedCount: integer, winRatePercentage: number }),
  awardingUniverse: nullable(shape({ id: nullable(id), name: nullable(text), rootPlaceId: nullable(id) })),
  // Some responses name the place instead of the awarding game.
  awarder: nullable(shape({ id: nullable(id) })),
}).transform(({ displayName, displayDescription, awarder, ...badge }) => ({
  ...badge,
  name: badge.name || displayName,
  description: badge.description || displayDescription,
  awardingUniverse: badge.awardingUniverse ?? { id: null, name: null, rootPlaceId: awarder?.id ?? null },
}));

// The names are empty since 2026.
const Friend = shape({ id, name: optionalText, displayName: optionalText, hasVerifiedBadge: no });

const Game = shape({
  id,
  name: text,
  description: optionalText,
  rootPlace: nullable(shape({ id })),
  created: text,
  updated: text,
  placeVisits: integer,
}).transform(({ rootPlace, ...game }) => ({ ...game, rootPlaceId: rootPlace?.id ?? null }));

const Universe = shape({
  id,
  maxPlayers: integer,
  genre: nullable(text),
  genreL1: from('genre_l1', optionalText),
  visits: nullable(integer),
  playing: integer,
  favoritedCount: integer,
}).transform(({ genreL1, ...universe }) => ({ ...universe, genre: universe.genre || genreL1 }));

const MarketProfile = shape({ rap: nullable(number), value: nullable(number) });

const OwnedAssets = z
  // The upstream may encode an empty object as an empty list.
  .union([
    z.record(z.string(), optionalList(id)),
    z.tuple([]).transform((): Record<string, string[]> => ({})),
  ])
  .transform((assets) => Object.entries(assets).map(([assetId, copies]) => ({ assetId, copies })));

const MarketData = shape({
  success: withDefault(boolean, true),
  playerId: id,
  isOnline: no,
  lastLocation: nullable(text),
  lastOnline: nullable(integer.refine(isTime).transform((time) => new Date(time * 1000).toISOString())),
  premium: no,
  playerVerified: no,
  playerTerminated: no,
  playerPrivacyEnabled: no,
  playerAssets: OwnedAssets,
});

export type Account = z.output<typeof Account>;
export type User = z.output<typeof User>;
export type PresenceWord = (typeof presenceWords)[number];
export type Avatar = z.output<typeof Avatar>;
export type Outfit = z.output<typeof Outfit>;
export type Membership = z.output<typeof Membership>;
export type Badge = z.output<typeof Badge>;
export type Friend = z.output<typeof Friend>;
export type Game = z.output<typeof Game>;
export type Universe = z.output<typeof Universe>;
export type MarketData = z.output<typeof MarketData>;

export interface OfPlayer {
  readonly userId: string;
}

const posted = (address: string, body: string): UpstreamCall => ({
  method: 'POST',
  path: address,
  headers: { 'content-type': 'application/json' },
  body,
});

/** Ids as JSON numbers with all digits; the widest exceed the integers of JavaScript. */
const numbers = (ids: readonly string[]) => `[${ids.join(',')}]`;

/** A player by current or former name, case-insensitive. */
export const named = users.batched('named', {
  maxPerRequest: 100,
  key: ({ username }: { readonly username: string }) => username.toLowerCase(),
  request: (usernames) =>
    posted('/v1/usernames/users', JSON.stringify({ usernames, excludeBannedUsers: false })),
  decode: inData(NamedAccount),
  keyOf: ({ requestedUsername, name }) => [(requestedUsername ?? name).toLowerCase(), name.toLowerCase()],
  cache: { freshMs: hours(1) },
});

/** A player by id. */
export const account = users.batched('account', {
  maxPerRequest: 100,
  key: ({ userId }: OfPlayer) => userId,
  request: (ids) => posted('/v1/users', `{"userIds":${numbers(ids)},"excludeBannedUsers":false}`),
  decode: inData(Account),
  keyOf: (found) => found.id,
  cache: { freshMs: hours(1) },
});

/** The presence of a player. */
export const presence = presences.batched('presence', {
  maxPerRequest: 50,
  key: ({ userId }: OfPlayer) => userId,
  request: (ids) => posted('/v1/presence/users', `{"userIds":${numbers(ids)}}`),
  decode: z.object({ userPresences: requiredList(Presence) }).transform(({ userPresences }) => userPresences),
  keyOf: ({ userId }) => userId,
  cache: { freshMs: seconds(30) },
});

type Options<Args extends OfPlayer, Model> = Omit<EndpointSpec<Args, Model>, 'request'> & {
  /** The path after `/v1/users/{userId}`, or the whole path. */
  readonly about: string | ((args: Args) => string);
  readonly query?: (args: Args) => Readonly<Record<string, QueryValue>>;
};

/** Endpoints of one player. */
function aboutPlayer<Model, Args extends OfPlayer = OfPlayer>(
  source: Source,
  name: string,
  { about, query, classify, ...spec }: Options<Args, Model>,
): Endpoint<Args, Model> {
  const addressOf = (args: Args) =>
    typeof about === 'string' ? path`/v1/users/${args.userId}` + about : about(args);
  return source.endpoint<Args, Model>(name, {
    request: (args) => ({ path: addressOf(args), ...(query && { query: query(args) }) }),
    classify: (response) => classify?.(response) ?? refusalOfPlayer(response),
    notFound: ({ userId }) => `No player with the id ${userId} was found.`,
    wideIntegers: true,
    ...spec,
  });
}

/** The upstream refuses hidden data; it is an empty list here. */
const emptyWhenHidden = {
  classify: (response: UpstreamResponse) => (isHidden(response) ? ('accepted' as const) : undefined),
  payload: (response: UpstreamResponse): unknown => (isHidden(response) ? { data: [] } : response.json()),
};

/** The self-description of a player. */
export const user = aboutPlayer(users, 'user', { about: '', decode: User, cache: { freshMs: minutes(10) } });

const counted = (name: string, about: string) =>
  aboutPlayer(friendships, name, {
    about,
    decode: z.object({ count: integer }).transform(({ count }) => count),
    cache: { freshMs: minutes(3) },
  });

export const friendCount = counted('friendCount', '/friends/count');
export const followerCount = counted('followerCount', '/followers/count');
export const followingCount = counted('followingCount', '/followings/count');

/** Collectibles per page. */
export const collectiblesPerPage = 100;

const Page = z.object({ nextPageCursor: z.string().nullish() });
const Prices = inData(z.object({ recentAveragePrice: number.nullish() }));

interface OfCollectibles extends OfPlayer {
  readonly pages: number;
}

const collectiblesQuery = (cursor?: string) => ({ limit: collectiblesPerPage, sortOrder: 'Asc', cursor });

/** The average prices of a player's collectibles, from at most `pages` pages; empty for a hidden inventory. */
export const collectibles = aboutPlayer<readonly number[], OfCollectibles>(inventories, 'collectibles', {
  about: '/assets/collectibles',
  query: () => collectiblesQuery(),
  ...emptyWhenHidden,
  decode: Prices.transform((items) => items.map(({ recentAveragePrice }) => recentAveragePrice ?? 0)),
  next({ args, response, number }) {
    const cursor = Page.safeParse(response.tryJson()).data?.nextPageCursor;
    if (!cursor || number >= args.pages) return undefined;
    return {
      path: path`/v1/users/${args.userId}/assets/collectibles`,
      query: collectiblesQuery(cursor),
    };
  },
  weigh: (prices) => prices.length * 8,
  cache: { freshMs: minutes(10) },
});

/** The avatar of a player. */
export const avatar = aboutPlayer(avatars, 'avatar', {
  about: '/avatar',
  decode: Avatar,
  cache: { freshMs: minutes(5) },
});

/** The most outfits per player. */
export const mostOutfits = 100;

/** The outfits of a player. */
export const outfits = aboutPlayer(avatars, 'outfits', {
  about: '/outfits',
  query: () => ({ page: 1, itemsPerPage: mostOutfits }),
  decode: inData(Outfit),
  cache: { freshMs: minutes(10) },
});

/** The groups that a player is in, with their descriptions. */
export const groups = aboutPlayer(memberships, 'groups', {
  about: '/groups/roles',
  ...emptyWhenHidden,
  decode: inData(Membership),
  cache: { freshMs: minutes(10) },
});

/** The same from the newer service, without the descriptions. */
export const undescribedGroups = aboutPlayer(memberships, 'undescribedGroups', {
  about: ({ userId }) => path`/v2/users/${userId}/groups/roles`,
  decode: inData(Membership),
  cache: { freshMs: minutes(10) },
});

/** The description of a group. */
export const groupDescription = memberships.batched('groupDescription', {
  maxPerRequest: 100,
  key: ({ groupId }: { readonly groupId: string }) => groupId,
  request: (ids) => ({ path: '/v2/groups', query: { groupIds: ids.join(',') } }),
  decode: inData(shape({ id, description: nullable(text) })),
  keyOf: (group) => group.id,
  wideIntegers: true,
  cache: { freshMs: hours(1) },
});

/** The most badges per player. */
export const mostBadges = 25;

/** The badges of a player, the oldest first. */
export const badges = aboutPlayer(awards, 'badges', {
  about: '/badges',
  query: () => ({ limit: mostBadges, sortOrder: 'Asc' }),
  ...emptyWhenHidden,
  decode: inData(Badge),
  cache: { freshMs: minutes(10) },
});

/** The ids of a player's friends; their names are read by id. */
export const friends = aboutPlayer(friendships, 'friends', {
  about: '/friends',
  decode: inData(Friend),
  cache: { freshMs: minutes(5) },
});

/** The most games per player. */
export const mostGames = 50;

/** The public games of a player, the newest 50. */
export const games = aboutPlayer(universes, 'games', {
  about: ({ userId }) => path`/v2/users/${userId}/games`,
  query: () => ({ accessFilter: 'Public', limit: mostGames }),
  ...emptyWhenHidden,
  decode: inData(Game),
  cache: { freshMs: minutes(5) },
});

/** The counters of a game. */
export const universe = universes.batched('universe', {
  maxPerRequest: 50,
  key: ({ universeId }: { readonly universeId: string }) => universeId,
  request: (ids) => ({ path: '/v1/games', query: { universeIds: ids.join(',') } }),
  decode: inData(Universe),
  keyOf: (found) => found.id,
  wideIntegers: true,
  cache: { freshMs: minutes(1) },
});

export const sortOrders = ['Asc', 'Desc'] as const;
export type SortOrder = (typeof sortOrders)[number];

/** The page sizes that the upstream accepts for former names. */
export const historyLengths = [10, 25, 50, 100] as const;

interface OfHistory extends OfPlayer {
  readonly limit: (typeof historyLengths)[number];
  readonly sortOrder: SortOrder;
}

/** The former names of a player. */
export const usernameHistory = aboutPlayer<readonly string[], OfHistory>(users, 'usernameHistory', {
  about: '/username-history',
  query: ({ limit, sortOrder }) => ({ limit, sortOrder }),
  decode: inData(z.object({ name: text })).transform((former) => former.map(({ name }) => name)),
  cache: { freshMs: hours(1) },
});

const Unsuccessful = z.object({ success: z.literal(false) });

const isUnknown = (response: UpstreamResponse) =>
  response.status === 200
    ? Unsuccessful.safeParse(response.tryJson()).success
    : [400, 403, 404, 422].includes(response.status);

/** It has data of scanned players only; a missing player is no failure of the source. */
const scannedOnly = {
  classify: (response: UpstreamResponse) => (isUnknown(response) ? ('accepted' as const) : undefined),
  payload: (response: UpstreamResponse): unknown => (isUnknown(response) ? null : response.json()),
  wideIntegers: true,
  cache: { freshMs: minutes(5) },
};

/** The value of a player's collectibles; null for a player who was never scanned. */
export const marketProfile = market.endpoint('marketProfile', {
  request: ({ userId }: OfPlayer) => ({ path: path`/players/v1/playerinfo/${userId}` }),
  decode: strictNullable(MarketProfile),
  ...scannedOnly,
});

/** The collectibles of a player; null for a player who was never scanned. */
export const marketData = market.endpoint('marketData', {
  request: ({ userId }: OfPlayer) => ({ path: path`/players/v1/playerassets/${userId}` }),
  decode: strictNullable(MarketData),
  ...scannedOnly,
});
