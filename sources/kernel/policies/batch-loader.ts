import DataLoader from 'dataloader';
import { CallerGone } from '../../../core/abort.ts';
import { type Clock, IdleTimer } from '../../../core/clock.ts';
import { isLimited } from '../../../core/faults.ts';
import { type Caller, jointCaller } from '../caller.ts';
import type { Loading } from './read-through.ts';

/** Who waits for a batch. */
export interface BatchLoading {
  /** Aborts when all keys of the batch are abandoned. */
  readonly signal: AbortSignal;
  readonly caller?: Caller | undefined;
}

export interface BatchLoaderOptions<Value> {
  readonly clock: Clock;
  /** The most keys that the upstream accepts in one request. */
  readonly maxPerRequest: number;
  /** Requests distinct keys together. A key that is not in the result is unknown upstream; an Error fails its key alone. */
  readonly load: (
    keys: readonly string[],
    batch: BatchLoading,
  ) => Promise<ReadonlyMap<string, Value | Error>>;
}

/**
 * Gathers keys of any number of callers into few upstream requests. Batched data is public, so one batch may serve many
 * callers. Nothing is remembered between batches: that is the cache's task.
 */
export interface BatchLoader<Value> {
  /**
   * Loads one key. A key that is abandoned before the batch is sent is left out of it; a request of which all keys are abandoned
   * is aborted.
   */
  load(key: string, loading: Loading): Promise<Value>;
}

interface KeyRequest extends Loading {
  readonly key: string;
}

export function createBatchLoader<Value>(options: BatchLoaderOptions<Value>): BatchLoader<Value> {
  const { maxPerRequest } = options;
  let schedule: BatchSchedule | undefined;
  const loader = new DataLoader<KeyRequest, Value | undefined>(
    (requests) => loadRequests(requests, options.load),
    {
      cache: false,
      maxBatchSize: maxPerRequest,
      batchScheduleFn(send) {
        schedule = new BatchSchedule(options, send);
      },
    },
  );
  return {
    load(key, { run, caller }) {
      const result = loader.load({ key, run, caller });
      schedule?.noteKey();
      return result as Promise<Value>;
    },
  };
}

/** One result per request, in the order of the requests, as DataLoader expects. */
async function loadRequests<Value>(
  requests: readonly KeyRequest[],
  load: BatchLoaderOptions<Value>['load'],
): Promise<(Value | Error | undefined)[]> {
  const wanted = requests.filter(({ run }) => !run.isAbandoned);
  if (wanted.length === 0) return requests.map(() => new CallerGone());
  const batch = { signal: abortedByAll(wanted), caller: jointCaller(wanted.map(({ caller }) => caller)) };
  const values = await load([...new Set(wanted.map(({ key }) => key))], batch);
  // A limit is of the caller to whom the batch belongs.
  const others = wanted.filter(
    ({ key, caller }) => caller?.name !== batch.caller?.name && isLimited(values.get(key)),
  );
  const again = others.length > 0 ? await loadRequests(others, load) : [];
  return requests.map((request) => {
    if (request.run.isAbandoned) return new CallerGone();
    const place = others.indexOf(request);
    return place < 0 ? values.get(request.key) : again[place];
  });
}

/** A signal that aborts when all keys are abandoned. */
function abortedByAll(wanted: readonly KeyRequest[]): AbortSignal {
  const controller = new AbortController();
  let waiting = wanted.length;
  for (const { run } of wanted) {
    run.onAbandon(() => {
      waiting -= 1;
      if (waiting === 0) controller.abort();
    });
  }
  return controller.signal;
}

/** A batch is sent after this long without a new key, … */
const idleMs = 2;
/** … and after this long in any case. */
const maxWaitMs = 10;

/**
 * In a busy process, a timer fires before the requests that arrived meanwhile are read. So a batch that is due waits
 * for one more turn of the event loop, and for another one while each turn brings a key: this many at most.
 */
const maxFurtherTurns = 50;

type ScheduleOptions = Omit<BatchLoaderOptions<unknown>, 'load'>;

/** Decides when one batch is sent. */
class BatchSchedule {
  readonly #maxPerRequest: number;
  readonly #send: () => void;
  readonly #idleTimer: IdleTimer;
  readonly #cancelMaxWait: () => void;
  #keys = 0;
  #isSent = false;

  constructor(options: ScheduleOptions, send: () => void) {
    const { clock, maxPerRequest } = options;
    this.#maxPerRequest = maxPerRequest;
    this.#send = send;
    this.#idleTimer = new IdleTimer(clock, idleMs, () => this.#fallDue());
    this.#cancelMaxWait = clock.timer(maxWaitMs, () => this.#fallDue());
  }

  noteKey(): void {
    this.#idleTimer.touch();
    this.#keys += 1;
    if (this.#keys >= this.#maxPerRequest) this.#sendNow();
  }

  #fallDue(): void {
    this.#cancelTimers();
    this.#awaitTurn(maxFurtherTurns);
  }

  #awaitTurn(turnsLeft: number): void {
    const keysBefore = this.#keys;
    setImmediate(() => {
      if (this.#isSent) return;
      if (this.#keys > keysBefore && turnsLeft > 1) this.#awaitTurn(turnsLeft - 1);
      else this.#sendNow();
    });
  }

  #sendNow(): void {
    this.#cancelTimers();
    this.#isSent = true;
    this.#send();
  }

  #cancelTimers(): void {
    this.#idleTimer.end();
    this.#cancelMaxWait();
  }
}
