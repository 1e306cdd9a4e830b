import * as lookups from '../resolvers/blockgame.ts';
import { template } from '../resolvers/blockgame-template.ts';
import * as blockgame from '../sources/blockgame.ts';
import { synonyms } from './blockgame-synonyms.ts';
import { builder } from './kernel/builder.ts';
import { entity } from './kernel/entity.ts';
import { isAmong, isAtLeast, isSo, listFilters } from './kernel/list-filters.ts';
import { asTime } from './kernel/values.ts';
import { asNumber, documentedAsNumber, wire } from './kernel/wire.ts';

const omitZero = wire({ omit: 'zero' });

const Presence = builder.enumOf(lookups.presenceKind);
const AvatarType = builder.enumOf(lookups.avatarTypeKind);

const Thumbnail = builder.objectRef<lookups.AvatarThumbnail>('BlockgameAvatarThumbnail').implement({
  description: 'A picture of an avatar.',
  fields: (t) => ({ imageUrl: t.exposeString('imageUrl', { description: 'Address of the picture.' }) }),
});

const Scales = builder.objectRef<blockgame.Avatar['scales']>('BlockgameScales').implement({
  description: 'The proportions of a body; most are between 0 and 1.',
  fields: (t) => ({
    height: t.exposeFloat('height', { description: 'Height.' }),
    width: t.exposeFloat('width', { description: 'Width.' }),
    head: t.exposeFloat('head', { description: 'Size of the head.' }),
    depth: t.exposeFloat('depth', { description: 'Depth.' }),
    proportion: t.exposeFloat('proportion', { description: 'How slender the body is.' }),
    bodyType: t.exposeFloat('bodyType', { description: 'How far the body is from a block.' }),
  }),
});

const BodyColors = builder.objectRef<blockgame.Avatar['bodyColors']>('BlockgameBodyColors').implement({
  description: 'The colours of a body, as numbers of the game’s palette.',
  fields: (t) => ({
    headColorId: t.exposeInt('headColorId', { description: 'Colour of the head.' }),
    torsoColorId: t.exposeInt('torsoColorId', { description: 'Colour of the torso.' }),
    rightArmColorId: t.exposeInt('rightArmColorId', { description: 'Colour of the right arm.' }),
    leftArmColorId: t.exposeInt('leftArmColorId', { description: 'Colour of the left arm.' }),
    rightLegColorId: t.exposeInt('rightLegColorId', { description: 'Colour of the right leg.' }),
    leftLegColorId: t.exposeInt('leftLegColorId', { description: 'Colour of the left leg.' }),
  }),
});

const AssetType = builder
  .objectRef<blockgame.Avatar['assets'][number]['assetType']>('BlockgameAssetType')
  .implement({
    ...entity,
    description: 'A kind of assets, such as hats or shirts.',
    fields: (t) => ({
      id: t.exposeID('id', { description: 'Number of the kind.', ...asNumber }),
      name: t.exposeString('name', { description: 'Name of the kind.' }),
    }),
  });

const Asset = builder.objectRef<blockgame.Avatar['assets'][number]>('BlockgameAsset').implement({
  ...entity,
  description: 'Something that an avatar wears.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Id of the asset.', ...asNumber }),
    name: t.exposeString('name', { description: 'Name of the asset.' }),
    currentVersionId: t.exposeID('currentVersionId', {
      description: 'Id of its present version.',
      ...asNumber,
    }),
    assetType: t.expose('assetType', { type: AssetType, description: 'What kind of asset it is.' }),
  }),
});

const Emote = builder.objectRef<blockgame.Avatar['emotes'][number]>('BlockgameEmote').implement({
  description: 'A gesture that an avatar can make.',
  fields: (t) => ({
    assetId: t.exposeID('assetId', { description: 'Id of its asset.', ...asNumber }),
    assetName: t.exposeString('assetName', { description: 'Name of its asset.' }),
    position: t.exposeInt('position', { nullable: true, description: 'Place on the wheel of emotes.' }),
  }),
});

const Avatar = builder.objectRef<blockgame.Avatar>('BlockgameAvatar').implement({
  description: 'What an avatar is made of.',
  fields: (t) => ({
    playerAvatarType: t.expose('playerAvatarType', {
      type: AvatarType,
      description: 'How many parts the body has.',
    }),
    scales: t.expose('scales', { type: Scales, description: 'Proportions of the body.' }),
    bodyColors: t.expose('bodyColors', { type: BodyColors, description: 'Colours of the body.' }),
    assets: t.list('assets', { type: [Asset], max: 50, description: 'What it wears.' }),
    defaultShirtApplied: t.exposeBoolean('defaultShirtApplied', {
      description: 'Whether it has a shirt only because it must have one.',
    }),
    defaultPantsApplied: t.exposeBoolean('defaultPantsApplied', {
      description: 'Whether it has trousers only because it must have some.',
    }),
    emotes: t.list('emotes', { type: [Emote], max: 20, description: 'Gestures that are at hand.' }),
  }),
});

const Outfit = builder.objectRef<blockgame.Outfit>('BlockgameOutfit').implement({
  ...entity,
  description: 'An outfit that a player has put together.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Id of the outfit.', ...asNumber }),
    name: t.exposeString('name', { description: 'Its name.' }),
    isEditable: t.exposeBoolean('isEditable', { description: 'Whether the player can change it.' }),
    outfitType: t.exposeString('outfitType', { nullable: true, description: 'Its kind, such as Avatar.' }),
  }),
});

const Membership = builder.objectRef<blockgame.Membership>('BlockgameMembership').implement({
  description: 'A group that a player is in, and as what.',
  fields: (t) => ({
    groupId: t.exposeID('id', { description: 'Id of the group.', ...documentedAsNumber }),
    name: t.exposeString('name', { description: 'Name of the group.' }),
    description: t.exposeString('description', { nullable: true, description: 'What it says of itself.' }),
    memberCount: t.expose('memberCount', { type: 'SafeInt', description: 'Number of its members.' }),
    hasVerifiedBadge: t.exposeBoolean('hasVerifiedBadge', { description: 'Whether it is verified.' }),
    role: t.exposeString('role', { description: 'Name of the role that the player has in it.' }),
    rank: t.exposeInt('rank', { description: 'Rank of that role, from 0 to 255.' }),
  }),
});

const filtersOfGroups = listFilters<blockgame.Membership>(
  'BlockgameMembership',
  {
    role: isAmong('The roles there.', ({ role }) => role),
    minMembers: isAtLeast('The fewest members.', ({ memberCount }) => memberCount),
  },
  { members: ({ memberCount }) => memberCount, rank: ({ rank }) => rank, name: ({ name }) => name },
);
const filtersOfBadges = listFilters<lookups.Badge>(
  'BlockgameBadge',
  { enabled: isSo('Whether they can still be earned.', ({ enabled }) => enabled) },
  { awarded: ({ statistics }) => statistics.awardedCount, name: ({ name }) => name },
);

const Statistics = builder.objectRef<blockgame.Badge['statistics']>('BlockgameBadgeStatistics').implement({
  description: 'How often a badge is earned.',
  fields: (t) => ({
    pastDayAwardedCount: t.expose('pastDayAwardedCount', {
      type: 'SafeInt',
      description: 'How often in the past day.',
    }),
    awardedCount: t.expose('awardedCount', { type: 'SafeInt', description: 'How often in all.' }),
    winRatePercentage: t.exposeFloat('winRatePercentage', {
      description: 'The share of the day’s players who earned it, from 0 to 1.',
    }),
  }),
});

const AwardingUniverse = builder
  .objectRef<blockgame.Badge['awardingUniverse']>('BlockgameAwardingUniverse')
  .implement({
    description: 'The game that awards a badge, as far as it is known.',
    fields: (t) => ({
      universeId: t.exposeID('id', {
        nullable: true,
        description: 'Id of the game.',
        ...documentedAsNumber,
      }),
      name: t.exposeString('name', { nullable: true, description: 'Name of the game.' }),
      rootPlaceId: t.exposeID('rootPlaceId', {
        nullable: true,
        description: 'Id of the place where it begins.',
        ...asNumber,
      }),
    }),
  });

const Badge = builder.objectRef<lookups.Badge>('BlockgameBadge').implement({
  ...entity,
  description: 'A badge that a player earned.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Id of the badge.', ...asNumber }),
    name: t.exposeString('name', { description: 'Its name.' }),
    description: t.exposeString('description', { description: 'What it is earned for.' }),
    displayIconImageUrl: t.exposeString('displayIconImageUrl', {
      nullable: true,
      description: 'Address of its icon; null when there is none to be shown.',
    }),
    enabled: t.exposeBoolean('enabled', { description: 'Whether it can still be earned.' }),
    statistics: t.expose('statistics', { type: Statistics, description: 'How often it is earned.' }),
    awardingUniverse: t.expose('awardingUniverse', {
      type: AwardingUniverse,
      description: 'The game that awards it.',
    }),
  }),
});

const GameStats = builder.objectRef<lookups.Game['stats']>('BlockgameGameStats').implement({
  description: 'What is counted of a game.',
  fields: (t) => ({
    totalVisits: t.expose('totalVisits', { type: 'SafeInt', description: 'Visits since it was made.' }),
    playing: t.expose('playing', { type: 'SafeInt', description: 'Players in it now.' }),
    favoritedCount: t.expose('favoritedCount', { type: 'SafeInt', description: 'Players who marked it.' }),
  }),
});

export const Game = builder.objectRef<lookups.Game>('BlockgameGame').implement({
  ...entity,
  description: 'A game that a player has made.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Id of the game.', ...asNumber }),
    name: t.exposeString('name', { description: 'Its name.' }),
    description: t.exposeString('description', { description: 'What it is about; may be empty.' }),
    rootPlaceId: t.exposeID('rootPlaceId', {
      nullable: true,
      description: 'Id of the place where it begins.',
      ...asNumber,
    }),
    created: t.exposeString('created', { description: 'When it was made, in ISO 8601.' }),
    createdTime: t.typed('created', asTime, 'When it was made.'),
    updated: t.exposeString('updated', { description: 'When it last changed, in ISO 8601.' }),
    updatedTime: t.typed('updated', asTime, 'When it last changed.'),
    isPublic: t.boolean({
      description: 'Whether everybody may play it; only such games are listed.',
      resolve: () => true,
    }),
    maxPlayers: t.exposeInt('maxPlayers', { description: 'The most players in one server.' }),
    genre: t.exposeString('genre', { description: 'Its genre.' }),
    stats: t.expose('stats', { type: GameStats, description: 'What is counted of it.' }),
  }),
});

const Games = builder.objectRef<lookups.Games>('BlockgameGames').implement({
  description: 'The games that a player has made.',
  fields: (t) => ({
    count: t.exposeInt('count', { description: 'How many are listed.' }),
    items: t.list('items', {
      type: [Game],
      max: blockgame.mostGames,
      filters: listFilters<lookups.Game>(
        'BlockgameGame',
        {
          genre: isAmong('Their genres.', ({ genre }) => genre),
          minVisits: isAtLeast('The fewest visits.', ({ stats }) => stats.totalVisits),
        },
        {
          visits: ({ stats }) => stats.totalVisits,
          playing: ({ stats }) => stats.playing,
          created: ({ created }) => created,
          updated: ({ updated }) => updated,
        },
      ),
      description: 'The games, the newest first.',
    }),
  }),
});

type Owned = blockgame.MarketData['playerAssets'][number];
const OwnedAsset = builder.objectRef<Owned>('BlockgameOwnedAsset').implement({
  description: 'A collectible that a player owns, perhaps several times.',
  fields: (t) => ({
    assetId: t.exposeID('assetId', { description: 'Id of the asset.' }),
    copies: t.expose('copies', {
      type: ['ID'],
      description: 'Ids of the copies that the player owns.',
      ...asNumber,
    }),
  }),
});

const MarketData = builder.objectRef<blockgame.MarketData>('BlockgameMarketData').implement({
  description: 'What the market-data source found when it last looked at a player.',
  fields: (t) => ({
    success: t.exposeBoolean('success', { description: 'Whether it knows the player: always.' }),
    playerId: t.exposeID('playerId', { description: 'Id of the player.', ...asNumber }),
    isOnline: t.exposeBoolean('isOnline', { description: 'Whether the player was online.' }),
    lastLocation: t.exposeString('lastLocation', { nullable: true, description: 'Where the player was.' }),
    lastOnline: t.exposeString('lastOnline', {
      nullable: true,
      description: 'When the player was last seen online, in ISO 8601.',
    }),
    lastOnlineTime: t.typed('lastOnline', asTime, 'When the player was last seen online.'),
    premium: t.exposeBoolean('premium', { description: 'Whether the player pays for a membership.' }),
    playerVerified: t.exposeBoolean('playerVerified', {
      description: 'Whether the player is known to the market-data source by an account there.',
    }),
    playerTerminated: t.exposeBoolean('playerTerminated', { description: 'Whether the player was banned.' }),
    playerPrivacyEnabled: t.exposeBoolean('playerPrivacyEnabled', {
      description: 'Whether the player hides the inventory.',
    }),
    playerAssets: t.list('playerAssets', {
      type: [OwnedAsset],
      max: 10000,
      description: 'The collectibles that the player owns.',
      ...wire({ map: ['assetId', 'copies'] }),
    }),
  }),
});

const UsernameHistory = builder.objectRef<lookups.UsernameHistory>('BlockgameUsernameHistory').implement({
  description: 'The names that a player had before.',
  fields: (t) => ({
    userId: t.exposeID('userId', { description: 'Id of the player.', ...asNumber }),
    username: t.exposeString('username', { description: 'The present name.' }),
    history: t.exposeStringList('history', { description: 'Former names, in the order asked.' }),
    count: t.exposeInt('count', { description: 'How many are listed.' }),
  }),
});

const Friends = builder.objectRef<lookups.Friends>('BlockgameFriends');

/** The other lookups take a name; a deleted account has an empty one. */
const byName = { username: ({ name }: blockgame.Account) => name || null };

const Account = builder.interfaceRef<blockgame.Account>('BlockgameAccount').implement({
  description: 'What stands of a player wherever one is mentioned, and what leads on from there.',
  fields: (t) => ({
    userId: t.exposeID('id', { description: 'Id of the player.', ...documentedAsNumber }),
    name: t.exposeString('name', { description: 'Name; empty for an account that is gone.' }),
    displayName: t.exposeString('displayName', { description: 'Name to be shown.' }),
    hasVerifiedBadge: t.exposeBoolean('hasVerifiedBadge', { description: 'Whether the player is verified.' }),
    thumbnail: t.lookup(lookups.avatarThumbnail, { type: Thumbnail, from: { userId: ({ id }) => id } }),
    avatar: t.lookup(lookups.avatar, { type: Avatar, from: byName }),
    outfits: t.lookup(lookups.outfits, { type: [Outfit], from: byName }),
    groups: t.lookup(lookups.groups, { type: [Membership], filters: filtersOfGroups, from: byName }),
    badges: t.lookup(lookups.badges, { type: [Badge], filters: filtersOfBadges, from: byName }),
    friends: t.lookup(lookups.friends, { type: Friends, from: byName }),
    gamesMade: t.lookup(lookups.games, { type: Games, from: byName }),
    marketData: t.lookup(lookups.marketData, { type: MarketData, from: byName }),
    usernameHistory: t.lookup(lookups.usernameHistory, { type: UsernameHistory, from: byName }),
  }),
});

export const Player = builder.objectRef<lookups.Player>('BlockgamePlayer').implement({
  description: 'A player: profile, presence, counts, and what the collectibles are worth.',
  interfaces: [Account],
  fields: (t) => ({
    description: t.exposeString('description', { description: 'What they say of themselves; may be empty.' }),
    created: t.exposeString('created', { description: 'When the account was made, in ISO 8601.' }),
    createdTime: t.typed('created', asTime, 'When the account was made.'),
    avatarUrl: t.exposeString('avatarUrl', {
      description: 'Address of a picture of the avatar, 720 pixels wide and high; empty when there is none.',
    }),
    presence: t.expose('presence', {
      type: Presence,
      nullable: true,
      description: 'What the player is doing now; null when its source fails.',
    }),
    friendCount: t.expose('friendCount', {
      type: 'SafeInt',
      nullable: true,
      description: 'Number of friends; null when its source fails.',
    }),
    followerCount: t.expose('followerCount', {
      type: 'SafeInt',
      nullable: true,
      description: 'Number of followers; null when its source fails.',
    }),
    followingCount: t.expose('followingCount', {
      type: 'SafeInt',
      nullable: true,
      description: 'Number of players followed; null when its source fails.',
    }),
    itemCount: t.exposeInt('itemCount', {
      nullable: true,
      description: 'Number of collectible items, of as many as were looked at; null when that failed.',
      ...omitZero,
    }),
    rap: t.exposeFloat('rap', {
      nullable: true,
      description:
        'Sum of the recent average prices of these; the market-data source’s own when that is zero.',
      ...omitZero,
    }),
    value: t.exposeFloat('value', {
      nullable: true,
      description: 'What the inventory is worth, as the market-data source estimates it; null when unknown.',
      ...omitZero,
    }),
  }),
});

const PlayerRef = builder.objectRef<blockgame.Account>('BlockgamePlayerRef').implement({
  description: 'A player in short.',
  interfaces: [Account],
  fields: (t) => ({ player: t.lookup(lookups.player, { type: Player, from: byName }) }),
});

Friends.implement({
  description: 'The friends of a player.',
  fields: (t) => ({
    count: t.exposeInt('count', { description: 'Number of all friends, however many are listed.' }),
    items: t.list('items', { type: [PlayerRef], max: 'page', description: 'The friends.' }),
  }),
});

builder.namespace('blockgame', {
  description: 'Players of the blocks game, their avatars, friends, games and collectibles.',
  synonyms,
  fields: (t) => ({
    player: t.lookup(lookups.player, { type: Player }),
    playerById: t.lookup(lookups.playerById, { type: Player }),
    players: t.lookup(lookups.players, { type: [PlayerRef, null] }),
    avatarThumbnail: t.lookup(lookups.avatarThumbnail, { type: Thumbnail }),
    avatarThumbnails: t.lookup(lookups.avatarThumbnails, { type: [Thumbnail, null] }),
    template: t.download(template, { url: ({ assetId }) => `/api/blockgame/template/${assetId}` }),
    avatar: t.lookup(lookups.avatar, { type: Avatar }),
    outfits: t.lookup(lookups.outfits, { type: [Outfit] }),
    groups: t.lookup(lookups.groups, { type: [Membership], filters: filtersOfGroups }),
    badges: t.lookup(lookups.badges, { type: [Badge], filters: filtersOfBadges }),
    friends: t.lookup(lookups.friends, { type: Friends }),
    games: t.lookup(lookups.games, { type: Games }),
    marketData: t.lookup(lookups.marketData, { type: MarketData }),
    usernameHistory: t.lookup(lookups.usernameHistory, { type: UsernameHistory }),
  }),
});
