import { hash } from 'node:crypto';

/** What an upstream sends back. `content-length` and the like are the server's business. */
export interface SandboxResponse {
  readonly status: number;
  /** Lower case names. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Buffer | MadeBody;
}

/** A body that is made while it is sent: however large it is, but a piece of it is in memory. */
export interface MadeBody {
  readonly byteLength: number;
  /** The bytes from `start` up to `end`, `end` excluded. */
  readonly piece: (start: number, end: number) => Buffer;
}

export interface ResponseOptions {
  /** 200 unless stated. */
  readonly status?: number;
  /** Lower case names; they win over those the kind of response brings along. */
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

/** Bytes of any number, or the range of them that a request asks for, as content networks give them. */
export function file(contentType: string, body: MadeBody, range: string | undefined): SandboxResponse {
  const { byteLength, piece } = body;
  const headers = { 'accept-ranges': 'bytes' };
  const asked = range === undefined ? undefined : rangeOf(range, byteLength);
  if (asked === undefined) return response(contentType, body, { headers });
  if (asked === 'none') {
    return response(contentType, '', { status: 416, headers: { 'content-range': `bytes */${byteLength}` } });
  }
  const { start, end } = asked;
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

/** `location` is the real address, host and all: who asks the sandbox maps every real address to it. */
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

/** Ends a handler with this response, from however deep inside it. */
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

/** A character from the private use area: no upstream's text has it. */
const integerMark = '\uE000';

function jsonText(value: unknown): string {
  const marked = JSON.stringify(value, (_key, member: unknown) =>
    typeof member === 'bigint' ? `${integerMark}${member}` : member,
  );
  return marked.includes(integerMark) ? marked.replace(/"\uE000(-?\d+)"/g, '$1') : marked;
}
