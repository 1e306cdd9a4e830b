import { blankPicture, type Picture } from '../sources/kernel/png.ts';

/** Flat pictures of a figure from the front, in place of the isometric ones of the public renderers. */

type Part = readonly [fromX: number, fromY: number, width: number, height: number, toX: number, toY: number];

/** The positions of limb fronts on a sheet and on a picture of 16 × 32 pixels; the outer layer of the head is last. */
const fronts = {
  head: [[8, 8, 8, 8, 4, 0]],
  hat: [[40, 8, 8, 8, 4, 0]],
  trunk: [
    [20, 20, 8, 12, 4, 8],
    [44, 20, 4, 12, 0, 8],
  ],
  leftArm: [[36, 52, 4, 12, 12, 8]],
  legs: [[4, 20, 4, 12, 4, 20]],
  leftLeg: [[20, 52, 4, 12, 8, 20]],
} as const satisfies Readonly<Record<string, readonly Part[]>>;
/** Old sheets have one arm and one leg. */
const oldFronts = { leftArm: [[44, 20, 4, 12, 12, 8]], leftLeg: [[4, 20, 4, 12, 8, 20]] } as const;

/** The face, of the given width and height. */
export function faceOf(sheet: Picture, size: number, hasOverlay: boolean): Picture {
  return fitted(
    flat(sheet, hasOverlay ? [...fronts.head, ...fronts.hat] : fronts.head),
    [4, 0, 8, 8],
    size,
    size,
  );
}

/** The head, the bust, or the full figure. */
export function figureOf(
  sheet: Picture,
  view: 'head' | 'bust' | 'full',
  width: number,
  height: number,
): Picture {
  const left = sheet.height === 32 ? oldFronts : fronts;
  const parts = {
    head: [...fronts.head, ...fronts.hat],
    bust: [...fronts.trunk, ...left.leftArm, ...fronts.head, ...fronts.hat],
    full: [
      ...[...fronts.legs, ...left.leftLeg, ...fronts.trunk, ...left.leftArm],
      ...[...fronts.head, ...fronts.hat],
    ],
  };
  const frames = { head: [4, 0, 8, 8], bust: [0, 0, 16, 20], full: [0, 0, 16, 32] } as const;
  return fitted(flat(sheet, parts[view]), frames[view], width, height);
}

function flat(sheet: Picture, parts: readonly Part[]): Picture {
  const picture = blankPicture(16, 32);
  for (const [fromX, fromY, width, height, toX, toY] of parts) {
    for (let y = 0; y < height; y += 1) {
      for (let x = 0; x < width; x += 1) {
        const from = ((fromY + y) * sheet.width + fromX + x) * 4;
        if (sheet.pixels[from + 3] === 0) continue;
        picture.pixels.set(sheet.pixels.subarray(from, from + 4), ((toY + y) * 16 + toX + x) * 4);
      }
    }
  }
  return picture;
}

/** A part of a picture, scaled to fit and centred in a picture of this size. */
function fitted(
  picture: Picture,
  [left, top, columns, rows]: readonly [number, number, number, number],
  width: number,
  height: number,
): Picture {
  const made = blankPicture(width, height);
  const scale = Math.min(width / columns, height / rows);
  const [marginX, marginY] = [(width - columns * scale) / 2, (height - rows * scale) / 2];
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const column = Math.floor((x + 0.5 - marginX) / scale);
      const row = Math.floor((y + 0.5 - marginY) / scale);
      if (column < 0 || column >= columns || row < 0 || row >= rows) continue;
      const from = ((top + row) * picture.width + left + column) * 4;
      made.pixels.set(picture.pixels.subarray(from, from + 4), (y * width + x) * 4);
    }
  }
  return made;
}
