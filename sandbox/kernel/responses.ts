import { hash } from 'node:crypto';

/** What an upstream sends back. `content-length` and the like are the server's business. */
export interface Answer {
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

export interface AnswerOptions {
  /** 200 unless stated. */
  readonly status?: number;
  /** Lower case names; they win over those the kind of answer brings along. */
  readonly headers?: Readonly<Record<string, string>>;
}

const answer = (contentType: string, body: Answer['body'], options: AnswerOptions): Answer => ({
  status: options.status ?? 200,
  headers: { 'content-type': contentType, ...options.headers },
  body,
});

/** A JSON body; a `bigint` in it is written as a number with every digit. */
export const json = (value: unknown, options: AnswerOptions = {}): Answer =>
  answer('application/json; charset=utf-8', jsonText(value), options);

export const text = (value: string, options: AnswerOptions = {}): Answer =>
  answer('text/plain; charset=utf-8', value, options);

export const html = (value: string, options: AnswerOptions = {}): Answer =>
  answer('text/html; charset=utf-8', value, options);

/** Raw bytes: an image, a video, a sound. */
export const bytes = (contentType: string, value: Buffer, options: AnswerOptions = {}): Answer =>
  answer(contentType, value, options);

/** Bytes of any number, or the range of them that a request asks for, as content networks give them. */
export function file(contentType: string, body: MadeBody, range: string | undefined): Answer {
  const { byteLength, piece } = body;
  const headers = { 'accept-ranges': 'bytes' };
  const asked = range === undefined ? undefined : rangeOf(range, byteLength);
  if (asked === undefined) return answer(contentType, body, { headers });
  if (asked === 'none') {
    return answer(contentType, '', { status: 416, headers: { 'content-range': `bytes */${byteLength}` } });
  }
  const { start, end } = asked;
  const part = {
    byteLength: end - start,
    piece: (from: number, to: number) => piece(start + from, start + to),
  };
  const contentRange = `bytes ${start}-${end - 1}/${byteLength}`;
  return answer(contentType, part, { status: 206, headers: { ...headers, 'content-range': contentRange } });
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
export const redirect = (location: string, options: AnswerOptions = {}): Answer => ({
  ...json({ message: 'Redirected', url: location }, { status: 302, ...options }),
  headers: { 'content-type': 'application/json; charset=utf-8', location, ...options.headers },
});

/** Thrown by `refuse`; the server sends its answer. */
export class Refusal extends Error {
  readonly answer: Answer;

  constructor(answer: Answer) {
    super(`refused with ${answer.status}`);
    this.answer = answer;
  }
}

/** Ends a handler with this answer, from however deep inside it. */
export function refuse(answer: Answer): never {
  throw new Refusal(answer);
}

export const isMade = (body: Answer['body']): body is MadeBody =>
  typeof body !== 'string' && !Buffer.isBuffer(body);

/** Adds an `ETag`, and answers 304 without a body to a request that has that version already. */
export function conditional(answer: Answer, ifNoneMatch: string | undefined): Answer {
  if (isMade(answer.body)) return answer;
  const etag = `W/"${hash('sha1', answer.body)}"`;
  const headers = { ...answer.headers, etag };
  if (ifNoneMatch?.split(/\s*,\s*/).includes(etag)) return { status: 304, headers, body: '' };
  return { ...answer, headers };
}

/** A character from the private use area: no upstream's text has it. */
const integerMark = '\uE000';

function jsonText(value: unknown): string {
  const marked = JSON.stringify(value, (_key, member: unknown) =>
    typeof member === 'bigint' ? `${integerMark}${member}` : member,
  );
  return marked.includes(integerMark) ? marked.replace(/"\uE000(-?\d+)"/g, '$1') : marked;
}
