import ipaddr from 'ipaddr.js';
import { type Clock, minutes, seconds } from '../../core/clock.ts';
import { isWithin, RecentCount } from '../../core/sliding-window.ts';
import { inPairs } from '../http/headers.ts';

/** How much a key may ask: the sum of prices in a minute, and calls in a second (contract 8). */
export interface RateLimits {
  readonly perMinute: number;
  readonly perSecond: number;
}

/** What is left of the minute. When none is running, it is told as if one began now. */
export interface Quota {
  readonly limit: number;
  readonly remaining: number;
  readonly resetAtMs: number;
  /** Whole seconds until then, by the clock that decided. */
  readonly resetAfterSeconds: number;
}

export interface Decision extends Quota {
  readonly accepted: boolean;
  /** Whole seconds, at least 1; only when refused. */
  readonly retryAfterSeconds?: number;
  readonly refusedBy?: 'minute' | 'burst';
}

/**
 * Decides both limits at once: a call is charged to both or to neither. The minute is a window of 60 s that
 * begins with its first accepted call and is charged the price; the burst is the accepted calls of any 1000 ms.
 */
export interface Limiter {
  charge(keyId: string, limits: RateLimits, price: number): Decision | Promise<Decision>;
  /** The quota as it stands; consumes nothing. */
  peek(keyId: string, limits: RateLimits): Quota | Promise<Quota>;
}

/** A limiter whose answers need no waiting. */
export interface MemoryLimiter extends Limiter {
  charge(keyId: string, limits: RateLimits, price: number): Decision;
  peek(keyId: string, limits: RateLimits): Quota;
  /** Takes over how an account stands elsewhere, so as to go on from there. */
  adopt(keyId: string, standing: Standing): void;
}

/** How far a key's minute has run, and what was charged to it; and whether a call has just been accepted. */
export interface Standing {
  readonly used: number;
  readonly elapsedMs: number;
  readonly isCall: boolean;
}

const minuteMs = minutes(1);
const secondMs = seconds(1);

interface Account {
  windowStartMs: number;
  used: number;
  /** The accepted calls of the last second. */
  readonly burst: RecentCount;
}

/** The limits of one process. Accounts that no longer matter are dropped once a minute. */
export function createMemoryLimiter(clock: Clock): MemoryLimiter {
  const accounts = new Map<string, Account>();
  let sweptAt = clock.now();

  const sweep = (now: number) => {
    if (isWithin(sweptAt, minuteMs, now)) return;
    sweptAt = now;
    for (const [keyId, account] of accounts) {
      // A second longer than the window, because its last calls still count for the burst.
      if (!isWithin(account.windowStartMs, minuteMs + secondMs, now)) accounts.delete(keyId);
    }
  };

  /** The account as of now: an ended window is a fresh one that begins now. */
  const accountOf = (keyId: string, now: number): Account => {
    const account = accounts.get(keyId);
    if (account && isWithin(account.windowStartMs, minuteMs, now)) return account;
    return { windowStartMs: now, used: 0, burst: account?.burst ?? new RecentCount(secondMs) };
  };

  return {
    charge(keyId, limits, price) {
      const now = clock.now();
      sweep(now);
      const account = accountOf(keyId, now);
      if (account.used + price > limits.perMinute) {
        const quota = quotaOf(account, limits, now);
        return { ...quota, accepted: false, refusedBy: 'minute', retryAfterSeconds: quota.resetAfterSeconds };
      }
      if (account.burst.at(now) >= limits.perSecond) {
        const quota = quotaOf(account, limits, now);
        return { ...quota, accepted: false, refusedBy: 'burst', retryAfterSeconds: 1 };
      }
      account.used += price;
      account.burst.add(now);
      accounts.set(keyId, account);
      return accepted(account, limits, now);
    },
    peek(keyId, limits) {
      const now = clock.now();
      return quotaOf(accountOf(keyId, now), limits, now);
    },
    adopt(keyId, { used, elapsedMs, isCall }) {
      const now = clock.now();
      sweep(now);
      const account = accountOf(keyId, now);
      account.windowStartMs = now - elapsedMs;
      account.used = used;
      if (isCall) account.burst.add(now);
      accounts.set(keyId, account);
    },
  };
}

function quotaOf(account: Account, limits: RateLimits, now: number): Quota {
  const resetAtMs = account.windowStartMs + minuteMs;
  return {
    limit: limits.perMinute,
    remaining: Math.max(0, limits.perMinute - account.used),
    resetAtMs,
    resetAfterSeconds: Math.ceil((resetAtMs - now) / 1000),
  };
}

/** Written out: spreading a quota, which holds a time, takes longer than all else that a charge does. */
function accepted(account: Account, limits: RateLimits, now: number): Decision {
  const { limit, remaining, resetAtMs, resetAfterSeconds } = quotaOf(account, limits, now);
  return { limit, remaining, resetAtMs, resetAfterSeconds, accepted: true };
}

/**
 * The headers of a decision or a quota: those of contract 8, with the reset in Unix seconds, and the structured
 * fields of the IETF draft "RateLimit header fields for HTTP", which can also say the burst.
 */
export function rateHeaders(decision: Decision, limits: RateLimits): [name: string, value: string][] {
  const flat: string[] = [];
  addRateHeaders(flat, decision, limits);
  return inPairs(flat);
}

/** The same as names and values in turn, behind those that are there. */
export function addRateHeaders(headers: string[], decision: Decision, limits: RateLimits): void {
  const remaining = String(decision.remaining);
  headers.push(
    'X-RateLimit-Limit',
    String(decision.limit),
    'X-RateLimit-Remaining',
    remaining,
    'X-RateLimit-Reset',
    // Rounded up: a caller who comes back at that second must not come too early.
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

const policies = new WeakMap<RateLimits, string>();

/** A key's limits are one object for as long as they stand, and most of what is said of them stays the same. */
function policyOf(limits: RateLimits): string {
  let policy = policies.get(limits);
  if (policy === undefined) {
    policy = `"minute";q=${limits.perMinute};w=60, "burst";q=${limits.perSecond};w=1`;
    policies.set(limits, policy);
  }
  return policy;
}

/**
 * Counts failed authentications per address. It is only asked about calls that have failed, so a right key is
 * never held up by the wrong ones that were sent from its address.
 */
export interface GuessLimiter {
  /** Seconds to wait when the address has used up its failures, otherwise undefined. */
  blocked(address: string): number | undefined;
  noteFailure(address: string): void;
}

const rememberedOrigins = 10_000;

export function createGuessLimiter(options: {
  readonly clock: Clock;
  readonly perMinute?: number;
}): GuessLimiter {
  const { clock, perMinute = 60 } = options;
  const windows = new Map<string, { readonly startMs: number; failures: number }>();

  const windowOf = (origin: string) => {
    const window = windows.get(origin);
    return window && isWithin(window.startMs, minuteMs, clock.now()) ? window : undefined;
  };

  return {
    blocked(address) {
      const window = windowOf(originOf(address));
      if (!window || window.failures < perMinute) return undefined;
      return Math.ceil((window.startMs + minuteMs - clock.now()) / 1000);
    },
    noteFailure(address) {
      const origin = originOf(address);
      const window = windowOf(origin);
      if (window) {
        window.failures += 1;
        return;
      }
      // Deleted first, so that the order of the map is the order of the windows and the oldest goes first.
      windows.delete(origin);
      if (windows.size >= rememberedOrigins) windows.delete(windows.keys().next().value!);
      windows.set(origin, { startMs: clock.now(), failures: 1 });
    },
  };
}

/** IPv6 is counted by its /64, the least that one subscriber is given: addresses inside it cost nothing. */
function originOf(address: string): string {
  if (!ipaddr.IPv6.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  return parsed instanceof ipaddr.IPv6 ? parsed.parts.slice(0, 4).join(':') : parsed.toString();
}
