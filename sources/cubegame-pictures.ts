import { z } from 'zod';
import { hours, minutes } from '../core/clock.ts';
import { crafatar, textures, visage } from './cubegame-sources.ts';
import { path } from './kernel/credentials.ts';
import { decodePng, isPng, type Picture } from './kernel/png.ts';
import type { EndpointSpec, Source, UpstreamResponse } from './kernel/source.ts';

/** Larger bodies are no pictures of these sources. */
const maxBytes = 5 * 2 ** 20;

/** A skin is a sheet of 64 × 64 pixels, or of 64 × 32 in the old format. */
const sheetSizes = ['64x64', '64x32'];

const Skin = z.instanceof(Buffer).transform((file, context): Picture => {
  try {
    const picture = decodePng(file, { maxPixels: 64 * 64 });
    if (sheetSizes.includes(`${picture.width}x${picture.height}`)) return picture;
  } catch {}
  context.addIssue({ code: 'custom', message: 'no skin' });
  return z.NEVER;
});

/** The sheet of a skin by the hash of its content, which never changes. */
export const skin = textures.endpoint('skin', {
  request: ({ hash }: { readonly hash: string }) => ({ path: path`/texture/${hash}` }),
  payload: (response) => response.body(),
  decode: Skin,
  notFound: () => 'The skin of the player is gone.',
  maxBytes,
  weigh: ({ pixels }) => pixels.length,
  cache: { freshMs: hours(24) },
});

/** The unchanged file, if it has the expected type. */
const PngFile = z.instanceof(Buffer).refine(isPng);

/** A picture that changes with the player's skin. */
const drawn = <Args>(source: Source, name: string, request: EndpointSpec<Args, Buffer>['request']) =>
  source.endpoint(name, {
    request,
    payload: (response: UpstreamResponse) => response.body(),
    decode: PngFile,
    maxBytes,
    cache: { freshMs: minutes(20) },
  });

interface OfPlayer {
  /** Without dashes. */
  readonly uuid: string;
}

interface Face extends OfPlayer {
  /** Width and height in pixels. */
  readonly size: number;
}

/** Crafatar checks the presence of the parameter, not its value. */
const overlaid = (hasOverlay: boolean) => (hasOverlay ? 'true' : undefined);

/** The face of a player, from Crafatar: up to 512 pixels. */
export const crafatarFace = drawn(
  crafatar,
  'crafatarFace',
  ({ uuid, size, overlay }: Face & { readonly overlay: boolean }) => ({
    path: path`/avatars/${uuid}`,
    query: { size, overlay: overlaid(overlay) },
  }),
);

/** The head or the whole body of a player in an isometric view, from Crafatar: at integer scales from 1 to 10. */
export const crafatarRender = drawn(
  crafatar,
  'crafatarRender',
  ({ uuid, type, scale }: OfPlayer & { readonly type: 'head' | 'body'; readonly scale: number }) => ({
    path: path`/renders/${type}/${uuid}`,
    query: { scale, overlay: overlaid(true) },
  }),
);

/** The pictures of Visage: the face, and three views in perspective. Sizes are multiples of 8, up to 512 pixels. */
export const visagePicture = drawn(
  visage,
  'visagePicture',
  ({ uuid, view, size }: Face & { readonly view: 'face' | 'head' | 'bust' | 'full' }) => ({
    path: path`/${view}/${size}/${uuid}.png`,
  }),
);
