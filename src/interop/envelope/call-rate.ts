/** Limits how many calls one caller may make in a minute. The count is in Redis, so it is one for all processes. */
import type { Principal } from '../../engine/access/principal.ts';
import { AppError } from '../../platform/errors.ts';
import { callScript, defineScript, type RedisClient } from '../../platform/lua.ts';
import { sha256 } from '../../platform/sha256.ts';
import { type EnvelopeKeys, LAYOUT } from './keys.ts';

const MINUTE_MS = 60_000;

/** ARGV: caller, calls, calls a minute, ms of a minute. A minute begins with its first call. Returns the ms to wait; 0 if it may go on. */
const countCalls = defineScript(
  'a2a_count_calls',
  LAYOUT,
  `
local counter = key_rate(ARGV[1])
local count = redis.call('INCRBY', counter, ARGV[2])
if count == tonumber(ARGV[2]) then redis.call('PEXPIRE', counter, ARGV[4]) end
if count <= tonumber(ARGV[3]) then return 0 end
return math.max(1, redis.call('PTTL', counter))
`,
);

export type CountCalls = (principal: Principal, calls: number) => Promise<void>;

/** `perMinute` 0: only the limit that a key has of its own. A batch counts as the calls that are in it. */
export function createCallRate(redis: RedisClient, keys: EnvelopeKeys, perMinute: number): CountCalls {
  return async (principal, calls) => {
    const limits = [perMinute, principal.perMinute ?? 0].filter((limit) => limit > 0);
    if (limits.length === 0) return;
    const args = [callerOf(principal), calls, Math.min(...limits), MINUTE_MS];
    const waitMs = Number(await callScript(redis, countCalls, keys.tag, args));
    if (waitMs > 0)
      throw new AppError('rate_limited', 'This token makes more calls per minute than allowed.', {
        retryAfterMs: waitMs,
      });
  };
}

function callerOf({ credential, tenant, subject }: Principal): string {
  return sha256(JSON.stringify([credential, tenant, subject]));
}
