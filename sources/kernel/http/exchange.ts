import { Fault, type FaultKind } from '../../../core/faults.ts';
import type { Cancellation } from '../cancellation.ts';

/** A failed exchange. */
class TransportFault extends Fault {
  readonly beforeAnswer: boolean;

  constructor(kind: FaultKind, message: string, beforeAnswer: boolean, cause?: unknown) {
    super(kind, message, { cause });
    this.beforeAnswer = beforeAnswer;
  }
}

/**
 * Whether an exchange broke before anything of an answer was known, so that a safe request may be tried again. A
 * refusal of our own is not such a failure, since the same request would be refused again.
 */
export const isBeforeAnswer = (error: unknown): boolean =>
  error instanceof TransportFault && error.beforeAnswer;

/**
 * How long an upstream may be silent, before its head or between two pieces of its body. Deadlines are the caller's;
 * this ends what nobody put a deadline on.
 */
export const silenceMs = 15_000;

/** Ends what is under way; made once, since an error takes note of where it was made. */
export const over = new Error('The exchange is over.');

/** How far one exchange has come, and what its failures are called. */
export class Exchange {
  /** Whether something of an answer is known. */
  answered = false;
  isSilent = false;
  readonly wish: Cancellation;

  constructor(wish: Cancellation) {
    this.wish = wish;
  }

  /** Runs a check of ours; a refusal becomes a failure of this exchange. */
  check<Result>(judge: () => Result): Result {
    try {
      return judge();
    } catch (error) {
      throw this.fault(error);
    }
  }

  fault(error: unknown): unknown {
    const { reason } = this.wish;
    if (reason && reason.name !== 'TimeoutError') return reason;
    const code = codeOf(error);
    const failed = (kind: FaultKind, message: string) =>
      new TransportFault(kind, message, !this.answered, bare(error));
    if (reason || this.isSilent || timeoutCodes.test(code)) {
      return failed('upstreamTimeout', 'The upstream did not answer in time.');
    }
    if (error instanceof Fault) return new TransportFault(error.kind, error.message, false);
    if (mistakeCodes.test(code)) return failed('internal', 'Something went wrong on our side.');
    if (decodingCodes.test(code)) {
      return failed('upstreamFailed', 'The upstream answered with bytes that do not decode.');
    }
    if (this.answered || brokenCodes.test(code)) return failed('upstreamFailed', 'The upstream broke off.');
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
const mistakeCodes = /^(?:UND_ERR_INVALID_ARG|UND_ERR_NOT_SUPPORTED)$/;
const decodingCodes = /^(?:Z_|ERR__ERROR_|ERR_BROTLI)/;
const brokenCodes = /^(?:ECONNRESET|EPIPE|UND_ERR_SOCKET|UND_ERR_HEADERS_OVERFLOW|HTTPParserError|HPE_)/;

/** Of several attempts at the addresses of one name, the first tells enough. */
const firstOf = (error: unknown): unknown =>
  error instanceof AggregateError ? (error.errors[0] ?? error) : error;

/** An error's code; undici's parser errors have but a name. */
function codeOf(error: unknown): string {
  const { code, name } = (firstOf(error) ?? {}) as { code?: unknown; name?: unknown };
  return String(code ?? name ?? '');
}

/** What may be logged of an error: no socket, request or bytes of an answer that hang on it. */
function bare(error: unknown): Error {
  const first = firstOf(error);
  const { name, message } = first instanceof Error ? first : new Error('unknown');
  return Object.assign(new Error(message), { name, code: codeOf(error) });
}
