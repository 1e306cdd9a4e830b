import { number, playerById } from './blockgame-players.ts';
import { jpeg, plainPng } from './kernel/images.ts';
import { bytes, json, redirect, refuse, type SandboxResponse } from './kernel/responses.ts';
import type { SandboxRequest } from './kernel/upstream.ts';
import type { World } from './world.ts';

/**
 * Assets, whose first digit selects the type: 1 is a shirt and 2 are trousers, whose files name the image (the first in
 * XML, the second in the binary form); 3 and 4 are visible to their owners only, 3 with a public icon; 5 is a JPEG, and
 * all others are PNG images.
 */
const firstDigit = (assetId: string): string => assetId.charAt(0);
const isGuarded = (assetId: string): boolean => /^[34]/.test(assetId);

export const error = (status: number, message = messages[status] ?? '', code = 0): SandboxResponse =>
  json({ errors: [{ code, message, userFacingMessage: 'Something went wrong' }] }, { status });

const messages: Readonly<Record<number, string>> = {
  401: 'Authorization has been denied for this request.',
  403: 'You are not authorized to view this.',
  404: 'NotFound',
  429: 'Too many requests',
  500: 'InternalServerError',
  503: 'ServiceUnavailable',
};

const isAsset = (world: World, assetId: string): boolean =>
  /^[1-9]\d{0,17}$/.test(assetId) && world.exists(assetId);

const hosts = { file: 'https://c0.rbxcdn.com', picture: 'https://tr.rbxcdn.com' };

const fileUrl = (world: World, assetId: string): string =>
  `${hosts.file}/${world.idOf('blockgame.file', assetId, (dice) => dice.hex(32))}`;

/** A public image. */
function relatedImage(world: World, kind: string, assetId: string): string {
  const dice = world.of(`blockgame.${kind}`, assetId);
  return dice.pick(['6', '7', '8']) + dice.digits(9);
}

/** The address of an asset's file, for callers that may see it. */
function fileOf(world: World, assetId: string, hasKey: boolean): string {
  if (!isAsset(world, assetId)) refuse(error(404, 'Request asset was not found'));
  if (isGuarded(assetId) && !hasKey) refuse(error(401, 'Authentication required to access Asset.'));
  return fileUrl(world, assetId);
}

/** `/v1/asset/?id=` */
export const redirected = ({ world, query }: SandboxRequest): SandboxResponse =>
  redirect(fileOf(world, query.get('id') ?? '', false));

/** `/v2/assetId/{id}` */
export const located = ({ world, params }: SandboxRequest<'{id}'>): SandboxResponse =>
  json({
    locations: [{ assetFormat: 'source', location: fileOf(world, params.id, false) }],
    requestId: world.of('blockgame.request', params.id).uuid(),
    IsHashDynamic: false,
    IsCopyrightProtected: false,
    isArchived: false,
  });

/** The same by Open Cloud, which has no private assets for an operator's key. */
export function locatedForKey({ world, params, headers }: SandboxRequest<'{id}'>): SandboxResponse {
  if (!headers['x-api-key']) return error(401);
  return json({
    location: fileOf(world, params.id, true),
    requestId: world.of('blockgame.request', params.id).uuid(),
    isArchived: false,
  });
}

/** `/{hash}` of the hosts for files. */
export async function file({ world, params }: SandboxRequest<'{hash}'>): Promise<SandboxResponse> {
  const assetId = world.nameOf('blockgame.file', params.hash, (dice) => `9${dice.digits(9)}`);
  const textureId = relatedImage(world, 'texture', assetId);
  switch (firstDigit(assetId)) {
    case '1':
      return bytes('binary/octet-stream', Buffer.from(shirtFile(textureId)));
    case '2':
      return bytes('binary/octet-stream', trousersFile(textureId));
    case '5':
      return bytes('image/jpeg', jpeg);
    default:
      return bytes('image/png', await plainPng(585, 559, world.of('blockgame.colour', assetId)));
  }
}

const shirtFile = (
  textureId: string,
): string => `<roblox xmlns:xmime="http://www.w3.org/2005/05/xmlmime" version="4">
	<External>null</External>
	<External>nil</External>
	<Item class="Shirt" referent="RBX0">
		<Properties>
			<Content name="ShirtTemplate">
				<url>http://www.roblox.com/asset/?id=${textureId}</url>
			</Content>
			<string name="Name">Shirt</string>
			<bool name="archivable">true</bool>
		</Properties>
	</Item>
</roblox>`;

/** One chunk of properties in the format of the game, uncompressed. */
function trousersFile(textureId: string): Buffer {
  const text = (value: string) => {
    const length = Buffer.alloc(4);
    length.writeUInt32LE(value.length);
    return Buffer.concat([length, Buffer.from(value, 'latin1')]);
  };
  const magic = Buffer.from('<roblox!\u0089\u00ff\r\n\u001a\n', 'latin1');
  const kind = Buffer.from([1]);
  const properties = [Buffer.alloc(4), text('PantsTemplate'), kind, text(`rbxassetid://${textureId}`)];
  return Buffer.concat([magic, Buffer.alloc(18), Buffer.from('PROP'), Buffer.alloc(12), ...properties]);
}

/** `/v2/assets/{id}/details` of the economy. */
export function details({ world, params }: SandboxRequest<'{id}'>): SandboxResponse {
  if (!isAsset(world, params.id)) return error(400, 'Invalid assetId', 20);
  const dice = world.of('blockgame.details', params.id);
  return json({
    TargetId: number(params.id),
    ProductType: 'User Product',
    AssetId: number(params.id),
    ProductId: Number(dice.digits(9)),
    Name: dice.title(),
    Description: dice.sentence(),
    AssetTypeId: 11,
    Creator: {
      Id: Number(dice.digits(9)),
      Name: dice.handle(),
      CreatorType: 'User',
      HasVerifiedBadge: false,
    },
    IconImageAssetId: firstDigit(params.id) === '3' ? number(relatedImage(world, 'icon', params.id)) : 0,
    Created: dice.isoDate(),
    Updated: dice.isoDate(),
    PriceInRobux: null,
    Sales: 0,
    IsForSale: false,
    IsLimited: false,
  });
}

const maximumPictures = 100;

/** Thumbnails by a list of ids, in a shuffled order and without missing ones. */
export function pictures(
  request: SandboxRequest,
  parameter: string,
  kind: string,
  sizes: RegExp,
): SandboxResponse {
  const { world, query } = request;
  const ids = (query.get(parameter) ?? '').split(',');
  const size = query.get('size') ?? '';
  if (ids.length > maximumPictures) return error(400, `${parameter}: too many ids.`, 1);
  if (!ids.every((id) => /^\d{1,18}$/.test(id))) return error(400, 'The requested Ids are invalid.', 1);
  if (!sizes.test(size)) return error(400, 'The requested size is invalid.', 3);
  const data = ids.filter((id) => world.exists(id)).map((id) => pictureOf(world, id, kind, size));
  return json({ data: data.reverse() });
}

function pictureOf(world: World, id: string, kind: string, size: string) {
  const isBlocked = kind === 'Avatar' && playerById(world, id)?.isBanned === true;
  const hash = world.of('blockgame.picture', kind, id).hex(32);
  return {
    targetId: number(id),
    state: isBlocked ? 'Blocked' : 'Completed',
    imageUrl: isBlocked ? '' : `${hosts.picture}/${hash}/${size.replace('x', '/')}/${kind}/Png`,
    version: 'TN3',
  };
}

/** `/{hash}/{width}/{height}/{kind}/Png` of the hosts for pictures. */
export async function picture({
  params,
  world,
}: SandboxRequest<'{hash}/{width}/{height}'>): Promise<SandboxResponse> {
  const [width, height] = [Number(params.width), Number(params.height)];
  if (![width, height].every((side) => side >= 1 && side <= 1024)) return error(404);
  return bytes('image/png', await plainPng(width, height, world.of('blockgame.colour', params.hash)));
}
