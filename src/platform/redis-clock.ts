/** The one clock that all processes share. A machine's own clock may be minutes off, so due times are compared with this one. */
import type { RedisClient } from './lua.ts';

export async function redisNow(redis: RedisClient): Promise<Date> {
  const [seconds, microseconds] = (await redis.time()) as unknown as [number | string, number | string];
  return new Date(Number(seconds) * 1000 + Math.floor(Number(microseconds) / 1000));
}
