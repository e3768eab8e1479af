/**
 * The one way in for a task, whether a client sends it or the fleet itself: fills in what was not said, adds the state that its team
 * begins with, admits it, and adds its flow if its lane is free. What its user must know before any answer is told at once: a model may
 * take minutes to its first word, and the lane may be busy.
 */
import type { z } from 'zod';
import type { Teams } from '../src/engine/agents/team.ts';
import type { EquipmentOf } from '../src/engine/run/equipment.ts';
import { alarmOf, prefaceOf } from '../src/engine/run/preface.ts';
import { HISTORY, toMessage } from '../src/engine/run/run-store.ts';
import type { Keys } from '../src/engine/task/keys.ts';
import { readTask } from '../src/engine/task/read-task.ts';
import { type Task, TaskRequest } from '../src/engine/task/task.ts';
import { toAppError } from '../src/platform/errors.ts';
import type { Log } from '../src/platform/log.ts';
import type { RedisClient } from '../src/platform/lua.ts';
import type { Admission, Admitted, NewTask } from './admission/admission.ts';
import { taskQueue } from './compile.ts';
import { sessionLane } from './session-lane.ts';
import type { StartTask } from './start-task.ts';

/** The lane of a task with a session is the session's. */
export type Submission = Pick<NewTask, 'text'> &
  Partial<Pick<NewTask, 'doubleText' | 'idempotency' | 'boundUser' | 'people' | 'needs'>> & {
    request: Omit<z.input<typeof TaskRequest>, 'lane' | 'created_at'>;
    /** Called where the task was admitted and could not be started: upkeep starts it. Without it the error is thrown. */
    onStartFailed?(id: string, error: unknown): void;
  };

export type SubmitTask = (submission: Submission) => Promise<Admitted>;

type Parts = {
  admission: Admission;
  startTask: StartTask;
  equipmentOf: EquipmentOf;
  teams: () => Teams;
  redis: RedisClient;
  keys: Keys;
  log: Log;
};

export function createSubmitTask({ admission, startTask, equipmentOf, teams, redis, keys, log }: Parts): SubmitTask {
  async function raiseAlarm(task: Task): Promise<void> {
    const { id, tenant, session_id: session } = task;
    try {
      const history = session ? await redis.lrange(keys.messages(tenant, session), -HISTORY, -1) : [];
      const alarm = alarmOf({ preface: await prefaceOf(equipmentOf(task.team).module, task, history.map(toMessage)) });
      if (alarm) await admission.alarm(id, alarm);
    } catch (thrown) {
      // The first worker that has the task tells it.
      log.warn({ task_id: id, code: toAppError(thrown).code }, 'task.alarm_delayed');
    }
  }

  return async ({
    request: given,
    text,
    doubleText = 'enqueue',
    idempotency = null,
    boundUser,
    people,
    needs,
    onStartFailed,
  }) => {
    const root = teams().get(given.team)?.agents.get(given.agent);
    const queue = root ? taskQueue(root) : 'turn';
    const request = TaskRequest.parse({
      ...given,
      ...(queue !== 'turn' && { queue }),
      lane: given.session_id ? sessionLane(given.session_id) : null,
      created_at: new Date().toISOString(),
    });
    const { team, agent } = request;
    const state = equipmentOf(team).module.opening?.(request) ?? {};
    const admitted = await admission.admit({ request, text, state, doubleText, idempotency, boundUser, people, needs });
    const { outcome, origin = request.origin.kind } = admitted;
    // Nobody waits for it: the message is taken, whatever it says.
    if (request.origin.kind === 'user' && outcome !== 'known') {
      const whole = outcome === 'merged' ? await readTask(redis, keys, admitted.id) : { ...request, text };
      if (whole) void raiseAlarm(whole);
    }
    if (outcome !== 'started') return admitted;
    try {
      await startTask({ id: admitted.id, team, agent, origin });
    } catch (thrown) {
      if (!onStartFailed) throw thrown;
      onStartFailed(admitted.id, thrown);
    }
    return admitted;
  };
}
