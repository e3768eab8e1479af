/** Admits runs of functions and pipelines, looks them up and cancels them: what the routes do, without HTTP. */
import { v7 as uuidv7 } from 'uuid';
import type { OpenFleet } from '../../queues/open-fleet.ts';
import { type Asker, mayAskFor } from '../../src/engine/access/principal.ts';
import type { CallOptions } from '../../src/engine/run/functions.ts';
import type { Keys } from '../../src/engine/task/keys.ts';
import { type Origin, ownerOf, TaskRequest } from '../../src/engine/task/task.ts';
import { RUN } from '../../src/functions/functions-module.ts';
import { FUNCTIONS_TEAM } from '../../src/functions/functions-team.ts';
import { AppError } from '../../src/platform/errors.ts';
import type { Log } from '../../src/platform/log.ts';
import { sha256 } from '../../src/platform/sha256.ts';
import { isRedisOutage } from '../http/problem.ts';
import { type RunView, runView } from './run-view.ts';

export type NewRun = {
  /** Of the function or pipeline. */
  name: string;
  input: Record<string, unknown>;
  options: CallOptions;
  user_id: string;
  patient_id?: string | undefined;
  conversation_id?: string | undefined;
  message_id?: string | undefined;
};

type Parts = Pick<OpenFleet, 'redis' | 'admission' | 'submitTask'> & { keys: Keys; log: Log };

export type RunDesk = ReturnType<typeof createRunDesk>;

const RUN_ID = /^[A-Za-z0-9-]{1,64}$/;

export function createRunDesk({ redis, keys, admission, submitTask, log }: Parts) {
  /** A run that the asker may not see is answered like one that does not exist. */
  async function hashOf(asker: Asker, id: string): Promise<Record<string, string>> {
    const hash = RUN_ID.test(id) ? await redis.hgetall(keys.task(id)) : {};
    const request = hash.request === undefined ? null : TaskRequest.parse(JSON.parse(hash.request));
    if (request?.kind !== RUN || !mayAskFor(asker, ownerOf(request)))
      throw new AppError('not_found', 'There is no such run. Runs are kept for TURN_RETENTION_DAYS after they end.');
    return hash;
  }

  return {
    /** The same key and body give the same run. */
    async take(
      asker: Asker,
      run: NewRun,
      idempotencyKey: string | undefined,
      origin?: Origin,
    ): Promise<{ id: string; isNew: boolean }> {
      const id = uuidv7();
      const { name, input, options, user_id, patient_id, conversation_id, message_id } = run;
      const text = JSON.stringify(input);
      const { id: taken } = await submitTask({
        request: {
          id,
          kind: RUN,
          tenant: asker.tenant,
          user_id,
          ...(patient_id !== undefined && { about: { kind: 'patient', id: patient_id } }),
          team: FUNCTIONS_TEAM,
          agent: name,
          ...(origin && { origin }),
          input: {
            options,
            ...(conversation_id !== undefined && { conversation_id }),
            ...(message_id !== undefined && { message_id }),
          },
        },
        text,
        boundUser: asker.people ? user_id : asker.user_id,
        idempotency:
          idempotencyKey === undefined ? null : { key: sha256(idempotencyKey), body: sha256(JSON.stringify(run)) },
        onStartFailed(failed, error) {
          if (!isRedisOutage(error)) throw error;
          log.warn({ task_id: failed }, 'run.start_delayed');
        },
      });
      return { id: taken, isNew: taken === id };
    },

    async find(asker: Asker, id: string): Promise<RunView> {
      return runView(await hashOf(asker, id));
    },

    async cancel(asker: Asker, id: string): Promise<void> {
      await hashOf(asker, id);
      const { outcome } = await admission.cancel(id);
      if (outcome === 'ended') throw new AppError('conflict', 'The run has already ended; there is nothing to cancel.');
    },
  };
}

/** From a body that fits the request of its function or pipeline. */
export function newRun(name: string, body: Record<string, unknown>): NewRun {
  const { preset, variant, quality, over_budget, cache, citations, ...rest } = body;
  const { user_id, patient_id, conversation_id, message_id, ...input } = rest;
  const options = { preset, variant, quality, over_budget, cache, citations } as NewRun['options'];
  return { name, input, options, user_id, patient_id, conversation_id, message_id } as NewRun;
}
