import { promisify } from 'node:util';
import { constants, crc32, gzip } from 'node:zlib';
import { type Encoders, type Encoding, encodeBrotli } from './encoders.ts';

/**
 * Encodings of a beginning that is shared by responses with different endings. A flush in place of the end of the stream
 * leaves the encoded beginning at a byte, so that the ending follows as a block that is stored and not compressed.
 */
export const openEncoders: Encoders = {
  br: (bytes) => encodeBrotli(bytes, constants.BROTLI_OPERATION_FLUSH),
  gzip: (bytes) => promisify(gzip)(bytes, { finishFlush: constants.Z_SYNC_FLUSH }),
};

/** The longest ending, so that its length fits the header of a stored block in both encodings. */
const maxEndingBytes = 65_535;

/** Returns the bytes that follow an encoded beginning, whose content is given, to the end of the stream. */
export function encodedEnding(encoding: Encoding, beginning: ChecksummedContent, ending: string): Buffer {
  const bytes = Buffer.from(ending);
  if (bytes.length === 0 || bytes.length > maxEndingBytes) {
    throw new RangeError(`An ending has 1 to ${maxEndingBytes} bytes.`);
  }
  return encoding === 'br' ? brotliEnding(bytes) : gzipEnding(beginning, bytes);
}

export interface ChecksummedContent {
  readonly byteLength: number;
  readonly crc32: number;
}

/** RFC 7932, section 9.2: an uncompressed meta-block, and an empty last one. */
function brotliEnding(bytes: Buffer): Buffer {
  // From the lowest bit: not the last (0), four nibbles of length (00), the length less one, uncompressed (1).
  const header = ((bytes.length - 1) << 3) | (1 << 19);
  const parts = [Uint8Array.of(header & 0xff, (header >> 8) & 0xff, header >> 16), bytes, Uint8Array.of(3)];
  return Buffer.concat(parts);
}

/** RFC 1951, section 3.2.4: the last block, stored; RFC 1952, section 2.3.1: checksum and length of the whole. */
function gzipEnding(beginning: ChecksummedContent, bytes: Buffer): Buffer {
  const header = Buffer.alloc(5);
  header.writeUInt8(1, 0);
  header.writeUInt16LE(bytes.length, 1);
  header.writeUInt16LE(~bytes.length & 0xffff, 3);
  const trailer = Buffer.alloc(8);
  trailer.writeUInt32LE(crc32(bytes, beginning.crc32), 0);
  trailer.writeUInt32LE((beginning.byteLength + bytes.length) >>> 0, 4);
  return Buffer.concat([header, bytes, trailer]);
}
