/**
 * Runs of the code-generation pipeline that the coder has started: each is a task of its own, which goes on whatever becomes of the turn
 * that asked for it. Only those of the user are shown.
 */
import { z } from 'zod';
import type { Fleet } from '../../../engine/task/fleet.ts';
import type { Keys } from '../../../engine/task/keys.ts';
import { resultOf, type Task, TaskRequest } from '../../../engine/task/task.ts';
import type { RedisClient } from '../../../platform/lua.ts';

const PIPELINE = 'code-generation';
/** The last run that the user has asked for, in any of their conversations. */
export const LAST_RUN = 'user:code_run';

const RUN_ID = /^[A-Za-z0-9-]{1,64}$/;

type Parts = { redis: RedisClient; keys: Keys; fleet: Fleet };
type User = Pick<Task, 'tenant' | 'user_id'>;

const Output = z.object({ code: z.string().default(''), valid: z.boolean().nullish() });

type CodeRun = { run_id: string; status: string; code: string; valid: boolean | null; error: string | null };

export type CodeRuns = {
  start(user: User, input: Record<string, unknown>, key: string): Promise<string>;
  /** Null if the user has no such run. */
  read(user: User, id: string): Promise<CodeRun | null>;
};

export function createCodeRuns({ redis, keys, fleet }: Parts): CodeRuns {
  return {
    async start({ tenant, user_id }, input, key) {
      const { id } = await fleet.run({ tenant, user_id, name: PIPELINE, input, key });
      return id;
    },
    async read({ tenant, user_id }, id) {
      const hash = RUN_ID.test(id) ? await redis.hgetall(keys.task(id)) : {};
      if (hash.request === undefined) return null;
      const request = TaskRequest.parse(JSON.parse(hash.request));
      if (request.agent !== PIPELINE || request.tenant !== tenant || request.user_id !== user_id) return null;
      const { data, error } = resultOf(hash);
      const output = Output.safeParse(data.output ?? {});
      return {
        run_id: id,
        status: hash.status ?? 'queued',
        code: output.success ? output.data.code : '',
        valid: output.success ? (output.data.valid ?? null) : null,
        error: error?.detail ?? null,
      };
    },
  };
}
