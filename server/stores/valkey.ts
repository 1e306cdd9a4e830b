import { Valkey } from 'iovalkey';
import { type Clock, sleep } from '../../core/clock.ts';
import { chargeScript } from './charge-script.ts';

/** A Valkey (or Redis) that may fail at any time. While it is down, no commands are sent but those of a probe. */
export interface ValkeyConnection {
  /** Whether the last command or probe succeeded. */
  readonly isUp: boolean;
  /** The result of a command; undefined while the store is down, and when the command fails or times out. */
  run<Value>(command: (client: Valkey) => Promise<Value>): Promise<Value | undefined>;
  /** Resolves as soon as the store is up, or after `waitMs`. */
  opened(waitMs: number): Promise<void>;
  close(): void;
}

export interface ValkeyOptions {
  readonly url: string;
  readonly clock: Clock;
  /** Timeout of a command. */
  readonly timeoutMs?: number | undefined;
  /** Called with the first state and each change. The reason is one word and holds no secret. */
  readonly onChange?: (isUp: boolean, reason: string) => void;
}

const defaultTimeoutMs = 250;
const reconnectMs = 250;
const connectMs = 1_000;
/** A store that has failed is probed at this interval, so that a slow one delays at most one round of commands in it. */
const probeIntervalMs = 1_000;
/** Probes write, because replicas reject writes and still reply to PING. */
const probeKey = 'almanac:probe';

const connect = (url: string): Valkey =>
  new Valkey(url, {
    enableOfflineQueue: false,
    // The commands of one turn of the event loop are sent in one write.
    enableAutoPipelining: true,
    autoResendUnfulfilledCommands: false,
    maxRetriesPerRequest: 0,
    connectTimeout: connectMs,
    retryStrategy: () => reconnectMs,
    // A pipeline knows only the scripts that were defined before it was begun.
    scripts: chargeScript,
  });

/** Connects in the background. Throws when the URL is invalid. */
export function connectValkey(options: ValkeyOptions): ValkeyConnection {
  const { url, clock, timeoutMs = defaultTimeoutMs, onChange } = options;
  const client = connect(url);
  let state: 'unknown' | 'up' | 'down' | 'closed' = 'unknown';
  let firstUp: () => void = () => {};
  const isFirstUp = new Promise<void>((resolve) => {
    firstUp = resolve;
  });

  function goUp(): void {
    if (state === 'up' || state === 'closed') return;
    state = 'up';
    firstUp();
    onChange?.(true, 'it answers');
  }

  function goDown(error: unknown): void {
    if (state === 'down' || state === 'closed') return;
    state = 'down';
    onChange?.(false, reasonOf(error));
    probeLater();
  }

  const probeLater = () => void clock.timer(probeIntervalMs, probe);

  function probe(): void {
    if (state === 'up' || state === 'closed') return;
    withTimeout(client.set(probeKey, '1', 'PX', 1_000), timeoutMs, clock).then(goUp, probeLater);
  }

  client.on('error', goDown);
  client.on('close', () => goDown(new Error('CLOSED')));
  client.once('ready', probe);

  return {
    get isUp() {
      return state === 'up';
    },
    async run(command) {
      if (state !== 'up') return undefined;
      try {
        return await withTimeout(command(client), timeoutMs, clock);
      } catch (error) {
        goDown(error);
        return undefined;
      }
    },
    opened: (waitMs) => Promise.race([isFirstUp, sleep(clock, waitMs)]),
    close() {
      state = 'closed';
      client.disconnect();
    },
  };
}

/** Rejects with `TIMEOUT` when the reply is late. */
function withTimeout<Value>(reply: Promise<Value>, timeoutMs: number, clock: Clock): Promise<Value> {
  return new Promise((resolve, reject) => {
    // When this process was blocked, the reply may wait in its socket, which is read before an immediate.
    const cancel = clock.timer(timeoutMs, () => setImmediate(reject, new Error('TIMEOUT')));
    reply.then(resolve, reject).finally(cancel);
  });
}

/** The code of a system error, the first word of one of the store, or ours; the rest may repeat commands. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'UNKNOWN';
  const { code } = error as { code?: unknown };
  return typeof code === 'string' ? code : (/^[A-Z]{2,}/.exec(error.message)?.[0] ?? 'UNKNOWN');
}
