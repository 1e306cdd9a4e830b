import { contractGroup, emptyAt, get, optional, required } from './routes.ts';
import {
  digits,
  each,
  flag,
  list,
  matching,
  maybe,
  nullable,
  number,
  object,
  type Shape,
  text,
  time,
} from './shapes.ts';
import { choice, choiceList, handle, integerIn, phrase, token } from './values.ts';

const kind = matching(/^[a-z]+#\w+$/, 'a kind as platform#kind');
const thumbnail = object({ url: text, ...each(maybe(number), 'width height') });

// Beside identifiers and titles, anything may be missing of a video, a channel or a playlist: recorded responses lack
// whole parts of them, counts are hidden, and a picture has not always a size.

const channel = object({
  id: text,
  snippet: object({
    ...each(text, 'title description'),
    ...each(maybe(text), 'customUrl country'),
    publishedAt: nullable(time),
    thumbnails: object(each(maybe(thumbnail), 'default high')),
  }),
  statistics: object({
    ...each(maybe(digits), 'viewCount subscriberCount videoCount'),
    hiddenSubscriberCount: maybe(flag),
  }),
});

const duration = matching(/^P(?=.)(?:\d+D)?(?:T(?:\d+H)?(?:\d+M)?(?:\d+S)?)?$/, 'an ISO 8601 duration');

const video = object({
  id: text,
  snippet: object({
    ...each(text, 'title channelId channelTitle'),
    categoryId: maybe(text),
    publishedAt: nullable(time),
    tags: list(text),
  }),
  statistics: object(each(maybe(digits), 'viewCount likeCount commentCount')),
  contentDetails: object({ duration: maybe(duration), ...each(maybe(text), 'definition caption') }),
  status: object({ privacyStatus: maybe(text), ...each(maybe(flag), 'embeddable madeForKids') }),
});

const result = object({
  kind,
  // A playlist or a channel has its own identifier instead.
  id: object({ kind, ...each(maybe(text), 'videoId playlistId channelId') }),
  snippet: object({ ...each(text, 'title channelTitle description'), publishedAt: nullable(time) }),
});

const playlist = object({
  id: text,
  snippet: object({
    ...each(text, 'title channelTitle'),
    description: nullable(text),
    publishedAt: nullable(time),
  }),
  contentDetails: object({ itemCount: maybe(number) }),
});

const item = object({
  id: nullable(text),
  snippet: object({
    ...each(text, 'title channelTitle'),
    position: number,
    resourceId: object({ kind, videoId: text }),
  }),
  contentDetails: object({ videoId: text, videoPublishedAt: maybe(time) }),
});

const comment = object({
  id: text,
  snippet: object({
    videoId: text,
    totalReplyCount: number,
    topLevelComment: object({
      id: text,
      snippet: object({
        ...each(text, 'textDisplay authorDisplayName'),
        likeCount: number,
        publishedAt: nullable(time),
      }),
    }),
  }),
});

const everything = object({
  fetched_at: time,
  channel,
  uploads_playlist_id: text,
  videos: list(video, 200),
  playlists: list(playlist),
  search_results: list(result),
});

const counted = (key: string, of: Shape, most: number) => object({ count: number, [key]: list(of, most) });
const channelId = token(22, 'UC');
const someChannel = { channel_id: optional(channelId), username: optional(handle) };
const needs = [['channel_id', 'username']];
const most = (max: number) => optional(integerIn(undefined, max));

/** The documented routes of videosite. */
export const videosite = contractGroup(
  'videosite',
  {},
  get('/api/videosite/channel', someChannel, channel, { needs }),
  get('/api/videosite/video', { video_id: required(token(11)) }, video),
  get(
    '/api/videosite/search',
    {
      q: required(phrase),
      type: optional(choiceList('video', 'playlist', 'channel')),
      order: optional(choice('relevance', 'date', 'rating', 'viewCount', 'title'), 'relevance'),
      max_results: most(50),
    },
    counted('results', result, 50),
    { failures: { notFound: emptyAt('results') } },
  ),
  get(
    '/api/videosite/playlists',
    { channel_id: required(channelId), max_results: most(50) },
    counted('playlists', playlist, 50),
  ),
  get(
    '/api/videosite/playlist/items',
    { playlist_id: required(token(32, 'PL')), max_results: most(50) },
    counted('items', item, 50),
  ),
  get(
    '/api/videosite/comments',
    { video_id: required(token(11)), max_results: most(100) },
    counted('comments', comment, 100),
  ),
  get('/api/videosite/all', { ...someChannel, max_videos: most(200) }, everything, {
    needs,
    volatile: ['fetched_at'],
  }),
);
