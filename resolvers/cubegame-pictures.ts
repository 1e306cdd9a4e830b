import { Fault } from '../core/faults.ts';
import type { MaybePromise } from '../core/maybe-promise.ts';
import * as cubegame from '../sources/cubegame.ts';
import * as pictures from '../sources/cubegame-pictures.ts';
import { decodePng, PngError } from '../sources/cubegame-png.ts';
import { renderersSetting } from '../sources/cubegame-sources.ts';
import { encodePng, type Picture } from '../sources/kernel/png.ts';
import { profileOf, uuid } from './cubegame.ts';
import { resized } from './cubegame-canvas.ts';
import { drawFace, drawFigure } from './cubegame-figure.ts';
import type { Context } from './kernel/context.ts';
import { choice, count, decimal, flag } from './kernel/inputs.ts';
import { type Bytes, byteLookup } from './kernel/lookup.ts';

const mostPixels = 512;
const mediaTypes = ['image/png'];

/** In GraphQL the result is an address, without an upstream request, so a list of pictures costs as much as one. */
const batchSize = 1000;

const service = choice(
  'Who draws the picture: renderer_a is this service, renderer_b a public one. When one fails, the other draws.',
  ['renderer_a', 'renderer_b'],
  {
    type: 'CubegameRenderer',
    default: 'renderer_a',
  },
);

/** The face of a player. */
export const avatar = byteLookup({
  group: 'cubegame',
  summary: 'The face of a player as a PNG.',
  mediaTypes,
  input: {
    uuid,
    size: count('Width and height in pixels.', { max: mostPixels, default: 128 }),
    overlay: flag('Whether the outer layer of the skin, such as hair or a hat, is on it.', { default: true }),
    service,
  },
  batchSize,
  run: async ({ uuid, size, overlay, service }, context) =>
    png(context, {
      service,
      rendered: faceByVisage,
      drawn: ({ skin }) => drawFace(skin, size, overlay),
      values: { uuid: cubegame.undashed(uuid), size, overlay },
    }),
});

/** An isometric picture of a player. */
export const render = byteLookup({
  group: 'cubegame',
  summary: 'The head, the upper body or the whole figure of a player as a PNG.',
  mediaTypes,
  input: {
    uuid,
    type: choice('What is shown.', ['head', 'body', 'full'], {
      type: 'CubegameRenderType',
      default: 'head',
    }),
    scale: decimal('How large it is: pixels for each pixel of the skin, or about that.', {
      min: 1,
      max: 10,
      default: 4,
    }),
    service,
  },
  batchSize,
  run: async ({ uuid, type, scale, service }, context) =>
    png(context, {
      service,
      rendered: renderByVisage,
      drawn: ({ skin, isSlim }) => drawFigure(skin, isSlim, type, scale),
      values: { uuid: cubegame.undashed(uuid), type, scale },
    }),
});

interface Figure {
  readonly skin: Picture;
  readonly isSlim: boolean;
}

interface Drawing<Asked extends { readonly uuid: string }> {
  readonly service: 'renderer_a' | 'renderer_b';
  readonly values: Asked;
  /** Undefined when the renderer cannot draw this. */
  readonly rendered: (values: Asked, context: Context) => MaybePromise<Buffer | undefined>;
  readonly drawn: (figure: Figure) => Picture;
}

const png = <Asked extends { readonly uuid: string }>(context: Context, drawing: Drawing<Asked>): Bytes => ({
  contentType: 'image/png',
  filename: null,
  byteLength: null,
  async open() {
    const { service, values, rendered, drawn } = drawing;
    const draw = async () => encodePng(drawn(await figureOf(values.uuid, context)));
    const request = async () =>
      context.setting(renderersSetting) === 'public' ? unlessBroken(rendered(values, context)) : undefined;
    const body =
      service === 'renderer_b'
        ? ((await request()) ?? (await draw()))
        : await draw().catch(orRequested(request));
    return { status: 200, byteLength: body.length, body };
  },
});

/** The requested picture in place of a fault; the fault when there is none. */
const orRequested = (request: () => Promise<Buffer | undefined>) => async (fault: unknown) => {
  const picture = fault instanceof Fault ? await request() : undefined;
  if (picture === undefined) throw fault;
  return picture;
};

/** A value that the renderer refuses is an error of the caller; any other failure is one of the upstream. */
async function unlessBroken(rendered: MaybePromise<Buffer | undefined>): Promise<Buffer | undefined> {
  try {
    return await rendered;
  } catch (error) {
    if (error instanceof PngError || (error instanceof Fault && error.kind !== 'invalid')) return undefined;
    throw error;
  }
}

interface Face {
  readonly uuid: string;
  readonly size: number;
  readonly overlay: boolean;
}

interface Render {
  readonly uuid: string;
  readonly type: 'head' | 'body' | 'full';
  readonly scale: number;
}

const inEights = (pixels: number) => Math.min(mostPixels, Math.ceil(pixels / 8) * 8);

/** Its parameter for leaving out the outer layer is unreliable, and its sizes come in steps. */
async function faceByVisage({ uuid, size, overlay }: Face, { read }: Context): Promise<Buffer | undefined> {
  if (!overlay) return undefined;
  const file = await read(pictures.visagePicture, { uuid, view: 'face' as const, size: inEights(size) });
  return size % 8 === 0 ? file : toSize(file, size);
}

async function toSize(file: Buffer, size: number): Promise<Buffer> {
  return encodePng(resized(decodePng(file, { maxPixels: mostPixels ** 2 }), size, size));
}

const views = { head: 'head', body: 'bust', full: 'full' } as const;

/** Its parameter is a size, not a scale. */
const visagePixelsPerScale = 40;

const renderByVisage = ({ uuid, type, scale }: Render, { read }: Context) =>
  read(pictures.visagePicture, { uuid, view: views[type], size: inEights(scale * visagePixelsPerScale) });

async function figureOf(uuid: string, context: Context): Promise<Figure> {
  const { skin } = await profileOf(uuid, context);
  const sheet = await context.read(pictures.skin, { hash: cubegame.textureOf(skin) });
  return { skin: sheet, isSlim: skin.variant === 'slim' };
}
