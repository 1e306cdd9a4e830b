import DataLoader from 'dataloader';
import { Cancellation } from './cancellation.ts';
import type { Clock } from './clock.ts';

export interface BatchOptions<Value> {
  readonly clock: Clock;
  /** The most keys that the upstream takes in one request. */
  readonly max: number;
  /** A batch leaves after this long without a new key, … */
  readonly quietMs?: number;
  /** … and after this long in any case, when all that has come in is read. */
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
  /** A caller who gives up takes the key out of its batch; a request whose keys were all given up is aborted. */
  load(key: string, caller: Cancellation): Promise<Value | undefined>;
}

interface Asked {
  readonly key: string;
  readonly caller: Cancellation;
}

/**
 * A busy process hears that the time is up before it has read what came in meanwhile. So a batch whose time is up waits
 * for one more turn of the event loop, and for another one while each brings a key: so many at most.
 */
const furtherTurns = 50;

export function createBatch<Value>(options: BatchOptions<Value>): Batch<Value> {
  const { clock, max, quietMs = 2, longestMs = 10 } = options;
  /** Counts one more key into the batch that is being gathered. */
  let count: (() => void) | undefined;

  const loader = new DataLoader<Asked, Value | undefined>((asked) => loadAll(asked, options.load), {
    cache: false,
    maxBatchSize: max,
    batchScheduleFn: gather,
  });

  function gather(dispatch: () => void): void {
    let size = 0;
    let latestAt = clock.now();
    let state: 'open' | 'due' | 'gone' = 'open';
    let cancelQuiet = clock.timer(quietMs, listen);
    const cancelLongest = clock.timer(longestMs, fallDue);

    /** One timer does for many keys: when it runs out, it waits as long as the latest of them came after it was set. */
    function listen(): void {
      const leftMs = latestAt + quietMs - clock.now();
      if (leftMs > 0) cancelQuiet = clock.timer(leftMs, listen);
      else fallDue();
    }

    function fallDue(): void {
      cancelQuiet();
      cancelLongest();
      state = 'due';
      awaitTurn(furtherTurns);
    }

    function awaitTurn(turnsLeft: number): void {
      const sizeBefore = size;
      setImmediate(() => {
        if (state === 'gone') return;
        if (size > sizeBefore && turnsLeft > 1) awaitTurn(turnsLeft - 1);
        else leave();
      });
    }

    function leave(): void {
      cancelQuiet();
      cancelLongest();
      state = 'gone';
      if (count === countOne) count = undefined;
      dispatch();
    }

    function countOne(): void {
      size += 1;
      latestAt = clock.now();
      if (size >= max) leave();
    }
    count = countOne;
  }

  return {
    load(key, caller) {
      const answer = loader.load({ key, caller });
      count?.();
      return answer;
    },
  };
}

async function loadAll<Value>(
  asked: readonly Asked[],
  load: BatchOptions<Value>['load'],
): Promise<(Value | undefined | Error)[]> {
  const wanted = asked.filter(({ caller }) => !caller.isCancelled);
  if (wanted.length === 0) return asked.map(({ caller }) => abandoned(caller));
  const request = new Cancellation();
  const callers = new Set(wanted.map(({ caller }) => caller));
  let waiting = callers.size;
  const listener = {
    onCancel() {
      waiting -= 1;
      if (waiting === 0) request.cancel(new Error('Nobody waits for this batch any more.'));
    },
  };
  for (const caller of callers) caller.listen(listener);
  const found = await load([...new Set(wanted.map(({ key }) => key))], request.signal);
  return asked.map(({ key, caller }) => (caller.isCancelled ? abandoned(caller) : found.get(key)));
}

/** A key that was given up was not asked for, which is not to say that it is unknown. */
const abandoned = ({ reason }: Cancellation): Error => reason ?? new Error('This key was given up.');
