import { type DestinationStream, type Logger, pino, stdTimeFunctions } from 'pino';
import type { Exchanged } from '../../sources/kernel/policies/upstream-call.ts';
import type { Config } from '../config.ts';
import { CallerGone } from '../http/body.ts';
import type { TraceParent } from '../http/trace-parent.ts';

/**
 * Logs are JSON lines made of an allow-list of facts, never of headers, bodies, addresses with their queries or whole
 * error objects, so that no secret can slip in.
 */
export interface Observer {
  started(facts: {
    readonly url: string;
    readonly mode: string;
    readonly metricsUrl?: string | undefined;
  }): void;
  answered(facts: Answered): void;
  exchanged(exchange: Exchanged): void;
  refused(facts: {
    readonly reason: string;
    readonly address: string;
    readonly keyId: string | undefined;
  }): void;
  /** A mistake of ours: name, message and stack of the error, which hold no data of callers. A caller who left is none. */
  failed(requestId: string | undefined, error: unknown): void;
  note(message: string, facts?: Readonly<Record<string, string | number | undefined>>): void;
}

export interface Answered {
  readonly requestId: string;
  readonly method: string;
  /** The route's template, so that nothing a caller wrote stands in it. */
  readonly route: string;
  readonly status: number;
  readonly durationMs: number;
  readonly keyId: string | undefined;
  readonly address: string;
  readonly trace?: TraceParent | undefined;
}

export function createObserver(level: Config['logLevel'], destination?: DestinationStream): Observer {
  const options = { level, base: null, timestamp: stdTimeFunctions.isoTime };
  const log: Logger = destination ? pino(options, destination) : pino(options);
  return {
    started: (facts) => log.info(facts, 'listening'),
    // What went well is told on request: a line for each answer would cost more than most answers do.
    answered(facts) {
      const level = facts.status < 400 ? 'debug' : 'info';
      if (!log.isLevelEnabled(level)) return;
      const { trace, ...told } = facts;
      log[level]({ ...told, traceId: trace?.traceId }, 'answered');
    },
    exchanged({ group, endpoint, status, durationMs, fault }) {
      const facts = { group, endpoint, status, durationMs, fault: fault?.kind };
      if (fault && fault.kind !== 'notFound' && fault.kind !== 'private') log.warn(facts, 'upstream failed');
      else log.debug(facts, 'upstream answered');
    },
    refused: (facts) => log.info(facts, 'refused'),
    failed(requestId, error) {
      if (error instanceof CallerGone) return;
      const { name, message, stack } = error instanceof Error ? error : new Error('Something was thrown.');
      log.error({ requestId, name, message, stack }, 'failed');
    },
    note: (message, facts = {}) => log.info(facts, message),
  };
}
