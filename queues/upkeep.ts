/**
 * Handles tasks that no worker runs: one whose flow was never added (the producer died in between) gets it now; one whose job was
 * given up, or whose deadline has passed, is ended, so that the next task of its lane can start. Runs on a schedule, on one worker
 * at a time.
 */
import type { Teams } from '../src/engine/agents/team.ts';
import type { EquipmentOf } from '../src/engine/run/equipment.ts';
import { prefaceData, prefaced, prefaceOf } from '../src/engine/run/preface.ts';
import { EMPTY_RESULT, type Task, type TaskError } from '../src/engine/task/task.ts';
import type { Log } from '../src/platform/log.ts';
import type { Admission } from './admission/admission.ts';
import type { FleetQueues } from './fleet-queues.ts';
import type { StartTask } from './start-task.ts';

const EVERY_MS = 5_000;
/** Longer than a task needs to be picked up again after a crash, so that the sweep does not race recovery. */
const STALE_MS = 10_000;
const BATCH = 100;

type Parts = {
  queues: FleetQueues;
  admission: Admission;
  teams: () => Teams;
  equipmentOf: EquipmentOf;
  startTask: StartTask;
  taskOf(id: string): Promise<Task | null>;
  /** Each team adds the jobs again that it has lost. */
  sweep(): Promise<void>;
  log: Log;
};

export async function scheduleUpkeep(queues: FleetQueues): Promise<void> {
  await queues.queue('trigger').upsertJobScheduler('upkeep', { every: EVERY_MS }, { name: 'upkeep', data: {} });
}

export async function upkeep(parts: Parts, staleMs = STALE_MS): Promise<{ restarted: number; failed: number }> {
  const done = { restarted: 0, failed: 0 };
  for (const id of await parts.admission.overdue(BATCH)) {
    await giveUp(parts, id, { code: 'timeout', detail: 'It was not done by its deadline.' });
    done.failed += 1;
  }
  for (const task of await parts.admission.stale(staleMs, BATCH)) {
    const state = await parts.queues.queue('turn').getJobState(task.id);
    if (state === 'unknown') {
      await parts.startTask(task);
      parts.log.warn({ task_id: task.id }, 'task.restarted');
      done.restarted += 1;
    } else if (state === 'failed' || state === 'completed') {
      await giveUp(parts, task.id, { code: 'internal', detail: 'It was given up after repeated crashes.' });
      done.failed += 1;
    }
  }
  await parts.sweep();
  return done;
}

async function giveUp(parts: Parts, id: string, error: TaskError): Promise<void> {
  const task = await parts.taskOf(id);
  if (!task) return;
  const team = parts.teams().get(task.team);
  const spoken = { preface: await prefaceOf(parts.equipmentOf(task.team).module, task) };
  const fallback = team?.agents.get(task.agent)?.fallback_reply ?? team?.fallback_reply;
  const { ended, next } = await parts.admission.end(id, {
    status: 'failed',
    result: { ...EMPTY_RESULT, error, data: prefaceData(spoken) },
    reply: fallback ? { agent: task.agent, text: prefaced(spoken, fallback) } : null,
  });
  // A task that had ended before has not failed.
  if (ended) parts.log.error({ task_id: id, code: error.code }, 'task.given_up');
  if (next) await parts.startTask(next);
}
