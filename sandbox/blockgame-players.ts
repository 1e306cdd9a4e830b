import { type Dice, isoSeconds } from './kernel/dice.ts';
import { withAccounts } from './people.ts';
import type { World } from './world.ts';

/** A player; `key` is the name in lower case, from which all fields are derived. */
export interface Player {
  readonly key: string;
  readonly id: string;
  readonly name: string;
  readonly displayName: string;
  readonly isVerified: boolean;
  readonly isBanned: boolean;
  /** Whether inventory, badges and games are hidden. */
  readonly isHidden: boolean;
}

const latestMs = Date.UTC(2026, 0, 1);

/** Ids are JSON numbers with all digits. */
export const number = (id: string): bigint => BigInt(id);

export function playerNamed(world: World, requested: string): Player | undefined {
  return world.exists(requested) ? playerOf(world, requested) : undefined;
}

export function playerById(world: World, id: string): Player | undefined {
  if (!/^[1-9]\d{0,17}$/.test(id) || !world.exists(id)) return undefined;
  return playerOf(world, world.nameOf('blockgame.player', id));
}

function playerOf(world: World, requested: string): Player {
  const key = requested.toLowerCase();
  const name = world.firstForm('blockgame.name', requested);
  const dice = world.of('blockgame.playerFacts', key);
  return {
    key,
    id: world.idOf('blockgame.player', key),
    name,
    displayName: dice.chance(0.4) ? dice.handle('_') : name,
    isVerified: dice.chance(0.1),
    isBanned: key.includes('banned'),
    isHidden: world.isPrivate(key),
  };
}

/** A player as part of other bodies. */
export const accountBody = (player: Player) => ({
  hasVerifiedBadge: player.isVerified,
  id: number(player.id),
  name: player.name,
  displayName: player.displayName,
});

export function userBody(world: World, player: Player) {
  const dice = world.of('blockgame.profile', player.key);
  return {
    description: withAccounts(world, 'blockgame', player.key, dice.chance(0.3) ? '' : dice.paragraph(2)),
    created: dice.isoDate(Date.UTC(2007, 0, 1), Date.UTC(2024, 0, 1)),
    isBanned: player.isBanned,
    externalAppDisplayName: null,
    ...accountBody(player),
  };
}

export function presenceBody(world: World, player: Player) {
  const dice = world.of('blockgame.presence', player.key);
  const type = dice.int(0, 4);
  return {
    userPresenceType: type,
    lastLocation: ['', 'Website', 'In game', 'Studio', ''][type],
    placeId: null,
    rootPlaceId: null,
    gameId: null,
    universeId: null,
    userId: number(player.id),
    lastOnline: isoSeconds(dice.timeMs(Date.UTC(2025, 0, 1), latestMs)),
  };
}

/** The given number of items of a player, each with an index. */
const owned = (world: World, kind: string, { key }: Player, count: number, makeId: (dice: Dice) => string) =>
  Array.from({ length: count }, (_, index) => ({
    id: world.idOf(`blockgame.${kind}`, `${key} ${index}`, makeId),
    dice: world.of(`blockgame.${kind}Facts`, key, index),
    index,
  }));

/** The number of a player's items of a kind; a name that contains the word has many. */
const countOf = (world: World, kind: string, { key }: Player, usual: number, word: string, plenty: number) =>
  key.includes(word) ? plenty : world.of('blockgame.count', kind, key).int(0, usual);

/** The list has no names; they are read by id. */
export function friends(world: World, player: Player) {
  const count = countOf(world, 'friend', player, 30, 'popular', 200);
  return owned(world, 'friend', player, count, (dice) => dice.digits(9)).map(({ id }) => ({
    isOnline: false,
    presenceType: 0,
    isDeleted: false,
    friendFrequentScore: 0,
    friendFrequentRank: 201,
    hasVerifiedBadge: playerById(world, id)?.isVerified ?? false,
    description: null,
    created: '0001-01-01T06:00:00Z',
    isBanned: false,
    externalAppDisplayName: null,
    id: number(id),
    name: '',
    displayName: '',
  }));
}

export const socialCount = (world: World, player: Player, what: string): number =>
  what === 'friends'
    ? friends(world, player).length
    : world.of('blockgame.social', what, player.key).count(20_000);

export const formerNames = (world: World, player: Player): string[] =>
  owned(world, 'formerName', player, countOf(world, 'formerName', player, 4, 'renamed', 60), (dice) =>
    dice.digits(9),
  ).map(({ dice }) => dice.handle('_'));

const groupFacts = (world: World, id: string) => {
  const dice = world.of('blockgame.group', id);
  return {
    id: number(id),
    name: `${dice.title()} Club`,
    description: dice.chance(0.2) ? null : dice.sentence(),
    owner: { hasVerifiedBadge: false, userId: Number(dice.digits(9)), username: dice.handle() },
    created: dice.isoDate(),
    memberCount: 1 + dice.count(50_000),
    hasVerifiedBadge: dice.chance(0.1),
  };
};

export function memberships(world: World, player: Player) {
  const count = countOf(world, 'membership', player, 12, 'sociable', 100);
  return owned(world, 'membership', player, count, (dice) => dice.digits(8)).map(({ id, dice }) => {
    const { created: _, ...group } = groupFacts(world, id);
    const role = {
      id: Number(dice.digits(8)),
      name: dice.pick(['Member', 'Moderator', 'Owner']),
      rank: dice.int(1, 255),
    };
    return { group: { ...group, shout: null, isBuildersClubOnly: false, publicEntryAllowed: true }, role };
  });
}

/** A group in `/v2/groups`, without the number of members. */
export function groupBody(world: World, id: string) {
  const { memberCount: _, owner, ...group } = groupFacts(world, id);
  return { ...group, owner: { id: owner.userId, type: 'User' } };
}

/** In the order in which they were earned. */
export const badges = (world: World, player: Player) =>
  owned(world, 'badge', player, countOf(world, 'badge', player, 60, 'decorated', 80), (dice) =>
    dice.digits(16),
  ).map(({ id, dice }) => {
    const [name, description, icon] = [dice.title(), dice.sentence(), Number(dice.digits(10))];
    const created = dice.isoDate();
    return {
      id: number(id),
      name,
      description,
      displayName: name,
      displayDescription: description,
      enabled: dice.chance(0.9),
      iconImageId: icon,
      displayIconImageId: icon,
      created,
      updated: created,
      statistics: {
        pastDayAwardedCount: dice.count(500),
        awardedCount: dice.count(900_000),
        winRatePercentage: dice.float(0, 1, 3),
      },
      awardingUniverse: {
        id: Number(dice.digits(10)),
        name: dice.title(),
        rootPlaceId: Number(dice.digits(11)),
      },
    };
  });

const gameCount = (world: World, player: Player) => countOf(world, 'game', player, 12, 'maker', 60);

/** The newest first, the default order of the upstream. */
export const games = (world: World, player: Player) =>
  Array.from({ length: gameCount(world, player) }, (_, index) => {
    const game = gameFacts(world, player, index);
    return {
      id: number(game.id),
      name: game.name,
      description: game.description,
      creator: { id: number(player.id), type: 'User' },
      rootPlace: { id: game.rootPlaceId, type: 'Place' },
      created: game.created,
      updated: game.updated,
      placeVisits: game.visits,
    };
  });

function gameFacts(world: World, player: Player, index: number) {
  const dice = world.of('blockgame.game', player.key, index);
  const createdMs = dice.timeInFeed(
    index,
    Math.max(gameCount(world, player), index + 1),
    Date.UTC(2015, 0, 1),
    Date.UTC(2025, 0, 1),
  );
  return {
    id: world.idOf('blockgame.universe', `${player.key} ${index}`, (idDice) => idDice.digits(10)),
    name: dice.title(),
    description: dice.chance(0.3) ? null : dice.paragraph(2),
    rootPlaceId: Number(dice.digits(11)),
    created: isoSeconds(createdMs),
    updated: isoSeconds(dice.timeMs(createdMs, latestMs)),
    visits: dice.count(5_000_000),
    playing: dice.count(900),
    favoritedCount: dice.count(90_000),
    maxPlayers: dice.int(4, 100),
    genre: dice.pick(['All', 'Adventure', 'Building', 'RPG', 'Town and City']),
  };
}

/** Any number is a game, by an invented player. */
export function universeBody(world: World, id: string) {
  const owner = world.nameOf('blockgame.universe', id, (dice) => `${dice.handle()} 0`);
  const [key = '', index] = owner.split(/ (?=\d+$)/);
  const player = playerOf(world, key);
  const { id: _, visits, ...game } = gameFacts(world, player, Number(index));
  return {
    id: number(id),
    ...game,
    sourceName: game.name,
    sourceDescription: game.description,
    creator: {
      id: number(player.id),
      name: player.name,
      type: 'User',
      isRNVAccount: false,
      hasVerifiedBadge: player.isVerified,
    },
    price: null,
    allowedGearGenres: [game.genre],
    allowedGearCategories: [],
    isGenreEnforced: true,
    copyingAllowed: false,
    visits,
    studioAccessToApisAllowed: false,
    createVipServersAllowed: false,
    universeAvatarType: 'MorphToR15',
    isAllGenre: game.genre === 'All',
    isFavoritedByUser: false,
  };
}

export const collectibles = (world: World, player: Player) =>
  owned(world, 'collectible', player, countOf(world, 'collectible', player, 40, 'collector', 230), (dice) =>
    dice.digits(11),
  ).map(({ id, dice, index }) => ({
    userAssetId: number(id),
    serialNumber: dice.chance(0.3) ? dice.int(1, 9000) : null,
    // Some are owned twice.
    assetId: Number(world.of('blockgame.limited', player.key, Math.floor(index / 1.2)).digits(9)),
    name: dice.title(),
    recentAveragePrice: dice.chance(0.1) ? null : dice.int(50, 20_000),
    originalPrice: dice.chance(0.5) ? dice.int(10, 500) : null,
    assetStock: dice.chance(0.5) ? dice.int(100, 9000) : null,
    buildersClubMembershipType: 0,
  }));

export const outfits = (world: World, player: Player) =>
  owned(world, 'outfit', player, countOf(world, 'outfit', player, 30, 'fashionable', 130), (dice) =>
    dice.digits(17),
  ).map(({ id, dice }) => ({
    id: number(id),
    name: dice.title(),
    isEditable: dice.chance(0.7),
    outfitType: dice.chance(0.2) ? null : dice.pick(['Avatar', 'DynamicHead']),
  }));

const wearables = [
  { id: 8, name: 'Hat' },
  { id: 11, name: 'Shirt' },
  { id: 12, name: 'Pants' },
  { id: 41, name: 'HairAccessory' },
] as const;

export function avatarBody(world: World, player: Player) {
  const dice = world.of('blockgame.avatar', player.key);
  const colour = () => dice.pick([1, 5, 18, 21, 24, 125, 194, 1001, 1002]);
  const emotes = ['Salute', 'Shrug', 'Stadium', 'Tilt'].slice(0, dice.int(0, 4));
  return {
    scales: {
      height: dice.float(0.9, 1.05),
      width: dice.float(0.7, 1),
      head: dice.float(0.95, 1),
      depth: dice.float(0.85, 1),
      proportion: dice.float(0, 1),
      bodyType: dice.float(0, 1),
    },
    playerAvatarType: dice.pick(['R6', 'R15']),
    bodyColors: {
      headColorId: colour(),
      torsoColorId: colour(),
      rightArmColorId: colour(),
      leftArmColorId: colour(),
      rightLegColorId: colour(),
      leftLegColorId: colour(),
    },
    assets: dice.sample(wearables, dice.int(1, 4)).map((assetType) => ({
      id: Number(dice.digits(10)),
      name: dice.title(),
      assetType,
      currentVersionId: number(dice.digits(14)),
      ...(assetType.id === 41 && { meta: { order: 11, version: 1 } }),
    })),
    defaultShirtApplied: dice.chance(0.1),
    defaultPantsApplied: dice.chance(0.1),
    emotes: emotes.map((assetName, index) => ({
      assetId: Number(dice.digits(10)),
      assetName,
      position: index + 1,
    })),
  };
}

/** Whether the market-data source has indexed the player. */
export const isScanned = (player: Player): boolean => !player.key.includes('unscanned');

const marketFacts = (world: World, player: Player) => {
  const dice = world.of('blockgame.market', player.key);
  const isOnline = dice.chance(0.3);
  return {
    isOnline,
    lastOnline: dice.chance(0.1) ? null : Math.floor(dice.timeMs(Date.UTC(2025, 0, 1), latestMs) / 1000),
    lastLocation: isOnline ? dice.pick(['Online', 'Website']) : null,
    premium: dice.chance(0.4),
    isVerified: dice.chance(0.4),
  };
};

const shown = (world: World, player: Player) => (player.isHidden ? [] : collectibles(world, player));

/** `playerinfo` of Rolimons. */
export function marketProfileBody(world: World, player: Player) {
  const { lastOnline, lastLocation, premium } = marketFacts(world, player);
  const rap = shown(world, player).reduce(
    (sum, { recentAveragePrice }) => sum + (recentAveragePrice ?? 0),
    0,
  );
  return {
    success: true,
    name: player.name,
    value: rap === 0 ? null : Math.round(rap * 1.2),
    rap: rap === 0 ? null : rap,
    rank: null,
    premium,
    privacy_enabled: player.isHidden,
    terminated: player.isBanned,
    stats_updated: lastOnline,
    last_scan: lastOnline,
    last_online: lastOnline,
    last_location: lastLocation,
    badges: {},
  };
}

/** `playerassets` of Rolimons. */
export function marketDataBody(world: World, player: Player) {
  const { isVerified, ...facts } = marketFacts(world, player);
  const playerAssets: Record<string, bigint[]> = {};
  for (const { assetId, userAssetId } of shown(world, player)) {
    playerAssets[assetId] = [...(playerAssets[assetId] ?? []), userAssetId];
  }
  return {
    success: true,
    playerTerminated: player.isBanned,
    playerPrivacyEnabled: player.isHidden,
    playerVerified: isVerified,
    playerId: number(player.id),
    chartNominalScanTime: facts.lastOnline,
    playerAssets,
    ...facts,
    lastPlaceId: null,
    locationGameIsTracked: false,
    locationGameIconUrl: null,
    badges: {},
  };
}
