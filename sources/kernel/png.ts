import { promisify } from 'node:util';
import { constants, crc32, deflate } from 'node:zlib';

/** A bitmap: rows from the top, four bytes per pixel: red, green, blue, opacity. */
export interface Picture {
  readonly width: number;
  readonly height: number;
  readonly pixels: Uint8Array;
}

export const blankPicture = (width: number, height: number): Picture => ({
  width,
  height,
  pixels: new Uint8Array(width * height * 4),
});

export const pngSignature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** Whether data begins with the PNG signature. */
export const isPng = (file: Uint8Array): boolean =>
  pngSignature.equals(file.subarray(0, pngSignature.length));

const deflated = promisify(deflate);
/** The colour type of red, green, blue and opacity. */
const rgba = 6;

/** Encodes a PNG of 8-bit RGBA. It is compressed in the thread pool. */
export async function encodePng({ width, height, pixels }: Picture): Promise<Buffer> {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, rgba], 8);
  const rowBytes = width * 4;
  const rows = Buffer.alloc(height * (rowBytes + 1));
  for (let y = 0; y < height; y += 1) {
    rows.set(pixels.subarray(y * rowBytes, (y + 1) * rowBytes), y * (rowBytes + 1) + 1);
  }
  const data = await deflated(rows, { level: constants.Z_DEFAULT_COMPRESSION });
  return Buffer.concat([pngSignature, chunk('IHDR', header), chunk('IDAT', data), chunk('IEND')]);
}

function chunk(type: string, data: Uint8Array = Buffer.alloc(0)): Buffer {
  const made = Buffer.alloc(12 + data.length);
  made.writeUInt32BE(data.length, 0);
  made.write(type, 4, 'latin1');
  made.set(data, 8);
  made.writeUInt32BE(crc32(made.subarray(4, 8 + data.length)), 8 + data.length);
  return made;
}
