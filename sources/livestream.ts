import { z } from 'zod';
import { hours, minutes, seconds } from '../core/clock.ts';
import { Fault } from '../core/faults.ts';
import {
  at,
  decimal,
  flag,
  id,
  listOf,
  maybe,
  orElse,
  shape,
  snakeCase,
  text,
  whole,
} from './kernel/decode.ts';
import { limitedBy, secondsUntil } from './kernel/http/classify-response.ts';
import { clientCredentials } from './kernel/oauth.ts';
import { type Answer, defineSource } from './kernel/source.ts';

/**
 * Users, streams, channels, clips, videos and games from the Twitch API (Helix), signed with the token of an
 * application. A token is granted 800 requests a minute. What does not exist is missing from a list, never an error.
 */
export const source = defineSource({
  group: 'livestream',
  origins: ['https://api.twitch.tv', 'https://id.twitch.tv'],
  credential: clientCredentials({
    issuer: { origin: 'https://id.twitch.tv', path: '/oauth2/token' },
    clientId: 'LIVESTREAM_CLIENT_ID',
    clientSecret: 'LIVESTREAM_CLIENT_SECRET',
    clientIdHeader: 'client-id',
    userToken: 'LIVESTREAM_USER_TOKEN',
  }),
  judge,
});

const Failure = z.object({ message: z.string() });

/** Since all else is checked before, a refused value is most likely a cursor of another list, or of long ago. */
function judge(answer: Answer): Fault | 'accepted' | undefined {
  const details = { source: 'livestream' };
  switch (answer.status) {
    case 400: {
      const message = Failure.safeParse(answer.tryJson()).data?.message ?? '';
      const isCursor = /cursor|after|pagination/i.test(message);
      return new Fault(
        'invalid',
        isCursor ? 'after must be the cursor that the page before gave.' : refused,
        details,
      );
    }
    case 404:
      return 'accepted';
    case 410:
      return new Fault('upstreamChanged', 'The source for livestream no longer answers this.', details);
    case 413:
    case 414:
    case 431:
      return new Fault('invalid', refused, details);
    case 429:
      return limitedBy('livestream', answer, secondsUntil(answer, 'ratelimit-reset'));
    default:
      return undefined;
  }
}

const refused = 'The source for livestream does not accept this value.';

/** Lists stand in `data`; nothing found is an empty one, or a 404 in some places. */
const payload = (answer: Answer): unknown => (answer.status === 404 ? { data: [], total: 0 } : answer.json());

/** Empty text stands for what is not known; recordings of older years leave it out. */
const words = orElse(text, '');

const User = shape(
  {
    id,
    login: text,
    displayName: text,
    type: words,
    broadcasterType: words,
    description: words,
    profileImageUrl: words,
    offlineImageUrl: words,
    // No longer counted: zero since 2022, and then left out.
    viewCount: orElse(whole, 0),
    createdAt: text,
  },
  snakeCase,
);

const Stream = shape(
  {
    id,
    userId: id,
    userLogin: words,
    userName: text,
    gameId: words,
    gameName: words,
    type: words,
    title: words,
    viewerCount: whole,
    startedAt: text,
    language: words,
    thumbnailUrl: text,
    tags: listOf(text),
    isMature: orElse(flag, false),
  },
  snakeCase,
);

const Channel = shape(
  {
    broadcasterId: id,
    broadcasterLogin: words,
    broadcasterName: text,
    broadcasterLanguage: words,
    gameId: words,
    gameName: words,
    title: words,
    // Told to the broadcaster alone: zero for everybody else.
    delay: orElse(whole, 0),
    tags: listOf(text),
    isBrandedContent: orElse(flag, false),
    contentClassificationLabels: listOf(text),
  },
  snakeCase,
);

const FoundChannel = shape(
  {
    id,
    broadcasterLogin: words,
    displayName: text,
    broadcasterLanguage: words,
    gameId: words,
    gameName: words,
    isLive: orElse(flag, false),
    startedAt: words,
    tags: listOf(text),
    thumbnailUrl: words,
    title: words,
  },
  snakeCase,
);

const Follower = shape({ userId: id, userLogin: words, userName: text, followedAt: text }, snakeCase);

const Clip = shape(
  {
    id,
    url: text,
    embedUrl: text,
    broadcasterId: id,
    broadcasterName: text,
    creatorId: words,
    creatorName: words,
    videoId: words,
    gameId: words,
    language: words,
    title: words,
    viewCount: whole,
    createdAt: text,
    thumbnailUrl: text,
    duration: maybe(decimal),
    isFeatured: orElse(flag, false),
  },
  snakeCase,
);

/** What a video can be: the whole recording of a stream, cut from one, or sent in. */
export const videoTypes = ['archive', 'highlight', 'upload'] as const;

const Video = shape(
  {
    id,
    streamId: maybe(id),
    userId: id,
    userLogin: words,
    userName: text,
    title: words,
    description: words,
    createdAt: text,
    publishedAt: text,
    url: text,
    thumbnailUrl: words,
    viewable: words,
    viewCount: whole,
    language: words,
    type: z.enum(videoTypes),
    duration: text,
    mutedSegments: maybe(z.array(shape({ duration: decimal, offset: decimal }))),
  },
  snakeCase,
);

const Game = shape({
  id,
  name: text,
  boxArtUrl: at('box_art_url', words),
  externalDbId: at('igdb_id', words),
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
  readonly pagination: Pagination;
}

export interface Pagination {
  /** Leads to the next page; null at the end. */
  readonly cursor: string | null;
}

export interface Followers extends Page<Follower> {
  readonly total: number;
}

const all = <Item>(item: z.ZodType<Item>): z.ZodType<readonly Item[]> =>
  z.object({ data: z.array(item) }).transform(({ data }) => data);

const Pagination = maybe(z.object({ cursor: maybe(text) })).transform(
  (found): Pagination => ({ cursor: found?.cursor || null }),
);

const page = <Item>(item: z.ZodType<Item>): z.ZodType<Page<Item>> =>
  shape({ items: at('data', z.array(item)), pagination: Pagination });

/** The most keys that one request takes, and the most entries of a page. */
export const most = 100;

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

/** Logins are the same in any case. */
type Who = { readonly login: string } | { readonly id: string };

/** A user; ids and logins share requests. */
export const user = source.batched('user', {
  max: most,
  key: (who: Who) => ('id' in who ? `id:${who.id}` : `login:${who.login.toLowerCase()}`),
  request: (keys) => ({ path: '/helix/users', query: queryOf(keys) }),
  decode: all(User),
  payload,
  keyOf: ({ id, login }) => [`id:${id}`, `login:${login.toLowerCase()}`],
  keep: { freshMs: hours(1) },
});

/** The running stream of a user, by login. */
export const stream = source.batched('stream', {
  max: most,
  key: ({ login }: { readonly login: string }) => `user_login:${login.toLowerCase()}`,
  // Without `first`, no more than 20 of the 100 would be answered.
  request: (keys) => ({ path: '/helix/streams', query: { ...queryOf(keys), first: most } }),
  decode: all(Stream),
  payload,
  // Answers of before August 2020 have no login beside the name.
  keyOf: ({ userLogin, userName }) => `user_login:${(userLogin || userName).toLowerCase()}`,
  keep: { freshMs: seconds(30) },
});

/** What a broadcaster says of their channel, by the broadcaster's id. */
export const channel = source.batched('channel', {
  max: most,
  key: ({ broadcasterId }: { readonly broadcasterId: string }) => `broadcaster_id:${broadcasterId}`,
  request: (keys) => ({ path: '/helix/channels', query: queryOf(keys) }),
  decode: all(Channel),
  payload,
  keyOf: ({ broadcasterId }) => `broadcaster_id:${broadcasterId}`,
  keep: { freshMs: minutes(2) },
});

/** A game by id, or by its name exactly as it is spelled; both share requests. */
export const game = source.batched('game', {
  max: most,
  key: (which: { readonly name: string } | { readonly id: string }) =>
    'id' in which ? `id:${which.id}` : `name:${which.name}`,
  request: (keys) => ({ path: '/helix/games', query: queryOf(keys) }),
  decode: all(Game),
  payload,
  keyOf: ({ id, name }) => [`id:${id}`, `name:${name}`],
  keep: { freshMs: hours(1) },
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
  payload,
  keep: { freshMs: seconds(30) },
});

/** Channels whose name or description holds some words; those that are not live, too. */
export const searchChannels = source.endpoint('searchChannels', {
  request: (query: OfPage & { readonly query: string }) => ({
    path: '/helix/search/channels',
    query: { ...query },
  }),
  decode: page(FoundChannel),
  payload,
  keep: { freshMs: minutes(1) },
});

interface OfBroadcaster extends OfPage {
  readonly broadcasterId: string;
}

const broadcasterQuery = ({ broadcasterId, ...query }: OfBroadcaster) => ({
  broadcaster_id: broadcasterId,
  ...query,
});

/**
 * How many follow a channel, and who. An application is told their number alone; the list is for a user who moderates
 * the channel.
 */
export const followers = source.endpoint('followers', {
  request: (asked: OfBroadcaster) => ({
    path: '/helix/channels/followers',
    query: broadcasterQuery(asked),
    asUser: true,
  }),
  judge: ({ status }) => (status === 401 || status === 403 ? needsUserToken : undefined),
  decode: shape({ total: whole, items: at('data', z.array(Follower)), pagination: Pagination }),
  payload,
  keep: { freshMs: minutes(2) },
});

const needsUserToken = new Fault(
  'unconfigured',
  'The source for livestream wants LIVESTREAM_USER_TOKEN for this, the token of a user who moderates the channel.',
  { source: 'livestream' },
);

/** Clips of a channel, the most watched first. */
export const clips = source.endpoint('clips', {
  request: (asked: OfBroadcaster) => ({ path: '/helix/clips', query: broadcasterQuery(asked) }),
  decode: page(Clip),
  payload,
  keep: { freshMs: minutes(5) },
});

/** Videos of a user, the newest first. */
export const videos = source.endpoint('videos', {
  request: ({ userId, ...query }: OfPage & { readonly userId: string }) => ({
    path: '/helix/videos',
    query: { user_id: userId, ...query },
  }),
  decode: page(Video),
  payload,
  keep: { freshMs: minutes(5) },
});

/** Games, the most watched first. */
export const topGames = source.endpoint('topGames', {
  request: (query: OfPage) => ({ path: '/helix/games/top', query: { ...query } }),
  decode: page(Game),
  payload,
  keep: { freshMs: minutes(1) },
});
