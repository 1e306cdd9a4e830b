import * as assets from '../sources/blockgame-assets.ts';
import type { Download } from '../sources/kernel/policies/upstream-call.ts';
import { number } from './blockgame.ts';
import type { Context } from './kernel/context.ts';
import { type ImageType, imageTypeOf, peek } from './kernel/images.ts';
import { identifier } from './kernel/inputs.ts';
import { type Bytes, byteLookup } from './kernel/lookup.ts';
import { orNothing, required } from './kernel/optional.ts';

/** The template image of an asset of clothing. */
export const template = byteLookup({
  group: 'blockgame',
  summary: 'The image of a shirt, trousers, a T-shirt or a decal, as PNG or JPEG.',
  mediaTypes: ['image/png', 'image/jpeg'] satisfies readonly ImageType[],
  input: { assetId: identifier('Id of the asset.', number) },
  run: ({ assetId }, context) =>
    required(resolve(assetId, context), 'blockgame', `No template image of the asset ${assetId} was found.`),
});

/** The result of one fetch: an image, a file of another type, or undefined when it failed. */
type Found =
  | { readonly kind: 'image'; readonly image: Bytes }
  | { readonly kind: 'file'; readonly content: Buffer }
  | undefined;

/**
 * The image of an asset from the first source that has one: content delivery by redirect, direct delivery, the texture
 * named in the asset's file, the icon named by the economy API, the thumbnail of the catalog.
 */
async function resolve(assetId: string, context: Context): Promise<Bytes | undefined> {
  const found = await delivered(assetId, context);
  if (found?.kind === 'image') return found.image;
  const textureId = found && textureIn(found.content);
  return (
    (await imageOf(textureId, context)) ??
    (await imageOf(await orNothing(context.read(assets.iconOf, { assetId })), context)) ??
    (await catalogPicture(assetId, context))
  );
}

async function imageOf(assetId: string | null | undefined, context: Context): Promise<Bytes | undefined> {
  const found = assetId == null ? undefined : await delivered(assetId, context);
  return found?.kind === 'image' ? found.image : undefined;
}

/** The file of an asset: by redirect, else directly. */
async function delivered(assetId: string, context: Context): Promise<Found> {
  const redirected = await fileOf(context.open(assets.redirected, { assetId }));
  if (redirected) return redirected;
  return fileAt(await orNothing(context.read(assets.location, { assetId })), context);
}

async function catalogPicture(assetId: string, context: Context): Promise<Bytes | undefined> {
  const picture = await orNothing(context.read(assets.assetPicture, { targetId: assetId }));
  const found = await fileAt(picture?.imageUrl, context);
  return found?.kind === 'image' ? found.image : undefined;
}

const fileAt = async (url: string | null | undefined, context: Context): Promise<Found> =>
  url == null ? undefined : fileOf(context.open(assets.file, { url }));

/** Images are streamed. Of other files only the beginning is read, which may name a texture. */
async function fileOf(opening: Promise<Download>): Promise<Found> {
  const download = await orNothing(opening);
  if (!download) return undefined;
  const { body } = download;
  const head = await orNothing(peek(body, 8));
  const contentType = head && imageTypeOf(head);
  if (contentType) return { kind: 'image', image: imageFrom(download, contentType) };
  const content = head && isModel(head) ? await orNothing(peek(body, mostModelBytes)) : null;
  body.destroy();
  return content ? { kind: 'file', content } : undefined;
}

const isModel = (head: Buffer): boolean => head.toString('latin1').startsWith('<roblox');

/** Files of clothing are far smaller; complete worlds have the same format. */
const mostModelBytes = 65_536;

/** A larger image is streamed, to bound memory, and has no entity tag. */
const mostImageBytes = 1_048_576;
/** The image of an asset changes when it is moderated. */
const headers = { 'cache-control': 'private, max-age=3600' };

function imageFrom({ body, header }: Download, contentType: string): Bytes {
  const length = header('content-length');
  return {
    contentType,
    filename: null,
    byteLength: length === undefined ? null : Number(length),
    async open() {
      const image = await peek(body, mostImageBytes + 1);
      if (image.length > mostImageBytes) return { status: 200, headers, body };
      body.destroy();
      return { status: 200, headers, byteLength: image.length, body: image };
    },
    close: () => void body.destroy(),
  };
}

/**
 * Property names of clothing textures, each followed by the address of its image. Matches the XML form and the binary
 * form: LZ4 leaves short text without repetitions uncompressed.
 */
const nameOrAddress =
  /ShirtTemplate|PantsTemplate|Graphic|Texture|(?:rbxassetid:\/\/|[?&;]id=)([1-9]\d{0,17})(?!\d)/gi;
/** The most characters between a name and its address. */
const mostBetween = 200;

/** The id in the first address that follows a name. */
function textureIn(file: Buffer): string | undefined {
  let nameEnd = Number.NEGATIVE_INFINITY;
  for (const { 0: found, 1: id, index } of file.toString('latin1').matchAll(nameOrAddress)) {
    if (id === undefined) nameEnd = index + found.length;
    else if (index - nameEnd <= mostBetween) return id;
  }
  return undefined;
}
