import { blankPicture, type Picture } from '../sources/kernel/png.ts';
import type { Dice } from './kernel/dice.ts';
import type { World } from './world.ts';

/** Generated skins: figures with hair, eyes, a shirt, trousers and shoes, and an outer layer. */

export interface SkinFacts {
  readonly isSlim: boolean;
  /** Whether the sheet has the legacy form of 64 × 32 pixels. */
  readonly isOld: boolean;
}

/** The type of a texture, from the hash in its address. */
export function skinFacts(world: World, hash: string): SkinFacts {
  const dice = world.of('cubegame.skin', hash);
  const isOld = dice.chance(0.2);
  return { isOld, isSlim: !isOld && dice.chance(0.5) };
}

type Colour = readonly [red: number, green: number, blue: number];
type Side = 'top' | 'bottom' | 'right' | 'front' | 'left' | 'back';
/** The colour of one pixel of a side, from its upper left corner; undefined leaves it clear. */
type Paint = (side: Side, x: number, y: number) => Colour | undefined;
type Place = readonly [x: number, y: number];
type Size = readonly [width: number, height: number, depth: number];

const complexions: readonly Colour[] = [
  [246, 214, 188],
  [224, 172, 125],
  [198, 134, 90],
  [141, 85, 52],
  [92, 56, 36],
];
const hairColours: readonly Colour[] = [
  [44, 30, 24],
  [88, 54, 30],
  [160, 96, 42],
  [214, 176, 94],
  [146, 40, 28],
  [120, 120, 126],
];
const clothColours: readonly Colour[] = [
  [38, 122, 138],
  [58, 74, 158],
  [160, 52, 58],
  [70, 122, 62],
  [206, 158, 52],
  [112, 74, 140],
  [62, 66, 78],
  [218, 222, 226],
];
const eyeColours: readonly Colour[] = [
  [52, 96, 170],
  [66, 118, 60],
  [94, 62, 36],
];
const white: Colour = [242, 242, 242];

const darker = ([red, green, blue]: Colour, factor = 0.8): Colour => [
  red * factor,
  green * factor,
  blue * factor,
];

interface Look {
  readonly complexion: Colour;
  readonly hair: Colour;
  readonly eyes: Colour;
  readonly shirt: Colour;
  readonly trousers: Colour;
  readonly shoes: Colour;
  readonly cap: Colour;
  readonly hasCap: boolean;
  readonly hasJacket: boolean;
}

function lookOf(dice: Dice): Look {
  const [shirt, trousers, cap] = dice.sample(clothColours, 3) as [Colour, Colour, Colour];
  return {
    complexion: dice.pick(complexions),
    hair: dice.pick(hairColours),
    eyes: dice.pick(eyeColours),
    shirt,
    trousers: darker(trousers),
    shoes: darker(dice.pick(clothColours), 0.5),
    cap,
    hasCap: dice.chance(0.5),
    hasJacket: dice.chance(0.6),
  };
}

/** The sheet with a hash; equal hashes give equal sheets. */
export function skinSheet(world: World, hash: string): Picture {
  const { isSlim, isOld } = skinFacts(world, hash);
  const dice = world.of('cubegame.look', hash);
  const look = lookOf(dice);
  const sheet = blankPicture(64, isOld ? 32 : 64);
  const box = (place: Place, size: Size, paint: Paint) => paintBox(sheet, dice, place, size, paint);
  const arm: Size = [isSlim ? 3 : 4, 12, 4];
  const leg: Size = [4, 12, 4];
  box([0, 0], [8, 8, 8], head(look));
  box([32, 0], [8, 8, 8], headwear(look));
  box([16, 16], [8, 12, 4], torso(look));
  box([40, 16], arm, armOf(look));
  box([0, 16], leg, legOf(look));
  if (isOld) return sheet;
  box([32, 48], arm, armOf(look));
  box([16, 48], leg, legOf(look));
  box([16, 32], [8, 12, 4], jacket(look));
  for (const place of [
    [40, 32],
    [48, 48],
  ] as const)
    box(place, arm, sleeve(look));
  for (const place of [
    [0, 32],
    [0, 48],
  ] as const)
    box(place, leg, pocket(look));
  return sheet;
}

/** Unfolds a box onto the sheet: top and bottom above, and the sides that go around it below. */
function paintBox(
  sheet: Picture,
  dice: Dice,
  [left, top]: Place,
  [width, height, depth]: Size,
  paint: Paint,
) {
  const below = top + depth;
  const sides: readonly (readonly [Side, number, number, number, number])[] = [
    ['top', left + depth, top, width, depth],
    ['bottom', left + depth + width, top, width, depth],
    ['right', left, below, depth, height],
    ['front', left + depth, below, width, height],
    ['left', left + depth + width, below, depth, height],
    ['back', left + 2 * depth + width, below, width, height],
  ];
  for (const [side, fromX, fromY, columns, rows] of sides) {
    for (let y = 0; y < rows; y += 1) {
      for (let x = 0; x < columns; x += 1) {
        const colour = paint(side, x, y);
        // The colour varies slightly between pixels.
        const grain = 0.94 + dice.fraction() * 0.1;
        if (colour) sheet.pixels.set(opaque(darker(colour, grain)), ((fromY + y) * 64 + fromX + x) * 4);
      }
    }
  }
}

const opaque = (colour: Colour) => [...colour.map((value) => Math.min(255, Math.round(value))), 255];

const head =
  ({ complexion, hair, eyes }: Look): Paint =>
  (side, x, y) => {
    if (side === 'bottom') return darker(complexion);
    if (side === 'top') return hair;
    if (side === 'back') return y < 7 ? hair : complexion;
    if (side !== 'front') return y < 3 || (y < 6 && (side === 'right' ? x < 4 : x > 3)) ? hair : complexion;
    if (y < 2 || (y === 2 && (x === 0 || x === 7))) return hair;
    if (y === 4 && (x === 1 || x === 6)) return white;
    if (y === 4 && (x === 2 || x === 5)) return eyes;
    if (y === 5 && (x === 3 || x === 4)) return darker(complexion, 0.9);
    return y === 6 && x > 1 && x < 6 ? darker(complexion, 0.62) : complexion;
  };

/** The outer layer of the head: a cap with a peak, or hair. */
const headwear =
  ({ cap, hair, hasCap }: Look): Paint =>
  (side, x, y) => {
    if (side === 'bottom') return undefined;
    if (!hasCap)
      return side === 'top' || (side !== 'front' && y < 4) || y < (x % 3 === 0 ? 2 : 1) ? hair : undefined;
    if (side === 'top') return cap;
    return y < 2 ? cap : side === 'front' && y === 2 ? darker(cap, 0.6) : undefined;
  };

const torso =
  ({ complexion, shirt, trousers }: Look): Paint =>
  (side, x, y) => {
    if (side === 'front' && y < 2 && x > 2 && x < 5) return complexion;
    if (side === 'bottom' || (side !== 'top' && y > 9))
      return side !== 'bottom' && y === 10 ? darker(trousers, 0.5) : trousers;
    return shirt;
  };

/** A jacket that is open in front. */
const jacket =
  ({ cap, hasJacket }: Look): Paint =>
  (side, x, y) => {
    if (!hasJacket || side === 'bottom' || (side === 'front' && x > 1 && x < 6)) return undefined;
    return side !== 'top' && y > 8 ? undefined : darker(cap, 0.8);
  };

const armOf =
  ({ complexion, shirt }: Look): Paint =>
  (side, _, y) =>
    side === 'top' || (side !== 'bottom' && y < 6) ? shirt : complexion;

const sleeve =
  ({ cap, hasJacket }: Look): Paint =>
  (side, _, y) =>
    hasJacket && (side === 'top' || (side !== 'bottom' && y < 8))
      ? darker(cap, y === 7 ? 0.6 : 0.8)
      : undefined;

const legOf =
  ({ trousers, shoes }: Look): Paint =>
  (side, _, y) =>
    side === 'bottom' || (side !== 'top' && y > 8) ? shoes : trousers;

const pocket =
  ({ trousers }: Look): Paint =>
  (side, x, y) =>
    (side === 'right' || side === 'left') && y > 0 && y < 4 && x > 0 && x < 3
      ? darker(trousers, 0.7)
      : undefined;
