import { blankPicture, encodePng } from '../../sources/kernel/png.ts';
import type { Dice } from './dice.ts';

/** A PNG of one colour. */
export function plainPng(width: number, height: number, dice: Dice): Promise<Buffer> {
  const picture = blankPicture(width, height);
  const colour = [dice.int(0, 255), dice.int(0, 255), dice.int(0, 255), 255];
  for (let at = 0; at < picture.pixels.length; at += colour.length) picture.pixels.set(colour, at);
  return encodePng(picture);
}

const hex = (...parts: readonly string[]): Buffer => Buffer.from(parts.join('').replaceAll(' ', ''), 'hex');

const onlyCode = `01${'00'.repeat(15)} 00`;

/** A JPEG: a grey square of 8 by 8 pixels, which is one block without any detail. */
export const jpeg: Buffer = hex(
  'ffd8',
  `ffdb 0043 00 ${'01'.repeat(64)}`,
  'ffc0 000b 08 0008 0008 01 01 11 00',
  `ffc4 0014 00 ${onlyCode}`,
  `ffc4 0014 10 ${onlyCode}`,
  'ffda 0008 01 01 00 00 3f 00',
  '3f',
  'ffd9',
);
