import { z } from 'zod';
import { minutes } from '../core/clock.ts';
import { path } from './kernel/credentials.ts';
import {
  boolean,
  id,
  integer,
  nullable,
  optionalList,
  requiredList,
  shape,
  snakeCase,
  text,
  withDefault,
} from './kernel/decode.ts';
import type { UpstreamResponse } from './kernel/source.ts';
import type { OfName, User } from './photosocial.ts';
import { Highlight } from './photosocial-decode.ts';
import { blocks, dig, type Fields, faultOf, isFields } from './photosocial-pages.ts';
import { profilePages } from './photosocial-sources.ts';

/*
 * The page of a profile, which needs no login. It has neither the number of posts nor the type of the account, and no
 * post in full.
 */

const userBlock = 'xig_user_by_username';
const highlightsBlock = 'lox_highlights_connection';

const noUser = (username: string) => `No user named "${username}" was found.`;

const isName = (one: unknown, other: string): boolean =>
  typeof one === 'string' && one.toLowerCase() === other.toLowerCase();

/** The user of a page; null when the page says that there is none. Other blocks of this name have the posts only. */
function userIn(page: string, username: string): Fields | null {
  let isAbsent = false;
  for (const block of blocks(page, userBlock)) {
    isAbsent ||= block === null;
    if (isFields(block) && isName(block.username, username)) return block;
  }
  if (isAbsent) return null;
  throw faultOf(page, noUser(username), userBlock);
}

/** The highlights of a user; undefined for a page without them. A page may list those of other users. */
function highlightsIn(page: string, user: Fields, username: string): readonly unknown[] | undefined {
  const connection = user[highlightsBlock] ?? blocks(page, highlightsBlock).next().value;
  const edges = dig(connection, 'edges');
  if (!Array.isArray(edges)) return undefined;
  return edges
    .map((edge) => dig(edge, 'node'))
    .filter((node) => isName(dig(node, 'owner_username') ?? username, username));
}

function readPage(response: UpstreamResponse) {
  const page = response.text();
  const username = response.url.pathname.split('/')[1] ?? '';
  const user = userIn(page, username);
  return user && { user, highlights: highlightsIn(page, user, username) };
}

const BioLink = shape({ title: withDefault(text, ''), url: withDefault(text, '') });

const PageUser = shape(
  {
    pk: id,
    username: text,
    fullName: withDefault(text, ''),
    biography: withDefault(text, ''),
    hdProfilePicUrlInfo: nullable(shape({ url: text })),
    profilePicUrl: withDefault(text, ''),
    isPrivate: boolean,
    isVerified: withDefault(boolean, false),
    followerCount: integer,
    followingCount: integer,
    mediaCount: nullable(integer),
    allMediaCount: nullable(integer),
    externalUrl: nullable(text),
    bioLinks: optionalList(BioLink),
  },
  snakeCase,
).transform(
  ({ pk, username, fullName, biography, isPrivate, isVerified, bioLinks, ...told }): User => ({
    id: pk,
    username,
    fullName,
    biography,
    isPrivate,
    isVerified,
    bioLinks,
    profilePic: told.hdProfilePicUrlInfo?.url ?? told.profilePicUrl,
    followers: told.followerCount,
    following: told.followingCount,
    posts: told.allMediaCount ?? told.mediaCount,
    // The website is the first of the links.
    externalUrl: told.externalUrl ?? bioLinks[0]?.url ?? '',
    isBusiness: null,
    accountType: null,
  }),
);

/** A user as shown to everybody; null for highlights that the page does not list, or that do not decode. */
export interface ProfilePage {
  readonly user: User;
  readonly highlights: readonly Highlight[] | null;
}

const Page: z.ZodType<ProfilePage | null> = z
  .object({ user: PageUser, highlights: nullable(requiredList(Highlight)).catch(null) })
  .nullable();

/** The page of a profile. */
export const profilePage = profilePages.endpoint('profilePage', {
  request: ({ username }: OfName) => ({ path: path`/${username}/` }),
  payload: readPage,
  decode: Page,
  absent: (model: ProfilePage | null): model is null => model === null,
  // Names are case-insensitive.
  cacheKey: ({ username }: OfName) => ({ username: username.toLowerCase() }),
  notFound: ({ username }) => noUser(username),
  // Addresses of pictures expire within days.
  cache: { freshMs: minutes(10) },
  maxBytes: 4 * 1_048_576,
  weigh: (shown) => 2_048 + 512 * (shown?.highlights ?? []).length,
});
