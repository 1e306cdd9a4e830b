import type { Result, Valkey } from 'iovalkey';
import type { SharedStore } from '../stores/valkey.ts';
import type { Decision, Limiter, MemoryLimiter, Quota, RateLimits } from './limiter.ts';

/**
 * Both windows of a key, decided in one step for all instances, by the rules of the memory limiter: the minute is
 * anchored at its first accepted call and charged the price, the burst is the accepted calls of any second, and a
 * refused call changes nothing.
 *
 * KEYS: the account, { start, used } of the minute and a running number of calls; the moments of the last second.
 * ARGV: price, calls a second, lookups a minute, 'charge' or 'peek', and the time in ms or '' for the store's own.
 * Answers the outcome, what is used, when the minute began, and the time; times are text, which keeps their digits.
 */
const script = `
local price, perSecond, perMinute = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3])
local now = tonumber(ARGV[5])
if not now then
  local time = redis.call('TIME')
  now = time[1] * 1000 + math.floor(time[2] / 1000)
end
local account = redis.call('HMGET', KEYS[1], 'start', 'used')
local start, used = tonumber(account[1]), tonumber(account[2])
if not start or start > now or now >= start + 60000 then start, used = now, 0 end

local outcome = 'accepted'
if ARGV[4] == 'charge' then
  if used + price > perMinute then
    outcome = 'minute'
  else
    redis.call('ZREMRANGEBYSCORE', KEYS[2], '-inf', now - 1000)
    redis.call('ZREMRANGEBYSCORE', KEYS[2], string.format('(%.17g', now), '+inf')
    if redis.call('ZCARD', KEYS[2]) >= perSecond then
      outcome = 'burst'
    else
      used = used + price
      local call = redis.call('HINCRBY', KEYS[1], 'calls', 1)
      redis.call('HSET', KEYS[1], 'start', string.format('%.17g', start), 'used', used)
      redis.call('PEXPIRE', KEYS[1], 61000)
      redis.call('ZADD', KEYS[2], now, string.format('%.17g:%d', now, call))
      redis.call('PEXPIRE', KEYS[2], 61000)
    end
  end
end
return { outcome, used, string.format('%.17g', start), string.format('%.17g', now) }
`;

type Outcome = 'accepted' | 'minute' | 'burst';

declare module 'iovalkey' {
  interface RedisCommander<Context> {
    almanacLimit(
      account: string,
      moments: string,
      price: number,
      perSecond: number,
      perMinute: number,
      purpose: 'charge' | 'peek',
      time: number | '',
    ): Result<[outcome: Outcome, used: number, startMs: string, nowMs: string], Context>;
  }
}

export interface ValkeyLimiterOptions {
  readonly store: SharedStore;
  /** Decides while the store is away, from what was known of each key when it went. */
  readonly fallback: MemoryLimiter;
  /** Told of every call that the store did not decide. */
  readonly onFallback?: () => void;
  /** Milliseconds since the epoch; the store's own clock when left out, as it must be where several instances ask it. */
  readonly now?: () => number;
}

const minuteMs = 60_000;

/**
 * Limits that all instances share: exact, whichever of them is asked. The store decides by its own clock. Where it does
 * not answer in time, or at all, the memory of this process decides, so that nobody is refused for the store's sake.
 */
export function createValkeyLimiter({ store, fallback, onFallback, now }: ValkeyLimiterOptions): Limiter {
  async function ask(keyId: string, limits: RateLimits, price: number, purpose: 'charge' | 'peek') {
    const { perSecond, perMinute } = limits;
    const [outcome, used, startMs, nowMs] = await store.ask((client) =>
      withScript(client).almanacLimit(
        ...([`almanac:{${keyId}}:minute`, `almanac:{${keyId}}:second`] as const),
        ...([price, perSecond, perMinute, purpose, now?.() ?? ''] as const),
      ),
    );
    return { outcome, used, startMs: Number(startMs), nowMs: Number(nowMs) };
  }

  function inMemory<Value>(decide: () => Value): Value {
    onFallback?.();
    return decide();
  }

  async function charge(keyId: string, limits: RateLimits, price: number): Promise<Decision> {
    const charged = await ask(keyId, limits, price, 'charge');
    const quota = quotaOf(charged, limits);
    fallback.adopt(keyId, {
      used: charged.used,
      elapsedMs: charged.nowMs - charged.startMs,
      isCall: charged.outcome === 'accepted',
    });
    if (charged.outcome === 'accepted') return { ...quota, accepted: true };
    return {
      ...quota,
      accepted: false,
      refusedBy: charged.outcome,
      retryAfterSeconds: charged.outcome === 'minute' ? quota.resetAfterSeconds : 1,
    };
  }

  return {
    charge(keyId, limits, price) {
      const decideHere = () => inMemory(() => fallback.charge(keyId, limits, price));
      return store.isUp ? charge(keyId, limits, price).catch(decideHere) : decideHere();
    },
    peek(keyId, limits) {
      const lookHere = () => fallback.peek(keyId, limits);
      if (!store.isUp) return lookHere();
      return ask(keyId, limits, 0, 'peek').then((seen) => quotaOf(seen, limits), lookHere);
    },
  };
}

function quotaOf(
  { used, startMs, nowMs }: { readonly used: number; readonly startMs: number; readonly nowMs: number },
  { perMinute }: RateLimits,
): Quota {
  const resetAtMs = startMs + minuteMs;
  return {
    limit: perMinute,
    remaining: Math.max(0, perMinute - used),
    resetAtMs,
    resetAfterSeconds: Math.ceil((resetAtMs - nowMs) / 1000),
  };
}

const prepared = new WeakSet<Valkey>();

/** The client sends the script's digest, and the script itself when the store does not know it (any more). */
function withScript(client: Valkey): Valkey {
  if (!prepared.has(client)) {
    client.defineCommand('almanacLimit', { numberOfKeys: 2, lua: script });
    prepared.add(client);
  }
  return client;
}
