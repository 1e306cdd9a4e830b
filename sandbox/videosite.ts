import { json, refuse, type SandboxResponse } from './kernel/responses.ts';
import { defineUpstream, get, type SandboxRequest, type Upstream } from './kernel/upstream.ts';
import { webPlayer } from './videosite-keyless.ts';
import {
  type Channel,
  channelByHandle,
  channelById,
  type Found,
  playlistAt,
  playlistById,
  searched,
  videoById,
} from './videosite-seed.ts';
import {
  type Body,
  channelBody,
  commentThreadBody,
  playlistBody,
  playlistItemBody,
  publishedMs,
  searchResultBody,
  videoBody,
} from './videosite-wire.ts';

/**
 * The YouTube Data API v3. Any well-formed id, handle and user name exists; user names are of letters and digits, at
 * most 20. With a meaning: a channel with `empty` in its name or id has uploaded nothing, one with `few` 7 videos, one
 * with `prolific` 260, and one with `private` hides its subscribers; a video with `nolikes` in its id hides its likes,
 * one with `nocomments` has comments turned off; a video or playlist with `private` in its id is private.
 */
const dataApi = defineUpstream({
  hosts: ['www.googleapis.com'],
  guard: ({ headers, query }) => (headers['x-goog-api-key'] || query.get('key') ? undefined : failure(403)),
  failure,
  faults: [
    {
      name: 'searches used up',
      group: 'videosite',
      host: 'www.googleapis.com',
      path: '/youtube/v3/search*',
      description: 'The searches of the day are used up.',
      status: 403,
      change: () => quotaExceeded(),
    },
    {
      name: 'requests used up',
      group: 'videosite',
      host: 'www.googleapis.com',
      description: 'The requests of the day, except searches, are used up.',
      change: (usual, { path }) => (path === '/youtube/v3/search' ? usual : quotaExceeded()),
    },
  ],
  routes: [
    get('/youtube/v3/channels', channels),
    get('/youtube/v3/videos', videos),
    get('/youtube/v3/search', search),
    get('/youtube/v3/playlists', playlists),
    get('/youtube/v3/playlistItems', playlistItems),
    get('/youtube/v3/commentThreads', commentThreads),
  ],
});

/** All upstreams of the group. */
export const videosite: readonly Upstream[] = [dataApi, webPlayer];

interface Reason {
  readonly reason: string;
  readonly message: string;
  readonly domain?: string;
  readonly status?: string;
}

const error = (
  code: number,
  { reason, message, domain = 'youtube.parameter', status }: Reason,
): SandboxResponse =>
  json(
    { error: { code, message, errors: [{ message, domain, reason }], ...(status && { status }) } },
    { status: code },
  );

const usual: Readonly<Record<number, Reason>> = {
  400: {
    reason: 'badRequest',
    message: 'API key not valid. Please pass a valid API key.',
    domain: 'global',
    status: 'INVALID_ARGUMENT',
  },
  403: {
    reason: 'forbidden',
    message: "Method doesn't allow unregistered callers (callers without established identity).",
    domain: 'global',
    status: 'PERMISSION_DENIED',
  },
  404: { reason: 'notFound', message: 'Not Found', domain: 'global' },
  429: {
    reason: 'rateLimitExceeded',
    message: 'Quota exceeded for quota metric and limit per minute.',
    domain: 'global',
    status: 'RESOURCE_EXHAUSTED',
  },
};

const quotaExceeded = (): SandboxResponse =>
  error(403, {
    reason: 'quotaExceeded',
    domain: 'youtube.quota',
    message: 'The request cannot be completed because you have exceeded your quota.',
  });

function failure(status: number): SandboxResponse {
  const backend = { reason: 'backendError', message: 'Backend Error', domain: 'global' };
  return error(status, usual[status] ?? backend);
}

const badRequest = (reason: string, message: string): never => refuse(error(400, { reason, message }));

const refused = (status: number, domain: string, reason: string): never =>
  refuse(error(status, { reason, domain, message: `The request was refused: ${reason}.` }));

/** The parts of a resource that the request selects, and those that every resource has. */
function partsOf({ query }: SandboxRequest, known: string): (body: Body) => unknown {
  const parts = (query.get('part') ?? '').split(',').filter((name) => name !== '');
  if (parts.length === 0) badRequest('missingRequiredParameter', 'No filter selected: part.');
  const unknown = parts.find((name) => !known.split(' ').includes(name));
  if (unknown !== undefined) badRequest('unknownPart', `${unknown}`);
  return (body) =>
    Object.fromEntries(['kind', 'etag', 'id', ...parts].map((name) => [name, body[name]] as const));
}

const largestBatch = 50;

function idsOf({ query }: SandboxRequest): string[] | undefined {
  const ids = query.get('id')?.split(',');
  if (ids && ids.length > largestBatch) badRequest('invalidFilters', 'Too many ids.');
  return ids && [...new Set(ids)];
}

function required({ query }: SandboxRequest, name: string): string {
  return query.get(name) || badRequest('missingRequiredParameter', `No filter selected: ${name}.`);
}

/** Resources by id in a shuffled order, since the upstream guarantees none. */
const inNoOrder = <Thing>(things: readonly (Thing | undefined)[]): Thing[] =>
  things.filter((thing) => thing !== undefined).reverse();

interface Limits {
  readonly initial: number;
  readonly least: number;
  readonly most: number;
}
const usualLimits: Limits = { initial: 5, least: 0, most: 50 };

function sizeOf({ query }: SandboxRequest, { initial, least, most }: Limits): number {
  const size = query.get('maxResults') ?? String(initial);
  if (/^\d{1,9}$/.test(size) && Number(size) >= least && Number(size) <= most) return Number(size);
  return badRequest(
    'invalidParameter',
    `Invalid value '${size}'. Values must be within the range: [${least}, ${most}]`,
  );
}

const tokenTo = (offset: number): string => Buffer.from(`from ${offset}`).toString('base64url');

function offsetOf({ query }: SandboxRequest): number {
  const token = query.get('pageToken');
  if (token === null) return 0;
  const [, offset] = /^from (\d{1,9})$/.exec(Buffer.from(token, 'base64url').toString('utf8')) ?? [];
  return Number(offset ?? badRequest('invalidPageToken', 'The request specifies an invalid page token.'));
}

/** The requested page of a list. */
function page(
  request: SandboxRequest,
  kind: string,
  total: number,
  bodyAt: (index: number) => unknown,
  limits = usualLimits,
): SandboxResponse {
  const size = sizeOf(request, limits);
  const from = offsetOf(request);
  const to = Math.min(from + size, total);
  return json({
    kind: `youtube#${kind}ListResponse`,
    etag: request.world.of('videosite.page', kind, request.query.toString()).token(27),
    ...(to < total && { nextPageToken: tokenTo(to) }),
    ...(from > 0 && { prevPageToken: tokenTo(Math.max(0, from - size)) }),
    ...(kind === 'search' && { regionCode: 'US' }),
    pageInfo: { totalResults: total, resultsPerPage: size },
    items: Array.from({ length: Math.max(0, to - from) }, (_, offset) => bodyAt(from + offset)),
  });
}

const asPage = (request: SandboxRequest, kind: string, items: readonly unknown[], limits?: Limits) =>
  page(request, kind, items.length, (index) => items[index], limits);

function channels(request: SandboxRequest): SandboxResponse {
  const { world } = request;
  const only = partsOf(request, 'snippet contentDetails statistics');
  const found = channelsAsked(request).map((channel) => only(channelBody(world, channel)));
  if (found.length > 0) return asPage(request, 'channel', found);
  const pageInfo = { totalResults: 0, resultsPerPage: sizeOf(request, usualLimits) };
  return json({ kind: 'youtube#channelListResponse', etag: 'none', pageInfo });
}

function channelsAsked(request: SandboxRequest): Channel[] {
  const { world, query } = request;
  const ids = idsOf(request);
  if (ids) return inNoOrder(ids.map((id) => channelById(world, id)));
  const username = query.get('forUsername');
  if (username !== null) {
    return inNoOrder([/^[a-z0-9]{1,20}$/i.test(username) ? channelByHandle(world, username) : undefined]);
  }
  return inNoOrder([channelByHandle(world, required(request, 'forHandle').replace(/^@/, ''))]);
}

/** A response to a list of ids has no further pages. */
function videos(request: SandboxRequest): SandboxResponse {
  const { world } = request;
  const only = partsOf(request, 'snippet contentDetails status statistics');
  const ids = idsOf(request) ?? badRequest('missingRequiredParameter', 'No filter selected: id.');
  const found = inNoOrder(ids.map((id) => videoById(world, id)));
  return asPage(
    request,
    'video',
    found.map((video) => only(videoBody(world, video))),
    { initial: ids.length, least: 0, most: largestBatch },
  );
}

const kinds = ['video', 'playlist', 'channel'] as const;

const orders: Readonly<Record<string, (one: Found, other: Found) => number>> = {
  relevance: () => 0,
  date: (one, other) => publishedMs(other) - publishedMs(one),
  rating: (one, other) => likesOf(other) - likesOf(one),
  viewCount: (one, other) => viewsOf(other) - viewsOf(one),
  title: (one, other) => (one.thing.title < other.thing.title ? -1 : 1),
};

const viewsOf = ({ thing }: Found): number => ('viewCount' in thing ? thing.viewCount : 0);
const likesOf = ({ thing }: Found): number => ('likeCount' in thing ? (thing.likeCount ?? 0) : 0);

function search(request: SandboxRequest): SandboxResponse {
  const { world, query } = request;
  const only = partsOf(request, 'snippet');
  const types = query.get('type')?.split(',') ?? kinds;
  const selected = kinds.filter((kind) => types.includes(kind));
  const order = orders[query.get('order') ?? 'relevance'];
  if (selected.length < new Set(types).size || !order) {
    return badRequest('invalidParameter', 'One of the parameters has a value that is not accepted.');
  }
  const found = searched(world, query.get('q') ?? '', selected).sort(order);
  return page(request, 'search', found.length, (index) => only(searchResultBody(world, found[index]!)));
}

function playlists(request: SandboxRequest): SandboxResponse {
  const { world } = request;
  const only = partsOf(request, 'snippet contentDetails status');
  const ids = idsOf(request);
  if (ids) {
    const found = inNoOrder(ids.filter((id) => !world.isPrivate(id)).map((id) => playlistById(world, id)));
    return asPage(
      request,
      'playlist',
      found.map((playlist) => only(playlistBody(world, playlist))),
    );
  }
  const known = channelById(world, required(request, 'channelId'));
  // A channel that has published nothing is unknown here alone.
  const channel = known?.playlistCount ? known : refused(404, 'youtube.playlist', 'channelNotFound');
  return page(request, 'playlist', channel.playlistCount, (index) =>
    only(playlistBody(world, playlistAt(world, channel, index))),
  );
}

function playlistItems(request: SandboxRequest): SandboxResponse {
  const { world } = request;
  const only = partsOf(request, 'snippet contentDetails status');
  const id = required(request, 'playlistId');
  const playlist = playlistById(world, id) ?? refused(404, 'youtube.playlistItem', 'playlistNotFound');
  if (world.isPrivate(id)) refused(403, 'youtube.playlistItem', 'playlistItemsNotAccessible');
  return page(request, 'playlistItem', playlist.itemCount, (position) =>
    only(playlistItemBody(world, playlist, position)),
  );
}

function commentThreads(request: SandboxRequest): SandboxResponse {
  const { world } = request;
  const only = partsOf(request, 'snippet');
  const id = required(request, 'videoId');
  if (world.isPrivate(id)) refused(403, 'youtube.commentThread', 'forbidden');
  const video = videoById(world, id) ?? refused(404, 'youtube.commentThread', 'videoNotFound');
  const total = video.threadCount ?? refused(403, 'youtube.commentThread', 'commentsDisabled');
  return page(request, 'commentThread', total, (index) => only(commentThreadBody(world, video, index)), {
    initial: 20,
    least: 1,
    most: 100,
  });
}
