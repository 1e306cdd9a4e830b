import DataLoader from 'dataloader';
import type { Clock } from './clock.ts';

export interface BatchOptions<Value> {
  readonly clock: Clock;
  /** The most keys that the upstream takes in one request. */
  readonly max: number;
  /** A batch leaves after this long without a new key, … */
  readonly quietMs?: number;
  /** … and after this long in any case. */
  readonly longestMs?: number;
  /** Asks for distinct keys at once. A key that is not in the result is unknown upstream; an error fails its key alone. */
  readonly load: (
    keys: readonly string[],
    signal: AbortSignal,
  ) => Promise<ReadonlyMap<string, Value | Error>>;
}

/**
 * Gathers single keys, asked for by any number of callers through either door, into few upstream requests.
 * Results are handed back by key, never by position; a key that the upstream does not know is `undefined` for its
 * own caller alone. What is batched is public, so a batch may serve many callers.
 */
export interface Batch<Value> {
  /** Aborting takes the key out of its batch; a request whose keys were all given up is aborted. */
  load(key: string, signal: AbortSignal): Promise<Value | undefined>;
}

interface Asked {
  readonly key: string;
  readonly signal: AbortSignal;
}

interface Gathering {
  size: number;
  cancelQuiet: () => void;
  readonly leave: () => void;
}

export function createBatch<Value>(options: BatchOptions<Value>): Batch<Value> {
  const { clock, max, quietMs = 2, longestMs = 10 } = options;
  let gathering: Gathering | undefined;

  const loader = new DataLoader<Asked, Value | undefined>((asked) => loadAll(asked, options.load), {
    cache: false,
    maxBatchSize: max,
    batchScheduleFn(dispatch) {
      const cancelLongest = clock.timer(longestMs, () => opened.leave());
      const opened: Gathering = {
        size: 0,
        cancelQuiet: () => {},
        leave() {
          cancelLongest();
          opened.cancelQuiet();
          if (gathering === opened) gathering = undefined;
          dispatch();
        },
      };
      gathering = opened;
    },
  });

  return {
    load(key, signal) {
      const answer = loader.load({ key, signal });
      const current = gathering;
      if (current) {
        current.size += 1;
        current.cancelQuiet();
        if (current.size >= max) current.leave();
        else current.cancelQuiet = clock.timer(quietMs, current.leave);
      }
      return answer;
    },
  };
}

async function loadAll<Value>(
  asked: readonly Asked[],
  load: BatchOptions<Value>['load'],
): Promise<(Value | undefined | Error)[]> {
  const wanted = asked.filter(({ signal }) => !signal.aborted);
  if (wanted.length === 0) return asked.map(({ signal }) => abandoned(signal));
  const controller = new AbortController();
  const signals = new Set(wanted.map(({ signal }) => signal));
  let waiting = signals.size;
  const giveUp = () => {
    waiting -= 1;
    if (waiting === 0) controller.abort(new Error('Nobody waits for this batch any more.'));
  };
  for (const signal of signals) signal.addEventListener('abort', giveUp, { once: true });
  try {
    const found = await load([...new Set(wanted.map(({ key }) => key))], controller.signal);
    return asked.map(({ key, signal }) => (signal.aborted ? abandoned(signal) : found.get(key)));
  } finally {
    for (const signal of signals) signal.removeEventListener('abort', giveUp);
  }
}

/** A key that was given up was not asked for, which is not to say that it is unknown. */
const abandoned = (signal: AbortSignal): Error =>
  signal.reason instanceof Error ? signal.reason : new Error('This key was given up.');
