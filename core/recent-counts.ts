import { LRUCache } from 'lru-cache';
import { RecentCount } from './sliding-window.ts';

/** Callers choose what is counted; the counts that were used least recently are forgotten. */
const mostKeys = 10_000;

/** Returns the count of the last `lengthMs` of a key. */
export function recentCounts(lengthMs: number): (key: string) => RecentCount {
  const counts = new LRUCache<string, RecentCount>({ max: mostKeys });
  return (key) => {
    const known = counts.get(key);
    if (known) return known;
    const count = new RecentCount(lengthMs);
    counts.set(key, count);
    return count;
  };
}
