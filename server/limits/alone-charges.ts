import { type Clock, minutes } from '../../core/clock.ts';
import { isWithin } from '../../core/sliding-window.ts';
import type { Decision } from './limiter.ts';

/** What this process charged to the minute of a key without the shared store. */
export interface AloneCharge {
  readonly lookups: number;
  /** The lookups that were charged to the minute before, as far as this process knew. */
  readonly before: number;
  /** Milliseconds since the minute began. Relative, because the clocks of two machines may differ. */
  readonly ageMs: number;
}

interface Minute {
  readonly startMs: number;
  readonly before: number;
  lookups: number;
}

const minuteMs = minutes(1);
export const nothingAlone: AloneCharge = { lookups: 0, before: 0, ageMs: 0 };

/** Charges that the shared store has yet to be told. An entry lives until it is told or its minute is over. */
export class AloneCharges {
  readonly #clock: Clock;
  readonly #minutes = new Map<string, Minute>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Adds the price of a request that this process accepted. */
  add(keyId: string, { limit, remaining, resetAtMs }: Decision, price: number): void {
    const minute = this.#minutes.get(keyId);
    if (minute && isWithin(minute.startMs, minuteMs, this.#clock.now())) minute.lookups += price;
    else {
      const before = limit - remaining - price;
      this.#minutes.set(keyId, { startMs: resetAtMs - minuteMs, before, lookups: price });
    }
  }

  /** Takes what the store is to be told of a key. */
  take(keyId: string): AloneCharge {
    if (this.#minutes.size === 0) return nothingAlone;
    const minute = this.#minutes.get(keyId);
    if (!minute) return nothingAlone;
    this.#minutes.delete(keyId);
    const now = this.#clock.now();
    if (!isWithin(minute.startMs, minuteMs, now)) return nothingAlone;
    const { lookups, before, startMs } = minute;
    return { lookups, before, ageMs: now - startMs };
  }

  /** Gives back what the store may not have received. */
  restore(keyId: string, { lookups, before, ageMs }: AloneCharge): void {
    if (lookups <= 0) return;
    const newer = this.#minutes.get(keyId);
    if (newer) newer.lookups += lookups;
    else this.#minutes.set(keyId, { startMs: this.#clock.now() - ageMs, before, lookups });
  }

  /** Removes lookups that the store has charged after all. */
  remove(keyId: string, lookups: number): void {
    const minute = this.#minutes.get(keyId);
    if (!minute) return;
    minute.lookups -= lookups;
    if (minute.lookups <= 0) this.#minutes.delete(keyId);
  }
}
