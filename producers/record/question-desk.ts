/** A question about a record, as a task that a worker runs: admitted, waited for, and cancelled if the client leaves. */
import type { Response } from 'express';
import { v7 as uuidv7 } from 'uuid';
import type { OpenFleet } from '../../queues/open-fleet.ts';
import type { Keys } from '../../src/engine/task/keys.ts';
import { ENDED_STATUSES, resultOf, type TaskRequest } from '../../src/engine/task/task.ts';
import { AppError, ERRORS, type ErrorCode } from '../../src/platform/errors.ts';
import { QUESTION, QUESTION_AGENT } from '../../src/teams/health/record-question.ts';
import type { EventHub } from '../turns/event-hub.ts';
import { waitForEnd } from '../turns/wait-for-end.ts';

type Parts = Pick<OpenFleet, 'redis' | 'admission' | 'submitTask'> & {
  keys: Keys;
  hub: EventHub;
  stopping: AbortSignal;
  /** How long a question may take. */
  seconds: number;
};

export type Question = {
  tenant: string;
  userId: string;
  patientId: string;
  text: string;
  location: TaskRequest['user_location'];
};

export type QuestionDesk = ReturnType<typeof createQuestionDesk>;

/** The answer goes to the client; what stands in Redis is only for those who look into what went wrong. */
const KEPT_SECONDS = 3600;
/** For the fan-in after the deadline, which says what was not done. */
const GRACE_MS = 2_000;

export function createQuestionDesk({ redis, keys, admission, submitTask, hub, stopping, seconds }: Parts) {
  return {
    async ask(question: Question, response: Response): Promise<{ answer: string; data: Record<string, unknown> }> {
      const id = uuidv7();
      await submitTask({
        request: {
          id,
          kind: QUESTION,
          tenant: question.tenant,
          user_id: question.userId,
          subject: { kind: 'patient', id: question.patientId },
          team: 'health',
          agent: QUESTION_AGENT,
          user_location: question.location,
          deadline_ms: Date.now() + seconds * 1000,
          retention_seconds: KEPT_SECONDS,
        },
        text: question.text,
      });
      await waitForEnd(hub, id, seconds * 1000 + GRACE_MS, response, stopping);
      const hash = await redis.hgetall(keys.task(id));
      if (!ENDED_STATUSES.has(hash.status ?? '')) {
        await admission.cancel(id);
        if (stopping.aborted) throw new AppError('shutting_down', 'This process is closing; please ask again.');
        throw new AppError('timeout', `The question was not answered within ${seconds} seconds.`);
      }
      if (hash.status === 'cancelled') throw new AppError('cancelled', 'The question was cancelled.');
      const result = resultOf(hash);
      if (result.error) throw new AppError(codeOf(result.error.code), result.error.detail);
      return { answer: hash.reply ?? '', data: result.data };
    },
  };
}

function codeOf(code: string): ErrorCode {
  return code in ERRORS ? (code as ErrorCode) : 'internal';
}
