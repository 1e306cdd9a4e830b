import { z } from 'zod';
import { minutes, seconds } from '../core/clock.ts';
import { nullable, shape, snakeCase, text } from './kernel/decode.ts';
import type { CachePolicy } from './kernel/policies/cache.ts';

/*
 * What is known of users and posts, whoever told it: the official API, the embeds, or the web client's own API. Their
 * forms differ, and each is brought to this one.
 */

export interface Link {
  readonly displayUrl: string;
  readonly expandedUrl: string;
  readonly url: string;
}

/** What stands of a user wherever a post is shown. */
export interface Author {
  readonly id: string;
  readonly username: string;
  readonly displayName: string;
  readonly avatar: string;
  readonly isVerified: boolean;
}

export interface User extends Author {
  readonly banner: string | null;
  readonly bio: string;
  readonly location: string;
  /** `Blue`, `Business`, `Government`; null without a mark. */
  readonly verifiedType: string | null;
  /** Whether their posts are shown to those only whom they let follow. */
  readonly isProtected: boolean;
  readonly createdAt: string;
  readonly followers: number;
  readonly following: number;
  readonly mediaPosts: number;
  readonly likedPosts: number;
  readonly messages: number;
  readonly pinnedIds: readonly string[] | null;
  readonly links: readonly Link[];
  /** The website that they name, shortened by the upstream; empty when they name none. */
  readonly website: string;
}

export interface Media {
  /** `photo`, `video`, `animated_gif`. */
  readonly type: string;
  readonly imageUrl: string;
  readonly videoUrl: string | null;
}

/**
 * A post. A repost is shown as what it repeats, with the original's id, author and counters; it says that it is one, and
 * when it was made.
 */
export interface Post {
  readonly id: string;
  readonly text: string;
  readonly author: Author;
  readonly lang: string;
  readonly likes: number;
  readonly replies: number;
  readonly reshares: number;
  readonly quotes: number;
  readonly views: number;
  readonly bookmarks: number;
  readonly isReshared: boolean;
  readonly createdAt: string;
  readonly isQuote: boolean;
  readonly quotedId: string | null;
  readonly quoteUrl: string | null;
  readonly hashtags: readonly string[];
  readonly mentions: readonly string[];
  readonly media: readonly Media[];
}

const absences = ['unknown', 'suspended', 'protected', 'restricted'] as const;

/** Why something cannot be shown. `restricted` is what only those see who have logged in. */
export type Absence = (typeof absences)[number];

/** What an upstream answers where not to have something is an answer, too. */
export type Found<Model> = { readonly model: Model } | { readonly absent: Absence };

/** Reads `{ model }`, and lets `{ absent }` pass. */
export const found = <Schema extends z.ZodType>(schema: Schema): z.ZodType<Found<z.output<Schema>>> =>
  z
    .object({ absent: z.enum(absences).optional(), model: schema.optional() })
    .transform(({ absent, model }) =>
      absent === undefined ? { model: model as z.output<Schema> } : { absent },
    );

export const unknown = { absent: 'unknown' } as const;

export const keepFound = (found: Found<unknown>): CachePolicy =>
  'absent' in found ? { freshMs: seconds(30), onErrorMs: 0 } : { freshMs: minutes(2) };

/** The most posts that a feed shows. */
export const mostPosts = 20;

const byNewest = (one: { readonly id: string }, other: { readonly id: string }): number =>
  Number(BigInt(other.id) - BigInt(one.id) > 0n) || -1;

/**
 * The newest of a feed, whose entries go by their own ids: a repost has one, besides that of its original. What stands in
 * it twice is shown once.
 */
export const newest = (entries: readonly { readonly id: string; readonly post: Post }[]): readonly Post[] =>
  [...new Map(entries.map((entry) => [entry.id, entry])).values()]
    .sort(byNewest)
    .slice(0, mostPosts)
    .map(({ post }) => post);

export const pageOf = (username: string | undefined, id: string): string =>
  `https://x.com/${username ?? 'i'}/status/${id}`;

/** A moment, as ISO 8601; older forms write `Tue Feb 20 14:35:54 +0000 2007`. */
export const moment = text.transform((written, context) => {
  const time = Date.parse(written);
  if (!Number.isNaN(time)) return new Date(time).toISOString();
  context.addIssue({ code: 'custom', message: 'no moment' });
  return '';
});

/** Text that may be missing, or be empty, which both mean that there is none. */
export const filled = nullable(text).transform((value) => value || null);

/** An address within a profile; what is missing of it is told by the short form. */
export const ProfileLink = shape(
  { displayUrl: nullable(text), expandedUrl: nullable(text), url: text },
  snakeCase,
).transform(
  ({ displayUrl, expandedUrl, url }): Link => ({
    displayUrl: displayUrl ?? expandedUrl ?? url,
    expandedUrl: expandedUrl ?? url,
    url,
  }),
);

export interface Variant {
  readonly contentType: string;
  readonly bitRate: number | null;
  readonly url: string;
}

/** The file of a video that shows most; streams in pieces are not for saving. */
export function bestVideo(variants: readonly Variant[]): string | null {
  const files = variants.filter(({ contentType }) => contentType === 'video/mp4');
  const [best] = files.toSorted((one, other) => (other.bitRate ?? 0) - (one.bitRate ?? 0));
  return best?.url ?? null;
}
