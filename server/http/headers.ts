import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { apiVersion } from '../../core/version.ts';

/** The caller's own request id when it is 8 to 64 letters, digits, `_` and `-`; a new UUID otherwise. */
export function requestIdOf({ headers }: IncomingMessage): string {
  const given = headers['x-request-id'];
  return typeof given === 'string' && /^[A-Za-z0-9_-]{8,64}$/.test(given) ? given : randomUUID();
}

/** The headers of every response to a request that is read. */
export const commonHeaders = (requestId: string): string[] => [
  'X-Request-Id',
  requestId,
  'X-API-Version',
  apiVersion,
  'X-Content-Type-Options',
  'nosniff',
];
