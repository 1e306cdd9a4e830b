import { type DestinationStream, type Logger, pino, stdTimeFunctions } from 'pino';
import { CallerGone } from '../../core/abort.ts';
import { type Clock, seconds, sleep } from '../../core/clock.ts';
import type { BreakerChange, Exchanged } from '../../sources/kernel/policies/upstream-call.ts';
import type { Config } from '../config/config.ts';
import type { TraceParent } from './trace-parent.ts';

/**
 * Receives the events of the service. The log writes them as JSON lines with the fields below and no others: never
 * headers, bodies, URLs with their queries or whole error objects, which may hold secrets.
 */
export interface Observer {
  responded(facts: ResponseFacts): void;
  exchanged(exchange: Exchanged): void;
  /** The breaker of an origin opened or closed. */
  breakerChanged(change: BreakerChange): void;
  refused(facts: {
    readonly reason: string;
    readonly address: string;
    readonly keyId: string | undefined;
    /** What an operator may have to set up. */
    readonly hint?: string | undefined;
  }): void;
  /** A connection that the service refused or ended. */
  ended(facts: { readonly reason: string; readonly address: string }): void;
  /** An internal error: its name, message and stack, which hold no input of callers. A disconnected caller is ignored. */
  failed(requestId: string | undefined, error: unknown): void;
  note(message: string, facts?: Readonly<Record<string, string | number | undefined>>): void;
  /** The same for what an operator should look at. */
  warn(message: string, facts?: Readonly<Record<string, string>>): void;
  /** Writes the last lines, which an exit would break off, and drops what is not read within a second, for which Pino would wait. */
  close(clock: Clock): Promise<void>;
}

/** The facts of one response to a caller. */
export interface ResponseFacts {
  readonly requestId: string;
  readonly method: string;
  /** The template of the route, which holds no input of the caller. */
  readonly route: string;
  readonly status: number;
  /** `X-Error-Code`, and `X-RateLimit-Scope` of a 429. */
  readonly code?: string | undefined;
  readonly scope?: string | undefined;
  readonly durationMs: number;
  readonly keyId: string | undefined;
  /** Set for a test key. */
  readonly mode?: 'sandbox' | undefined;
  readonly address: string;
  readonly trace?: TraceParent | undefined;
}

type Output = DestinationStream & { destroy?(): void };

/** Bytes of the lines that a reader has not taken; further lines are dropped. */
const mostUnread = 4 * 1_048_576;
/** Time to write the last lines. */
const lastLinesMs = seconds(1);

/** Without a least length, its flush() resolves while a line is still being written. */
function standardOutput(onLost: (lines: number) => void): Output {
  const output = pino.destination({ dest: 1, sync: false, minLength: 1, maxLength: mostUnread });
  let lost = 0;
  output.on('drop', () => {
    lost += 1;
  });
  output.on('drain', () => {
    if (lost > 0) onLost(lost);
    lost = 0;
  });
  // A full disk delays the lines, and does not end the service.
  return output.on('error', () => {});
}

export function createObserver(level: Config['logLevel'], destination?: DestinationStream): Observer {
  const formatters = { level: (label: string) => ({ level: label }) };
  const options = { level, base: null, timestamp: stdTimeFunctions.isoTime, formatters };
  const tellLost = (lines: number) => log.warn({ lines }, 'log lines are lost');
  const output: Output = destination ?? standardOutput(tellLost);
  const log: Logger = pino(options, output);
  return {
    // Successes are logged at level debug: a log line costs more than most responses.
    responded(facts) {
      const level = facts.status < 400 ? 'debug' : 'info';
      if (!log.isLevelEnabled(level)) return;
      const { trace, ...fields } = facts;
      log[level]({ ...fields, traceId: trace?.traceId }, 'answered');
    },
    exchanged({ group, endpoint, status, durationMs, fault, requestIds }) {
      const reason = fault && reasonOf(fault);
      const facts = { group, endpoint, status, durationMs, fault: fault?.kind, reason, requestIds };
      if (fault && fault.kind !== 'notFound' && fault.kind !== 'private') log.warn(facts, 'upstream failed');
      else log.debug(facts, 'upstream answered');
    },
    breakerChanged({ state, ...facts }) {
      if (state === 'open') log.warn(facts, 'upstream is left alone');
      else log.info(facts, 'upstream is called again');
    },
    refused: (facts) => log[facts.hint === undefined ? 'info' : 'warn'](facts, 'refused'),
    ended: (facts) => log.info(facts, 'connection ended'),
    failed(requestId, error) {
      if (error instanceof CallerGone) return;
      const { name, message, stack } = error instanceof Error ? error : new Error('Something was thrown.');
      log.error({ requestId, name, message, stack }, 'failed');
    },
    note: (message, facts = {}) => log.info(facts, message),
    warn: (message, facts = {}) => log.warn(facts, message),
    async close(clock) {
      const written = new Promise<void>((resolve) => log.flush(() => resolve()));
      await Promise.race([written, sleep(clock, lastLinesMs)]);
      output.destroy?.();
    },
  };
}

/** The code of the error beneath a fault, such as `ECONNREFUSED`, or its name; undefined without one. */
function reasonOf({ cause }: Error): string | undefined {
  if (!(cause instanceof Error)) return undefined;
  const { code } = cause as NodeJS.ErrnoException;
  return reasonOf(cause) ?? (typeof code === 'string' ? code : cause.name);
}
