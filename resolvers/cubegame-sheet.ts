import { blankPicture, type Picture } from '../sources/kernel/png.ts';
import { type Area, offsetOf } from './cubegame-canvas.ts';

/*
 * The texture sheet of a skin: the boxes of a figure, unfolded, in two layers. 64 × 64 pixels; 64 × 32 in the legacy
 * form, which has one arm and one leg for both sides, and an outer layer for the head only. Left and right are
 * as seen by the figure.
 */

export type Size = readonly [width: number, height: number, depth: number];
type Place = readonly [left: number, top: number];

/** The positions of the boxes, by layer. */
export const places = {
  head: { inner: [0, 0], outer: [32, 0] },
  body: { inner: [16, 16], outer: [16, 32] },
  rightArm: { inner: [40, 16], outer: [40, 32] },
  leftArm: { inner: [32, 48], outer: [48, 48] },
  rightLeg: { inner: [0, 16], outer: [0, 32] },
  leftLeg: { inner: [16, 48], outer: [0, 48] },
} as const satisfies Readonly<Record<string, Readonly<Record<'inner' | 'outer', Place>>>>;

export type Limb = keyof typeof places;

/** The sides of a box: top and bottom above the four that go around it. */
export function sidesAt([left, top]: Place, [width, height, depth]: Size) {
  const middle = top + depth;
  return {
    top: { left: left + depth, top, width, height: depth },
    bottom: { left: left + depth + width, top, width, height: depth },
    right: { left, top: middle, width: depth, height },
    front: { left: left + depth, top: middle, width, height },
    left: { left: left + depth + width, top: middle, width: depth, height },
    back: { left: left + 2 * depth + width, top: middle, width, height },
  } satisfies Readonly<Record<string, Area>>;
}

const limbSize: Size = [4, 12, 4];
const outerHead: Area = { left: 32, top: 0, width: 32, height: 16 };

/** Converts a sheet of either form to the current form. */
export function modernized(skin: Picture): Picture {
  if (skin.height === 64) return skin;
  const sheet = blankPicture(64, 64);
  sheet.pixels.set(skin.pixels);
  mirror(sheet, 'rightArm', 'leftArm');
  mirror(sheet, 'rightLeg', 'leftLeg');
  // Old paint programs had no transparency: the game ignores an outer layer without transparent pixels.
  if (isOpaque(sheet, outerHead)) clear(sheet, outerHead);
  return sheet;
}

function mirror(sheet: Picture, from: Limb, to: Limb): void {
  const sources = sidesAt(places[from].inner, limbSize);
  const targets = sidesAt(places[to].inner, limbSize);
  const mirrored = { ...sources, right: sources.left, left: sources.right };
  for (const side of ['top', 'bottom', 'right', 'front', 'left', 'back'] as const) {
    copyMirrored(sheet, mirrored[side], targets[side]);
  }
}

function copyMirrored(sheet: Picture, from: Area, to: Area): void {
  for (let y = 0; y < from.height; y += 1) {
    for (let x = 0; x < from.width; x += 1) {
      const source = offsetOf(sheet, from.left + from.width - 1 - x, from.top + y);
      sheet.pixels.copyWithin(offsetOf(sheet, to.left + x, to.top + y), source, source + 4);
    }
  }
}

function isOpaque(sheet: Picture, { left, top, width, height }: Area): boolean {
  for (let y = top; y < top + height; y += 1) {
    for (let x = left; x < left + width; x += 1) {
      if (sheet.pixels[offsetOf(sheet, x, y) + 3] !== 255) return false;
    }
  }
  return true;
}

function clear(sheet: Picture, { left, top, width, height }: Area): void {
  for (let y = top; y < top + height; y += 1) {
    sheet.pixels.fill(0, offsetOf(sheet, left, y), offsetOf(sheet, left + width, y));
  }
}
