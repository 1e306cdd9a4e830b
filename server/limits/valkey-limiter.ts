import type { Result, Valkey } from 'iovalkey';
import type { SharedStore } from '../stores/valkey.ts';
import {
  type Decision,
  decide,
  type Limiter,
  type LimitOutcome,
  type MemoryLimiter,
  type RateLimits,
  rateLimitStatus,
} from './limiter.ts';

/**
 * Decides both limits of a key atomically, by the rules of the memory limiter: the minute is a fixed window that begins
 * with its first accepted request and is charged the price, the burst limit is a sliding window of a second over
 * accepted requests, and a refused request changes nothing.
 *
 * KEYS: a hash with `start` and `used` of the minute and the serial number `calls`; a sorted set of the accepted
 * requests of the last second, by time.
 * ARGV: price, requests a second, lookups a minute, 'charge' or 'peek', and the time in ms or '' for the store's clock.
 * Returns the outcome, the lookups used, the start of the minute and the time; times are text, which keeps all digits.
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
    ): Result<[outcome: LimitOutcome, used: number, startMs: string, nowMs: string], Context>;
  }
}

export interface ValkeyLimiterOptions {
  readonly store: SharedStore;
  /** Decides while the store is unavailable, from the last known state of each key. */
  readonly fallback: MemoryLimiter;
  /** Called for every request that the fallback decides. */
  readonly onFallback?: () => void;
  /** Milliseconds since the epoch; for tests. Without it, the clock of the store decides, which all instances share. */
  readonly now?: () => number;
}

/**
 * Exact limits over all instances that share the store, by the clock of the store. When a command fails or times out, the
 * memory of this process decides, so that a failure of the store refuses no request.
 */
export function createValkeyLimiter({ store, fallback, onFallback, now }: ValkeyLimiterOptions): Limiter {
  async function runScript(keyId: string, limits: RateLimits, price: number, purpose: 'charge' | 'peek') {
    const { perSecond, perMinute } = limits;
    const [outcome, used, startMs, nowMs] = await store.run((client) =>
      withScript(client).almanacLimit(
        ...([`almanac:{${keyId}}:minute`, `almanac:{${keyId}}:second`] as const),
        ...([price, perSecond, perMinute, purpose, now?.() ?? ''] as const),
      ),
    );
    return { outcome, used, startMs: Number(startMs), nowMs: Number(nowMs) };
  }

  async function charge(keyId: string, limits: RateLimits, price: number): Promise<Decision> {
    const { outcome, used, startMs, nowMs } = await runScript(keyId, limits, price, 'charge');
    fallback.synchronize(keyId, { used, elapsedMs: nowMs - startMs, isAccepted: outcome === 'accepted' });
    return decide(outcome, { used, startMs }, limits, nowMs);
  }

  return {
    charge(keyId, limits, price) {
      const decideInMemory = () => {
        onFallback?.();
        return fallback.charge(keyId, limits, price);
      };
      return store.isUp ? charge(keyId, limits, price).catch(decideInMemory) : decideInMemory();
    },
    peek(keyId, limits) {
      const peekInMemory = () => fallback.peek(keyId, limits);
      if (!store.isUp) return peekInMemory();
      return runScript(keyId, limits, 0, 'peek').then(
        (minute) => rateLimitStatus(minute, limits, minute.nowMs),
        peekInMemory,
      );
    },
  };
}

const clientsWithScript = new WeakSet<Valkey>();

/** Defines the script as a command: the client sends its digest (EVALSHA), and its text when the store lacks it. */
function withScript(client: Valkey): Valkey {
  if (!clientsWithScript.has(client)) {
    client.defineCommand('almanacLimit', { numberOfKeys: 2, lua: script });
    clientsWithScript.add(client);
  }
  return client;
}
