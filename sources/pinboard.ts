import { z } from 'zod';
import { hours, minutes } from '../core/clock.ts';
import { path, type UpstreamCall } from './kernel/credentials.ts';
import {
  boolean,
  from,
  id,
  integer,
  nullable,
  shape,
  snakeCase,
  strictDefault,
  text,
  withDefault,
} from './kernel/decode.ts';
import { embeddedJson, embeddedJsonContaining } from './kernel/embedded-json.ts';
import type { Page, UpstreamResponse } from './kernel/source.ts';
import { GridPin, listed, type Pin, RelayPin } from './pinboard-pins.ts';
import { images, pages, resources, visual, widgets } from './pinboard-sources.ts';

const count = withDefault(integer, 0);

const RawProfile = shape(
  {
    id,
    username: text,
    displayName: from('full_name', withDefault(text, '')),
    bio: from('about', withDefault(text, '')),
    imageXlargeUrl: nullable(text),
    imageLargeUrl: nullable(text),
    imageMediumUrl: nullable(text),
    followerCount: count,
    followingCount: count,
    pinCount: count,
    boardCount: count,
    websiteUrl: nullable(text),
    domainUrl: nullable(text),
    domainVerified: withDefault(boolean, false),
    isVerifiedMerchant: withDefault(boolean, false),
    verifiedIdentity: nullable(shape({ verified: nullable(boolean) })),
    isPrivateProfile: strictDefault(boolean, false),
  },
  snakeCase,
);

/** There are several marks of verification: of a site, a shop or a person. */
const Profile = RawProfile.transform((profile) => ({
  id: profile.id,
  username: profile.username,
  displayName: profile.displayName,
  bio: profile.bio,
  profileImage: profile.imageXlargeUrl ?? profile.imageLargeUrl ?? profile.imageMediumUrl ?? '',
  followerCount: profile.followerCount,
  followingCount: profile.followingCount,
  pinCount: profile.pinCount,
  boardCount: profile.boardCount,
  website: profile.websiteUrl ?? profile.domainUrl ?? '',
  isVerified:
    profile.domainVerified || profile.isVerifiedMerchant || profile.verifiedIdentity?.verified === true,
  isPrivate: profile.isPrivateProfile,
}));

export type Profile = z.output<typeof Profile>;

const Resource = z.object({
  resource_response: z.object({ data: z.unknown(), bookmark: nullable(text) }),
});

/** A resource that the site's pages load; `handler` is the kind of the page. */
const resource = (name: string, sourceUrl: string, handler: string, options: object): UpstreamCall => ({
  path: `/resource/${name}Resource/get/`,
  query: { source_url: sourceUrl, data: JSON.stringify({ options, context: {} }) },
  headers: { 'x-pinterest-source-url': sourceUrl, 'x-pinterest-pws-handler': handler },
});

const resourceIn = (response: UpstreamResponse) =>
  Resource.safeParse(response.tryJson()).data?.resource_response;

/** A resource; null where the upstream responds with null or an empty list, which is how it reports an absence. */
const orEmpty = <Model>(schema: z.ZodType<Model>): z.ZodType<Model | null> =>
  z.preprocess((data) => (Array.isArray(data) && data.length === 0 ? null : data), schema.nullable());

const isNull = (model: unknown): model is null => model === null;

const dataOf = <Model>(schema: z.ZodType<Model>): z.ZodType<Model> =>
  z
    .object({ resource_response: shape({ data: schema }) })
    .transform(({ resource_response }) => resource_response.data);

interface OfUser {
  readonly username: string;
}

interface OfBoard extends OfUser {
  readonly board: string;
}

const sameName = <Asked extends OfUser>(asked: Asked): Asked => ({
  ...asked,
  username: asked.username.toLowerCase(),
});

const noSuchUser = ({ username }: OfUser) => `No user named "${username}" was found.`;
const noSuchBoard = ({ username, board }: OfBoard) => `No board "${username}/${board}" was found.`;

const cache = { freshMs: minutes(10) };

/** A user's profile. */
export const profile = resources.endpoint('profile', {
  request: ({ username }: OfUser) =>
    resource('User', path`/${username}/`, 'www/[username].js', { username, field_set_key: 'profile' }),
  decode: dataOf(orEmpty(Profile)),
  absent: isNull,
  cacheKey: sameName,
  notFound: noSuchUser,
  cache,
});

/** The initial state of a page's script: responses by resource and arguments. */
const Stored = z.object({
  initialReduxState: z.object({
    resources: z.object({
      UserResource: z.record(text, z.object({ data: Profile })).transform((answers, context) => {
        const [answer] = Object.values(answers);
        if (answer) return answer.data;
        context.addIssue({ code: 'custom', message: 'no user' });
        return z.NEVER;
      }),
    }),
  }),
});

/** The same, from the page of the profile. */
export const profilePage = pages.endpoint('profilePage', {
  request: ({ username }: OfUser) => ({ path: path`/${username}/` }),
  payload: (response) => embeddedJson(response.text(), 'id="__PWS_INITIAL_PROPS__"'),
  decode: Stored.transform(({ initialReduxState }) => initialReduxState.resources.UserResource),
  cacheKey: sameName,
  notFound: noSuchUser,
  cache,
});

const perPage = 25;
/** Not every entry is a pin, so a list may need one page more than its number of pins. */
const mostPages = 5;

/** The entries to read of a list. Reads of equally many pages share one cache entry. */
export interface Wanted {
  readonly pages: number;
}

export const pagesFor = (limit: number): Wanted => ({ pages: Math.ceil(limit / perPage) });

/** A list continues at a bookmark; several values mark its end. */
const isLast = (bookmark: string | null | undefined): boolean =>
  !bookmark || bookmark === '-end-' || bookmark.startsWith('Y2JOb25lO');

/** The pins of a list, page by page, until there are enough. */
const pinList = <Args extends Wanted>(
  name: string,
  ask: (args: Args, bookmarks: readonly string[] | undefined) => UpstreamCall,
  options: {
    readonly decode: z.ZodType<readonly Pin[]>;
    readonly cacheKey?: (args: Args) => Args;
    readonly notFound?: (args: Args) => string;
  },
) =>
  resources.endpoint(name, {
    ...options,
    request: (args: Args) => ask(args, undefined),
    next({ args, response, number, items }: Page<Args, readonly Pin[]>) {
      const bookmark = resourceIn(response)?.bookmark;
      const isEnough = items >= args.pages * perPage || number >= Math.min(args.pages + 1, mostPages);
      return isEnough || isLast(bookmark) ? undefined : ask(args, [bookmark!]);
    },
    cache,
  });

const grid = { page_size: perPage, field_set_key: 'react_grid_pin' };

/** The pins that match words. */
export const search = pinList(
  'search',
  ({ words }: Wanted & { readonly words: string }, bookmarks) =>
    resource('BaseSearch', `/search/pins/?q=${encodeURIComponent(words)}&rs=typed`, 'www/search/[scope].js', {
      query: words,
      scope: 'pins',
      rs: 'typed',
      page_size: perPage,
      bookmarks,
    }),
  {
    decode: dataOf(z.object({ results: listed(GridPin) })).transform(({ results }) => results),
    cacheKey: (asked) => ({ ...asked, words: asked.words.replaceAll(/\s+/g, ' ').toLowerCase() }),
  },
);

/** The newest pins of a user. */
export const userPins = pinList<Wanted & OfUser>(
  'userPins',
  ({ username }, bookmarks) =>
    resource('UserPins', path`/${username}/pins/`, 'www/[username]/pins.js', {
      username,
      is_own_profile_pins: false,
      field_set_key: 'grid_item',
      pin_filter: null,
      page_size: perPage,
      bookmarks,
    }),
  { decode: dataOf(listed(GridPin)), cacheKey: sameName, notFound: noSuchUser },
);

const Board = shape({ id, pinCount: from('pin_count', nullable(integer)), name: withDefault(text, '') });

/** A board by the names in its address. */
export const board = resources.endpoint('board', {
  request: ({ username, board }: OfBoard) =>
    resource('Board', path`/${username}/${board}/`, 'www/[username]/[slug].js', {
      username,
      slug: board,
      field_set_key: 'detailed',
    }),
  decode: dataOf(orEmpty(Board)),
  absent: isNull,
  cacheKey: sameName,
  notFound: noSuchBoard,
  cache,
});

interface BoardPins extends Wanted, OfBoard {
  readonly id: string;
}

/** The newest pins of a board. */
export const boardPins = pinList<BoardPins>(
  'boardPins',
  ({ id, username, board }, bookmarks) =>
    resource('BoardFeed', path`/${username}/${board}/`, 'www/[username]/[slug].js', {
      board_id: id,
      prepend: false,
      ...grid,
      bookmarks,
    }),
  { decode: dataOf(listed(GridPin)), cacheKey: sameName, notFound: noSuchBoard },
);

const Widget = z.object({
  data: z.object({
    board: nullable(shape({ pinCount: from('pin_count', nullable(integer)) })),
    pins: listed(GridPin),
  }),
});

const widgetAnswer = Widget.transform(({ data }) => data);

/** The fifty newest pins of a user, from the embeddable widget. */
export const userWidget = widgets.endpoint('userWidget', {
  request: ({ username }: OfUser) => ({ path: path`/v3/pidgets/users/${username}/pins/` }),
  decode: widgetAnswer,
  cacheKey: sameName,
  notFound: noSuchUser,
  cache,
});

/** The same of a board. */
export const boardWidget = widgets.endpoint('boardWidget', {
  request: ({ username, board }: OfBoard) => ({ path: path`/v3/pidgets/boards/${username}/${board}/pins/` }),
  decode: widgetAnswer,
  cacheKey: sameName,
  notFound: noSuchBoard,
  cache,
});

const PinPage = z
  .object({
    response: z.object({ data: z.object({ v3GetPinQuery: z.object({ data: RelayPin.nullable() }) }) }),
  })
  .transform(({ response }): Pin | null => response.data.v3GetPinQuery.data);

/** A pin, from its page; null when there is none. */
export const pinPage = pages.endpoint('pinPage', {
  request: ({ id }: { readonly id: string }) => ({ path: path`/pin/${id}/` }),
  payload: (response) => embeddedJsonContaining(response.text(), '"v3GetPinQuery"').next().value,
  decode: PinPage,
  notFound: ({ id }) => `No pin with the id ${id} was found.`,
  cache,
});

/** The address of a picture: a host of the upstream, and a validated path. */
export interface ImageAddress {
  readonly host: string;
  readonly path: string;
}

/** The largest picture that is returned as a data URI. */
export const mostImageBytes = 10 * 1024 * 1024;

/** The unchanged file of a picture. */
export const image = images.endpoint('image', {
  request: ({ host, path }: ImageAddress) => ({ origin: `https://${host}`, path }),
  payload: (response) => response.body(),
  decode: z.instanceof(Buffer),
  maxBytes: mostImageBytes,
  notFound: ({ host, path }) => `There is no picture at https://${host}${path}.`,
  cache: { freshMs: hours(1) },
});

/** A picture to upload; in a cache key, its address stands for it. */
export interface SentImage {
  readonly bytes: Buffer;
  readonly type: string;
  toJSON(): string;
}

const boundary = 'picture-of-a-pin';

function multipart({ bytes, type }: SentImage, fields: Readonly<Record<string, string | number>>): Buffer {
  const part = (head: string) => `--${boundary}\r\ncontent-disposition: form-data; name=${head}\r\n\r\n`;
  const texts = Object.entries(fields).map(([name, value]) => `${part(`"${name}"`)}${value}\r\n`);
  const picture = part(`"image"; filename="image"\r\ncontent-type: ${type}`);
  return Buffer.concat([
    Buffer.from(texts.join('') + picture),
    bytes,
    Buffer.from(`\r\n--${boundary}--\r\n`),
  ]);
}

/** The pins whose pictures are similar to a picture. */
export const similar = visual.endpoint('similar', {
  request: ({ picture, limit }: { readonly picture: SentImage; readonly limit: number }) => ({
    method: 'PUT',
    path: '/v3/visual_search/extension/image/',
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
    body: multipart(picture, { x: 0, y: 0, w: 1, h: 1, base_scheme: 'https', page_size: limit }),
  }),
  decode: z.object({ data: listed(GridPin) }).transform(({ data }) => data),
  cache,
});
