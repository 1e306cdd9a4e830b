import { type Clock, seconds } from '../../core/clock.ts';
import type { GroupUse, KeyActivity, KeyStore } from './keys.ts';
import { createUsageCounter } from './usage-counter.ts';

const flushMs = seconds(3);

type Mutable<Of> = { -readonly [Name in keyof Of]: Of[Name] };

/** Collects the activity and usage of keys and writes them together every few seconds. A failed write is repeated. */
export interface ActivityBuffer {
  record(activity: KeyActivity): void;
  recordUse(id: string, at: number): void;
  count(id: string, uses: readonly GroupUse[], at: number): void;
  /** Writes what is pending. */
  close(): Promise<void>;
}

export function createActivityBuffer(store: KeyStore, clock: Clock): ActivityBuffer {
  /** At most one entry for each key. */
  let pending = new Map<string, Mutable<KeyActivity>>();
  const counter = createUsageCounter();
  let cancelFlush: (() => void) | undefined;
  let writing = Promise.resolve();

  const merge = (activity: KeyActivity) => {
    pending.set(activity.id, { ...pending.get(activity.id), ...activity });
  };
  const schedule = () => {
    cancelFlush ??= clock.timer(flushMs, () => {
      writing = flush();
    });
  };

  async function flush(): Promise<void> {
    cancelFlush = undefined;
    const taken = pending;
    pending = new Map();
    const usage = counter.drain();
    try {
      await store.recordActivity([...taken.values()], usage);
    } catch {
      counter.restore(usage);
      const newer = pending;
      pending = taken;
      for (const activity of newer.values()) merge(activity);
      schedule();
    }
  }

  function record(activity: KeyActivity): void {
    merge(activity);
    schedule();
  }

  return {
    record,
    recordUse(id, at) {
      // Runs for every request: an entry that is pending already is updated in place, without an allocation.
      const entry = pending.get(id);
      if (entry) entry.lastUsedAt = at;
      else record({ id, lastUsedAt: at });
    },
    count(id, uses, at) {
      counter.count(id, uses, at);
      schedule();
    },
    async close() {
      cancelFlush?.();
      await writing;
      await flush();
      cancelFlush?.();
    },
  };
}
