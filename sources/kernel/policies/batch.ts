import { type Clock, IdleTimer } from '../../../core/clock.ts';
import { Cancellation } from '../cancellation.ts';
import { Pending } from '../pending.ts';

export interface BatchOptions<Value> {
  readonly clock: Clock;
  /** The most keys that the upstream takes in one request. */
  readonly max: number;
  /** A batch leaves after this long without a new key, … */
  readonly quietMs?: number;
  /** … and after this long in any case, when all that has come in is read. */
  readonly longestMs?: number;
  /** Asks for distinct keys at once. A key that is not in the result is unknown upstream; an error fails its key alone. */
  readonly load: (keys: readonly string[], wish: Cancellation) => Promise<ReadonlyMap<string, Value | Error>>;
}

/**
 * Gathers single keys, asked for by any number of callers through either door, into few upstream requests.
 * Results are handed back by key, never by position; a key that the upstream does not know is `undefined` for its
 * own caller alone. What is batched is public, so a batch may serve many callers.
 */
export interface Batch<Value> {
  /** A caller who gives up takes the key out of its batch; a request whose keys were all given up is aborted. */
  load(key: string, caller: Cancellation): Pending<Value | undefined>;
}

/** A key that was asked for. */
class Asked<Value> extends Pending<Value | undefined> {
  readonly key: string;
  readonly caller: Cancellation;

  constructor(key: string, caller: Cancellation) {
    super();
    this.key = key;
    this.caller = caller;
  }

  /** A key that was given up was not asked for, which is not to say that it is unknown. */
  receive(found: ReadonlyMap<string, Value | Error>): void {
    const value = this.caller.reason ?? found.get(this.key);
    if (value instanceof Error) this.fail(value);
    else this.keep(value);
  }
}

/**
 * A busy process hears that the time is up before it has read what came in meanwhile. So a batch whose time is up waits
 * for one more turn of the event loop, and for another one while each brings a key: so many at most.
 */
const furtherTurns = 50;

export function createBatch<Value>(options: BatchOptions<Value>): Batch<Value> {
  const { load } = options;
  let gathering: Gathering<Value> | undefined;
  const leave = (asked: readonly Asked<Value>[]) => {
    gathering = undefined;
    loadAll(asked, load);
  };
  return {
    load(key, caller) {
      const asked = new Asked<Value>(key, caller);
      gathering ??= new Gathering(options, leave);
      gathering.take(asked);
      return asked;
    },
  };
}

/** One batch until it leaves. */
class Gathering<Value> {
  readonly #max: number;
  readonly #leave: (asked: readonly Asked<Value>[]) => void;
  readonly #asked: Asked<Value>[] = [];
  readonly #quiet: IdleTimer;
  readonly #cancelLongest: () => void;
  #state: 'open' | 'due' | 'gone' = 'open';

  constructor(options: BatchOptions<Value>, leave: (asked: readonly Asked<Value>[]) => void) {
    const { clock, max, quietMs = 2, longestMs = 10 } = options;
    this.#max = max;
    this.#leave = leave;
    this.#quiet = new IdleTimer(clock, quietMs, () => this.#fallDue());
    this.#cancelLongest = clock.timer(longestMs, () => this.#fallDue());
  }

  take(asked: Asked<Value>): void {
    this.#quiet.touch();
    if (this.#asked.push(asked) >= this.#max) this.#depart();
  }

  #fallDue(): void {
    this.#quiet.end();
    this.#cancelLongest();
    this.#state = 'due';
    this.#awaitTurn(furtherTurns);
  }

  #awaitTurn(turnsLeft: number): void {
    const sizeBefore = this.#asked.length;
    setImmediate(() => {
      if (this.#state === 'gone') return;
      if (this.#asked.length > sizeBefore && turnsLeft > 1) this.#awaitTurn(turnsLeft - 1);
      else this.#depart();
    });
  }

  #depart(): void {
    this.#quiet.end();
    this.#cancelLongest();
    this.#state = 'gone';
    this.#leave(this.#asked);
  }
}

async function loadAll<Value>(
  asked: readonly Asked<Value>[],
  load: BatchOptions<Value>['load'],
): Promise<void> {
  try {
    const found = await loadWanted(
      asked.filter(({ caller }) => !caller.isCancelled),
      load,
    );
    for (const each of asked) each.receive(found);
  } catch (error) {
    for (const each of asked) each.fail(error);
  }
}

async function loadWanted<Value>(
  wanted: readonly Asked<Value>[],
  load: BatchOptions<Value>['load'],
): Promise<ReadonlyMap<string, Value | Error>> {
  if (wanted.length === 0) return new Map();
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
  return load([...new Set(wanted.map(({ key }) => key))], request);
}
