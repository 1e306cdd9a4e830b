import { type Clock, seconds, sleep } from '../../core/clock.ts';
import type { Observer } from './observer.ts';

/** Time to write the last lines. */
const lastLinesMs = seconds(1);

/**
 * Exits when the log is written: an exit at once writes lines that wait before one that is being written. A reader that
 * hangs does not hold up the exit.
 */
export async function exitAfterLog(observer: Observer, clock: Clock, exitCode: number): Promise<never> {
  await Promise.race([observer.flush(), sleep(clock, lastLinesMs)]);
  process.exit(exitCode);
}
