import type { MaybePromise } from '../core/maybe-promise.ts';
import * as videosite from '../sources/videosite.ts';
import { source as official } from '../sources/videosite-sources.ts';
import type { Context } from './kernel/context.ts';
import { choice, exactlyOne, freeText, identifier, list, pageUrl, patterned } from './kernel/inputs.ts';
import { lookup } from './kernel/lookup.ts';
import { firstSuccess, orAbsent, orNothing, required } from './kernel/optional.ts';
import { keyOfPage } from './kernel/page-forms.ts';
import { pageFrom } from './kernel/page-sources.ts';
import { after, first, upToFirst } from './kernel/paging.ts';
import { plural } from './kernel/plural.ts';
import { provenanceOf } from './kernel/provenance.ts';
import { channelForms } from './videosite-addresses.ts';
import * as keyless from './videosite-keyless.ts';

const group = 'videosite';
const { maxPerRequest, mostComments } = videosite;

const ofChannel = {
  pattern: /^UC[\w-]{22}$/,
  expected: 'a channel id: UC and 22 letters, digits, dashes and underscores',
} as const;
const ofPlaylist = {
  // Uploads, likes, albums, mixes, seasons, courses and shows are playlists too.
  pattern: /^(?:PL|UU|FL|OL|RD|EL|EC|SC|SP)[\w-]{10,62}$/,
  expected: 'a playlist id: PL and more letters, digits, dashes and underscores',
} as const;

const channelId = identifier('Id of the channel, such as "UC_x5XG1OV2P6uZZ5FSM9Ttw".', ofChannel);
const videoId = identifier('Id of the video, such as "dQw4w9WgXcQ".', {
  pattern: /^[\w-]{11}$/,
  expected: 'a video id: 11 letters, digits, dashes and underscores',
});
const playlistId = identifier('Id of the playlist; it begins with PL.', ofPlaylist);

/** A channel is identified by either of two inputs. */
const which = {
  channelId: identifier('Id of the channel; it begins with UC.', { ...ofChannel, optional: true }),
  username: patterned(
    'Name of the account, as it was of old, or handle of the channel; with @ it is a handle alone.',
    {
      pattern: /^@?[\p{L}\p{M}\p{N}_.·-]{1,30}$/u,
      expected: 'a name of at most 30 letters, digits, dots, dashes and underscores',
      optional: true,
    },
    'String',
    (value) => value.trim(),
  ),
};
const rules = [exactlyOne('channelId', 'username')];

interface Which {
  readonly channelId: string | undefined;
  readonly username: string | undefined;
}

const paged = { first: first(maxPerRequest), after };
const maxItems = upToFirst;

/** Where a result without a source of its own comes from. */
export const officialSource = provenanceOf(official);

/** A model; it is from the official source where none is named. */
export type Sourced<Model> = Model & Partial<keyless.Sourced>;

const channelById = (id: string, context: Context): MaybePromise<Sourced<videosite.Channel> | null> =>
  firstSuccess<Sourced<videosite.Channel> | null>(
    () => context.read(videosite.channel, { id }),
    () => keyless.channelById(id, context),
  );

const channelWithHandle = (
  handle: string,
  context: Context,
): MaybePromise<Sourced<videosite.Channel> | null> =>
  firstSuccess<Sourced<videosite.Channel> | null>(
    () => context.read(videosite.channelNamed, { handle }),
    () => keyless.channelAt(`@${encodeURIComponent(handle)}`, context),
  );

const channelOfUser = (username: string, context: Context): MaybePromise<Sourced<videosite.Channel> | null> =>
  firstSuccess<Sourced<videosite.Channel> | null>(
    () => context.read(videosite.channelNamed, { username }),
    () => keyless.channelAt(`user/${encodeURIComponent(username)}`, context),
  );

const videoById = (
  id: string,
  context: Context,
  withoutCredential = keyless.video,
): MaybePromise<Sourced<videosite.Video> | null> =>
  firstSuccess<Sourced<videosite.Video> | null>(
    () => context.read(videosite.video, { id }),
    () => withoutCredential(id, context),
  );

const playlistById = (id: string, context: Context): MaybePromise<videosite.Playlist | null> =>
  firstSuccess<videosite.Playlist | null>(
    () => context.read(videosite.playlist, { id }),
    () => keyless.playlist(id, context),
  );

type OfPage = { readonly first: number; readonly after: string | undefined };

const playlistsPage = (
  asked: OfPage & { readonly channelId: string },
  context: Context,
): MaybePromise<Sourced<videosite.Page<videosite.Playlist>>> =>
  pageFrom<Sourced<videosite.Page<videosite.Playlist>>>(
    { group, after: asked.after },
    () => context.read(videosite.playlists, asked),
    () => keyless.playlists(asked, context),
  );

const itemsOf = (
  asked: OfPage & { readonly playlistId: string },
  context: Context,
): MaybePromise<Sourced<videosite.Page<videosite.PlaylistItem>>> =>
  pageFrom<Sourced<videosite.Page<videosite.PlaylistItem>>>(
    { group, after: asked.after },
    () => context.read(videosite.playlistItems, asked),
    () => keyless.playlistItems(asked, context),
  );

/** Up to fifty results of a search. */
export const searched = (
  asked: {
    readonly words: string;
    readonly kinds: readonly videosite.SearchKind[] | undefined;
    readonly order: videosite.SearchOrder;
  },
  context: Context,
): MaybePromise<readonly videosite.SearchResult[]> =>
  firstSuccess<readonly videosite.SearchResult[]>(
    () => context.read(videosite.search, asked),
    () => keyless.search(asked, context),
  );

const existing = <Model>(reading: MaybePromise<Model | null>, what: string, name: string) =>
  required(reading, group, `No ${what} "${name}" was found.`);

/** The playlists of a channel; the official source knows no channel there that has published nothing. */
async function playlistsOf(
  asked: OfPage & { readonly channelId: string },
  context: Context,
): Promise<Sourced<videosite.Page<videosite.Playlist>>> {
  const found = await orAbsent(playlistsPage(asked, context));
  if (found) return found;
  await existing(orAbsent(channelById(asked.channelId, context)), 'channel with the id', asked.channelId);
  return { items: [], next: null };
}

/** A channel by id or by name. */
export const channel = lookup({
  group,
  summary: 'A channel, by its id or by a name.',
  input: which,
  rules,
  batchSize: maxPerRequest,
  run: (values, context) => channelOf(values, context),
});

function channelOf(
  { channelId, username }: Which,
  context: Context,
): MaybePromise<Sourced<videosite.Channel>> {
  if (channelId !== undefined) {
    return existing(channelById(channelId, context), 'channel with the id', channelId);
  }
  return existing(channelNamed(username!, context), 'channel named', username!);
}

const channelNamed = async (name: string, context: Context): Promise<Sourced<videosite.Channel> | null> =>
  (name.startsWith('@') ? null : await channelOfUser(name, context)) ??
  (await channelWithHandle(name.replace(/^@/, ''), context));

/** The channel that another type refers to; null when it does not exist. */
export const linkedChannel = lookup({
  group,
  summary: 'The channel that it belongs to; null when that is not there any more.',
  input: { id: channelId },
  batchSize: maxPerRequest,
  run: ({ id }, context) => channelById(id, context),
});

/** The channel that an address leads to; null when it does not exist. Only ids share requests. */
export const channelAtAddress = lookup({
  group,
  summary: 'The channel; null when it is not there any more.',
  input: {
    url: pageUrl('Address of the channel.', keyOfPage(channelForms), {
      expected: 'the address of a channel on youtube.com, such as https://www.youtube.com/@GoogleDevelopers',
    }),
  },
  run: ({ url: { kind, key: name } }, context) => {
    if (kind === 'channel') return channelById(name, context);
    return kind === 'handle' ? channelWithHandle(name, context) : channelOfUser(name, context);
  },
});

/** Channels by id. */
export const channels = plural({
  group,
  summary: 'Channels by id, in the order asked; null in the place of one that does not exist.',
  input: { ids: list('Ids of channels.', channelId, { max: maxPerRequest }) },
  runOne: channelById,
});

/** A video by id. */
export const video = lookup({
  group,
  summary: 'A video, by its id.',
  input: { id: videoId },
  batchSize: maxPerRequest,
  run: ({ id }, context) => existing(videoById(id, context), 'video with the id', id),
});

/** The video that another type refers to; null when it does not exist. */
export const linkedVideo = lookup({
  group,
  summary: 'The video that it is about; null when that was deleted or made private.',
  input: { id: videoId },
  batchSize: maxPerRequest,
  run: ({ id }, context) => videoById(id, context),
});

/** Videos by id. */
export const videos = plural({
  group,
  summary: 'Videos by id, in the order asked; null in the place of one that does not exist or is private.',
  input: { ids: list('Ids of videos.', videoId, { max: maxPerRequest }) },
  runOne: (id, context) => videoById(id, context),
});

/** Videos, playlists and channels by a search term. */
export const search = lookup({
  group,
  summary: 'Videos, playlists and channels that are found by some words.',
  input: {
    query: freeText('What to search for.'),
    kinds: list(
      'What to find; everything unless stated.',
      choice('What can be searched for.', videosite.searchKinds, { type: 'VideositeSearchKind' }),
      { max: videosite.searchKinds.length, separator: ',', optional: true },
    ),
    order: choice('What comes first.', videosite.searchOrders, {
      type: 'VideositeSearchOrder',
      default: 'relevance',
    }),
    first: first(maxPerRequest),
  },
  maxItems,
  async run({ query, first, ...values }, context) {
    const found = await searched({ words: query, ...values }, context);
    return found.slice(0, first);
  },
});

/** A playlist by id. */
export const playlist = lookup({
  group,
  summary: 'A playlist, by its id.',
  input: { id: playlistId },
  batchSize: maxPerRequest,
  run: ({ id }, context) => existing(playlistById(id, context), 'playlist with the id', id),
});

/** The playlist that a search result refers to; null when it does not exist. */
export const linkedPlaylist = lookup({
  group,
  summary: 'The playlist that was found; null when it is not there any more.',
  input: { id: playlistId },
  batchSize: maxPerRequest,
  run: ({ id }, context) => playlistById(id, context),
});

/** Playlists by id. */
export const playlistsById = plural({
  group,
  summary: 'Playlists by id, in the order asked; null in the place of one that does not exist or is private.',
  input: { ids: list('Ids of playlists.', playlistId, { max: maxPerRequest }) },
  runOne: playlistById,
});

/** The playlists of a channel. */
export const playlists = lookup({
  group,
  summary: 'The public playlists of a channel.',
  input: { channelId, ...paged },
  maxItems,
  run: playlistsOf,
});

/** The items of a playlist. */
export const playlistItems = lookup({
  group,
  summary: 'What is in a playlist, in its order.',
  input: { playlistId, ...paged },
  maxItems,
  run: itemsOf,
});

/** The uploads of a channel. */
export const uploads = lookup({
  group,
  summary: 'What the channel has uploaded, the newest first.',
  input: { playlistId, ...paged },
  maxItems,
  run: (values, context) => uploadsPage(values, context),
});

/** The playlist of uploads does not exist before the first upload. */
const uploadsPage = async (
  values: { readonly playlistId: string; readonly first: number; readonly after: string | undefined },
  context: Context,
): Promise<Sourced<videosite.Page<videosite.PlaylistItem>>> =>
  (await orAbsent(itemsOf(values, context))) ?? { items: [], next: null };

/** The comments on a video. */
export const comments = lookup({
  group,
  summary: 'The comments on a video that answer no other, the newest first; none where they are turned off.',
  input: {
    videoId,
    first: first(mostComments),
    after,
  },
  maxItems,
  run: (values, context): MaybePromise<Sourced<videosite.Comments>> =>
    pageFrom<Sourced<videosite.Comments>>(
      { group, after: values.after },
      () => context.read(videosite.comments, values),
      () => keyless.comments(values, context),
    ),
});

/** A channel with its uploads and playlists. */
export interface AllData {
  readonly channel: Sourced<videosite.Channel>;
  readonly videos: readonly videosite.Video[];
  readonly playlists: readonly videosite.Playlist[];
  readonly searchResults: readonly videosite.SearchResult[];
}

/** A channel with its uploads and playlists, in one lookup. */
export const allData = lookup({
  group,
  readsParts: true,
  summary: 'A channel with its uploads, the newest first, and its playlists.',
  input: {
    ...which,
    first: first(200),
  },
  rules,
  maxItems: upToFirst,
  async run({ first, ...values }, context): Promise<AllData> {
    const channel = await channelOf(values, context);
    const { selects } = context;
    const [videos, { items: playlists }] = await Promise.all([
      selects('videos', 'searchResults') ? uploadedVideos(channel, first, context) : [],
      selects('playlists')
        ? playlistsOf({ channelId: channel.id, first: maxPerRequest, after: undefined }, context)
        : { items: [] },
    ]);
    return { channel, videos, playlists, searchResults: videos.slice(0, maxPerRequest).map(foundByDate) };
  },
});

/** The most videos that are read one by one, from a source that has no batches. */
const mostSingly = 50;

/** Reads full pages for any count: they have the same price, and larger counts are served from the cache. */
async function uploadedVideos(
  { uploadsPlaylistId: playlistId, source }: Sourced<videosite.Channel>,
  asked: number,
  context: Context,
): Promise<videosite.Video[]> {
  const amount = source ? Math.min(asked, mostSingly) : asked;
  const ids = new Set<string>();
  let after: string | undefined;
  for (let requested = 0; requested < amount; requested += maxPerRequest) {
    const page = await uploadsPage({ playlistId, first: maxPerRequest, after }, context);
    for (const { contentDetails } of page.items) ids.add(contentDetails.videoId);
    if (page.next === null) break;
    after = page.next;
  }
  const found = await Promise.all(
    [...ids].slice(0, amount).map((id) => {
      const video = videoById(id, context, keyless.plainVideo);
      return source ? orNothing(video) : video;
    }),
  );
  return found.filter((video) => video !== null);
}

/** An upload in the form of a search result. A search would cost more quota than all other requests together. */
const foundByDate = ({ id, snippet }: videosite.Video): videosite.SearchResult => {
  const { title, description, channelId, channelTitle, publishedAt } = snippet;
  return {
    kind: 'youtube#searchResult',
    id: { kind: 'youtube#video', videoId: id, playlistId: null, channelId: null },
    snippet: { title, description, channelId, channelTitle, publishedAt },
  };
};
