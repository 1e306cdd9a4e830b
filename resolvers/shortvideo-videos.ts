import { Fault } from '../core/faults.ts';
import { type Address, addressOf, nobody, pageOf, type ShortLink } from '../sources/shortvideo-addresses.ts';
import type { SeenVideo, Song } from '../sources/shortvideo-decode.ts';
import * as videos from '../sources/shortvideo-videos.ts';
import type { Context } from './kernel/context.ts';
import { pageUrl } from './kernel/inputs.ts';
import { lookup } from './kernel/lookup.ts';
import { orNothing } from './kernel/optional.ts';
import { afterPosition, first, type ListPage, upToFirst } from './kernel/paging.ts';
import { firstOf, inOrder, userNamed } from './shortvideo.ts';

export const url = pageUrl(
  'Address of the page of the video, such as "https://www.tiktok.com/@tiktok/video/6881450806688664838", or a short link to it.',
  addressOf,
  { expected: 'the address of a video on tiktok.com, such as https://www.tiktok.com/@name/video/1234567890' },
);

type Known<Facts> = { readonly [Name in keyof Facts]: NonNullable<Facts[Name]> };

/** The author of a video in a result. */
export type Author = Known<Omit<SeenVideo['author'], 'stats'>>;

/** A video in a result: unknown values are 0, empty or false. */
export interface Video {
  readonly id: string;
  readonly desc: string;
  /** ISO 8601. */
  readonly createTime: string;
  readonly url: string;
  readonly song: Song | null;
  readonly stats: Known<SeenVideo['stats']>;
  readonly author: Author & { readonly stats: Known<SeenVideo['author']['stats']> };
}

/** A video of the feed. */
export interface FeedItem {
  readonly id: string;
  readonly desc: string;
  /** Address of its page. */
  readonly url: string;
  readonly playUrl: string;
  readonly createTime: string;
  readonly song: Song | null;
  readonly stats: Known<SeenVideo['stats']>;
  readonly author: Author;
}

/** A page of the feed, with the cursor of the next page. */
export interface Feed extends ListPage<FeedItem> {
  readonly cursor: number;
  readonly hasMore: boolean;
}

/** A video by the address of its page. */
export const video = lookup({
  group: 'shortvideo',
  summary: 'A video by the address of its page, with its counts, its author and a link to play it.',
  input: { url },
  run: async ({ url }, context) => {
    const video = await playable(await videoAt(url, context), context);
    return videoFrom(await withAuthor(video, context));
  },
});

/** The feed of an anonymous caller. */
export const feed = lookup({
  group: 'shortvideo',
  summary: 'The videos that everybody is shown, a part at a time.',
  input: {
    after: afterPosition('Where to go on: the cursor of the part before, 0 at the beginning.'),
    first: first(50),
  },
  maxItems: upToFirst,
  run: (values, context) => feedFrom(values, context),
});

/** The id of a video, and the name in the address of its page where it is known. */
export interface Named {
  readonly id: string;
  readonly author: string;
}

/** The video at an address. A short link is resolved by one request; its target must be a video of the upstream. */
export async function videoAt(address: Address, context: Context): Promise<Named> {
  const target = address.kind === 'video' ? address : await targetOf(address, context);
  if (target?.kind !== 'video') {
    throw new Fault('notFound', 'This short link leads to no video.', { group: 'shortvideo' });
  }
  return { id: target.id, author: target.author ?? nobody };
}

const targetOf = async ({ origin, path }: ShortLink, { read }: Context): Promise<Address | undefined> =>
  addressOf((await read(videos.shortLink, { origin, path })) ?? '');

/** A video with the link to its file; unknown values are null. Fault `notFound` for posts that are no video. */
export async function playable(named: Named, context: Context): Promise<SeenVideo & { playUrl: string }> {
  const { id } = named;
  const video = await inOrder(
    context,
    [() => context.read(videos.video, named)],
    [() => embedded(id, context)],
  );
  const { playUrl } = video;
  if (playUrl === null) {
    throw new Fault('notFound', `The post ${id} is no video.`, { group: 'shortvideo' });
  }
  return { ...video, id, playUrl };
}

/** A video from the embeds: the player first, completed by the embedded page. */
const embedded = (id: string, { read }: Context): Promise<SeenVideo> =>
  firstOf([
    async () =>
      filled(await read(videos.videoPlayed, { id }), await orNothing(read(videos.videoEmbedded, { id }))),
    () => read(videos.videoEmbedded, { id }),
  ]);

/** Completes the author from the author's own page; a failure of that page is ignored. */
async function withAuthor<Seen extends SeenVideo>(video: Seen, context: Context): Promise<Seen> {
  const { author } = video;
  if (Object.values(author.stats).every((counter) => counter !== null)) return video;
  const profile = await orNothing(userNamed(author.uniqueId, context));
  return profile ? { ...video, author: filled(author, { ...profile.user, stats: profile.stats }) } : video;
}

/** Fills the null values of one model from another. */
function filled<Seen extends object>(first: Seen, second: object | null): Seen {
  if (!second) return first;
  const others = second as Readonly<Record<string, unknown>>;
  return Object.fromEntries(
    Object.entries(first).map(([name, value]) => {
      const other = others[name] ?? null;
      return [name, isObject(value) && isObject(other) ? filled(value, other) : (value ?? other)];
    }),
  ) as Seen;
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

function videoFrom({
  id,
  desc,
  createTime,
  playUrl,
  song,
  stats,
  author,
}: SeenVideo & { playUrl: string }): Video {
  const { followerCount, heartCount, videoCount } = author.stats;
  return {
    id,
    desc,
    createTime: timeOf(id, createTime),
    url: playUrl,
    song,
    stats: counted(stats),
    author: { ...shown(author), stats: counted({ followerCount, heartCount, videoCount }) },
  };
}

function itemOf({ id, desc, createTime, song, stats, author }: SeenVideo, playUrl: string): FeedItem {
  return {
    id,
    desc,
    url: pageOf(id, author.uniqueId),
    playUrl,
    createTime: timeOf(id, createTime),
    song,
    stats: counted(stats),
    author: shown(author),
  };
}

const shown = ({ id, uniqueId, nickname, ...author }: SeenVideo['author']): Author => ({
  id: id ?? '',
  uniqueId,
  nickname: nickname ?? '',
  avatarThumb: author.avatarThumb ?? '',
  avatarMedium: author.avatarMedium ?? '',
  verified: author.verified ?? false,
  privateAccount: author.privateAccount ?? false,
});

const counted = <Counters extends Readonly<Record<string, number | null>>>(counters: Counters) =>
  Object.fromEntries(
    Object.entries(counters).map(([name, counter]) => [name, counter ?? 0]),
  ) as Known<Counters>;

/** The upper half of an id is the second of the upload, which approximates a missing `createTime`. */
function timeOf(id: string, createTime: number | null): string {
  return new Date((createTime ?? Math.floor(Number(id) / 2 ** 32)) * 1000).toISOString();
}

/** The maximum number of upstream requests for one page: most responses have fewer videos than requested. */
const mostRequests = 3;

async function feedFrom(
  { after, first }: { readonly after: number; readonly first: number },
  context: Context,
): Promise<Feed> {
  const items = new Map<string, FeedItem>();
  let cursor = after;
  let hasMore = true;
  for (let requests = 1; requests <= mostRequests && hasMore && items.size < first; requests += 1) {
    const reading = partOfFeed({ cursor, count: first - items.size }, context);
    // After the first response, a failure ends the page early.
    const part = await (items.size === 0 ? reading : orNothing(reading));
    if (!part || part.items.length === 0) {
      hasMore &&= part?.hasMore ?? true;
      break;
    }
    const taken = take(part.items, items, first);
    // The cursor of the upstream is unreliable, so the cursor counts the videos before.
    cursor += taken;
    hasMore = part.hasMore || taken < part.items.length;
  }
  return { items: [...items.values()], cursor, hasMore, next: hasMore ? String(cursor) : null };
}

const partOfFeed = (values: videos.OfFeed, { read }: Context): Promise<videos.FeedPart> =>
  firstOf([() => read(videos.feed, values), () => read(videos.feedSignedIn, values)]);

/** Adds new videos to `items` until it has `enough`. Returns the number of inspected entries. */
function take(part: readonly SeenVideo[], items: Map<string, FeedItem>, enough: number): number {
  let taken = 0;
  for (const video of part) {
    if (items.size === enough) break;
    taken += 1;
    if (video.playUrl !== null && !items.has(video.id)) items.set(video.id, itemOf(video, video.playUrl));
  }
  return taken;
}
