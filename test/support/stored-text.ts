/** Where a text is stored: in Redis, and on the disk. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Redis } from 'ioredis';

/** Every value of every key of a prefix, as one text. */
export async function storedText(redis: Redis, prefix: string): Promise<string> {
  const found: string[] = [];
  for (const key of await redis.keys(`{${prefix}}*`)) {
    const type = await redis.type(key);
    const value =
      type === 'hash'
        ? await redis.hgetall(key)
        : type === 'list'
          ? await redis.lrange(key, 0, -1)
          : type === 'zset'
            ? await redis.zrange(key, 0, -1)
            : type === 'set'
              ? await redis.smembers(key)
              : type === 'stream'
                ? await redis.xrange(key, '-', '+')
                : await redis.get(key);
    found.push(`${key} ${JSON.stringify(value)}`);
  }
  return found.join('\n');
}

export function filesHolding(dir: string, text: string): string[] {
  return readdirSync(dir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => readFileSync(file).includes(text));
}
