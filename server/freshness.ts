import type { Entry } from '../sources/kernel/cache.ts';
import type { Origin, Reading } from '../sources/kernel/upstreams.ts';

/** How fresh one answer is: it is as old as the oldest entry that it was made from. */
export interface Freshness {
  readonly onRead: (reading: Reading) => void;
  /** What a lookup answers although something could not be read is good for this caller, and kept for nobody. */
  readonly onFailure: () => void;
  /** Whether it was made from entries that are all still good at this time (milliseconds). */
  isFresh(now: number): boolean;
  /** Adds `X-Cache`, `Age` and `Cache-Control`, names and values in turn; nothing when no source was read. */
  addHeaders(headers: string[], now: number, isKept: boolean): void;
}

const rank: Readonly<Record<Origin, number>> = { HIT: 0, MISS: 1, STALE: 2 };

export function createFreshness(): Freshness {
  const entries: Entry[] = [];
  let origin: Origin | undefined;
  let storedAt = Number.POSITIVE_INFINITY;
  let freshUntil = Number.POSITIVE_INFINITY;
  return {
    onRead(reading) {
      entries.push(reading.entry);
      if (origin === undefined || rank[reading.origin] > rank[origin]) origin = reading.origin;
      storedAt = Math.min(storedAt, reading.entry.storedAt);
      freshUntil = Math.min(freshUntil, reading.entry.freshUntil);
    },
    onFailure() {
      freshUntil = Number.NEGATIVE_INFINITY;
    },
    isFresh: (now) => origin !== undefined && now < freshUntil && !entries.some(isSuperseded),
    addHeaders(headers, now, isKept) {
      if (origin === undefined) return;
      headers.push(
        'X-Cache',
        isKept ? 'HIT' : origin,
        'Age',
        seconds(now - storedAt),
        'Cache-Control',
        `private, max-age=${seconds(freshUntil - now)}`,
      );
    },
  };
}

const isSuperseded = (entry: Entry) => entry.isSuperseded;

const seconds = (durationMs: number) => String(Math.max(0, Math.floor(durationMs / 1000)));
