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
  /** Loads the body again. Rejects with a Fault. */
  load(signal: AbortSignal): Promise<WatchedBody>;
  /** Called with each outcome at once, and then every second, so that what could not be sent follows. */
  receive(loaded: Loaded): void;
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

export function createWatches(clock: Clock): Watches {
  const watches = new Map<string, Watch>();
  return {
    join(name, first, subscription) {
      const watch = watches.get(name) ?? new Watch(clock, first);
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

/** The repeated loads of one body, for the subscriptions that wait for its changes. */
class Watch {
  readonly #clock: Clock;
  readonly #subscriptions = new Set<Subscription>();
  readonly #controller = new AbortController();
  #loaded: Loaded;
  /** No load before this time, by the monotonic clock. */
  #restsUntil = 0;
  #isLoading = false;
  #cancelTick: (() => void) | undefined;

  constructor(clock: Clock, first: WatchedBody) {
    this.#clock = clock;
    this.#loaded = { body: first };
  }

  get isEmpty(): boolean {
    return this.#subscriptions.size === 0;
  }

  /** The others have this body already, unless it differs: to send it to all of them at each join would be quadratic work. */
  add(subscription: Subscription, first: WatchedBody): void {
    const isKnown = 'body' in this.#loaded && this.#loaded.body.id === first.id;
    this.#set({ body: first });
    if (!isKnown) this.#send();
    this.#subscriptions.add(subscription);
    subscription.receive(this.#loaded);
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
    this.#send();
    if (!this.#isLoading && this.#isDue()) void this.#load();
  }

  #isDue(): boolean {
    if (this.#clock.monotonic() < this.#restsUntil) return false;
    return 'failure' in this.#loaded || !this.#isFresh(this.#loaded.body);
  }

  async #load(): Promise<void> {
    const [subscription] = this.#subscriptions;
    if (!subscription) return;
    this.#isLoading = true;
    const { signal } = this.#controller;
    const loaded: Loaded = await subscription.load(signal).then(
      (body) => ({ body }),
      (failure: unknown) => ({ failure }),
    );
    this.#isLoading = false;
    if (signal.aborted) return;
    this.#set(loaded);
    this.#send();
  }

  #set(loaded: Loaded): void {
    this.#loaded = loaded;
    this.#restsUntil = this.#clock.monotonic() + this.#restAfter(loaded);
  }

  #restAfter(loaded: Loaded): number {
    if ('failure' in loaded) return Math.max(failedMs, seconds(toFault(loaded.failure).retryAfter ?? 0));
    return this.#isFresh(loaded.body) ? 0 : staleMs;
  }

  #isFresh({ freshness }: WatchedBody): boolean {
    return freshness.isFresh(this.#clock.now());
  }

  #send(): void {
    for (const subscription of this.#subscriptions) subscription.receive(this.#loaded);
  }
}
