import { type GroupReplays, pick, type Recorded, type Replay, row } from './recordings.ts';

const site = 'www.tiktok.com';
const userOf = (username: string) => `/api/shortvideo/user?username=${username}`;
const videoOf = (id: string) =>
  `/api/shortvideo/video?url=${encodeURIComponent(`https://${site}/@x/video/${id}`)}`;

const page = (script: string, state: string) =>
  `<html><body><script id="${script}" type="application/json">${state}</script></body></html>`;
const today = (scope: string, detail: string) =>
  page('__UNIVERSAL_DATA_FOR_REHYDRATION__', `{"__DEFAULT_SCOPE__":{"${scope}":${detail}}}`);
const firstIn = (list: string) => JSON.stringify(JSON.parse(list)[0]);

/** The fields of an older page. */
const propsIn = (html: string): Recorded =>
  JSON.parse(/<script id="__NEXT_DATA__"[^>]*>(.*?)<\/script>/s.exec(html)![1]!).props.pageProps;

const success = (data: unknown) => ({ success: true, data });
const picked = (from: Recorded, names: string, otherwise?: unknown) =>
  Object.fromEntries(names.split(' ').map((name) => [name, from[name] ?? otherwise]));

const profile = ({ user, stats }: Recorded) =>
  success({
    user: {
      ...picked(
        user,
        'id uniqueId nickname signature avatarThumb avatarMedium avatarLarger verified privateAccount',
      ),
      avatar: user.avatarMedium,
    },
    stats: picked(stats, 'followerCount followingCount heartCount videoCount'),
  });

const numbers = (counters: Recorded, names: string) =>
  Object.fromEntries(names.split(' ').map((name) => [name, Number(counters?.[name] ?? 0)]));
const stats = (counters: Recorded) =>
  numbers(counters, 'playCount diggCount commentCount shareCount collectCount');
const authorStats = (counters: Recorded) => numbers(counters, 'followerCount heartCount videoCount');

/** `author` has the fields that current items lack. */
const video = (item: Recorded, author: Recorded = {}) =>
  success({
    id: item.id,
    desc: item.desc,
    createTime: new Date(Number(item.createTime) * 1000).toISOString(),
    url: item.video.playAddr,
    stats: stats(item.stats),
    author: {
      ...picked(item.author, 'id uniqueId nickname avatarMedium', ''),
      ...picked(item.author, 'verified privateAccount', false),
      stats: authorStats(item.authorStats),
      ...author,
    },
  });

const feed = (items: Recorded, hasMore: boolean) =>
  success({
    items: items.map((item: Recorded) => ({
      id: item.id,
      desc: item.desc,
      url: `https://${site}/@${item.author.uniqueId}/video/${item.id}`,
      playUrl: item.video.playAddr,
      stats: stats(item.stats),
      author: picked(item.author, 'uniqueId nickname avatarThumb verified'),
    })),
    cursor: items.length,
    hasMore,
    count: items.length,
  });

const feedOf = (items: number, more: Omit<Replay, 'upstream' | 'request'>): Replay => ({
  upstream: `${site}/api/recommend/item_list/`,
  request: `/api/shortvideo/feed?count=${items}`,
  ...more,
});

const animals = 'oddanimalspecimens';
const signedIn = { SHORTVIDEO_SESSION: 'sessionid=an-account-of-the-operator' };

export const shortvideo: GroupReplays = {
  group: 'shortvideo',
  replays: [
    {
      recording: 'user-detail-userinfo--1.json',
      upstream: `${site}/@${animals}`,
      within: (list) => today('webapp.user-detail', `{"statusCode":0,"userInfo":${firstIn(list)}}`),
      request: userOf(animals),
      expected: ([info]) => profile(info),
    },
    {
      recording: 'user-detail-legacy--1.json',
      upstream: `${site}/api/user/detail/`,
      // The page requires a login, so the web API is called with the configured session.
      unrecorded: { [`${site}/@tiktok`]: '<html><body>Please wait...</body></html>' },
      environment: signedIn,
      request: userOf('TikTok'),
      expected: ({ userInfo }) => profile(userInfo),
    },
    row('user-page-legacy--1.html', `${site}/@tiktok`, userOf('tiktok'), (html) =>
      profile(propsIn(html).userInfo),
    ),
    {
      recording: 'video-page-legacy--1.html',
      upstream: `${site}/@x/video/6881450806688664838`,
      request: videoOf('6881450806688664838'),
      expected: (html) => video(propsIn(html).itemInfo.itemStruct),
    },
    {
      recording: 'video-itemstruct--1.json',
      upstream: `${site}/@x/video/7235267734261484801`,
      within: (item) => page('SIGI_STATE', `{"ItemModule":{"7235267734261484801":${item}}}`),
      // There is no other upstream for the author.
      unrecorded: { [`${site}/@jinguji_ai_`]: '', [`${site}/embed/@jinguji_ai_`]: '' },
      request: videoOf('7235267734261484801'),
      expected: (item) =>
        video(item, { ...pick(item, 'id:authorId uniqueId:author nickname avatarMedium:avatarThumb') }),
    },
    {
      recording: 'video-itemstruct-projection--1.json',
      upstream: `${site}/@x/video/7198206283571285294`,
      within: (list) =>
        today('webapp.video-detail', `{"statusCode":0,"itemInfo":{"itemStruct":${firstIn(list)}}}`),
      unrecorded: { [`${site}/@${animals}`]: '', [`${site}/embed/@${animals}`]: '' },
      request: videoOf('7198206283571285294'),
      expected: ([item]) => video(item, { avatarMedium: item.author.avatarLarger }),
    },
    feedOf(12, {
      recording: 'item-list-related--1.json',
      within: (list) => `{"statusCode":0,"hasMore":true,"itemList":${list}}`,
      expected: (list) => feed(list, true),
    }),
    feedOf(7, { recording: 'item-list-legacy--1.json', expected: ({ items }) => feed(items, true) }),
    // Posts without an author and a file are none of a feed.
    feedOf(50, {
      recording: 'post-item-list-projection--1.json',
      within: (list) => `{"statusCode":0,"hasMore":true,"itemList":${list}}`,
      expected: 502,
    }),
  ],
};
