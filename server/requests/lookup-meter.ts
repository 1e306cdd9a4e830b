import type { Group } from '../../core/groups.ts';
import type { CountedLookup } from '../../resolvers/kernel/context.ts';
import type { GroupUse } from '../keys/keys.ts';

/** A lookup that the cache serves costs a tenth of its price. */
const cachedPart = 10;

interface Runs {
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

// Parts of lookups do not add up exactly.
const whole = (part: number): number => Math.ceil(part - 1e-6);

/** Counts the lookups that a query runs, by kind. */
export class LookupMeter {
  readonly #groups: readonly Group[];
  readonly #runs = new Map<CountedLookup, Runs>();

  /** `groups` are those that the query may ask. */
  constructor(groups: readonly Group[]) {
    this.#groups = groups;
  }

  /** Counts a lookup, and returns how its misses are counted. */
  count(lookup: CountedLookup, price: number): (misses: 1 | -1) => void {
    const runs = this.#runs.get(lookup) ?? { ran: 0, missed: 0 };
    this.#runs.set(lookup, runs);
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
    const prices = new Map(this.#groups.map((group) => [group, 0]));
    for (const [lookup, runs] of this.#runs) {
      const price = asCached ? runs.ran / cachedPart : priceOf(lookup, runs);
      total += price;
      prices.set(lookup.group, (prices.get(lookup.group) ?? 0) + price);
    }
    const used = Math.max(1, whole(total));
    const uses = Array.from(prices, ([group, price]) => ({ group, lookups: Math.floor(price) }));
    const [first, ...others] = uses;
    if (first) first.lookups = others.reduce((left, { lookups }) => left - lookups, used);
    return { used, uses };
  }
}

/** Lookups that missed may share requests, each of which counts as a whole; what was reserved did so as well. */
const priceOf = ({ batchSize }: CountedLookup, { ran, missed }: Runs): number =>
  batchSize === 1
    ? missed + (ran - missed) / cachedPart
    : Math.min(whole(ran), whole(missed) + (ran - missed) / cachedPart);
