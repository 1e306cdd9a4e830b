import { Fault } from '../core/faults.ts';
import type { MaybePromise } from '../core/maybe-promise.ts';
import * as videosite from '../sources/videosite.ts';
import * as keyless from '../sources/videosite-keyless.ts';
import * as pages from '../sources/videosite-pages.ts';
import { web } from '../sources/videosite-sources.ts';
import { searchParams } from '../sources/videosite-tokens.ts';
import type { Context } from './kernel/context.ts';
import { firstSuccess, orAbsent, orNothing } from './kernel/optional.ts';
import { invalidCursor, ownMark } from './kernel/page-sources.ts';
import { type Provenance, provenanceOf } from './kernel/provenance.ts';

/*
 * Channels, videos, playlists and comments in the form of the official source, from the API of the web player.
 */

export interface Sourced {
  readonly source: Provenance;
}

const exact = provenanceOf(web);
const fromChannels = provenanceOf(web, ['statistics.hiddenSubscriberCount']);
const fromVideos = provenanceOf(web, ['contentDetails.duration']);
const fromPages = provenanceOf(web, ['statistics.likeCount']);
const fromComments = provenanceOf(web, [
  'items.snippet.totalReplyCount',
  'items.snippet.topLevelComment.snippet.textDisplay',
  'items.snippet.topLevelComment.snippet.likeCount',
]);

/** A channel; null when there is none. */
export async function channelById(
  channelId: string,
  { read }: Context,
): Promise<(videosite.Channel & Sourced) | null> {
  const [page, details] = await Promise.all([
    orAbsent(read(keyless.channel, { channelId })),
    orNothing(read(keyless.channelDetails, { channelId })),
  ]);
  if (!page) return null;
  const { country = null, viewCount = null, videoCount = null } = details ?? {};
  return {
    ...page,
    id: channelId,
    uploadsPlaylistId: `UU${channelId.slice(2)}`,
    snippet: { ...page.snippet, country },
    statistics: { ...page.statistics, viewCount, videoCount },
    source: fromChannels,
  };
}

/** The channel at a path of the site, such as `user/NAME` or `@HANDLE`; null when there is none. */
export async function channelAt(
  path: string,
  context: Context,
): Promise<(videosite.Channel & Sourced) | null> {
  let url: string | undefined = `https://www.youtube.com/${path}`;
  // An address may lead to another one.
  for (let hops = 0; url !== undefined && hops < 2; hops += 1) {
    const found: { browseEndpoint: { browseId: string } | null; urlEndpoint: { url: string } | null } | null =
      await orAbsent(context.read(keyless.channelAt, { url }));
    const id = found?.browseEndpoint?.browseId;
    if (id?.startsWith('UC')) return channelById(id, context);
    url = found?.urlEndpoint?.url;
  }
  return null;
}

/** A video, if it is the one that was asked for: an address that is refused may be given another one. */
function ifAsked(video: videosite.Video, id: string): videosite.Video {
  if (video.id === id) return video;
  throw new Fault('upstreamFailed', 'The source for videosite answered with another video.', {
    group: 'videosite',
  });
}

/**
 * A video without the number of its comments and what its formats tell; null when there is none. Where the player is refused,
 * it is read from its page.
 */
export async function plainVideo(id: string, { read }: Context): Promise<(videosite.Video & Sourced) | null> {
  const found = firstSuccess<videosite.Video & Sourced>(
    async () => ({ ...ifAsked(await read(keyless.video, { id }), id), source: fromVideos }),
    async () => ({ ...ifAsked(await read(keyless.watchPage, { id }), id), source: fromPages }),
  );
  return orAbsent(found);
}

/** A video with what further requests tell of it; null when there is none. */
export async function video(id: string, context: Context): Promise<(videosite.Video & Sourced) | null> {
  const { read } = context;
  const [plain, told, comments] = await Promise.all([
    plainVideo(id, context),
    orNothing(read(keyless.videoDetails, { id })),
    orNothing(read(pages.comments, { videoId: id, continuation: null })),
  ]);
  if (!plain) return null;
  const details = told?.id === id ? told : null;
  const { snippet, statistics, contentDetails } = plain;
  return {
    ...plain,
    snippet: { ...snippet, tags: snippet.tags.length > 0 ? snippet.tags : [...(details?.tags ?? [])] },
    statistics: { ...statistics, commentCount: comments?.total ?? null },
    contentDetails: {
      ...contentDetails,
      definition: details?.definition ?? null,
      caption: details?.caption ?? null,
    },
  };
}

const needsCredential = (what: string) =>
  new Fault('unconfigured', `The source for videosite needs VIDEOSITE_API_KEY to be set for ${what}.`, {
    group: 'videosite',
  });

/** Fifty results of a search, which has no order but relevance and, nearly, views. */
export async function search(
  asked: {
    readonly words: string;
    readonly kinds: readonly videosite.SearchKind[] | undefined;
    readonly order: videosite.SearchOrder;
  },
  { read }: Context,
): Promise<readonly videosite.SearchResult[]> {
  const { words, order } = asked;
  if (order !== 'relevance' && order !== 'viewCount') throw needsCredential(`a search by ${order}`);
  const kinds = new Set(asked.kinds ?? videosite.searchKinds);
  const params = searchParams(kinds.size === 1 ? [...kinds][0] : undefined, order === 'viewCount');
  const page = { first: videosite.maxPerRequest, after: undefined };
  const { items } = await gathered(page, (continuation) =>
    read(pages.search, { words, params, continuation }),
  );
  return items.filter(({ id }) => kinds.has(id.kind.replace('youtube#', '') as videosite.SearchKind));
}

interface OfPage {
  readonly first: number;
  readonly after: string | undefined;
}

/** The playlists of a channel. */
export async function playlists(
  { channelId, ...page }: OfPage & { readonly channelId: string },
  { read }: Context,
): Promise<videosite.Page<videosite.Playlist> & Sourced> {
  const found = await gathered(page, async (continuation) => {
    const { items, next } = await read(pages.playlists, { channelId, continuation });
    return { next, items };
  });
  const { snippet } = (await read(pages.playlists, { channelId, continuation: null })).items[0] ?? {};
  const channelTitle = snippet?.channelTitle ?? '';
  const items = found.items.map((each) => ({
    ...each,
    snippet: { ...each.snippet, channelId, channelTitle },
  }));
  return { ...found, items, source: exact };
}

/** A playlist; null when there is none. */
export async function playlist(id: string, { read }: Context): Promise<videosite.Playlist | null> {
  const found = await orAbsent(read(pages.playlist, { playlistId: id }));
  return found && { ...found, id };
}

/** The items of a playlist. */
export async function playlistItems(
  { playlistId, ...page }: OfPage & { readonly playlistId: string },
  { read }: Context,
): Promise<videosite.Page<videosite.PlaylistItem> & Sourced> {
  const { owner } = await read(pages.playlistItems, { playlistId, continuation: null });
  const { items, next, begin } = await gathered(page, (continuation) =>
    read(pages.playlistItems, { playlistId, continuation }),
  );
  return {
    next,
    items: items.map(({ videoId, title, index }, place) => ({
      id: null,
      snippet: {
        title,
        description: null,
        channelId: owner?.channelId ?? null,
        channelTitle: owner?.name ?? '',
        position: index > 0 ? index - 1 : begin + place,
        resourceId: { kind: 'youtube#video', videoId },
      },
      contentDetails: { videoPublishedAt: null, videoId },
    })),
    source: exact,
  };
}

/** The comments of a video. */
export async function comments(
  { videoId, ...page }: OfPage & { readonly videoId: string },
  { read }: Context,
): Promise<videosite.Comments & Sourced> {
  let areDisabled = false;
  const { items, next } = await gathered(page, async (continuation) => {
    const found = await read(pages.comments, { videoId, continuation });
    areDisabled ||= found.areDisabled;
    return found;
  });
  return {
    next,
    areDisabled,
    items: items.map((thread) => ({ ...thread, snippet: { ...thread.snippet, videoId } })),
    source: fromComments,
  };
}

/** The most pages of one list: three of a search have its fifty results. */
const mostPages = 10;

/**
 * Items of as many pages as `first` needs. A cursor names the page that holds the next item, how many of its items come
 * before, and how many come before that page. What a later page that fails would have is left to its cursor.
 */
async function gathered<Item>(
  { first, after }: OfPage,
  readPage: (continuation: string | null) => MaybePromise<videosite.Page<Item>>,
): Promise<videosite.Page<Item> & { readonly begin: number }> {
  let { skip, before, token } = cursorOf(after);
  const begin = before + skip;
  const items: Item[] = [];
  for (let count = 0; count < mostPages; count += 1) {
    const page = count === 0 ? await readPage(token) : await orNothing(readPage(token));
    if (!page) break;
    const room = first - items.length;
    const left = page.items.slice(skip);
    items.push(...left.slice(0, room));
    if (left.length > room) {
      skip += room;
      break;
    }
    if (page.next === null) return { items, next: null, begin };
    before += page.items.length;
    skip = 0;
    token = page.next;
    if (items.length === first) break;
  }
  return { items, next: `${ownMark}${skip}:${before}:${token ?? ''}`, begin };
}

function cursorOf(after: string | undefined): { skip: number; before: number; token: string | null } {
  if (after === undefined) return { skip: 0, before: 0, token: null };
  const [, skip, before, token] = /^w:(\d{1,6}):(\d{1,7}):(.*)$/.exec(after) ?? [];
  if (skip === undefined) throw invalidCursor('videosite');
  return { skip: Number(skip), before: Number(before), token: token || null };
}
