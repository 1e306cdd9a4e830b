import { type Clock, seconds } from '../../core/clock.ts';

/** The time after which work counts by half. */
const halfLifeMs = seconds(3);
/** A key with less work is idle. */
const leastMs = 1;
/** An eighth of the event loop's time. */
const littleMs = 500;
const sweepMs = seconds(10);

interface Account {
  ms: number;
  at: number;
}

/**
 * The event loop's time that each key took in the last seconds, in milliseconds. Measured are the parts that cost:
 * validation and execution of documents, and writing their results.
 */
export class WorkMeter {
  readonly #clock: Clock;
  readonly #accounts = new Map<string, Account>();
  #sweptAt = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Runs a synchronous part of the work of a key. */
  measure<Result>(keyId: string, part: () => Result): Result {
    const startedAt = performance.now();
    try {
      return part();
    } finally {
      this.#add(keyId, performance.now() - startedAt);
    }
  }

  /** The work of a key, of which that before some seconds counts less. */
  msOf(keyId: string): number {
    const account = this.#accounts.get(keyId);
    return account ? this.#left(account, this.#clock.monotonic()) : 0;
  }

  /**
   * Whether a key takes as much as the active keys on average, or more: its fair share is used up. Where all of them take
   * little, an overload is of another cause, and no key has a share in which it is spared.
   */
  isHeavy(keyId: string): boolean {
    const now = this.#clock.monotonic();
    let [sum, count] = [0, 0];
    for (const account of this.#accounts.values()) {
      const ms = this.#left(account, now);
      if (ms < leastMs) continue;
      sum += ms;
      count += 1;
    }
    return sum < littleMs || this.msOf(keyId) >= sum / count;
  }

  #left({ ms, at }: Account, now: number): number {
    return ms * 0.5 ** ((now - at) / halfLifeMs);
  }

  #add(keyId: string, ms: number): void {
    const now = this.#clock.monotonic();
    const account = this.#accounts.get(keyId);
    if (account) {
      account.ms = this.#left(account, now) + ms;
      account.at = now;
    } else this.#accounts.set(keyId, { ms, at: now });
    if (now - this.#sweptAt < sweepMs) return;
    this.#sweptAt = now;
    for (const [id, each] of this.#accounts) if (this.#left(each, now) < leastMs) this.#accounts.delete(id);
  }
}
