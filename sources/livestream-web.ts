import { z } from 'zod';
import { hours, minutes, seconds } from '../core/clock.ts';
import { isRecord } from '../core/json.ts';
import {
  boolean,
  id,
  integer,
  nullable,
  optionalList,
  optionalText,
  shape,
  standingIn,
  strictNullable,
  text,
  withDefault,
} from './kernel/decode.ts';
import { changedAt } from './kernel/http/classify-response.ts';
import type { UpstreamResponse } from './kernel/source.ts';
import type { Channel, FoundChannel, Game, Page, Stream, User } from './livestream.ts';
import { web } from './livestream-sources.ts';

/*
 * Users, streams, channels, clips, videos and games from the graph of the web site, in the form of the official source. It
 * is asked in plain text, and states neither branded content nor classification labels.
 */

type Variables = Readonly<Record<string, unknown>>;

export const asking = (query: string, variables: Variables) => ({
  method: 'POST' as const,
  isSafe: true,
  path: '/gql',
  body: JSON.stringify({ query, variables }),
});

/** The roots of a response, whose errors concern optional parts of them. What does not exist is null; a body without roots has changed. */
function rootsOf(response: UpstreamResponse): Record<string, unknown>[] {
  const body = response.json();
  const told = Array.isArray(body) ? body[0] : body;
  const roots = isRecord(told) && isRecord(told.data) ? Object.values(told.data) : [];
  if (roots.length === 0) throw changedAt('livestream', 'data');
  return roots.flat().filter(isRecord);
}

/** An address with the sizes of a picture as the official source writes them. */
export const template = (url: string | null, size = '{width}x{height}'): string =>
  (url ?? '').replace(/-(?:\d+x\d+|\{width\}x\{height\})(?=\.\w+$)/, `-${size}`);

export const languageOf = (word: string | null): string => (word ?? '').toLowerCase().replace('_', '-');

const Named = shape({ id: optionalText, login: optionalText, displayName: text });
const GameRef = nullable(shape({ id: withDefault(id, ''), displayName: optionalText, name: optionalText }));
const Tags = nullable(z.array(shape({ name: text })));
const Settings = nullable(
  shape({ title: nullable(text), language: nullable(text), isMature: nullable(boolean), game: GameRef }),
);

const LiveStream = strictNullable(
  shape({
    id,
    title: nullable(text),
    type: withDefault(text, 'live'),
    viewersCount: withDefault(integer, 0),
    createdAt: nullable(text),
    previewImageURL: nullable(text),
    freeformTags: Tags,
    game: GameRef,
  }),
);

const gameName = (game: z.output<typeof GameRef>): string => game?.displayName || game?.name || '';

const streamOf = (
  stream: NonNullable<z.output<typeof LiveStream>>,
  { id, login, displayName }: z.output<typeof Named>,
  settings: z.output<typeof Settings>,
): Stream => ({
  id: stream.id,
  userId: id,
  userLogin: login,
  userName: displayName,
  gameId: stream.game?.id ?? '',
  gameName: gameName(stream.game),
  type: stream.type,
  title: settings?.title ?? stream.title ?? '',
  viewerCount: stream.viewersCount,
  startedAt: stream.createdAt,
  language: languageOf(settings?.language ?? null),
  thumbnailUrl: template(stream.previewImageURL),
  tags: (stream.freeformTags ?? []).map(({ name }) => name),
  isMature: settings?.isMature ?? null,
});

const AnyUser = shape({
  id,
  login: optionalText,
  displayName: optionalText,
  description: nullable(text),
  createdAt: nullable(text),
  profileImageURL: nullable(text),
  offlineImageURL: nullable(text),
  roles: nullable(
    shape({ isPartner: nullable(boolean), isAffiliate: nullable(boolean), isStaff: nullable(boolean) }),
  ),
  broadcastSettings: Settings,
  stream: LiveStream,
  followers: nullable(shape({ totalCount: nullable(integer) })),
}).transform(standingIn('displayName', 'login'));

type AnyUser = z.output<typeof AnyUser>;

/** A user with the channel and the stream that it owns. */
export interface WebUser {
  readonly user: User;
  readonly channel: Channel;
  readonly stream: Stream | null;
  readonly followers: number | null;
}

function webUserOf(found: AnyUser): WebUser {
  const { roles, broadcastSettings: settings, stream } = found;
  return {
    user: {
      id: found.id,
      login: found.login,
      displayName: found.displayName,
      type: roles?.isStaff ? 'staff' : '',
      broadcasterType: roles?.isPartner ? 'partner' : roles?.isAffiliate ? 'affiliate' : '',
      description: found.description ?? '',
      profileImageUrl: found.profileImageURL ?? '',
      offlineImageUrl: found.offlineImageURL ?? '',
      viewCount: 0,
      createdAt: found.createdAt,
    },
    channel: {
      broadcasterId: found.id,
      broadcasterLogin: found.login,
      broadcasterName: found.displayName,
      broadcasterLanguage: languageOf(settings?.language ?? null),
      gameId: settings?.game?.id ?? '',
      gameName: gameName(settings?.game ?? null),
      title: settings?.title ?? '',
      delay: 0,
      // Tags are those of the running stream.
      tags: stream?.freeformTags?.map(({ name }) => name) ?? null,
      isBrandedContent: null,
      contentClassificationLabels: null,
    },
    stream: stream && streamOf(stream, found, settings),
    followers: found.followers?.totalCount ?? null,
  };
}

const gameFields = 'game { id displayName }';
const streamFields = `id title type viewersCount createdAt previewImageURL freeformTags { name } ${gameFields}`;
const settingsFields = `broadcastSettings { title language isMature ${gameFields} }`;
const userFields = `id login displayName description createdAt profileImageURL(width: 300) offlineImageURL roles { isPartner isAffiliate isStaff } ${settingsFields} stream { ${streamFields} } followers { totalCount }`;

/** The most keys, and the most streams, of one request. */
export const mostAtOnce = 30;

const valuesOf = (keys: readonly string[], name: string): string[] =>
  keys.filter((key) => key.startsWith(`${name}:`)).map((key) => key.slice(name.length + 1));

/** A user by id or by login, with channel and stream. */
export const webUser = web.batched('webUser', {
  maxPerRequest: mostAtOnce,
  key: (who: { readonly id: string } | { readonly login: string }) =>
    'id' in who ? `id:${who.id}` : `login:${who.login.toLowerCase()}`,
  request(keys) {
    const [ids, logins] = [valuesOf(keys, 'id'), valuesOf(keys, 'login')];
    const parts = [
      ...(ids.length > 0 ? [`byId: users(ids: $ids) { ${userFields} }`] : []),
      ...(logins.length > 0 ? [`byLogin: users(logins: $logins) { ${userFields} }`] : []),
    ];
    return asking(`query Users($ids: [ID!], $logins: [String!]) { ${parts.join(' ')} }`, { ids, logins });
  },
  payload: rootsOf,
  decode: optionalList(AnyUser.transform(webUserOf)),
  keyOf: ({ user }) => [`id:${user.id}`, `login:${user.login.toLowerCase()}`],
  cache: { freshMs: seconds(30) },
});

const AnyGame = shape({
  id,
  name: nullable(text),
  displayName: optionalText,
  boxArtURL: nullable(text),
  avatarURL: nullable(text),
}).transform(
  ({ id, name, displayName, boxArtURL, avatarURL }): Game => ({
    id,
    name: name ?? displayName,
    boxArtUrl: template(boxArtURL ?? avatarURL),
    externalDbId: null,
  }),
);

/** A game by id or by its exact name. */
export const webGame = web.batched('webGame', {
  maxPerRequest: mostAtOnce,
  key: (which: { readonly name: string } | { readonly id: string }) =>
    'id' in which ? `id:${which.id}` : `name:${which.name}`,
  request(keys) {
    const named = keys.map((key, index) => ({
      index,
      name: key.slice(0, key.indexOf(':')),
      value: key.slice(key.indexOf(':') + 1),
    }));
    const declared = named
      .map(({ index, name }) => `$g${index}: ${name === 'id' ? 'ID' : 'String'}!`)
      .join(', ');
    const parts = named.map(
      ({ index, name }) => `g${index}: game(${name}: $g${index}) { id name boxArtURL }`,
    );
    return asking(
      `query Games(${declared}) { ${parts.join(' ')} }`,
      Object.fromEntries(named.map(({ index, value }) => [`g${index}`, value])),
    );
  },
  payload: rootsOf,
  decode: optionalList(AnyGame),
  keyOf: ({ id, name }) => [`id:${id}`, `name:${name}`],
  cache: { freshMs: hours(1) },
});

export interface OfPage {
  readonly first: number;
  readonly after: string | null;
}

/** The connection in a response, whose elements may lack what belongs to nobody any more. */
export function connectionOf(response: UpstreamResponse, name?: string): unknown {
  const [root] = rootsOf(response);
  if (root === undefined) return { items: [], next: null };
  const found = name === undefined ? root : root[name];
  const { edges, pageInfo } = (isRecord(found) ? found : {}) as Record<string, unknown>;
  if (!Array.isArray(edges)) throw changedAt('livestream', `${name === undefined ? '' : `${name}.`}edges`);
  const list = edges.filter(isRecord);
  const hasNext = !isRecord(pageInfo) || pageInfo.hasNextPage !== false;
  return {
    items: list.map(({ node }) => node).filter((node) => isRecord(node) && node.broadcaster !== null),
    next: (hasNext && list.at(-1)?.cursor) || null,
  };
}

export const pageOf = <Item>(item: z.ZodType<Item>): z.ZodType<Page<Item>> =>
  z.object({ items: optionalList(item), next: strictNullable(text) });

/** Declares `first` and `after`, which is left out of a first page: even an empty cursor is refused there. */
export const paging = ({ first, after }: OfPage) => ({
  declared: `$first: Int${after === null ? '' : ', $after: Cursor'}`,
  given: `first: $first${after === null ? '' : ', after: $after'}`,
  variables: { first, ...(after !== null && { after }) },
});

export const connection = (fields: string) =>
  `{ edges { cursor node { ${fields} } } pageInfo { hasNextPage } }`;

export const webStreams = web.endpoint('webStreams', {
  request({ gameId, ...page }: OfPage & { readonly gameId: string | null }) {
    const { declared, given, variables } = paging(page);
    const list = `streams(${given}, options: { sort: VIEWER_COUNT }) ${connection(`${streamFields} broadcaster { id login displayName ${settingsFields} }`)}`;
    return gameId === null
      ? asking(`query Streams(${declared}) { ${list} }`, variables)
      : asking(`query GameStreams(${declared}, $id: ID!) { game(id: $id) { ${list} } }`, {
          ...variables,
          id: gameId,
        });
  },
  payload: (response) => {
    const [root] = rootsOf(response);
    return connectionOf(response, root && 'streams' in root ? 'streams' : undefined);
  },
  decode: pageOf(
    z
      .object({
        broadcaster: shape({
          id: withDefault(id, ''),
          login: optionalText,
          displayName: text,
          broadcastSettings: Settings,
        }),
      })
      .loose()
      .transform(({ broadcaster, ...stream }, context) => {
        const found = LiveStream.safeParse(stream).data;
        if (found) return streamOf(found, broadcaster, broadcaster.broadcastSettings);
        context.issues.push({ code: 'custom', path: [], message: 'expected a stream', input: stream });
        return z.NEVER;
      }),
  ),
  cache: { freshMs: seconds(30) },
});

export const webGames = web.endpoint('webGames', {
  request(page: OfPage) {
    const { declared, given, variables } = paging(page);
    return asking(
      `query TopGames(${declared}) { games(${given}, options: { sort: VIEWER_COUNT }) ${connection('id name boxArtURL')} }`,
      variables,
    );
  },
  payload: (response) => connectionOf(response),
  decode: pageOf(AnyGame),
  cache: { freshMs: minutes(1) },
});

export const webSearch = web.endpoint('webSearch', {
  request({ query, ...page }: OfPage & { readonly query: string }) {
    const { declared, given, variables } = paging(page);
    return asking(
      `query SearchUsers(${declared}, $query: String!) { searchUsers(userQuery: $query, ${given}) ${connection(`id login displayName profileImageURL(width: 300) ${settingsFields} stream { createdAt title freeformTags { name } ${gameFields} }`)} }`,
      { ...variables, query },
    );
  },
  payload: (response) => connectionOf(response),
  decode: pageOf(
    shape({
      id: withDefault(id, ''),
      login: text,
      displayName: text,
      profileImageURL: nullable(text),
      broadcastSettings: Settings,
      stream: strictNullable(
        shape({ createdAt: optionalText, title: nullable(text), freeformTags: Tags, game: GameRef }),
      ),
    }).transform(
      ({ id, login, displayName, profileImageURL, broadcastSettings: settings, stream }): FoundChannel => {
        const game = stream?.game ?? settings?.game ?? null;
        return {
          id,
          broadcasterLogin: login,
          displayName,
          broadcasterLanguage: languageOf(settings?.language ?? null),
          gameId: game?.id ?? '',
          gameName: gameName(game),
          isLive: stream !== null,
          startedAt: stream?.createdAt ?? '',
          tags: (stream?.freeformTags ?? []).map(({ name }) => name),
          thumbnailUrl: profileImageURL ?? '',
          title: settings?.title ?? stream?.title ?? '',
        };
      },
    ),
  ),
  cache: { freshMs: minutes(1) },
});
