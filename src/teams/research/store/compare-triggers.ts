/**
 * Upkeep of triggers: one page of those that are due later and one page of what repeats in the queue are compared, and where they disagree
 * the job follows the stored trigger. What is due, or soon will be, is left to its job and to the sweep.
 */
import type { Fleet } from '../../../engine/task/fleet.ts';
import type { RedisClient } from '../../../platform/lua.ts';
import { redisNow } from '../../../platform/redis-clock.ts';
import { sideBySide } from '../../../platform/side-by-side.ts';
import { MIN_INTERVAL_MS } from '../../schedule.ts';
import type { ResearchKeys } from '../keys.ts';

const PAGE = 100;
const AT_ONCE = 20;

type Parts = {
  redis: RedisClient;
  keys: ResearchKeys;
  jobs: { repeating(cursor: string): ReturnType<Fleet['repeating']> } & {
    unplanned(due: { id: string; at: number }[]): Promise<string[]>;
  };
  /** Makes the job of a trigger agree with what is stored. */
  follow(id: string, now: Date): Promise<void>;
};

/** One step through both lists; each begins again when it has ended. Returns how many triggers disagreed with the queue. */
export async function compareTriggers({ redis, keys, jobs, follow }: Parts): Promise<number> {
  const [triggers, repeating] = await redis.hmget(keys.compared(), 'triggers', 'repeating');
  const now = await redisNow(redis);
  const soon = now.getTime() + MIN_INTERVAL_MS;
  const [next, page] = await redis.zscan(keys.due(), triggers ?? '0', 'COUNT', PAGE);
  const stored = page.flatMap((id, at) => (at % 2 === 0 ? [{ id, at: Number(page[at + 1]) }] : []));
  const queued = await jobs.repeating(repeating ?? '0');
  const ids = queued.found.map(({ id }) => id);
  const due = ids.length > 0 ? await redis.zmscore(keys.due(), ...ids) : [];
  const unlike = ids.filter((_, at) => {
    const score = due[at] ?? null;
    return score === null || (Number(score) !== queued.found[at]?.at && Number(score) > soon);
  });
  const wrong = new Set([...(await jobs.unplanned(stored.filter(({ at }) => at > soon))), ...unlike]);
  await sideBySide([...wrong], AT_ONCE, (id) => follow(id, now));
  if (next === '0' && queued.cursor === '0') await redis.del(keys.compared());
  else await redis.hset(keys.compared(), { triggers: next, repeating: queued.cursor });
  return wrong.size;
}
