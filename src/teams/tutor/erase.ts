/** Deletes a user's study data: all of it is in a few keys of their own. */
import type { Erased } from '../../engine/run/team-module.ts';
import type { RedisClient } from '../../platform/lua.ts';
import { allKeysOf, type Student, type TutorKeys } from './keys.ts';

export async function eraseStudy(redis: RedisClient, keys: TutorKeys, student: Student): Promise<Erased> {
  const all = allKeysOf(keys, student);
  return { keys: all.length === 0 ? 0 : await redis.del(...all) };
}
