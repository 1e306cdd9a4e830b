/** Whether `now` is inside the window. After a clock was set back, a window that begins in the future has ended. */
export const isWithin = (startMs: number, lengthMs: number, now: number): boolean =>
  startMs <= now && now < startMs + lengthMs;

interface Moment {
  readonly at: number;
  count: number;
}

/**
 * Counts the events of the last `lengthMs`, or adds up an amount of each. Events of the same moment share one record, so
 * that adding and expiring take constant time for any number of events.
 */
export class RecentCount {
  readonly #lengthMs: number;
  readonly #moments: Moment[] = [];
  #total = 0;

  constructor(lengthMs: number) {
    this.#lengthMs = lengthMs;
  }

  add(now: number, amount = 1): void {
    this.#expire(now);
    const latest = this.#moments.at(-1);
    if (latest?.at === now) latest.count += amount;
    else this.#moments.push({ at: now, count: amount });
    this.#total += amount;
  }

  at(now: number): number {
    this.#expire(now);
    return this.#total;
  }

  clear(): void {
    this.#moments.length = 0;
    this.#total = 0;
  }

  /** Drops expired records; called by `add` as well, so that the list stays short when the count is never read. */
  #expire(now: number): void {
    const moments = this.#moments;
    while (moments.length > 0 && !isWithin(moments[0]!.at, this.#lengthMs, now))
      this.#total -= moments.shift()!.count;
  }
}
