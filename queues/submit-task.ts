/**
 * The one way in for a task, whether a client sends it or the fleet itself: fills in what was not said, adds the state that its team
 * begins with, admits it, and adds its flow if its lane is free.
 */
import type { z } from 'zod';
import type { Teams } from '../src/engine/agents/team.ts';
import type { EquipmentOf } from '../src/engine/run/equipment.ts';
import { TaskRequest } from '../src/engine/task/task.ts';
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

type Parts = { admission: Admission; startTask: StartTask; equipmentOf: EquipmentOf; teams: () => Teams };

export function createSubmitTask({ admission, startTask, equipmentOf, teams }: Parts): SubmitTask {
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
    if (admitted.outcome !== 'started') return admitted;
    try {
      await startTask({ id: admitted.id, team, agent });
    } catch (thrown) {
      if (!onStartFailed) throw thrown;
      onStartFailed(admitted.id, thrown);
    }
    return admitted;
  };
}
