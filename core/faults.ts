/**
 * The kinds of failures of a request. The set is closed: REST and GraphQL each have one table from kind to status and
 * body, which the compiler checks to be exhaustive.
 *
 * - `missing`, `invalid`: the caller left a parameter out, or gave a value that is not accepted.
 * - `notFound`, `private`: the upstream responded that the requested thing does not exist, or is not public.
 * - `unconfigured`: the operator has not set the credential that the source needs.
 * - `upstreamFailed`, `upstreamTimeout`, `upstreamLimited`, `upstreamChanged`: the upstream refused the request or
 *   broke the connection, exceeded the deadline, asked for a pause, or sent a response that does not decode.
 * - `unauthenticated`, `forbidden`, `limited`, `overloaded`: refusals of this service, before a source is read.
 * - `internal`: an error of this service.
 */
export type FaultKind =
  | 'missing'
  | 'invalid'
  | 'notFound'
  | 'private'
  | 'unconfigured'
  | 'upstreamFailed'
  | 'upstreamTimeout'
  | 'upstreamLimited'
  | 'upstreamChanged'
  | 'unauthenticated'
  | 'forbidden'
  | 'limited'
  | 'overloaded'
  | 'internal';

export interface FaultDetails {
  /** The group whose source failed. */
  readonly source?: string;
  /** Seconds after which the request may be repeated. */
  readonly retryAfter?: number;
  /** Facts for a documented error body beyond its message, such as an upstream's status code. */
  readonly facts?: Readonly<Record<string, string | number>>;
  /** The underlying error. It is logged by name and message only, and never shown to a caller. */
  readonly cause?: unknown;
}

/** A failure with a message that may be shown to the caller. */
export class Fault extends Error {
  readonly kind: FaultKind;
  readonly source: string | undefined;
  readonly retryAfter: number | undefined;
  readonly facts: Readonly<Record<string, string | number>> | undefined;

  constructor(kind: FaultKind, message: string, details: FaultDetails = {}) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause });
    this.name = 'Fault';
    this.kind = kind;
    this.source = details.source;
    this.retryAfter = details.retryAfter;
    this.facts = details.facts;
  }
}

/** Any thrown value as a fault. An unexpected error becomes `internal`, whose message reveals nothing of its cause. */
export function toFault(error: unknown): Fault {
  if (error instanceof Fault) return error;
  return new Fault('internal', 'Something went wrong on our side.', { cause: error });
}

const retryableKinds: ReadonlySet<FaultKind> = new Set<FaultKind>([
  'upstreamFailed',
  'upstreamTimeout',
  'upstreamLimited',
  'limited',
  'overloaded',
]);

/** Whether the same request may succeed when it is repeated later. */
export const isRetryable = (fault: Fault): boolean => retryableKinds.has(fault.kind);

/** Seconds after which it may be repeated, for faults that say or imply so. */
export const retryAfterOf = (fault: Fault): number | undefined =>
  fault.retryAfter ?? (fault.kind === 'overloaded' || fault.kind === 'upstreamLimited' ? 1 : undefined);

/** Whether a source is in trouble: a stale entry or another source is preferred to the fault then. */
export const isUpstreamTrouble = (error: unknown): boolean =>
  error instanceof Fault && (error.kind.startsWith('upstream') || error.kind === 'overloaded');
