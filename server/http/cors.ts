import type { IncomingMessage, ServerResponse } from 'node:http';
import { modeHeader } from '../../core/sandbox-headers.ts';
import { isLoopback, loopback } from '../config/setting-forms.ts';

/** Cross-origin resource sharing for the origins that the operator lists. */
export interface Cors {
  /** Sets the CORS headers of a response to a listed origin. */
  allow(request: IncomingMessage, response: ServerResponse): void;
  /** Adds `Origin` to `Vary`. `head` holds the arguments of `writeHead`, with names and values in turn. */
  vary(response: ServerResponse, head: unknown[]): void;
}

/** Response headers that a page may read beside the CORS-safelisted ones. */
const exposed = [
  'X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset, X-RateLimit-Scope, RateLimit-Policy, RateLimit',
  'Retry-After, X-Error-Code, X-Request-Id, X-API-Version, X-Cache, X-Source, X-Query-Cost, X-Ignored, Age, ETag',
  `X-Songid-Advice, Content-Disposition, ${modeHeader}`,
].join(', ');

/**
 * Applies to exactly these origins and to every response, refusals included; undefined without origins. Credentials are
 * not allowed: `Authorization` alone identifies a caller. A preflight allows the headers that it names, since the service
 * ignores those that it does not know, and clients add theirs.
 */
export function createCors(origins: readonly string[]): Cors | undefined {
  if (origins.length === 0) return undefined;
  const allowed = new Set(origins);
  const allowsLoopback = allowed.has(loopback);
  return {
    allow({ method, headers }, response) {
      const { origin } = headers;
      if (origin === undefined || !(allowed.has(origin) || (allowsLoopback && isLoopback(origin)))) return;
      response.setHeader('Access-Control-Allow-Origin', origin);
      response.setHeader('Access-Control-Expose-Headers', exposed);
      if (method !== 'OPTIONS' || headers['access-control-request-method'] === undefined) return;
      response.setHeader('Access-Control-Allow-Methods', 'GET, HEAD, POST, OPTIONS');
      const asked = headers['access-control-request-headers'];
      if (asked !== undefined) response.setHeader('Access-Control-Allow-Headers', asked);
      response.setHeader('Access-Control-Max-Age', '600');
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
