import { z } from 'zod';
import { hours, minutes } from '../core/clock.ts';
import {
  boolean,
  id,
  isTime,
  nullable,
  optionalList,
  shape,
  strictNullable,
  text,
  withDefault,
} from './kernel/decode.ts';

type Fields = Readonly<Record<string, unknown>>;
export const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null;

/** The value at a path of a payload; undefined when a part of the path is missing. */
export const dig = (value: unknown, ...names: readonly string[]): unknown =>
  names.reduce((at, name) => (isFields(at) ? at[name] : undefined), value);

/** A counter, which is a number in some responses and text in others. */
export const count = z.union([
  z.int().min(0),
  z
    .string()
    .regex(/^\d{1,15}$/)
    .transform(Number),
]);

/** Unix seconds, which are text in pages and a number in lists. */
export const moment = count.refine(isTime);

/**
 * Counters are rounded in `stats`, and exact and text in `statsV2`. Either may lack some; counters that overflow the
 * upstream's integers are negative in `stats`.
 */
function countersOf(value: unknown, name: string): Fields | undefined {
  const [rounded, exact] = [dig(value, name), dig(value, `${name}V2`)];
  if (!isFields(rounded)) return isFields(exact) ? exact : undefined;
  const sound = Object.entries(rounded).filter(([, counter]) => count.safeParse(counter).success);
  return { ...(isFields(exact) ? exact : {}), ...Object.fromEntries(sound) };
}

const UserStats = shape({
  followerCount: count,
  followingCount: count,
  heartCount: count,
  videoCount: count,
});

/** A picture in three sizes; the next size stands in for a missing one. */
const avatars = { avatarThumb: nullable(text), avatarMedium: nullable(text), avatarLarger: nullable(text) };

const Account = shape({
  ...avatars,
  id,
  uniqueId: text,
  nickname: withDefault(text, ''),
  signature: withDefault(text, ''),
  verified: withDefault(boolean, false),
  privateAccount: strictNullable(boolean),
  // Its name in older responses.
  secret: strictNullable(boolean),
});

export const User = Account.transform(({ avatarThumb, avatarMedium, avatarLarger, secret, ...user }) => {
  const medium = avatarMedium ?? avatarLarger ?? avatarThumb ?? '';
  return {
    ...user,
    privateAccount: user.privateAccount ?? secret ?? false,
    avatar: medium,
    avatarThumb: avatarThumb ?? medium,
    avatarMedium: medium,
    avatarLarger: avatarLarger ?? medium,
  };
});

export type User = z.output<typeof User>;
export type UserStats = z.output<typeof UserStats>;

/** An account with its counters. */
export interface Profile {
  readonly user: User;
  readonly stats: UserStats;
}

/** The fields of a user that pages and the web API share. */
export const UserDetail: z.ZodType<Profile> = z
  .object({
    userInfo: z.preprocess(
      (info) => (isFields(info) ? { ...info, stats: countersOf(info, 'stats') } : info),
      z.object({ user: User, stats: UserStats }),
    ),
  })
  .transform(({ userInfo }) => userInfo);

/** At least one of them is told; saving videos exists since 2022. */
const VideoStats = shape({
  playCount: nullable(count),
  diggCount: nullable(count),
  commentCount: nullable(count),
  shareCount: nullable(count),
  collectCount: nullable(count),
}).refine((told) => Object.values(told).some((counter) => counter !== null));

export const AuthorStats = shape({
  followerCount: nullable(count),
  heartCount: nullable(count),
  videoCount: nullable(count),
});

const Author = shape({
  ...avatars,
  id: nullable(id),
  uniqueId: text,
  nickname: nullable(text),
  verified: nullable(boolean),
  privateAccount: strictNullable(boolean),
});

const Addresses = nullable(shape({ UrlList: optionalList(text) }));

const Files = shape({
  playAddr: withDefault(text, ''),
  downloadAddr: withDefault(text, ''),
  bitrateInfo: optionalList(shape({ PlayAddr: Addresses })),
});

export type AuthorStats = z.output<typeof AuthorStats>;

/** A song, by its names alone. */
export interface Song {
  readonly title: string;
  readonly artist: string;
}

/** What is heard in a video. The embeds do not tell sounds of their own. */
const Sound = shape({ title: nullable(text), authorName: nullable(text), original: nullable(boolean) });

/** The song of a video; null for a sound of its own, which bears the name of its author. */
export const songOf = (
  { title, authorName, original }: z.output<typeof Sound>,
  { uniqueId, nickname }: { readonly uniqueId: string; readonly nickname: string | null },
): Song | null =>
  title && authorName && !original && authorName !== uniqueId && authorName !== nickname
    ? { title, artist: authorName }
    : null;

/** A video of one source; null for fields that the source lacks. */
export interface SeenVideo {
  readonly id: string;
  readonly desc: string;
  /** In Unix seconds. */
  readonly createTime: number | null;
  /** The address of the file, which expires; null for a post that is no video, such as pictures. */
  readonly playUrl: string | null;
  /** The cookie that the file's host requires. */
  readonly cookie: string | null;
  readonly song: Song | null;
  readonly stats: {
    readonly [Name in keyof z.output<typeof VideoStats>]: number | null;
  };
  readonly author: {
    readonly id: string | null;
    readonly uniqueId: string;
    readonly nickname: string | null;
    readonly avatarThumb: string | null;
    readonly avatarMedium: string | null;
    readonly verified: boolean | null;
    readonly privateAccount: boolean | null;
    readonly stats: AuthorStats;
  };
}

export const unknownStats: AuthorStats = { followerCount: null, heartCount: null, videoCount: null };

/** In pages before 2024, the author is a name, and the fields of the author are fields of the video. */
function modern(item: unknown): unknown {
  if (!isFields(item)) return item;
  const { author, authorId, nickname, avatarThumb, authorPrivate } = item;
  const facts = { id: authorId, uniqueId: author, nickname, avatarThumb, privateAccount: authorPrivate };
  return {
    ...item,
    author: typeof author === 'string' ? facts : author,
    stats: countersOf(item, 'stats'),
    authorStats: countersOf(item, 'authorStats'),
  };
}

/** A post in pages and lists. */
export const Item: z.ZodType<SeenVideo> = z.preprocess(
  modern,
  shape({
    id,
    desc: withDefault(text, ''),
    createTime: nullable(moment),
    video: strictNullable(Files),
    music: nullable(Sound),
    stats: VideoStats,
    author: Author,
    authorStats: nullable(AuthorStats),
  }).transform(({ video, music, author, authorStats, ...item }) => {
    const { avatarLarger, ...shown } = author;
    const avatarMedium = author.avatarMedium ?? avatarLarger ?? author.avatarThumb;
    return {
      ...item,
      playUrl: video && firstLink(video.playAddr, ...linksIn(video), video.downloadAddr),
      cookie: null,
      song: music && songOf(music, author),
      author: {
        ...shown,
        avatarMedium,
        avatarThumb: author.avatarThumb ?? avatarMedium,
        stats: authorStats ?? unknownStats,
      },
    };
  }),
);

const linksIn = ({ bitrateInfo }: z.output<typeof Files>): readonly string[] =>
  bitrateInfo.flatMap(({ PlayAddr }) => PlayAddr?.UrlList ?? []);

/** The first that is one; null when there is none. */
export const firstLink = (...links: readonly string[]): string | null =>
  links.find((link) => URL.canParse(link)) ?? null;

/** The expiry of a link, from its query or its path, in milliseconds since the epoch. */
function expiryOf(link: string): number | undefined {
  if (!URL.canParse(link)) return undefined;
  const { searchParams, pathname } = new URL(link);
  const named = searchParams.get('expire') ?? searchParams.get('x-expires');
  if (named !== null && /^\d{9,11}$/.test(named)) return Number(named) * 1000;
  const hex = /^\/[0-9a-f]{32}\/([0-9a-f]{8})\//.exec(pathname)?.[1];
  return hex === undefined ? undefined : Number.parseInt(hex, 16) * 1000;
}

/** How long a link is cached: half of its remaining lifetime, so that callers have time to use it. */
export function goodForMs(link: string | null, nowMs: number, mostMs: number): number {
  const until = link === null ? undefined : expiryOf(link);
  return until === undefined
    ? Math.min(minutes(1), mostMs)
    : Math.min(mostMs, Math.max(0, (until - nowMs) / 2));
}

/** A user is cached for some minutes, and longer when the source fails; never past the expiry of the picture links. */
export function keepProfile({ user }: Profile, nowMs: number) {
  const longestMs = Math.min(
    ...[user.avatarThumb, user.avatarMedium, user.avatarLarger].map((link) =>
      expiryOf(link) === undefined ? hours(1) : goodForMs(link, nowMs, hours(1)),
    ),
  );
  const freshMs = Math.min(minutes(10), longestMs);
  return { freshMs, staleIfErrorMs: longestMs - freshMs };
}
