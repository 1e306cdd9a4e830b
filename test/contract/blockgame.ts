import { bytes, contractGroup, get, jpeg, listed, optional, png, required } from './routes.ts';
import {
  any,
  each,
  flag,
  integer,
  optional as left,
  list,
  map,
  nullable,
  number,
  object,
  oneOf,
  text,
  time,
  url,
} from './shapes.ts';
import { choice, handle, integerIn, numericId } from './values.ts';

const player = object({
  id: integer,
  ...each(text, 'name displayName description avatar'),
  created: time,
  hasVerifiedBadge: flag,
  // Null when their sources fail.
  presence: nullable(oneOf('Online', 'Offline', 'In Game', 'In Studio')),
  ...each(nullable(number), 'friends followers following'),
  ...each(left(number), 'items rap value'),
});

const kindOfAsset = object({ id: integer, name: text });
const asset = object({ id: integer, name: text, currentVersionId: integer, assetType: kindOfAsset });

const avatar = object({
  playerAvatarType: oneOf('R6', 'R15'),
  scales: object(each(number, 'height width head depth proportion bodyType')),
  bodyColors: object(
    each(integer, 'headColorId torsoColorId rightArmColorId leftArmColorId rightLegColorId leftLegColorId'),
  ),
  assets: list(asset),
  ...each(flag, 'defaultShirtApplied defaultPantsApplied'),
  emotes: list(any),
});

const outfits = object({
  outfits: list(object({ id: integer, name: text, isEditable: flag, outfitType: nullable(text) }), 100),
});

const memberships = object({
  groups: list(
    object({
      id: integer,
      ...each(text, 'name role'),
      description: nullable(text),
      hasVerifiedBadge: flag,
      ...each(number, 'memberCount rank'),
    }),
  ),
});

const badges = object({
  badges: list(
    object({
      id: integer,
      ...each(text, 'name description'),
      displayIconImageUrl: nullable(text),
      enabled: flag,
      statistics: object(each(number, 'pastDayAwardedCount awardedCount winRatePercentage')),
      awardingUniverse: object({ name: nullable(text), ...each(nullable(integer), 'id rootPlaceId') }),
    }),
    25,
  ),
});

const friends = object({
  count: number,
  friends: list(object({ id: integer, ...each(text, 'name displayName'), hasVerifiedBadge: flag })),
});

const games = object({
  count: number,
  games: list(
    object({
      id: integer,
      ...each(text, 'name description genre'),
      rootPlaceId: nullable(integer),
      ...each(time, 'created updated'),
      isPublic: flag,
      maxPlayers: number,
      stats: object(each(number, 'totalVisits playing favoritedCount')),
    }),
    50,
  ),
});

const marketData = object({
  playerId: integer,
  ...each(flag, 'success isOnline premium playerVerified playerTerminated playerPrivacyEnabled'),
  lastLocation: nullable(text),
  lastOnline: nullable(time),
  playerAssets: map(list(integer)),
});

const history = object({ userId: integer, username: text, history: list(text, 100), count: number });

const username = required(handle);
const sizes = `30x30 48x48 60x60 75x75 100x100 110x110 140x140 150x150 150x200 180x180 250x250 352x352 420x420
  720x720`.split(/\s+/);

/** The documented routes of blockgame. */
export const blockgame = contractGroup(
  'blockgame',
  { failures: listed },
  get('/api/blockgame/{username}', { username, limit: optional(integerIn(1, 10_000), 1000) }, player),
  get(
    '/api/blockgame/avatar/{userId}',
    { userId: required(numericId('integer')), size: optional(choice(...sizes), '720x720') },
    object({ imageUrl: url }),
  ),
  get(
    '/api/blockgame/template/{assetId}',
    { assetId: required(numericId('integer')) },
    bytes(/^image\/(?:png|jpeg)$/, new RegExp(`${png.source}|${jpeg.source}`)),
  ),
  get('/api/blockgame/{username}/avatar', { username }, avatar),
  get('/api/blockgame/{username}/outfits', { username }, outfits),
  get('/api/blockgame/{username}/groups', { username }, memberships),
  get('/api/blockgame/{username}/badges', { username }, badges),
  get('/api/blockgame/{username}/friends', { username }, friends),
  get('/api/blockgame/{username}/games', { username }, games),
  get('/api/blockgame/{username}/marketdata', { username }, marketData, {
    // A player that the market-data source does not know is a failed request of it.
    failures: { notFound: [404, 500], private: [200, 500], upstreamLimited: [500, 503] },
  }),
  get(
    '/api/blockgame/{username}/username/history',
    { username, limit: optional(integerIn(1, 100), 10), sortOrder: optional(choice('Asc', 'Desc'), 'Asc') },
    history,
  ),
);
