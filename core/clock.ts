/**
 * The only way this service looks at the time or waits. Every part that does either is given a clock, so that
 * tests own the time. A clock counts milliseconds since the Unix epoch.
 */
export interface Clock {
  /** The time now. */
  now(): number;
  /** Calls back once, `delayMs` from now at the earliest. The result cancels it. A timer never keeps the process alive. */
  timer(delayMs: number, callback: () => void): () => void;
}

/** The machine's own clock. */
export const systemClock: Clock = {
  now: () => Date.now(),
  timer(delayMs, callback) {
    const handle = setTimeout(callback, delayMs);
    handle.unref();
    return () => clearTimeout(handle);
  },
};

/** Resolves after `delayMs`; rejects with the signal's reason when that comes first. */
export function sleep(clock: Clock, delayMs: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason);
    const onAbort = () => {
      cancel();
      reject(signal?.reason);
    };
    const cancel = clock.timer(delayMs, () => {
      signal?.removeEventListener('abort', onAbort);
      resolve();
    });
    signal?.addEventListener('abort', onAbort, { once: true });
  });
}

/**
 * Calls back once there was no sign for so long. One timer does for many signs: when it runs out, it waits as long as
 * the latest of them came after it was set.
 */
export class IdleTimer {
  readonly #clock: Clock;
  readonly #quietMs: number;
  readonly #onQuiet: () => void;
  #latestAt: number;
  #cancel: () => void;

  constructor(clock: Clock, quietMs: number, onQuiet: () => void) {
    this.#clock = clock;
    this.#quietMs = quietMs;
    this.#onQuiet = onQuiet;
    this.#latestAt = clock.now();
    this.#cancel = clock.timer(quietMs, this.#look);
  }

  /** There was a sign. */
  touch(): void {
    this.#latestAt = this.#clock.now();
  }

  /** Nobody listens any more. */
  end(): void {
    this.#cancel();
  }

  readonly #look = () => {
    const leftMs = this.#latestAt + this.#quietMs - this.#clock.now();
    if (leftMs > 0) this.#cancel = this.#clock.timer(leftMs, this.#look);
    else this.#onQuiet();
  };
}

/** A clock that stands still until it is told to advance; for tests. */
export interface ManualClock extends Clock {
  /** Moves the time on, running the timers that fall due in their order. */
  advance(byMs: number): Promise<void>;
}

export function manualClock(startMs = Date.UTC(2026, 0, 1)): ManualClock {
  let now = startMs;
  let timers: { readonly due: number; readonly callback: () => void }[] = [];
  return {
    now: () => now,
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

/** Lets promise callbacks that are already due run. */
const settled = () => new Promise<void>((resolve) => setImmediate(resolve));

/** When the next day begins in a time zone such as `America/Los_Angeles`, in milliseconds since the epoch. */
export function nextMidnight(nowMs: number, timeZone: string): number {
  const midnight = (Math.floor((nowMs + aheadMs(nowMs, timeZone)) / hours(24)) + 1) * hours(24);
  // Its clocks may be changed before the day is over.
  return midnight - aheadMs(midnight - aheadMs(nowMs, timeZone), timeZone);
}

/** How far the clocks of a time zone are ahead of UTC at a moment. */
function aheadMs(atMs: number, timeZone: string): number {
  const written = new Intl.DateTimeFormat('sv', { timeZone, dateStyle: 'short', timeStyle: 'medium' });
  return Date.parse(`${written.format(atMs).replace(' ', 'T')}Z`) - Math.floor(atMs / 1000) * 1000;
}

export const seconds = (count: number): number => count * 1000;
export const minutes = (count: number): number => count * 60_000;
export const hours = (count: number): number => count * 3_600_000;
