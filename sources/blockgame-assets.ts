import { z } from 'zod';
import { hours, minutes } from '../core/clock.ts';
import { Fault } from '../core/faults.ts';
import { content, delivery, economy, redirects, thumbnails } from './blockgame-sources.ts';
import { path } from './kernel/credentials.ts';
import { from, id, optionalText, requiredList, shape, strictNullable } from './kernel/decode.ts';
import { callTo, type UpstreamResponse } from './kernel/source.ts';

const Picture = shape({ targetId: id, state: optionalText, imageUrl: optionalText }).transform(
  ({ imageUrl, state, ...picture }) => ({
    ...picture,
    isPending: state === 'Pending',
    isBlocked: state === 'Blocked',
    /** Null while it is pending, and where it is blocked; only a completed one has an address. */
    imageUrl: (state || 'Completed') === 'Completed' && imageUrl !== '' ? imageUrl : null,
  }),
);

export type Picture = z.output<typeof Picture>;

const Pictures = z.object({ data: requiredList(Picture) }).transform(({ data }) => data);

function keepPicture({ imageUrl, isPending }: Picture) {
  if (imageUrl !== null) return { freshMs: hours(1) };
  return { freshMs: isPending ? 0 : minutes(1), staleIfErrorMs: 0 };
}

/** Pictures that the upstream renders on the first request; one request is for items of one kind and size. */
const pictures = (name: string, address: string, parameter: string, size: string) =>
  thumbnails.batched(`${name} ${size}`, {
    maxPerRequest: 100,
    key: (asked: { readonly targetId: string }) => asked.targetId,
    request: (ids) => ({
      path: address,
      query: { [parameter]: ids.join(','), size, format: 'Png', isCircular: false },
    }),
    decode: Pictures,
    keyOf: ({ targetId }) => targetId,
    wideIntegers: true,
    isUnfinished: ({ isPending }) => isPending,
    cache: keepPicture,
  });

/** Width and height of avatar pictures, in pixels. */
export const avatarSizes = [
  '30x30',
  '48x48',
  '60x60',
  '75x75',
  '100x100',
  '110x110',
  '140x140',
  '150x150',
  '150x200',
  '180x180',
  '250x250',
  '352x352',
  '420x420',
  '720x720',
] as const;

export type AvatarSize = (typeof avatarSizes)[number];

const avatarPictureOf = (size: AvatarSize) => pictures('avatarPicture', '/v1/users/avatar', 'userIds', size);

/** The whole avatar of a player, by size. */
export const avatarPictures = Object.fromEntries(
  avatarSizes.map((size) => [size, avatarPictureOf(size)]),
) as Readonly<Record<AvatarSize, ReturnType<typeof avatarPictureOf>>>;

export const badgeIcon = pictures('badgeIcon', '/v1/badges/icons', 'badgeIds', '150x150');

/** The picture of an asset in the catalog. */
export const assetPicture = pictures('assetPicture', '/v1/assets', 'assetIds', '420x420');

export interface OfAsset {
  readonly assetId: string;
}

const noSuchAsset = ({ assetId }: OfAsset) => `No asset ${assetId} was found.`;

/** Most assets are visible to their owners only. */
const refused = ({ status }: UpstreamResponse) =>
  status === 401 || status === 403 || status === 409
    ? new Fault('private', 'This asset is not shown to everybody.', { group: 'blockgame' })
    : undefined;

/** Larger than any picture; sounds and worlds have the same kind of ids. */
const maxBytes = 20 * 1024 * 1024;

/** The file of an asset, by a redirect. */
export const redirected = redirects.download('redirected', {
  request: ({ assetId }: OfAsset) => ({ path: '/v1/asset/', query: { id: assetId } }),
  classify: refused,
  notFound: noSuchAsset,
  maxBytes,
});

const Address = strictNullable(z.url({ protocol: /^https$/ }));
const Location = shape({
  location: Address,
  locations: strictNullable(requiredList(shape({ location: Address }))),
}).transform(({ location, locations }) => location ?? locations?.[0]?.location ?? null);

/** The address of an asset's file, which expires soon; null for a refusal with status 200. */
export const location = delivery.endpoint('location', {
  request: ({ assetId }: OfAsset) => ({ path: path`/v2/assetId/${assetId}` }),
  classify: refused,
  notFound: noSuchAsset,
  decode: Location,
  cache: { freshMs: minutes(1), staleIfErrorMs: 0 },
});

/** The file at an address from a response of the upstream. */
export const file = content.download('file', {
  request: ({ url }: { readonly url: string }) => callTo(url),
  classify: refused,
  maxBytes,
});

const Details = shape({ iconId: from('IconImageAssetId', strictNullable(id)) }).transform(({ iconId }) =>
  iconId === '0' ? null : iconId,
);

/** The asset id of an asset's icon; null without one. */
export const iconOf = economy.endpoint('iconOf', {
  request: ({ assetId }: OfAsset) => ({ path: path`/v2/assets/${assetId}/details` }),
  notFound: noSuchAsset,
  decode: Details,
  wideIntegers: true,
  cache: { freshMs: hours(1) },
});
