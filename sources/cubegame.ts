import { z } from 'zod';
import { hours, minutes } from '../core/clock.ts';
import { ashcon, elders, labynet, services, sessions } from './cubegame-sources.ts';
import { path } from './kernel/credentials.ts';
import {
  boolean,
  from,
  nullable,
  optionalList,
  recognised,
  requiredList,
  shape,
  snakeCase,
  strictList,
  strictNullable,
  text,
  withDefault,
} from './kernel/decode.ts';
import type { Source, UpstreamResponse } from './kernel/source.ts';

/** The width of the arms of a figure: four pixels of its skin, or three. */
export const variants = ['classic', 'slim'] as const;

export type Variant = (typeof variants)[number];

/** `069a79f444e94726a5befca90e38aaf5` as `069a79f4-44e9-4726-a5be-fca90e38aaf5`; one with dashes stays as it is. */
export const dashed = (uuid: string): string =>
  uuid.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5').toLowerCase();

/** The opposite: the only form that every upstream accepts. */
export const undashed = (uuid: string): string => uuid.replaceAll('-', '').toLowerCase();

const uuid = text.transform(dashed);
const address = text.transform((url) => url.replace(/^http:/, 'https:'));

const Identity = shape({ username: from('name', text), uuid: from('id', uuid) });

const Cape = shape({ url: address });

export type Identity = z.output<typeof Identity>;
export type Cape = z.output<typeof Cape>;

export interface Skin {
  readonly url: string;
  readonly variant: Variant;
}

/** The name, the uuid and the looks of a player. */
export interface Profile extends Identity {
  readonly skin: Skin;
  readonly cape: Cape | null;
}

const textureAddress = 'https://textures.minecraft.net/texture/';

/** The default skins. */
const defaultTextures: Readonly<Record<Variant, string>> = {
  classic: '31f477eb1a7beee631c2ca64d06f8f68fa93a3386d04452ab27f43acdf1b60cb',
  slim: '46acd06e8483b176e8ea39fc12fe105eb3a2a4970f5100057e9d84d4b60bdfa7',
};

/** The default skin of a player, by four digits of the UUID. */
function defaultSkin(uuid: string): Skin {
  const digits = undashed(uuid);
  const sum = [7, 15, 23, 31].reduce((bits, index) => bits ^ Number.parseInt(digits.charAt(index), 16), 0);
  const variant = variantOf(sum % 2 === 1);
  return { url: textureAddress + defaultTextures[variant], variant };
}

/** The content hash of a skin; that of a default skin where the game does not host it. */
export const textureOf = ({ url, variant }: Skin): string =>
  /^[0-9a-f]{1,64}$/i.exec(url.replace(textureAddress, ''))?.[0] ?? defaultTextures[variant];

/** Ashcon writes `username`, LabyMod `name`. */
const FormerName = shape(
  { username: nullable(text), name: nullable(text), changedAt: nullable(text) },
  snakeCase,
);

/** Hidden names, which are null or a dash, are left out. */
const History = optionalList(FormerName).transform((names) =>
  names.flatMap(({ username, name, changedAt }) => {
    const known = username ?? name;
    return known === null || known === '\uff0d' ? [] : [{ username: known, changedAt }];
  }),
);

/** Former names and the current one, in the order of the source; the original name has no date. */
export type History = z.output<typeof History>;

interface OfPlayer {
  readonly uuid: string;
}

interface Named {
  readonly username: string;
}

const cache = { freshMs: minutes(10) };

const isAbsent = (response: UpstreamResponse, source: Source) => {
  const judged = source.spec.classify?.(response);
  return judged !== undefined && judged !== 'accepted' && judged.kind === 'notFound';
};

/** Players by name. The address for a single name distinguishes unused names from invalid ones. */
const playersByName = (
  source: Source,
  name: string,
  addresses: { readonly one: string; readonly many: string },
) =>
  source.batched(name, {
    maxPerRequest: 10,
    key: ({ username }: Named) => username,
    cacheKey: (username) => username.toLowerCase(),
    request: (names) =>
      names.length === 1
        ? { path: addresses.one + path`${names[0]!}` }
        : {
            method: 'POST',
            path: addresses.many,
            headers: { 'content-type': 'application/json' },
            body: JSON.stringify(names),
          },
    classify: (response) => (isAbsent(response, source) ? 'accepted' : undefined),
    payload: (response) => (isAbsent(response, source) ? [] : [response.json()].flat()),
    decode: requiredList(Identity),
    keyOf: ({ username }) => username,
    cache,
  });

/** The player with a name. */
export const identity = playersByName(services, 'identity', {
  one: '/minecraft/profile/lookup/name/',
  many: '/minecraft/profile/lookup/bulk/byname',
});

/** The same at the older address. */
export const identityByElders = playersByName(elders, 'identityByElders', {
  one: '/users/profiles/minecraft/',
  many: '/profiles/minecraft',
});

const OwnSkin = shape({
  url: address,
  metadata: nullable(shape({ model: nullable(text) })),
}).transform(({ url, metadata }) => ({ url, variant: variantOf(metadata?.model === 'slim') }));

const variantOf = (isSlim: boolean): Variant => (isSlim ? 'slim' : 'classic');

/** JSON in base64. */
const packed = <Schema extends z.ZodType>(schema: Schema) =>
  text
    .transform((value, context) => {
      try {
        return JSON.parse(Buffer.from(value, 'base64').toString('utf8')) as unknown;
      } catch {
        context.addIssue({ code: 'custom', message: 'no JSON in base64' });
        return z.NEVER;
      }
    })
    .pipe(schema);

const Textures = packed(
  shape({
    textures: shape({
      skin: from('SKIN', strictNullable(OwnSkin)),
      cape: from('CAPE', strictNullable(Cape)),
    }),
  }),
);

const SessionProfile = shape({
  username: from('name', text),
  uuid: from('id', uuid),
  outfit: from(
    'properties',
    withDefault(strictList(z.object({ name: text, value: text })), [])
      .transform((properties) => properties.find(({ name }) => name === 'textures')?.value)
      .pipe(Textures.optional()),
  ),
}).transform(
  ({ outfit, ...identity }): Profile => ({
    ...identity,
    skin: outfit?.textures.skin ?? defaultSkin(identity.uuid),
    cape: outfit?.textures.cape ?? null,
  }),
);

const noSuchPlayer = ({ uuid }: OfPlayer) => `No player with the uuid "${dashed(uuid)}" was found.`;

/** A player's name, skin and cape. */
export const profile = sessions.endpoint('profile', {
  request: ({ uuid }: OfPlayer) => ({ path: path`/session/minecraft/profile/${uuid}` }),
  decode: SessionProfile,
  cacheKey: ({ uuid }) => ({ uuid: undashed(uuid) }),
  notFound: noSuchPlayer,
  cache,
});

const Bundle = shape({
  username: text,
  uuid,
  history: from('username_history', History),
  textures: shape({
    slim: withDefault(boolean, false),
    skin: strictNullable(shape({ url: nullable(address) })),
    cape: strictNullable(shape({ url: nullable(address) })),
  }),
}).transform(({ textures: { slim, skin, cape }, ...bundle }) => ({
  ...bundle,
  skin: skin?.url ? { url: skin.url, variant: variantOf(slim) } : defaultSkin(bundle.uuid),
  cape: cape?.url ? { url: cape.url } : null,
}));

/** All data of a player, by name or by uuid, from Ashcon, which proxies the game. */
export const bundle = ashcon.endpoint('bundle', {
  request: ({ player }: { readonly player: string }) => ({ path: path`/mojang/v2/user/${player}` }),
  decode: Bundle,
  notFound: ({ player }) => `No player "${player}" was found.`,
  cache,
});

/** The former names of a player, from LabyMod; the game no longer publishes them. */
export const history = labynet.endpoint('history', {
  request: ({ uuid }: OfPlayer) => ({ path: path`/api/v3/user/${uuid}/profile` }),
  // Players unknown to LabyMod have no history.
  classify: ({ status }) => (status === 404 ? 'accepted' : undefined),
  payload: (response) => (response.status === 404 ? { name_history: [] } : response.json()),
  decode: recognised(
    z
      .object({ name_history: strictNullable(History), username_history: strictNullable(History) })
      .transform(({ name_history, username_history }) => name_history ?? username_history ?? []),
    'name_history',
    (body) => 'name_history' in body || 'username_history' in body,
  ),
  cacheKey: ({ uuid }) => ({ uuid: dashed(uuid) }),
  cache: { freshMs: hours(1), staleIfErrorMs: hours(24) },
});
