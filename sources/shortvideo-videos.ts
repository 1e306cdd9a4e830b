import { z } from 'zod';
import { hours, minutes, seconds } from '../core/clock.ts';
import { Fault } from '../core/faults.ts';
import { path, type UpstreamCall } from './kernel/credentials.ts';
import {
  boolean,
  from,
  id,
  nullable,
  optionalList,
  requiredList,
  shape,
  snakeCase,
  strictDefault,
  strictList,
  strictNullable,
  text,
  withDefault,
} from './kernel/decode.ts';
import type { Source, UpstreamResponse } from './kernel/source.ts';
import {
  AuthorStats,
  count,
  dig,
  firstLink,
  goodForMs,
  Item,
  isFields,
  moment,
  type SeenVideo,
  songOf,
  unknownStats,
} from './shortvideo-decode.ts';
import {
  challengeIn,
  classifyDetail,
  classifyEmbed,
  embedPlaces,
  mostPageBytes,
  pageReader,
} from './shortvideo-pages.ts';
import {
  api,
  classifyRefusal,
  embeds,
  files,
  links,
  pages,
  refusal,
  signedInApi,
} from './shortvideo-sources.ts';

export interface OfVideo {
  readonly id: string;
}

const noSuchVideo = ({ id }: OfVideo) => `No video with the id ${id} was found.`;

/** Play links expire. They are served for part of their lifetime, and never after it. */
const kept = {
  cache: ({ playUrl }: SeenVideo, nowMs: number) => ({
    freshMs: goodForMs(playUrl, nowMs, minutes(10)),
    staleIfErrorMs: 0,
  }),
  weigh: () => 4_096,
  maxBytes: mostPageBytes,
  notFound: noSuchVideo,
};

const absences = {
  10204: 'notFound',
  10217: 'notFound',
  10216: 'private',
  10222: 'private',
  10231: 'private',
} as const;

const videoPage = pageReader([
  {
    script: '__UNIVERSAL_DATA_FOR_REHYDRATION__',
    path: '__DEFAULT_SCOPE__.webapp.video-detail',
    find(state) {
      const scope = dig(state, '__DEFAULT_SCOPE__');
      return dig(scope, 'webapp.video-detail') ?? dig(scope, 'webapp.reflow.video.detail');
    },
  },
  // Until 2023.
  {
    script: 'SIGI_STATE',
    path: 'ItemModule',
    find(state) {
      const [itemStruct] = Object.values(dig(state, 'ItemModule') ?? {});
      const statusCode = dig(state, 'VideoPage', 'statusCode');
      return itemStruct || statusCode ? { itemInfo: { itemStruct }, statusCode } : undefined;
    },
  },
  // Until 2021.
  { script: '__NEXT_DATA__', path: 'props.pageProps', find: (state) => dig(state, 'props', 'pageProps') },
]);

/** The cookie from the page that a link requires, by the name in the link. */
function cookieFor(link: string | null, setCookie: string): string | null {
  const name = link === null ? null : new URL(link).searchParams.get('tk');
  const cookies = setCookie.split(/[,;]\s*/);
  return cookies.find((cookie) => name && cookie.startsWith(`${name}=`)) ?? null;
}

/** A page with code 0 and a post without its file, which is for adults that are signed in. */
function classifyVideo(response: UpstreamResponse): ReturnType<typeof classifyDetailOfVideo> {
  const verdict = classifyDetailOfVideo(response);
  if (verdict || response.status !== 200) return verdict;
  const post = dig(videoPage(response), 'itemInfo', 'itemStruct');
  if (dig(post, 'isContentClassified') !== true || dig(post, 'video')) return undefined;
  const message = 'This video is for adults: it is shown to those who are signed in alone.';
  return new Fault('private', message, { group: 'shortvideo' });
}

const classifyDetailOfVideo = classifyDetail(videoPage, ['itemInfo', 'itemStruct', 'id'], absences);

/** A video, from the page. */
export const video = pages.endpoint<OfVideo & { readonly author: string }, SeenVideo>('video', {
  request: ({ author, id }) => ({ path: path`/@${author}/video/${id}` }),
  classify: classifyVideo,
  payload(response) {
    const detail = videoPage(response);
    return isFields(detail) ? { ...detail, setCookie: response.header('set-cookie') } : detail;
  },
  decode: z
    .object({
      itemInfo: z.object({ itemStruct: Item.and(z.object({ imagePost: z.unknown().optional() })) }),
      setCookie: withDefault(text, ''),
    })
    .refine(({ itemInfo: { itemStruct: post } }) => post.playUrl !== null || isFields(post.imagePost), {
      path: ['itemInfo', 'itemStruct', 'video'],
    })
    .transform(({ itemInfo: { itemStruct }, setCookie }) => {
      const { imagePost: _, ...video } = itemStruct;
      return { ...video, cookie: cookieFor(video.playUrl, setCookie) };
    }),
  ...kept,
});

const Links = shape({ urlList: optionalList(text) }, snakeCase);

const PlayerItem = shape(
  {
    id: from('id_str', withDefault(id, '')),
    desc: withDefault(text, ''),
    createTime: nullable(moment),
    author: from(
      'author_info',
      shape({ uniqueId: text, nickname: nullable(text), avatarUrlList: optionalList(text) }, snakeCase),
    ),
    stats: from(
      'statistics_info',
      shape(
        { diggCount: nullable(count), commentCount: nullable(count), shareCount: nullable(count) },
        snakeCase,
      ),
    ),
    video: from(
      'video_info',
      shape(
        {
          profiles: optionalList(shape({ playAddr: nullable(Links) }, snakeCase)),
          urlList: optionalList(text),
        },
        snakeCase,
      ),
    ),
    music: from(
      'music_info',
      nullable(shape({ title: nullable(text), authorName: from('author', nullable(text)) })),
    ),
  },
  snakeCase,
).transform(({ video, author: { avatarUrlList, ...author }, stats, music, ...item }) => {
  const picture = firstLink(...avatarUrlList);
  return {
    ...item,
    playUrl: firstLink(
      ...video.profiles.flatMap(({ playAddr }) => playAddr?.urlList ?? []),
      ...video.urlList,
    ),
    cookie: null,
    song: music && songOf({ ...music, original: null }, author),
    stats: { ...stats, playCount: null, collectCount: null },
    author: {
      ...author,
      id: null,
      avatarThumb: picture,
      avatarMedium: picture,
      verified: null,
      privateAccount: null,
      stats: unknownStats,
    },
  };
});

/** The player reports a code for each id: a status of 404 is about its address, which is one for all. */
function classifyPlayer(response: UpstreamResponse): Fault | undefined {
  const refused = response.status === 404 ? refusal('its player is not there') : classifyRefusal(response);
  if (refused || response.status !== 200) return refused;
  const body = response.tryJson();
  if (body === undefined) return challengeIn(response.text());
  const word = dig(body, 'results', '0', 'code');
  if (dig(body, 'items', '0') !== undefined || typeof word !== 'string') return undefined;
  return /^nil_core_data$|not_exist/.test(word)
    ? new Fault('notFound', 'There is no such thing upstream.', { group: 'shortvideo' })
    : refusal('its player has nothing to play');
}

/** A video from the embeddable player: with fewer fields, and a link that requires no cookie. */
export const videoPlayed = embeds.endpoint<OfVideo, SeenVideo>('videoPlayed', {
  request: ({ id }) => ({
    path: '/player/api/v1/items',
    query: { item_ids: id },
    headers: { referer: `https://www.tiktok.com/player/v1/${id}` },
  }),
  classify: classifyPlayer,
  decode: z.object({ items: strictList(PlayerItem).min(1) }).transform(({ items }) => items[0]!),
  ...kept,
});

const embeddedVideo = pageReader(embedPlaces('videoData'));

const EmbeddedVideo = z
  .object({
    videoData: shape({
      itemInfos: shape({
        id,
        desc: from('text', withDefault(text, '')),
        createTime: nullable(moment),
        playCount: nullable(count),
        diggCount: nullable(count),
        commentCount: nullable(count),
        shareCount: nullable(count),
        video: strictNullable(shape({ urls: optionalList(text) })),
      }),
      authorInfos: shape({
        id: from('userId', nullable(id)),
        uniqueId: text,
        nickname: from('nickName', nullable(text)),
        covers: optionalList(text),
        verified: nullable(boolean),
      }),
      musicInfos: nullable(shape({ title: from('musicName', nullable(text)), authorName: nullable(text) })),
      authorStats: nullable(AuthorStats),
    }),
  })
  .transform(({ videoData: { itemInfos, authorInfos, musicInfos, authorStats } }): SeenVideo => {
    const { id, desc, createTime, video, ...stats } = itemInfos;
    const { covers, ...author } = authorInfos;
    const [avatarThumb = null, avatarMedium = avatarThumb] = covers;
    return {
      id,
      desc,
      createTime,
      playUrl: firstLink(...(video?.urls ?? [])),
      cookie: null,
      song: musicInfos && songOf({ ...musicInfos, original: null }, authorInfos),
      stats: { ...stats, collectCount: null },
      author: {
        ...author,
        avatarThumb,
        avatarMedium,
        privateAccount: null,
        stats: authorStats ?? unknownStats,
      },
    };
  });

/** A video from its embeddable page. */
export const videoEmbedded = embeds.endpoint<OfVideo, SeenVideo>('videoEmbedded', {
  request: ({ id }) => ({ path: path`/embed/v2/${id}`, headers: { accept: 'text/html' } }),
  classify: classifyEmbed(embeddedVideo, ['videoData', 'itemInfos']),
  payload: embeddedVideo,
  decode: EmbeddedVideo,
  ...kept,
});

export interface OfFeed {
  /** How many items come before. */
  readonly cursor: number;
  readonly count: number;
}

/** A part of the feed. */
export interface FeedPart {
  readonly items: readonly SeenVideo[];
  readonly hasMore: boolean;
}

const Feed = z
  .preprocess(
    // An empty list is left out; older responses have another name for it.
    (feed) =>
      isFields(feed) ? { itemList: feed.items ?? ('hasMore' in feed ? [] : undefined), ...feed } : feed,
    z.object({
      itemList: requiredList(Item),
      hasMore: strictDefault(boolean.or(z.int().transform(Boolean)), false),
    }),
  )
  .transform(({ itemList, hasMore }): FeedPart => ({ items: itemList, hasMore }));

/** A numbered failure of the upstream keeps its number as a fact of the fault. */
function classifyFeed(response: UpstreamResponse): Fault | undefined {
  const body = response.tryJson();
  const code = Number(dig(body, 'statusCode') ?? dig(body, 'status_code') ?? 0);
  if (!Number.isInteger(code) || code === 0) return classifyRefusal(response);
  return new Fault('upstreamFailed', `The source for shortvideo answered with code ${code}.`, {
    group: 'shortvideo',
    facts: { statusCode: code },
  });
}

const feedOf = (source: Source, name: string) =>
  source.endpoint<OfFeed, FeedPart>(name, {
    request: ({ cursor, count }) => ({
      path: '/api/recommend/item_list/',
      query: { from_page: 'fyp', count, cursor },
    }),
    classify: classifyFeed,
    decode: Feed,
    cache: ({ items }, nowMs) => ({
      freshMs: Math.min(seconds(30), ...items.map(({ playUrl }) => goodForMs(playUrl, nowMs, seconds(30)))),
      staleIfErrorMs: 0,
    }),
  });

/** The public feed; each request may return other videos. */
export const feed = feedOf(api, 'feed');
/** The feed of a login. */
export const feedSignedIn = feedOf(signedInApi, 'feedSignedIn');

/** The target of a short link, read from the redirect without following it; null without one. */
export const shortLink = links.endpoint<{ readonly origin: string; readonly path: string }, string | null>(
  'shortLink',
  {
    request: (asked) => ({ ...asked, redirects: 0 }),
    classify: ({ status }) => (status >= 300 && status < 400 ? 'accepted' : undefined),
    payload: (response) => response.header('location'),
    decode: strictNullable(text),
    notFound: () => 'This short link leads to no video.',
    cache: { freshMs: hours(1) },
    maxBytes: 1_048_576,
  },
);

export interface OfFile {
  readonly playUrl: string;
  readonly cookie: string | null;
  readonly range: string | undefined;
}

/** The call for an address of a response; the transport checks that it belongs to the source. */
function fileCall({ playUrl, cookie, range }: OfFile): UpstreamCall {
  const { host, pathname, search } = new URL(playUrl);
  return {
    origin: `https://${host}`,
    path: pathname + search,
    headers: { ...(cookie === null ? {} : { cookie }), ...(range === undefined ? {} : { range }) },
  };
}

/** A link may have expired or be refused: another link to the same video may work. */
function classifyFile(response: UpstreamResponse): Fault | undefined {
  if ([401, 403, 404, 410].includes(response.status)) return refusal('the link is not good any more');
  if (response.status === 416) {
    return new Fault('invalid', 'Range must be within the video.', { group: 'shortvideo' });
  }
  const isPage = /^(?:text|application\/(?:json|xml))/.test(response.header('content-type') ?? '');
  return response.status < 300 && isPage ? refusal('the link leads to no video') : undefined;
}

/** Whether bytes are the beginning of an MP4 file, which all videos are. */
export const isMp4 = (head: Buffer): boolean => head.toString('latin1', 4, 8) === 'ftyp';

/** The file of a video, or a range of it. */
export const file = files.download<OfFile>('file', { request: fileCall, classify: classifyFile });
