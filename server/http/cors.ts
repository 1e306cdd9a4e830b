import type { IncomingMessage, ServerResponse } from 'node:http';

/** Lets pages of other origins read answers in a browser. */
export interface Cors {
  /** Says so at the start of an answer, to a page of an origin that is on the list. */
  allow(request: IncomingMessage, response: ServerResponse): void;
  /**
   * Says of every answer that it depends on the origin, so that no cache on the way gives that of one to another.
   * `head` is what `writeHead` is called with: names and values in turn, if there are any.
   */
  vary(response: ServerResponse, head: unknown[]): void;
}

/** What a page may read beside the headers that browsers show it anyway. */
const exposed = [
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
  'RateLimit-Policy',
  'RateLimit',
  'Retry-After',
  'X-Request-Id',
  'X-API-Version',
  'X-Cache',
  'X-Query-Cost',
  'Age',
  'ETag',
  'Content-Disposition',
].join(', ');

const preflight = [
  ['Access-Control-Allow-Methods', 'GET, HEAD, POST, OPTIONS'],
  ['Access-Control-Allow-Headers', 'Authorization, Content-Type, If-None-Match, Range, X-Request-Id'],
  ['Access-Control-Max-Age', '600'],
] as const;

/**
 * For exactly these origins, on whatever the answer is, a refusal included; undefined when there are none. Cookies are
 * never asked for: a caller is known by `Authorization` alone.
 */
export function createCors(origins: readonly string[]): Cors | undefined {
  if (origins.length === 0) return undefined;
  const allowed = new Set(origins);
  return {
    allow({ method, headers }, response) {
      const { origin } = headers;
      if (origin === undefined || !allowed.has(origin)) return;
      response.setHeader('Access-Control-Allow-Origin', origin);
      response.setHeader('Access-Control-Expose-Headers', exposed);
      if (method !== 'OPTIONS' || headers['access-control-request-method'] === undefined) return;
      for (const [name, value] of preflight) response.setHeader(name, value);
    },
    vary(response, head) {
      const headers = head.at(-1);
      if (!Array.isArray(headers)) {
        const before = response.getHeader('Vary');
        response.setHeader('Vary', before === undefined ? 'Origin' : `${String(before)}, Origin`);
        return;
      }
      const at = headers.indexOf('Vary');
      if (at === -1) headers.push('Vary', 'Origin');
      else headers[at + 1] += ', Origin';
    },
  };
}
