import { memoize } from '../../core/once.ts';
import type { Decision, RateLimitStatus, RateLimits } from './limiter.ts';

/** Elements of the list that the headers of an accepted request take. */
export const rateHeaderLength = 10;

/**
 * Appends the rate limit headers of a decision to a flat list in which names and values alternate, as `writeHead` accepts
 * it: `X-RateLimit-*` with the reset in Unix seconds, and the structured fields of the IETF draft "RateLimit header
 * fields for HTTP", which also describe the burst limit.
 */
export function addRateHeaders(
  headers: string[],
  decision: RateLimitStatus & Pick<Decision, 'retryAfterSeconds'>,
  limits: RateLimits,
): void {
  const remaining = String(decision.remaining);
  headers.push(
    'X-RateLimit-Limit',
    String(decision.limit),
    'X-RateLimit-Remaining',
    remaining,
    'X-RateLimit-Reset',
    // Rounded up, so that a request at that second is not too early.
    String(Math.ceil(decision.resetAtMs / 1000)),
    'RateLimit-Policy',
    policyOf(limits),
    'RateLimit',
    `"minute";r=${remaining};t=${decision.resetAfterSeconds}`,
  );
  if (decision.retryAfterSeconds !== undefined) {
    headers.push('Retry-After', String(Math.max(1, decision.retryAfterSeconds)));
  }
}

/** The value depends on the limits alone, so it is cached by their object, which lives until the key changes. */
const policyOf = memoize(
  ({ perMinute, perSecond }: RateLimits) => `"minute";q=${perMinute};w=60, "burst";q=${perSecond};w=1`,
  new WeakMap(),
);
