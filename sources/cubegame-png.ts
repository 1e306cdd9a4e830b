import { crc32, inflateSync } from 'node:zlib';
import { blankPicture, isPng, type Picture, pngSignature } from './kernel/png.ts';

/*
 * A decoder for skins and small pictures, on Node's zlib: it reads any skin within strict bounds, which a general library
 * would do with far more code.
 */

/** The data is no valid PNG, or a PNG with too many pixels. */
export class PngError extends Error {}

const colourTypes = { grey: 0, rgb: 2, palette: 3, greyAlpha: 4, rgba: 6 } as const;
const channelsOf: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };
const depthsOf: Readonly<Record<number, readonly number[]>> = {
  0: [1, 2, 4, 8, 16],
  2: [8, 16],
  3: [1, 2, 4, 8],
  4: [8, 16],
  6: [8, 16],
};

interface Header {
  readonly width: number;
  readonly height: number;
  readonly depth: number;
  readonly colourType: number;
  readonly isInterlaced: boolean;
}

interface Chunks {
  readonly header: Header;
  readonly palette: Uint8Array;
  /** The opacity of the palette's entries, or the transparent colour. */
  readonly transparency: Buffer | undefined;
  readonly data: Buffer;
}

/**
 * Decodes a PNG of any colour type and depth. Throws a PngError for other data, and for more than `maxPixels`. The
 * size is checked before inflating, so that a small file cannot take much memory.
 */
export function decodePng(file: Uint8Array, { maxPixels }: { readonly maxPixels: number }): Picture {
  const chunks = readChunks(Buffer.from(file.buffer, file.byteOffset, file.byteLength), maxPixels);
  const { header } = chunks;
  const picture = blankPicture(header.width, header.height);
  const toColour = colourReader(chunks);
  let rest = inflated(chunks.data, header);
  for (const pass of passesOf(header)) {
    paint(picture, pass, unfiltered(rest, header, pass), header, toColour);
    rest = rest.subarray(bytesOf(header, pass));
  }
  return picture;
}

function readChunks(file: Buffer, maxPixels: number): Chunks {
  if (!isPng(file)) throw new PngError('This is no PNG.');
  let header: Header | undefined;
  let palette: Uint8Array = Buffer.alloc(0);
  let transparency: Buffer | undefined;
  const data: Buffer[] = [];
  for (let at = pngSignature.length; at + 12 <= file.length; ) {
    const length = file.readUInt32BE(at);
    const end = at + 12 + length;
    if (end > file.length) break;
    const type = file.toString('latin1', at + 4, at + 8);
    const body = file.subarray(at + 8, at + 8 + length);
    if (crc32(file.subarray(at + 4, at + 8 + length)) !== file.readUInt32BE(end - 4)) {
      throw new PngError('A part of the PNG is damaged.');
    }
    if (type === 'IHDR') header ??= readHeader(body, maxPixels);
    else if (type === 'PLTE') palette = body;
    else if (type === 'tRNS') transparency = body;
    else if (type === 'IDAT') data.push(body);
    else if (type === 'IEND' && header) return { header, palette, transparency, data: Buffer.concat(data) };
    if (!header) break;
    at = end;
  }
  throw new PngError('The PNG is not whole.');
}

function readHeader(body: Buffer, maxPixels: number): Header {
  if (body.length !== 13) throw new PngError('The PNG has no proper header.');
  const [width, height] = [body.readUInt32BE(0), body.readUInt32BE(4)];
  const [depth, colourType, compression, filter, interlacing] = body.subarray(8) as unknown as number[];
  if (width === 0 || height === 0 || !depthsOf[colourType!]?.includes(depth!)) {
    throw new PngError('The PNG has no proper header.');
  }
  if (compression !== 0 || filter !== 0 || interlacing! > 1) {
    throw new PngError('The PNG is written in a way that is not known.');
  }
  if (width * height > maxPixels) throw new PngError('The PNG is larger than wanted.');
  return { width, height, depth: depth!, colourType: colourType!, isInterlaced: interlacing === 1 };
}

/** One pass of an interlaced picture; without interlacing, the only one. */
interface Pass {
  readonly left: number;
  readonly top: number;
  readonly stepX: number;
  readonly stepY: number;
  readonly width: number;
  readonly height: number;
}

/** Adam7: the start and the steps of each pass. */
const interlacing = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
] as const;

function passesOf({ width, height, isInterlaced }: Header): readonly Pass[] {
  const passes = isInterlaced ? interlacing : ([[0, 0, 1, 1]] as const);
  return passes
    .map(([left, top, stepX, stepY]) => ({
      left,
      top,
      stepX,
      stepY,
      width: Math.ceil((width - left) / stepX),
      height: Math.ceil((height - top) / stepY),
    }))
    .filter((pass) => pass.width > 0 && pass.height > 0);
}

const bitsPerPixel = ({ depth, colourType }: Header) => depth * channelsOf[colourType]!;
const rowBytesOf = (header: Header, width: number) => Math.ceil((width * bitsPerPixel(header)) / 8);
/** The bytes of a pass, with one filter byte before each row. */
const bytesOf = (header: Header, { width, height }: Pass) => height * (1 + rowBytesOf(header, width));

function inflated(data: Buffer, header: Header): Buffer {
  const expected = passesOf(header).reduce((sum, pass) => sum + bytesOf(header, pass), 0);
  try {
    const bytes = inflateSync(data, { maxOutputLength: expected });
    if (bytes.length === expected) return bytes;
  } catch {}
  throw new PngError('The PNG holds another amount of pixels than it says.');
}

/** Reverses the filters, by which each byte is the difference from a prediction by its neighbours. */
function unfiltered(filtered: Buffer, header: Header, { width, height }: Pass): Buffer {
  const rowBytes = rowBytesOf(header, width);
  const step = Math.max(1, bitsPerPixel(header) >> 3);
  const rows = Buffer.alloc(height * rowBytes);
  for (let y = 0; y < height; y += 1) {
    const filter = filtered[y * (rowBytes + 1)]!;
    if (filter > 4) throw new PngError('The PNG is written in a way that is not known.');
    const from = y * (rowBytes + 1) + 1;
    const to = y * rowBytes;
    for (let x = 0; x < rowBytes; x += 1) {
      const left = x >= step ? rows[to + x - step]! : 0;
      const above = y > 0 ? rows[to + x - rowBytes]! : 0;
      const aboveLeft = x >= step && y > 0 ? rows[to + x - rowBytes - step]! : 0;
      rows[to + x] = filtered[from + x]! + guess(filter, left, above, aboveLeft);
    }
  }
  return rows;
}

function guess(filter: number, left: number, above: number, aboveLeft: number): number {
  if (filter === 1) return left;
  if (filter === 2) return above;
  if (filter === 3) return (left + above) >> 1;
  if (filter === 0) return 0;
  const [toLeft, toAbove] = [Math.abs(above - aboveLeft), Math.abs(left - aboveLeft)];
  const toAboveLeft = Math.abs(left + above - 2 * aboveLeft);
  if (toLeft <= toAbove && toLeft <= toAboveLeft) return left;
  return toAbove <= toAboveLeft ? above : aboveLeft;
}

/** Writes the colour of one pixel from its samples. */
type ToColour = (samples: readonly number[], pixels: Uint8Array, at: number) => void;

function colourReader({ header: { colourType, depth }, palette, transparency }: Chunks): ToColour {
  const full = 2 ** depth - 1;
  const scaled = (sample: number) => Math.round((sample * 255) / full);
  if (colourType === colourTypes.palette) {
    return ([index = 0], pixels, at) => {
      if (index * 3 + 2 >= palette.length)
        throw new PngError('The PNG names a colour that it does not have.');
      pixels.set(palette.subarray(index * 3, index * 3 + 3), at);
      pixels[at + 3] = transparency?.[index] ?? 255;
    };
  }
  const isGrey = colourType === colourTypes.grey || colourType === colourTypes.greyAlpha;
  const colours = isGrey ? 1 : 3;
  const hasAlpha = colourType === colourTypes.greyAlpha || colourType === colourTypes.rgba;
  const clear =
    transparency && !hasAlpha && transparency.length >= colours * 2
      ? Array.from({ length: colours }, (_, index) => transparency.readUInt16BE(index * 2))
      : undefined;
  return (samples, pixels, at) => {
    for (let colour = 0; colour < 3; colour += 1) pixels[at + colour] = scaled(samples[isGrey ? 0 : colour]!);
    const isClear = clear?.every((value, index) => samples[index] === value) ?? false;
    pixels[at + 3] = hasAlpha ? scaled(samples[colours]!) : isClear ? 0 : 255;
  };
}

function paint(picture: Picture, pass: Pass, rows: Buffer, header: Header, toColour: ToColour): void {
  const channels = channelsOf[header.colourType]!;
  const rowBytes = rowBytesOf(header, pass.width);
  const samples: number[] = Array(channels).fill(0);
  for (let y = 0; y < pass.height; y += 1) {
    for (let x = 0; x < pass.width; x += 1) {
      for (let channel = 0; channel < channels; channel += 1) {
        samples[channel] = sampleAt(rows, y * rowBytes, x * channels + channel, header.depth);
      }
      const place = (pass.top + y * pass.stepY) * picture.width + pass.left + x * pass.stepX;
      toColour(samples, picture.pixels, place * 4);
    }
  }
}

function sampleAt(rows: Buffer, row: number, index: number, depth: number): number {
  if (depth === 8) return rows[row + index]!;
  if (depth === 16) return rows.readUInt16BE(row + index * 2);
  const bit = index * depth;
  return (rows[row + (bit >> 3)]! >> (8 - depth - (bit & 7))) & (2 ** depth - 1);
}
