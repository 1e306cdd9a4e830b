import type { Clock } from '../../core/clock.ts';

/** A clock for tests: its time changes only by `advance` and `set`. */
export interface ManualClock extends Clock {
  /** Advances the time, and runs the timers that fall due in their order. */
  advance(byMs: number): Promise<void>;
  /** Sets the time of day forward or, with a negative number, back, as an operator of the machine may. */
  set(byMs: number): void;
}

export function manualClock(startMs = Date.UTC(2026, 0, 1)): ManualClock {
  let now = startMs;
  let setBy = 0;
  let timers: { readonly due: number; readonly callback: () => void }[] = [];
  return {
    now: () => now + setBy,
    monotonic: () => now,
    set(byMs) {
      setBy += byMs;
    },
    timer(delayMs, callback) {
      const timer = { due: now + delayMs, callback };
      timers.push(timer);
      return () => {
        timers = timers.filter((other) => other !== timer);
      };
    },
    async advance(byMs) {
      const end = now + byMs;
      for (;;) {
        const next = timers.filter((timer) => timer.due <= end).sort((a, b) => a.due - b.due)[0];
        if (!next) break;
        timers = timers.filter((other) => other !== next);
        now = Math.max(now, next.due);
        next.callback();
        await settled();
      }
      now = end;
      await settled();
    },
  };
}

/** Resolves after the promise callbacks that are queued already. */
const settled = () => new Promise<void>((resolve) => setImmediate(resolve));
