/**
 * Does for ended tasks what their teams still have to do: what `fanIn` has left, a second try of
 * agents that rules stood in for, and `ended`. The worker that ends a task calls this at
 * once; what it could not do, or died over, upkeep tries again for as long as the task is kept. Both may do the same work: hooks must
 * not mind.
 */
import { z } from 'zod';
import type { EquipmentOf } from '../src/engine/run/equipment.ts';
import type { Keys } from '../src/engine/task/keys.ts';
import { taskScript } from '../src/engine/task/lua.ts';
import { settled, type Task, TaskRequest, TaskResult } from '../src/engine/task/task.ts';
import { toAppError } from '../src/platform/errors.ts';
import type { Log } from '../src/platform/log.ts';
import { callScript, type RedisClient } from '../src/platform/lua.ts';
import type { TryAgain } from './try-again.ts';

const BATCH = 20;
/** Time for one sweep; upkeep has other things to do. */
const SWEEP_MS = 20_000;
const FIRST_RETRY_MS = 5_000;
const LONGEST_RETRY_MS = 60_000;

/** `work` is what `fanIn` has left; `ms` the time of all runs; `again` the agents that rules stood in for. */
const Left = z.object({
  ended: z.boolean(),
  ms: z.number(),
  work: z.unknown().optional(),
  again: z.array(z.string()).optional(),
});
export type Left = z.infer<typeof Left>;

export type EndedTask = { task: Task; result: TaskResult; reply: string | null; left: Left };

/** ARGV: now, up to which time of the next try, how many, first and longest wait. Each is given to one caller, until its next try. */
const claimUnfinished = taskScript(
  'claim_unfinished',
  `
local now, due, limit, first, longest = tonumber(ARGV[1]), ARGV[2], ARGV[3], tonumber(ARGV[4]), tonumber(ARGV[5])
local found = {}
for _, id in ipairs(redis.call('ZRANGEBYSCORE', key_unfinished(), '-inf', due, 'LIMIT', 0, limit)) do
  local key = key_task(id)
  local fields = redis.call('HMGET', key, 'left', 'request', 'text', 'result', 'reply', 'used')
  if fields[1] and fields[2] then
    local tries = redis.call('HINCRBY', key, 'left_tries', 1)
    redis.call('ZADD', key_unfinished(), now + math.min(longest, first * 2 ^ (tries - 1)), id)
    found[#found + 1] = { id, tries, unpack(fields) }
  else
    -- The task has expired or was erased, and with it what was to be done.
    redis.call('ZREM', key_unfinished(), id)
  end
end
return found
`,
);

/** ARGV: task. */
const forgetUnfinished = taskScript(
  'forget_unfinished',
  `
redis.call('ZREM', key_unfinished(), ARGV[1])
redis.call('HDEL', key_task(ARGV[1]), 'left', 'left_tries')
`,
);

type Found = [
  id: string,
  tries: number,
  left: string,
  request: string,
  text: string,
  result: string,
  reply: string | null,
  used: string | null,
];
type Parts = { redis: RedisClient; keys: Keys; equipmentOf: EquipmentOf; tryAgain: TryAgain };

export type Unfinished = ReturnType<typeof createUnfinished>;

export function createUnfinished({ redis, keys, equipmentOf, tryAgain }: Parts) {
  /** False if it failed: it stays to be tried again. */
  async function finish({ task, result, reply, left }: EndedTask, log: Log, tries = 0): Promise<boolean> {
    const { module } = equipmentOf(task.team);
    try {
      if (left.work !== undefined) await module.finish?.(task, left.work);
      if (left.again) await tryAgain(task, left.again);
      if (left.ended) await module.ended?.({ task, result, reply, ms: left.ms });
      await callScript(redis, forgetUnfinished, keys.tag, [task.id]);
      return true;
    } catch (thrown) {
      const error = toAppError(thrown);
      log.warn({ err: error, code: error.code, task_id: task.id, tries }, 'task.unfinished');
      return false;
    }
  }

  /** What cannot be read stays too, and does not keep the others from being done. */
  async function finishLate([id, tries, left, request, text, result, reply, used]: Found, log: Log): Promise<boolean> {
    try {
      const task = { ...TaskRequest.parse(JSON.parse(request)), text };
      const whole = settled(TaskResult.parse(JSON.parse(result)), used);
      const ended = { task, result: whole, reply, left: Left.parse(JSON.parse(left)) };
      return await finish(ended, log, tries);
    } catch (err) {
      log.error({ err, task_id: id, tries }, 'task.unfinished');
      return false;
    }
  }

  return {
    finish,
    /** Tries everything whose next try is due, one after the other, in the order of their times. `aheadMs` also takes what is due later. */
    async sweep(log: Log, aheadMs = 0): Promise<{ finished: number; waiting: number }> {
      const began = performance.now();
      const due = Date.now() + aheadMs;
      const done = { finished: 0, waiting: 0 };
      const seen = new Set<string>();
      while (performance.now() - began < SWEEP_MS) {
        const args = [Date.now(), due, BATCH, FIRST_RETRY_MS, LONGEST_RETRY_MS];
        const found = ((await callScript(redis, claimUnfinished, keys.tag, args)) as Found[]).filter(
          ([id]) => !seen.has(id),
        );
        if (found.length === 0) break;
        for (const one of found) {
          const [id, tries] = one;
          seen.add(id);
          if (await finishLate(one, log)) {
            done.finished += 1;
            log.info({ task_id: id, tries }, 'task.finished_late');
          } else done.waiting += 1;
        }
      }
      return done;
    },
  };
}
