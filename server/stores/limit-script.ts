import type { Result } from 'iovalkey';
import type { LimitReply } from '../limits/shared-limiter.ts';

/**
 * Decides requests of several keys, each atomically and in their order, by the rules of the memory limiter: the minute is
 * a fixed window that begins with its first accepted request and is charged the price, the burst limit is a sliding window
 * of a second over accepted requests, and a refused request changes nothing.
 *
 * KEYS, for each key of the service: a hash with `start` and `used` of the minute and the serial number `calls`; a sorted
 * set of the accepted requests of the last second, by time.
 * ARGV: the time in ms or '' for the store's clock; and for each key: requests a second, lookups a minute; what an
 * instance charged to the minute alone, which are the lookups, the lookups before them, and the age of that minute in ms;
 * and the prices of its requests, separated by spaces. A minute that the store has lost is restored from what was charged
 * alone.
 * Returns the time, and for each key: the lookups used, the start of the minute, and a letter for each request, which is
 * accepted or refused by the minute or the burst limit. All times are whole milliseconds.
 */
const limit = `
local now = tonumber(ARGV[1])
if not now then
  local time = redis.call('TIME')
  now = time[1] * 1000 + math.floor(time[2] / 1000)
end
local function written(time) return string.format('%.0f', time) end
local reply = { now }

local function decide(account, moments, perSecond, perMinute, alone, before, age, prices)
  local stored = redis.call('HMGET', account, 'start', 'used', 'calls')
  local start, used, calls = tonumber(stored[1]), tonumber(stored[2]), tonumber(stored[3]) or 0
  local isRunning = start and start <= now and now < start + 60000
  local recent
  -- A script that begins with a removal may write to a full store.
  local function countRecent()
    redis.call('ZREMRANGEBYSCORE', moments, '-inf', now - 1000)
    redis.call('ZREMRANGEBYSCORE', moments, '(' .. written(now), '+inf')
    recent = redis.call('ZCARD', moments)
  end
  if alone > 0 then
    if not isRunning then start, used, isRunning = now - age, before, true end
    used = used + alone
    countRecent()
  end
  if not isRunning then start, used = now, 0 end

  local outcomes, added = {}, {}
  for text in string.gmatch(prices, '%d+') do
    local price, outcome = tonumber(text), 'm'
    if used + price <= perMinute then
      if not recent then countRecent() end
      outcome = 'b'
      if recent < perSecond then
        outcome = 'a'
        used, recent, calls = used + price, recent + 1, calls + 1
        added[#added + 1] = now
        added[#added + 1] = written(now) .. ':' .. calls
      end
    end
    outcomes[#outcomes + 1] = outcome
  end
  if #added > 0 then
    for first = 1, #added, 2000 do
      redis.call('ZADD', moments, unpack(added, first, math.min(first + 1999, #added)))
    end
    redis.call('PEXPIRE', moments, 61000)
  end
  if #added > 0 or alone > 0 then
    redis.call('HSET', account, 'start', written(start), 'used', used, 'calls', calls)
    redis.call('PEXPIRE', account, 61000)
  end
  reply[#reply + 1] = used
  reply[#reply + 1] = start
  reply[#reply + 1] = table.concat(outcomes)
end

for index = 1, #KEYS, 2 do
  local first = 2 + (index - 1) * 3
  decide(
    KEYS[index], KEYS[index + 1], tonumber(ARGV[first]), tonumber(ARGV[first + 1]), tonumber(ARGV[first + 2]),
    tonumber(ARGV[first + 3]), tonumber(ARGV[first + 4]), ARGV[first + 5]
  )
end
return reply
`;

export const limitScripts = { almanacLimit: { lua: limit } } as const;

declare module 'iovalkey' {
  interface RedisCommander<Context> {
    almanacLimit(keyCount: number, ...of: (string | number)[]): Result<LimitReply, Context>;
  }
}
