import { promisify } from 'node:util';
import {
  type BrotliDecompress,
  brotliDecompress,
  createBrotliDecompress,
  createGunzip,
  createInflate,
  type Gunzip,
  gunzip,
  type Inflate,
  inflate,
} from 'node:zlib';
import type { Exchange } from './exchange.ts';
import { type Hop, type HopHead, isEncoded } from './hop.ts';

/** How a coding is undone. */
export interface Decoding {
  readonly stream: () => Gunzip | Inflate | BrotliDecompress;
  /** Rejects with `ERR_BUFFER_TOO_LARGE` past the most that may come of it. */
  readonly whole: (body: Buffer, limit: { readonly maxOutputLength: number }) => Promise<Buffer>;
}

const ofGzip: Decoding = { stream: createGunzip, whole: promisify(gunzip) };

/** One coding only: a chain of them is how a small answer is made to cost much. */
const decodings = new Map<string, Decoding>([
  ['gzip', ofGzip],
  ['x-gzip', ofGzip],
  ['deflate', { stream: createInflate, whole: promisify(inflate) }],
  ['br', { stream: createBrotliDecompress, whole: promisify(brotliDecompress) }],
]);

/** How the body of an answer is decoded, if it need be. Throws for a coding that is not accepted. */
export function decodingOf(hop: Hop, head: HopHead, exchange: Exchange): Decoding | undefined {
  if (!isEncoded(hop, head)) return undefined;
  const decoding = decodings.get(String(head.headers['content-encoding']).toLowerCase());
  if (!decoding) throw exchange.unknownCoding();
  return decoding;
}

/** Throws when more is announced than is taken. */
export function refuseTooLarge(hop: Hop, head: HopHead, exchange: Exchange, maxBytes: number): void {
  const announcedBytes = hop.method === 'HEAD' ? 0 : Number(head.headers['content-length'] ?? 0);
  if (announcedBytes > maxBytes) throw exchange.tooLarge();
}
