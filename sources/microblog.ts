import { z } from 'zod';
import { minutes, seconds } from '../core/clock.ts';
import { id, nullable, oneOf, shape, snakeCase, text } from './kernel/decode.ts';
import type { CachePolicy } from './kernel/policies/cache.ts';

/*
 * The models of users and posts, to which the formats of the official API, the embeds and the web client's API are
 * mapped.
 */

export interface Link {
  readonly displayUrl: string;
  readonly expandedUrl: string;
  readonly url: string;
}

/** The fields of an author that every post contains. */
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
  /** Whether only accepted followers see the posts. */
  readonly isProtected: boolean;
  readonly createdAt: string;
  readonly followers: number;
  readonly following: number;
  readonly mediaPosts: number;
  readonly likedPosts: number;
  readonly messages: number;
  readonly pinnedIds: readonly string[] | null;
  /** Addresses in the field for the website. */
  readonly websiteLinks: readonly Link[];
  /** Addresses in the bio, where their short forms stand. */
  readonly bioLinks: readonly Link[];
  /** The website of the profile, shortened by the upstream; empty without one. */
  readonly website: string;
}

export interface Media {
  /** `photo`, `video`, `animated_gif`. */
  readonly type: string;
  readonly imageUrl: string;
  readonly videoUrl: string | null;
}

/**
 * A post. A repost has the id, author and counters of the original, and the time of the repost.
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

/** The reason of an absence. `restricted` content is visible after a login only. */
export type Absence = (typeof absences)[number];

/** A model, or the reason of its absence. */
export type Found<Model> = { readonly model: Model } | { readonly absent: Absence };

/** Decodes `{ model }`, and passes `{ absent }` through. */
export const found = <Schema extends z.ZodType>(schema: Schema): z.ZodType<Found<z.output<Schema>>> =>
  z
    .object({ absent: oneOf(absences).optional(), model: schema.optional() })
    .transform(({ absent, model }) =>
      absent === undefined ? { model: model as z.output<Schema> } : { absent },
    );

export const unknown = { absent: 'unknown' } as const;

/** The reason of an absence by the words of a tombstone. One without words is of a post that guests may not see. */
export function absenceIn(words: string): Absence {
  if (/limits who can view/i.test(words)) return 'protected';
  if (/suspended/i.test(words)) return 'suspended';
  return words === '' || /age-restricted|log in/i.test(words) ? 'restricted' : 'unknown';
}

export const keepFound = (found: Found<unknown>): CachePolicy =>
  'absent' in found ? { freshMs: seconds(30), staleIfErrorMs: 0 } : { freshMs: minutes(2) };

/** The id of a post, by which feeds are sorted: an entry with another one, such as an advertisement, is no post. */
export const postId = id.pipe(text.regex(/^\d{1,19}$/));

/** The most posts of a feed. */
export const mostPosts = 20;

const byNewest = (one: { readonly id: string }, other: { readonly id: string }): number =>
  Number(BigInt(other.id) - BigInt(one.id) > 0n) || -1;

/**
 * The newest entries of a feed, by entry id: a repost has an id besides that of its original. Duplicates are dropped.
 */
export const newest = (entries: readonly { readonly id: string; readonly post: Post }[]): readonly Post[] =>
  [...new Map(entries.map((entry) => [entry.id, entry])).values()]
    .sort(byNewest)
    .slice(0, mostPosts)
    .map(({ post }) => post);

export const pageOf = (username: string | undefined, id: string): string =>
  `https://x.com/${username ?? 'i'}/status/${id}`;

/** A time as ISO 8601; older formats write `Tue Feb 20 14:35:54 +0000 2007`. */
export const moment = text.transform((written, context) => {
  const time = Date.parse(written);
  if (!Number.isNaN(time)) return new Date(time).toISOString();
  context.addIssue({ code: 'custom', message: 'no moment' });
  return '';
});

/** Text; null when it is missing or empty. */
export const filled = nullable(text).transform((value) => value || null);

/** A link of a profile; the short address stands in for missing parts. */
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

/** The video file with the highest resolution; segmented streams are left out. */
export function bestVideo(variants: readonly Variant[]): string | null {
  const files = variants.filter(({ contentType }) => contentType === 'video/mp4');
  const [best] = files.toSorted((one, other) => (other.bitRate ?? 0) - (one.bitRate ?? 0));
  return best?.url ?? null;
}
