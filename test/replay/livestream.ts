import { expect } from 'vitest';
import { type GroupReplays, type Recorded, type Replay, row } from './recordings.ts';

const graph = 'gql.twitch.tv/gql';
const keyless = {
  KEYLESS: 'on',
  LIVESTREAM_CLIENT_ID: '',
  LIVESTREAM_CLIENT_SECRET: '',
  LIVESTREAM_WEB_CLIENT_ID: 'client-of-the-site',
};
const token = 'id.twitch.tv/oauth2/token';
const helix = 'api.twitch.tv/helix';

const pick = (from: Recorded, names: string) => names.split(' ').map((name) => [name, from[name]]);

const stream = ({ tag_ids: _, ...from }: Recorded) => ({
  ...from,
  tags: from.tags ?? [],
  is_mature: from.is_mature ?? false,
});

const channel = (from: Recorded) => ({
  ...from,
  tags: from.tags ?? [],
  is_branded_content: from.is_branded_content ?? false,
  content_classification_labels: from.content_classification_labels ?? [],
});

const match = (from: Recorded) =>
  Object.fromEntries(
    pick(
      from,
      'id broadcaster_login display_name broadcaster_language game_id game_name is_live started_at tags thumbnail_url title',
    ),
  );

const clip = ({ vod_offset: _, ...from }: Recorded) => ({
  ...from,
  duration: from.duration ?? null,
  is_featured: from.is_featured ?? false,
});

const game = ({ igdb_id, ...from }: Recorded) => ({ ...from, external_db_id: igdb_id ?? '' });

type Element = (from: Recorded) => unknown;

/** A user or a video is as it was recorded. */
const same: Element = (from) => from;

/** The first element of the recorded list, or the one whose field has this value. */
const one = (element: Element, name?: string, value?: string) => (from: Recorded) => ({
  data: [from.data.find((each: Recorded) => name === undefined || each[name] === value)].map(element),
});

const page = (element: Element) => (from: Recorded) => ({
  data: from.data.map(element),
  pagination: { cursor: from.pagination.cursor ?? null },
});

const replay = (recording: string, path: string, request: string, expected: Replay['expected']): Replay => ({
  recording: `${recording}.json`,
  upstream: `${helix}/${path}`,
  also: { [token]: 'oauth2-token--200.json' },
  request: `/api/livestream/${request}`,
  expected,
});

const failing = (
  recording: string,
  status: number,
  path: string,
  request: string,
  expected: number,
): Replay => ({ ...replay(recording, path, request, expected), status });

const replays: readonly Replay[] = [
  // Without a cached token.
  row('oauth2-token--400.json', token, '/api/livestream/user?login=day9tv', { status: 400 }, 502),
  replay('users--1', 'users', 'user/id?id=18587270', one(same, 'id', '18587270')),
  replay('users--2', 'users', 'user?login=Summit1G', one(same, 'login', 'summit1g')),
  replay('streams--1', 'streams', 'streams/top', page(stream)),
  replay('streams--2', 'streams', 'stream?user_login=SunsetClub', one(stream, 'user_login', 'sunsetclub')),
  replay('streams--3', 'streams', 'streams/top?first=2', page(stream)),
  replay(
    'channels--1',
    'channels',
    'channel?broadcaster_id=277558749',
    one(channel, 'broadcaster_id', '277558749'),
  ),
  replay('channels--2', 'channels', 'channel?broadcaster_id=141981764', one(channel)),
  replay('channels-followers--1', 'channels/followers', 'followers?broadcaster_id=123456', (from) => ({
    total: 8,
    data: from.data,
    pagination: from.pagination,
  })),
  replay('clips--1', 'clips', 'clips?broadcaster_id=15310631', page(clip)),
  replay('clips--2', 'clips', 'clips?broadcaster_id=67955580', page(clip)),
  replay('videos--1', 'videos', 'videos?user_id=9846758', page(same)),
  replay('videos--2', 'videos', 'videos?user_id=141981764', page(same)),
  replay('games--1', 'games', 'game?name=Super%20Mario%20Odyssey', one(game, 'name', 'Super Mario Odyssey')),
  replay('games--2', 'games', 'game?id=33214&name=Fortnite', one(game)),
  replay('games-top--1', 'games/top', 'games/top?first=5', page(game)),
  replay('search-channels--1', 'search/channels', 'channels/search?query=angel%20of%20death', page(match)),
  failing('errors--400-channels', 400, 'channels', 'channel?broadcaster_id=5', 400),
  failing('errors--400-broadcaster-id', 400, 'channels', 'channel?broadcaster_id=6', 400),
  failing('errors--400-first', 400, 'streams', 'streams/top?first=3', 400),
  failing('errors--400-search', 400, 'search/channels', 'channels/search?query=x', 400),
  failing('errors--401-users', 401, 'users', 'user?login=nobody', 502),
  ...(
    [
      [
        'user-live--1',
        'user?login=kitboga',
        { id: '32787655', login: 'kitboga', broadcaster_type: 'partner' },
      ],
      ['user-live--1', 'stream?user_login=kitboga', { id: '47368726557', viewer_count: 7878 }],
      ['user-offline--1', 'user?login=broken_stoic', { id: '29737511', display_name: 'Broken_Stoic' }],
      ['user-offline--1', 'stream?user_login=broken_stoic', undefined],
      ['user-offline--2', 'stream?user_login=broken_stoic', undefined],
      ['game--1', 'game?name=Rocket%20League', { id: '30921', name: 'Rocket League' }],
      ['games--1', 'games/top?first=1', { id: '509658', name: 'Just Chatting' }],
      ['streams--1', 'streams/top?first=1', { user_login: 'caedrel', viewer_count: 51779, language: 'en' }],
      ['search-users--1', 'channels/search?query=shroud', { broadcaster_login: 'shroud', is_live: true }],
    ] as const
  ).map(([name, route, found]) => ({
    recording: `keyless/${name}.json`,
    isPart: true as const,
    upstream: graph,
    environment: keyless,
    request: `/api/livestream/${route}`,
    expected: () => ({ data: found ? expect.arrayContaining([expect.objectContaining(found)]) : [] }),
  })),
  ...[
    'error--integrity',
    'error--integrity-batched',
    'error--service-error',
    'error--first-out-of-range',
  ].map((name, index) => ({
    recording: `keyless/${name}.json`,
    upstream: graph,
    environment: keyless,
    request: `/api/livestream/streams/top?first=${index + 10}`,
    expected: 502,
  })),
];

export const livestream: GroupReplays = {
  group: 'livestream',
  replays,
  unused: {
    'oauth2-validate--401.json': 'a token shows that it is good by being accepted',
    'keyless/clip-unknown--1.json': 'single clips are not requested',
    'keyless/featured-streams--1.json': 'featured streams are not requested',
  },
};
