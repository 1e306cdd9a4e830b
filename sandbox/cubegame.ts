import { encodePng, type Picture } from '../sources/kernel/png.ts';
import { rendererFaults } from './cubegame-faults.ts';
import { faceOf, figureOf } from './cubegame-pictures.ts';
import {
  dashed,
  namesOf,
  outfitOf,
  type Player,
  playerNamed,
  playerWithUuid,
  textureUrl,
} from './cubegame-players.ts';
import { skinSheet } from './cubegame-skins.ts';
import { bytes, json, plainText, type SandboxResponse } from './kernel/responses.ts';
import { defineUpstream, get, post, type SandboxRequest, type Upstream } from './kernel/upstream.ts';
import type { World } from './world.ts';

/*
 * The game's own services (names, sessions, textures), two third-party archives, and two renderers. Some players have a
 * cape; some skins are for slim arms, and some have the legacy form.
 */

const nobody = (path: string, name: string): SandboxResponse =>
  json({ path, errorMessage: `Couldn't find any profile with name ${name}` }, { status: 404 });

const invalidName = (path: string): SandboxResponse =>
  json(
    { path, error: 'CONSTRAINT_VIOLATION', errorMessage: 'getProfileName.name: Invalid profile name' },
    { status: 400 },
  );

const officialError = (status: number, { path }: SandboxRequest): SandboxResponse =>
  json({ path, errorMessage: messages[status] ?? 'Something went wrong.' }, { status });

const messages: Readonly<Record<number, string>> = {
  403: 'Forbidden',
  404: 'The server has not found anything matching the request URI',
  429: 'The client has sent too many requests within a certain amount of time',
};

const namePattern = /^\w{1,25}$/;
const uuidPattern = /^[0-9a-f]{32}$|^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

const identity = ({ uuid, name }: Player) => ({ id: uuid, name });

function lookup({ world, path, params }: SandboxRequest<'{name}'>): SandboxResponse {
  if (!namePattern.test(params.name)) return invalidName(path);
  const player = playerNamed(world, params.name);
  return player ? json(identity(player)) : nobody(path, params.name);
}

const mostNames = 10;

/** The response has a shuffled order, and omits names without a player. */
function bulkLookup({ world, path, json: read }: SandboxRequest): SandboxResponse {
  const names = read();
  const isList = Array.isArray(names) && names.length > 0 && names.length <= mostNames;
  if (!isList || !names.every((name) => typeof name === 'string' && namePattern.test(name))) {
    return json(
      { path, error: 'CONSTRAINT_VIOLATION', errorMessage: 'size must be between 1 and 10' },
      { status: 400 },
    );
  }
  const found = names.flatMap((name: string) => playerNamed(world, name) ?? []);
  return json(found.map(identity).sort((one, other) => (one.id < other.id ? -1 : 1)));
}

const official = (host: string, one: `/${string}`, many: string): Upstream =>
  defineUpstream({
    hosts: [host],
    failure: officialError,
    routes: [get(`${one}/{name}`, lookup), post(many, bulkLookup)],
  });

/** A profile that does not exist is an empty response. */
function profile({ world, path, params, clock }: SandboxRequest<'{uuid}'>): SandboxResponse {
  if (!uuidPattern.test(params.uuid)) {
    return json({ path, errorMessage: `Not a valid UUID: ${params.uuid}` }, { status: 400 });
  }
  const player = playerWithUuid(world, params.uuid);
  if (!player) return { status: 204, headers: {}, body: '' };
  const textures = {
    timestamp: clock.now(),
    profileId: player.uuid,
    profileName: player.name,
    textures: texturesOf(world, player),
  };
  const value = Buffer.from(JSON.stringify(textures)).toString('base64');
  return json({ ...identity(player), properties: [{ name: 'textures', value }], profileActions: [] });
}

function texturesOf(world: World, player: Player) {
  const { skin, cape, isSlim } = outfitOf(world, player);
  return {
    SKIN: { url: textureUrl(skin), ...(isSlim && { metadata: { model: 'slim' } }) },
    ...(cape && { CAPE: { url: textureUrl(cape) } }),
  };
}

function ashconUser({ world, params: { player: requested } }: SandboxRequest<'{player}'>): SandboxResponse {
  const isUuid = uuidPattern.test(requested);
  const player = isUuid ? playerWithUuid(world, requested) : playerNamed(world, requested);
  if (!player) {
    const reason = `No user with the ${isUuid ? 'UUID' : 'name'} '${requested}' was found`;
    return json({ code: 404, error: 'Not Found', reason }, { status: 404 });
  }
  const { skin, cape, isSlim } = outfitOf(world, player);
  return json({
    uuid: dashed(player.uuid),
    username: player.name,
    username_history: [{ username: player.name }],
    textures: {
      custom: true,
      slim: isSlim,
      skin: { url: textureUrl(skin), data: '' },
      ...(cape && { cape: { url: textureUrl(cape), data: '' } }),
      raw: { value: '', signature: '' },
    },
    created_at: null,
  });
}

function labynetProfile({ world, params }: SandboxRequest<'{uuid}'>): SandboxResponse {
  const player = uuidPattern.test(params.uuid) ? playerWithUuid(world, params.uuid) : undefined;
  if (!player) return json({ error: 'User not found' }, { status: 404 });
  return json({
    uuid: dashed(player.uuid),
    name: player.name,
    name_history: namesOf(world, player).map(({ username, changedAt }) => ({
      name: username,
      changed_at: changedAt,
      accurate: true,
    })),
    textures: { SKIN: [], CAPE: [] },
  });
}

const picture = async (drawn: Picture): Promise<SandboxResponse> =>
  bytes('image/png', await encodePng(drawn));

const texture = ({ world, params }: SandboxRequest<'{hash}'>): SandboxResponse | Promise<SandboxResponse> =>
  /^[0-9a-f]{1,64}$/.test(params.hash)
    ? picture(skinSheet(world, params.hash))
    : plainText('Not Found', { status: 404 });

/** For unknown players, the renderers draw the default skin. */
function sheetOf(world: World, uuid: string): Picture {
  const player = playerWithUuid(world, uuid);
  return skinSheet(world, player ? outfitOf(world, player).skin : world.of('cubegame.nobody').hex(64));
}

const mostPixels = 512;

/** Sizes are rounded up to a multiple of 8. */
const visage = defineUpstream({
  hosts: ['visage.surgeplay.com'],
  faults: rendererFaults,
  failure: (status) => plainText(`${status}`, { status }),
  routes: [
    get('/{view}/{size}/{uuid}.png', ({ world, params, path }) => {
      const { view } = params;
      const size = Math.min(mostPixels, Math.ceil(Number(params.size) / 8) * 8);
      const isKnown = view === 'face' || view === 'head' || view === 'bust' || view === 'full';
      if (!isKnown || !(size >= 8)) return plainText(`Nothing at ${path}`, { status: 404 });
      const sheet = sheetOf(world, params.uuid);
      return picture(view === 'face' ? faceOf(sheet, size, true) : figureOf(sheet, view, size, size));
    }),
  ],
});

export const cubegame: readonly Upstream[] = [
  official(
    'api.minecraftservices.com',
    '/minecraft/profile/lookup/name',
    '/minecraft/profile/lookup/bulk/byname',
  ),
  official('api.mojang.com', '/users/profiles/minecraft', '/profiles/minecraft'),
  defineUpstream({
    hosts: ['sessionserver.mojang.com'],
    failure: officialError,
    routes: [get('/session/minecraft/profile/{uuid}', profile)],
  }),
  defineUpstream({ hosts: ['textures.minecraft.net'], routes: [get('/texture/{hash}', texture)] }),
  defineUpstream({ hosts: ['api.ashcon.app'], routes: [get('/mojang/v2/user/{player}', ashconUser)] }),
  defineUpstream({ hosts: ['laby.net'], routes: [get('/api/v3/user/{uuid}/profile', labynetProfile)] }),
  visage,
];
