import { type Clock, seconds } from '../../core/clock.ts';
import type { GroupUse, KeyActivity, KeyStore, KeyUsage } from './keys.ts';

const flushMs = seconds(3);

type Mutable<Of> = { -readonly [Name in keyof Of]: Of[Name] };

/** Collects the activity and usage of keys and writes them together every few seconds. A failed write is repeated. */
export class ActivityBuffer {
  readonly #store: KeyStore;
  readonly #clock: Clock;
  readonly #onWrites: ((succeed: boolean) => void) | undefined;
  #activity = new Map<string, Mutable<KeyActivity>>();
  /** By key and group. */
  #usage = new Map<string, Mutable<KeyUsage>>();
  #cancelFlush: (() => void) | undefined;
  #writing = Promise.resolve();
  #succeeds = true;

  /** `onWrites` is called when writes begin to fail, and when they succeed again. */
  constructor(store: KeyStore, clock: Clock, onWrites?: (succeed: boolean) => void) {
    this.#store = store;
    this.#clock = clock;
    this.#onWrites = onWrites;
  }

  /** Runs for every request. */
  record(activity: KeyActivity): void {
    const known = this.#activity.get(activity.id);
    if (known) Object.assign(known, activity);
    else this.#activity.set(activity.id, { ...activity });
    this.#schedule();
  }

  /** Adds milliseconds of work. */
  addWork(id: string, ms: number): void {
    this.record({ id, workMs: (this.#activity.get(id)?.workMs ?? 0) + ms });
  }

  /** Counts one request; runs for every response. */
  count(id: string, uses: readonly GroupUse[], at: number): void {
    for (const use of uses) this.#add({ ...use, id, requests: 1, lastUsedAt: at });
  }

  /** Writes what is pending. */
  async close(): Promise<void> {
    this.#cancelFlush?.();
    await this.#writing;
    await this.#flush();
    this.#cancelFlush?.();
  }

  #add(usage: KeyUsage): void {
    const name = `${usage.id} ${usage.group}`;
    const known = this.#usage.get(name);
    if (known) {
      known.requests += usage.requests;
      known.lookups += usage.lookups;
      known.lastUsedAt = Math.max(known.lastUsedAt, usage.lastUsedAt);
    } else this.#usage.set(name, usage);
    this.#schedule();
  }

  #schedule(): void {
    this.#cancelFlush ??= this.#clock.timer(flushMs, () => {
      this.#writing = this.#flush();
    });
  }

  async #flush(): Promise<void> {
    this.#cancelFlush = undefined;
    const [activity, usage] = [[...this.#activity.values()], [...this.#usage.values()]];
    this.#activity = new Map();
    this.#usage = new Map();
    const succeeds = await this.#store.recordActivity(activity, usage).then(
      () => true,
      () => false,
    );
    if (!succeeds) {
      // What was recorded meanwhile is newer.
      for (const { workMs = 0, ...each } of activity) {
        this.record({ ...each, ...this.#activity.get(each.id) });
        if (workMs > 0) this.addWork(each.id, workMs);
      }
      for (const each of usage) this.#add(each);
    }
    if (succeeds !== this.#succeeds) this.#onWrites?.(succeeds);
    this.#succeeds = succeeds;
  }
}
