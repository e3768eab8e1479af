/**
 * Which task a message has begun at the other side, noted as soon as it is known. A run whose worker was killed while it waited goes on
 * waiting for that task, also at an agent that would take the same message for a new one.
 */
import { z } from 'zod';
import type { RedisClient } from '../../../platform/lua.ts';
import { remoteKeys } from '../keys.ts';

/** Longer than a killed run waits for its next worker. Ids only, so nothing of a person stays behind. */
const KEEP_SECONDS = 3_600;

const SentTask = z.object({ endpoint: z.string(), task_id: z.string() });
export type SentTask = z.infer<typeof SentTask>;

export type SentTasks = {
  find(messageId: string): Promise<SentTask | null>;
  note(messageId: string, sent: SentTask): Promise<void>;
};

export function createSentTasks(redis: RedisClient, tag: string): SentTasks {
  const keys = remoteKeys(tag);
  return {
    async find(messageId) {
      const json = await redis.get(keys.sent(messageId));
      return json === null ? null : (SentTask.safeParse(JSON.parse(json)).data ?? null);
    },
    async note(messageId, sent) {
      await redis.set(keys.sent(messageId), JSON.stringify(sent), 'EX', KEEP_SECONDS);
    },
  };
}
