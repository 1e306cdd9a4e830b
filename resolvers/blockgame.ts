import { Fault } from '../core/faults.ts';
import * as blockgame from '../sources/blockgame.ts';
import * as assets from '../sources/blockgame-assets.ts';
import { playerForms } from './blockgame-addresses.ts';
import type { Context } from './kernel/context.ts';
import { choice, count, enumKind, handle, identifier, list, pageUrl } from './kernel/inputs.ts';
import { lookup } from './kernel/lookup.ts';
import { orAbsent, orNothing, required } from './kernel/optional.ts';
import { keyOfPage } from './kernel/page-forms.ts';
import { first, upToFirst } from './kernel/paging.ts';
import { plural } from './kernel/plural.ts';

const group = 'blockgame';

/** Presence and avatar type of a player, as GraphQL enums. */
export const presenceKind = enumKind('BlockgamePresence', blockgame.presenceWords, 'What a player is doing.');
export const avatarTypeKind = enumKind(
  'BlockgameAvatarType',
  blockgame.avatarTypes,
  'How an avatar is built: of 6 parts or of 15.',
);

const username = handle('Name of the player, such as "builderman"; upper and lower case are the same.', {
  pattern: /^\w(?:[\w .-]{0,38}\w)?$/,
  expected: 'a name of at most 40 letters, digits and underscores',
});

/** An id in the range of the upstream; a larger number would fail its batch. */
export const number = {
  pattern: /^[1-9]\d{0,17}$/,
  expected: 'a whole number of at most 18 digits, above 0',
} as const;

const userId = identifier('Id of the player, which is a number and not the name.', number);
const size = choice('Width and height of the picture, in pixels.', assets.avatarSizes, {
  type: 'BlockgameAvatarSize',
  default: '720x720',
});

/** The player with a name. Fault `notFound` when none exists. */
const playerNamed = (username: string, { read }: Context) =>
  required(read(blockgame.named, { username }), group, `No player named "${username}" was found.`);

const whoIs = async (username: string, context: Context): Promise<blockgame.OfPlayer> => ({
  userId: (await playerNamed(username, context)).id,
});

export interface Player extends blockgame.User {
  /** Empty when no picture exists, such as for a banned player. */
  readonly avatarUrl: string;
  /** Null when its source fails, like each of the counts. */
  readonly presence: blockgame.PresenceWord | null;
  readonly friendCount: number | null;
  readonly followerCount: number | null;
  readonly followingCount: number | null;
  /** Null when the inventory could not be read. */
  readonly itemCount: number | null;
  readonly rap: number | null;
  readonly value: number | null;
}

const itemsScanned = count('How many collectible items are looked at, at most, for their number and worth.', {
  max: 10_000,
  default: 1000,
});

/** The profile of one player. */
export const player = lookup({
  group,
  readsParts: true,
  summary: 'A player: profile, presence, counts, and what the collectibles are worth.',
  input: { username, limit: itemsScanned },
  run: async ({ username, limit }, context) => playerOf(await whoIs(username, context), limit, context),
});

/** The same by the id of the player. */
export const playerById = lookup({
  group,
  readsParts: true,
  summary: 'A player by id, as by name.',
  input: { userId, limit: itemsScanned },
  run: ({ userId, limit }, context) => playerOf({ userId }, limit, context),
});

/** The player whose page is at an address. */
export const playerAtAddress = lookup({
  group,
  readsParts: true,
  summary: 'The player; null when there is none any more.',
  input: {
    url: pageUrl('Address of the player.', keyOfPage(playerForms), {
      expected: 'the address of a player, such as https://www.roblox.com/users/156/profile',
    }),
  },
  run: async ({ url: { kind, key } }, context) =>
    orAbsent(
      kind === 'player'
        ? playerById.run({ userId: key, limit: itemsScanned.default! }, context)
        : player.run({ username: key, limit: itemsScanned.default! }, context),
    ),
});

/** What a player says of themselves, in two requests. */
export const profileAtAddress = lookup({
  group,
  summary: 'The texts of the player whose page is at an address.',
  input: playerAtAddress.input,
  run: async ({ url: { kind, key } }, context) =>
    context.read(blockgame.user, kind === 'player' ? { userId: key } : await whoIs(key, context)),
});

/** A player with the parts that are asked for; the others are empty. */
async function playerOf(who: blockgame.OfPlayer, limit: number, context: Context): Promise<Player> {
  const { read, selects } = context;
  const [user, picture, presence, friendCount, followerCount, followingCount, worth] = await Promise.all([
    read(blockgame.user, who),
    selects('avatarUrl', 'imageUrl')
      ? read(assets.avatarPictures['720x720'], { targetId: who.userId })
      : null,
    selects('presence') ? orNothing(presenceOf(who, context)) : null,
    selects('friendCount') ? orNothing(read(blockgame.friendCount, who)) : null,
    selects('followerCount', 'followers') ? orNothing(read(blockgame.followerCount, who)) : null,
    selects('followingCount') ? orNothing(read(blockgame.followingCount, who)) : null,
    selects('itemCount', 'rap', 'value') ? worthOf(who, limit, context) : null,
  ]);
  return {
    ...user,
    avatarUrl: picture?.imageUrl ?? '',
    presence,
    friendCount,
    followerCount,
    followingCount,
    ...(worth ?? { itemCount: null, rap: null, value: null }),
  };
}

/** What a player is doing; `Offline` for a player of whom the service knows nothing. */
const presenceOf = async (who: blockgame.OfPlayer, { read }: Context) =>
  ((await read(blockgame.presence, who)) ?? { presence: 'Offline' as const }).presence;

/** Inventory counts and market value of a player; each part is null when its source fails. */
async function worthOf(who: blockgame.OfPlayer, limit: number, { read }: Context) {
  const pages = Math.ceil(limit / blockgame.collectiblesPerPage);
  const [owned, market] = await Promise.all([
    orNothing(read(blockgame.collectibles, { ...who, pages })),
    orNothing(read(blockgame.marketProfile, who)),
  ]);
  const prices = owned?.slice(0, limit);
  const rap = prices?.reduce((sum, price) => sum + price, 0);
  return {
    itemCount: prices?.length ?? null,
    // A sum of zero may mean an unreadable inventory, so the market data is used.
    rap: rap || (market?.rap ?? null),
    value: market?.value ?? null,
  };
}

/** Summaries of players by name. */
export const players = plural({
  group,
  summary: 'Players by name, in short and in the order asked; null in the place of one that does not exist.',
  input: { usernames: list('Names of players.', username, { max: 100 }) },
  runOne: (username, { read }) => read(blockgame.named, { username }),
});

export interface AvatarThumbnail {
  readonly imageUrl: string;
}

/** The picture of a player's avatar. */
export const avatarThumbnail = lookup({
  group,
  summary: 'A picture of a player’s whole avatar, by the player’s id.',
  input: { userId, size },
  batchSize: 100,
  async run({ userId, size }, { read }): Promise<AvatarThumbnail> {
    const picture = await read(assets.avatarPictures[size], { targetId: userId });
    if (picture === null || picture.isBlocked) {
      throw new Fault('notFound', `No picture of a player with the id ${userId} was found.`, {
        group,
      });
    }
    const { imageUrl } = picture;
    if (imageUrl === null) {
      throw new Fault('upstreamFailed', 'The source for blockgame has no picture of this player yet.', {
        group,
      });
    }
    return { imageUrl };
  },
});

/** Pictures of the avatars of players. */
export const avatarThumbnails = lookup({
  group,
  summary: 'Pictures of players’ avatars, in the order asked; null in the place of one that there is not.',
  input: { userIds: list('Ids of players.', userId, { max: 100 }), size },
  maxItems: ({ userIds }) => userIds.length,
  run: ({ userIds, size }, { read }) =>
    Promise.all(
      userIds.map(async (targetId): Promise<AvatarThumbnail | null> => {
        const picture = await read(assets.avatarPictures[size], { targetId });
        return picture?.imageUrl ? { imageUrl: picture.imageUrl } : null;
      }),
    ),
});

/** The parts of a player's avatar. */
export const avatar = lookup({
  group,
  summary: 'What a player’s avatar is made of: build, colours, clothes and emotes.',
  input: { username },
  run: async ({ username }, context) => context.read(blockgame.avatar, await whoIs(username, context)),
});

/** The outfits of a player. */
export const outfits = lookup({
  group,
  summary: 'The outfits that a player has put together; up to 100.',
  input: { username },
  maxItems: () => blockgame.mostOutfits,
  run: async ({ username }, context) => {
    const found = await context.read(blockgame.outfits, await whoIs(username, context));
    return found.slice(0, blockgame.mostOutfits);
  },
});

/** The maximum number of groups that a player can join. */
const mostGroups = 100;

/** The groups of a player. */
export const groups = lookup({
  group,
  readsParts: true,
  summary: 'The groups that a player is in, with the role there.',
  input: { username },
  maxItems: () => mostGroups,
  run: async ({ username }, context) => groupsOf(await whoIs(username, context), context),
});

/** The older service has all fields in one response; the newer one, its fallback, has descriptions in a second one. */
async function groupsOf(
  who: blockgame.OfPlayer,
  { read, selects }: Context,
): Promise<readonly blockgame.Membership[]> {
  try {
    return await read(blockgame.groups, who);
  } catch (error) {
    if (!(error instanceof Fault) || !isServiceGone.has(error.kind)) throw error;
    const memberships = await read(blockgame.undescribedGroups, who);
    if (!selects('description')) return memberships.map((each) => ({ ...each, description: null }));
    return Promise.all(
      memberships.map(async (membership) => {
        const said = await orNothing(read(blockgame.groupDescription, { groupId: membership.id }));
        return { ...membership, description: said?.description ?? null };
      }),
    );
  }
}

const isServiceGone = new Set<Fault['kind']>(['notFound', 'upstreamFailed', 'upstreamChanged']);

export interface Badge extends blockgame.Badge {
  readonly displayIconImageUrl: string | null;
}

/** The first badges of a player. */
export const badges = lookup({
  group,
  readsParts: true,
  summary: 'The first 25 badges that a player earned, the oldest first.',
  input: { username },
  maxItems: () => blockgame.mostBadges,
  async run({ username }, context): Promise<readonly Badge[]> {
    const { read, selects } = context;
    const earned = await read(blockgame.badges, await whoIs(username, context));
    const hasIcons = selects('displayIconImageUrl');
    return Promise.all(
      earned.slice(0, blockgame.mostBadges).map(async (badge) => {
        const icon = hasIcons ? await orNothing(read(assets.badgeIcon, { targetId: badge.id })) : null;
        return { ...badge, displayIconImageUrl: icon?.imageUrl ?? null };
      }),
    );
  },
});

/** The maximum number of friends of a player. */
const mostFriends = 1000;

export interface Friends {
  /** The total number, independent of the length of the list. */
  readonly count: number;
  readonly items: readonly blockgame.Account[];
}

/** The friends of a player. */
export const friends = lookup({
  group,
  readsParts: true,
  summary: 'The friends of a player.',
  input: {
    username,
    first: first(mostFriends),
  },
  maxItems: upToFirst,
  async run({ username, first }, context): Promise<Friends> {
    const { read, selects } = context;
    const all = await read(blockgame.friends, await whoIs(username, context));
    const listed = all.slice(0, first);
    const items = selects('items')
      ? await Promise.all(listed.map((friend) => withNames(friend, context)))
      : listed;
    return { count: all.length, items };
  },
});

/** The names of a friend. They are empty in the list of friends, and stay empty for a deleted account. */
async function withNames(friend: blockgame.Friend, { read }: Context): Promise<blockgame.Account> {
  const account = /^\d+$/.test(friend.id) ? await read(blockgame.account, { userId: friend.id }) : null;
  return account ?? friend;
}

export interface Game extends Omit<blockgame.Game, 'placeVisits'> {
  readonly maxPlayers: number;
  readonly genre: string;
  readonly stats: { readonly totalVisits: number; readonly playing: number; readonly favoritedCount: number };
}

export interface Games {
  readonly count: number;
  readonly items: readonly Game[];
}

/** The games created by a player. */
export const games = lookup({
  group,
  summary: 'The public games that a player has made, the newest first; up to 50.',
  input: { username },
  async run({ username }, context): Promise<Games> {
    const made = await context.read(blockgame.games, await whoIs(username, context));
    const counted = await Promise.all(
      made.slice(0, blockgame.mostGames).map((game) => countedGame(game, context)),
    );
    const items = counted
      .filter((game) => game !== null)
      .sort((one, other) => Date.parse(other.created) - Date.parse(one.created));
    return { count: items.length, items };
  },
});

/** A game with its counts; null for a listed game that can no longer be played. */
async function countedGame(
  { placeVisits, ...game }: blockgame.Game,
  { read }: Context,
): Promise<Game | null> {
  const universe = await read(blockgame.universe, { universeId: game.id });
  if (universe === null) return null;
  const { maxPlayers, genre, visits, playing, favoritedCount } = universe;
  const totalVisits = visits ?? placeVisits;
  return { ...game, maxPlayers, genre, stats: { totalVisits, playing, favoritedCount } };
}

/** The market data of a player. */
export const marketData = lookup({
  group,
  summary: 'What the market-data source knows of a player and the collectibles that the player owns.',
  input: { username },
  async run({ username }, context): Promise<blockgame.MarketData> {
    const found = await context.read(blockgame.marketData, await whoIs(username, context));
    // A player that the source has not indexed is documented as a failed request.
    if (found === null) {
      throw new Fault('upstreamFailed', `The market-data source knows nothing of "${username}".`, {
        group,
      });
    }
    return found;
  },
});

export interface UsernameHistory {
  readonly userId: string;
  readonly username: string;
  readonly history: readonly string[];
  readonly count: number;
}

/** The former names of a player. */
export const usernameHistory = lookup({
  group,
  readsParts: true,
  summary: 'The names that a player had before the present one.',
  input: {
    username,
    first: first(100),
    sortOrder: choice('Asc for the oldest first, Desc for the newest.', blockgame.sortOrders, {
      type: 'BlockgameSortOrder',
      default: 'Asc',
    }),
  },
  async run({ username, first, sortOrder }, context): Promise<UsernameHistory> {
    const player = await playerNamed(username, context);
    const { read, selects } = context;
    const pageLength = blockgame.historyLengths.find((length) => length >= first) ?? 100;
    const values = { userId: player.id, limit: pageLength, sortOrder };
    const isAsked = selects('history', 'count');
    const history = isAsked ? (await read(blockgame.usernameHistory, values)).slice(0, first) : [];
    return { userId: player.id, username: player.name, history, count: history.length };
  },
});
