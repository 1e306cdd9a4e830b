import { type Clock, seconds, sleep } from '../../core/clock.ts';
import type { Observer } from './observer.ts';

/** Time to write the last lines. */
const lastLinesMs = seconds(1);

/** Exits when the log is written, which an exit at once would break off; a reader that hangs delays none. */
export async function exitAfterLog(observer: Observer, clock: Clock, exitCode: number): Promise<never> {
  await Promise.race([observer.flush(), sleep(clock, lastLinesMs)]);
  observer.abandon();
  process.exit(exitCode);
}
