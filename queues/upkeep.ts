/**
 * Handles tasks that no worker runs. One whose flow was never added (the producer died in between) gets it now. One whose flow has lost
 * jobs is repaired: what is left of them is removed and the flow is added again; runs that are done are found by their results, and
 * steps by their journal. One that cannot be repaired, whose job was given up, or whose deadline has passed is ended, so that the next
 * task of its lane can start. Runs on a schedule, on one worker at a time.
 */
import type { Teams } from '../src/engine/agents/team.ts';
import type { EquipmentOf } from '../src/engine/run/equipment.ts';
import { prefaceData, prefaced, prefaceOf } from '../src/engine/run/preface.ts';
import { EMPTY_RESULT, type Task, type TaskError } from '../src/engine/task/task.ts';
import { AppError, toAppError } from '../src/platform/errors.ts';
import type { Log } from '../src/platform/log.ts';
import { asRedisOutage } from '../src/platform/redis-errors.ts';
import type { Admission, StartableTask } from './admission/admission.ts';
import type { StuckTask, TaskWatch } from './admission/watch.ts';
import { JOBS, type QueueName } from './catalogue.ts';
import type { FleetQueues } from './fleet-queues.ts';
import type { Pauses } from './pauses.ts';
import type { StartTask } from './start-task.ts';

const EVERY_MS = 5_000;
/** An operator may remove the scheduler, or all that its queue holds: then it is back within this time. */
const SCHEDULE_EVERY_MS = 30_000;

export type UpkeepTimes = {
  /** How long a task may hold its lane without a flow. Longer than a producer needs to add it. */
  unstartedMs: number;
  /** How long no job of a task may begin before its flow is looked at. Longer than jobs of a crashed worker need to go on elsewhere. */
  silentMs: number;
  /** How long no job of a task may begin before it is ended. Does not pass while an operator has paused a queue. */
  idleMs: number;
  /** How long a run may take; what is not done by then is left to the next one. */
  budgetMs: number;
};

export const TIMES = { unstartedMs: 10_000, silentMs: 15_000, budgetMs: 4_000 } as const;

type Parts = {
  queues: FleetQueues;
  admission: Admission;
  watch: TaskWatch;
  pauses: Pauses;
  teams: () => Teams;
  equipmentOf: EquipmentOf;
  startTask: StartTask;
  taskOf(id: string): Promise<Task | null>;
  /** Each team adds the jobs again that it has lost. */
  sweep(): Promise<void>;
  log: Log;
};

/** Returns a function that leaves the schedule to other processes. */
export async function keepUpkeep(queues: FleetQueues, everyMs = SCHEDULE_EVERY_MS): Promise<() => void> {
  await scheduleUpkeep(queues);
  const look = async () => {
    if (!(await queues.queue('upkeep').getJobScheduler('upkeep'))) await scheduleUpkeep(queues);
  };
  // An outage is reported by the connection.
  const timer = setInterval(() => look().catch(() => undefined), everyMs);
  return () => clearInterval(timer);
}

export async function scheduleUpkeep(queues: FleetQueues): Promise<void> {
  const job = { name: 'upkeep', data: {}, opts: JOBS.upkeep.options };
  await queues.queue('upkeep').upsertJobScheduler('upkeep', { every: EVERY_MS }, job);
  // Where it was before it had a queue of its own.
  await queues.queue('trigger').removeJobScheduler('upkeep');
}

export async function upkeep(parts: Parts, times: UpkeepTimes): Promise<{ restarted: number; failed: number }> {
  const { watch } = parts;
  const done = { restarted: 0, failed: 0 };
  const until = Date.now() + times.budgetMs;

  /** Tasks of one page side by side. One that fails does not keep the others from being handled; an outage ends the run. */
  async function each<T>(pages: AsyncGenerator<T[]>, idOf: (found: T) => string, handle: (found: T) => Promise<void>) {
    const handled = async (found: T) => {
      try {
        await handle(found);
      } catch (thrown) {
        const err = toAppError(asRedisOutage(thrown));
        if (err.code === 'redis_unavailable') throw err;
        parts.log.error({ err, task_id: idOf(found) }, 'task.upkeep_failed');
      }
    };
    for await (const page of pages) {
      await Promise.all(page.map(handled));
      if (Date.now() > until) return;
    }
  }
  const giveUp = async (id: string, error: TaskError) => {
    if (await endAsFailed(parts, id, error)) done.failed += 1;
  };
  const start = async (task: StartableTask) => {
    try {
      await parts.startTask(task);
    } catch (error) {
      if (!(error instanceof AppError && error.code === 'config')) throw error;
      await giveUp(task.id, { code: error.code, detail: error.message });
      return;
    }
    parts.log.warn({ task_id: task.id }, 'task.restarted');
    done.restarted += 1;
  };
  const free = async (task: StuckTask) => {
    for (const { queue, id } of task.jobs)
      await parts.queues.queue(queue as QueueName).remove(id, { removeChildren: false });
    if (task.verdict === 'broken') await start(task);
    else await giveUp(task.id, { code: 'internal', detail: 'It was given up after repeated crashes.' });
  };

  const taskId = ({ id }: StartableTask) => id;
  await each(watch.unstarted(times.unstartedMs), taskId, start);
  await each(watch.blocked(times.silentMs), taskId, start);
  await each(watch.stuck(times.silentMs), taskId, free);
  const { paused, resumedAt } = await parts.pauses.look();
  const idleSince = paused.length > 0 || resumedAt > Date.now() - times.idleMs ? 0 : Date.now() - times.idleMs;
  await each(
    watch.overdue(idleSince),
    (id) => id,
    (id) => giveUp(id, { code: 'timeout', detail: 'It was not done by its deadline.' }),
  );
  await parts.sweep();
  return done;
}

/** False if it had ended before: then it has not failed. */
async function endAsFailed(parts: Parts, id: string, error: TaskError): Promise<boolean> {
  const task = await parts.taskOf(id);
  if (!task) return false;
  const team = parts.teams().get(task.team);
  const { module } = parts.equipmentOf(task.team);
  const spoken = { preface: await prefaceOf(module, task, []) };
  const fallback = team?.agents.get(task.agent)?.fallback_reply ?? team?.fallback_reply;
  const { ended, next } = await parts.admission.end(id, {
    status: 'failed',
    result: { ...EMPTY_RESULT, error, data: prefaceData(spoken) },
    reply: fallback ? { agent: task.agent, text: prefaced(spoken, fallback) } : null,
    left: module.ended ? { ended: true, ms: 0 } : null,
  });
  if (ended) parts.log.error({ task_id: id, code: error.code }, 'task.given_up');
  if (next) await parts.startTask(next);
  return ended;
}
