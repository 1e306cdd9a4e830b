import { createHash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

export interface PageResponse {
  readonly status: number;
  /** Names in lower case. The length of the body is left to whoever sends it. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

/** One body in all its forms, answered as the request's `accept-encoding` and `if-none-match` ask. */
export type Representation = (asked: IncomingHttpHeaders) => Promise<PageResponse>;

/** A short name of the bytes, fit for addresses and entity tags. */
export const digestOf = (bytes: Buffer): string =>
  createHash('sha256').update(bytes).digest('hex').slice(0, 16);

type Encoding = 'br' | 'gzip';

/** Shorter bodies gain nothing from compression. */
const leastCompressedBytes = 1024;

/** Higher than this, brotli takes forty times as long on the largest asset and saves a tenth. */
const brotliQuality = 5;

const compress: Readonly<Record<Encoding, (bytes: Buffer) => Promise<Buffer>>> = {
  br: (bytes) =>
    promisify(brotliCompress)(bytes, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: brotliQuality,
        [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
      },
    }),
  gzip: (bytes) => promisify(gzip)(bytes),
};

/** Each compressed form is made when it is first asked for, off the event loop, and kept. */
export function represent(bytes: Buffer, headers: Readonly<Record<string, string>>): Representation {
  const digest = digestOf(bytes);
  const forms = new Map<Encoding, Promise<Buffer>>();
  // A weak tag, since it names the content whatever its encoding.
  const shared = { vary: 'Accept-Encoding', ...headers, etag: `W/"${digest}"` };

  function compressed(encoding: Encoding): Promise<Buffer> {
    const form = forms.get(encoding) ?? compress[encoding](bytes);
    forms.set(encoding, form);
    return form;
  }

  return async (asked) => {
    if (isHeld(digest, asked['if-none-match']))
      return { status: 304, headers: shared, body: Buffer.alloc(0) };
    const encoding = bytes.length < leastCompressedBytes ? undefined : encodingFor(asked['accept-encoding']);
    if (!encoding) return { status: 200, headers: shared, body: bytes };
    const body = await compressed(encoding);
    return { status: 200, headers: { ...shared, 'content-encoding': encoding }, body };
  };
}

/** Whether the caller says that it holds the content of this digest already. */
function isHeld(digest: string, ifNoneMatch = ''): boolean {
  const tags = ifNoneMatch.split(',').map((tag) => tag.trim().replace(/^W\//, ''));
  return tags.includes(`"${digest}"`) || tags.includes('*');
}

/** The encoding that the caller likes best, brotli before gzip. */
function encodingFor(acceptEncoding: string | string[] = ''): Encoding | undefined {
  const weights = new Map(String(acceptEncoding).split(',').map(weighted));
  const weightOf = (name: string) => weights.get(name) ?? weights.get('*') ?? 0;
  const [brotli, gzip] = [weightOf('br'), weightOf('gzip')];
  if (brotli > 0 && brotli >= gzip) return 'br';
  return gzip > 0 ? 'gzip' : undefined;
}

/** `gzip;q=0.5` as a name and a weight; a weight that is no number counts as a refusal. */
function weighted(part: string): [string, number] {
  const [name = '', weight = '1'] = part
    .trim()
    .toLowerCase()
    .split(/\s*;\s*q=/);
  return [name, Number(weight) || 0];
}
