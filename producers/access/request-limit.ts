/** Limits how many requests a tenant, and a stored key of its own, may make in a minute. The counts are in Redis, one for all producers. */
import type { RequestHandler } from 'express';
import type { Principal } from '../../src/engine/access/principal.ts';
import { ACCESS_LAYOUT } from '../../src/engine/access/redis-keys.ts';
import { type Keys, LAYOUT } from '../../src/engine/task/keys.ts';
import { AppError } from '../../src/platform/errors.ts';
import { callScript, defineScript, type RedisClient } from '../../src/platform/lua.ts';
import { isRedisOutage } from '../http/problem.ts';
import { principalOf } from './auth.ts';

const MINUTE_MS = 60_000;

/**
 * ARGV: tenant, its requests a minute, key, its requests a minute, ms of a minute; 0 requests: no limit. A minute begins with its first
 * request. Returns the ms to wait, for the key and for the tenant; 0 if it may go on. What the key is refused for is not the tenant's.
 */
const countRequest = defineScript(
  'count_request',
  { ...LAYOUT, ...ACCESS_LAYOUT },
  `
local tenant, of_tenant, key, of_key, minute = unpack(ARGV)
local function wait(counter, most)
  if most == '0' then return 0 end
  local count = redis.call('INCR', counter)
  if count == 1 then redis.call('PEXPIRE', counter, minute) end
  if count <= tonumber(most) then return 0 end
  return math.max(1, redis.call('PTTL', counter))
end
local key_wait = wait(key_key_rate(key), of_key)
if key_wait > 0 then return {key_wait, 0} end
return {0, wait(key_rate(tenant), of_tenant)}
`,
);

/** Runs after `authenticate`. `perMinute` is the tenant's; 0: no limit. Without any limit, nothing is asked. */
export function limitRequests(redis: RedisClient, keys: Keys, perMinute: number): RequestHandler {
  return async (request, _response, next) => {
    const principal = principalOf(request);
    const limited = perMinute > 0 || principal.perMinute !== null;
    const [ofKey, ofTenant] = limited ? await waits(principal) : [0, 0];
    if (ofKey > 0) throw refusal('This key', ofKey);
    if (ofTenant > 0) throw refusal('This tenant', ofTenant);
    next();
  };

  async function waits({
    tenant,
    key,
    perMinute: keyPerMinute,
  }: Principal): Promise<[ofKey: number, ofTenant: number]> {
    try {
      const args = [tenant, perMinute, key ?? '', keyPerMinute ?? 0, MINUTE_MS];
      return (await callScript(redis, countRequest, keys.tag, args)) as [number, number];
    } catch (error) {
      // What needs Redis says so itself; the rest is answered without it.
      if (isRedisOutage(error)) return [0, 0];
      throw error;
    }
  }
}

function refusal(who: string, retryAfterMs: number): AppError {
  return new AppError('rate_limited', `${who} sends more requests per minute than allowed.`, { retryAfterMs });
}
