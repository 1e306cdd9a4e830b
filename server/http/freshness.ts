import type { Entry } from '../../sources/kernel/policies/cache.ts';
import type { CacheStatus, Reading } from '../../sources/kernel/upstreams.ts';

const rank: Readonly<Record<CacheStatus, number>> = { HIT: 0, MISS: 1, STALE: 2 };

/** How fresh one answer is: it is as old as the oldest entry that it was made from. */
export class Freshness {
  readonly #entries: Entry[] = [];
  #origin: CacheStatus | undefined;
  #storedAt = Number.POSITIVE_INFINITY;
  #freshUntil = Number.POSITIVE_INFINITY;

  noteRead({ cacheStatus: origin, entry }: Reading): void {
    this.#entries.push(entry);
    if (this.#origin === undefined || rank[origin] > rank[this.#origin]) this.#origin = origin;
    this.#storedAt = Math.min(this.#storedAt, entry.storedAt);
    this.#freshUntil = Math.min(this.#freshUntil, entry.freshUntil);
  }

  /** What a lookup answers although something could not be read is good for this caller, and kept for nobody. */
  noteFailure(): void {
    this.#freshUntil = Number.NEGATIVE_INFINITY;
  }

  /** Whether it was made from entries that are all still good at this time (milliseconds). */
  isFresh(now: number): boolean {
    return this.#origin !== undefined && now < this.#freshUntil && !this.#entries.some(isSuperseded);
  }

  /** Adds `X-Cache`, `Age` and `Cache-Control`, names and values in turn; nothing when no source was read. */
  addHeaders(headers: string[], now: number, isKept: boolean): void {
    if (this.#origin === undefined) return;
    headers.push(
      'X-Cache',
      isKept ? 'HIT' : this.#origin,
      'Age',
      seconds(now - this.#storedAt),
      'Cache-Control',
      `private, max-age=${seconds(this.#freshUntil - now)}`,
    );
  }
}

const isSuperseded = (entry: Entry) => entry.isSuperseded;

const seconds = (durationMs: number) => String(Math.max(0, Math.floor(durationMs / 1000)));
