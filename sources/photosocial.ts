import { z } from 'zod';
import { hours, minutes } from '../core/clock.ts';
import { path } from './kernel/credentials.ts';
import {
  boolean,
  id,
  integer,
  nullable,
  optionalList,
  shape,
  snakeCase,
  text,
  withDefault,
} from './kernel/decode.ts';
import type { UpstreamResponse } from './kernel/source.ts';
import { counted, edgesOf, needed, Post } from './photosocial-decode.ts';
import { absent, ageGated, profiles, signedIn } from './photosocial-sources.ts';

export interface BioLink {
  readonly title: string;
  readonly url: string;
}

export interface User {
  /** A number. */
  readonly id: string;
  readonly username: string;
  readonly fullName: string;
  readonly biography: string;
  readonly profilePic: string;
  readonly isPrivate: boolean;
  readonly isVerified: boolean;
  /** Null where the upstream does not say, as are the other values that may be null. */
  readonly isBusiness: boolean | null;
  readonly followers: number;
  readonly following: number;
  readonly posts: number | null;
  /** Empty without one. */
  readonly externalUrl: string;
  /** 1 personal, 2 creator, 3 business: the numbers of our API, not the upstream's. */
  readonly accountType: 1 | 2 | 3 | null;
  readonly bioLinks: readonly BioLink[];
}

/** The public beginning of a list. */
export interface Beginning<Item> {
  readonly items: readonly Item[];
  readonly hasMore: boolean;
}

/** A user, with the newest posts where the upstream shows some. */
export interface Profile {
  readonly user: User;
  readonly posts: Beginning<Post>;
}

/** The upstream's own numbers: 2 is a business and 3 a creator. */
const accountTypes: Readonly<Record<number, User['accountType']>> = { 1: 1, 2: 3, 3: 2 };

/** A user in either format; see `photosocial-decode.ts`. */
const RawUser = shape(
  {
    pk: nullable(id),
    id: nullable(id),
    username: text,
    fullName: withDefault(text, ''),
    biography: withDefault(text, ''),
    hdProfilePicUrlInfo: nullable(shape({ url: text })),
    profilePicUrlHd: nullable(text),
    profilePicUrl: withDefault(text, ''),
    isPrivate: boolean,
    isVerified: withDefault(boolean, false),
    isBusiness: nullable(boolean),
    isBusinessAccount: nullable(boolean),
    isProfessionalAccount: nullable(boolean),
    accountType: nullable(integer),
    followerCount: nullable(integer),
    edgeFollowedBy: counted,
    followingCount: nullable(integer),
    edgeFollow: counted,
    mediaCount: nullable(integer),
    edgeOwnerToTimelineMedia: counted,
    externalUrl: withDefault(text, ''),
    bioLinks: optionalList(shape({ title: withDefault(text, ''), url: withDefault(text, '') })),
  },
  snakeCase,
);

function accountTypeOf(told: z.output<typeof RawUser>): User['accountType'] {
  const known = accountTypes[told.accountType ?? 0];
  if (known !== undefined) return known;
  if (told.isBusinessAccount ?? told.isBusiness) return 3;
  return told.isProfessionalAccount ? 2 : 1;
}

const User = RawUser.transform(
  (told, context): User => ({
    id: needed(context, 'id', told.pk ?? told.id),
    username: told.username,
    fullName: told.fullName,
    biography: told.biography,
    profilePic: told.hdProfilePicUrlInfo?.url ?? told.profilePicUrlHd ?? told.profilePicUrl,
    isPrivate: told.isPrivate,
    isVerified: told.isVerified,
    isBusiness: told.isBusiness ?? told.isBusinessAccount ?? false,
    followers: needed(context, 'edge_followed_by', told.followerCount ?? told.edgeFollowedBy?.count ?? null),
    following: needed(context, 'edge_follow', told.followingCount ?? told.edgeFollow?.count ?? null),
    posts: told.mediaCount ?? told.edgeOwnerToTimelineMedia?.count ?? null,
    externalUrl: told.externalUrl,
    accountType: accountTypeOf(told),
    bioLinks:
      told.bioLinks.length > 0 || told.externalUrl === ''
        ? told.bioLinks
        : [{ title: '', url: told.externalUrl }],
  }),
);

/** Posts that do not decode are null, so that they do not fail the profile. */
const ShownPosts = shape({ edgeOwnerToTimelineMedia: nullable(edgesOf(Post)) }, snakeCase).catch({
  edgeOwnerToTimelineMedia: null,
});

/** These posts have the name of their author only. */
const withAuthor = (post: Post, { fullName, profilePic, isPrivate, isVerified }: User): Post => ({
  ...post,
  author: { ...post.author, fullName, profilePic, isPrivate, isVerified },
});

const WebProfile = z
  .object({ data: z.object({ user: z.intersection(User, ShownPosts).nullable() }) })
  .transform(({ data: { user: both } }): Profile | null => {
    if (both === null) return null;
    const { edgeOwnerToTimelineMedia, ...user } = both;
    const items = (edgeOwnerToTimelineMedia ?? []).map((post) => withAuthor(post, user));
    return { user, posts: { items, hasMore: items.length < (user.posts ?? 0) } };
  });

/** What is known of a user by name. */
export interface OfName {
  readonly username: string;
}

const byName = {
  request: ({ username }: OfName) => ({ path: '/api/v1/users/web_profile_info/', query: { username } }),
  decode: WebProfile,
  absent: (model: Profile | null) => model === null,
  // An unknown name is a 404, with a page or JSON.
  classify: ({ status }: UpstreamResponse) => (status === 404 ? absent() : undefined),
  // Names are case-insensitive.
  cacheKey: ({ username }: OfName) => ({ username: username.toLowerCase() }),
  notFound: ({ username }: OfName) => `No user named "${username}" was found.`,
  // Addresses of pictures expire within days.
  cache: { freshMs: minutes(10) },
};

/** A user by name, as shown without a login. */
export const profile = profiles.endpoint('profile', byName);

/** The same for the operator's session. */
export const profileSignedIn = signedIn.endpoint('profileSignedIn', byName);

/** The id of a user by name, from the feed: an endpoint that serves accounts whose profile is refused. */
export const userIdByName = signedIn.endpoint('userIdByName', {
  request: ({ username }: OfName) => ({
    path: path`/api/v1/feed/user/${username}/username/`,
    query: { count: 1 },
  }),
  decode: z
    .object({ user: shape({ pk: nullable(id), id: nullable(id) }) })
    .transform(({ user }, context) => ({
      id: needed(context, 'pk', user.pk ?? user.id),
    })),
  cacheKey: byName.cacheKey,
  notFound: byName.notFound,
  cache: { freshMs: hours(24) },
  wideIntegers: true,
});

/** An account that the session is not old enough for: its counts are zero and its texts empty. */
const Gated = z.object({ user: z.object({ gating: z.object({}) }) });

/** A user by id, with fields that require a login. */
export const userById = signedIn.endpoint('userById', {
  request: ({ id }: { readonly id: string }) => ({ path: path`/api/v1/users/${id}/info/` }),
  decode: z.object({ user: User }).transform(({ user }) => user),
  classify: (response) => (Gated.safeParse(response.tryJson()).success ? ageGated() : undefined),
  notFound: ({ id }) => `No user with the id ${id} was found.`,
  cache: { freshMs: minutes(10) },
  wideIntegers: true,
});
