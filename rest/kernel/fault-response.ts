import { codeOf, type Fault, type FaultKind, retryAfterOf, toFault } from '../../core/faults.ts';
import type { FaultStatuses } from './route.ts';

/** A response before it is sent. */
export interface ResponseParts {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: string;
}

/** The statuses that apply where neither the route nor its group has its own. */
const statuses: Readonly<Record<FaultKind, number>> = {
  missing: 400,
  invalid: 400,
  unauthenticated: 401,
  forbidden: 403,
  private: 403,
  notFound: 404,
  limited: 429,
  internal: 500,
  upstreamFailed: 502,
  upstreamChanged: 502,
  overloaded: 503,
  budgetExceeded: 400,
  unconfigured: 503,
  upstreamLimited: 503,
  upstreamTimeout: 504,
};

/** The REST status of a fault. */
export const statusOf = (fault: Fault, own: FaultStatuses = {}): number =>
  own[fault.kind] ?? statuses[fault.kind];

/**
 * The response to a failure inside a route: `{ error }`, with the facts that its group documents. A key that is over its share
 * of a quota gets the refusal of one that is over its limits.
 */
export function routeFault(error: unknown, own: FaultStatuses = {}): ResponseParts {
  const fault = toFault(error);
  if (fault.kind === 'limited') return refusal(fault);
  return failure(fault, statusOf(fault, own), { error: fault.message, ...fault.facts });
}

/** The response to a refusal before a route runs: `{ success: false, error: { code, message, details } }`. */
export function refusal(error: unknown): ResponseParts {
  const fault = toFault(error);
  const code = statusOf(fault);
  return failure(fault, code, refusalBody(fault, code));
}

/** The body of a refusal; GraphQL adds its errors to it. */
export const refusalBody = (fault: Fault, code: number) => ({
  success: false,
  error: { code, message: refusalTitles[code] ?? 'Refused', details: fault.message },
});

const refusalTitles: Readonly<Record<number, string>> = {
  401: 'Unauthorized',
  403: 'Forbidden',
  429: 'Rate limit exceeded',
  500: 'Internal server error',
  503: 'Service overloaded',
};

/**
 * `X-Error-Code`, the kind of the fault as GraphQL's `extensions.code` has it, `Retry-After` where it is temporary, and
 * `X-RateLimit-Scope`, the limit of the caller.
 */
export function faultHeaders(fault: Fault): Readonly<Record<string, string>> {
  const retryAfter = retryAfterOf(fault);
  return {
    'x-error-code': codeOf(fault.kind),
    ...(retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) }),
    ...(fault.scope ? { 'x-ratelimit-scope': fault.scope } : {}),
  };
}

const failure = (fault: Fault, status: number, body: unknown): ResponseParts => ({
  status,
  headers: faultHeaders(fault),
  body: JSON.stringify(body),
});
