/** A task as it was admitted. */
import type { RedisClient } from '../../platform/lua.ts';
import type { Keys } from './keys.ts';
import { type Task, TaskRequest } from './task.ts';

/** Null when it is gone: it has expired, or was erased. */
export async function readTask(redis: RedisClient, keys: Keys, id: string): Promise<Task | null> {
  const [request, text] = await redis.hmget(keys.task(id), 'request', 'text');
  return request ? { ...TaskRequest.parse(JSON.parse(request)), text: text ?? '' } : null;
}
