import type { IncomingMessage, ServerResponse } from 'node:http';
import { faultHeader, modeHeader } from '../../core/sandbox-headers.ts';

/** Cross-origin resource sharing for the origins that the operator lists. */
export interface Cors {
  /** Sets the CORS headers of a response to a listed origin. */
  allow(request: IncomingMessage, response: ServerResponse): void;
  /**
   * Adds `Origin` to `Vary`, so that no cache serves the response for one origin to another. `head` holds the arguments
   * of `writeHead`, with names and values in turn.
   */
  vary(response: ServerResponse, head: unknown[]): void;
}

/** Response headers that a page may read beside the CORS-safelisted ones. */
const exposed = [
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
  'RateLimit-Policy',
  'RateLimit',
  'Retry-After',
  'X-Error-Code',
  'X-Request-Id',
  'X-API-Version',
  modeHeader,
  'X-Cache',
  'X-Source',
  'X-Query-Cost',
  'Age',
  'ETag',
  'Content-Disposition',
].join(', ');

const preflight = [
  ['Access-Control-Allow-Methods', 'GET, HEAD, POST, OPTIONS'],
  [
    'Access-Control-Allow-Headers',
    `Authorization, Content-Type, If-None-Match, Last-Event-ID, Range, X-Request-Id, ${faultHeader}`,
  ],
  ['Access-Control-Max-Age', '600'],
] as const;

/**
 * Applies to exactly these origins and to every response, refusals included; undefined without origins. Credentials are
 * not allowed: `Authorization` alone identifies a caller.
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
