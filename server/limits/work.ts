import { type Clock, seconds } from '../../core/clock.ts';

/** The time after which work counts by half. */
const halfLifeMs = seconds(3);
/** A key with less work is idle. */
const leastMs = 1;
/** An eighth of the event loop's time. */
const littleMs = 500;
const sweepMs = seconds(10);

/** Work is reported in steps, since most of its parts take microseconds. */
const stepMs = 10;

interface Account {
  ms: number;
  at: number;
  /** Milliseconds that are not reported yet. */
  unreported: number;
}

/** The event loop's time that each key took in the last seconds, in ms: executing, validating and writing. */
export class WorkMeter {
  readonly #clock: Clock;
  readonly #accounts = new Map<string, Account>();
  readonly #report: (keyId: string, ms: number) => void;
  #sweptAt = 0;
  #totalMs = 0;

  /** `report` receives the work of a key as it adds up. */
  constructor(clock: Clock, report: (keyId: string, ms: number) => void = () => {}) {
    this.#clock = clock;
    this.#report = report;
  }

  /** The work of all keys since the start. */
  get totalMs(): number {
    return this.#totalMs;
  }

  /** The part of the recent work that is that of each key: 0 to 1. */
  shares(): ReadonlyMap<string, number> {
    const recent = Array.from(this.#accounts.keys(), (keyId) => [keyId, this.msOf(keyId)] as const);
    const sum = recent.reduce((all, [, ms]) => all + ms, leastMs);
    return new Map(recent.map(([keyId, ms]) => [keyId, ms / sum]));
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
    const account = this.#accounts.get(keyId) ?? { ms: 0, at: now, unreported: 0 };
    this.#accounts.set(keyId, account);
    account.ms = this.#left(account, now) + ms;
    account.at = now;
    account.unreported += ms;
    this.#totalMs += ms;
    if (account.unreported >= stepMs) {
      this.#report(keyId, account.unreported);
      account.unreported = 0;
    }
    if (now - this.#sweptAt < sweepMs) return;
    this.#sweptAt = now;
    for (const [id, each] of this.#accounts) if (this.#left(each, now) < leastMs) this.#accounts.delete(id);
  }
}
