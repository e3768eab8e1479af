/**
 * What happened in a conversation, for its summary: the first sentence of each of the last replies, in the session's own hash. Of a turn
 * about a patient no words are kept here, since the session may outlive the patient's data.
 */
import type { Keys } from '../../engine/task/keys.ts';
import type { Task } from '../../engine/task/task.ts';
import type { RedisClient } from '../../platform/lua.ts';
import { changeExisting, storedJson } from './store/owned.ts';

const MAX_LINES = 6;
const MAX_CHARS = 200;

type Line = { turn: string; said: string };

/** Safe to repeat: a turn has one line. A session that was erased is not brought back. */
export async function noteInSummary(redis: RedisClient, keys: Keys, task: Task, reply: string): Promise<void> {
  const session = keys.session(task.tenant, task.session_id ?? '');
  const before = (storedJson((await redis.hget(session, 'happened')) ?? undefined) ?? []) as Line[];
  const said = task.about ? 'A turn about a patient.' : firstSentence(reply);
  const lines = [...before.filter(({ turn }) => turn !== task.id), { turn: task.id, said }].slice(-MAX_LINES);
  await changeExisting(redis, keys.tag, session, { happened: JSON.stringify(lines) });
}

function firstSentence(text: string): string {
  const line = text.trim().split('\n')[0] ?? '';
  const sentence = /^.{10,}?[.!?](?=\s|$)/.exec(line)?.[0] ?? line;
  return sentence.length > MAX_CHARS ? `${sentence.slice(0, MAX_CHARS - 2)} …` : sentence;
}
