import { type Clock, seconds } from '../../core/clock.ts';
import type { GroupUse, KeyActivity, KeyStore } from './keys.ts';
import { createUsageCounter } from './usage-counter.ts';

const flushMs = seconds(3);

type Mutable<Of> = { -readonly [Name in keyof Of]: Of[Name] };

/** Collects the activity and usage of keys and writes them together every few seconds. A failed write is repeated. */
export class ActivityBuffer {
  readonly #store: KeyStore;
  readonly #clock: Clock;
  readonly #usage = createUsageCounter();
  /** At most one entry for each key. */
  #pending = new Map<string, Mutable<KeyActivity>>();
  #cancelFlush: (() => void) | undefined;
  #writing = Promise.resolve();
  readonly #onWrites: ((succeed: boolean) => void) | undefined;
  #succeeds = true;

  /** `onWrites` is called when writes begin to fail, and when they succeed again. */
  constructor(store: KeyStore, clock: Clock, onWrites?: (succeed: boolean) => void) {
    this.#store = store;
    this.#clock = clock;
    this.#onWrites = onWrites;
  }

  record(activity: KeyActivity): void {
    this.#merge(activity);
    this.#schedule();
  }

  /** Runs for every request: an entry that is pending already is updated in place, without an allocation. */
  recordUse(id: string, at: number): void {
    const entry = this.#pending.get(id);
    if (entry) entry.lastUsedAt = at;
    else this.record({ id, lastUsedAt: at });
  }

  count(id: string, uses: readonly GroupUse[], at: number): void {
    this.#usage.count(id, uses, at);
    this.#schedule();
  }

  /** Writes what is pending. */
  async close(): Promise<void> {
    this.#cancelFlush?.();
    await this.#writing;
    await this.#flush();
    this.#cancelFlush?.();
  }

  #merge(activity: KeyActivity): void {
    this.#pending.set(activity.id, { ...this.#pending.get(activity.id), ...activity });
  }

  #schedule(): void {
    this.#cancelFlush ??= this.#clock.timer(flushMs, () => {
      this.#writing = this.#flush();
    });
  }

  async #flush(): Promise<void> {
    this.#cancelFlush = undefined;
    const taken = this.#pending;
    this.#pending = new Map();
    const usage = this.#usage.drain();
    try {
      await this.#store.recordActivity([...taken.values()], usage);
      this.#setSucceeds(true);
    } catch {
      this.#setSucceeds(false);
      this.#usage.restore(usage);
      const newer = this.#pending;
      this.#pending = taken;
      for (const activity of newer.values()) this.#merge(activity);
      this.#schedule();
    }
  }
  #setSucceeds(succeeds: boolean): void {
    if (succeeds !== this.#succeeds) this.#onWrites?.(succeeds);
    this.#succeeds = succeeds;
  }
}
