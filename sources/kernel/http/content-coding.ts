import {
  type BrotliDecompress,
  createBrotliDecompress,
  createGunzip,
  createInflate,
  type Gunzip,
  type Inflate,
} from 'node:zlib';
import type { Exchange } from './exchange.ts';
import { type HopHead, isEncoded } from './hop.ts';

/** Creates the decoder of a content coding. */
export type Decoding = () => Gunzip | Inflate | BrotliDecompress;

/** A single coding only: with a chain of them, a small response can take much work to decode. */
const decodings = new Map<string, Decoding>([
  ['gzip', createGunzip],
  ['x-gzip', createGunzip],
  ['deflate', createInflate],
  ['br', createBrotliDecompress],
]);

/** The decoder of a response's body; undefined when it is not encoded. Throws for a coding that is not accepted. */
export function decodingOf(head: HopHead, exchange: Exchange): Decoding | undefined {
  if (!isEncoded(head)) return undefined;
  const decoding = decodings.get(String(head.headers['content-encoding']).toLowerCase());
  if (!decoding) throw exchange.unknownCoding();
  return decoding;
}

/** Throws when the content length exceeds the limit. */
export function refuseTooLarge(head: HopHead, exchange: Exchange, maxBytes: number): void {
  const contentLength = Number(head.headers['content-length'] ?? 0);
  if (contentLength > maxBytes) throw exchange.tooLarge();
}
