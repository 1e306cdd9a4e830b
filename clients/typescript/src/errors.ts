/** Who can mend a failure: the caller, the holder of the key, nobody but time, a source, the operator, or the network. */
export type ErrorKind = 'request' | 'key' | 'limit' | 'upstream' | 'service' | 'network';

/** What is known of a failure. */
export interface ErrorFacts {
  /** Method and path of the request: `GET /api/weather/current`. */
  readonly request: string;
  readonly status?: number | undefined;
  readonly code?: string | undefined;
  readonly requestId?: string | undefined;
  readonly retryAfter?: number | undefined;
  readonly scope?: string | undefined;
  readonly group?: string | undefined;
  readonly isRetryable?: boolean | undefined;
  readonly body?: unknown;
  readonly cause?: unknown;
}

/** A request that failed. Each kind of failure has a class of its own. */
export abstract class AlmanacError extends Error {
  /** The same as the class, for code that has no access to it. */
  abstract readonly kind: ErrorKind;
  /** Method and path of the request: `GET /api/weather/current`. */
  readonly request: string;
  /** The HTTP status; undefined where no response arrived. */
  readonly status: number | undefined;
  /** The kind of failure in the words of the service, such as `INVALID`, `NOT_FOUND` or `UPSTREAM_TIMEOUT`. */
  readonly code: string | undefined;
  /** The id under which the operator finds the request. */
  readonly requestId: string | undefined;
  /** Seconds after which the request may be repeated, where the service says so. */
  readonly retryAfter: number | undefined;
  /** Which limit refused: `second`, `minute`, `quota`, `concurrent`, `memory` or `address`. */
  readonly scope: string | undefined;
  /** The group whose source failed, where a query says so. */
  readonly group: string | undefined;
  /** Whether the same request may succeed later. */
  readonly isRetryable: boolean;
  /** The body of the response: parsed where it is JSON, otherwise text. */
  readonly body: unknown;

  constructor(message: string, facts: ErrorFacts) {
    super(message, facts.cause === undefined ? undefined : { cause: facts.cause });
    this.request = facts.request;
    this.status = facts.status;
    this.code = facts.code;
    this.requestId = facts.requestId;
    this.retryAfter = facts.retryAfter;
    this.scope = facts.scope;
    this.group = facts.group;
    this.isRetryable = facts.isRetryable ?? false;
    this.body = facts.body;
  }
}

/** The request is at fault: a parameter is missing or not accepted, or the thing is private. */
export class RequestError extends AlmanacError {
  override readonly name: string = 'RequestError';
  override readonly kind = 'request';
}

/** There is no such thing. */
export class NotFoundError extends RequestError {
  override readonly name = 'NotFoundError';
}

/** The key is not valid here, or has no permission for the group. */
export class KeyError extends AlmanacError {
  override readonly name = 'KeyError';
  override readonly kind = 'key';
}

/** A limit of the key is used up. */
export class LimitError extends AlmanacError {
  override readonly name = 'LimitError';
  override readonly kind = 'limit';
}

/** A source behind the service failed, was late, asked for a pause, or sent what the service does not know. */
export class UpstreamError extends AlmanacError {
  override readonly name = 'UpstreamError';
  override readonly kind = 'upstream';
}

/** The service failed, is overloaded, or lacks a credential. */
export class ServiceError extends AlmanacError {
  override readonly name = 'ServiceError';
  override readonly kind = 'service';
}

/** No whole response arrived. */
export class NetworkError extends AlmanacError {
  override readonly name = 'NetworkError';
  override readonly kind = 'network';
}

type ErrorClass = new (message: string, facts: ErrorFacts) => AlmanacError;

const classes: Readonly<Record<string, ErrorClass>> = {
  MISSING: RequestError,
  INVALID: RequestError,
  PRIVATE: RequestError,
  NOT_FOUND: NotFoundError,
  UNAUTHENTICATED: KeyError,
  FORBIDDEN: KeyError,
  LIMITED: LimitError,
  UPSTREAM_FAILED: UpstreamError,
  UPSTREAM_TIMEOUT: UpstreamError,
  UPSTREAM_LIMITED: UpstreamError,
  UPSTREAM_CHANGED: UpstreamError,
  UNCONFIGURED: ServiceError,
  OVERLOADED: ServiceError,
  INTERNAL: ServiceError,
};

/** Codes of failures that pass. The statuses of a group do not tell: some document 500 for every failure of a source. */
const retryableCodes: ReadonlySet<string> = new Set([
  'LIMITED',
  'OVERLOADED',
  'UPSTREAM_FAILED',
  'UPSTREAM_TIMEOUT',
  'UPSTREAM_LIMITED',
]);

/** Statuses of failures that pass, for responses of a proxy, which have no code. */
const retryableStatuses: ReadonlySet<number> = new Set([429, 502, 503, 504]);

function classOf({ code, status = 500 }: ErrorFacts): ErrorClass {
  const byCode = code === undefined ? undefined : classes[code];
  if (byCode) return byCode;
  if (status === 401 || status === 403) return KeyError;
  if (status === 404) return NotFoundError;
  if (status === 429) return LimitError;
  return status < 500 ? RequestError : ServiceError;
}

/** The error of a response that states a failure. */
export function errorOf(message: string, facts: ErrorFacts): AlmanacError {
  const { code, status = 500 } = facts;
  const isRetryable = code === undefined ? retryableStatuses.has(status) : retryableCodes.has(code);
  return new (classOf(facts))(message, { isRetryable, ...facts });
}
