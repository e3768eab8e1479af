/**
 * A message that does not say whom it is about becomes a task that asks for it (`input-required`), under the id that its turn will have.
 * It is kept beside the tasks, not among them: no worker has it, and nothing of it is anybody's until the answer says whose it is.
 */
import { Message, type Part } from '@a2a-js/sdk';
import { v7 as uuidv7 } from 'uuid';
import type { EquipmentOf } from '../../src/engine/run/equipment.ts';
import { prefaced, prefaceOf } from '../../src/engine/run/preface.ts';
import type { Keys } from '../../src/engine/task/keys.ts';
import { TaskRequest } from '../../src/engine/task/task.ts';
import type { A2aKeys } from '../../src/interop/a2a/keys.ts';
import { message as messageOf, textPart } from '../../src/interop/a2a/parts.ts';
import { OwnWords, originOf, placeOf, requestOf, type TaskHash } from '../../src/interop/a2a/task-view.ts';
import { AppError } from '../../src/platform/errors.ts';
import type { RedisClient } from '../../src/platform/lua.ts';
import { sha256 } from '../../src/platform/sha256.ts';

/** What the message said already: the fields of its turn without its text, and the text. */
export type Said = { fields: Record<string, unknown>; text: string };

export type Asking = ReturnType<typeof createAsking>;

/** A patient's words without an owner are kept no longer than a conversation pauses. */
const KEEP_SECONDS = 3_600;

const ANSWERS = ['patient_id', 'user_id'];
/** An answer in words; a bare word is none, because any word could be an id. */
const SPOKEN = /^\s*(patient_id|user_id)\s*[:=]\s*"?([A-Za-z0-9][A-Za-z0-9._@-]*)"?\s*$/;

type Parts = { redis: RedisClient; own: A2aKeys; keys: Pick<Keys, 'task'>; equipmentOf: EquipmentOf };

export function createAsking({ redis, own: keys, keys: tasks, equipmentOf }: Parts) {
  const read = (id: string): Promise<TaskHash> => redis.hgetall(keys.asked(id));

  return {
    read,
    remove: (id: string) => redis.del(keys.asked(id)),

    /** The same message asks once; with other content it is refused. */
    async ask(tenant: string, team: string, message: Message, said: Said, error: AppError): Promise<string> {
      const id = message.taskId || idOf(tenant, message);
      // It was answered meanwhile.
      if (await redis.exists(tasks.task(id))) return id;
      const before = await read(id);
      if (message.taskId === '' && before.said !== undefined && JSON.parse(before.said).text === said.text) return id;
      if (message.taskId === '' && before.said !== undefined)
        throw new AppError('idempotency_conflict', 'This messageId belongs to an earlier message with other content.');
      const known = before.request === undefined ? null : requestOf(before);
      const request = TaskRequest.parse({
        id,
        kind: 'turn',
        tenant,
        user_id: said.fields.user_id ?? '',
        session_id: known?.session_id ?? (message.contextId || uuidv7()),
        team,
        agent: team,
        origin: { kind: 'user', a2a: (known && originOf(known)) ?? { message_id: message.messageId } },
        created_at: new Date().toISOString(),
      });
      const place = placeOf(request);
      const missing = (error.errors ?? []).map(({ path }) => path);
      // An emergency does not wait for an id.
      const preface = await prefaceOf(equipmentOf(team).module, { ...request, text: said.text }, []);
      const words: OwnWords = {
        state: 'TASK_STATE_INPUT_REQUIRED',
        message: Message.toJSON(
          messageOf('agent', `${id}-status`, place, [textPart(prefaced({ preface }, question(missing, error)))]),
        ),
        history: [...historyOf(before), Message.toJSON({ ...message, ...place })],
        artifacts: [],
      };
      const hash = {
        request: JSON.stringify(request),
        said: JSON.stringify(said),
        status: 'queued',
        created: Date.now(),
        a2a: JSON.stringify(words),
      };
      await redis.multi().hset(keys.asked(id), hash).expire(keys.asked(id), KEEP_SECONDS).exec();
      return id;
    },

    /** What was said so far with the answer to it. Other words of the answer belong to the message. */
    answered(hash: TaskHash, { parts }: Message, text: (parts: readonly Part[]) => string): Said {
      const { fields, text: first } = JSON.parse(hash.said ?? '{}') as Said;
      const given: Record<string, unknown> = { ...fields };
      const words: Part[] = [];
      for (const part of parts) {
        const [, field, value] = (part.content?.$case === 'text' && SPOKEN.exec(part.content.value)) || [];
        if (field !== undefined) given[field] = value;
        else if (part.content?.$case === 'data') Object.assign(given, answersIn(part.content.value));
        else words.push(part);
      }
      const more = text(words);
      return { fields: given, text: more === '' || more === first ? first : `${first}\n${more}` };
    },
  };
}

function idOf(tenant: string, { messageId }: Message): string {
  return sha256(`${tenant} ${messageId}`).slice(0, 32);
}

/** Whether a turn is refused only because it does not say who it is about or who asks. */
export function isUnsaid(thrown: unknown): thrown is AppError {
  const errors = thrown instanceof AppError && thrown.code === 'invalid' ? thrown.errors : undefined;
  return errors?.every(({ path, message }) => ANSWERS.includes(path) && message.startsWith('is missing')) ?? false;
}

function question(missing: readonly string[], { message }: AppError): string {
  const [field = 'patient_id'] = missing;
  return (
    `${message} Send a message with this taskId and ${field} in its metadata, ` +
    `as a data part {"${field}": "…"}, or as the text "${field}: …".`
  );
}

function historyOf({ a2a }: TaskHash): unknown[] {
  return a2a === undefined ? [] : OwnWords.parse(JSON.parse(a2a)).history;
}

function answersIn(value: unknown): Record<string, unknown> {
  const given = Object.entries(typeof value === 'object' && value !== null ? value : {});
  return Object.fromEntries(given.filter(([field]) => ANSWERS.includes(field)));
}
