import type { IncomingHttpHeaders } from 'node:http';
import { Representation as Content } from '../http/representation.ts';

export interface PageResponse {
  readonly status: number;
  /** Names in lower case. The length of the body is left to whoever sends it. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

/** One body in all its forms, answered as the request's `accept-encoding` and `if-none-match` ask. */
export type Representation = (asked: IncomingHttpHeaders) => Promise<PageResponse>;

export function represent(bytes: Buffer, headers: Readonly<Record<string, string>>): Representation {
  const content = new Content(bytes);
  const shared = { vary: 'Accept-Encoding', ...headers, etag: content.etag };
  return async (asked) => {
    if (content.isHeldBy(asked)) return { status: 304, headers: shared, body: Buffer.alloc(0) };
    const { encoding, body } = content.formFor(asked);
    const encoded = encoding ? { 'content-encoding': encoding } : {};
    const whole = await body;
    const bytes = typeof whole === 'string' ? content.bytes : whole;
    return { status: 200, headers: { ...shared, ...encoded }, body: bytes };
  };
}
