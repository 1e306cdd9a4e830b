/**
 * The only source of the time and of timers in this service. Every part that needs either receives a clock, so that
 * tests control the time.
 */
export interface Clock {
  /** The time of day: milliseconds since the Unix epoch. It jumps when the machine's clock is set. */
  now(): number;
  /**
   * Milliseconds since some moment, which never go back. All waits are measured by it: breakers, pauses, windows of
   * quotas, lifetimes of tokens, durations.
   */
  monotonic(): number;
  /** Calls back once, after at least `delayMs`. The result cancels the timer. A timer never keeps the process alive. */
  timer(delayMs: number, callback: () => void): () => void;
}

/** The clock of the machine. */
export const systemClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  timer(delayMs, callback) {
    const handle = setTimeout(callback, delayMs);
    handle.unref();
    return () => clearTimeout(handle);
  },
};

/** Resolves after `delayMs`; rejects with the signal's reason when the signal aborts first. */
export function sleep(clock: Clock, delayMs: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason);
    const cancel = clock.timer(delayMs, () => {
      signal?.removeEventListener('abort', onAbort);
      resolve();
    });
    const onAbort = () => {
      cancel();
      reject(signal?.reason);
    };
    signal?.addEventListener('abort', onAbort, { once: true });
  });
}

/**
 * Calls back once when `touch` was not called for `idleMs`. One timer serves any number of touches: when it runs out,
 * it is set again for the time that the latest touch has left.
 */
export class IdleTimer {
  readonly #clock: Clock;
  readonly #idleMs: number;
  readonly #onIdle: () => void;
  #touchedAt: number;
  #cancel: () => void;

  constructor(clock: Clock, idleMs: number, onIdle: () => void) {
    this.#clock = clock;
    this.#idleMs = idleMs;
    this.#onIdle = onIdle;
    this.#touchedAt = clock.monotonic();
    this.#cancel = clock.timer(idleMs, this.#check);
  }

  /** Starts the idle time anew. */
  touch(): void {
    this.#touchedAt = this.#clock.monotonic();
  }

  /** Cancels the timer. */
  end(): void {
    this.#cancel();
  }

  readonly #check = () => {
    const leftMs = this.#touchedAt + this.#idleMs - this.#clock.monotonic();
    if (leftMs > 0) this.#cancel = this.#clock.timer(leftMs, this.#check);
    else this.#onIdle();
  };
}

/** The start of the next day in a time zone such as `America/Los_Angeles`, in milliseconds since the epoch. */
export function nextMidnight(nowMs: number, timeZone: string): number {
  const midnight = (Math.floor((nowMs + offsetMs(nowMs, timeZone)) / hours(24)) + 1) * hours(24);
  // The offset may change before the day is over, when daylight saving time begins or ends.
  return midnight - offsetMs(midnight - offsetMs(nowMs, timeZone), timeZone);
}

/** The offset of a time zone from UTC at a moment, in milliseconds. */
function offsetMs(atMs: number, timeZone: string): number {
  const formatter = new Intl.DateTimeFormat('sv', { timeZone, dateStyle: 'short', timeStyle: 'medium' });
  return Date.parse(`${formatter.format(atMs).replace(' ', 'T')}Z`) - Math.floor(atMs / 1000) * 1000;
}

export const seconds = (count: number): number => count * 1000;
export const minutes = (count: number): number => count * 60_000;
export const hours = (count: number): number => count * 3_600_000;
