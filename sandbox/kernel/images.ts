import { crc32, deflateSync } from 'node:zlib';

/** A part of a PNG file: its length, its name, its bytes and their checksum. */
function chunk(name: string, bytes: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), bytes]);
  const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(bytes.length);
  checksum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, checksum]);
}

/** A real PNG of one colour, red, green and blue from 0 to 255. */
export function png(width: number, height: number, colour: readonly [number, number, number]): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  // Eight bits for each of three colours; no other way of packing, filtering or interlacing.
  header.set([8, 2, 0, 0, 0], 8);
  const row = Buffer.from([0, ...Array.from({ length: width }, () => colour).flat()]);
  const pixels = deflateSync(Buffer.concat(Array.from({ length: height }, () => row)));
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', pixels),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

const hex = (...parts: readonly string[]): Buffer => Buffer.from(parts.join('').replaceAll(' ', ''), 'hex');

const onlyCode = `01${'00'.repeat(15)} 00`;

/** A real JPEG: a grey square of 8 by 8 pixels, which is one block without any detail. */
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
