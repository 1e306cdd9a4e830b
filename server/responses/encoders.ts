import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

export type Encoding = 'br' | 'gzip';

/** Compresses bytes in libuv's thread pool. */
export type Encoders = Readonly<Record<Encoding, (bytes: Buffer) => Promise<Buffer>>>;

/** Higher than this, brotli takes forty times as long on large bodies and saves a tenth. */
const brotliQuality = 5;

/** `finishFlush` is `BROTLI_OPERATION_FINISH` for a whole stream. */
export const encodeBrotli = (bytes: Buffer, finishFlush: number): Promise<Buffer> =>
  promisify(brotliCompress)(bytes, {
    finishFlush,
    params: {
      [constants.BROTLI_PARAM_QUALITY]: brotliQuality,
      [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
    },
  });

export const wholeEncoders: Encoders = {
  br: (bytes) => encodeBrotli(bytes, constants.BROTLI_OPERATION_FINISH),
  gzip: (bytes) => promisify(gzip)(bytes),
};
