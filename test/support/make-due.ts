/** Triggers that are due now, or at a given time, whatever their schedule says. Their jobs still have to be started. */
import type { RedisClient } from '../../src/platform/lua.ts';
import { redisNow } from '../../src/platform/redis-clock.ts';
import { researchKeys } from '../../src/teams/research/keys.ts';

export async function makeDue(redis: RedisClient, tag: string, ids: readonly string[], at?: number): Promise<void> {
  const keys = researchKeys(tag);
  const due = at ?? (await redisNow(redis)).getTime();
  for (const id of ids) {
    await redis.hset(keys.trigger(id), 'due', due);
    await redis.zadd(keys.due(), due, id);
  }
}
