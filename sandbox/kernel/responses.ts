import { hash } from 'node:crypto';

/** The response of an upstream. The server adds `content-length` and similar headers. */
export interface SandboxResponse {
  readonly status: number;
  /** Lower case names. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Buffer | MadeBody;
}

/** A body that is generated while it is sent, chunk by chunk. */
export interface MadeBody {
  readonly byteLength: number;
  /** The bytes from `start` up to `end`, `end` excluded. */
  readonly piece: (start: number, end: number) => Buffer;
}

export interface ResponseOptions {
  /** 200 by default. */
  readonly status?: number;
  /** Lower-case names; they override the default headers of the kind of response. */
  readonly headers?: Readonly<Record<string, string>>;
}

const response = (
  contentType: string,
  body: SandboxResponse['body'],
  options: ResponseOptions,
): SandboxResponse => ({
  status: options.status ?? 200,
  headers: { 'content-type': contentType, ...options.headers },
  body,
});

/** A JSON body; a `bigint` in it is written as a number with every digit. */
export const json = (value: unknown, options: ResponseOptions = {}): SandboxResponse =>
  response('application/json; charset=utf-8', jsonText(value), options);

export const plainText = (value: string, options: ResponseOptions = {}): SandboxResponse =>
  response('text/plain; charset=utf-8', value, options);

export const htmlPage = (value: string, options: ResponseOptions = {}): SandboxResponse =>
  response('text/html; charset=utf-8', value, options);

/** Raw bytes: an image, a video, a sound. */
export const bytes = (contentType: string, value: Buffer, options: ResponseOptions = {}): SandboxResponse =>
  response(contentType, value, options);

/** A body of bytes, or the requested range of it, like the responses of content delivery networks. */
export function file(contentType: string, body: MadeBody, range: string | undefined): SandboxResponse {
  const { byteLength, piece } = body;
  const headers = { 'accept-ranges': 'bytes' };
  const slice = range === undefined ? undefined : rangeOf(range, byteLength);
  if (slice === undefined) return response(contentType, body, { headers });
  if (slice === 'none') {
    return response(contentType, '', { status: 416, headers: { 'content-range': `bytes */${byteLength}` } });
  }
  const { start, end } = slice;
  const part = {
    byteLength: end - start,
    piece: (from: number, to: number) => piece(start + from, start + to),
  };
  const contentRange = `bytes ${start}-${end - 1}/${byteLength}`;
  return response(contentType, part, { status: 206, headers: { ...headers, 'content-range': contentRange } });
}

/** A single range; undefined for other forms, `none` when it is outside. */
function rangeOf(range: string, byteLength: number) {
  const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/.exec(range) ?? [];
  if (first === '' && last === '') return undefined;
  const start = first === '' ? Math.max(0, byteLength - Number(last)) : Number(first);
  const end = first === '' || last === '' ? byteLength : Math.min(Number(last) + 1, byteLength);
  return start < end ? { start, end } : 'none';
}

/** `location` is a real address with its host; the client maps real addresses to the sandbox. */
export const redirect = (location: string, options: ResponseOptions = {}): SandboxResponse => ({
  ...json({ message: 'Redirected', url: location }, { status: 302, ...options }),
  headers: { 'content-type': 'application/json; charset=utf-8', location, ...options.headers },
});

/** Thrown by `refuse`; the server sends its response. */
export class RefusedRequest extends Error {
  readonly response: SandboxResponse;

  constructor(response: SandboxResponse) {
    super(`refused with ${response.status}`);
    this.response = response;
  }
}

/** Ends a handler with this response, from any depth. */
export function refuse(response: SandboxResponse): never {
  throw new RefusedRequest(response);
}

export const isMade = (body: SandboxResponse['body']): body is MadeBody =>
  typeof body !== 'string' && !Buffer.isBuffer(body);

/** Adds an `ETag`, and responds with 304 to a request that has that version. */
export function conditional(response: SandboxResponse, ifNoneMatch: string | undefined): SandboxResponse {
  if (isMade(response.body)) return response;
  const etag = `W/"${hash('sha1', response.body)}"`;
  const headers = { ...response.headers, etag };
  if (ifNoneMatch?.split(/\s*,\s*/).includes(etag)) return { status: 304, headers, body: '' };
  return { ...response, headers };
}

/** A character of the private use area, which no upstream's text contains. */
const integerMark = '\uE000';

/** `JSON.stringify` refuses a bigint, and takes half the time without a replacer. */
function jsonText(value: unknown): string {
  try {
    return JSON.stringify(value);
  } catch {
    return withBigints(value);
  }
}

function withBigints(value: unknown): string {
  const marked = JSON.stringify(value, (_key, member: unknown) =>
    typeof member === 'bigint' ? `${integerMark}${member}` : member,
  );
  return marked.includes(integerMark) ? marked.replace(/"\uE000(-?\d+)"/g, '$1') : marked;
}
