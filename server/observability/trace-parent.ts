import type { IncomingMessage } from 'node:http';

/** The caller's span that a request belongs to (W3C Trace Context). */
export interface TraceParent {
  readonly traceId: string;
  readonly spanId: string;
}

const traceParent = /^[0-9a-f]{2}-([0-9a-f]{32})-([0-9a-f]{16})-[0-9a-f]{2}/;

/** Reads `traceparent`; undefined when it is absent or malformed. */
export function traceParentOf({ headers }: IncomingMessage): TraceParent | undefined {
  if (typeof headers.traceparent !== 'string') return undefined;
  const [, traceId, spanId] = traceParent.exec(headers.traceparent) ?? [];
  return traceId !== undefined && spanId !== undefined ? { traceId, spanId } : undefined;
}
