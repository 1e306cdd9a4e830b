/** Whether a window that began at `startMs` still runs. One of a clock that was set back since is over. */
export const isWithin = (startMs: number, lengthMs: number, now: number): boolean =>
  startMs <= now && now < startMs + lengthMs;

interface Moment {
  readonly at: number;
  count: number;
}

/**
 * Counts what happened in the last `lengthMs`. What happened in one millisecond stands together, and each of these is
 * touched when it comes and when it is past, however much happens.
 */
export class RecentCount {
  readonly #lengthMs: number;
  readonly #moments: Moment[] = [];
  #total = 0;

  constructor(lengthMs: number) {
    this.#lengthMs = lengthMs;
  }

  add(now: number): void {
    this.#forget(now);
    const latest = this.#moments.at(-1);
    if (latest?.at === now) latest.count += 1;
    else this.#moments.push({ at: now, count: 1 });
    this.#total += 1;
  }

  at(now: number): number {
    this.#forget(now);
    return this.#total;
  }

  clear(): void {
    this.#moments.length = 0;
    this.#total = 0;
  }

  /** What is past goes whenever there is more, whether anybody asks for the count or not. */
  #forget(now: number): void {
    const moments = this.#moments;
    while (moments.length > 0 && !isWithin(moments[0]!.at, this.#lengthMs, now))
      this.#total -= moments.shift()!.count;
  }
}
