import type { Clock } from '../../core/clock.ts';
import type { BookCall, Books, FromPrimary, FromWorker, ReportKind } from './messages.ts';

/** The end of a channel between a worker and its primary: `process` of a worker. */
export interface Channel {
  send?(message: FromWorker): unknown;
  on(event: 'message', listener: (message: FromPrimary) => void): unknown;
}

/** A worker's connection to the primary process. */
export interface WorkerLink {
  /** False while the primary is late: it is not asked again before it has replied. */
  readonly isPrompt: boolean;
  /**
   * Calls the books. All calls of one turn of the event loop are one message. Undefined when the primary is late; its reply
   * is then given to `onLate`.
   */
  ask<Name extends keyof Books>(
    call: readonly [Name, ...Parameters<Books[Name]>],
    onLate?: (reply: ReturnType<Books[Name]>) => void,
  ): Promise<ReturnType<Books[Name]> | undefined>;
  /** Calls the books without a reply. False while the primary is late. */
  tell(call: BookCall): boolean;
  /** Sends the calls of this turn now. */
  flush(): void;
  /** The origin of the sandbox that the primary starts for all workers. Rejects when it cannot start. */
  sandboxOrigin(): Promise<string>;
  /** The reports of all workers; empty when the primary is late. */
  askAll(of: ReportKind): Promise<readonly unknown[]>;
  ready(url: string): void;
  /** What this worker reports of itself. */
  report(of: ReportKind, reporter: () => unknown): void;
  onDrain(drain: (graceMs: number) => void): void;
  /** Calls back when the primary becomes late, and when it replies again. */
  onChange(listener: (isPrompt: boolean) => void): void;
}

export interface LinkOptions {
  readonly channel: Channel;
  readonly clock: Clock;
  readonly deadlineMs?: number;
}

/** The primary does little; a shorter deadline would run out on a busy machine, and each worker would decide alone. */
const defaultDeadlineMs = 500;
const reportsMs = 1_500;
/** A sandbox starts within a second or two. */
const sandboxMs = 10_000;

interface Waiting {
  readonly resolve: (reply: unknown) => void;
  readonly onLate: ((reply: never) => void) | undefined;
}

interface Turn {
  readonly serial: number;
  readonly calls: BookCall[];
  /** By the place of the call; undefined for one without a reply. */
  readonly waiting: (Waiting | undefined)[];
  isLate: boolean;
  cancel: () => void;
}

export function createLink({ channel, clock, deadlineMs = defaultDeadlineMs }: LinkOptions): WorkerLink {
  const turns = new Map<number, Turn>();
  const gathering = new Map<number, (reports: readonly unknown[]) => void>();
  const awaitingSandbox = new Map<number, (origin: string | undefined) => void>();
  const reporters = new Map<ReportKind, () => unknown>();
  let drain: (graceMs: number) => void = () => {};
  let onChange: (isPrompt: boolean) => void = () => {};
  let current: Turn | undefined;
  let serial = 0;
  let isPrompt = true;
  const send = (message: FromWorker) => channel.send?.(message);

  function setPrompt(now: boolean): void {
    if (isPrompt === now) return;
    isPrompt = now;
    onChange(now);
  }

  function nextSerial(): number {
    serial += 1;
    return serial;
  }

  function turn(): Turn {
    if (current) return current;
    current = { serial: nextSerial(), calls: [], waiting: [], isLate: false, cancel: () => {} };
    setImmediate(flush);
    return current;
  }

  function flush(): void {
    if (!current) return;
    const sent = current;
    current = undefined;
    turns.set(sent.serial, sent);
    // When this process was blocked, the reply may be waiting in its channel: it is read before an immediate.
    sent.cancel = clock.timer(deadlineMs, () => setImmediate(giveUp, sent));
    send({ kind: 'calls', serial: sent.serial, calls: sent.calls });
  }

  function giveUp(sent: Turn): void {
    if (!turns.has(sent.serial)) return;
    sent.isLate = true;
    setPrompt(false);
    for (const each of sent.waiting) each?.resolve(undefined);
  }

  function settle(of: number, replies: readonly unknown[]): void {
    const sent = turns.get(of);
    if (!sent) return;
    turns.delete(of);
    sent.cancel();
    setPrompt(true);
    for (const [index, each] of sent.waiting.entries()) {
      if (sent.isLate) each?.onLate?.(replies[index] as never);
      else each?.resolve(replies[index]);
    }
  }

  async function tellReport(of: number, kind: ReportKind): Promise<void> {
    const report = await reporters.get(kind)?.();
    send({ kind: 'report', serial: of, report });
  }

  channel.on('message', (message) => {
    if (message.kind === 'replies') settle(message.serial, message.replies);
    else if (message.kind === 'askReport') void tellReport(message.serial, message.of);
    else if (message.kind === 'allReports') gathering.get(message.serial)?.(message.reports);
    else if (message.kind === 'sandbox') awaitingSandbox.get(message.serial)?.(message.origin);
    else if (message.kind === 'drain') drain(message.graceMs);
  });

  return {
    get isPrompt() {
      return isPrompt;
    },
    ask(call, onLate) {
      if (!isPrompt) return Promise.resolve(undefined);
      const { calls, waiting } = turn();
      calls.push(call as unknown as BookCall);
      return new Promise((resolve) => {
        waiting.push({ resolve: resolve as (reply: unknown) => void, onLate });
      });
    },
    tell(call) {
      if (!isPrompt) return false;
      const { calls, waiting } = turn();
      calls.push(call);
      waiting.push(undefined);
      return true;
    },
    flush,
    sandboxOrigin() {
      const asked = nextSerial();
      return new Promise<string>((resolve, reject) => {
        const fail = () => reject(new Error('The primary process has no sandbox.'));
        const cancel = clock.timer(sandboxMs, fail);
        awaitingSandbox.set(asked, (origin) => {
          cancel();
          if (origin === undefined) fail();
          else resolve(origin);
        });
        send({ kind: 'askSandbox', serial: asked });
      }).finally(() => awaitingSandbox.delete(asked));
    },
    askAll(of) {
      const asked = nextSerial();
      return new Promise<readonly unknown[]>((resolve) => {
        const cancel = clock.timer(reportsMs, () => resolve([]));
        gathering.set(asked, (reports) => {
          cancel();
          resolve(reports);
        });
        send({ kind: 'askAll', serial: asked, of });
      }).finally(() => gathering.delete(asked));
    },
    ready: (url) => send({ kind: 'ready', url }),
    report: (of, reporter) => void reporters.set(of, reporter),
    onDrain(then) {
      drain = then;
    },
    onChange(listener) {
      onChange = listener;
    },
  };
}
