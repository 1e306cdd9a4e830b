import type { MaybePromise } from './maybe-promise.ts';

/** Milliseconds of one turn of the event loop that long work takes; requests of others are served between two turns. */
const turnMs = 5;

/** When the long work of this turn began. */
let since: number | undefined;
const waiting: (() => void)[] = [];

/** Whether the long work of this turn has taken its time. */
export function isTurnOver(): boolean {
  if (since !== undefined) return performance.now() - since > turnMs;
  since = performance.now();
  setImmediate(() => {
    since = undefined;
  });
  return false;
}

/** Resolves in a later turn: each turn goes on with one piece of work, in the order in which they wait. */
export const nextTurn = (): Promise<void> =>
  new Promise((resolve) => {
    waiting.push(resolve);
    if (waiting.length === 1) setImmediate(takeTurn);
  });

function takeTurn(): void {
  since = undefined;
  const [resolve] = waiting;
  resolve!();
  // Behind the work that goes on now, which may wait again.
  setImmediate(() => {
    waiting.shift();
    if (waiting.length > 0) takeTurn();
  });
}

/** Runs a part of long work, whose time counts for its caller. */
export type Measure = <Part>(part: () => Part) => Part;

/**
 * Runs the parts of one piece of work to its result: in this turn where that suffices, else in several. `measure` runs the
 * parts of a turn.
 */
export function inTurns<Result>(
  parts: Iterator<unknown, Result>,
  measure: Measure = (part) => part(),
): MaybePromise<Result> {
  const step = () => {
    for (;;) {
      const next = parts.next();
      if (next.done || isTurnOver()) return next;
    }
  };
  const next = measure(step);
  return next.done ? next.value : nextTurn().then(() => inTurns(parts, measure));
}
