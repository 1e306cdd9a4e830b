import { expect } from 'vitest';
import { type GroupReplays, type Recorded, type Replay, row } from './recordings.ts';

const api = 'www.googleapis.com/youtube/v3';
const channel = { upstream: `${api}/channels`, request: '/api/videosite/channel?channel_id=' };
const video = { upstream: `${api}/videos`, request: '/api/videosite/video?video_id=' };
const search = { upstream: `${api}/search`, request: '/api/videosite/search?q=surfing' };
const playlists = {
  upstream: `${api}/playlists`,
  request: '/api/videosite/playlists?channel_id=UC_x5XG1OV2P6uZZ5FSM9Ttw',
};
const items = { upstream: `${api}/playlistItems`, request: '/api/videosite/playlist/items?playlist_id=' };
const comments = { upstream: `${api}/commentThreads`, request: '/api/videosite/comments?video_id=' };

const developers = 'UC_x5XG1OV2P6uZZ5FSM9Ttw';

/** Some members; null for those that were not recorded. */
const only = (from: Recorded, names: string) =>
  Object.fromEntries(names.split(' ').map((name) => [name, from?.[name] ?? null]));

const byId = (of: (item: Recorded) => unknown, id: string) => (recorded: Recorded) =>
  of(recorded.items.find((item: Recorded) => item.id === id));

const channelBody = ({ id, snippet, statistics }: Recorded) => ({
  id,
  snippet: {
    ...only(snippet, 'title description customUrl publishedAt country'),
    thumbnails: only(snippet.thumbnails, 'default high'),
  },
  statistics: only(statistics, 'viewCount subscriberCount videoCount hiddenSubscriberCount'),
});

const videoBody = ({ id, snippet, statistics, contentDetails, status }: Recorded) => ({
  id,
  snippet: only(snippet, 'title channelId channelTitle publishedAt tags categoryId'),
  statistics: only(statistics, 'viewCount likeCount commentCount'),
  contentDetails: only(contentDetails, 'duration definition caption'),
  status: only(status, 'privacyStatus embeddable madeForKids'),
});

const resultBody = ({ kind, id, snippet }: Recorded) => ({
  kind,
  id: { videoId: null, ...id },
  snippet: only(snippet, 'title channelTitle publishedAt description'),
});

const playlistBody = ({ id, snippet, contentDetails }: Recorded) => ({
  id,
  snippet: only(snippet, 'title description channelTitle publishedAt'),
  contentDetails: only(contentDetails, 'itemCount'),
});

const itemBody = ({ id, snippet, contentDetails }: Recorded) => ({
  id,
  snippet: only(snippet, 'title position channelTitle resourceId'),
  contentDetails: {
    videoId: snippet.resourceId.videoId,
    videoPublishedAt: contentDetails?.videoPublishedAt ?? null,
  },
});

const threadBody = ({ id, snippet }: Recorded) => ({
  id,
  snippet: {
    ...only(snippet, 'videoId totalReplyCount'),
    topLevelComment: {
      id: snippet.topLevelComment.id,
      snippet: only(snippet.topLevelComment.snippet, 'textDisplay authorDisplayName likeCount publishedAt'),
    },
  },
});

const counted = (name: string, body: (item: Recorded) => unknown) => (recorded: Recorded) => ({
  count: recorded.items.length,
  [name]: recorded.items.map(body),
});

const listOfItems = counted('items', itemBody);

const replayed = (
  about: { readonly upstream: string; readonly request: string },
  id: string,
  recording: string,
  expected: Replay['expected'],
): Replay => ({ ...about, request: about.request + id, recording, expected });

const web = 'www.youtube.com/youtubei/v1';
const browse = `${web}/browse`;
const keyless = { KEYLESS: 'on', VIDEOSITE_API_KEY: '' };
const partly = { environment: keyless, isPart: true } as const;
/** Of a channel whose details are in the same body. */
const channelMetadata = {
  channelMetadataRenderer: { title: 'Korone', externalId: 'UC8rcEBzJSleTkf_-agPM20g' },
};

/** The demand of the player that an address be of no program. */
const refused = JSON.stringify({
  playabilityStatus: { status: 'LOGIN_REQUIRED', reason: 'Sign in to confirm you’re not a bot' },
});

export const videosite: GroupReplays = {
  group: 'videosite',
  replays: [
    ...['UCK8sQmJBp8GCxrOtXWBpyEA', developers].map((id) =>
      replayed(channel, id, 'channels--1.json', byId(channelBody, id)),
    ),
    replayed(channel, developers, 'channels--2.json', byId(channelBody, developers)),
    replayed(channel, developers, 'channels--3.json', byId(channelBody, developers)),
    replayed(channel, developers, 'channels-empty--1.json', 404),
    {
      ...channel,
      request: '/api/videosite/channel?username=GoogleDevelopers',
      recording: 'channels--3.json',
      expected: byId(channelBody, developers),
    },
    replayed(video, 'D-lhorsDlUQ', 'videos--1.json', byId(videoBody, 'D-lhorsDlUQ')),
    ...['D-lhorsDlUQ', 'ovdbrdCIP7U'].map((id) => replayed(video, id, 'videos--2.json', byId(videoBody, id))),
    replayed(video, 'wIhfU8Woci4', 'videos--3.json', byId(videoBody, 'wIhfU8Woci4')),
    ...[1, 2, 3, 4].map((number) =>
      replayed(search, '', `search--${number}.json`, counted('results', resultBody)),
    ),
    ...[1, 2].map((number) =>
      replayed(playlists, '', `playlists--${number}.json`, counted('playlists', playlistBody)),
    ),
    replayed(items, 'PLOU2XLYxmsIKpaV8h0AGE05so0fAwwfTw', 'playlist-items--1.json', listOfItems),
    replayed(items, 'PLC90FB71F6ECE17F3', 'playlist-items--2.json', listOfItems),
    replayed(comments, 'F1UP7wRCPH8', 'comment-threads--1.json', counted('comments', threadBody)),
    replayed(comments, 'D-lhorsDlUQ', 'comment-threads--2.json', counted('comments', threadBody)),
    { ...replayed(video, 'D-lhorsDlUQ', 'errors--400-key-invalid.json', 502), status: 400 },
    { ...replayed(comments, 'D-lhorsDlUQ', 'errors--403-permission.json', 502), status: 403 },
    {
      ...channel,
      request: `/api/videosite/all?channel_id=${developers}&max_videos=3`,
      recording: 'channels--3.json',
      also: {
        [`${api}/playlistItems`]: 'playlist-items--1.json',
        [`${api}/videos`]: 'videos--1.json',
        [`${api}/playlists`]: 'playlists--1.json',
      },
      expected: 200,
    },
    ...[
      ['1', 'rCAS2eD-mcw'],
      ['2-live', 'X4VbdwhkE10'],
      ['3-no-likes', 'it3OtbTxQk0'],
      ['4-unlisted', 'udsB8KnIJTg'],
    ].map(([name, id]) => ({
      recording: `keyless/player-microformat--${name}.json`,
      ...partly,
      upstream: `${web}/player`,
      also: {
        'youtubei.googleapis.com/youtubei/v1/player': 'keyless/player-visionos--1.json',
        [`${web}/next`]: 'keyless/comments--1.json',
      },
      request: `/api/videosite/video?video_id=${id}`,
      expected: ({ microformat: { playerMicroformatRenderer: facts } }: Recorded) => ({
        id: facts.externalVideoId,
        snippet: {
          title: facts.title.simpleText,
          channelId: facts.externalChannelId,
          channelTitle: facts.ownerChannelName,
          publishedAt: new Date(facts.publishDate).toISOString().replace('.000Z', 'Z'),
          categoryId: expect.stringMatching(/^\d+$/),
        },
        statistics: { viewCount: facts.viewCount, likeCount: facts.likeCount ?? null, commentCount: '2146' },
        // The recorded formats are those of the first one.
        contentDetails: name === '1' ? { definition: 'hd', caption: 'true' } : { definition: null },
        status: { privacyStatus: facts.isUnlisted ? 'unlisted' : 'public', madeForKids: null },
      }),
    })),
    ...(
      [
        ['next--1', 'rCAS2eD-mcw', '81077', '1000', 'ABCs of Anaesthesia'],
        ['next--2-for-comments', 'D00Au7k3i6o', '228', expect.stringMatching(/^\d$/), expect.any(String)],
      ] as const
    ).map(([name, id, viewCount, likeCount, channelTitle]) => ({
      recording: `keyless/${name}.json`,
      ...partly,
      upstream: `${web}/next`,
      unrecorded: { [`${web}/player`]: refused, 'youtubei.googleapis.com/youtubei/v1/player': refused },
      request: `/api/videosite/video?video_id=${id}`,
      expected: () => ({
        id,
        snippet: { title: expect.stringMatching(/./), channelTitle, publishedAt: null, categoryId: null },
        statistics: { viewCount, likeCount },
        contentDetails: { duration: null, definition: null, caption: null },
        status: { privacyStatus: null, embeddable: null, madeForKids: null },
      }),
    })),
    ...['private', 'no-such-video'].map((name) => ({
      recording: `keyless/player-android--${name}.json`,
      upstream: `${web}/player`,
      environment: keyless,
      request: '/api/videosite/video?video_id=8VajtrESJzA',
      expected: 404,
    })),
    ...[
      ['channel-videos--1', 'UCYJ61XIK64sp6ZFFS8sctxw', 'Gronkh', '@gronkh', '5040000'],
      ['channel-videos--2-live-tab', 'UCR-DXc1voovS8nhAvccRZhg', 'Jeff Geerling', '@jeffgeerling', /^\d+$/],
      ['channel-videos--3-vsauce', 'UC6nSFpj9HTCZ5t-N3Rm3-HA', 'Vsauce', '@vsauce', /^\d+$/],
      ['channel--age-gate', 'UCbfnHqxXs_K3kvaH-WlNlig', 'Laphroaig Whisky', null, null],
    ].map(([name, id, title, customUrl, subscribers]) =>
      row(`keyless/${name}.json`, browse, `/api/videosite/channel?channel_id=${id}`, partly, () => ({
        id,
        snippet: { title, customUrl, publishedAt: null, thumbnails: { default: { width: 88 } } },
        statistics: {
          subscriberCount: subscribers instanceof RegExp ? expect.stringMatching(subscribers) : subscribers,
        },
      })),
    ),
    ...['channel--removed', 'channel--does-not-exist'].map((name) => ({
      recording: `keyless/${name}.json`,
      upstream: browse,
      environment: keyless,
      request: '/api/videosite/channel?channel_id=UCoaO4U_p7G7AwalqSbGCZOA',
      expected: 404,
    })),
    row(
      'keyless/channel--bad-id-400.json',
      browse,
      '/api/videosite/channel?channel_id=UCoaO4U_p7G7AwalqSbGCZOB',
      { status: 400, environment: keyless },
      404,
    ),
    {
      recording: 'keyless/channel-about--1-element.json',
      ...partly,
      upstream: browse,
      within: (about) => JSON.stringify({ ...JSON.parse(about), metadata: channelMetadata }),
      request: '/api/videosite/channel?channel_id=UC8rcEBzJSleTkf_-agPM20g',
      expected: () => ({
        snippet: { country: 'JP' },
        statistics: { viewCount: '1056229686', videoCount: '2429' },
      }),
    },
    ...['resolve-url--1-handle', 'resolve-url--2-user'].map((name) => ({
      recording: `keyless/${name}.json`,
      ...partly,
      upstream: `${web}/navigation/resolve_url`,
      also: { [browse]: 'keyless/channel-videos--1.json' },
      request: `/api/videosite/channel?username=${name.slice(-6).replace('-', '')}`,
      expected: ({ endpoint }: Recorded) => ({ id: endpoint.browseEndpoint.browseId }),
    })),
    row(
      'keyless/resolve-url--404.json',
      `${web}/navigation/resolve_url`,
      '/api/videosite/channel?username=nonExistingHandleThat',
      { status: 404, environment: keyless },
      404,
    ),
    ...[
      ['search-videos--1', 'type=video', 'video'],
      ['search-channels--1', 'type=channel', 'channel'],
      ['search-playlists--1', 'type=playlist', 'playlist'],
      ['search-all--1', '', null],
      ['search-videos--1-page-2', 'type=video&max_results=3', 'video'],
    ].map(([name, query, kind]) => ({
      recording: `keyless/${name}.json`,
      ...partly,
      upstream: `${web}/search`,
      request: `/api/videosite/search?q=test${name!.length}&${query}`,
      expected: () => ({
        results: expect.arrayContaining([
          {
            kind: 'youtube#searchResult',
            id: expect.objectContaining({
              kind: kind ? `youtube#${kind}` : expect.stringMatching(/^youtube#/),
            }),
            snippet: {
              title: expect.stringMatching(/./),
              channelTitle: expect.stringMatching(/./),
              description: expect.any(String),
              publishedAt: null,
            },
          },
        ]),
      }),
    })),
    ...['channel-playlists--1', 'channel-playlists--1-page-2'].map((name) => ({
      recording: `keyless/${name}.json`,
      ...partly,
      upstream: browse,
      request: '/api/videosite/playlists?channel_id=UC2DjFE7Xf11URZqWBigcVOQ&max_results=4',
      expected: () => ({
        count: 4,
        playlists: expect.arrayContaining([
          {
            id: expect.stringMatching(/^PL/),
            snippet: {
              title: expect.any(String),
              channelTitle: 'EEVblog',
              description: null,
              publishedAt: null,
            },
            contentDetails: { itemCount: expect.any(Number) },
          },
        ]),
      }),
    })),
    ...['playlist-items--1', 'playlist-items--1-page-2', 'playlist-items--2-uploads'].map((name) => ({
      recording: `keyless/${name}.json`,
      ...partly,
      upstream: browse,
      request: '/api/videosite/playlist/items?playlist_id=PLWwAypAcFRgKAIIFqBr9oy-ZYZnixa_Fj&max_results=3',
      expected: () => ({
        count: 3,
        items: [0, 1, 2].map((place) => ({
          id: null,
          snippet: {
            title: expect.stringMatching(/./),
            position: name === 'playlist-items--1-page-2' ? 100 + place : place,
            resourceId: { kind: 'youtube#video', videoId: expect.stringMatching(/^[\w-]{11}$/) },
          },
        })),
      }),
    })),
    ...['1-video', '2-live', '3-premiere'].map((name) => ({
      recording: `keyless/lockup-element--${name}.json`,
      ...partly,
      upstream: browse,
      within: (element: string) =>
        JSON.stringify({ continuationItems: [{ lockupViewModel: JSON.parse(element) }] }),
      request: '/api/videosite/playlist/items?playlist_id=PLWwAypAcFRgKAIIFqBr9oy-ZYZnixa_Fj&max_results=3',
      expected: ({ contentId, metadata }: Recorded) => ({
        items: [
          {
            snippet: { title: metadata.lockupMetadataViewModel.title.content, position: 0 },
            contentDetails: { videoId: contentId },
          },
        ],
      }),
    })),
    ...['playlist--unviewable', 'playlist--does-not-exist'].map((name) => ({
      recording: `keyless/${name}.json`,
      upstream: browse,
      environment: keyless,
      request: '/api/videosite/playlist/items?playlist_id=PL11111111111111111111111111111111',
      expected: name === 'playlist--unviewable' ? 403 : 404,
    })),
    ...['comments--1', 'comments--2', 'comments--3-last-page'].map((name) => ({
      recording: `keyless/${name}.json`,
      ...partly,
      upstream: `${web}/next`,
      request: '/api/videosite/comments?video_id=VsFjP58j5i8&max_results=3',
      expected: () => ({
        count: 3,
        comments: [0, 1, 2].map(() => ({
          id: expect.stringMatching(/^Ug/),
          snippet: {
            videoId: 'VsFjP58j5i8',
            totalReplyCount: expect.any(Number),
            topLevelComment: {
              snippet: {
                textDisplay: expect.stringMatching(/./),
                authorDisplayName: expect.stringMatching(/^@/),
                likeCount: expect.any(Number),
                publishedAt: null,
              },
            },
          },
        })),
      }),
    })),
  ],
  unused: Object.fromEntries(
    [
      ...['comment-replies--1.json', 'feed--1.xml', 'feed--404.html', 'requests.json'],
      ...['player-android--country.json', 'player-android--members.json'],
      ...['playlist-header--1.json', 'sw-js--1.js', 'visitor-id--1.json'],
    ].map((name) => [`keyless/${name}`, 'the routes do not request it']),
  ),
};
