/**
 * An executor for the protocol's compatibility kit, behind the setting A2A_TCK: it answers by script, because no agent could from the
 * kit's prompts. Its tasks are stored, followed, listed, cancelled and pushed like any other; they run in a worker, as delivery jobs.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { Artifact, Message, StreamResponse, type Task, TaskState } from '@a2a-js/sdk';
import { ContentTypeNotSupportedError } from '@a2a-js/sdk/errors';
import { v7 as uuidv7 } from 'uuid';
import type { TeamModule } from '../../../engine/run/team-module.ts';
import type { Fleet } from '../../../engine/task/fleet.ts';
import type { Keys } from '../../../engine/task/keys.ts';
import { taskScript } from '../../../engine/task/lua.ts';
import { EMPTY_RESULT, TaskRequest, type TaskResult } from '../../../engine/task/task.ts';
import { callScript, type RedisClient } from '../../../platform/lua.ts';
import { message as messageOf, textPart } from '../parts.ts';
import { OwnWords, placeOf, requestOf, type TaskHash } from '../task-view.ts';
import { OWN_EVENT, update, withUpdate } from '../updates.ts';
import { MESSAGE_PREFIX, type ScenarioStep, scenarioOf } from './scenarios.ts';

export const TCK = 'a2a-tck';

type End = (
  id: string,
  ending: { status: 'completed' | 'failed'; result: TaskResult; reply: null },
) => Promise<unknown>;

type Parts = { redis: RedisClient; keys: Keys; fleet: Fleet; end: End };

const KEEP_SECONDS = 86_400;

/** ARGV: request as JSON, own words as JSON, now, seconds to keep. */
const admit = taskScript(
  'a2a_tck_admit',
  `
local id = cjson.decode(ARGV[1]).id
redis.call('HSET', key_task(id), 'request', ARGV[1], 'text', '', 'status', 'queued', 'created', ARGV[3], 'a2a', ARGV[2])
redis.call('EXPIRE', key_task(id), ARGV[4])
emit(id, 'queued', cjson.encode({ turn_id = id, position = 0 }))
redis.call('EXPIRE', key_events(id), ARGV[4])
`,
);

/** ARGV: task, own words as JSON, event as JSON or '', now. Nothing is said of a task that has ended. */
const say = taskScript(
  'a2a_tck_say',
  `
if ended(ARGV[1]) then return 0 end
redis.call('HSET', key_task(ARGV[1]), 'status', 'running', 'started', ARGV[4], 'a2a', ARGV[2])
if ARGV[3] ~= '' then emit(ARGV[1], '${OWN_EVENT}', ARGV[3]) end
return 1
`,
);

export type TckExecutor = ReturnType<typeof createTckExecutor>;

export function createTckExecutor({ redis, keys, fleet, end }: Parts) {
  const hashOf = (id: string) => redis.hgetall(keys.task(id)) as Promise<TaskHash>;
  const run = (id: string, messages: number) => fleet.deliver(TCK, id, `tck-${id}-${messages}`);

  async function tell(id: string, words: OwnWords, event: StreamResponse | null): Promise<boolean> {
    const json = event ? JSON.stringify(StreamResponse.toJSON(event)) : '';
    return (await callScript(redis, say, keys.tag, [id, JSON.stringify(words), json, Date.now()])) === 1;
  }

  async function toState(hash: TaskHash, words: OwnWords, state: TaskState): Promise<boolean> {
    const place = placeOf(requestOf(hash));
    const status = { state, message: undefined, timestamp: new Date().toISOString() };
    const { state: _before, ...rest } = words;
    const asked = state === TaskState.TASK_STATE_INPUT_REQUIRED ? { state: 'TASK_STATE_INPUT_REQUIRED' as const } : {};
    const event = update('statusUpdate', { ...place, status, metadata: undefined });
    return await tell(place.taskId, { ...rest, ...asked }, event);
  }

  async function step(id: string, one: ScenarioStep): Promise<boolean> {
    const hash = await hashOf(id);
    if (hash.a2a === undefined) return false;
    const words = OwnWords.parse(JSON.parse(hash.a2a));
    const place = placeOf(requestOf(hash));
    if (one.do === 'work') return await toState(hash, words, TaskState.TASK_STATE_WORKING);
    if (one.do === 'ask') return await toState(hash, words, TaskState.TASK_STATE_INPUT_REQUIRED);
    if (one.do === 'wait') {
      await sleep(one.ms);
      return true;
    }
    if (one.do === 'say') {
      const append = one.append ?? false;
      const said = { ...place, artifact: one.artifact, append, lastChunk: !one.more, metadata: undefined };
      const event = update('artifactUpdate', said);
      const before = { artifacts: words.artifacts.map((json) => Artifact.fromJSON(json)) } as Task;
      const artifacts = withUpdate(before, event).artifacts.map((after) => Artifact.toJSON(after));
      return await tell(id, { ...words, artifacts }, event);
    }
    if (one.do === 'complete') {
      const text =
        one.text === undefined
          ? {}
          : { message: Message.toJSON(messageOf('agent', `${id}-status`, place, [textPart(one.text)])) };
      const { state: _before, ...rest } = words;
      if (await tell(id, { ...rest, ...text }, null))
        await end(id, { status: 'completed', result: EMPTY_RESULT, reply: null });
      return false;
    }
    const error = { code: 'forbidden', detail: 'rejected' };
    const rejected = { ...words, state: 'TASK_STATE_REJECTED' as const };
    if (await tell(id, rejected, null))
      await end(id, { status: 'failed', result: { ...EMPTY_RESULT, error }, reply: null });
    return false;
  }

  const module: TeamModule = {
    name: TCK,
    subject: null,
    async deliver(id) {
      const { history = [] } = OwnWords.parse(JSON.parse((await hashOf(id)).a2a ?? '{}'));
      const last = Message.fromJSON(history.at(-1) ?? {});
      for (const one of scenarioOf(last.messageId)) if (!(await step(id, one))) break;
      return 'sent';
    },
  };

  return {
    module,

    reply(message: Message): Message | null {
      if (!message.messageId.startsWith(MESSAGE_PREFIX)) return null;
      const place = { taskId: '', contextId: message.contextId || uuidv7() };
      return messageOf('agent', uuidv7(), place, [textPart('Direct message response')]);
    },

    /** The kit uses a messageId for several messages, so here, and only here, each message is a task. */
    async take(
      { principal }: { principal: { tenant: string; subject: string | null } },
      message: Message,
    ): Promise<string> {
      checkTypes(message);
      const [id, contextId] = [uuidv7(), message.contextId || uuidv7()];
      const request = TaskRequest.parse({
        id,
        kind: 'turn',
        tenant: principal.tenant,
        user_id: principal.subject ?? 'tck',
        session_id: contextId,
        team: TCK,
        agent: TCK,
        origin: { kind: 'user', a2a: { message_id: message.messageId } },
        created_at: new Date().toISOString(),
      });
      const words: OwnWords = { history: [Message.toJSON({ ...message, taskId: id, contextId })], artifacts: [] };
      const args = [JSON.stringify(request), JSON.stringify(words), Date.now(), KEEP_SECONDS];
      await callScript(redis, admit, keys.tag, args);
      await run(id, 1);
      return id;
    },

    async resume(id: string, message: Message): Promise<void> {
      checkTypes(message);
      const hash = await hashOf(id);
      const words = OwnWords.parse(JSON.parse(hash.a2a ?? '{}'));
      const further = Message.toJSON({ ...message, ...placeOf(requestOf(hash)) });
      const history = [...words.history, further];
      await toState(hash, { ...words, history }, TaskState.TASK_STATE_WORKING);
      await run(id, history.length);
    },
  };
}

function checkTypes({ parts }: Message): void {
  if (parts.some(({ mediaType }) => !/^(text\/plain|application\/json)?$/.test(mediaType)))
    throw new ContentTypeNotSupportedError();
}
