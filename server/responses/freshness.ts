import type { Supersession } from '../../sources/kernel/policies/cache.ts';
import type { Source } from '../../sources/kernel/source.ts';
import type { CacheStatus, Reading } from '../../sources/kernel/upstreams.ts';

const rank: Readonly<Record<CacheStatus, number>> = { HIT: 0, MISS: 1, STALE: 2 };

/** The freshness of one response: as old as the oldest cache entry that it is made from. */
export class Freshness {
  /** Of its entries. Not the entries, since streams stay open for longer than the cache keeps their models. */
  readonly #supersessions: Supersession[] = [];
  readonly #sources: string[] = [];
  /** The value of `X-Source`. */
  #sourceList = '';
  #status: CacheStatus | undefined;
  #storedAt = Number.POSITIVE_INFINITY;
  #latestStoredAt = Number.NEGATIVE_INFINITY;
  #freshUntil = Number.POSITIVE_INFINITY;

  noteRead({ cacheStatus, entry }: Reading, { name }: Pick<Source, 'name'>): void {
    this.#supersessions.push(entry.supersession);
    if (!this.#sources.includes(name)) {
      this.#sources.push(name);
      this.#sourceList = this.#sources.join(', ');
    }
    if (this.#status === undefined || rank[cacheStatus] > rank[this.#status]) this.#status = cacheStatus;
    this.#storedAt = Math.min(this.#storedAt, entry.storedAt);
    this.#latestStoredAt = Math.max(this.#latestStoredAt, entry.storedAt);
    this.#freshUntil = Math.min(this.#freshUntil, entry.freshUntil);
  }

  /** A response that lacks a part because a read failed, or was made under a fault, is sent to its caller and never cached. */
  noteFailure(): void {
    this.#freshUntil = Number.NEGATIVE_INFINITY;
  }

  /** Whether entries were read, and all of them from the cache. */
  get isFromCache(): boolean {
    return this.#status === 'HIT';
  }

  /** Whether all entries are fresh at this time, in milliseconds, not replaced, and not of the future. */
  isFresh(now: number): boolean {
    return (
      this.#status !== undefined &&
      this.#latestStoredAt <= now &&
      now < this.#freshUntil &&
      !this.#supersessions.some(({ isSuperseded }) => isSuperseded)
    );
  }

  /**
   * Adds `X-Cache`, `X-Source`, `Age` and `Cache-Control`, names and values in turn; nothing when no source was read. `max-age` is
   * the whole lifetime, since caches subtract `Age` from it (RFC 9111, section 4.2.1), and 0 when that has passed.
   */
  addHeaders(headers: string[], now: number, isCached: boolean): void {
    if (this.#status === undefined) return;
    const lifetimeMs = now < this.#freshUntil ? this.#freshUntil - this.#storedAt : 0;
    headers.push(
      'X-Cache',
      isCached ? 'HIT' : this.#status,
      'X-Source',
      this.#sourceList,
      'Age',
      wholeSeconds(now - this.#storedAt),
      'Cache-Control',
      `private, max-age=${wholeSeconds(lifetimeMs)}`,
    );
  }
}

const wholeSeconds = (durationMs: number) => String(Math.max(0, Math.floor(durationMs / 1000)));
