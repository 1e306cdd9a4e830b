import { createHash, hash } from 'node:crypto';
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { crc32 } from 'node:zlib';
import { LRUCache } from 'lru-cache';
import { type MaybePromise, mapMaybe } from '../../core/maybe-promise.ts';
import { memoize } from '../../core/once.ts';
import { inTurns } from '../../core/turns.ts';
import { encodedEnding, openEncoders } from './body-ending.ts';
import { type Encoders, type Encoding, wholeEncoders } from './encoders.ts';

/** A body in one content encoding. */
export interface Form {
  readonly encoding: Encoding | undefined;
  /** Text has one character a byte (`latin1`). A promise while the encoding is computed for the first time. */
  readonly body: Buffer | string | Promise<Buffer>;
}

/** Shorter bodies gain nothing from compression. */
const minCompressedBytes = 1024;

const longestText = 16_384;

/** Beyond this, a content is hashed in several turns, and compressed while no other one is. */
const longBytes = 1_048_576;

/** A short digest of a content, for URLs and entity tags. */
export const digestOf = (content: string | Uint8Array): string => hash('sha1', content, 'hex').slice(0, 16);

/** The same of long bytes, in steps. */
function* digestParts(bytes: Buffer): Generator<void, string> {
  const sha1 = createHash('sha1');
  for (let at = 0; at < bytes.length; at += longBytes)
    yield void sha1.update(bytes.subarray(at, at + longBytes));
  return sha1.digest('hex').slice(0, 16);
}

/** Whether a long content is being compressed: the threads that do so also resolve names and read files. */
let isCompressing = false;

/**
 * One content with its entity tag (RFC 9110, section 8.8.3) and its encodings, each computed once on first use. An open
 * content is a beginning, which each response ends in its own way; its tag is that of all of them.
 */
export class Representation {
  readonly byteLength: number;
  #etag: string | undefined;
  #bytes: Buffer | undefined;
  #text: string | undefined;
  /** As many bytes as characters. */
  #isAscii = false;
  #encoded: Map<Encoding, Buffer | Promise<Buffer>> | undefined;
  readonly #encoders: Encoders;
  #crc32: number | undefined;

  constructor(content: string | Buffer, { isOpen = false }: { readonly isOpen?: boolean } = {}) {
    this.#encoders = isOpen ? openEncoders : wholeEncoders;
    this.byteLength = Buffer.byteLength(content);
    if (typeof content !== 'string') this.#bytes = content;
    else if (this.byteLength === content.length && content.length <= longestText) {
      this.#isAscii = true;
      this.#text = content;
    } else this.#bytes = Buffer.from(content);
  }

  /** A weak tag, since it is the same for every encoding. */
  get etag(): string {
    this.#etag ??= `W/"${digestOf(this.#text ?? this.bytes)}"`;
    return this.#etag;
  }

  /** Computes the tag, of a long content in several turns of the event loop. */
  tagged(): MaybePromise<string> {
    if (this.#etag !== undefined || this.byteLength < longBytes) return this.etag;
    return mapMaybe(inTurns(digestParts(this.bytes)), (digest) => (this.#etag = `W/"${digest}"`));
  }

  get bytes(): Buffer {
    this.#bytes ??= Buffer.from(this.#text!, 'latin1');
    return this.#bytes;
  }

  /** The bytes as text of one character a byte (`latin1`); undefined for a long content. */
  get text(): string | undefined {
    if (this.byteLength > longestText) return undefined;
    this.#text ??= this.bytes.toString('latin1');
    return this.#text;
  }

  /** The content as text. */
  toString(): string {
    return this.#isAscii ? this.#text! : this.bytes.toString();
  }

  /** Whether `If-None-Match` of a GET or HEAD has the tag of this content. */
  isHeldBy({ method, headers }: Pick<IncomingMessage, 'method' | 'headers'>): boolean {
    return method !== 'POST' && isHeld(this.etag, headers['if-none-match']);
  }

  formFor(headers: IncomingHttpHeaders): Form {
    const isCompressed = this.byteLength >= minCompressedBytes;
    const encoding = isCompressed ? preferredEncoding(String(headers['accept-encoding'] ?? '')) : 'identity';
    const mustWait = this.byteLength > longBytes && isCompressing;
    if (encoding === 'identity' || (mustWait && !this.#encoded?.has(encoding)))
      return { encoding: undefined, body: this.text ?? this.bytes };
    return { encoding, body: this.#encodedAs(encoding) };
  }

  /** The bytes that end an open content in one encoding. */
  endingFor(encoding: Encoding | undefined, ending: string): Buffer {
    if (encoding === undefined) return Buffer.from(ending);
    this.#crc32 ??= crc32(this.bytes);
    return encodedEnding(encoding, { byteLength: this.byteLength, crc32: this.#crc32 }, ending);
  }

  #encodedAs(encoding: Encoding): Buffer | Promise<Buffer> {
    this.#encoded ??= new Map();
    const forms = this.#encoded;
    let form = forms.get(encoding);
    if (!form) {
      const isLong = this.byteLength > longBytes;
      if (isLong) isCompressing = true;
      form = this.#encoders[encoding](this.bytes)
        .finally(() => {
          if (isLong) isCompressing = false;
        })
        .then((body) => {
          forms.set(encoding, body);
          return body;
        });
      forms.set(encoding, form);
    }
    return form;
  }
}

/** Weak comparison (RFC 9110 section 13.1.2). */
export function isHeld(etag: string, ifNoneMatch: string | undefined): boolean {
  if (ifNoneMatch === undefined) return false;
  const opaque = etag.replace(/^W\//, '');
  return ifNoneMatch.split(',').some((part) => {
    const tag = part.trim();
    return tag === '*' || tag.replace(/^W\//, '') === opaque;
  });
}

/** The preferred encoding of `Accept-Encoding`, or else `identity`; brotli before gzip at equal weights. */
const preferredEncoding = memoize<string, Encoding | 'identity'>(
  (acceptEncoding) => {
    const weights = new Map(acceptEncoding.split(',').map(weighted));
    const weightOf = (name: string) => weights.get(name) ?? weights.get('*') ?? 0;
    const [brotli, gzip] = [weightOf('br'), weightOf('gzip')];
    if (brotli > 0 && brotli >= gzip) return 'br';
    return gzip > 0 ? 'gzip' : 'identity';
  },
  new LRUCache({ max: 200 }),
);

/** `gzip;q=0.5` as a name and a weight; a weight that is not a number is 0. */
export function weighted(part: string): [string, number] {
  const [name = '', weight = '1'] = part.toLowerCase().split(/;\s*q=/);
  return [name.trim(), Number(weight) || 0];
}
