/**
 * Removes everything that the fleet keeps about one person: the record, the turns with their events and journals, the sessions, the
 * files of their workspace, their research agents, and every job of theirs in every queue. Turns under way are cancelled first, and their jobs waited for, so
 * that none files a fact behind us.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { TurnRequest } from '../src/engine/task/turn.ts';
import type { WorkspaceStore } from '../src/engine/workspace/workspace.ts';
import { AppError } from '../src/platform/errors.ts';
import type { Keys } from '../src/platform/keys.ts';
import type { RedisClient } from '../src/platform/lua.ts';
import { type PatientRecord, patientKey } from '../src/record/record.ts';
import { eraseResearch, stopResearch } from '../src/teams/research/store/erase-research.ts';
import { QUEUE_NAMES, type QueueName } from './catalogue.ts';
import { jobIdOf } from './compile.ts';
import type { FleetQueues } from './fleet-queues.ts';
import type { Gate } from './gate/gate.ts';

type Parts = {
  redis: RedisClient;
  keys: Keys;
  queues: FleetQueues;
  gate: Gate;
  record: PatientRecord;
  workspaces: WorkspaceStore;
  dataDir: string;
};

export type Erased = {
  turns: number;
  sessions: number;
  jobs: number;
  keys: number;
  files: number;
  nodes: number;
  edges: number;
};

/** A cancelled job stops at its next step; a model call is aborted at once. */
const STOP_MS = 15_000;
const BATCH = 100;

export async function erasePatient(parts: Parts, tenant: string, patientId: string): Promise<Erased> {
  const { redis, keys, gate, record, workspaces } = parts;
  const index = keys.patientTurns(tenant, patientId);
  const erased: Erased = { turns: 0, sessions: 0, jobs: 0, keys: 0, files: 0, nodes: 0, edges: 0 };
  const sessions = new Set<string>();
  const owner = { tenant, user_id: patientId };
  await stopResearch(parts, owner);
  // A message that comes in meanwhile is another turn: we go on until there is none.
  for (
    let ids = await redis.zrange(index, 0, BATCH - 1);
    ids.length > 0;
    ids = await redis.zrange(index, 0, BATCH - 1)
  ) {
    for (const id of ids) await gate.cancel(id);
    const requests = await Promise.all(ids.map((id) => redis.hget(keys.turn(id), 'request')));
    for (const json of requests) if (json) sessions.add(TurnRequest.parse(JSON.parse(json)).session_id);
    for (const id of ids) erased.jobs += await removeJobs(parts, id);
    for (const id of ids)
      erased.keys += await redis.del(keys.turn(id), keys.events(id), keys.journal(id), `${keys.turn(id)}:temp`);
    await redis.zrem(index, ...ids);
    erased.turns += ids.length;
  }
  for (const id of sessions) {
    const session = keys.session(tenant, id);
    erased.keys += await redis.del(
      session,
      ...['messages', 'state', 'turns', 'lane', 'events'].map((part) => `${session}:${part}`),
    );
  }
  erased.sessions = sessions.size;
  erased.keys += await redis.del(`${keys.tag}:user:${tenant}:${patientId}:state`);
  // The files that were kept for them as a user. A clinician who spoke about them is another user, and keeps theirs.
  const research = await eraseResearch(parts, owner);
  erased.keys += research.keys;
  erased.files = research.files + (await workspaces.erase(tenant, `user:${patientId}`)).files;
  const graph = await record.erase(patientKey(tenant, patientId));
  // What was deleted still stands in the append-only file until that is written anew. A managed Redis may not let us.
  await redis.call('BGREWRITEAOF').catch(() => undefined);
  return { ...erased, ...graph };
}

/** All jobs of one turn: those that its journal names, and the turn's own with whatever hangs below it. */
async function removeJobs({ redis, keys, queues }: Parts, turnId: string): Promise<number> {
  const fields = await redis.hkeys(keys.journal(turnId));
  const runs = new Set(fields.map((field) => field.slice(0, field.lastIndexOf('/'))));
  let removed = 0;
  for (const name of QUEUE_NAMES) {
    for (const run of runs) removed += await removeJob(queues, name, jobIdOf(turnId, run));
  }
  return removed + (await removeJob(queues, 'turn', turnId));
}

/** A job that is being worked on cannot be removed; it ends soon, because its turn has. */
async function removeJob(queues: FleetQueues, name: QueueName, id: string): Promise<number> {
  const queue = queues.queue(name);
  for (const until = Date.now() + STOP_MS; ; ) {
    const state = await queue.getJobState(id);
    if (state === 'unknown') return 0;
    if (state !== 'active' && (await queue.remove(id, { removeChildren: true }).catch(() => 0)) === 1) return 1;
    if (Date.now() > until)
      throw new AppError('conflict', 'A job of this patient is still being worked on. Try again in a moment.');
    await sleep(50);
  }
}
