/**
 * Queues that an operator has paused. The pause is BullMQ's own; beside it stands since when and by whom. A pause or a resume that was
 * made elsewhere is noted by the next look, without a name.
 */
import { type Keys, LAYOUT } from '../src/engine/task/keys.ts';
import { callScript, defineScript, type RedisClient } from '../src/platform/lua.ts';
import { QUEUE_NAMES, type QueueName } from './catalogue.ts';

/** `by`: the credential, as the access log names it; null if it is not known. */
export type Pause = { queue: QueueName; since: string; by: string | null };

/** `resumedAt`: when a queue last went on after a pause, in ms since 1970. */
type Look = { paused: Pause[]; resumedAt: number };

export type Pauses = {
  /** `by` is who has just paused or resumed queues, if the caller knows. */
  look(by?: string): Promise<Look>;
};

export function createPauses(redis: RedisClient, keys: Keys): Pauses {
  return {
    async look(by) {
      const args = [Date.now(), by ?? '', ...QUEUE_NAMES];
      const [noted, resumedAt] = (await callScript(redis, lookAtPauses, keys.tag, args)) as [string[], string];
      const paused = noted.map((json) => {
        const [queue, at, name] = JSON.parse(json) as [QueueName, string, string];
        return { queue, since: new Date(Number(at)).toISOString(), by: name || null };
      });
      return { paused, resumedAt: Number(resumedAt) };
    },
  };
}

/** ARGV: now, who or '', names of queues. The field '' of the hash is when a queue was last resumed. */
const lookAtPauses = defineScript(
  'look_at_pauses',
  LAYOUT,
  `
local noted = {}
for i = 3, #ARGV do
  local queue = ARGV[i]
  if redis.call('HEXISTS', tag .. ':bull:' .. queue .. ':meta', 'paused') == 1 then
    redis.call('HSETNX', key_fleet_paused(), queue, cjson.encode({ queue, ARGV[1], ARGV[2] }))
    noted[#noted + 1] = redis.call('HGET', key_fleet_paused(), queue)
  elseif redis.call('HDEL', key_fleet_paused(), queue) == 1 then
    redis.call('HSET', key_fleet_paused(), '', ARGV[1])
  end
end
return { noted, redis.call('HGET', key_fleet_paused(), '') or '0' }
`,
);
