/** How often a tool was called in one task. A call that is repeated after a crash has the same key and counts once. */
import { callScript, defineScript, type RedisClient } from '../../../platform/lua.ts';
import type { ResearchKeys } from '../keys.ts';

/** Longer than any task runs. */
const RETENTION_SECONDS = 86_400;

/** ARGV: set of calls, call, how many there may be, seconds. */
const countCall = defineScript(
  'count_call',
  {},
  `
local calls, call, most, seconds = unpack(ARGV)
if redis.call('SISMEMBER', calls, call) == 1 then return 1 end
if redis.call('SCARD', calls) >= tonumber(most) then return 0 end
redis.call('SADD', calls, call)
redis.call('EXPIRE', calls, seconds)
return 1
`,
);

export type ToolCall = { taskId: string; tool: string; key: string };

export function createCallStore(redis: RedisClient, keys: ResearchKeys) {
  /** False if the task has made as many calls already. */
  return async ({ taskId, tool, key }: ToolCall, most: number): Promise<boolean> =>
    (await callScript(redis, countCall, keys.tag, [keys.calls(taskId, tool), key, most, RETENTION_SECONDS])) === 1;
}
