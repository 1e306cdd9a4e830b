import type { Result } from 'iovalkey';
import type { Charged } from '../../core/shared-store.ts';

/**
 * Charges units to a fixed window and one charge to a sliding second, or neither. The window begins with its first
 * charge. 0 units read the window. With the end of a window, units are given back to it (negative), or charged beyond the
 * limit, which the next windows owe.
 *
 * KEYS: a hash with the units that are `used` and the `end` of the window; a list of the times of the last accepted
 * charges, the newest first.
 * ARGV: units; the window's units; its length; charges in a second or ''; the time, or '' for the clock of the store; the
 * end of a window or ''.
 * Returns the outcome, the units used, the end of the window, and the time left of it. Times are milliseconds.
 *
 * A full store may run it, because it needs little memory for a short time.
 */
const charge = `#!lua flags=allow-oom
local units, limit, length = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3])
local perSecond, now = tonumber(ARGV[4]), tonumber(ARGV[5])
if not now then
  local time = redis.call('TIME')
  now = time[1] * 1000 + time[2] / 1000
end
local function written(time) return string.format('%.3f', time) end

local window = redis.call('HMGET', KEYS[1], 'used', 'end')
local used, ends = tonumber(window[1]) or 0, tonumber(window[2]) or 0
-- After a clock was set back, a window that ends too late is over. Clocks may differ by a minute.
if ends > now + length + 60000 then used, ends = 0, now + length end
if now >= ends then
  -- What was used beyond the limit is owed by the windows that follow.
  local windows = math.floor((now - ends) / length) + 1
  used = math.max(0, used - limit * windows)
  if used > 0 then ends = ends + windows * length else ends = now + length end
end
local function reply(outcome) return { outcome, used, math.ceil(ends), math.ceil(ends - now) } end

if units == 0 or (units < 0 and math.ceil(ends) ~= tonumber(ARGV[6])) then return reply('accepted') end
if ARGV[6] == '' and used + units > limit then return reply('window') end
if perSecond then
  local earliest = tonumber(redis.call('LINDEX', KEYS[2], perSecond - 1))
  if earliest and earliest <= now and now < earliest + 1000 then return reply('second') end
  redis.call('LPUSH', KEYS[2], written(now))
  redis.call('LTRIM', KEYS[2], 0, perSecond - 1)
  redis.call('PEXPIRE', KEYS[2], length)
end
used = math.max(0, used + units)
redis.call('HSET', KEYS[1], 'used', used, 'end', written(ends))
redis.call('PEXPIRE', KEYS[1], math.ceil(ends - now + length * math.max(0, math.ceil(used / limit) - 1)))
return reply('accepted')
`;

export const chargeScript = { almanacCharge: { lua: charge, numberOfKeys: 2 } } as const;

export type ChargeReply = [outcome: Charged['outcome'], used: number, endsAtMs: number, leftMs: number];

declare module 'iovalkey' {
  interface RedisCommander<Context> {
    almanacCharge(window: string, burst: string, ...of: (string | number)[]): Result<ChargeReply, Context>;
  }
}
