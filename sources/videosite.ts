import { z } from 'zod';
import { hours, minutes } from '../core/clock.ts';
import type { UpstreamCall } from './kernel/credentials.ts';
import {
  boolean,
  from,
  id,
  integer,
  nullable,
  optionalList,
  optionalText,
  requiredList,
  shape,
  strictNullable,
  text,
} from './kernel/decode.ts';
import type { UpstreamResponse } from './kernel/source.ts';
import { errorOf, searches, source } from './videosite-sources.ts';

/** An optional part of an object; its fields are null when it is left out. */
const part = <Model>(of: z.ZodType<Model>) => z.preprocess((given) => given ?? {}, of);

const Thumbnail = shape({ url: text, width: nullable(integer), height: nullable(integer) });
const Thumbnails = part(shape({ default: nullable(Thumbnail), high: nullable(Thumbnail) }));

const Channel = shape({
  id,
  snippet: shape({
    title: text,
    description: optionalText,
    customUrl: nullable(text),
    publishedAt: nullable(text),
    country: nullable(text),
    thumbnails: Thumbnails,
  }),
  statistics: part(
    shape({
      viewCount: nullable(text),
      subscriberCount: nullable(text),
      videoCount: nullable(text),
      hiddenSubscriberCount: nullable(boolean),
    }),
  ),
  contentDetails: part(shape({ relatedPlaylists: part(shape({ uploads: optionalText })) })),
}).transform(({ contentDetails, ...channel }) => ({
  ...channel,
  uploadsPlaylistId: contentDetails.relatedPlaylists.uploads || `UU${channel.id.slice(2)}`,
}));

/** The fields that all listed objects share. */
const described = { title: text, description: optionalText, channelTitle: optionalText };

const Video = shape({
  id,
  snippet: shape({
    ...described,
    channelId: id,
    publishedAt: nullable(text),
    tags: optionalList(text),
    categoryId: nullable(id),
    thumbnails: Thumbnails,
  }),
  statistics: part(
    shape({ viewCount: nullable(text), likeCount: nullable(text), commentCount: nullable(text) }),
  ),
  contentDetails: part(
    shape({ duration: nullable(text), definition: nullable(text), caption: nullable(text) }),
  ),
  status: part(
    shape({
      privacyStatus: strictNullable(text),
      embeddable: nullable(boolean),
      madeForKids: nullable(boolean),
    }),
  ),
});

const SearchResult = shape({
  kind: text,
  id: shape({ kind: text, videoId: nullable(id), playlistId: nullable(id), channelId: nullable(id) }),
  snippet: shape({
    ...described,
    channelId: nullable(id),
    publishedAt: nullable(text),
  }),
});

/** What a source may leave unsaid. */
const describedWhereKnown = { ...described, description: optionalText as z.ZodType<string | null> };

const Playlist = shape({
  id,
  snippet: shape({
    ...describedWhereKnown,
    channelId: id,
    publishedAt: nullable(text),
  }),
  contentDetails: part(shape({ itemCount: nullable(integer) })),
});

const PlaylistItem = shape({
  id: id as z.ZodType<string | null>,
  snippet: shape({
    ...describedWhereKnown,
    position: integer,
    channelId: nullable(id),
    resourceId: shape({ kind: text, videoId: id }),
  }),
  // Deleted and private videos have no time.
  contentDetails: part(shape({ videoPublishedAt: nullable(text) })),
}).transform(({ contentDetails, ...item }) => ({
  ...item,
  contentDetails: { ...contentDetails, videoId: item.snippet.resourceId.videoId },
}));

const CommentThread = shape({
  id,
  snippet: shape({
    videoId: id,
    totalReplyCount: integer,
    topLevelComment: shape({
      id,
      snippet: shape({
        textDisplay: text,
        authorDisplayName: optionalText,
        likeCount: integer,
        publishedAt: nullable(text),
      }),
    }),
  }),
});

export type Thumbnail = z.output<typeof Thumbnail>;
export type Thumbnails = z.output<typeof Thumbnails>;
/** `fetchedAt` is the time of the response by the upstream's clock. */
export type Channel = z.output<typeof Channel> & { readonly fetchedAt: string };
export type Video = z.output<typeof Video>;
export type SearchResult = z.output<typeof SearchResult>;
export type Playlist = z.output<typeof Playlist>;
export type PlaylistItem = z.output<typeof PlaylistItem>;
export type CommentThread = z.output<typeof CommentThread>;

/** A part of a list. */
export interface Page<Item> {
  readonly items: readonly Item[];
  /** The cursor of the next page; null at the end. */
  readonly next: string | null;
}

export interface Comments extends Page<CommentThread> {
  /** Whether the uploader has turned them off. */
  readonly areDisabled: boolean;
}

/** An empty response may have no list, but always has its kind. */
const withItems = (body: unknown) =>
  typeof body === 'object' && body !== null && 'kind' in body ? { items: [], ...body } : body;

const pageOf = <Item>(item: z.ZodType<Item>): z.ZodType<Page<Item>> =>
  z.preprocess(
    withItems,
    shape({ items: requiredList(item), next: from('nextPageToken', strictNullable(text)) }),
  );

const allOf = <Item>(item: z.ZodType<Item>): z.ZodType<readonly Item[]> =>
  pageOf(item).transform(({ items }) => items);

/** The most keys or items of one request, except comments. */
export const maxPerRequest = 50;
/** The most comments of a page. */
export const mostComments = 100;

/** Stale entries serve while the quota is used up. */
const cache = { freshMs: minutes(10), staleIfErrorMs: hours(24) };

interface Identified {
  readonly id: string;
}

/** A request for some parts of objects. */
const asking = (resource: string, part: string, query: UpstreamCall['query']): UpstreamCall => ({
  path: `/youtube/v3/${resource}`,
  query: { part, ...query },
});

const channelParts = 'snippet,statistics,contentDetails';
const videoParts = 'snippet,statistics,contentDetails,status';
const playlistParts = 'snippet,contentDetails';

const Channels: z.ZodType<readonly Channel[]> = z
  .object({ fetchedAt: text, body: allOf(Channel) })
  .transform(({ fetchedAt, body }) => body.map((channel) => ({ ...channel, fetchedAt })));

/** The body beside the time at which the upstream sent it. */
function dated(response: UpstreamResponse): unknown {
  const sentMs = Date.parse(response.header('date') ?? '');
  return { fetchedAt: Number.isNaN(sentMs) ? null : new Date(sentMs).toISOString(), body: response.json() };
}

/** A batch by ids; the order of the items is undefined. */
const byId = {
  maxPerRequest: maxPerRequest,
  key: ({ id }: Identified) => id,
  keyOf: ({ id }: Identified) => id,
  cache,
};

/** A channel by its id. */
export const channel = source.batched('channel', {
  ...byId,
  // Without `maxResults`, at most five of the fifty would be returned.
  request: (ids) => asking('channels', channelParts, { id: ids.join(','), maxResults: maxPerRequest }),
  payload: dated,
  decode: Channels,
});

type Name = { readonly username: string } | { readonly handle: string };

const nameQuery = (name: Name) =>
  'handle' in name ? { forHandle: `@${name.handle}` } : { forUsername: name.username };

const sameName = (name: Name): Name =>
  'handle' in name ? { handle: name.handle.toLowerCase() } : { username: name.username.toLowerCase() };

/** A channel by a legacy user name, or by its handle; null when there is none. */
export const channelNamed = source.endpoint('channelNamed', {
  request: (name: Name) => asking('channels', channelParts, nameQuery(name)),
  payload: dated,
  decode: Channels.transform(([found]): Channel | null => found ?? null),
  cacheKey: sameName,
  cache,
});

/** A video by its id. */
export const video = source.batched('video', {
  ...byId,
  request: (ids) => asking('videos', videoParts, { id: ids.join(',') }),
  decode: allOf(Video),
});

/** A playlist by its id. */
export const playlist = source.batched('playlist', {
  ...byId,
  request: (ids) => asking('playlists', playlistParts, { id: ids.join(','), maxResults: maxPerRequest }),
  decode: allOf(Playlist),
});

export const searchKinds = ['video', 'playlist', 'channel'] as const;
export type SearchKind = (typeof searchKinds)[number];

export const searchOrders = ['relevance', 'date', 'rating', 'viewCount', 'title'] as const;
export type SearchOrder = (typeof searchOrders)[number];

interface Search {
  readonly words: string;
  /** Of all kinds when left out. */
  readonly kinds: readonly SearchKind[] | undefined;
  readonly order: SearchOrder;
}

/** Normalises the arguments, since there are few searches a day. */
const sameSearch = ({ words, kinds, order }: Search): Search => {
  const asked = searchKinds.filter((kind) => kinds?.includes(kind));
  return {
    words: words.toLowerCase().replaceAll(/\s+/g, ' '),
    kinds: asked.length === 0 || asked.length === searchKinds.length ? undefined : asked,
    order,
  };
};

/** The first fifty results of a search: fewer would cost as much. */
export const search = searches.endpoint('search', {
  request: ({ words, kinds, order }: Search) =>
    asking('search', 'snippet', { q: words, type: kinds?.join(','), order, maxResults: maxPerRequest }),
  decode: allOf(SearchResult),
  cacheKey: sameSearch,
  cache: { freshMs: hours(1), staleIfErrorMs: hours(24) },
});

interface OfPage {
  readonly first: number;
  readonly after: string | undefined;
}

const pageQuery = ({ first, after }: OfPage) => ({ maxResults: first, pageToken: after });

/** The public playlists of a channel. */
export const playlists = source.endpoint('playlists', {
  request: ({ channelId, ...page }: OfPage & { readonly channelId: string }) =>
    asking('playlists', playlistParts, { channelId, ...pageQuery(page) }),
  decode: pageOf(Playlist),
  notFound: ({ channelId }) => `No channel with the id "${channelId}" was found.`,
  cache,
});

/** The items of a playlist, in its order. */
export const playlistItems = source.endpoint('playlistItems', {
  request: ({ playlistId, ...page }: OfPage & { readonly playlistId: string }) =>
    asking('playlistItems', playlistParts, { playlistId, ...pageQuery(page) }),
  decode: pageOf(PlaylistItem),
  notFound: ({ playlistId }) => `No playlist with the id "${playlistId}" was found.`,
  cache,
});

const areDisabled = (response: UpstreamResponse): boolean =>
  response.status === 403 && errorOf(response)?.reason === 'commentsDisabled';

/** The top-level comments of a video, the newest first; texts are HTML. */
export const comments = source.endpoint('comments', {
  request: ({ videoId, ...page }: OfPage & { readonly videoId: string }) =>
    asking('commentThreads', 'snippet', { videoId, ...pageQuery(page) }),
  classify: (response) => (areDisabled(response) ? 'accepted' : undefined),
  payload: (response) =>
    areDisabled(response)
      ? { areDisabled: true, page: { items: [] } }
      : { areDisabled: false, page: response.json() },
  decode: z
    .object({ areDisabled: boolean, page: pageOf(CommentThread) })
    .transform(({ areDisabled, page }): Comments => ({ ...page, areDisabled })),
  notFound: ({ videoId }) => `No video with the id "${videoId}" was found.`,
  cache: { ...cache, freshMs: minutes(5) },
});
