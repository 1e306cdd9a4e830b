import { Valkey } from 'iovalkey';
import type { Clock } from '../../core/clock.ts';

/**
 * A Valkey (or Redis) that may fail at any time. Every command has a deadline. While the store is down, slow, read-only
 * or full, callers should send no commands; probes in the background detect when it works again.
 */
export interface SharedStore {
  /** Whether the last probe or command succeeded. */
  readonly isUp: boolean;
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
export function openSharedStore(options: SharedStoreOptions): SharedStore {
  const { url, clock, deadlineMs = defaultDeadlineMs, onChange } = options;
  const client = new Valkey(url, {
    enableOfflineQueue: false,
    // Commands of the same turn of the event loop are sent in one write.
    enableAutoPipelining: true,
    autoResendUnfulfilledCommands: false,
    maxRetriesPerRequest: 0,
    connectTimeout: connectMs,
    retryStrategy: () => reconnectMs,
  });
  let state: 'unknown' | 'up' | 'down' | 'closed' = 'unknown';
  let upSince = clock.now();
  let waiters: (() => void)[] = [];
  let isVerifying = false;

  function goUp(): void {
    if (state === 'closed') return;
    state = 'up';
    upSince = clock.now();
    for (const resolve of waiters.splice(0)) resolve();
    onChange?.(true, 'it answers');
  }

  function goDown(error: unknown): void {
    if (state === 'down' || state === 'closed') return;
    const wasStable = state === 'unknown' || clock.now() - upSince > stableMs;
    state = 'down';
    onChange?.(false, reasonOf(error));
    clock.timer(wasStable ? probeIntervalMs : backoffMs, probe);
  }

  function probe(): void {
    if (state === 'up' || state === 'closed') return;
    write().then(goUp, () => clock.timer(probeIntervalMs, probe));
  }

  /** A single timeout happens on any busy machine, so it only starts a probe. */
  function verifyAfterTimeout(): void {
    if (isVerifying) return;
    isVerifying = true;
    write()
      .catch(goDown)
      .finally(() => {
        isVerifying = false;
      });
  }

  const write = () => withDeadline(client.set(probeKey, '1', 'PX', 1_000));

  /**
   * Rejects with `DeadlineExceeded` after the deadline. When the timer fired late, this process was blocked and the reply
   * may be waiting in its socket, so the deadline is extended once.
   */
  function withDeadline<Value>(reply: Promise<Value>): Promise<Value> {
    return new Promise((resolve, reject) => {
      let cancel = () => {};
      const wait = (isLast: boolean) => {
        const dueAt = clock.now() + deadlineMs;
        cancel = clock.timer(deadlineMs, () => {
          if (!isLast && clock.now() > dueAt + blockedMs) wait(true);
          else setImmediate(reject, new DeadlineExceeded());
        });
      };
      wait(false);
      reply.then(resolve, reject).finally(() => cancel());
    });
  }

  client.on('error', goDown);
  client.on('close', () => goDown(new Error('CLOSED')));
  client.once('ready', probe);

  return {
    get isUp() {
      return state === 'up';
    },
    async run(command) {
      try {
        return await withDeadline(command(client));
      } catch (error) {
        if (error instanceof DeadlineExceeded) verifyAfterTimeout();
        else goDown(error);
        throw error;
      }
    },
    send(command) {
      if (state === 'up') command(client).catch(() => {});
    },
    opened: (waitMs) =>
      new Promise((resolve) => {
        if (state === 'up') return resolve();
        const cancel = clock.timer(waitMs, resolve);
        waiters.push(() => {
          cancel();
          resolve();
        });
      }),
    close() {
      state = 'closed';
      waiters = [];
      client.disconnect();
    },
  };
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
