import { Fault, type FaultKind } from '../../../core/faults.ts';

/**
 * The longest silence of an upstream, before the head of its response or between two parts of the body. It ends
 * exchanges for which the caller has set no deadline.
 */
export const silenceMs = 15_000;

/** The reason of aborts by the transport; created once, since an Error captures a stack trace. */
export const exchangeOver = new Error('The exchange is over.');

/** The state of one exchange that its faults depend on. */
export class Exchange {
  /** Whether the head of a response has arrived. */
  hasResponse = false;
  /** Whether the upstream has been silent for too long. */
  isSilent = false;
  readonly signal: AbortSignal;

  constructor(signal: AbortSignal) {
    this.signal = signal;
  }

  /** Runs a check of the transport; a fault that it throws becomes a fault of this exchange. */
  check<Result>(run: () => Result): Result {
    try {
      return run();
    } catch (error) {
      throw this.fault(error);
    }
  }

  /** The error with which the exchange fails: the caller's abort reason, or a fault. */
  fault(error: unknown): unknown {
    const { aborted, reason } = this.signal;
    const isTimeout = aborted && reason?.name === 'TimeoutError';
    if (aborted && !isTimeout) return reason;
    const code = codeOf(error);
    const failed = (kind: FaultKind, message: string) =>
      new Fault(kind, message, {
        cause: loggable(error),
        trait: this.hasResponse ? undefined : 'beforeResponse',
      });
    if (isTimeout || this.isSilent || timeoutCodes.test(code)) {
      return failed('upstreamTimeout', 'The upstream did not answer in time.');
    }
    // A refusal by the transport itself would be the same for the same request.
    if (error instanceof Fault) return new Fault(error.kind, error.message);
    if (internalCodes.test(code)) return failed('internal', 'Something went wrong on our side.');
    if (decodingCodes.test(code)) {
      return failed('upstreamFailed', 'The upstream answered with bytes that do not decode.');
    }
    if (this.hasResponse || brokenCodes.test(code))
      return failed('upstreamFailed', 'The upstream broke off.');
    return failed('upstreamFailed', 'The upstream could not be reached.');
  }

  tooLarge(): unknown {
    return this.fault(new Fault('upstreamFailed', 'The upstream answered with too much.'));
  }

  unknownCoding(): unknown {
    const message = 'The upstream answered in an encoding that is not accepted.';
    return this.fault(new Fault('upstreamFailed', message));
  }
}

const timeoutCodes = /^(?:UND_ERR_CONNECT_TIMEOUT|ETIMEDOUT)$/;
const internalCodes = /^(?:UND_ERR_INVALID_ARG|UND_ERR_NOT_SUPPORTED)$/;
const decodingCodes = /^(?:Z_|ERR__ERROR_|ERR_BROTLI)/;
const brokenCodes = /^(?:ECONNRESET|EPIPE|UND_ERR_SOCKET|UND_ERR_HEADERS_OVERFLOW|HTTPParserError|HPE_)/;

/** The first error of several attempts to connect to the addresses of one name. */
const firstOf = (error: unknown): unknown =>
  error instanceof AggregateError ? (error.errors[0] ?? error) : error;

/** The code of an error; undici's parser errors have a name instead. */
function codeOf(error: unknown): string {
  const { code, name } = (firstOf(error) ?? {}) as { code?: unknown; name?: unknown };
  return String(code ?? name ?? '');
}

/** A copy of an error for the log, without the socket, request or body bytes that the error refers to. */
function loggable(error: unknown): Error {
  const first = firstOf(error);
  const { name, message } = first instanceof Error ? first : new Error('unknown');
  return Object.assign(new Error(message), { name, code: codeOf(error) });
}
