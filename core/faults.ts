/**
 * Everything that can go wrong while a question is answered. The set is closed: each door has one table from
 * kind to status and body, checked to be exhaustive by the compiler.
 *
 * - `missing`, `invalid`: the caller left a parameter out, or gave a value that is not accepted.
 * - `notFound`, `private`: the upstream answered, and what was asked for does not exist or is not public.
 * - `unconfigured`: the operator has not given the credential that the source needs.
 * - `upstreamFailed`, `upstreamTimeout`, `upstreamLimited`, `upstreamChanged`: the upstream refused or broke
 *   the exchange, did not answer in time, asked us to wait, or answered in a shape we do not know.
 * - `unauthenticated`, `forbidden`, `limited`, `overloaded`: refusals of our own, before anything is looked up.
 * - `internal`: a mistake of ours.
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
  /** Seconds after which asking again may help. */
  readonly retryAfter?: number;
  /** Facts for a documented error body beyond its message, such as an upstream's status code. */
  readonly facts?: Readonly<Record<string, string | number>>;
  /** What happened underneath. It is logged by name and message only, and never shown to a caller. */
  readonly cause?: unknown;
}

/** A failure with a message that is fit to be shown to the caller. */
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

/** Any thrown value as a fault; what we did not foresee is `internal` and says nothing of its origin. */
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

/** Whether the same question may be answered when it is asked again later. */
export const isRetryable = (fault: Fault): boolean => retryableKinds.has(fault.kind);

/** Whether a source did not get to an answer, so that an older one, or that of another source, is better than none. */
export const isUpstreamTrouble = (error: unknown): boolean =>
  error instanceof Fault && (error.kind.startsWith('upstream') || error.kind === 'overloaded');
