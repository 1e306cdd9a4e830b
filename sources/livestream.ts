import { z } from 'zod';
import { hours, minutes, seconds } from '../core/clock.ts';
import { Fault } from '../core/faults.ts';
import {
  boolean,
  from,
  id,
  integer,
  nullable,
  number,
  oneOf,
  optionalList,
  optionalText,
  requiredList,
  shape,
  snakeCase,
  standingIn,
  strictNullable,
  text,
  withDefault,
} from './kernel/decode.ts';
import { messageOf, source } from './livestream-sources.ts';

/** Null where a source does not state it. */
type Maybe<Value> = z.ZodType<Value | null>;

const User = shape(
  {
    id,
    login: text,
    displayName: optionalText,
    type: optionalText,
    broadcasterType: optionalText,
    description: optionalText,
    profileImageUrl: optionalText,
    offlineImageUrl: optionalText,
    // Zero since 2022, and left out later.
    viewCount: withDefault(integer, 0),
    createdAt: nullable(text),
  },
  snakeCase,
).transform(standingIn('displayName', 'login'));

const Stream = shape(
  {
    id,
    userId: id,
    userLogin: optionalText,
    userName: optionalText,
    gameId: optionalText,
    gameName: optionalText,
    type: optionalText,
    title: optionalText,
    viewerCount: withDefault(integer, 0),
    startedAt: nullable(text),
    language: optionalText,
    thumbnailUrl: optionalText,
    tags: optionalList(text),
    isMature: withDefault(boolean, false) as Maybe<boolean>,
  },
  snakeCase,
).transform(standingIn('userName', 'userLogin'));

const Channel = shape(
  {
    broadcasterId: id,
    broadcasterLogin: optionalText,
    broadcasterName: optionalText,
    broadcasterLanguage: optionalText,
    gameId: optionalText,
    gameName: optionalText,
    title: optionalText,
    // Visible to the broadcaster only; zero for others.
    delay: withDefault(integer, 0),
    tags: optionalList(text) as Maybe<readonly string[]>,
    isBrandedContent: withDefault(boolean, false) as Maybe<boolean>,
    contentClassificationLabels: optionalList(text) as Maybe<readonly string[]>,
  },
  snakeCase,
).transform(standingIn('broadcasterName', 'broadcasterLogin'));

const FoundChannel = shape(
  {
    id,
    broadcasterLogin: optionalText,
    displayName: text,
    broadcasterLanguage: optionalText,
    gameId: optionalText,
    gameName: optionalText,
    isLive: withDefault(boolean, false),
    startedAt: optionalText,
    tags: optionalList(text),
    thumbnailUrl: optionalText,
    title: optionalText,
  },
  snakeCase,
);

const Follower = shape({ userId: id, userLogin: optionalText, userName: text, followedAt: text }, snakeCase);

const Clip = shape(
  {
    id,
    url: text,
    embedUrl: text,
    broadcasterId: id,
    broadcasterName: text,
    creatorId: optionalText,
    creatorName: optionalText,
    videoId: optionalText,
    gameId: optionalText,
    language: optionalText,
    title: optionalText,
    viewCount: integer,
    createdAt: text,
    thumbnailUrl: text,
    duration: nullable(number),
    isFeatured: withDefault(boolean, false) as Maybe<boolean>,
  },
  snakeCase,
);

/** The kinds of videos: the recording of a stream, a part of one, or an upload. */
export const videoTypes = ['archive', 'highlight', 'upload'] as const;

const Video = shape(
  {
    id,
    streamId: nullable(id),
    userId: id,
    userLogin: optionalText,
    userName: text,
    title: optionalText,
    description: optionalText,
    createdAt: text,
    publishedAt: text,
    url: text,
    thumbnailUrl: optionalText,
    viewable: optionalText,
    viewCount: integer,
    language: optionalText,
    type: oneOf(videoTypes),
    duration: text,
    mutedSegments: nullable(requiredList(shape({ duration: number, offset: number }))),
  },
  snakeCase,
);

const Game = shape({
  id,
  name: text,
  boxArtUrl: from('box_art_url', optionalText),
  externalDbId: from('igdb_id', optionalText as Maybe<string>),
});

export type User = z.output<typeof User>;
export type Stream = z.output<typeof Stream>;
export type Channel = z.output<typeof Channel>;
export type FoundChannel = z.output<typeof FoundChannel>;
export type Follower = z.output<typeof Follower>;
export type Clip = z.output<typeof Clip>;
export type Video = z.output<typeof Video>;
export type Game = z.output<typeof Game>;

/** One page of a list. */
export interface Page<Item> {
  readonly items: readonly Item[];
  /** The cursor of the next page; null at the end. */
  readonly next: string | null;
}

export interface Followers extends Page<Follower> {
  readonly total: number;
}

const all = <Item>(item: z.ZodType<Item>): z.ZodType<readonly Item[]> =>
  z.object({ data: requiredList(item) }).transform(({ data }) => data);

const next = from(
  'pagination',
  strictNullable(z.object({ cursor: strictNullable(text) })).transform((found) => found?.cursor || null),
);

const page = <Item>(item: z.ZodType<Item>): z.ZodType<Page<Item>> =>
  shape({ items: from('data', requiredList(item)), next });

/** The most keys of one request, and the most entries of a page. */
export const maxPerRequest = 100;

/** A key is the name and the value of a parameter: `login:octocat`, `id:1`. */
function queryOf(keys: readonly string[]): Record<string, string[]> {
  const query: Record<string, string[]> = {};
  for (const key of keys) {
    const end = key.indexOf(':');
    const name = key.slice(0, end);
    query[name] ??= [];
    query[name].push(key.slice(end + 1));
  }
  return query;
}

/** Logins are case-insensitive. */
type Who = { readonly login: string } | { readonly id: string };

/** A user; ids and logins share requests. */
export const user = source.batched('user', {
  maxPerRequest: maxPerRequest,
  key: (who: Who) => ('id' in who ? `id:${who.id}` : `login:${who.login.toLowerCase()}`),
  request: (keys) => ({ path: '/helix/users', query: queryOf(keys) }),
  decode: all(User),
  keyOf: ({ id, login }) => [`id:${id}`, `login:${login.toLowerCase()}`],
  cache: { freshMs: hours(1) },
});

/** The running stream of a user, by login. */
export const stream = source.batched('stream', {
  maxPerRequest: maxPerRequest,
  key: ({ login }: { readonly login: string }) => `user_login:${login.toLowerCase()}`,
  // Without `first`, at most 20 of the 100 would be returned.
  request: (keys) => ({ path: '/helix/streams', query: { ...queryOf(keys), first: maxPerRequest } }),
  decode: all(Stream),
  // Responses before August 2020 have no login beside the name.
  keyOf: ({ userLogin, userName }) => `user_login:${(userLogin || userName).toLowerCase()}`,
  cache: { freshMs: seconds(30) },
});

/** The channel of a broadcaster, by the broadcaster's id. */
export const channel = source.batched('channel', {
  maxPerRequest: maxPerRequest,
  key: ({ broadcasterId }: { readonly broadcasterId: string }) => `broadcaster_id:${broadcasterId}`,
  request: (keys) => ({ path: '/helix/channels', query: queryOf(keys) }),
  decode: all(Channel),
  keyOf: ({ broadcasterId }) => `broadcaster_id:${broadcasterId}`,
  cache: { freshMs: minutes(2) },
});

/** A game by id, or by its exact name; both share requests. */
export const game = source.batched('game', {
  maxPerRequest: maxPerRequest,
  key: (which: { readonly name: string } | { readonly id: string }) =>
    'id' in which ? `id:${which.id}` : `name:${which.name}`,
  request: (keys) => ({ path: '/helix/games', query: queryOf(keys) }),
  decode: all(Game),
  keyOf: ({ id, name }) => [`id:${id}`, `name:${name}`],
  cache: { freshMs: hours(1) },
});

interface OfPage {
  readonly first: number;
  readonly after: string | undefined;
}

/** Running streams, the most watched first; of one game where one is given. */
export const topStreams = source.endpoint('topStreams', {
  request: ({ gameId, ...query }: OfPage & { readonly gameId?: string }) => ({
    path: '/helix/streams',
    query: { game_id: gameId, ...query },
  }),
  decode: page(Stream),
  cache: { freshMs: seconds(30) },
});

/** Channels whose name or description matches words, live or not. */
export const searchChannels = source.endpoint('searchChannels', {
  request: (query: OfPage & { readonly query: string }) => ({
    path: '/helix/search/channels',
    query: { ...query },
  }),
  decode: page(FoundChannel),
  cache: { freshMs: minutes(1) },
});

interface OfBroadcaster extends OfPage {
  readonly broadcasterId: string;
}

const broadcasterQuery = ({ broadcasterId, ...query }: OfBroadcaster) => ({
  broadcaster_id: broadcasterId,
  ...query,
});

/**
 * The number of a channel's followers, and their list. With an application token the list is empty; it requires the
 * token of a moderator.
 */
export const followers = source.endpoint('followers', {
  request: (asked: OfBroadcaster) => ({
    path: '/helix/channels/followers',
    query: broadcasterQuery(asked),
    asUser: true,
  }),
  classify: ({ status }) => (status === 401 || status === 403 ? needsUserToken : undefined),
  decode: shape({ total: integer, items: from('data', requiredList(Follower)), next }),
  cache: { freshMs: minutes(2) },
});

const needsUserToken = new Fault(
  'unconfigured',
  'The source for livestream wants LIVESTREAM_USER_TOKEN for this, the token of a user who moderates the channel.',
  { group: 'livestream' },
);

/** Clips of a channel, the most watched first. */
export const clips = source.endpoint('clips', {
  request: (asked: OfBroadcaster) => ({ path: '/helix/clips', query: broadcasterQuery(asked) }),
  decode: page(Clip),
  cache: { freshMs: minutes(5) },
});

/** Videos of a user, the newest first. */
export const videos = source.endpoint('videos', {
  request: ({ userId, ...query }: OfPage & { readonly userId: string }) => ({
    path: '/helix/videos',
    query: { user_id: userId, ...query },
  }),
  // Of videos alone, a 404 of Helix says that there are none.
  classify: (response) =>
    response.status === 404 && messageOf(response) !== undefined ? 'accepted' : undefined,
  payload: (response) => (response.status === 404 ? { data: [] } : response.json()),
  decode: page(Video),
  cache: { freshMs: minutes(5) },
});

/** Games, the most watched first. */
export const topGames = source.endpoint('topGames', {
  request: (query: OfPage) => ({ path: '/helix/games/top', query: { ...query } }),
  decode: page(Game),
  cache: { freshMs: minutes(1) },
});
