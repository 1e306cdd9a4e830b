import { Valkey } from 'iovalkey';
import type { Clock } from '../../core/clock.ts';

/**
 * A Valkey (or Redis) that may go away at any moment. Nobody waits for it longer than a deadline, and while it is away,
 * slow, read-only or full it is not asked at all: it is tried behind the scenes until it is well again.
 */
export interface SharedStore {
  /** Whether it is worth asking. */
  readonly isUp: boolean;
  /**
   * Asks, within the deadline. A failure takes the store down until it has shown that it is well; an answer that is late
   * does so when another one is late too.
   */
  ask<Value>(command: (client: Valkey) => Promise<Value>): Promise<Value>;
  /** Sends, if the store is up; nobody waits for it, nor hears of a failure. */
  send(command: (client: Valkey) => Promise<unknown>): void;
  /** Resolves as soon as the store is up, and after `waitMs` in any case. */
  opened(waitMs: number): Promise<void>;
  close(): void;
}

export interface SharedStoreOptions {
  readonly url: string;
  readonly clock: Clock;
  /** The longest that anybody waits for an answer. */
  readonly deadlineMs?: number;
  /** Told of the first state and of each change, with a word for why that holds nothing secret. */
  readonly onChange?: (isUp: boolean, reason: string) => void;
}

const standardDeadlineMs = 50;
/** A timer that is later than this tells of a process that was held up. */
const heldUpMs = 10;
const reconnectMs = 250;
const connectMs = 1_000;
const probeEveryMs = 100;
/** A store that came back only to fail at once is given more time. */
const restMs = 1_000;
const steadyMs = 1_000;
/** Only a write shows that a store takes writes: a replica and a full one answer a PING as if all were well. */
const probeKey = 'almanac:probe';

/** Connects in the background. Throws when the address is none. */
export function openSharedStore(options: SharedStoreOptions): SharedStore {
  const { url, clock, deadlineMs = standardDeadlineMs, onChange } = options;
  const client = new Valkey(url, {
    enableOfflineQueue: false,
    // Calls that are decided in the same turn of the event loop go in one write.
    enableAutoPipelining: true,
    autoResendUnfulfilledCommands: false,
    maxRetriesPerRequest: 0,
    connectTimeout: connectMs,
    retryStrategy: () => reconnectMs,
  });
  let state: 'unknown' | 'up' | 'down' | 'closed' = 'unknown';
  let upSince = clock.now();
  let waiting: (() => void)[] = [];
  let isDoubted = false;

  function goUp(): void {
    if (state === 'closed') return;
    state = 'up';
    upSince = clock.now();
    for (const resolve of waiting.splice(0)) resolve();
    onChange?.(true, 'it answers');
  }

  function goDown(error: unknown): void {
    if (state === 'down' || state === 'closed') return;
    const isSteady = state === 'unknown' || clock.now() - upSince > steadyMs;
    state = 'down';
    onChange?.(false, reasonOf(error));
    clock.timer(isSteady ? probeEveryMs : restMs, probe);
  }

  function probe(): void {
    if (state === 'up' || state === 'closed') return;
    write().then(goUp, () => clock.timer(probeEveryMs, probe));
  }

  /** One slow moment is not the end: there is some on any busy machine. */
  function doubt(): void {
    if (isDoubted) return;
    isDoubted = true;
    write()
      .catch(goDown)
      .finally(() => {
        isDoubted = false;
      });
  }

  const write = () => inTime(client.set(probeKey, '1', 'PX', 1_000));

  /** The deadline is the store's. A process that was held up itself reads what came in meanwhile, and waits once more. */
  function inTime<Value>(answer: Promise<Value>): Promise<Value> {
    return new Promise((resolve, reject) => {
      let cancel = () => {};
      const wait = (isLast: boolean) => {
        const dueAt = clock.now() + deadlineMs;
        cancel = clock.timer(deadlineMs, () => {
          if (!isLast && clock.now() > dueAt + heldUpMs) wait(true);
          else setImmediate(reject, new Late());
        });
      };
      wait(false);
      answer.then(resolve, reject).finally(() => cancel());
    });
  }

  client.on('error', goDown);
  client.on('close', () => goDown(new Error('CLOSED')));
  client.once('ready', probe);

  return {
    get isUp() {
      return state === 'up';
    },
    async ask(command) {
      try {
        return await inTime(command(client));
      } catch (error) {
        if (error instanceof Late) doubt();
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
        waiting.push(() => {
          cancel();
          resolve();
        });
      }),
    close() {
      state = 'closed';
      waiting = [];
      client.disconnect();
    },
  };
}

class Late extends Error {
  constructor() {
    super('TIMEOUT');
  }
}

/** One word: the system's, the store's own (`READONLY`, `OOM`, `NOAUTH`), or ours. Messages may repeat what was sent. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'UNKNOWN';
  const { code } = error as { code?: unknown };
  return typeof code === 'string' ? code : (/^[A-Z]{2,}/.exec(error.message)?.[0] ?? 'UNKNOWN');
}
