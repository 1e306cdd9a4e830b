import { type Clock, seconds } from '../../core/clock.ts';
import { toFault } from '../../core/faults.ts';
import type { Freshness } from '../responses/freshness.ts';

/** A JSON body and how long it holds. */
export interface WatchedBody {
  /** Equal bodies have equal ids. */
  readonly id: string;
  readonly json: string;
  readonly freshness: Pick<Freshness, 'isFresh'>;
}

/** The outcome of the last load: a body, or the reason why there is none. */
export type Loaded = { readonly body: WatchedBody } | { readonly failure: unknown };

/** One open stream of a client. */
export interface Subscription {
  /** Loads the body again and pays for it; undefined when the limits of its key refuse. Rejects with a Fault. */
  load(signal: AbortSignal): Promise<WatchedBody | undefined>;
  /** Called with each outcome at once. */
  receive(loaded: Loaded): void;
  /** Called every second; whether an outcome could not be sent and can be now. */
  tick(): boolean;
  /** Called when the process ends its streams. */
  end(): void;
}

/** Bodies that subscriptions wait for changes of. A body is loaded once for all subscriptions of its name. */
export interface Watches {
  /** Adds a subscription to the watch of a name, of which the first body was loaded now; returns how to leave. */
  join(name: string, first: WatchedBody, subscription: Subscription): () => void;
  /** Ends all subscriptions. */
  close(): void;
}

const tickMs = seconds(1);
/** A body that is not fresh is loaded again after this time: it is being renewed, or a part of it failed. */
const staleMs = seconds(2);
/** The same after a load that failed, unless the failure states a time. */
const failedMs = seconds(5);
/** Both double up to this time while nothing changes. */
const mostRestMs = seconds(60);

export function createWatches(clock: Clock): Watches {
  const watches = new Map<string, Watch>();
  return {
    join(name, first, subscription) {
      const watch = watches.get(name) ?? new Watch(clock);
      watches.set(name, watch);
      watch.add(subscription, first);
      return () => {
        watch.remove(subscription);
        if (watch.isEmpty && watches.get(name) === watch) watches.delete(name);
      };
    },
    close() {
      for (const watch of watches.values()) watch.close();
      watches.clear();
    },
  };
}

/** The repeated loads of one body for the subscriptions that wait for its changes; the body is not kept. */
class Watch {
  readonly #clock: Clock;
  readonly #subscriptions = new Set<Subscription>();
  readonly #controller = new AbortController();
  /** The body that was loaded last; undefined after a failure. */
  #last: Omit<WatchedBody, 'json'> | undefined;
  #restMs = 0;
  /** No load before this time, by the monotonic clock. */
  #restsUntil = 0;
  #isLoading = false;
  #cancelTick: (() => void) | undefined;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  get isEmpty(): boolean {
    return this.#subscriptions.size === 0;
  }

  /** The others have this body already, unless it differs: to send it to all of them at each join would be quadratic work. */
  add(subscription: Subscription, first: WatchedBody): void {
    const isKnown = this.#last?.id === first.id;
    this.#note({ body: first });
    if (!isKnown) this.#send({ body: first });
    this.#subscriptions.add(subscription);
    subscription.receive({ body: first });
    this.#cancelTick ??= this.#clock.timer(tickMs, () => this.#tick());
  }

  remove(subscription: Subscription): void {
    this.#subscriptions.delete(subscription);
    if (this.isEmpty) this.#stop();
  }

  close(): void {
    for (const subscription of this.#subscriptions) subscription.end();
    this.#subscriptions.clear();
    this.#stop();
  }

  #stop(): void {
    this.#cancelTick?.();
    this.#controller.abort();
  }

  #tick(): void {
    this.#cancelTick = this.#clock.timer(tickMs, () => this.#tick());
    let isWanted = !this.#last?.freshness.isFresh(this.#clock.now());
    for (const subscription of this.#subscriptions) if (subscription.tick()) isWanted = true;
    if (isWanted && !this.#isLoading && this.#clock.monotonic() >= this.#restsUntil) void this.#load();
  }

  /** The subscriptions load, and pay, in turn. */
  async #load(): Promise<void> {
    const [subscription] = this.#subscriptions;
    if (!subscription) return;
    this.#subscriptions.delete(subscription);
    this.#subscriptions.add(subscription);
    this.#isLoading = true;
    const { signal } = this.#controller;
    const loaded = await subscription.load(signal).then(
      (body) => body && { body },
      (failure: unknown) => ({ failure }),
    );
    this.#isLoading = false;
    if (signal.aborted || !loaded) return;
    this.#note(loaded);
    this.#send(loaded);
  }

  #note(loaded: Loaded): void {
    const before = this.#last;
    if ('failure' in loaded) {
      this.#last = undefined;
      const statedMs = seconds(toFault(loaded.failure).retryAfter ?? 0);
      this.#rest(before ? failedMs : this.#restMs * 2, statedMs);
      return;
    }
    const { id, freshness } = loaded.body;
    this.#last = { id, freshness };
    if (freshness.isFresh(this.#clock.now())) this.#rest(0);
    else this.#rest(before?.id === id ? Math.max(staleMs, this.#restMs * 2) : staleMs);
  }

  #rest(restMs: number, leastMs = 0): void {
    this.#restMs = Math.min(restMs, mostRestMs);
    this.#restsUntil = this.#clock.monotonic() + Math.max(this.#restMs, leastMs);
  }

  #send(loaded: Loaded): void {
    for (const subscription of this.#subscriptions) subscription.receive(loaded);
  }
}
