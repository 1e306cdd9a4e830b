import type { IncomingHttpHeaders } from 'node:http';
import { Representation as Content } from '../responses/representation.ts';

export interface PageResponse {
  readonly status: number;
  /** Names in lower case, without `content-length`. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

/** Gives the response for a request's headers `accept-encoding` and `if-none-match`. */
export type PageRepresentation = (headers: IncomingHttpHeaders) => Promise<PageResponse>;

export function represent(bytes: Buffer, headers: Readonly<Record<string, string>>): PageRepresentation {
  const content = new Content(bytes);
  const shared = { vary: 'Accept-Encoding', ...headers, etag: content.etag };
  return async (request) => {
    if (content.isHeldBy({ headers: request }))
      return { status: 304, headers: shared, body: Buffer.alloc(0) };
    const { encoding, body } = content.formFor(request);
    const encoded = encoding ? { 'content-encoding': encoding } : {};
    const whole = await body;
    const bytes = typeof whole === 'string' ? content.bytes : whole;
    return { status: 200, headers: { ...shared, ...encoded }, body: bytes };
  };
}
