import { type Key, type KeyUsage, quotaPrefix } from '../server/keys/keys.ts';
import { isoOrNull, minuteText, refusalText } from './key-tables.ts';
import { aligned, shortened } from './table.ts';

/** A key with its usage by group. */
export interface KeyRecord {
  readonly key: Key;
  readonly usage: readonly KeyUsage[];
  /** What it has spent of the quotas of a day: `group` is the source, and `requests` are units. */
  readonly units: readonly KeyUsage[];
}

/** Joins keys with their usage, in the order of the keys. */
export const recordsOf = (keys: readonly Key[], usage: readonly KeyUsage[]): readonly KeyRecord[] =>
  keys.map((key) => {
    const own = usage.filter(({ id }) => id === key.id);
    const isQuota = ({ group }: KeyUsage) => group.startsWith(quotaPrefix);
    return { key, usage: own.filter((each) => !isQuota(each)), units: own.filter(isQuota) };
  });

/** The requests and lookups of a key in all groups. */
export const sumsOf = ({ usage }: KeyRecord) => ({
  requests: usage.reduce((sum, { requests }) => sum + requests, 0),
  lookups: usage.reduce((sum, { lookups }) => sum + lookups, 0),
});

/** Lines of a table: one for each key and group, after a line of headings. Times are UTC. */
export function usageTable(records: readonly KeyRecord[]): string[] {
  const headings = ['ID', 'NAME', 'GROUP', 'REQUESTS', 'LOOKUPS', 'LAST USE', 'LAST REFUSAL'];
  return aligned([headings, ...records.flatMap(usageRows)]);
}

function usageRows({ key, usage, units }: KeyRecord): string[][] {
  const start = [key.id, shortened(key.name, 32)];
  const refusal = key.lastRefusal === null ? '-' : refusalText(key.lastRefusal);
  if (usage.length === 0) {
    const lastUse = key.lastUsedAt === null ? 'never' : minuteText(key.lastUsedAt);
    return [[...start, '-', '0', '0', lastUse, refusal]];
  }
  return [
    ...usage.map(({ group, requests, lookups, lastUsedAt }) => {
      return [...start, group, String(requests), String(lookups), minuteText(lastUsedAt), refusal];
    }),
    ...units.map(({ group, requests, lastUsedAt }) => {
      return [...start, group, String(requests), '-', minuteText(lastUsedAt), refusal];
    }),
  ];
}

/** The JSON form of a record; times are ISO 8601. */
export const usageJson = (record: KeyRecord) => ({
  id: record.key.id,
  name: record.key.name,
  ...sumsOf(record),
  lastUsedAt: isoOrNull(record.key.lastUsedAt),
  lastRefusal: record.key.lastRefusal && {
    ...record.key.lastRefusal,
    at: isoOrNull(record.key.lastRefusal.at),
  },
  groups: record.usage.map(({ group, requests, lookups, lastUsedAt }) => {
    return { group, requests, lookups, lastUsedAt: isoOrNull(lastUsedAt) };
  }),
  quotas: record.units.map(({ group, requests }) => {
    return { source: group.slice(quotaPrefix.length), units: requests };
  }),
});
