import { apiVersion } from '../../core/version.ts';

/** Headers as Node takes them without looking twice: names and values in turn. */

/** What every answer carries, whichever way it was made. */
export const commonHeaders = (requestId: string): string[] => [
  'X-Request-Id',
  requestId,
  'X-API-Version',
  apiVersion,
  'X-Content-Type-Options',
  'nosniff',
];

/** The same for who sets them one by one. */
export const inPairs = (flat: readonly string[]): [name: string, value: string][] =>
  Array.from({ length: flat.length / 2 }, (_, index) => [flat[index * 2]!, flat[index * 2 + 1]!]);
