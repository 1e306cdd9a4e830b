import type { Group } from '../../core/groups.ts';
import type { GroupUse } from '../keys/keys.ts';

/** A lookup that the cache serves costs a tenth of its price. */
const cachedPart = 10;

interface GroupRuns {
  /** The prices of the lookups that ran. */
  ran: number;
  /** Those of the lookups that the cache did not serve. */
  missed: number;
}

/** What a query is charged. */
export interface Bill {
  readonly used: number;
  /** The same by group. */
  readonly uses: readonly GroupUse[];
}

/** Counts the lookups that a query runs, by group. */
export class LookupMeter {
  readonly #runs: Map<Group, GroupRuns>;

  /** `groups` are those that the query may ask. */
  constructor(groups: readonly Group[]) {
    this.#runs = new Map(groups.map((group) => [group, { ran: 0, missed: 0 }]));
  }

  /** Counts a lookup, and returns how its misses are counted. */
  count(group: Group, price: number): (misses: 1 | -1) => void {
    const runs = this.#runs.get(group) ?? { ran: 0, missed: 0 };
    this.#runs.set(group, runs);
    runs.ran += price;
    let misses = 0;
    return (change) => {
      misses += change;
      if (misses === (change === 1 ? 1 : 0)) runs.missed += change * price;
    };
  }

  /** The charge until now; `extra` lookups are of no group. With `asCached`, for the same from the response cache. */
  bill(extra: number, asCached = false): Bill {
    let total = extra;
    let others = 0;
    const uses: { readonly group: Group; lookups: number }[] = [];
    for (const [group, { ran, missed }] of this.#runs) {
      const price = asCached ? ran / cachedPart : (ran + (cachedPart - 1) * missed) / cachedPart;
      total += price;
      const lookups = Math.floor(price);
      if (uses.length > 0) others += lookups;
      uses.push({ group, lookups });
    }
    // Parts of lookups do not add up exactly.
    const used = Math.max(1, Math.ceil(total - 1e-6));
    if (uses[0]) uses[0].lookups = used - others;
    return { used, uses };
  }
}
