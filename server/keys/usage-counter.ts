import type { Group } from '../../core/groups.ts';
import type { GroupUse, KeyUsage } from './keys.ts';

/** Requests and lookups by key and group since the last write to the store. */
export interface UsageCounter {
  /** Counts one request of a key, at a time in milliseconds. */
  count(id: string, uses: readonly GroupUse[], at: number): void;
  /** Returns all counts and resets them. */
  drain(): readonly KeyUsage[];
  /** Adds counts back that could not be written. */
  restore(usage: readonly KeyUsage[]): void;
}

type Counts = { -readonly [Name in keyof KeyUsage]: KeyUsage[Name] };

/** Counting runs for every response: it allocates nothing for a key and group that were counted since the last write. */
export function createUsageCounter(): UsageCounter {
  let byKey = new Map<string, Map<Group, Counts>>();

  function countsOf(id: string, group: Group): Counts {
    let byGroup = byKey.get(id);
    if (!byGroup) {
      byGroup = new Map();
      byKey.set(id, byGroup);
    }
    let counts = byGroup.get(group);
    if (!counts) {
      counts = { id, group, requests: 0, lookups: 0, lastUsedAt: 0 };
      byGroup.set(group, counts);
    }
    return counts;
  }

  function add(id: string, group: Group, requests: number, lookups: number, at: number): void {
    const counts = countsOf(id, group);
    counts.requests += requests;
    counts.lookups += lookups;
    if (at > counts.lastUsedAt) counts.lastUsedAt = at;
  }

  return {
    count(id, uses, at) {
      for (const { group, lookups } of uses) add(id, group, 1, lookups, at);
    },
    drain() {
      const drained = [...byKey.values()].flatMap((byGroup) => [...byGroup.values()]);
      byKey = new Map();
      return drained;
    },
    restore(usage) {
      for (const { id, group, requests, lookups, lastUsedAt } of usage) {
        add(id, group, requests, lookups, lastUsedAt);
      }
    },
  };
}
