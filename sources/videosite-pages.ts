import { z } from 'zod';
import { hours, minutes } from '../core/clock.ts';
import { isRecord } from '../core/json.ts';
import {
  boolean,
  id,
  nullable,
  optionalList,
  optionalText,
  requiredList,
  shape,
  strictNullable,
  text,
} from './kernel/decode.ts';
import { changedAt } from './kernel/http/classify-response.ts';
import type { Endpoint } from './kernel/source.ts';
import type { Comments, CommentThread, Page, Playlist, SearchKind, SearchResult } from './videosite.ts';
import {
  bodyOf,
  call,
  digitsOf,
  group,
  messagesIn,
  nextOf,
  nodesOf,
  OptionalText,
  Runs,
  roundedOf,
  Text,
  textsIn,
  webCache,
} from './videosite-decode.ts';
import { noChannel, type OfChannel } from './videosite-keyless.ts';
import { web } from './videosite-sources.ts';
import { commentsToken, playlistToken } from './videosite-tokens.ts';

/* Lists of the web player's API, page by page: what a search finds, playlists, their items, and comments. */

/** Kinds of elements that stand among those of a list, or say that there are none: whole names, and the ends of names. */
const passedNames = new Set(['message', 'backgroundPromo', 'adSlot', 'continuationItem', 'didYouMean']);
const passedEnds = ['ResultsFor', 'shelf', 'Shelf', 'CardList', 'Header'];

function isPassedOver(kind: string): boolean {
  const name = kind.replace(/(?:Renderer|ViewModel)$/, '');
  return (
    passedNames.has(name) || name.startsWith('infoPanel') || passedEnds.some((end) => name.endsWith(end))
  );
}

/** The elements of lists, by the name of their kind. A list whose elements are all of unknown kinds has changed. */
function elementsOf(lists: readonly unknown[], names: readonly string[]): { kind: string; node: unknown }[] {
  const elements = lists.flat().filter(isRecord);
  const known = elements.flatMap((element) =>
    names.filter((name) => name in element).map((kind) => ({ kind, node: element[kind] })),
  );
  if (known.length > 0) return known;
  const unknown = elements.flatMap((element) => Object.keys(element)).find((kind) => !isPassedOver(kind));
  if (unknown !== undefined) throw changedAt(group, unknown);
  return known;
}

/** The first list of a name at any depth; a body without it has changed. */
function listIn(value: unknown, name: string): readonly unknown[] {
  const [list] = nodesOf(value, name);
  if (!Array.isArray(list)) throw changedAt(group, name);
  return list;
}

/** What a search finds in lockups, by the ends of their types; other types are passed over. */
const lockupKinds: Readonly<Record<string, SearchKind>> = {
  ...{ VIDEO: 'video', STATION: 'video', MOVIE: 'video', EPISODE: 'video', SHORT: 'video', SHORTS: 'video' },
  ...{ PLAYLIST: 'playlist', PODCAST: 'playlist', COURSE: 'playlist', ALBUM: 'playlist', SHOW: 'playlist' },
};
const kindOfLockup = (contentType: string): SearchKind | undefined =>
  lockupKinds[contentType.replace(/^.*_/, '')];
const isOther = (node: unknown): boolean =>
  isRecord(node) && typeof node.contentType === 'string' && kindOfLockup(node.contentType) === undefined;

const Lockup = z
  .preprocess(
    (lockup) => (isRecord(lockup) ? { ...lockup, title: nodesOf(lockup.metadata, 'title')[0] } : lockup),
    shape({
      contentId: id,
      contentType: optionalText,
      title: Text,
      metadata: z.unknown(),
      contentImage: nullable(z.unknown()),
    }),
  )
  .transform(({ contentId, contentType, title, metadata, contentImage }) => {
    const part = nodesOf(metadata, 'metadataParts').flat()[0];
    const owner = isRecord(part) && nodesOf(part, 'browseId')[0];
    const badges = textsIn(nodesOf(contentImage, 'thumbnailBadgeViewModel'));
    const counted = badges.find((badge) => /\d\s+(?:videos?|episodes?|lessons?)$/i.test(badge));
    return {
      contentId,
      kind: kindOfLockup(contentType),
      title,
      channelId: typeof owner === 'string' ? owner : null,
      channelTitle: isRecord(part) ? OptionalText.parse(part.text) : '',
      itemCount: counted === undefined ? null : Number(digitsOf(counted)),
    };
  });

const foundAs = (
  kind: SearchKind,
  of: string,
  facts: Omit<SearchResult['snippet'], 'publishedAt'>,
): SearchResult => ({
  kind: 'youtube#searchResult',
  id: {
    kind: `youtube#${kind}`,
    videoId: null,
    playlistId: null,
    channelId: null,
    [`${kind}Id`]: of,
  },
  snippet: { ...facts, publishedAt: null },
});

const Hit = z.union([
  z
    .object({
      kind: z.literal('videoRenderer'),
      node: shape({
        videoId: id,
        title: Text,
        ownerText: nullable(Runs),
        detailedMetadataSnippets: optionalList(shape({ snippetText: Text })),
      }),
    })
    .transform(({ node: { videoId, title, ownerText, detailedMetadataSnippets } }) =>
      foundAs('video', videoId, {
        title,
        description: detailedMetadataSnippets[0]?.snippetText ?? '',
        channelId: ownerText?.channelId ?? null,
        channelTitle: ownerText?.name ?? '',
      }),
    ),
  z
    .object({
      kind: z.literal('channelRenderer'),
      node: shape({ channelId: id, title: Text, descriptionSnippet: OptionalText }),
    })
    .transform(({ node: { channelId, title, descriptionSnippet } }) =>
      foundAs('channel', channelId, {
        title,
        description: descriptionSnippet,
        channelId,
        channelTitle: title,
      }),
    ),
  z
    .object({ kind: z.literal('lockupViewModel'), node: Lockup })
    .refine(({ node }) => node.kind !== undefined, { path: ['node', 'contentType'] })
    .transform(({ node: { contentId, kind, title, channelId, channelTitle } }) =>
      foundAs(kind!, contentId, { title, description: '', channelId, channelTitle }),
    ),
]);

/** A list with the cursor of its next page. */
const pageOf = <Item>(item: z.ZodType<Item>): z.ZodType<Page<Item>> =>
  z.object({ items: requiredList(item), next: strictNullable(text) });

interface SearchCall {
  readonly words: string;
  readonly params: string;
  /** The cursor of the page before. */
  readonly continuation: string | null;
}

const hitKinds = ['videoRenderer', 'channelRenderer', 'lockupViewModel'];

/** About twenty results. */
export const search = web.endpoint('webSearch', {
  request: ({ words, params, continuation }: SearchCall) =>
    call('search', continuation === null ? { query: words, params } : { continuation }),
  payload(response) {
    const body = bodyOf(response);
    const list =
      nodesOf(body, 'continuationItems')[0] ?? listIn(nodesOf(body, 'sectionListRenderer')[0], 'contents');
    const sections = elementsOf([list], ['itemSectionRenderer']).map(({ node }) => listIn(node, 'contents'));
    const items = elementsOf(sections, hitKinds).filter(({ node }) => !isOther(node));
    return { items, next: nextOf(list) };
  },
  decode: pageOf(Hit),
  cache: { freshMs: hours(1), staleIfErrorMs: hours(24) },
});

interface Continued {
  readonly continuation: string | null;
}

/** The beginning of the parameters of the tab of playlists. */
const playlistsTab = 'EglwbGF5bGlzdHP';

/** The playlists of a page. A channel without any has another tab, or a message in place of the grid. */
function gridIn(body: unknown): unknown {
  const list = nodesOf(body, 'continuationItems')[0] ?? nodesOf(nodesOf(body, 'gridRenderer')[0], 'items')[0];
  if (Array.isArray(list)) return list;
  const tab = nodesOf(body, 'tabRenderer').find((each) => isRecord(each) && each.selected === true);
  const isOtherTab = isRecord(tab) && !textsIn(tab.endpoint).some((each) => each.startsWith(playlistsTab));
  const contents = nodesOf(nodesOf(tab, 'itemSectionRenderer'), 'contents').flat();
  if (!isOtherTab && (contents.length === 0 || elementsOf(contents, ['gridRenderer']).length > 0))
    throw changedAt(group, 'gridRenderer.items');
  return [];
}

/** The playlists of a channel, thirty at a time. */
export const playlists = web.endpoint('webPlaylists', {
  request: ({ channelId, continuation }: OfChannel & Continued) =>
    call(
      'browse',
      continuation === null ? { browseId: channelId, params: `${playlistsTab}yBgQKAkIA` } : { continuation },
    ),
  payload(response) {
    const body = bodyOf(response);
    const list = gridIn(body);
    const owner = nodesOf(body, 'channelMetadataRenderer')[0];
    return {
      items: elementsOf([list], ['lockupViewModel']).map(({ node }) => node),
      next: nextOf(list),
      channelTitle: isRecord(owner) ? owner.title : null,
      channelId: isRecord(owner) ? owner.externalId : null,
    };
  },
  decode: z
    .object({
      items: requiredList(Lockup),
      next: strictNullable(text),
      channelTitle: nullable(text),
      channelId: nullable(id),
    })
    .transform(
      ({ items, next, channelTitle, channelId }): Page<Playlist> => ({
        next,
        items: items.map(({ contentId, title, itemCount }) => ({
          id: contentId,
          snippet: {
            title,
            description: null,
            channelId: channelId ?? '',
            channelTitle: channelTitle ?? '',
            publishedAt: null,
          },
          contentDetails: { itemCount },
        })),
      }),
    ),
  notFound: noChannel,
  cache: webCache,
});

interface OfPlaylist {
  readonly playlistId: string;
}

const noPlaylist = ({ playlistId }: OfPlaylist) => `No playlist with the id "${playlistId}" was found.`;

/** A playlist by its header. */
export const playlist = web.endpoint('webPlaylist', {
  request: ({ playlistId }: OfPlaylist) =>
    call('browse', { browseId: `VL${playlistId}`, params: 'wgYCCAA%3D' }),
  payload(response) {
    const body = bodyOf(response);
    return {
      facts: nodesOf(body, 'playlistSidebarPrimaryInfoRenderer')[0],
      owner: nodesOf(nodesOf(body, 'videoOwnerRenderer')[0], 'title')[0] ?? null,
      id: textsIn(nodesOf(body, 'playlistId'))[0] ?? '',
    };
  },
  decode: z
    .object({
      facts: shape({ title: Text, description: OptionalText, stats: optionalList(Text) }),
      owner: nullable(Runs),
      id: text,
    })
    .transform(
      ({ facts: { title, description, stats }, owner, id }): Playlist => ({
        id,
        snippet: {
          title,
          description,
          publishedAt: null,
          channelId: owner?.channelId ?? '',
          channelTitle: owner?.name ?? '',
        },
        contentDetails: {
          itemCount: Number(digitsOf(stats.find((stat) => /videos?$/.test(stat))) ?? Number.NaN) || null,
        },
      }),
    ),
  notFound: noPlaylist,
  cache: webCache,
});

const Item = z.union([
  z
    .object({
      kind: z.literal('playlistVideoRenderer'),
      node: shape({ videoId: id, title: Text, index: nullable(Text) }),
    })
    .transform(({ node: { videoId, title, index } }) => ({
      videoId,
      title,
      index: Number(digitsOf(index) ?? 0),
    })),
  z
    .object({ kind: z.literal('lockupViewModel'), node: Lockup })
    .transform(({ node: { contentId, title } }) => ({ videoId: contentId, title, index: 0 })),
]);

export interface OwnedItems extends Page<z.output<typeof Item>> {
  readonly owner: { readonly name: string; readonly channelId: string | null } | null;
}

/** The items of a playlist, a hundred at a time, with its owner on the first page. */
export const playlistItems = web.endpoint('webPlaylistItems', {
  request: ({ playlistId, continuation }: OfPlaylist & Continued) =>
    call('browse', { continuation: continuation ?? playlistToken(playlistId) }),
  payload(response) {
    const body = bodyOf(response);
    const list = listIn(body, 'continuationItems');
    return {
      items: elementsOf([list], ['playlistVideoRenderer', 'lockupViewModel']),
      next: nextOf(list),
      owner: nodesOf(nodesOf(body, 'videoOwnerRenderer')[0], 'title')[0] ?? null,
    };
  },
  decode: z.object({
    items: requiredList(Item),
    next: strictNullable(text),
    owner: nullable(Runs).catch(null),
  }) as z.ZodType<OwnedItems>,
  notFound: noPlaylist,
  cache: webCache,
});

/** Text as HTML, as the official source writes it. */
const asHtml = (plain: string): string =>
  plain.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('\n', '<br>');

const CommentEntity = shape({
  properties: shape({ commentId: id, content: Text }),
  author: shape({ displayName: optionalText }),
  toolbar: shape({ likeCountNotliked: optionalText, replyCount: optionalText }),
});

/** Comments, twenty at a time, and the number of all. */
export interface CountedComments extends Comments {
  readonly total: string | null;
}

/** The comments of a video, the newest first; counts past a thousand are rounded. */
export const comments: Endpoint<{ readonly videoId: string } & Continued, CountedComments> = web.endpoint(
  'webComments',
  {
    request: ({ videoId, continuation }: { readonly videoId: string } & Continued) =>
      call('next', { continuation: continuation ?? commentsToken(videoId) }),
    payload(response) {
      const body = bodyOf(response);
      const lists = nodesOf(body, 'continuationItems');
      const entities = new Map(
        nodesOf(body, 'commentEntityPayload').map((node) => [isRecord(node) ? node.key : undefined, node]),
      );
      const threads = elementsOf(lists, ['commentThreadRenderer']);
      // A form for comments holds this text as well, for its own use.
      const said = [...messagesIn(body), ...textsIn(nodesOf(body, 'titleText'))];
      const areDisabled = threads.length === 0 && said.some((each) => /comments are turned off/i.test(each));
      if (lists.length === 0 && !areDisabled) throw changedAt(group, 'continuationItems');
      return {
        // A thread without its entity does not decode.
        items: threads.map(({ node }) => entities.get(nodesOf(node, 'commentKey')[0])),
        next: nextOf(lists.at(-1)),
        total: nodesOf(nodesOf(body, 'commentsHeaderRenderer')[0], 'countText')[0] ?? null,
        areDisabled,
      };
    },
    decode: z
      .object({
        items: requiredList(CommentEntity),
        next: strictNullable(text),
        total: nullable(Text),
        areDisabled: boolean,
      })
      .transform(
        ({ items, next, total, areDisabled }): CountedComments => ({
          next,
          areDisabled,
          total: digitsOf(total),
          items: items.map(
            ({ properties, author, toolbar }): CommentThread => ({
              id: properties.commentId,
              snippet: {
                videoId: '',
                totalReplyCount: roundedOf(toolbar.replyCount) ?? 0,
                topLevelComment: {
                  id: properties.commentId,
                  snippet: {
                    textDisplay: asHtml(properties.content),
                    authorDisplayName: author.displayName,
                    likeCount: roundedOf(toolbar.likeCountNotliked) ?? 0,
                    publishedAt: null,
                  },
                },
              },
            }),
          ),
        }),
      ),
    notFound: ({ videoId }) => `No video with the id "${videoId}" was found.`,
    cache: { ...webCache, freshMs: minutes(5) },
  },
);
