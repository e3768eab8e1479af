/**
 * Deletes everything that the fleet keeps about one person: their tasks with events and journals, the sessions, the files of their
 * workspace, what each team keeps, and every job of theirs in every queue. Tasks under way are cancelled first, and their jobs waited
 * for, so that none writes afterwards.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Erased as ErasedByTeam, TeamModule } from '../src/engine/run/team-module.ts';
import type { Keys } from '../src/engine/task/keys.ts';
import { type Subject, TaskRequest } from '../src/engine/task/task.ts';
import type { WorkspaceStore } from '../src/engine/workspace/workspace.ts';
import { AppError } from '../src/platform/errors.ts';
import type { RedisClient } from '../src/platform/lua.ts';
import type { Admission } from './admission/admission.ts';
import { QUEUE_NAMES, type QueueName } from './catalogue.ts';
import { jobIdOf } from './compile.ts';
import type { FleetQueues } from './fleet-queues.ts';
import { sessionLane } from './session-lane.ts';

type Parts = {
  redis: RedisClient;
  keys: Keys;
  queues: FleetQueues;
  admission: Admission;
  modules: readonly TeamModule[];
  workspaces: WorkspaceStore;
};

export type Erased = { turns: number; sessions: number; jobs: number } & Required<ErasedByTeam>;

/** A cancelled job stops at its next step; a model call is aborted at once. */
const STOP_MS = 15_000;
const BATCH = 100;

/** The person as a subject, and as a user of teams that have no subject. */
export async function eraseSubject(parts: Parts, tenant: string, subject: Subject): Promise<Erased> {
  const { redis, keys, modules, workspaces } = parts;
  const erased: Erased = { turns: 0, sessions: 0, jobs: 0, keys: 0, files: 0, nodes: 0, edges: 0 };
  const sessions = new Set<string>();
  for (const module of modules) await module.erase?.stop(tenant, subject);
  for (const kind of [subject.kind, 'user']) {
    await eraseTasks(parts, keys.subject_tasks(tenant, kind, subject.id), erased, sessions);
  }
  for (const id of sessions) {
    erased.keys += await redis.del(
      keys.session(tenant, id),
      keys.messages(tenant, id),
      keys.session_state(tenant, id),
      keys.session_tasks(tenant, id),
      keys.session_events(tenant, id),
      keys.lane(tenant, sessionLane(id)),
    );
  }
  erased.sessions = sessions.size;
  erased.keys += await redis.del(keys.user_state(tenant, subject.id));
  for (const module of modules) {
    const gone = (await module.erase?.forget(tenant, subject)) ?? {};
    for (const part of ['keys', 'files', 'nodes', 'edges'] as const) erased[part] += gone[part] ?? 0;
  }
  // Only the files of this person as a user. Another user who spoke about them keeps their own files.
  erased.files += (await workspaces.erase(tenant, `user:${subject.id}`)).files;
  return erased;
}

/** Repeats until no task is left, so that a task which is admitted meanwhile is erased too. */
async function eraseTasks(parts: Parts, index: string, erased: Erased, sessions: Set<string>): Promise<void> {
  const { redis, admission } = parts;
  const next = () => redis.zrange(index, 0, BATCH - 1);
  for (let ids = await next(); ids.length > 0; ids = await next()) {
    await Promise.all(ids.map((id) => admission.cancel(id)));
    for (const { request, jobs, keys } of await Promise.all(ids.map((id) => eraseTask(parts, id)))) {
      if (request?.session_id) sessions.add(request.session_id);
      if (request?.kind === 'turn') erased.turns += 1;
      erased.jobs += jobs;
      erased.keys += keys;
    }
    await redis.zrem(index, ...ids);
  }
}

async function eraseTask(
  parts: Parts,
  id: string,
): Promise<{ request: TaskRequest | null; jobs: number; keys: number }> {
  const { redis, keys } = parts;
  const hash = await redis.hgetall(keys.task(id));
  const runs = Object.keys(hash).flatMap((field) => (field.startsWith('job:') ? [field.slice('job:'.length)] : []));
  const jobs = await removeJobs(parts, id, runs);
  const journals = runs.map((run) => keys.journal(id, run));
  const sent = Object.entries(hash).flatMap(([field, key]) => (field.startsWith('idempotency:') ? [key] : []));
  return {
    request: hash.request ? TaskRequest.parse(JSON.parse(hash.request)) : null,
    jobs,
    keys: await redis.del(keys.task(id), keys.events(id), keys.results(id), keys.temp(id), ...journals, ...sent),
  };
}

/** All jobs of one task: those of the runs that have begun, and then the task's own job with its children. */
async function removeJobs({ queues }: Parts, taskId: string, runs: readonly string[]): Promise<number> {
  const ids = runs.map((run) => jobIdOf(taskId, run));
  const removed = await Promise.all(QUEUE_NAMES.flatMap((name) => ids.map((id) => removeJob(queues, name, id))));
  return removed.reduce((sum, one) => sum + one, await removeJob(queues, 'turn', taskId));
}

/** A job that is being worked on cannot be removed; it ends soon, because its task has. */
async function removeJob(queues: FleetQueues, name: QueueName, id: string): Promise<number> {
  const queue = queues.queue(name);
  for (const until = Date.now() + STOP_MS; ; ) {
    const state = await queue.getJobState(id);
    if (state === 'unknown') return 0;
    if (state !== 'active' && (await queue.remove(id, { removeChildren: true }).catch(() => 0)) === 1) return 1;
    if (Date.now() > until)
      throw new AppError('conflict', 'A job of this person is still being worked on. Try again in a moment.');
    await sleep(50);
  }
}
