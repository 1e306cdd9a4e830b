import { json, refuse, type SandboxResponse } from './kernel/responses.ts';
import { defineUpstream, get, post, type SandboxRequest } from './kernel/upstream.ts';
import { clips, clipsById, streamBody, videos, videosById } from './livestream-media.ts';
import {
  type Broadcaster,
  broadcasterById,
  broadcasterByLogin,
  byViewers,
  followers,
  gameById,
  gameByName,
  logins,
  matchingLogins,
  topGames,
  topStreams,
} from './livestream-seed.ts';
import { issueToken, isUser, refusalOf, validateToken } from './livestream-tokens.ts';
import { webGraph } from './livestream-web.ts';

/**
 * Twitch: the token host and Helix. Any login and any number is a user. Logins with a meaning: one with
 * `offline` in it is never live, else one with `live` in it always is; the follower list of one with `private`
 * in it stays empty. A token that starts with `user-` is a user's, the others are issued by `/oauth2/token`.
 */
export const livestream = [
  defineUpstream({
    hosts: ['id.twitch.tv'],
    failure: (status) => json({ status, message: messages[status] ?? '' }, { status }),
    routes: [post('/oauth2/token', issueToken), get('/oauth2/validate', validateToken)],
  }),
  defineUpstream({
    hosts: ['api.twitch.tv'],
    guard: (request) => {
      const refusal = refusalOf(request);
      return refusal === undefined ? undefined : error(401, refusal);
    },
    failure: (status) => error(status),
    finish: withRateLimit,
    routes: [
      get('/helix/users', (request) => json({ data: usersAsked(request).map(userBody) })),
      get('/helix/channels', (request) => json({ data: channelsAsked(request).map(channelBody) })),
      get('/helix/channels/followers', followersOf),
      get('/helix/search/channels', search),
      get('/helix/streams', streams),
      get('/helix/clips', clipsOf),
      get('/helix/videos', videosOf),
      get('/helix/games', (request) => json({ data: gamesAsked(request) })),
      get('/helix/games/top', (request) => listed(request, topGames(request.world), (game) => game)),
    ],
  }),
  webGraph,
];

const maximumBatch = 100;
const maximumPage = 100;

const titles: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  429: 'Too Many Requests',
  500: 'Internal Server Error',
  503: 'Service Unavailable',
};

const messages: Readonly<Record<number, string>> = {
  401: 'Invalid OAuth token',
  429: 'Request limit exceeded',
};

function error(status: number, message = messages[status] ?? ''): SandboxResponse {
  return json({ error: titles[status] ?? 'Error', status, message }, { status });
}

const badRequest = (message: string): never => refuse(error(400, message));

/** Requests are not counted: injected faults simulate an exceeded limit. */
function withRateLimit(response: SandboxResponse, { clock }: SandboxRequest): SandboxResponse {
  const headers = {
    'ratelimit-limit': '800',
    'ratelimit-remaining': response.status === 429 ? '0' : '799',
    'ratelimit-reset': String(Math.floor(clock.now() / 1000) + (response.status === 429 ? 60 : 1)),
  };
  return { ...response, headers: { ...headers, ...response.headers } };
}

/** The distinct values of a repeated parameter; `id[]=` is equal to `id=`. */
const valuesOf = ({ query }: SandboxRequest, name: string): string[] => [
  ...new Set([...query.getAll(name), ...query.getAll(`${name}[]`)].filter((value) => value !== '')),
];

/** The numbers in a repeated parameter. */
function numbersOf(request: SandboxRequest, name: string): string[] {
  const values = atMost(maximumBatch, name, valuesOf(request, name));
  const wrong = values.find((value) => !/^\d{1,20}$/.test(value));
  return wrong === undefined ? values : badRequest(`${name} "${wrong}" must be numeric`);
}

const atMost = (maximum: number, name: string, values: string[]): string[] =>
  values.length <= maximum
    ? values
    : badRequest(`The parameter "${name}" was malformed: the number of values must be at most ${maximum}`);

/** The number in a required parameter. */
function numberOf(request: SandboxRequest, name: string): string {
  const [value, ...more] = numbersOf(request, name);
  if (value === undefined) return badRequest(`Missing required parameter "${name}"`);
  return more.length === 0 ? value : badRequest(`The parameter "${name}" can be given once only`);
}

/** A batch in a shuffled order, since the upstream does not guarantee that of the request. */
function shuffled<Thing extends { readonly id: string }>({ world }: SandboxRequest, found: Thing[]): Thing[] {
  const places = new Map(found.map((thing) => [thing, world.of('livestream.order', thing.id).fraction()]));
  const sorted = found.toSorted((one, other) => (places.get(one) ?? 0) - (places.get(other) ?? 0));
  return sorted.every((thing, index) => thing === found[index]) ? sorted.reverse() : sorted;
}

const isThere = <Thing>(thing: Thing | undefined): thing is Thing => thing !== undefined;

/** The existing users of a request, without duplicates. */
function broadcasters({ world }: SandboxRequest, ids: string[], names: string[]): Broadcaster[] {
  const found = [
    ...ids.map((id) => broadcasterById(world, id)),
    ...names.map((name) => broadcasterByLogin(world, name)),
  ].filter(isThere);
  return [...new Map(found.map((broadcaster) => [broadcaster.id, broadcaster])).values()];
}

function usersAsked(request: SandboxRequest): Broadcaster[] {
  const ids = valuesOf(request, 'id');
  const names = valuesOf(request, 'login');
  if (ids.length + names.length === 0) badRequest('Must provide an ID, Login or OAuth Token');
  atMost(maximumBatch, 'id', [...ids, ...names]);
  if (ids.some((id) => !/^\d{1,20}$/.test(id)) || names.some((name) => !logins.test(name))) {
    badRequest('Invalid username(s), email(s), or ID(s). Bad Identifiers.');
  }
  return shuffled(request, broadcasters(request, ids, names));
}

const userBody = (broadcaster: Broadcaster) => ({
  id: broadcaster.id,
  login: broadcaster.login,
  display_name: broadcaster.name,
  type: '',
  broadcaster_type: broadcaster.broadcasterType,
  description: broadcaster.description,
  profile_image_url: broadcaster.profileImageUrl,
  offline_image_url: broadcaster.offlineImageUrl,
  view_count: 0,
  created_at: broadcaster.createdAt,
});

function channelsAsked(request: SandboxRequest): Broadcaster[] {
  const ids = numbersOf(request, 'broadcaster_id');
  if (ids.length === 0) badRequest('Missing required parameter "broadcaster_id"');
  return shuffled(request, broadcasters(request, ids, []));
}

const channelBody = (broadcaster: Broadcaster) => ({
  broadcaster_id: broadcaster.id,
  broadcaster_login: broadcaster.login,
  broadcaster_name: broadcaster.name,
  broadcaster_language: broadcaster.language,
  game_id: broadcaster.game.id,
  game_name: broadcaster.game.name,
  title: broadcaster.title,
  delay: 0,
  tags: broadcaster.tags,
  content_classification_labels: broadcaster.labels,
  is_branded_content: broadcaster.isBranded,
});

function gamesAsked(request: SandboxRequest) {
  const ids = numbersOf(request, 'id');
  const names = valuesOf(request, 'name');
  if (ids.length + names.length === 0) badRequest('Missing required parameter "id" or "name"');
  atMost(maximumBatch, 'id', [...ids, ...names]);
  const { world } = request;
  const found = [...ids.map((id) => gameById(world, id)), ...names.map((name) => gameByName(world, name))];
  return shuffled(request, [...new Map(found.filter(isThere).map((game) => [game.id, game])).values()]);
}

/** The page of a list selected by `first` and `after`, and the cursor of the next page. */
function page({ query }: SandboxRequest, total: number) {
  const first = query.get('first') ?? '20';
  const malformed = (rule: string) =>
    badRequest(`The parameter "first" was malformed: the value must be ${rule}`);
  if (!/^-?\d+$/.test(first)) malformed('an integer');
  if (Number(first) > maximumPage) malformed(`less than or equal to ${maximumPage}`);
  if (Number(first) < 1) malformed('greater than or equal to 1');
  const after = query.get('after');
  const from = after ? offsetIn(after) : 0;
  const to = Math.min(from + Number(first), total);
  const pagination = to < total ? { cursor: cursorTo(to) } : {};
  return { from, to, pagination };
}

const cursorTo = (offset: number): string =>
  Buffer.from(JSON.stringify({ b: null, a: { Offset: offset } })).toString('base64url');

function offsetIn(cursor: string): number {
  const [, offset] = /"Offset":(\d{1,9})\}/.exec(Buffer.from(cursor, 'base64url').toString('utf8')) ?? [];
  return offset === undefined ? badRequest('Invalid cursor.') : Number(offset);
}

function listed<Thing>(
  request: SandboxRequest,
  things: readonly Thing[],
  body: (thing: Thing) => unknown,
): SandboxResponse {
  const { from, to, pagination } = page(request, things.length);
  return json({ data: things.slice(from, to).map(body), pagination });
}

/** The list is visible to moderators only: an application receives the total. */
function followersOf(request: SandboxRequest): SandboxResponse {
  const broadcaster = broadcasterById(request.world, numberOf(request, 'broadcaster_id'));
  const total = broadcaster?.followerCount ?? 0;
  const { from, to, pagination } = page(request, total);
  if (!broadcaster || !isUser(request) || request.world.isPrivate(broadcaster.login)) {
    return json({ total, data: [], pagination: {} });
  }
  return json({ total, data: followers(request.world, broadcaster, from, to), pagination });
}

function search(request: SandboxRequest): SandboxResponse {
  const { world, query, clock } = request;
  const words = query.get('query')?.trim();
  if (!words) return badRequest('Missing required parameter "query"');
  const found = matchingLogins(world, words)
    .map((login) => broadcasterByLogin(world, login))
    .filter(isThere)
    .filter(({ isLive }) => isLive || query.get('live_only') !== 'true');
  return listed(request, found, (broadcaster) => ({
    broadcaster_language: broadcaster.language,
    broadcaster_login: broadcaster.login,
    display_name: broadcaster.name,
    game_id: broadcaster.game.id,
    game_name: broadcaster.game.name,
    id: broadcaster.id,
    is_live: broadcaster.isLive,
    tag_ids: [],
    tags: broadcaster.tags,
    thumbnail_url: broadcaster.profileImageUrl,
    title: broadcaster.title,
    started_at: broadcaster.isLive ? streamBody(world, broadcaster, clock.now()).started_at : '',
  }));
}

/** The streams of the named users, else all streams; ordered by viewers, 20 by default. */
function streams(request: SandboxRequest): SandboxResponse {
  const { world, query, clock } = request;
  const ids = numbersOf(request, 'user_id');
  const names = atMost(maximumBatch, 'user_login', valuesOf(request, 'user_login'));
  const wrong = names.find((name) => !logins.test(name));
  if (wrong !== undefined) badRequest(`Malformed query params: user_login "${wrong}"`);
  const games = numbersOf(request, 'game_id');
  const language = query.get('language');
  const requested = ids.length + names.length > 0 ? broadcasters(request, ids, names) : topStreams(world);
  const live = requested
    .filter(({ isLive, game }) => isLive && (games.length === 0 || games.includes(game.id)))
    .filter((broadcaster) => language === null || broadcaster.language === language)
    .sort(byViewers);
  return listed(request, live, (broadcaster) => streamBody(world, broadcaster, clock.now()));
}

function clipsOf(request: SandboxRequest): SandboxResponse {
  const { world } = request;
  const ids = atMost(maximumBatch, 'id', valuesOf(request, 'id'));
  if (ids.length > 0) return json({ data: shuffled(request, clipsById(world, ids)), pagination: {} });
  const broadcaster = broadcasterById(world, numberOf(request, 'broadcaster_id'));
  const { from, to, pagination } = page(request, broadcaster?.clipCount ?? 0);
  return json({ data: broadcaster ? clips(world, broadcaster, from, to) : [], pagination });
}

function videosOf(request: SandboxRequest): SandboxResponse {
  const { world, query } = request;
  const ids = numbersOf(request, 'id');
  if (ids.length > 0) {
    const found = videosById(world, ids);
    if (found.length === 0) refuse(error(404, 'Videos not found'));
    return json({ data: shuffled(request, found), pagination: {} });
  }
  const broadcaster = broadcasterById(world, numberOf(request, 'user_id'));
  const type = query.get('type') ?? 'all';
  if (!['all', 'archive', 'highlight', 'upload'].includes(type)) badRequest(`Invalid video type "${type}"`);
  const all = broadcaster ? videos(world, broadcaster) : [];
  return listed(
    request,
    all.filter((video) => type === 'all' || video.type === type),
    (video) => video,
  );
}
