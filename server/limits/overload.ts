import { monitorEventLoopDelay, performance } from 'node:perf_hooks';
import { type Clock, seconds } from '../../core/clock.ts';

/** Whether this process has more work than it can do, by the lag of its event loop and the wait for its sources. */
export interface Overload {
  /** True from a second of lag until a second without. */
  readonly isOverloaded: boolean;
  /** Refused lookups since the start. */
  readonly shedCount: number;
  /**
   * Whether a new lookup of a key is refused: the process is overloaded, its event loop still lags or requests still wait,
   * and the key has used up its fair share of the work. Counts the refusal.
   */
  sheds(keyId: string): boolean;
  close(): void;
}

/** What the event loop did since the last reading. */
export interface LoopReading {
  /** Milliseconds by which its turns were late, on average over time. */
  readonly lagMs: number;
  /** The part of the time in which it had work: 0 to 1. */
  readonly utilization: number;
}

/** Measures the event loop of this process. */
export interface LagMeter {
  read(): LoopReading;
  close(): void;
}

export interface OverloadOptions {
  readonly clock: Clock;
  /** The lag in milliseconds beyond which a process is overloaded; 0 for never. */
  readonly lagMs: number;
  /** The longest that a request has waited for a place of its source, in milliseconds. */
  readonly waitedMs?: (() => number) | undefined;
  readonly meter?: LagMeter | undefined;
  /** Whether a key has used up its fair share of the work; by default each has. */
  readonly isHeavy?: (keyId: string) => boolean;
  /** Called at the start and at the end, with the requests that were shed since the start. */
  readonly onChange: (isOverloaded: boolean, shed: number) => void;
}

/** Interval of the readings. Shedding ends with the first reading without lag, so that it costs little throughput. */
const lookMs = 100;
const sustainedMs = seconds(1);
/**
 * From here on, the event loop has no idle time. Requests that wait for a source then wait for this process: the places of
 * a source bound the work of each turn, so that the lag stays small while the queue grows.
 */
const busyUtilization = 0.95;
/** The same while the process sheds, which leaves the event loop short pauses. */
const stillBusyUtilization = 0.8;
const resolutionMs = 20;

export function watchOverload(options: OverloadOptions): Overload {
  const { clock, lagMs, waitedMs, meter, isHeavy = () => true, onChange } = options;
  if (lagMs === 0) return { isOverloaded: false, shedCount: 0, sheds: () => false, close() {} };
  const loop = meter ?? measureLoop();
  let isOverloaded = false;
  let isBusy = false;
  let reading: LoopReading = { lagMs: 0, utilization: 0 };
  /** When the process began to have too much work, or ceased to: the start of the first interval with such a reading. */
  let since = clock.monotonic();
  let lookedAt = since;
  let shedCount = 0;
  let shedAtChange = 0;
  let shedAtLook = 0;

  /** While it sheds, it refuses what would wait at all: lookups of one turn would each find a short queue. */
  const waits = () =>
    reading.utilization >= (isOverloaded ? stillBusyUtilization : busyUtilization) &&
    waitedMs !== undefined &&
    waitedMs() > (isOverloaded ? 0 : lagMs);
  const hasTooMuchWork = () => reading.lagMs > lagMs || waits();

  function look(): void {
    cancel = clock.timer(lookMs, look);
    reading = loop.read();
    const wasBusy = isBusy;
    // Without what is shed, it would be.
    isBusy = hasTooMuchWork() || shedCount > shedAtLook;
    shedAtLook = shedCount;
    if (isBusy !== wasBusy) since = lookedAt;
    lookedAt = clock.monotonic();
    if (isBusy === isOverloaded || lookedAt - since < sustainedMs) return;
    isOverloaded = isBusy;
    onChange(isOverloaded, shedCount - shedAtChange);
    shedAtChange = shedCount;
  }
  let cancel = clock.timer(lookMs, look);

  return {
    get isOverloaded() {
      return isOverloaded;
    },
    get shedCount() {
      return shedCount;
    },
    sheds(keyId) {
      const isShed = isOverloaded && hasTooMuchWork() && isHeavy(keyId);
      if (isShed) shedCount += 1;
      return isShed;
    },
    close() {
      cancel();
      loop.close();
    },
  };
}

/** The mean over time and not over turns, as a request meets it that arrives at any moment. */
function measureLoop(): LagMeter {
  const delays = monitorEventLoopDelay({ resolution: resolutionMs });
  delays.enable();
  let [sum, squares] = [0, 0];
  let use = performance.eventLoopUtilization();
  return {
    read() {
      // Differences, because a reset would also drop the first delay after it, which under load may be the only one.
      const [sumBefore, squaresBefore] = [sum, squares];
      const { count, mean, stddev } = delays;
      if (count > 0) [sum, squares] = [count * mean, count * (mean ** 2 + stddev ** 2)];
      const lagMs =
        sum === sumBefore ? 0 : (squares - squaresBefore) / (sum - sumBefore) / 1e6 - resolutionMs;
      const useBefore = use;
      use = performance.eventLoopUtilization();
      return { lagMs, utilization: performance.eventLoopUtilization(use, useBefore).utilization };
    },
    close: () => delays.disable(),
  };
}
