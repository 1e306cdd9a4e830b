import type { Result } from 'iovalkey';
import type { TextClaim } from '../../sources/kernel/policies/shared-cache.ts';

/**
 * KEYS: the text, the lease, the failure of the load that the caller awaits.
 * ARGV: token, the time of a lease in ms.
 * A lease is the token of a load, or `-` for a second after a load that has written no text.
 */
const claim = `
local text = redis.call('GET', KEYS[1])
if text then return { 'text', text, redis.call('PTTL', KEYS[1]) } end
local failure = redis.call('GET', KEYS[3])
if failure then return { 'failed', failure } end
local holder = redis.call('GET', KEYS[2])
if holder == '-' then return { 'unshared' } end
if holder and holder ~= ARGV[1] then return { 'held', holder } end
redis.call('SET', KEYS[2], ARGV[1], 'PX', ARGV[2])
return { 'lease' }
`;

/** KEYS: the lease. ARGV: token, the time of a lease in ms. */
const renew = `
if redis.call('GET', KEYS[1]) ~= ARGV[1] then return 0 end
return redis.call('PEXPIRE', KEYS[1], ARGV[2])
`;

/** KEYS: the text, the lease. ARGV: token. */
const settle = `
if redis.call('GET', KEYS[2]) ~= ARGV[1] then return 0 end
if redis.call('EXISTS', KEYS[1]) == 1 then return redis.call('DEL', KEYS[2]) end
redis.call('SET', KEYS[2], '-', 'PX', 1000)
return 1
`;

/** KEYS: the lease, the failure. ARGV: token, the failure or ''. */
const fail = `
if redis.call('GET', KEYS[1]) ~= ARGV[1] then return 0 end
redis.call('DEL', KEYS[1])
if ARGV[2] ~= '' then redis.call('SET', KEYS[2], ARGV[2], 'PX', 1000) end
return 1
`;

export const answerScripts = {
  almanacClaim: { lua: claim, numberOfKeys: 3 },
  almanacRenew: { lua: renew, numberOfKeys: 1 },
  almanacSettle: { lua: settle, numberOfKeys: 2 },
  almanacFail: { lua: fail, numberOfKeys: 2 },
} as const;

export type ClaimReply = [kind: TextClaim['kind'], text?: string, leftMs?: number];

declare module 'iovalkey' {
  interface RedisCommander<Context> {
    almanacClaim(...of: [...Named<3>, token: string, forMs: number]): Result<ClaimReply, Context>;
    almanacRenew(...of: [...Named<1>, token: string, forMs: number]): Result<number, Context>;
    almanacSettle(...of: [...Named<2>, token: string]): Result<number, Context>;
    almanacFail(...of: [...Named<2>, token: string, failure: string]): Result<number, Context>;
  }
}

/** The keys of a script. */
type Named<Count extends 1 | 2 | 3> = Count extends 1
  ? [string]
  : Count extends 2
    ? [string, string]
    : [string, string, string];
