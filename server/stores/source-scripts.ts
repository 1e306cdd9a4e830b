import type { Result } from 'iovalkey';
import type { SharedVerdict } from '../../sources/kernel/policies/shared-state.ts';

/**
 * The scripts of the shared state of sources. Times are whole milliseconds by the clock of the store, or by the last
 * argument where a test gives one.
 *
 * A quota is a hash with the `end` of its window and the units spent. A pause is the time of its end. A breaker is a
 * hash: `until` while it is open, which stays until a probe succeeds; `probe`, the token of the call that probes, and
 * `probeUntil`, when that call has died with its process; or `closed`, the time when a probe has closed it. It is kept for a
 * day, so that an instance which returns to the source after a while learns how the breaker is.
 */
const readTime = `
local now = tonumber(ARGV[#ARGV])
if not now then
  local time = redis.call('TIME')
  now = time[1] * 1000 + math.floor(time[2] / 1000)
end
`;

/**
 * Reads a window, and restores one that the store has lost from what an instance knows of it: the instance tells the
 * name of the record that it saw. `before` is the most that any has told of lost records, `since` was counted in this one.
 */
const readWindow = `
local function readWindow(key, longest, knownName, knownEnd, knownSpent)
  local stored = redis.call('HMGET', key, 'end', 'before', 'since', 'name')
  local window = {
    ends = tonumber(stored[1]) or 0, before = tonumber(stored[2]) or 0, since = tonumber(stored[3]) or 0,
    name = stored[4]
  }
  local function isRunning(at) return now < at and at - now <= longest end
  if not isRunning(window.ends) then window = { ends = 0, before = 0, since = 0 } end
  if isRunning(knownEnd) and window.name ~= knownName and (window.ends == 0 or window.ends == knownEnd) then
    window.ends, window.before = knownEnd, math.max(window.before, knownSpent)
  end
  return window
end
local function writeWindow(key, window)
  redis.call('HSET', key, 'end', window.ends, 'before', window.before, 'since', window.since, 'name', window.name)
  redis.call('PEXPIREAT', key, redis.call('TIME')[1] * 1000 + window.ends - now + 2000)
end
`;

/**
 * Decides an attempt.
 *
 * KEYS: quota, pause, breaker.
 * ARGV: token; for the probe of the instance's own breaker, the time since that opened, or ''; the time of a probe; units; the quota's units, or '';
 * its reserve; its longest window; the length of its window, or ''; what the instance takes for the time, and the
 * end of a day that begins then; the end and the units of the window that the instance knows; the units that it spent
 * alone, and the time that was left of their window; the name of the record that the instance knows.
 * Returns the decision, the time to wait, the state of the breaker, the units spent, the end of the window, the time,
 * and the name of the record.
 */
const enter = `${readTime}${readWindow}
local token, units, limit = ARGV[1], tonumber(ARGV[4]), tonumber(ARGV[5])
local window, breakerState = { ends = 0, before = 0, since = 0 }, ''
local function reply(decision, wait)
  return { decision, wait, breakerState, window.before + window.since, window.ends, now, window.name or '' }
end

if limit then
  local alone, length, believed = tonumber(ARGV[13]), tonumber(ARGV[8]), tonumber(ARGV[9])
  window = readWindow(KEYS[1], tonumber(ARGV[7]), ARGV[15], tonumber(ARGV[11]), tonumber(ARGV[12]))
  if window.ends == 0 then
    if alone > 0 then window.ends = now + tonumber(ARGV[14])
    elseif length then window.ends = now + length
    elseif math.abs(now - believed) > 2000 then return reply('clock', 0)
    else window.ends = tonumber(ARGV[10]) end
  end
  window.name = window.name or token
  if alone > 0 then
    window.since = window.since + alone
    writeWindow(KEYS[1], window)
  end
end

local pausedUntil = tonumber(redis.call('GET', KEYS[2]) or 0)
if now < pausedUntil then return reply('paused', pausedUntil - now) end

local breaker = redis.call('HMGET', KEYS[3], 'until', 'probe', 'probeUntil', 'closed')
local openUntil = tonumber(breaker[1])
if openUntil then
  if now < openUntil then return reply('resting', openUntil - now) end
  local probeUntil = tonumber(breaker[3]) or 0
  if breaker[2] and breaker[2] ~= token and now < probeUntil then
    return reply('resting', math.min(probeUntil - now, 250))
  end
  breakerState = 'probing'
elseif ARGV[2] ~= '' then
  local closedAt = tonumber(breaker[4]) or 0
  breakerState = closedAt >= now - tonumber(ARGV[2]) and 'closed' or 'probing'
end

if limit then
  local reserve = units > 1 and tonumber(ARGV[6]) or 0
  if window.before + window.since + units > limit - reserve then return reply('spent', window.ends - now) end
  window.since = window.since + units
  writeWindow(KEYS[1], window)
end
if breakerState == 'probing' then
  local probeMs = tonumber(ARGV[3])
  redis.call('HSET', KEYS[3], 'until', openUntil or now, 'probe', token, 'probeUntil', now + probeMs)
  redis.call('PEXPIRE', KEYS[3], 86400000)
end
return reply('admitted', 0)
`;

/** KEYS: pause. ARGV: its length. */
const pause = `${readTime}
local ends = now + tonumber(ARGV[1])
if tonumber(redis.call('GET', KEYS[1]) or 0) < ends then redis.call('SET', KEYS[1], ends, 'PX', tonumber(ARGV[1])) end
return 1
`;

/** KEYS: breaker. ARGV: how long it is open. */
const openBreaker = `${readTime}
local ends = now + tonumber(ARGV[1])
if (tonumber(redis.call('HGET', KEYS[1], 'until')) or 0) < ends then
  redis.call('DEL', KEYS[1])
  redis.call('HSET', KEYS[1], 'until', ends)
  redis.call('PEXPIRE', KEYS[1], 86400000)
end
return 1
`;

/** KEYS: breaker. ARGV: token, outcome, how long it stays open after a failure. */
const settleProbe = `${readTime}
if redis.call('HGET', KEYS[1], 'probe') ~= ARGV[1] then return 0 end
redis.call('HDEL', KEYS[1], 'probe', 'probeUntil')
if ARGV[2] == 'failed' then
  redis.call('HSET', KEYS[1], 'until', now + tonumber(ARGV[3]))
elseif ARGV[2] == 'succeeded' then
  redis.call('DEL', KEYS[1])
  redis.call('HSET', KEYS[1], 'closed', now)
  redis.call('PEXPIRE', KEYS[1], 86400000)
end
return 1
`;

/** KEYS: quota. ARGV: the units that it cannot pay for, the quota's units, its longest window, a name for a record. */
const correct = `${readTime}${readWindow}
local units, limit = tonumber(ARGV[1]), tonumber(ARGV[2])
local longest = tonumber(ARGV[3])
local window = readWindow(KEYS[1], longest, '', 0, 0)
local latest = now + math.min(longest, 3600000)
window.name = window.name or ARGV[4]
window.ends = window.ends == 0 and latest or math.min(window.ends, latest)
window.since = math.max(window.since, limit - units + 1 - window.before)
writeWindow(KEYS[1], window)
return 1
`;

export const sourceScripts = {
  almanacEnter: { lua: enter, numberOfKeys: 3 },
  almanacPause: { lua: pause, numberOfKeys: 1 },
  almanacOpenBreaker: { lua: openBreaker, numberOfKeys: 1 },
  almanacSettleProbe: { lua: settleProbe, numberOfKeys: 1 },
  almanacCorrect: { lua: correct, numberOfKeys: 1 },
} as const;

export type EnterReply = [
  decision: SharedVerdict['decision'] | 'clock',
  waitMs: number,
  breaker: string,
  spent: number,
  end: number,
  nowMs: number,
  name: string,
];

type Argument = string | number;

declare module 'iovalkey' {
  interface RedisCommander<Context> {
    almanacEnter(
      quota: string,
      pause: string,
      breaker: string,
      ...rest: Argument[]
    ): Result<EnterReply, Context>;
    almanacPause(pause: string, forMs: number, now: Argument): Result<number, Context>;
    almanacOpenBreaker(breaker: string, forMs: number, now: Argument): Result<number, Context>;
    almanacSettleProbe(breaker: string, ...rest: Argument[]): Result<number, Context>;
    almanacCorrect(quota: string, ...rest: Argument[]): Result<number, Context>;
  }
}
