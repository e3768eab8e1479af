/**
 * Answers of remote agents, kept for the user who asked: given again while they are fresh, and later in place of an answer when the agent
 * is not available. An answer is found only by the same user, about the same subject, with the same question.
 */
import { z } from 'zod';
import type { Subject, Task } from '../../engine/task/task.ts';
import { canonicalJson } from '../../platform/canonical-json.ts';
import { callScript, defineScript, type RedisClient } from '../../platform/lua.ts';
import { sha256 } from '../../platform/sha256.ts';
import { LAYOUT, remoteKeys } from './keys.ts';

/** Of one user, or about one subject. The oldest make room. */
const MAX_ANSWERS = 200;
/** A larger answer is asked for each time: 200 of a megabyte would be too much to keep for one user. */
const MAX_CHARS = 64 * 1024;

const Kept = z.object({
  at: z.number(),
  output: z.record(z.string(), z.unknown()),
  execution_time_ms: z.number().optional(),
});

export type KeptAnswer = Omit<z.infer<typeof Kept>, 'at'> & { ageSeconds: number };

export type Question = {
  task: Pick<Task, 'tenant' | 'user_id' | 'subject' | 'about'>;
  agent: string;
  /** Two instances of a service may be two services: answers of another address are not its own. */
  endpoints: readonly string[];
  action: string;
  parameters: Record<string, unknown>;
  /** Of an agent that keeps the conversation: the same words mean something else in another one. */
  conversation?: string | undefined;
};

export type KeptAnswers = {
  find(question: Question): Promise<KeptAnswer | null>;
  keep(question: Question, answer: Pick<KeptAnswer, 'output' | 'execution_time_ms'>, seconds: number): Promise<void>;
  /** After an action that changes something: what the agent has told this user before may not be so any more. */
  outdate(question: Pick<Question, 'task' | 'agent'>): Promise<void>;
  /** How many were deleted. */
  forget(tenant: string, who: Subject): Promise<number>;
};

const KEEP = defineScript(
  'remote_keep',
  LAYOUT,
  `
local tenant, agent, digest, json = ARGV[1], ARGV[2], ARGV[3], ARGV[4]
local now, ms, most = tonumber(ARGV[5]), tonumber(ARGV[6]), tonumber(ARGV[7])
redis.call('SET', key_answer(digest), json, 'PX', ms)
for i = 8, #ARGV, 2 do
  local list = key_answers(tenant, ARGV[i], ARGV[i + 1])
  redis.call('ZREMRANGEBYSCORE', list, '-inf', now)
  redis.call('ZADD', list, now + ms, agent .. ':' .. digest)
  for _, member in ipairs(redis.call('ZRANGE', list, 0, -most - 1)) do
    redis.call('DEL', key_answer(member:match('[^:]+$')))
    redis.call('ZREM', list, member)
  end
  local last = redis.call('ZRANGE', list, -1, -1, 'WITHSCORES')
  redis.call('PEXPIREAT', list, last[2])
end
return 1
`,
);

/** Of all agents where none is named. */
const DROP = defineScript(
  'remote_drop',
  LAYOUT,
  `
local tenant, agent = ARGV[1], ARGV[2]
local dropped = 0
for i = 3, #ARGV, 2 do
  local list = key_answers(tenant, ARGV[i], ARGV[i + 1])
  for _, member in ipairs(redis.call('ZRANGE', list, 0, -1)) do
    if agent == '' or member:match('^[^:]+') == agent then
      dropped = dropped + redis.call('DEL', key_answer(member:match('[^:]+$')))
      redis.call('ZREM', list, member)
    end
  end
end
return dropped
`,
);

export function createKeptAnswers(redis: RedisClient, tag: string): KeptAnswers {
  const keys = remoteKeys(tag);
  return {
    async find(question) {
      const json = await redis.get(keys.answer(digestOf(question)));
      const kept = json === null ? undefined : Kept.safeParse(JSON.parse(json)).data;
      if (!kept) return null;
      const { at, ...answer } = kept;
      return { ...answer, ageSeconds: Math.max(0, (Date.now() - at) / 1000) };
    },
    async keep(question, answer, seconds) {
      const now = Date.now();
      const { task, agent } = question;
      const json = JSON.stringify({ at: now, ...answer });
      if (json.length > MAX_CHARS) return;
      const ms = Math.round(seconds * 1000);
      const args = [task.tenant, agent, digestOf(question), json, now, ms, MAX_ANSWERS, ...people(task)];
      await callScript(redis, KEEP, tag, args);
    },
    async outdate({ task, agent }) {
      await callScript(redis, DROP, tag, [task.tenant, agent, ...people(task)]);
    },
    async forget(tenant, { kind, id }) {
      return Number(await callScript(redis, DROP, tag, [tenant, '', kind, id, 'user', id]));
    },
  };
}

function digestOf({ task, agent, endpoints, action, parameters, conversation = '' }: Question): string {
  const { tenant, user_id, subject, about } = task;
  return sha256(canonicalJson([tenant, user_id, subject, about, agent, endpoints, action, parameters, conversation]));
}

/** Kind and id of each, one after the other. */
function people({ user_id, subject, about }: Question['task']): string[] {
  const found = [{ kind: 'user', id: user_id }, subject, about].filter((one) => one !== null);
  return found.flatMap(({ kind, id }) => [kind, id]);
}
