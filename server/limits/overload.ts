import { monitorEventLoopDelay } from 'node:perf_hooks';
import { type Clock, seconds } from '../../core/clock.ts';

/** Whether this process has more work than it can do, by the lag of its event loop. */
export interface Overload {
  /** True from a second of lag until a second without. */
  readonly isOverloaded: boolean;
  /** Refused lookups since the start. */
  readonly shedCount: number;
  /** Whether a new lookup is refused: the process is overloaded and its event loop still lags. Counts the refusal. */
  sheds(): boolean;
  close(): void;
}

/** Measures the event loop of this process. */
export interface LagMeter {
  /** Milliseconds by which the turns since the last reading were late, on average over time. */
  read(): number;
  close(): void;
}

export interface OverloadOptions {
  readonly clock: Clock;
  /** The lag in milliseconds beyond which a process is overloaded; 0 for never. */
  readonly lagMs: number;
  readonly meter?: LagMeter | undefined;
  /** Called at the begin and at the end, with the requests that were shed since the begin. */
  readonly onChange: (isOverloaded: boolean, shed: number) => void;
}

/** Interval of the readings. Shedding ends with the first reading without lag, so that it costs little throughput. */
const lookMs = 100;
const sustainedMs = seconds(1);
const resolutionMs = 20;

export function watchOverload({ clock, lagMs, meter, onChange }: OverloadOptions): Overload {
  if (lagMs === 0) return { isOverloaded: false, shedCount: 0, sheds: () => false, close() {} };
  const lag = meter ?? measureLag();
  let isOverloaded = false;
  let isLagging = false;
  /** When the event loop began to lag, or ceased to: the begin of the first interval with such a reading. */
  let since = clock.monotonic();
  let lookedAt = since;
  let shedCount = 0;
  let shedBefore = 0;

  function look(): void {
    cancel = clock.timer(lookMs, look);
    const wasLagging = isLagging;
    isLagging = lag.read() > lagMs;
    if (isLagging !== wasLagging) since = lookedAt;
    lookedAt = clock.monotonic();
    if (isLagging === isOverloaded || lookedAt - since < sustainedMs) return;
    isOverloaded = isLagging;
    onChange(isOverloaded, shedCount - shedBefore);
    shedBefore = shedCount;
  }
  let cancel = clock.timer(lookMs, look);

  return {
    get isOverloaded() {
      return isOverloaded;
    },
    get shedCount() {
      return shedCount;
    },
    sheds() {
      const isShed = isOverloaded && isLagging;
      if (isShed) shedCount += 1;
      return isShed;
    },
    close() {
      cancel();
      lag.close();
    },
  };
}

/**
 * The mean over time and not over turns: what a request meets that arrives at any moment. Short turns between long ones,
 * in which few requests arrive, then count for little.
 */
function measureLag(): LagMeter {
  const delays = monitorEventLoopDelay({ resolution: resolutionMs });
  delays.enable();
  let [sum, squares] = [0, 0];
  return {
    read() {
      // Differences, because a reset would also drop the first delay after it, which under load may be the only one.
      const [sumBefore, squaresBefore] = [sum, squares];
      const { count, mean, stddev } = delays;
      if (count > 0) [sum, squares] = [count * mean, count * (mean ** 2 + stddev ** 2)];
      return sum === sumBefore ? 0 : (squares - squaresBefore) / (sum - sumBefore) / 1e6 - resolutionMs;
    },
    close: () => delays.disable(),
  };
}
