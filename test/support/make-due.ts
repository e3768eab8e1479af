/** Triggers that are due now, whatever their schedule says. Their jobs still have to be started. */
import type { RedisClient } from '../../src/platform/lua.ts';
import { redisNow } from '../../src/platform/redis-clock.ts';
import { researchKeys } from '../../src/teams/research/keys.ts';

export async function makeDue(redis: RedisClient, tag: string, ids: readonly string[]): Promise<void> {
  const keys = researchKeys(tag);
  const now = (await redisNow(redis)).getTime();
  for (const id of ids) {
    await redis.hset(keys.trigger(id), 'due', now);
    await redis.zadd(keys.due(), now, id);
  }
}
