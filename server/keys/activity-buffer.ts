import { type Clock, seconds } from '../../core/clock.ts';
import { succeeds } from '../../core/maybe-promise.ts';
import type { GroupUse, KeyActivity, KeyStore, KeyUsage } from './keys.ts';

const flushMs = seconds(3);

type Mutable<Of> = { -readonly [Name in keyof Of]: Of[Name] };

/** What is new of one key since the last write. */
interface Pending {
  readonly activity: Mutable<KeyActivity>;
  readonly usage: Map<GroupUse['group'], Mutable<KeyUsage>>;
}

/** Collects the activity and usage of keys and writes them together every few seconds. A failed write is repeated. */
export class ActivityBuffer {
  readonly #store: KeyStore;
  readonly #clock: Clock;
  readonly #onWrites: ((succeed: boolean) => void) | undefined;
  #pending = new Map<string, Pending>();
  #cancelFlush: (() => void) | undefined;
  #writing = Promise.resolve();
  #succeeds = true;

  /** `onWrites` is called when writes begin to fail, and when they succeed again. */
  constructor(store: KeyStore, clock: Clock, onWrites?: (succeed: boolean) => void) {
    this.#store = store;
    this.#clock = clock;
    this.#onWrites = onWrites;
  }

  record(activity: KeyActivity): void {
    Object.assign(this.#of(activity.id).activity, activity);
  }

  /** Runs for every request, and allocates nothing for a key that is pending already. */
  recordUse(id: string, at: number): void {
    this.#of(id).activity.lastUsedAt = at;
  }

  /** Adds milliseconds of work. */
  addWork(id: string, ms: number): void {
    const { activity } = this.#of(id);
    activity.workMs = (activity.workMs ?? 0) + ms;
  }

  /** Counts one request; runs for every response, as above. */
  count(id: string, uses: readonly GroupUse[], at: number): void {
    const { usage } = this.#of(id);
    for (const { group, lookups } of uses) add(usage, id, group, 1, lookups, at);
  }

  /** Writes what is pending; resolves to the number of requests whose use could not be written. */
  async close(): Promise<number> {
    this.#cancelFlush?.();
    await this.#writing;
    await this.#flush();
    this.#cancelFlush?.();
    const counts = [...this.#pending.values()].flatMap(({ usage }) => [...usage.values()]);
    return counts.reduce((sum, { requests }) => sum + requests, 0);
  }

  #of(id: string): Pending {
    let pending = this.#pending.get(id);
    if (!pending) {
      pending = { activity: { id }, usage: new Map() };
      this.#pending.set(id, pending);
      this.#schedule();
    }
    return pending;
  }

  #schedule(): void {
    this.#cancelFlush ??= this.#clock.timer(flushMs, () => {
      this.#writing = this.#flush();
    });
  }

  async #flush(): Promise<void> {
    this.#cancelFlush = undefined;
    const taken = [...this.#pending.values()];
    this.#pending = new Map();
    const activities = taken.map(({ activity }) => activity);
    const usages = taken.flatMap(({ usage }) => [...usage.values()]);
    const isWritten = await succeeds(this.#store.recordActivity(activities, usages));
    if (!isWritten) {
      // What was recorded meanwhile is newer.
      for (const { workMs = 0, ...each } of activities) {
        this.record({ ...each, ...this.#pending.get(each.id)?.activity });
        if (workMs > 0) this.addWork(each.id, workMs);
      }
      for (const { id, group, requests, lookups, lastUsedAt } of usages)
        add(this.#of(id).usage, id, group, requests, lookups, lastUsedAt);
    }
    if (isWritten !== this.#succeeds) this.#onWrites?.(isWritten);
    this.#succeeds = isWritten;
  }
}

function add(
  usage: Pending['usage'],
  id: string,
  group: GroupUse['group'],
  requests: number,
  lookups: number,
  at: number,
): void {
  let counts = usage.get(group);
  if (!counts) {
    counts = { id, group, requests: 0, lookups: 0, lastUsedAt: 0 };
    usage.set(group, counts);
  }
  counts.requests += requests;
  counts.lookups += lookups;
  counts.lastUsedAt = Math.max(counts.lastUsedAt, at);
}
