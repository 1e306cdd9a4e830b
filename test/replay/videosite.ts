import type { GroupReplays, Replay } from './recordings.ts';

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

// biome-ignore lint/suspicious/noExplicitAny: recordings have any shape
type Recorded = any;

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

const replayed = (
  about: { readonly upstream: string; readonly request: string },
  id: string,
  recording: string,
  expected: Replay['expected'],
): Replay => ({ ...about, request: about.request + id, recording, expected });

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
    replayed(
      items,
      'PLOU2XLYxmsIKpaV8h0AGE05so0fAwwfTw',
      'playlist-items--1.json',
      counted('items', itemBody),
    ),
    replayed(items, 'PLC90FB71F6ECE17F3', 'playlist-items--2.json', counted('items', itemBody)),
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
  ],
};
