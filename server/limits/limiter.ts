import { type Clock, minutes, seconds } from '../../core/clock.ts';
import { Fault } from '../../core/faults.ts';
import { isWithin, RecentCount } from '../../core/sliding-window.ts';

/** The limits of a key: lookups in a minute and requests in a second. */
export interface RateLimits {
  readonly perMinute: number;
  readonly perSecond: number;
}

/** Without `perSecond`, a charge counts for the minute alone. */
export type WindowLimits = Pick<RateLimits, 'perMinute'> & Partial<RateLimits>;

/** The limits that a request is charged to: a part of one that has been counted comes over a socket that says so. */
export const limitsOf = (limits: RateLimits, { socket }: { readonly socket: object }): WindowLimits =>
  (socket as { readonly isCounted?: true }).isCounted ? { perMinute: limits.perMinute } : limits;

/** The state of a key's minute. Without a running window, it is that of a window that begins now. */
export interface RateLimitStatus {
  readonly limit: number;
  readonly remaining: number;
  readonly resetAtMs: number;
  /** Whole seconds until `resetAtMs`, by the clock of the limiter, which may be that of the shared store. */
  readonly resetAfterSeconds: number;
}

export interface Decision extends RateLimitStatus {
  readonly accepted: boolean;
  /** Whole seconds, at least 1; set only when refused. */
  readonly retryAfterSeconds?: number;
  readonly refusedBy?: 'minute' | 'second';
}

/**
 * Decides both limits of a key in one step: a request is charged to both or to neither. The minute is a fixed window of
 * 60 s that begins with its first accepted request and is charged the price in lookups; what a result costs beyond the limit
 * is owed by the next minutes. The limit of a second is a sliding window of 1000 ms over accepted requests.
 */
export interface Limiter {
  charge(keyId: string, limits: WindowLimits, price: number): Decision | Promise<Decision>;
  /**
   * Gives lookups of an earlier charge back, unless its minute is over; or, where they are negative, charges more to the minute
   * alone and beyond its limit, since what they pay for has been done.
   */
  refund(keyId: string, limits: RateLimits, refund: Refund): RateLimitStatus | Promise<RateLimitStatus>;
  /** The current status; charges nothing. */
  peek(keyId: string, limits: RateLimits): RateLimitStatus | Promise<RateLimitStatus>;
}

export interface Refund {
  readonly lookups: number;
  /** The end of the minute that was charged. */
  readonly resetAtMs: number;
}

const minuteMs = minutes(1);
const secondMs = seconds(1);

interface Account extends Minute {
  used: number;
  readonly perMinute: number;
  /** The accepted requests of the last second. */
  readonly lastSecond: RecentCount;
}

/** Limits in the memory of one process, which decide at once. Expired accounts are removed once a minute. */
export function createMemoryLimiter(clock: Clock) {
  const accounts = new Map<string, Account>();
  let sweptAt = clock.now();

  const sweep = (now: number) => {
    if (isWithin(sweptAt, minuteMs, now)) return;
    sweptAt = now;
    for (const [keyId, account] of accounts) {
      // A second longer than the window, because its last requests still count for the limit of a second.
      const isOver = !isWithin(account.startMs, minuteMs + secondMs, now);
      if (isOver && nextMinute(account, now).used === 0) accounts.delete(keyId);
    }
  };

  /** The account with its running window, or with the next one. */
  const accountOf = (keyId: string, { perMinute }: WindowLimits, now: number): Account => {
    const account = accounts.get(keyId);
    if (!account) return { startMs: now, used: 0, perMinute, lastSecond: new RecentCount(secondMs) };
    if (isWithin(account.startMs, minuteMs, now)) return account;
    return { ...nextMinute(account, now), perMinute, lastSecond: account.lastSecond };
  };

  return {
    charge(keyId, limits, price) {
      const now = clock.now();
      sweep(now);
      const account = accountOf(keyId, limits, now);
      if (account.used + price > limits.perMinute) return decide('minute', account, limits, now);
      const { perSecond } = limits;
      if (perSecond !== undefined && account.lastSecond.at(now) >= perSecond)
        return decide('second', account, limits, now);
      account.used += price;
      if (perSecond !== undefined) account.lastSecond.add(now);
      accounts.set(keyId, account);
      return decide('accepted', account, limits, now);
    },
    refund(keyId, limits, { lookups, resetAtMs }) {
      const now = clock.now();
      const account = accountOf(keyId, limits, now);
      if (lookups < 0 || account.startMs + minuteMs === resetAtMs) {
        account.used = Math.max(0, account.used - lookups);
        accounts.set(keyId, account);
      }
      return rateLimitStatus(account, limits, now);
    },
    peek(keyId, limits) {
      const now = clock.now();
      return rateLimitStatus(accountOf(keyId, limits, now), limits, now);
    },
  } satisfies Limiter;
}

/** The minute of a key: its start in milliseconds since the epoch and the lookups charged. */
export interface Minute {
  readonly startMs: number;
  readonly used: number;
}

/** The minute after one that is over: it begins now, or without a gap while lookups beyond the limit are still owed. */
function nextMinute({ startMs, used, perMinute }: Account, now: number): Minute {
  const minutesOver = Math.max(1, Math.floor((now - startMs) / minuteMs));
  const owed = used - perMinute * minutesOver;
  return owed > 0 ? { startMs: startMs + minuteMs * minutesOver, used: owed } : { startMs: now, used: 0 };
}

export function rateLimitStatus(
  { startMs, used }: Minute,
  { perMinute }: WindowLimits,
  now: number,
): RateLimitStatus {
  const resetAtMs = startMs + minuteMs;
  return {
    limit: perMinute,
    remaining: Math.max(0, perMinute - used),
    resetAtMs,
    resetAfterSeconds: Math.ceil((resetAtMs - now) / 1000),
  };
}

export type LimitOutcome = 'accepted' | 'minute' | 'second';

/** The decision with the status of the minute after it. */
export function decide(outcome: LimitOutcome, minute: Minute, limits: WindowLimits, now: number): Decision {
  // Listed by name: spreading an object with a floating-point time costs more than the rest of a charge.
  const status = rateLimitStatus(minute, limits, now);
  const { limit, remaining, resetAtMs, resetAfterSeconds } = status;
  if (outcome === 'accepted') return { limit, remaining, resetAtMs, resetAfterSeconds, accepted: true };
  const retryAfterSeconds = outcome === 'minute' ? resetAfterSeconds : 1;
  return { ...status, accepted: false, refusedBy: outcome, retryAfterSeconds };
}

/** The fault of a key that is over one of its limits, by a request of this price. */
export function overLimit(
  { perSecond, perMinute }: RateLimits,
  { refusedBy: scope = 'minute', retryAfterSeconds: retryAfter = 1, remaining }: Partial<Decision>,
  price = 1,
): Fault {
  const needed = price > 1 ? ` This request needs ${price}, and ${remaining} are left.` : '';
  const message =
    scope === 'second'
      ? `This key may ask ${perSecond} times a second.`
      : `This key may ask for ${perMinute} lookups a minute.${needed}`;
  return new Fault('limited', message, { retryAfter, scope });
}
