import type { Result, Valkey } from 'iovalkey';
import type { Clock } from '../../core/clock.ts';
import type { SharedStore } from '../stores/valkey.ts';
import { AloneCharges, nothingAlone } from './alone-charges.ts';
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
 * ARGV: price, requests a second, lookups a minute, 'charge' or 'peek', the time in ms or '' for the store's clock; and
 * what an instance charged to the minute alone: the lookups, the lookups before them, and the age of that minute in ms.
 * A minute that the store has lost is restored from these.
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
local isRunning = start and start <= now and now < start + 60000
local alone, before, age = tonumber(ARGV[6]), tonumber(ARGV[7]), tonumber(ARGV[8])
if alone > 0 then
  if not isRunning then start, used, isRunning = now - age, before, true end
  used = used + alone
  -- A script that begins with a removal may write to a full store.
  redis.call('ZREMRANGEBYSCORE', KEYS[2], '-inf', now - 1000)
  redis.call('HSET', KEYS[1], 'start', string.format('%.17g', start), 'used', used)
  redis.call('PEXPIRE', KEYS[1], 61000)
end
if not isRunning then start, used = now, 0 end

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
      alone: number,
      before: number,
      ageMs: number,
    ): Result<Reply, Context>;
  }
}

type Reply = [outcome: LimitOutcome, used: number, startMs: string, nowMs: string];

export interface ValkeyLimiterOptions {
  readonly store: SharedStore;
  readonly clock: Clock;
  /** Decides while the store is unavailable, from the last known state of each key. */
  readonly fallback: MemoryLimiter;
  /** Called for every request that the fallback decides. */
  readonly onFallback?: () => void;
  /** Milliseconds since the epoch; for tests. Without it, the clock of the store decides, which all instances share. */
  readonly now?: () => number;
}

/**
 * Exact limits over all instances that share the store, by the clock of the store. When a command fails or times out, the
 * memory of this process decides, so that a failure of the store refuses no request. The store is told what was charged
 * alone with the next command of the key, so that the rest of the minute is exact again.
 */
export function createValkeyLimiter(options: ValkeyLimiterOptions): Limiter {
  const { store, clock, fallback, onFallback, now } = options;
  const untold = new AloneCharges(clock);

  /** Sends the script. The reply may come after `store.run` has given up. */
  function runScript(client: Valkey, of: Request, purpose: 'charge' | 'peek', alone = nothingAlone) {
    const { keyId, limits, price } = of;
    return withScript(client).almanacLimit(
      ...([`almanac:{${keyId}}:minute`, `almanac:{${keyId}}:second`] as const),
      ...([price, limits.perSecond, limits.perMinute, purpose, now?.() ?? ''] as const),
      ...([alone.lookups, alone.before, alone.ageMs] as const),
    );
  }

  function decideAlone({ keyId, limits, price }: Request): Decision {
    onFallback?.();
    const decision = fallback.charge(keyId, limits, price);
    if (decision.accepted) untold.add(keyId, decision, price);
    return decision;
  }

  async function charge(request: Request): Promise<Decision> {
    const { keyId, limits, price } = request;
    const alone = untold.take(keyId);
    let reply: Promise<Reply> | undefined;
    try {
      const [outcome, used, startText, nowText] = await store.run((client) => {
        reply = runScript(client, request, 'charge', alone);
        return reply;
      });
      const [startMs, nowMs] = [Number(startText), Number(nowText)];
      fallback.synchronize(keyId, { used, elapsedMs: nowMs - startMs, isAccepted: outcome === 'accepted' });
      return decide(outcome, { used, startMs }, limits, nowMs);
    } catch {
      untold.restore(keyId, alone);
      const decision = decideAlone(request);
      // A late reply shows that the script has run all the same.
      const removeTold = ([outcome]: Reply) => {
        const isChargedTwice = decision.accepted && outcome === 'accepted';
        untold.remove(keyId, alone.lookups + (isChargedTwice ? price : 0));
      };
      reply?.then(removeTold, () => {});
      return decision;
    }
  }

  return {
    charge(keyId, limits, price) {
      const request = { keyId, limits, price };
      return store.isUp ? charge(request) : decideAlone(request);
    },
    peek(keyId, limits) {
      const peekInMemory = () => fallback.peek(keyId, limits);
      if (!store.isUp) return peekInMemory();
      const reply = store.run((client) => runScript(client, { keyId, limits, price: 0 }, 'peek'));
      return reply.then(
        ([, used, startMs, nowMs]) =>
          rateLimitStatus({ used, startMs: Number(startMs) }, limits, Number(nowMs)),
        peekInMemory,
      );
    },
  };
}

interface Request {
  readonly keyId: string;
  readonly limits: RateLimits;
  readonly price: number;
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
