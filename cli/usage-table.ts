import type { Key, KeyUsage } from '../server/keys/keys.ts';
import { isoOrNull, minuteText, refusalText } from './key-tables.ts';
import { aligned, shortened } from './table.ts';

/** A key with its usage by group. */
export interface KeyRecord {
  readonly key: Key;
  readonly usage: readonly KeyUsage[];
}

/** Joins keys with their usage, in the order of the keys. */
export const recordsOf = (keys: readonly Key[], usage: readonly KeyUsage[]): readonly KeyRecord[] =>
  keys.map((key) => ({ key, usage: usage.filter(({ id }) => id === key.id) }));

/** Lines of a table: one for each key and group, after a line of headings. Times are UTC. */
export function usageTable(records: readonly KeyRecord[]): string[] {
  const headings = ['ID', 'NAME', 'GROUP', 'REQUESTS', 'LOOKUPS', 'LAST USE', 'LAST REFUSAL'];
  return aligned([headings, ...records.flatMap(usageRows)]);
}

function usageRows({ key, usage }: KeyRecord): string[][] {
  const start = [key.id, shortened(key.name, 32)];
  const refusal = key.lastRefusal === null ? '-' : refusalText(key.lastRefusal);
  if (usage.length === 0) {
    const lastUse = key.lastUsedAt === null ? 'never' : minuteText(key.lastUsedAt);
    return [[...start, '-', '0', '0', lastUse, refusal]];
  }
  return usage.map(({ group, requests, lookups, lastUsedAt }) => {
    return [...start, group, String(requests), String(lookups), minuteText(lastUsedAt), refusal];
  });
}

/** The JSON form of a record; times are ISO 8601. */
export const usageJson = ({ key, usage }: KeyRecord) => ({
  id: key.id,
  name: key.name,
  requests: usage.reduce((sum, { requests }) => sum + requests, 0),
  lookups: usage.reduce((sum, { lookups }) => sum + lookups, 0),
  lastUsedAt: isoOrNull(key.lastUsedAt),
  lastRefusal: key.lastRefusal && { ...key.lastRefusal, at: isoOrNull(key.lastRefusal.at) },
  groups: usage.map(({ group, requests, lookups, lastUsedAt }) => {
    return { group, requests, lookups, lastUsedAt: isoOrNull(lastUsedAt) };
  }),
});
