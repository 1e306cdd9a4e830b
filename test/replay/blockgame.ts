import { jpeg } from '../../sandbox/kernel/images.ts';
import { type GroupReplays, pick, type Recorded, type Replay } from './recordings.ts';

const id = '45348281';
const ofUser = (service: string, rest: string, version = 'v1') =>
  `${service}.roblox.com/${version}/users/${id}/${rest}`;

const names = { 'users.roblox.com/v1/usernames/users': 'usernames-users--1.json' };

const about = (
  recording: string,
  upstream: string,
  route: string,
  expected: Replay['expected'],
  more: Partial<Replay> = {},
): Replay => ({
  recording,
  upstream,
  request: `/api/blockgame/MightyPart${route}`,
  expected,
  ...more,
  also: { ...names, ...more.also },
});

const player = (from: Recorded) => ({
  ...pick(from, 'id name displayName description created hasVerifiedBadge'),
  avatar: 'https://tr.rbxcdn.com/b91cd7a2d531a50be786e08c7739c56a/150/150/Avatar/Png',
  presence: 'In Game',
  friends: 47,
  followers: 510,
  following: 510,
  // No recording has the details of collectibles: they are omitted.
});

const avatar = (from: Recorded) => ({
  ...from,
  assets: from.assets.map(({ meta: _, ...asset }: Recorded) => asset),
});

const membership = ({ group, role }: Recorded, description: string) => ({
  id: group.id,
  name: group.name,
  description,
  memberCount: group.memberCount,
  hasVerifiedBadge: group.hasVerifiedBadge,
  role: role.name,
  rank: role.rank,
});

const badge = (from: Recorded) => ({
  ...pick(from, 'id name description'),
  displayIconImageUrl: 'https://tr.rbxcdn.com/87105a9a85ea09e7591cfdd3f0825225/150/150/Image/Png',
  ...pick(from, 'enabled statistics awardingUniverse'),
});

const universeId = 1_685_831_367;

const game = ({ name, description, rootPlace, created, updated }: Recorded) => ({
  id: universeId,
  name,
  description: description ?? '',
  rootPlaceId: rootPlace.id,
  created,
  updated,
  isPublic: true,
  maxPlayers: 4,
  genre: 'Adventure',
  stats: { totalVisits: 2718, playing: 0, favoritedCount: 97 },
});

const marketData = ({
  chartNominalScanTime: _chartNominalScanTime,
  lastPlaceId: _lastPlaceId,
  locationGameIsTracked: _locationGameIsTracked,
  locationGameIconUrl: _locationGameIconUrl,
  badges: _badges,
  ...from
}: Recorded) => ({ ...from, lastOnline: '2022-09-04T13:28:34.000Z' });

const history = ({ data }: Recorded) => ({
  userId: Number(id),
  username: 'MightyPart',
  history: data.map(({ name }: Recorded) => name),
  count: data.length,
});

/** An element of a list whose details were recorded of another one. */
const renumbered = (from: number, to: number) => (recorded: string) =>
  recorded.replace(String(from), String(to));

export const blockgame: GroupReplays = {
  group: 'blockgame',
  replays: [
    about('user--1.json', `users.roblox.com/v1/users/${id}`, '', player, {
      also: {
        'thumbnails.roblox.com/v1/users/avatar': 'thumbnails-users-avatar--1.json',
        [ofUser('friends', 'friends/count')]: 'friends-count--1.json',
        [ofUser('friends', 'followers/count')]: 'followers-count--1.json',
        [ofUser('friends', 'followings/count')]: 'followers-count--1.json',
      },
      unrecorded: {
        'presence.roblox.com/v1/presence/users': `{"userPresences":[{"userPresenceType":2,"userId":${id}}]}`,
      },
    }),
    {
      recording: 'thumbnails-users-avatar--1.json',
      upstream: 'thumbnails.roblox.com/v1/users/avatar',
      request: `/api/blockgame/avatar/${id}?size=150x150`,
      expected: (from) => ({ imageUrl: from.data[0].imageUrl }),
    },
    about('avatar--1.json', ofUser('avatar', 'avatar'), '/avatar', avatar),
    about('user-groups-roles-v1--1.json', ofUser('groups', 'groups/roles'), '/groups', (from) => ({
      groups: [membership(from.data[0], from.data[0].group.description)],
    })),
    // Without the older service, the newer one and the group details have the same data.
    about(
      'user-groups-roles-v2--1.json',
      ofUser('groups', 'groups/roles', 'v2'),
      '/groups',
      (from) => ({ groups: [membership(from.data[0], 'Welcome to my amazing group')] }),
      { also: { 'groups.roblox.com/v2/groups': 'groups-v2--1.json' } },
    ),
    about(
      'user-badges--1.json',
      ofUser('badges', 'badges'),
      '/badges',
      (from) => ({ badges: from.data.map(badge) }),
      { also: { 'thumbnails.roblox.com/v1/badges/icons': 'thumbnails-badges-icons--1.json' } },
    ),
    about(
      'friends--1.json',
      ofUser('friends', 'friends'),
      '/friends',
      () => ({
        count: 1,
        friends: [{ id: Number(id), name: 'MightyPart', displayName: 'MightyPart', hasVerifiedBadge: false }],
      }),
      {
        within: renumbered(1_999_518_862, Number(id)),
        also: { 'users.roblox.com/v1/users': 'users-batch--1.json' },
      },
    ),
    about(
      'user-games--1.json',
      ofUser('games', 'games', 'v2'),
      '/games',
      (from) => ({ count: 1, games: [game(from.data[0])] }),
      {
        within: renumbered(6_430_220_996, universeId),
        also: { 'games.roblox.com/v1/games': 'universes--1.json' },
      },
    ),
    about('username-history--1.json', ofUser('users', 'username-history'), '/username/history', history),
    about(
      'rolimons-playerassets--1.json',
      `api.rolimons.com/players/v1/playerassets/${id}`,
      '/marketdata',
      marketData,
    ),
    {
      recording: 'thumbnails-assets--1.json',
      upstream: 'thumbnails.roblox.com/v1/assets',
      unrecorded: { 'tr.rbxcdn.com/7da8e78d9e2e303f0122c355f19f66d5/420/420/Image/Png': jpeg },
      request: '/api/blockgame/template/7229442422',
      expected: 200,
    },
    {
      recording: 'asset-details--1.json',
      upstream: 'economy.roblox.com/v2/assets/123456/details',
      unrecorded: {
        'assetdelivery.roblox.com/v2/assetId/752403374':
          '{"locations":[{"assetFormat":"source","location":"https://c0.rbxcdn.com/icon"}]}',
        'c0.rbxcdn.com/icon': jpeg,
      },
      request: '/api/blockgame/template/123456',
      expected: 200,
    },
  ],
  unused: {
    'badge--1.json': 'badges are listed by player; none is asked for alone',
    'badges-awarded-dates--1.json': 'the list of badges is in that order already',
    'catalog-items-details--1.json': 'the catalog is not asked',
    'error-badge-not-found--1.json': 'no badge is asked for alone',
    'thumbnails-batch--1.json': 'pictures are asked for by kind and size',
    'universe-favorites-count--1.json': 'the details of games hold that number',
  },
};
