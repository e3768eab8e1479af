/** Everything that the stores hold, for tests that look for what must not be there. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Redis } from 'ioredis';

/** Each key of a prefix with all that it holds, as one line. */
export async function redisLines(redis: Redis, prefix: string): Promise<string[]> {
  const keys = await redis.keys(`{${prefix}}*`);
  return Promise.all(keys.map(async (key) => `${key} ${JSON.stringify(await contentOf(redis, key))}`));
}

async function contentOf(redis: Redis, key: string): Promise<unknown> {
  switch (await redis.type(key)) {
    case 'hash':
      return redis.hgetall(key);
    case 'list':
      return redis.lrange(key, 0, -1);
    case 'zset':
      return redis.zrange(key, 0, -1);
    case 'set':
      return redis.smembers(key);
    case 'stream':
      return redis.xrange(key, '-', '+');
    case 'string':
      return redis.get(key);
    default:
      // It has expired, or was removed and may be made anew, since the keys were listed.
      return null;
  }
}

/** The files below a folder whose name or content has the text, in any case. */
export function filesHolding(dir: string, text: string): string[] {
  const wanted = text.toLowerCase();
  return readdirSync(dir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => `${file} ${readFileSync(file, 'latin1')}`.toLowerCase().includes(wanted));
}
