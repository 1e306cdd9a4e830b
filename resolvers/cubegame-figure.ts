import { blankPicture, type Picture } from '../sources/kernel/png.ts';
import { cover, cutOut, project, reduced, resized, type Spot } from './cubegame-canvas.ts';
import { type Limb, modernized, places, type Size, sidesAt } from './cubegame-sheet.ts';

const headSize: Size = [8, 8, 8];

/** The face from the front, `size` pixels wide and high, with or without the outer layer. */
export function drawFace(skin: Picture, size: number, hasOverlay: boolean): Picture {
  const sheet = modernized(skin);
  const { inner, outer } = places.head;
  // The game ignores the opacity of the inner layer.
  const face = cutOut(sheet, sidesAt(inner, headSize).front, { isSolid: true });
  if (hasOverlay) cover(face, cutOut(sheet, sidesAt(outer, headSize).front));
  return resized(face, size, size);
}

/** Coordinates in pixels of the sheet: to the viewer's right, up, and away from the viewer. */
type Point = readonly [x: number, y: number, z: number];

interface Box {
  readonly limb: Limb;
  readonly size: Size;
  /** The left, lower, front corner, as seen by the viewer. */
  readonly corner: Point;
}

/** The limbs of each view: head, bust or full body, in drawing order from back to front. */
const parts = {
  head: ['head'],
  body: ['leftArm', 'body', 'rightArm', 'head'],
  full: ['leftLeg', 'rightLeg', 'leftArm', 'body', 'rightArm', 'head'],
} as const satisfies Readonly<Record<string, readonly Limb[]>>;

export type Part = keyof typeof parts;

function boxesOf(part: Part, isSlim: boolean): readonly Box[] {
  const arm: Size = [isSlim ? 3 : 4, 12, 4];
  const boxes: Readonly<Record<Limb, Omit<Box, 'limb'>>> = {
    head: { size: headSize, corner: [4, 24, 0] },
    body: { size: [8, 12, 4], corner: [4, 12, 2] },
    rightArm: { size: arm, corner: [4 - arm[0], 12, 2] },
    leftArm: { size: arm, corner: [12, 12, 2] },
    rightLeg: { size: [4, 12, 4], corner: [4, 0, 2] },
    leftLeg: { size: [4, 12, 4], corner: [8, 0, 2] },
  };
  return parts[part].map((limb) => ({ limb, ...boxes[limb] }));
}

/** A box and the slightly larger box of its outer layer. */
function inflated({ limb, size, corner }: Box): Box {
  const gap = limb === 'head' ? 0.5 : 0.25;
  const [[width, height, depth], [x, y, z]] = [size, corner];
  return {
    limb,
    size: [width + 2 * gap, height + 2 * gap, depth + 2 * gap],
    corner: [x - gap, y - gap, z - gap],
  };
}

/** One of the eight corners of a box: 0 or 1 on each axis. */
type Corner = readonly [0 | 1, 0 | 1, 0 | 1];

const allCorners: readonly Corner[] = ([0, 1] as const).flatMap((x) =>
  ([0, 1] as const).flatMap((y) => ([0, 1] as const).map((z): Corner => [x, y, z])),
);

// Isometric projection: the scale is equal on all axes, and horizontal edges rise at 30°.
const slope = Math.tan(Math.PI / 6);
const upright = 1 / Math.cos(Math.PI / 6);

/** The projection of a corner, in pixels of the sheet; downwards is positive. */
function seen({ corner: [left, bottom, front], size: [width, height, depth] }: Box, at: Corner): Spot {
  const [x, y, z] = [left + at[0] * width, bottom + at[1] * height, front + at[2] * depth];
  return [x - z, -(x + z) * slope - y * upright];
}

/**
 * The visible sides: the corners of the first pixel, of the end of the first row and of the end of the first column,
 * and the light on the side.
 */
const visibleSides = [
  {
    side: 'right',
    light: 0.75,
    corners: [
      [0, 1, 1],
      [0, 1, 0],
      [0, 0, 1],
    ],
  },
  {
    side: 'front',
    light: 0.9,
    corners: [
      [0, 1, 0],
      [1, 1, 0],
      [0, 0, 0],
    ],
  },
  {
    side: 'top',
    light: 1,
    corners: [
      [0, 1, 1],
      [1, 1, 1],
      [0, 1, 0],
    ],
  },
] as const;

interface Frame {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** The extent of a part with its outer layer; the same for all figures. */
function frameOf(part: Part): Frame {
  const spots = boxesOf(part, false).flatMap((box) =>
    allCorners.map((corner) => seen(inflated(box), corner)),
  );
  const [xs, ys] = [spots.map(([x]) => x), spots.map(([, y]) => y)];
  const [left, top] = [Math.min(...xs), Math.min(...ys)];
  return { left, top, width: Math.max(...xs) - left, height: Math.max(...ys) - top };
}

/** The supersampling factor, for smooth edges; small pictures need a larger one. */
const finenessOf = (scale: number) => (scale < 4 ? 3 : 2);

/** An isometric view from the front, right and above, with the outer layer; `scale` is in pixels per sheet pixel. */
export function drawFigure(skin: Picture, isSlim: boolean, part: Part, scale: number): Picture {
  const sheet = modernized(skin);
  const frame = frameOf(part);
  const fineness = finenessOf(scale);
  const [width, height] = [Math.ceil(frame.width * scale), Math.ceil(frame.height * scale)];
  const canvas = blankPicture(width * fineness, height * fineness);
  const zoom = scale * fineness;
  for (const box of boxesOf(part, isSlim)) {
    for (const layer of ['inner', 'outer'] as const) {
      const areas = sidesAt(places[box.limb][layer], box.size);
      const shape = layer === 'inner' ? box : inflated(box);
      for (const { side, light, corners } of visibleSides) {
        const [begin, rowEnd, columnEnd] = corners.map((corner): Spot => {
          const [x, y] = seen(shape, corner);
          return [(x - frame.left) * zoom, (y - frame.top) * zoom];
        }) as [Spot, Spot, Spot];
        const painted = cutOut(sheet, areas[side], { light, isSolid: layer === 'inner' });
        project(canvas, painted, { begin, rowEnd, columnEnd });
      }
    }
  }
  return reduced(canvas, fineness);
}
