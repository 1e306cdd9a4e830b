/**
 * The kinds of failures of a request. The set is closed: REST and GraphQL each have one table from kind to status and
 * body, which the compiler checks to be exhaustive.
 *
 * - `missing`, `invalid`: the caller left a parameter out, or gave a value that is not accepted.
 * - `notFound`, `private`: the upstream responded that the requested thing does not exist, or is not public.
 * - `unconfigured`: the operator has not set the credential that the source needs.
 * - `upstreamFailed`, `upstreamTimeout`, `upstreamLimited`, `upstreamChanged`: the upstream refused the request or
 *   broke the connection, exceeded the deadline, asked for a pause, or sent a response that does not decode.
 * - `unauthenticated`, `forbidden`, `limited`, `overloaded`, `budgetExceeded`: refusals of this service, before a source is
 *   read; the last one for a part of a query alone.
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
  | 'budgetExceeded'
  | 'internal';

/**
 * What a fault of an upstream says about other requests, beyond its kind. Callers never see it: the policies of a source
 * decide by it.
 *
 * - `beforeResponse`: no part of a response arrived, so a safe request may be repeated.
 * - `serverError`, `clientError`: an unexpected status from 500 on, or below.
 * - `thisRequest`: a refusal of one request, such as of one name, which says nothing about others.
 * - `thisSource`: a refusal by one source of a group, which says nothing about the next.
 * - `quotaUsedUp`: the upstream reports its quota as used up.
 */
export type FaultTrait =
  | 'beforeResponse'
  | 'serverError'
  | 'clientError'
  | 'thisRequest'
  | 'thisSource'
  | 'quotaUsedUp';

/**
 * The limits of a caller that a fault `limited` may be about: requests in a second, lookups in a minute, the share of a source's
 * quota, requests or memory in use at once, requests or connections of an address.
 */
export const limitScopes = ['second', 'minute', 'quota', 'concurrent', 'memory', 'address'] as const;

export type LimitScope = (typeof limitScopes)[number];

export interface FaultDetails {
  /** The group whose source failed. */
  readonly group?: string | undefined;
  /** Seconds after which the request may be repeated. */
  readonly retryAfter?: number | undefined;
  readonly scope?: LimitScope | undefined;
  /** Facts for a documented error body beyond its message, such as an upstream's status code. */
  readonly facts?: Readonly<Record<string, string | number>> | undefined;
  readonly trait?: FaultTrait | undefined;
  /** The underlying error. It is logged by name and message only, and never shown to a caller. */
  readonly cause?: unknown;
}

/** A failure with a message that may be shown to the caller. */
export class Fault extends Error {
  readonly kind: FaultKind;
  readonly group: string | undefined;
  readonly retryAfter: number | undefined;
  readonly scope: LimitScope | undefined;
  readonly facts: Readonly<Record<string, string | number>> | undefined;
  readonly trait: FaultTrait | undefined;

  constructor(kind: FaultKind, message: string, details: FaultDetails = {}) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause });
    this.name = 'Fault';
    this.kind = kind;
    this.group = details.group;
    this.retryAfter = details.retryAfter;
    this.scope = details.scope;
    this.facts = details.facts;
    this.trait = details.trait;
  }

  /** The fault itself if it names its group, else a copy that does. */
  withGroup(group: string, message = this.message): Fault {
    if (this.group !== undefined) return this;
    const { kind, retryAfter, scope, facts, trait, cause } = this;
    return new Fault(kind, message, { group, retryAfter, scope, facts, trait, cause });
  }
}

/** Any thrown value as a fault. An unexpected error becomes `internal`, whose message reveals nothing of its cause. */
export function toFault(error: unknown): Fault {
  if (error instanceof Fault) return error;
  return new Fault('internal', 'Something went wrong on our side.', { cause: error });
}

/**
 * Lets go of the frames of an error that is kept. Until a stack is first read, V8 holds the function and the receiver of each
 * frame, and with them the request that met the error, its body and its socket.
 */
export function releaseFrames<Kept extends Error>(error: Kept): Kept {
  for (let each: unknown = error; each instanceof Error; each = each.cause) void each.stack;
  return error;
}

const retryable = {
  missing: false,
  invalid: false,
  notFound: false,
  private: false,
  unconfigured: false,
  upstreamFailed: true,
  upstreamTimeout: true,
  upstreamLimited: true,
  upstreamChanged: false,
  unauthenticated: false,
  forbidden: false,
  limited: true,
  overloaded: true,
  budgetExceeded: false,
  internal: false,
} as const satisfies Record<FaultKind, boolean>;

/** The code of a fault for callers, in both transports: `NOT_FOUND` for `notFound`. */
export const codeOf = (kind: FaultKind): string =>
  kind.replaceAll(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase();

/** Whether the same request may succeed when it is repeated later. */
export const isRetryable = (fault: Fault): boolean => retryable[fault.kind];

/** Seconds after which it may be repeated, for faults that say or imply so. */
export const retryAfterOf = (fault: Fault): number | undefined =>
  fault.retryAfter ?? (fault.kind === 'overloaded' || fault.kind === 'upstreamLimited' ? 1 : undefined);

/**
 * Whether a source is in trouble, or closed to the caller by a quota that callers share: a stale entry or another source is
 * preferred to the fault then.
 */
export const isUpstreamTrouble = (error: unknown): boolean =>
  error instanceof Fault &&
  (error.kind.startsWith('upstream') || ['overloaded', 'limited'].includes(error.kind));

/** Whether a limit refused, which is that of one caller. */
export const isLimited = (error: unknown): boolean => error instanceof Fault && error.kind === 'limited';

/** The first line of the message of what was thrown; errors of syntax and of documents show the place in further lines. */
export const firstLineOf = (thrown: unknown): string =>
  String((thrown as { readonly message?: unknown } | undefined)?.message ?? thrown).split('\n', 1)[0]!;
