import { type Clock, seconds } from '../../core/clock.ts';
import { toFault } from '../../core/faults.ts';
import type { Freshness } from '../responses/freshness.ts';

/** A JSON body and how long it holds. */
export interface Answer {
  /** Equal bodies have equal ids. */
  readonly id: string;
  readonly json: string;
  readonly freshness: Pick<Freshness, 'isFresh'>;
}

/** What the last question gave: an answer, or the reason why there is none. */
export type Found = { readonly answer: Answer } | { readonly failure: unknown };

/** One stream that follows an answer. */
export interface Watcher {
  /** Asks again. Rejects with a Fault. */
  ask(signal: AbortSignal): Promise<Answer>;
  /** Called with what was found at once, and then every second, so that what could not be sent follows. */
  follow(found: Found): void;
  /** Called when the process ends its streams. */
  end(): void;
}

/** Answers that streams follow. Those of one key are asked for once, whatever the number of streams. */
export interface Watches {
  /** Follows the answer of a key, of which the first was found now; returns how to leave. */
  join(key: string, first: Answer, watcher: Watcher): () => void;
  /** Ends all streams. */
  close(): void;
}

const tickMs = seconds(1);
/** An answer that is not fresh is asked for again after this time: it is being renewed, or a part of it failed. */
const staleMs = seconds(2);
/** The same for a question that failed, unless the failure states a time. */
const failedMs = seconds(5);

export function createWatches(clock: Clock): Watches {
  const watches = new Map<string, Watch>();
  return {
    join(key, first, watcher) {
      let watch = watches.get(key);
      if (!watch) {
        watch = new Watch(clock, first);
        watches.set(key, watch);
      }
      const joined = watch;
      joined.add(watcher, first);
      return () => {
        joined.remove(watcher);
        if (joined.size === 0 && watches.get(key) === joined) watches.delete(key);
      };
    },
    close() {
      for (const watch of watches.values()) watch.close();
      watches.clear();
    },
  };
}

/** One answer, and the streams that follow it. */
class Watch {
  readonly #clock: Clock;
  readonly #watchers = new Set<Watcher>();
  readonly #controller = new AbortController();
  #found: Found;
  /** No question before this time, by the monotonic clock. */
  #restsUntil = 0;
  #isAsking = false;
  #cancelTick: (() => void) | undefined;

  constructor(clock: Clock, first: Answer) {
    this.#clock = clock;
    this.#found = { answer: first };
  }

  get size(): number {
    return this.#watchers.size;
  }

  /** The others have this answer already, unless it differs: to tell all of them at each join would be quadratic work. */
  add(watcher: Watcher, first: Answer): void {
    const isKnown = 'answer' in this.#found && this.#found.answer.id === first.id;
    const found = { answer: first };
    this.#note(found);
    if (!isKnown) this.#tell();
    this.#watchers.add(watcher);
    watcher.follow(found);
    this.#cancelTick ??= this.#clock.timer(tickMs, () => this.#tick());
  }

  remove(watcher: Watcher): void {
    this.#watchers.delete(watcher);
    if (this.#watchers.size === 0) this.#stop();
  }

  close(): void {
    for (const watcher of this.#watchers) watcher.end();
    this.#watchers.clear();
    this.#stop();
  }

  #stop(): void {
    this.#cancelTick?.();
    this.#cancelTick = undefined;
    this.#controller.abort();
  }

  #tick(): void {
    this.#cancelTick = this.#clock.timer(tickMs, () => this.#tick());
    this.#tell();
    if (!this.#isAsking && this.#isDue()) this.#ask();
  }

  #isDue(): boolean {
    if (this.#clock.monotonic() < this.#restsUntil) return false;
    const found = this.#found;
    return 'failure' in found || !found.answer.freshness.isFresh(this.#clock.now());
  }

  async #ask(): Promise<void> {
    const [watcher] = this.#watchers;
    if (!watcher) return;
    this.#isAsking = true;
    try {
      this.#announce({ answer: await watcher.ask(this.#controller.signal) });
    } catch (failure) {
      if (!this.#controller.signal.aborted) this.#announce({ failure });
    } finally {
      this.#isAsking = false;
    }
  }

  #announce(found: Found): void {
    this.#note(found);
    this.#tell();
  }

  #note(found: Found): void {
    this.#found = found;
    this.#restsUntil = this.#clock.monotonic() + this.#restAfter(found);
  }

  #restAfter(found: Found): number {
    if ('failure' in found) return Math.max(failedMs, seconds(toFault(found.failure).retryAfter ?? 0));
    return found.answer.freshness.isFresh(this.#clock.now()) ? 0 : staleMs;
  }

  #tell(): void {
    for (const watcher of this.#watchers) watcher.follow(this.#found);
  }
}
