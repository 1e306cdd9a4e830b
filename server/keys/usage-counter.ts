import type { Group } from '../../core/groups.ts';
import { aligned, isoOrNull, minuteText, refusalText, shortened } from '../cli/key-tables.ts';
import type { GroupUse, Key, KeyUsage } from './keys.ts';

/** What keys have asked of groups since it was last written down. */
export interface Tally {
  /** Counts one request of a key, at a time in milliseconds. */
  count(id: string, uses: readonly GroupUse[], at: number): void;
  /** Gives all that was counted, and begins anew. */
  take(): readonly KeyUsage[];
  /** Takes back what could not be written. */
  giveBack(usages: readonly KeyUsage[]): void;
}

type Counter = { -readonly [Name in keyof KeyUsage]: KeyUsage[Name] };

/** Every answer comes past here: a key and group that were counted before are counted without making anything anew. */
export function createTally(): Tally {
  let byKey = new Map<string, Map<Group, Counter>>();

  function counterOf(id: string, group: Group): Counter {
    let counters = byKey.get(id);
    if (!counters) {
      counters = new Map();
      byKey.set(id, counters);
    }
    let counter = counters.get(group);
    if (!counter) {
      counter = { id, group, requests: 0, lookups: 0, lastUsedAt: 0 };
      counters.set(group, counter);
    }
    return counter;
  }

  function add(id: string, group: Group, requests: number, lookups: number, at: number): void {
    const counter = counterOf(id, group);
    counter.requests += requests;
    counter.lookups += lookups;
    if (at > counter.lastUsedAt) counter.lastUsedAt = at;
  }

  return {
    count(id, uses, at) {
      for (const { group, lookups } of uses) add(id, group, 1, lookups, at);
    },
    take() {
      const taken = [...byKey.values()].flatMap((byGroup) => [...byGroup.values()]);
      byKey = new Map();
      return taken;
    },
    giveBack(usages) {
      for (const { id, group, requests, lookups, lastUsedAt } of usages) {
        add(id, group, requests, lookups, lastUsedAt);
      }
    },
  };
}

/** What a key has asked for, group by group, and when and from where it was last refused. */
export interface KeyRecord {
  readonly key: Key;
  readonly usages: readonly KeyUsage[];
}

/** The records of some keys, in their order. */
export const recordsOf = (keys: readonly Key[], usages: readonly KeyUsage[]): readonly KeyRecord[] =>
  keys.map((key) => ({ key, usages: usages.filter(({ id }) => id === key.id) }));

/** A line for each key and group, under a line of headings. Times are UTC. */
export function usageTable(records: readonly KeyRecord[]): string[] {
  const headings = ['ID', 'NAME', 'GROUP', 'REQUESTS', 'LOOKUPS', 'LAST USE', 'LAST REFUSAL'];
  return aligned([headings, ...records.flatMap(usageRows)]);
}

function usageRows({ key, usages }: KeyRecord): string[][] {
  const start = [key.id, shortened(key.name, 32) + (key.demo ? ' (demo)' : '')];
  const refusal = key.lastRefusal === null ? '-' : refusalText(key.lastRefusal);
  if (usages.length === 0) {
    const lastUse = key.lastUsedAt === null ? 'never' : minuteText(key.lastUsedAt);
    return [[...start, '-', '0', '0', lastUse, refusal]];
  }
  return usages.map(({ group, requests, lookups, lastUsedAt }) => {
    return [...start, group, String(requests), String(lookups), minuteText(lastUsedAt), refusal];
  });
}

/** A record as JSON shows it; times are ISO 8601. */
export const usageJson = ({ key, usages }: KeyRecord) => ({
  id: key.id,
  name: key.name,
  requests: usages.reduce((sum, { requests }) => sum + requests, 0),
  lookups: usages.reduce((sum, { lookups }) => sum + lookups, 0),
  lastUsedAt: isoOrNull(key.lastUsedAt),
  lastRefusal: key.lastRefusal && { ...key.lastRefusal, at: isoOrNull(key.lastRefusal.at) },
  groups: usages.map(({ group, requests, lookups, lastUsedAt }) => {
    return { group, requests, lookups, lastUsedAt: isoOrNull(lastUsedAt) };
  }),
});
