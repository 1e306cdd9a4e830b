import { Valkey } from 'iovalkey';
import type { Clock } from '../../core/clock.ts';
import { answerScripts } from './answer-scripts.ts';
import { limitScripts } from './limit-script.ts';
import { sourceScripts } from './source-scripts.ts';

/**
 * A Valkey (or Redis) that may fail at any time. Every command has a deadline. While the store is down, slow, read-only
 * or full, callers should send no commands; probes in the background detect when it works again.
 */
export interface SharedStore {
  /** Whether the last probe or command succeeded. */
  readonly isUp: boolean;
  /** Whether it is up and no command of late has timed out. What waits for several commands in a row waits for one only. */
  readonly isPrompt: boolean;
  /**
   * Runs a command within the deadline. A failed command marks the store as down until a probe succeeds; after a timeout,
   * a probe that fails or times out does.
   */
  run<Value>(command: (client: Valkey) => Promise<Value>): Promise<Value>;
  /** Sends a command if the store is up, without waiting for it. Errors are ignored. */
  send(command: (client: Valkey) => Promise<unknown>): void;
  /** Resolves as soon as the store is up, or after `waitMs`. */
  opened(waitMs: number): Promise<void>;
  close(): void;
}

export interface SharedStoreOptions {
  readonly url: string;
  readonly clock: Clock;
  /** Timeout of a command. */
  readonly deadlineMs?: number;
  /**
   * Whether the commands of one turn of the event loop are sent in one write, which is the default. For one who sends one
   * command a turn, a pipeline costs more than the command.
   */
  readonly isPipelined?: boolean;
  /** Called with the first state and each change. The reason is one word and holds no secret. */
  readonly onChange?: (isUp: boolean, reason: string) => void;
}

const defaultDeadlineMs = 50;
/** A timer that fires later than this shows that the event loop of this process was blocked. */
const blockedMs = 10;
const reconnectMs = 250;
const connectMs = 1_000;
const probeIntervalMs = 100;
/** The delay of the first probe when the store failed within `stableMs` after it had come up. */
const backoffMs = 1_000;
const stableMs = 1_000;
/** Probes write, because replicas and full stores reject writes and still reply to PING. */
const probeKey = 'almanac:probe';

/** Connects in the background. Throws when the URL is invalid. */
export const openSharedStore = (options: SharedStoreOptions): SharedStore => new ValkeyStore(options);

const connect = (url: string, isPipelined: boolean): Valkey =>
  new Valkey(url, {
    enableOfflineQueue: false,
    enableAutoPipelining: isPipelined,
    autoResendUnfulfilledCommands: false,
    maxRetriesPerRequest: 0,
    connectTimeout: connectMs,
    retryStrategy: () => reconnectMs,
    // Sent as digests (EVALSHA), and as text when the store lacks them. All are defined before the first command, since a
    // pipeline knows only those that were defined before it was begun.
    scripts: { ...answerScripts, ...limitScripts, ...sourceScripts },
  });

class ValkeyStore implements SharedStore {
  readonly #clock: Clock;
  readonly #deadlineMs: number;
  readonly #onChange: SharedStoreOptions['onChange'];
  readonly #client: Valkey;
  #state: 'unknown' | 'up' | 'down' | 'closed' = 'unknown';
  #upSince: number;
  #waiters: (() => void)[] = [];
  #isVerifying = false;

  constructor({
    url,
    clock,
    deadlineMs = defaultDeadlineMs,
    isPipelined = true,
    onChange,
  }: SharedStoreOptions) {
    this.#clock = clock;
    this.#deadlineMs = deadlineMs;
    this.#onChange = onChange;
    this.#upSince = clock.now();
    this.#client = connect(url, isPipelined);
    this.#client.on('error', (error) => this.#goDown(error));
    this.#client.on('close', () => this.#goDown(new Error('CLOSED')));
    this.#client.once('ready', () => this.#probe());
  }

  get isUp(): boolean {
    return this.#state === 'up';
  }

  get isPrompt(): boolean {
    return this.#state === 'up' && !this.#isVerifying;
  }

  async run<Value>(command: (client: Valkey) => Promise<Value>): Promise<Value> {
    try {
      return await this.#withDeadline(command(this.#client));
    } catch (error) {
      if (error instanceof DeadlineExceeded) this.#verifyAfterTimeout();
      else this.#goDown(error);
      throw error;
    }
  }

  send(command: (client: Valkey) => Promise<unknown>): void {
    if (this.isUp) command(this.#client).catch(() => {});
  }

  opened(waitMs: number): Promise<void> {
    return new Promise((resolve) => {
      if (this.isUp) return resolve();
      const cancel = this.#clock.timer(waitMs, resolve);
      this.#waiters.push(() => {
        cancel();
        resolve();
      });
    });
  }

  close(): void {
    this.#state = 'closed';
    this.#waiters = [];
    this.#client.disconnect();
  }

  #goUp(): void {
    if (this.#state === 'closed') return;
    this.#state = 'up';
    this.#upSince = this.#clock.now();
    for (const resolve of this.#waiters.splice(0)) resolve();
    this.#onChange?.(true, 'it answers');
  }

  #goDown(error: unknown): void {
    if (this.#state === 'down' || this.#state === 'closed') return;
    const wasStable = this.#state === 'unknown' || this.#clock.now() - this.#upSince > stableMs;
    this.#state = 'down';
    this.#onChange?.(false, reasonOf(error));
    this.#clock.timer(wasStable ? probeIntervalMs : backoffMs, () => this.#probe());
  }

  #probe(): void {
    if (this.#state === 'up' || this.#state === 'closed') return;
    this.#write().then(
      () => this.#goUp(),
      () => this.#clock.timer(probeIntervalMs, () => this.#probe()),
    );
  }

  /** A single timeout happens on any busy machine, so it only starts a probe. */
  #verifyAfterTimeout(): void {
    if (this.#isVerifying) return;
    this.#isVerifying = true;
    this.#write()
      .catch((error) => this.#goDown(error))
      .finally(() => {
        this.#isVerifying = false;
      });
  }

  #write(): Promise<unknown> {
    return this.#withDeadline(this.#client.set(probeKey, '1', 'PX', 1_000));
  }

  /**
   * Rejects with `DeadlineExceeded` after the deadline. When the timer fired late, this process was blocked and the reply
   * may be waiting in its socket, so the deadline is extended once.
   */
  #withDeadline<Value>(reply: Promise<Value>): Promise<Value> {
    const clock = this.#clock;
    return new Promise((resolve, reject) => {
      let cancel = () => {};
      const wait = (isExtended: boolean) => {
        const dueAt = clock.now() + this.#deadlineMs;
        cancel = clock.timer(this.#deadlineMs, () => {
          if (!isExtended && clock.now() > dueAt + blockedMs) wait(true);
          else setImmediate(reject, new DeadlineExceeded());
        });
      };
      wait(false);
      reply.then(resolve, reject).finally(() => cancel());
    });
  }
}

class DeadlineExceeded extends Error {
  constructor() {
    super('TIMEOUT');
  }
}

/**
 * The code of a system error, the first word of an error of the store (`READONLY`, `OOM`, `NOAUTH`), or ours. The rest of
 * a message may repeat the command.
 */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'UNKNOWN';
  const { code } = error as { code?: unknown };
  return typeof code === 'string' ? code : (/^[A-Z]{2,}/.exec(error.message)?.[0] ?? 'UNKNOWN');
}
