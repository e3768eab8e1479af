/** Limits how many requests a tenant may make in a minute. The count is in Redis, so it is one for all producers. */
import type { RequestHandler } from 'express';
import { type Keys, LAYOUT } from '../src/engine/task/keys.ts';
import { AppError } from '../src/platform/errors.ts';
import { callScript, defineScript, type RedisClient } from '../src/platform/lua.ts';
import { principalOf } from './auth.ts';
import { isRedisOutage } from './problem.ts';

const MINUTE_MS = 60_000;

/** ARGV: tenant, requests a minute, ms of a minute. A minute begins with its first request. Returns the ms to wait; 0 if it may go on. */
const countRequest = defineScript(
  'count_request',
  LAYOUT,
  `
local counter = key_rate(ARGV[1])
local count = redis.call('INCR', counter)
if count == 1 then redis.call('PEXPIRE', counter, ARGV[3]) end
if count <= tonumber(ARGV[2]) then return 0 end
return math.max(1, redis.call('PTTL', counter))
`,
);

/** Runs after `authenticate`. `perMinute` 0: no limit. */
export function limitRequests(redis: RedisClient, keys: Keys, perMinute: number): RequestHandler {
  return async (request, _response, next) => {
    const waitMs = perMinute === 0 ? 0 : await wait(principalOf(request).tenant);
    if (waitMs > 0)
      throw new AppError('rate_limited', 'This tenant sends more requests per minute than allowed.', {
        retryAfterMs: waitMs,
      });
    next();
  };

  async function wait(tenant: string): Promise<number> {
    try {
      return Number(await callScript(redis, countRequest, keys.tag, [tenant, perMinute, MINUTE_MS]));
    } catch (error) {
      // What needs Redis says so itself; the rest is answered without it.
      if (isRedisOutage(error)) return 0;
      throw error;
    }
  }
}
