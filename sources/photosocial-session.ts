import { z } from 'zod';
import { minutes } from '../core/clock.ts';
import { path } from './kernel/credentials.ts';
import {
  boolean,
  id,
  nullable,
  optionalList,
  recognised,
  requiredList,
  shape,
  snakeCase,
  strictNullable,
} from './kernel/decode.ts';
import type { UpstreamResponse } from './kernel/source.ts';
import { Comment, edgesOf, Highlight, needed, Post, Story } from './photosocial-decode.ts';
import { sessionRefused, signedIn } from './photosocial-sources.ts';

/*
 * The endpoints that require a login. Addresses of pictures and videos expire within days.
 */

const cache = { freshMs: minutes(5) };

const Wrapped = z.object({ data: z.looseObject({}) });

/** Older responses are wrapped in `data`. */
function unwrapped(response: UpstreamResponse): unknown {
  const told = response.json();
  return Wrapped.safeParse(told).data?.data ?? told;
}

export interface OfId {
  readonly id: string;
}

/** A post by its number. */
export const postById = signedIn.endpoint('postById', {
  request: ({ id }: OfId) => ({ path: path`/api/v1/media/${id}/info/` }),
  decode: z.object({ items: z.tuple([Post], z.unknown()) }).transform(({ items: [post] }) => post),
  notFound: ({ id }) => `No post with the number ${id} was found.`,
  cache,
  wideIntegers: true,
});

/** The stories of a user's day, or of a highlight. */
export interface Reel {
  /** The user's number; or `highlight:` and the highlight's. */
  readonly id: string;
  readonly stories: readonly Story[];
}

const Someone = strictNullable(z.looseObject({}));

/** A story may have the author's id only; the other fields are in the reel. */
const Reel = z
  .object({
    id,
    user: Someone,
    owner: Someone,
    items: requiredList(z.looseObject({ user: Someone, owner: Someone })),
  })
  .transform(({ id, user, owner, items }): unknown => ({
    id,
    stories: items.map((item) => ({ ...item, user: { ...owner, ...user, ...item.owner, ...item.user } })),
  }))
  .pipe(z.object({ id: z.string(), stories: requiredList(Story) }));

const Reels = z.object({ reels: z.record(z.string(), z.unknown()), reels_media: z.undefined().optional() });

/** The list of reels; some responses have them by id only. A guest gets none, whatever was requested. */
function reelsIn(response: UpstreamResponse): unknown {
  const told = unwrapped(response);
  const { data: byId } = Reels.safeParse(told);
  if (!byId) return told;
  const reels_media = Object.values(byId.reels);
  if (reels_media.length === 0) throw sessionRefused();
  return { reels_media };
}

/** Reels by id; null for those that are empty, or do not exist. */
export const reel = signedIn.batched('reel', {
  // The upstream accepts more, but documents no maximum.
  maxPerRequest: 5,
  key: ({ id }: OfId) => id,
  request: (ids) => ({ path: '/api/v1/feed/reels_media/', query: { reel_ids: ids } }),
  payload: reelsIn,
  decode: z
    .object({ reels_media: requiredList(Reel) })
    .transform(({ reels_media }): readonly Reel[] => reels_media),
  keyOf: ({ id }) => id,
  cache: { freshMs: minutes(2) },
  wideIntegers: true,
});

const Tray = shape(
  {
    tray: strictNullable(requiredList(Highlight)),
    user: nullable(shape({ edgeHighlightReels: nullable(edgesOf(Highlight)) }, snakeCase)),
  },
  snakeCase,
).transform(({ tray, user }, context): readonly Highlight[] => {
  const highlights = needed(context, 'tray', tray ?? user?.edgeHighlightReels ?? null) ?? [];
  return highlights.map((each) => ({
    ...each,
    isPinned: each.isPinned ?? false,
    mediaCount: each.mediaCount ?? 0,
  }));
});

/** The highlights of a user. */
export const highlights = signedIn.endpoint('highlights', {
  request: ({ id }: OfId) => ({ path: path`/api/v1/highlights/${id}/highlights_tray/` }),
  payload: unwrapped,
  decode: Tray,
  cache,
  wideIntegers: true,
});

/** A part of a list, and the cursor of the next one; null at the end. */
export interface Part<Item> {
  readonly items: readonly Item[];
  readonly next: Readonly<Record<string, string>> | null;
}

/** The arguments of a part of a list: the owner, and the cursor. */
export interface OfPart extends OfId {
  readonly from: Part<unknown>['next'];
}

const mark = (name: string, value: string | null, isMore: boolean | null) =>
  value && isMore !== false ? { [name]: value } : null;

/** Whether a body is about comments: a post without any may have no list of them. */
const isOnComments = (body: object): boolean =>
  Object.keys(body).some((name) => /^comment|_comments$/.test(name));

/** Comments are listed in one order or the other. */
const RawComments = shape(
  {
    comments: optionalList(Comment),
    nextMinId: strictNullable(id),
    hasMoreHeadloadComments: strictNullable(boolean),
    nextMaxId: strictNullable(id),
    hasMoreComments: strictNullable(boolean),
  },
  snakeCase,
);

const CommentPart = recognised(RawComments, 'comments', isOnComments).transform(
  (told): Part<Comment> => ({
    items: told.comments,
    next:
      mark('min_id', told.nextMinId, told.hasMoreHeadloadComments) ??
      mark('max_id', told.nextMaxId, told.hasMoreComments),
  }),
);

/** The comments on a post, by its number. */
export const comments = signedIn.endpoint('comments', {
  request: ({ id, from }: OfPart) => ({
    path: path`/api/v1/media/${id}/comments/`,
    query: { can_support_threading: true, permalink_enabled: false, ...from },
  }),
  decode: CommentPart,
  notFound: ({ id }) => `No post with the number ${id} was found.`,
  cache,
  wideIntegers: true,
});

const FeedPart = shape(
  { items: requiredList(Post), nextMaxId: strictNullable(id), moreAvailable: strictNullable(boolean) },
  snakeCase,
).transform(
  ({ items, nextMaxId, moreAvailable }): Part<Post> => ({
    items,
    next: mark('max_id', nextMaxId, moreAvailable),
  }),
);

/** The posts of a user, by the user's number. */
export const posts = signedIn.endpoint('posts', {
  request: ({ id, from }: OfPart) => ({
    path: path`/api/v1/feed/user/${id}/`,
    query: { count: 33, ...from },
  }),
  decode: FeedPart,
  cache,
  wideIntegers: true,
});

const ReelsPart = shape(
  {
    items: requiredList(shape({ media: Post })),
    pagingInfo: strictNullable(
      shape({ maxId: strictNullable(id), moreAvailable: strictNullable(boolean) }, snakeCase),
    ),
  },
  snakeCase,
).transform(
  ({ items, pagingInfo }): Part<Post> => ({
    items: items.map(({ media }) => media),
    next: mark('max_id', pagingInfo?.maxId ?? null, pagingInfo?.moreAvailable ?? null),
  }),
);

/** The short videos of a user, by the user's number. */
export const reels = signedIn.endpoint('reels', {
  request: ({ id, from }: OfPart) => ({
    method: 'POST',
    isSafe: true,
    path: '/api/v1/clips/user/',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: String(
      new URLSearchParams({ target_user_id: id, page_size: '50', include_feed_video: 'true', ...from }),
    ),
  }),
  decode: ReelsPart,
  cache,
  wideIntegers: true,
});
