import type { Clock } from '../sources/kernel/clock.ts';
import type { Origin, Reading } from '../sources/kernel/upstreams.ts';

/** How fresh one answer is: it is as old as the oldest entry that it was made from. */
export interface Freshness {
  readonly onRead: (reading: Reading) => void;
  /** `X-Cache`, `Age` and `Cache-Control`, in whole seconds; nothing when no source was read. */
  headers(): Readonly<Record<string, string>>;
}

const rank: Readonly<Record<Origin, number>> = { HIT: 0, MISS: 1, STALE: 2 };

export function createFreshness(clock: Clock): Freshness {
  let origin: Origin | undefined;
  let storedAt = Number.POSITIVE_INFINITY;
  let freshUntil = Number.POSITIVE_INFINITY;
  return {
    onRead(reading) {
      if (origin === undefined || rank[reading.origin] > rank[origin]) origin = reading.origin;
      storedAt = Math.min(storedAt, reading.entry.storedAt);
      freshUntil = Math.min(freshUntil, reading.entry.freshUntil);
    },
    headers() {
      if (origin === undefined) return {};
      const now = clock.now();
      const maxAge = Math.max(0, Math.floor((freshUntil - now) / 1000));
      return {
        'X-Cache': origin,
        Age: String(Math.max(0, Math.floor((now - storedAt) / 1000))),
        'Cache-Control': `private, max-age=${maxAge}`,
      };
    },
  };
}
