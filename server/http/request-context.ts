import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ResponseParts } from '../../rest/kernel/fault-response.ts';
import type { Key } from '../keys/keys.ts';

/** A request that was let in and charged, on its way to an answer. Whatever stands around it, a framework or nothing. */
export interface RequestContext {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly requestId: string;
  readonly key: Key;
  /** What its answer carries beside its own headers, as far as nobody has set it yet: names and values in turn. */
  readonly headers: readonly string[];
  /** Sends an answer that is kept by nobody. */
  send(answer: ResponseParts): void;
  /** From here on the answer is written to `response`, and nobody else touches that. */
  take(): void;
}
