import { Fault } from '../../core/faults.ts';
import type { Setting } from '../../core/settings.ts';
import type { Measure } from '../../core/turns.ts';
import type { Context, ReceivedFile } from '../../resolvers/kernel/context.ts';
import type { Receipts } from '../../resolvers/kernel/receipts.ts';
import type { Caller } from '../../sources/kernel/caller.ts';
import type { Source } from '../../sources/kernel/source.ts';
import type { Reader, Reading, Upstreams } from '../../sources/kernel/upstreams.ts';
import type { Backend } from '../backends/backend.ts';
import { type Key, permits } from '../keys/keys.ts';
import { type Charge, costOf } from '../limits/cost.ts';
import type { WorkMeter } from '../limits/work.ts';
import type { Freshness } from '../responses/freshness.ts';
import type { LookupMeter } from './lookup-meter.ts';
import type { Ctx } from './middleware.ts';

export interface LookupCaller {
  readonly key: Key;
  readonly backend: Backend;
  readonly requestId: string;
  /** Undefined before the request is charged. */
  readonly charge?: Charge | undefined;
  /** The file of an upload. */
  readonly file?: ReceivedFile | undefined;
  /** The headers of the response, names and values in turn. */
  readonly headers?: string[];
}

/** Once a request has a backend. */
export const callerOf = ({ state: { key, backend, requestId, charge } }: Ctx): LookupCaller => ({
  key: key!,
  backend: backend!,
  requestId,
  charge,
});

export interface LookupWork {
  /** Of lookups that are counted. */
  readonly receipts?: Receipts | undefined;
  readonly freshness: Freshness;
  readonly signal: () => AbortSignal;
  readonly work: WorkMeter;
  /** Counts the lookups where they are charged; a route has one price. */
  readonly meter?: LookupMeter | undefined;
}

/**
 * The context of lookups: the caller's permissions, and reads of the sources. `freshness` records what is read;
 * `signal` gives the signal that aborts when no caller waits for the result any more. It is called when a read has to
 * wait: a signal takes longer to make than a read from the cache.
 */
export function createLookupContext(
  { key, backend, requestId, file, headers, charge }: LookupCaller,
  { freshness, signal, work, meter, receipts }: LookupWork,
): Context {
  const { upstreams } = backend;
  if (!backend.caches) freshness.noteFailure();
  const measure: Measure = (part) => work.measure(key.id, part);
  const caller: Caller = { name: key.id, requestIds: [requestId], measure };
  const permitsCaller: Context['permits'] = (permission) => permits(key, permission);
  const rateLimit: Context['rateLimit'] = () => {
    const { requested, remaining, resetAt } = costOf(charge!);
    return { limit: key.perMinute, cost: requested, remaining, resetAt };
  };
  const open: Context['open'] = (endpoint, args, openSignal = signal()) =>
    upstreams.open(endpoint, args, openSignal, caller);
  const setting: Context['setting'] = (wanted) => settingOf(backend, wanted);
  const addHeader: Context['addHeader'] =
    file && ((name: string, value: string) => void headers?.push(name, value));
  // One literal: V8 makes a hidden class for every property that is added to a spread object (Node 20).
  const contextOf = (reads: Reads, reader: Reader, counting?: LookupMeter): Context => ({
    requestId,
    permits: permitsCaller,
    measure,
    rateLimit,
    read: (endpoint, args) => reads.read(endpoint, args, reader),
    cached: (endpoint, args) => reads.cached(endpoint, args, reader),
    open,
    setting,
    selects: selectsAll,
    file,
    addHeader,
    receipts: counting && receipts,
    counted:
      counting &&
      ((lookup, price, opened) => {
        const counted = new LookupReader(caller, freshness, signal, counting.count(lookup, price));
        opened?.(counted);
        return contextOf(recorded, counted);
      }),
  });
  const recorded = receipts ? receipts.recording(upstreams) : upstreams;
  return contextOf(upstreams, new LookupReader(caller, freshness, signal), meter);
}

type Reads = Pick<Upstreams, 'read' | 'cached'>;

const selectsAll = () => true;

/** The reader of one lookup: a class, since an object literal with accessors takes as long to make as a read from the cache. */
class LookupReader implements Reader {
  readonly caller: Caller;
  readonly #freshness: Freshness;
  readonly #signal: () => AbortSignal;
  readonly onMiss: Reader['onMiss'];

  constructor(caller: Caller, freshness: Freshness, signal: () => AbortSignal, onMiss?: Reader['onMiss']) {
    this.caller = caller;
    this.#freshness = freshness;
    this.#signal = signal;
    this.onMiss = onMiss;
  }

  get signal(): AbortSignal {
    return this.#signal();
  }

  onRead(reading: Reading, source: Source): void {
    this.#freshness.noteRead(reading, source);
  }

  onFailure(fault: unknown): void {
    // A source without its credential fails the same way each time, so the rest may be cached.
    if (!(fault instanceof Fault && fault.kind === 'unconfigured')) this.#freshness.noteFailure();
  }
}

function settingOf<Value>({ settings }: Backend, { name }: Setting<Value>): Value {
  if (!(name in settings)) throw new Error(`No source declares ${name}.`);
  return settings[name] as Value;
}
