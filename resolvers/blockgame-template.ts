import { Fault } from '../core/faults.ts';
import * as assets from '../sources/blockgame-assets.ts';
import type { Download } from '../sources/kernel/policies/upstream-call.ts';
import { number } from './blockgame.ts';
import type { Context } from './kernel/context.ts';
import { imageTypeOf, peek } from './kernel/images.ts';
import { identifier } from './kernel/inputs.ts';
import { type Bytes, byteLookup } from './kernel/lookup.ts';
import { orNothing } from './kernel/optional.ts';

/** The image that an asset of clothing is made of. */
export const template = byteLookup({
  group: 'blockgame',
  summary: 'The image of a shirt, trousers, a T-shirt or a decal, as PNG or JPEG.',
  input: { assetId: identifier('Id of the asset.', number) },
  async run({ assetId }, context): Promise<Bytes> {
    const image = await resolve(assetId, context);
    if (image === undefined) {
      throw new Fault('notFound', `No template image of the asset ${assetId} was found.`, {
        source: 'blockgame',
      });
    }
    return image;
  },
});

/** What stands at one place: an image, some other file, or nothing that we could get. */
type Found =
  | { readonly kind: 'image'; readonly image: Bytes }
  | { readonly kind: 'file'; readonly content: Buffer }
  | undefined;

/**
 * The image of an asset, from the first of these that has one: content delivery by redirect, direct delivery, the
 * texture that the asset's file names, the icon that the economy names, the picture in the catalog.
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

/** An asset's file, by redirect or else directly. */
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

/** Images flow on as they come; of other files, only the beginning of those that may name one is read. */
async function fileOf(asked: Promise<Download>): Promise<Found> {
  const download = await orNothing(asked);
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

/** Clothes are far smaller; whole worlds come in the same form. */
const mostModelBytes = 65_536;

function imageFrom({ body, header }: Download, contentType: string): Bytes {
  const length = header('content-length');
  return {
    contentType,
    filename: null,
    byteLength: length === undefined ? null : Number(length),
    open: async () => ({ status: 200, body }),
    close: () => void body.destroy(),
  };
}

/**
 * The names of clothes' textures, each before the address of its image. It reads the XML form and the binary one,
 * which compresses text too short to repeat itself by leaving it as it is.
 */
const texture =
  /(?:ShirtTemplate|PantsTemplate|Graphic|Texture).{0,200}?(?:rbxassetid:\/\/|[?&;]id=)([1-9]\d{0,17})(?!\d)/is;

const textureIn = (file: Buffer): string | undefined => texture.exec(file.toString('latin1'))?.[1];
