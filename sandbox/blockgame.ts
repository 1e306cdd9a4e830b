import {
  details,
  error,
  file,
  located,
  locatedForKey,
  picture,
  pictures,
  redirected,
} from './blockgame-assets.ts';
import { serviceFaults } from './blockgame-faults.ts';
import {
  accountBody,
  avatarBody,
  badges,
  collectibles,
  formerNames,
  friends,
  games,
  groupBody,
  isScanned,
  marketDataBody,
  marketProfileBody,
  memberships,
  outfits,
  type Player,
  playerById,
  playerNamed,
  presenceBody,
  socialCount,
  universeBody,
  userBody,
} from './blockgame-players.ts';
import { json, refuse, type SandboxResponse } from './kernel/responses.ts';
import { defineUpstream, get, post, type SandboxRequest, type UpstreamRoute } from './kernel/upstream.ts';
import type { World } from './world.ts';

/**
 * The public web APIs of Roblox by host, and Rolimons. Any name and any number is a player. Names with a meaning:
 * one with `private` in it hides inventory, badges and games, one with `banned` has no picture, one with `unscanned` is
 * unknown to Rolimons; `popular`, `sociable`, `decorated`, `maker`, `collector`, `fashionable` and `renamed` have plenty
 * of friends, groups, badges, games, collectibles, outfits and former names.
 */
function service(name: string, ...routes: readonly UpstreamRoute[]) {
  const host = `${name}.roblox.com`;
  const faults = serviceFaults.filter((fault) => fault.host === host);
  return defineUpstream({ hosts: [host], failure: (status) => error(status), faults, routes });
}

const avatarSizes =
  /^(?:30x30|48x48|60x60|75x75|100x100|110x110|140x140|150x150|150x200|180x180|250x250|352x352|420x420|720x720)$/;

export const blockgame = [
  service(
    'users',
    post('/v1/usernames/users', (request) => {
      const names = posted(request, 'usernames', 100);
      return found(names, (name) => {
        const player = playerNamed(request.world, name);
        return player && { requestedUsername: name, ...accountBody(player) };
      });
    }),
    post('/v1/users', (request) =>
      found(posted(request, 'userIds', 100), (id) => ifThere(playerById(request.world, id), accountBody)),
    ),
    get('/v1/users/{id}', ({ world, params }) =>
      json(userBody(world, playerById(world, params.id) ?? refuse(error(404, 'The user id is invalid.', 3)))),
    ),
    get('/v1/users/{id}/username-history', (request) => {
      const names = formerNames(request.world, playerAsked(request)).map((name) => ({ name }));
      return page(request, isDescending(request) ? names.reverse() : names, [10, 25, 50, 100]);
    }),
  ),
  service(
    'thumbnails',
    get('/v1/users/avatar', (request) => pictures(request, 'userIds', 'Avatar', avatarSizes)),
    get('/v1/badges/icons', (request) => pictures(request, 'badgeIds', 'BadgeIcon', /^150x150$/)),
    get('/v1/assets', (request) => pictures(request, 'assetIds', 'Image', /^(?:150x150|420x420)$/)),
  ),
  service(
    'presence',
    post('/v1/presence/users', (request) => {
      const ids = posted(request, 'userIds', 50);
      const players = ids.map((id) => playerById(request.world, id)).filter((player) => player !== undefined);
      return json({ userPresences: players.map((player) => presenceBody(request.world, player)).reverse() });
    }),
  ),
  service(
    'friends',
    get('/v1/users/{id}/friends', (request) => json({ data: friends(request.world, playerAsked(request)) })),
    get('/v1/users/{id}/{what}/count', (request) =>
      json({ count: socialCount(request.world, playerAsked(request), request.params.what) }),
    ),
  ),
  service(
    'inventory',
    get('/v1/users/{id}/assets/collectibles', (request) =>
      page(request, collectibles(request.world, shownPlayer(request)), [10, 25, 50, 100]),
    ),
  ),
  service(
    'avatar',
    get('/v1/users/{id}/avatar', (request) => json(avatarBody(request.world, playerAsked(request)))),
    get('/v1/users/{id}/outfits', (request) => {
      const all = outfits(request.world, playerAsked(request));
      const [number, size] = ['page', 'itemsPerPage'].map((name) => Number(request.query.get(name) ?? 1));
      return json({ data: all.slice((number! - 1) * size!, number! * size!), total: all.length });
    }),
  ),
  service(
    'groups',
    get('/v1/users/{id}/groups/roles', (request) =>
      json({ data: memberships(request.world, playerAsked(request)) }),
    ),
    get('/v2/users/{id}/groups/roles', (request) =>
      json({ data: memberships(request.world, playerAsked(request)).map(withoutDescription) }),
    ),
    get('/v2/groups', (request) =>
      found(listed(request, 'groupIds', 100), (id) =>
        request.world.exists(id) ? groupBody(request.world, id) : undefined,
      ),
    ),
  ),
  service(
    'badges',
    get('/v1/users/{id}/badges', (request) => {
      const earned = badges(request.world, shownPlayer(request));
      return page(request, isDescending(request) ? earned.reverse() : earned, [10, 25, 50, 100]);
    }),
  ),
  service(
    'games',
    get('/v2/users/{id}/games', (request) =>
      page(request, games(request.world, shownPlayer(request)), [10, 25, 50]),
    ),
    get('/v1/games', (request) =>
      found(listed(request, 'universeIds', 50), (id) =>
        request.world.exists(id) ? universeBody(request.world, id) : undefined,
      ),
    ),
  ),
  service(
    'economy',
    get('/v2/assets/{id}/details', (request) => details(request)),
  ),
  service(
    'assetdelivery',
    get('/v1/asset/', redirected),
    get('/v2/assetId/{id}', (request) => located(request)),
  ),
  service(
    'apis',
    get('/asset-delivery-api/v1/assetId/{id}', (request) => locatedForKey(request)),
  ),
  defineUpstream({
    hosts: ['*.rbxcdn.com'],
    failure: (status) => error(status),
    routes: [
      get('/{hash}', (request) => file(request)),
      get('/{hash}/{width}/{height}/{kind}/Png', (request) => picture(request)),
    ],
  }),
  defineUpstream({
    hosts: ['api.rolimons.com'],
    failure: marketError,
    routes: [
      get('/players/v1/playerinfo/{id}', (request) => scanned(request, marketProfileBody)),
      get('/players/v1/playerassets/{id}', (request) => scanned(request, marketDataBody)),
    ],
  }),
];

const ifThere = <Thing, Body>(thing: Thing | undefined, body: (thing: Thing) => Body): Body | undefined =>
  thing === undefined ? undefined : body(thing);

/** The existing items of a batch in a shuffled order, since the upstream guarantees none. */
const found = <Body>(keys: readonly string[], bodyOf: (key: string) => Body | undefined): SandboxResponse =>
  json({
    data: keys
      .map(bodyOf)
      .filter((body) => body !== undefined)
      .reverse(),
  });

const tooMany = (what: string): never => refuse(error(400, `Too many ${what}.`, 2));

/** The distinct keys under a name in a JSON body. */
function posted(request: SandboxRequest, name: string, most: number): string[] {
  if (!/json/.test(request.headers['content-type'] ?? '')) refuse(error(415, 'Unsupported media type'));
  const body = request.json() as Readonly<Record<string, unknown>> | undefined;
  const keys = body?.[name];
  if (!Array.isArray(keys)) return refuse(error(400, `${name} is missing.`, 1));
  return keys.length > most ? tooMany(name) : [...new Set(keys.map(String))];
}

/** The distinct ids of a comma-separated list. */
function listed({ query }: SandboxRequest, name: string, most: number): string[] {
  const ids = [...new Set((query.get(name) ?? '').split(','))];
  if (!ids.every((id) => /^\d{1,18}$/.test(id))) refuse(error(400, `${name} must be numbers.`, 8));
  return ids.length > most ? tooMany(name) : ids;
}

type OfPlayer = Pick<SandboxRequest<'{id}'>, 'world' | 'params'>;

const playerAsked = ({ world, params }: OfPlayer): Player =>
  playerById(world, params.id) ?? refuse(error(400, 'The specified user does not exist!', 1));

/** The player of a request; refuses a player whose lists are private. */
function shownPlayer(request: OfPlayer): Player {
  const player = playerAsked(request);
  return player.isHidden ? refuse(error(403, 'You are not authorized to view this.', 4)) : player;
}

const isDescending = ({ query }: SandboxRequest): boolean => query.get('sortOrder') === 'Desc';

function page(
  { query }: SandboxRequest,
  items: readonly unknown[],
  lengths: readonly number[],
): SandboxResponse {
  const length = Number(query.get('limit') ?? 10);
  if (!lengths.includes(length)) {
    return error(400, `Allowed values: ${lengths.join(', ')}`, 5);
  }
  const start = query.get('cursor') === null ? 0 : positionOf(query.get('cursor')!);
  const end = start + length;
  return json({
    previousPageCursor: start > 0 ? cursorAt(Math.max(0, start - length)) : null,
    nextPageCursor: end < items.length ? cursorAt(end) : null,
    data: items.slice(start, end),
  });
}

const cursorAt = (position: number): string => Buffer.from(`position=${position}`).toString('base64url');

function positionOf(cursor: string): number {
  const digits = /^position=(\d{1,6})$/.exec(Buffer.from(cursor, 'base64url').toString())?.[1];
  return digits === undefined ? refuse(error(400, 'Invalid cursor.', 4)) : Number(digits);
}

const withoutDescription = ({ group, role }: ReturnType<typeof memberships>[number]) => ({
  group: {
    id: group.id,
    name: group.name,
    memberCount: group.memberCount,
    hasVerifiedBadge: group.hasVerifiedBadge,
  },
  role,
});

function marketError(status: number): SandboxResponse {
  return json({ success: false, code: status, message: 'The request could not be served.' }, { status });
}

function scanned(
  { world, params }: OfPlayer,
  body: (world: World, player: Player) => object,
): SandboxResponse {
  const player = playerById(world, params.id);
  return player && isScanned(player) ? json(body(world, player)) : marketError(404);
}
