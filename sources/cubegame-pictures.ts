import { z } from 'zod';
import { hours, minutes } from '../core/clock.ts';
import { decodePng } from './cubegame-png.ts';
import { textures, visage } from './cubegame-sources.ts';
import { path } from './kernel/credentials.ts';
import { isPng, type Picture } from './kernel/png.ts';

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

export interface View {
  /** Without dashes. */
  readonly uuid: string;
  readonly view: 'face' | 'head' | 'bust' | 'full';
  /** The height in pixels. */
  readonly size: number;
}

/**
 * A picture of Visage: the face, or one of three views in perspective. Sizes are multiples of 8, up to 512 pixels. It
 * changes with the player's skin.
 */
export const visagePicture = visage.endpoint('visagePicture', {
  request: ({ uuid, view, size }: View) => ({ path: path`/${view}/${size}/${uuid}.png` }),
  payload: (response) => response.body(),
  decode: PngFile,
  maxBytes,
  cache: { freshMs: minutes(20) },
});
