import { Fault } from '../core/faults.ts';
import { type Address, addressOf, nobody, pageOf, type ShortLink } from '../sources/shortvideo-addresses.ts';
import type { SeenVideo } from '../sources/shortvideo-decode.ts';
import * as videos from '../sources/shortvideo-videos.ts';
import type { Context } from './kernel/context.ts';
import { count, pageUrl } from './kernel/inputs.ts';
import { lookup } from './kernel/lookup.ts';
import { orNothing } from './kernel/optional.ts';
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
  readonly stats: Known<SeenVideo['stats']>;
  readonly author: Author;
}

/** A part of the feed, with the place where the next one begins. */
export interface Feed {
  readonly items: readonly FeedItem[];
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
    return whole(await withAuthor(video, context));
  },
});

/** The feed of an anonymous caller. */
export const feed = lookup({
  group: 'shortvideo',
  summary: 'The videos that everybody is shown, a part at a time.',
  input: {
    cursor: count('Where to go on: the cursor of the part before, 0 at the beginning.', {
      min: 0,
      default: 0,
    }),
    count: count('How many videos.', { max: 50, default: 30 }),
  },
  maxItems: ({ count }) => count,
  run: (asked, context) => feedFrom(asked, context),
});

/** What names a video: its id, and the name on its page where that is known. */
export interface Named {
  readonly id: string;
  readonly author: string;
}

/** What an address names. A short link is asked where it leads, once; whatever is no video of the upstream is not asked. */
export async function videoAt(address: Address, context: Context): Promise<Named> {
  const target = address.kind === 'video' ? address : await targetOf(address, context);
  if (target?.kind !== 'video') {
    throw new Fault('notFound', 'This short link leads to no video.', { source: 'shortvideo' });
  }
  return { id: target.id, author: target.author ?? nobody };
}

const targetOf = async ({ origin, path }: ShortLink, { read }: Context): Promise<Address | undefined> =>
  addressOf((await read(videos.shortLink, { origin, path })) ?? '');

/** A video with the link to its file; null stands for what was not said. Fault `notFound` for posts that are none. */
export async function playable(named: Named, context: Context): Promise<SeenVideo & { playUrl: string }> {
  const { id } = named;
  const video = await inOrder(
    context,
    [() => context.read(videos.video, named)],
    [() => embedded(id, context)],
  );
  const { playUrl } = video;
  if (playUrl === null) {
    throw new Fault('notFound', `The post ${id} is no video.`, { source: 'shortvideo' });
  }
  return { ...video, id, playUrl };
}

/** What the embeds say: the player first, which the embedded page completes. */
const embedded = (id: string, { read }: Context): Promise<SeenVideo> =>
  firstOf([
    async () =>
      filled(await read(videos.videoPlayed, { id }), await orNothing(read(videos.videoEmbedded, { id }))),
    () => read(videos.videoEmbedded, { id }),
  ]);

/** What is not said of the author is asked of the author's own page; it can be done without. */
async function withAuthor<Seen extends SeenVideo>(video: Seen, context: Context): Promise<Seen> {
  const { author } = video;
  if (Object.values(author.stats).every((counter) => counter !== null)) return video;
  const profile = await orNothing(userNamed(author.uniqueId, context));
  return profile ? { ...video, author: filled(author, { ...profile.user, stats: profile.stats }) } : video;
}

/** What one place says, with what another says in the place of null. */
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

function whole({ id, desc, createTime, playUrl, stats, author }: SeenVideo & { playUrl: string }): Video {
  const { followerCount, heartCount, videoCount } = author.stats;
  return {
    id,
    desc,
    createTime: timeOf(id, createTime),
    url: playUrl,
    stats: counted(stats),
    author: { ...shown(author), stats: counted({ followerCount, heartCount, videoCount }) },
  };
}

function itemOf({ id, desc, createTime, stats, author }: SeenVideo, playUrl: string): FeedItem {
  return {
    id,
    desc,
    url: pageOf(id, author.uniqueId),
    playUrl,
    createTime: timeOf(id, createTime),
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

/** An id begins with the second in which the upload was; where the upstream says no time, that is near it. */
function timeOf(id: string, createTime: number | null): string {
  return new Date((createTime ?? Math.floor(Number(id) / 2 ** 32)) * 1000).toISOString();
}

/** One question to the upstream gives fewer than were wanted, as a rule; so many are asked for one part. */
const mostQuestions = 3;

async function feedFrom(asked: videos.OfFeed, context: Context): Promise<Feed> {
  const items = new Map<string, FeedItem>();
  let { cursor } = asked;
  let hasMore = true;
  for (let questions = 1; questions <= mostQuestions && hasMore && items.size < asked.count; questions += 1) {
    const question = partOfFeed({ cursor, count: asked.count - items.size }, context);
    // What there is already is better than nothing.
    const part = await (items.size === 0 ? question : orNothing(question));
    if (!part || part.items.length === 0) {
      hasMore &&= part?.hasMore ?? true;
      break;
    }
    const taken = take(part.items, items, asked.count);
    // The upstream tells no place that can be relied on: it is how many came before.
    cursor += taken;
    hasMore = part.hasMore || taken < part.items.length;
  }
  return { items: [...items.values()], cursor, hasMore };
}

const partOfFeed = (asked: videos.OfFeed, { read }: Context): Promise<videos.FeedPart> =>
  firstOf([() => read(videos.feed, asked), () => read(videos.feedSignedIn, asked)]);

/** Adds what is a video and not there yet, until there are enough. The result is how many were looked at. */
function take(part: readonly SeenVideo[], items: Map<string, FeedItem>, enough: number): number {
  let taken = 0;
  for (const video of part) {
    if (items.size === enough) break;
    taken += 1;
    if (video.playUrl !== null && !items.has(video.id)) items.set(video.id, itemOf(video, video.playUrl));
  }
  return taken;
}
