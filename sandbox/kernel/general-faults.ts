import type { NamedFault } from './faults.ts';

/** Longer than any client waits. */
const endlessMs = 600_000;

/** Faults that any upstream may have. They are of no host, which is given when one is set. */
export const generalFaults: readonly NamedFault[] = [
  { name: 'error', description: 'The upstream responds with 500.', status: 500 },
  { name: 'unavailable', description: 'The upstream responds with 503.', status: 503 },
  { name: 'refused', description: 'The upstream refuses the service with 403.', status: 403 },
  { name: 'throttled', description: 'The upstream asks the service to wait, with 429.', status: 429 },
  { name: 'timeout', description: 'The upstream does not respond.', delayMs: endlessMs },
  { name: 'late', description: 'The upstream responds two seconds later.', delayMs: 2_000 },
  { name: 'reset', description: 'The connection is reset before a response.', reset: true },
  { name: 'truncated', description: 'The connection is closed in the middle of the body.', truncate: true },
  { name: 'garbage', description: 'The body is bytes that are no JSON.', garbage: true },
  { name: 'oversized', description: 'The body is half a gigabyte when it is decompressed.', gzipBomb: true },
  { name: 'dripping', description: 'The body arrives with two bytes a second.', drip: true },
  {
    name: 'elsewhere',
    description: 'The upstream redirects to a host that is not its own.',
    redirect: 'https://elsewhere.invalid/',
  },
];
