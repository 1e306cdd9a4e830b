import { describe, expect, it } from 'vitest';
import { resized } from '../resolvers/cubegame-canvas.ts';
import { drawFace, drawFigure, type Part } from '../resolvers/cubegame-figure.ts';
import { modernized } from '../resolvers/cubegame-sheet.ts';
import { blankPicture, type Picture } from '../sources/kernel/png.ts';

type Colour = readonly [red: number, green: number, blue: number, opacity: number];

const clear: Colour = [0, 0, 0, 0];
const [red, green, blue]: Colour[] = [
  [200, 0, 0, 255],
  [0, 200, 0, 255],
  [0, 0, 200, 255],
];

function fill(sheet: Picture, [left, top, width, height]: readonly number[], colour: Colour): void {
  for (let y = top!; y < top! + height!; y += 1) {
    for (let x = left!; x < left! + width!; x += 1) sheet.pixels.set(colour, (y * sheet.width + x) * 4);
  }
}

function pixel({ width, pixels }: Picture, x: number, y: number): Colour {
  const at = (Math.floor(y) * width + Math.floor(x)) * 4;
  return [...pixels.subarray(at, at + 4)] as unknown as Colour;
}

/** The visible sides on a sheet: left, top, width, height. */
const areas = {
  head: { right: [0, 8, 8, 8], front: [8, 8, 8, 8], top: [8, 0, 8, 8] },
  hat: { right: [32, 8, 8, 8], front: [40, 8, 8, 8], top: [40, 0, 8, 8] },
  body: { front: [20, 20, 8, 12] },
  rightArm: { right: [40, 20, 4, 12], front: [44, 20, 4, 12], top: [44, 16, 4, 4] },
  leftArm: { front: [36, 52, 4, 12] },
  rightLeg: { right: [0, 20, 4, 12], front: [4, 20, 4, 12] },
  leftLeg: { front: [20, 52, 4, 12] },
} as const;
const slimFronts = { rightArm: [44, 20, 3, 12], leftArm: [36, 52, 3, 12] } as const;

/** One colour per side. */
const colourOf = (index: number): Colour => [40 + index * 16, 240 - index * 16, (index * 64) % 256, 255];

const sides = Object.entries(areas)
  .filter(([limb]) => limb !== 'hat')
  .flatMap(([limb, ofLimb]) =>
    Object.entries(ofLimb).map(([side, area]) => [`${limb} ${side}`, area] as const),
  )
  .map(([name, area], index) => ({ name, area: area as readonly number[], colour: colourOf(index) }));

function markedSkin(): Picture {
  const sheet = blankPicture(64, 64);
  for (const { area, colour } of sides) fill(sheet, area, colour);
  return sheet;
}

/** The brightness of a side. */
const light: Readonly<Record<string, number>> = { right: 0.75, front: 0.9, top: 1 };
const lit = ([r, g, b, opacity]: Colour, side: string): Colour => {
  const [x, y, z] = [r, g, b].map((value) => Math.round(value * light[side]!)) as [number, number, number];
  return [x, y, z, opacity];
};

const slope = 1 / Math.sqrt(3);
/** The pixel of a point of the figure: x to the viewer's right, y up, z away. */
const origins: Readonly<Record<Part, readonly [left: number, top: number]>> = {
  head: [-5, -21 * slope - 65 * slope],
  body: [-6.5, -21 * slope - 65 * slope],
  full: [-6.5, -21 * slope - 65 * slope],
};
const spotOf = (part: Part, [x, y, z]: readonly number[], scale: number): [number, number] => {
  const [left, top] = origins[part];
  return [(x! - z! - left) * scale, (-(x! + z!) * slope - 2 * y! * slope - top) * scale];
};

const headSpots = { 'head right': [4, 28, 4], 'head front': [8, 28, 0], 'head top': [8, 32, 4] };
const upperSpots = {
  ...headSpots,
  'body front': [8, 18, 2],
  'rightArm front': [2, 18, 2],
  'rightArm top': [2, 24, 4],
  'leftArm front': [14, 18, 2],
};
const spots: Readonly<Record<Part, Readonly<Record<string, readonly number[]>>>> = {
  head: headSpots,
  body: upperSpots,
  full: {
    ...upperSpots,
    'rightLeg front': [6, 6, 2],
    'leftLeg front': [10, 6, 2],
    'rightLeg right': [4, 4, 4],
  },
};

const parts: readonly Part[] = ['head', 'body', 'full'];
const colourNamed = (name: string) => sides.find((side) => side.name === name)!.colour;

describe.each(parts)('the %s of a figure', (part) => {
  it.each([1, 2.5, 4, 7.3, 10])('has the expected size at scale %d', (scale) => {
    const height = { head: 36 * slope, body: 61 * slope, full: 81 * slope };
    const picture = drawFigure(markedSkin(), false, part, scale);
    expect(picture.width).toBe(Math.ceil((part === 'head' ? 18 : 21) * scale));
    expect(Math.abs(picture.height - height[part] * scale)).toBeLessThanOrEqual(1);
    expect(picture.pixels).toHaveLength(picture.width * picture.height * 4);
  });

  it.each([4, 10])('draws every side in its place at scale %d', (scale) => {
    const picture = drawFigure(markedSkin(), false, part, scale);
    for (const [name, spot] of Object.entries(spots[part])) {
      const seen = pixel(picture, ...spotOf(part, spot, scale));
      expect([name, seen]).toEqual([name, lit(colourNamed(name), name.split(' ')[1]!)]);
    }
  });

  it('leaves the background transparent', () => {
    const picture = drawFigure(markedSkin(), false, part, 5);
    const { width, height } = picture;
    const corners = [pixel(picture, 0, 0), pixel(picture, width - 1, 0), pixel(picture, 0, height - 1)];
    expect([...corners, pixel(picture, width - 1, height - 1)]).toEqual(Array(4).fill(clear));
  });

  it('is opaque where the inner layer of the sheet is transparent', () => {
    const picture = drawFigure(blankPicture(64, 64), false, part, 5);
    for (const spot of Object.values(spots[part])) {
      expect(pixel(picture, ...spotOf(part, spot, 5))).toEqual([0, 0, 0, 255]);
    }
  });

  it('has antialiased edges and only its own colours inside', () => {
    const sheet = blankPicture(64, 64);
    fill(sheet, [0, 0, 64, 64], [255, 255, 255, 255]);
    for (const area of [...Object.values(areas.hat), [0, 32, 64, 16]]) fill(sheet, area, clear);
    const picture = drawFigure(sheet, false, part, 3);
    const opacities = new Set(picture.pixels.filter((_, index) => index % 4 === 3));
    expect(opacities.size).toBeGreaterThan(4);
  });
});

describe('the face of a head', () => {
  it('is on its front, upright and not mirrored', () => {
    const sheet = markedSkin();
    fill(sheet, [8, 8, 1, 1], red!);
    fill(sheet, [15, 8, 1, 1], green!);
    fill(sheet, [8, 15, 1, 1], blue!);
    const picture = drawFigure(sheet, false, 'head', 10);
    const at = (x: number, y: number) =>
      pixel(picture, ...spotOf('head', [4 + x + 0.5, 32 - y - 0.5, 0], 10));
    expect([at(0, 0), at(7, 0), at(0, 7)]).toEqual([red, green, blue].map((colour) => lit(colour!, 'front')));
  });
});

describe('slim arms', () => {
  it('are three pixels wide and next to the body', () => {
    const sheet = markedSkin();
    for (const area of [areas.rightArm.front, areas.leftArm.front]) fill(sheet, area, clear);
    fill(sheet, slimFronts.rightArm, red!);
    fill(sheet, slimFronts.leftArm, green!);
    const picture = drawFigure(sheet, true, 'full', 10);
    const at = (...spot: number[]) => pixel(picture, ...spotOf('full', spot, 10));
    expect([at(1.1, 18, 2), at(3.9, 18, 2)]).toEqual(Array(2).fill(lit(red!, 'front')));
    expect([at(12.1, 14, 2), at(14.9, 14, 2)]).toEqual(Array(2).fill(lit(green!, 'front')));
    expect(at(15.5, 14, 2)).toEqual(clear);
    expect(at(1, 18, 4)).toEqual(lit(colourNamed('rightArm right'), 'right'));
  });

  it('are four pixels wide on a classic figure', () => {
    const picture = drawFigure(markedSkin(), false, 'full', 10);
    const at = (...spot: number[]) => pixel(picture, ...spotOf('full', spot, 10));
    expect(at(15.5, 14, 2)).toEqual(lit(colourNamed('leftArm front'), 'front'));
    expect(at(0, 18, 4)).toEqual(lit(colourNamed('rightArm right'), 'right'));
  });
});

describe('the outer layer', () => {
  const hat = (colour: Colour) => {
    const sheet = markedSkin();
    for (const area of Object.values(areas.hat)) fill(sheet, area, colour);
    return drawFigure(sheet, false, 'head', 10);
  };

  it('covers the inner layer at a distance', () => {
    const picture = hat(red!);
    for (const [name, spot] of Object.entries(headSpots)) {
      expect(pixel(picture, ...spotOf('head', spot, 10))).toEqual(lit(red!, name.split(' ')[1]!));
    }
    expect(pixel(picture, ...spotOf('head', [3.6, 24, -0.4], 10))).toEqual(lit(red!, 'front'));
  });

  it('shows the inner layer through transparent pixels', () => {
    const seen = pixel(hat([200, 0, 0, 51]), ...spotOf('head', [8, 28, 0], 10));
    const [below, above] = [lit(colourNamed('head front'), 'front'), lit(red!, 'front')];
    for (const colour of [0, 1, 2]) {
      const mixed = above[colour]! * 0.2 + below[colour]! * 0.8;
      expect(Math.abs(seen[colour]! - mixed)).toBeLessThanOrEqual(1);
    }
    expect(seen[3]).toBe(255);
  });

  it('covers body, arms and legs', () => {
    const sheet = markedSkin();
    const layers = [
      [20, 36, 8, 12],
      [44, 36, 4, 12],
      [52, 52, 4, 12],
      [4, 36, 4, 12],
      [4, 52, 4, 12],
    ];
    for (const [index, area] of layers.entries()) fill(sheet, area, [index * 50, 9, 9, 255]);
    const picture = drawFigure(sheet, false, 'full', 10);
    const fronts = ['body', 'rightArm', 'leftArm', 'rightLeg', 'leftLeg'].map(
      (limb) => spots.full[`${limb} front`]!,
    );
    for (const [index, spot] of fronts.entries()) {
      expect(pixel(picture, ...spotOf('full', spot, 10))).toEqual(lit([index * 50, 9, 9, 255], 'front'));
    }
  });
});

describe('a sheet in the legacy format', () => {
  const oldSkin = (hat: Colour = clear) => {
    const sheet = blankPicture(64, 32);
    fill(sheet, [0, 0, 64, 32], [90, 90, 90, 255]);
    fill(sheet, [32, 0, 32, 16], hat);
    // Front of the leg: its left half red, its right half blue; the sides green and black.
    fill(sheet, [4, 20, 2, 12], red!);
    fill(sheet, [6, 20, 2, 12], blue!);
    fill(sheet, [0, 20, 4, 12], green!);
    fill(sheet, [8, 20, 4, 12], [0, 0, 0, 255]);
    return sheet;
  };

  it('uses its one leg as a mirror image on the left side', () => {
    const picture = drawFigure(oldSkin(), false, 'full', 10);
    const fronts = [5, 7, 9, 11].map((x) => pixel(picture, ...spotOf('full', [x, 6, 2], 10)));
    expect(fronts).toEqual([red, blue, blue, red].map((colour) => lit(colour!, 'front')));
  });

  it('mirrors the outer side to the outer side', () => {
    const sheet = modernized(oldSkin());
    expect([sheet.width, sheet.height]).toEqual([64, 64]);
    // The right side of the left leg is its inner side; its left side is the outer one.
    expect([pixel(sheet, 16, 60), pixel(sheet, 24, 60)]).toEqual([[0, 0, 0, 255], green]);
  });

  it('keeps a partly transparent outer layer and drops an opaque one', () => {
    const filled = oldSkin([1, 2, 3, 255]);
    expect(pixel(drawFace(filled, 8, true), 4, 4)).toEqual([90, 90, 90, 255]);
    const holed = oldSkin([1, 2, 3, 255]);
    fill(holed, [32, 0, 8, 8], clear);
    expect(pixel(drawFace(holed, 8, true), 4, 4)).toEqual([1, 2, 3, 255]);
  });

  it('is unchanged when it has the current format', () => {
    const sheet = markedSkin();
    expect(modernized(sheet)).toBe(sheet);
  });
});

describe('a face', () => {
  const skin = blankPicture(64, 64);
  for (let y = 0; y < 8; y += 1) {
    for (let x = 0; x < 8; x += 1) fill(skin, [8 + x, 8 + y, 1, 1], [x * 30, y * 30, 100, 255]);
  }
  fill(skin, [40, 8, 8, 2], red!);
  fill(skin, [40, 10, 8, 1], [200, 0, 0, 51]);

  it('equals the face of the sheet at eight pixels', () => {
    const face = drawFace(skin, 8, false);
    for (let y = 0; y < 8; y += 1) {
      for (let x = 0; x < 8; x += 1) expect(pixel(face, x, y)).toEqual([x * 30, y * 30, 100, 255]);
    }
  });

  it('includes the outer layer on request', () => {
    const face = drawFace(skin, 8, true);
    expect([pixel(face, 3, 0), pixel(face, 3, 1)]).toEqual([red, red]);
    expect(pixel(face, 5, 2)).toEqual([160, 48, 80, 255]);
    expect(pixel(face, 5, 3)).toEqual([150, 90, 100, 255]);
  });

  it.each([1, 7, 16, 100, 128, 512])('can be %d pixels wide and square', (size) => {
    const face = drawFace(skin, size, false);
    expect([face.width, face.height]).toEqual([size, size]);
    for (const at of [0, Math.floor(size / 3), size - 1]) {
      const texel = Math.floor(((at + 0.5) * 8) / size);
      expect(pixel(face, at, at)).toEqual([texel * 30, texel * 30, 100, 255]);
    }
  });

  it('keeps its colours when it is scaled down slightly', () => {
    const smaller = resized(drawFace(skin, 104, false), 100, 100);
    expect(smaller).toEqual(drawFace(skin, 100, false));
  });
});
