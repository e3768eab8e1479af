/** Which processes are connected to Redis: each names its connections (redis.ts). */
import { Cluster } from 'ioredis';
import { AppError } from '../src/platform/errors.ts';
import type { RedisClient } from '../src/platform/lua.ts';
import { asRedisOutage } from '../src/platform/redis-errors.ts';

/** The names of all connections to Redis; null if Redis refuses the command, or shows the connections of one node only. */
export async function connectionNames(connection: RedisClient): Promise<Set<string> | null> {
  if (connection instanceof Cluster) return null;
  try {
    const list = String(await connection.client('LIST'));
    return new Set([...list.matchAll(/ name=(\S+)/g)].map(([, name = '']) => name));
  } catch (thrown) {
    if (asRedisOutage(thrown) instanceof AppError) throw thrown;
    return null;
  }
}
