import { bytes, contractGroup, get, listed, mp4, optional, required, success } from './routes.ts';
import { each, flag, list, number, object, text, time, url } from './shapes.ts';
import { coined, custom, handle, integerIn } from './values.ts';

const user = object({
  user: object({
    ...each(text, 'id uniqueId nickname signature'),
    ...each(url, 'avatar avatarThumb avatarMedium avatarLarger'),
    ...each(flag, 'verified privateAccount'),
  }),
  stats: object(each(number, 'followerCount followingCount heartCount videoCount')),
});

const stats = object(each(number, 'playCount diggCount commentCount shareCount collectCount'));

const video = object({
  ...each(text, 'id desc'),
  createTime: time,
  url,
  stats,
  author: object({
    ...each(text, 'id uniqueId nickname avatarMedium'),
    ...each(flag, 'verified privateAccount'),
    stats: object(each(number, 'followerCount heartCount videoCount')),
  }),
});

const feed = object({
  items: list(
    object({
      ...each(text, 'id desc'),
      ...each(url, 'url playUrl'),
      stats,
      author: object({ ...each(text, 'uniqueId nickname avatarThumb'), verified: flag }),
    }),
    50,
  ),
  ...each(number, 'cursor count'),
  hasMore: flag,
});

const page = (id: string, name: string) => `https://www.tiktok.com/@${name}/video/${id}`;
const videoUrl = required(
  custom((dice) => page(dice.digits(19), coined(dice)), {
    unknown: (dice) => page(`${dice.digits(16)}404`, coined(dice)),
  }),
);
const notAVideo = [
  { given: { url: 'https://example.com/@ada/video/7123456789012345678' } },
  { given: { url: 'https://www.tiktok.com/@ada' } },
  { given: { url: 'video' } },
];

/** The documented routes of shortvideo. */
export const shortvideo = contractGroup(
  'shortvideo',
  { envelope: success, failures: listed },
  // A private account has public facts, too.
  get('/api/shortvideo/user', { username: required(handle) }, user, { failures: { private: [200, 404] } }),
  get('/api/shortvideo/video', { url: videoUrl }, video, { refused: notAVideo }),
  get(
    '/api/shortvideo/download',
    { url: videoUrl },
    bytes(/^video\/mp4$/, mp4, {
      'content-disposition': /^attachment; filename="?\d+\.mp4"?$/,
      'content-length': /^[1-9]\d*$/,
    }),
    { refused: notAVideo },
  ),
  get(
    '/api/shortvideo/feed',
    { cursor: optional(integerIn(0), 0), count: optional(integerIn(1, 50), 30) },
    feed,
    {
      failures: { upstreamFailed: 502, upstreamChanged: 502, upstreamTimeout: 502 },
      // Every call draws anew.
      volatile: ['items', 'count', 'cursor', 'hasMore'],
    },
  ),
);
