/**
 * Deletes everything that the fleet keeps about one person: their tasks with events and journals, the sessions, the files of their
 * workspace, what each team keeps, what remote agents have answered, and every job of theirs in every queue. Tasks under way are
 * cancelled first, and their jobs waited for, so that none writes afterwards. Nothing new is admitted about them meanwhile.
 */
import type { Erased as ErasedByTeam, TeamModule } from '../src/engine/run/team-module.ts';
import type { Keys } from '../src/engine/task/keys.ts';
import { sessionKeys } from '../src/engine/task/session-keys.ts';
import type { Subject } from '../src/engine/task/task.ts';
import type { WorkspaceStore } from '../src/engine/workspace/workspace.ts';
import type { OpenRemotes } from '../src/interop/remote/open-remotes.ts';
import { toAppError } from '../src/platform/errors.ts';
import type { RedisClient } from '../src/platform/lua.ts';
import { asRedisOutage } from '../src/platform/redis-errors.ts';
import { sideBySide } from '../src/platform/side-by-side.ts';
import type { Admission } from './admission/admission.ts';
import type { FleetQueues } from './fleet-queues.ts';
import { removeJobs } from './remove-jobs.ts';
import { sessionLane } from './session-lane.ts';

type Parts = {
  redis: RedisClient;
  keys: Keys;
  queues: FleetQueues;
  admission: Admission;
  modules: readonly TeamModule[];
  workspaces: WorkspaceStore;
  remotes: Pick<OpenRemotes, 'forget'>;
};

export type Erased = { turns: number; sessions: number; jobs: number } & Required<ErasedByTeam>;

/** A session that the erased tasks were part of. `whole`: it is the person's own; otherwise only their tasks leave it. */
type TouchedSession = { whole: boolean; tasks: Set<string>; users: Set<string> };

/** The fields of a stored request that an erasure can use; none of them is needed to delete the task. */
type StoredRequest = { kind?: unknown; session_id?: unknown; user_id?: unknown; subject?: Subject | null };

const BATCH = 100;
/** Longer than an erasure takes, and short enough for a person whose erasure has died. */
const ERASING_SECONDS = 120;

/** The person as a subject, as one who is mentioned, and as a user of teams that have no subject. */
export async function eraseSubject(parts: Parts, tenant: string, subject: Subject): Promise<Erased> {
  const mark = parts.keys.erasing(tenant, subject.id);
  await parts.redis.set(mark, 1, 'EX', ERASING_SECONDS);
  try {
    return await eraseAll(parts, tenant, subject);
  } finally {
    await parts.redis.del(mark);
  }
}

async function eraseAll(parts: Parts, tenant: string, subject: Subject): Promise<Erased> {
  const { redis, keys, modules, workspaces, remotes } = parts;
  const erased: Erased = {
    turns: 0,
    sessions: 0,
    jobs: 0,
    agents: 0,
    keys: 0,
    files: 0,
    nodes: 0,
    edges: 0,
    stays: [],
  };
  const sessions = new Map<string, TouchedSession>();
  for (const module of modules) await module.erase?.stop(tenant, subject);
  for (const kind of [subject.kind, 'user']) {
    await eraseTasks(parts, { tenant, kind, id: subject.id }, erased, sessions);
  }
  const lists = [subject.kind, 'user'].map((kind) => keys.subject_sessions(tenant, kind, subject.id));
  const person = subject.id;
  const work: (() => Promise<Partial<Erased>>)[] = [
    ...[...sessions].map(
      ([id, touched]) =>
        () =>
          eraseSession(parts, { tenant, id, person }, touched),
    ),
    async () => ({ keys: await redis.del(keys.user_state(tenant, person), ...lists) }),
    async () => ({ keys: await remotes.forget(tenant, subject) }),
    ...modules.map((module) => async () => (await module.erase?.forget(tenant, subject)) ?? {}),
    // Only the files of this person as a user. Another user who spoke about them keeps their own files.
    () => workspaces.erase(tenant, `user:${person}`),
  ];
  const counts = await sideBySide(work, BATCH, (one) => one());
  for (const gone of counts)
    for (const part of ['sessions', 'agents', 'keys', 'files', 'nodes', 'edges'] as const)
      erased[part] += gone[part] ?? 0;
  const stays = counts.flatMap((gone) => gone.stays ?? []);
  return { ...erased, stays };
}

async function eraseSession(
  parts: Parts,
  { tenant, id, person }: { tenant: string; id: string; person: string },
  { whole, tasks, users }: TouchedSession,
): Promise<{ sessions: number; keys: number }> {
  const { redis, keys } = parts;
  if (!whole) return { sessions: 0, keys: await leaveSession(parts, { tenant, id, person }, tasks) };
  for (const user of users) await redis.zrem(keys.subject_sessions(tenant, 'user', user), id);
  const gone = await redis.del(...sessionKeys(keys, tenant, id), keys.lane(tenant, sessionLane(id)));
  return { sessions: 1, keys: gone };
}

/** Some at a time, until no task is left. */
async function eraseTasks(
  parts: Parts,
  { tenant, kind, id: person }: Subject & { tenant: string },
  erased: Erased,
  sessions: Map<string, TouchedSession>,
): Promise<void> {
  const index = parts.keys.subject_tasks(tenant, kind, person);
  const next = () => parts.redis.zrange(index, 0, BATCH - 1);
  for (let ids = await next(); ids.length > 0; ids = await next()) {
    await Promise.all(ids.map((id) => cancel(parts, id)));
    for (const { id, request, jobs, keys } of await Promise.all(ids.map((id) => eraseTask(parts, tenant, id)))) {
      const { session_id, user_id, subject } = request;
      if (typeof session_id === 'string') {
        const touched = sessions.get(session_id) ?? { whole: false, tasks: new Set(), users: new Set() };
        sessions.set(session_id, touched);
        touched.whole ||= (subject?.id ?? user_id) === person;
        touched.tasks.add(id);
        if (typeof user_id === 'string') touched.users.add(user_id);
      }
      if (request.kind === 'turn') erased.turns += 1;
      erased.jobs += jobs;
      erased.keys += keys;
    }
    await parts.redis.zrem(index, ...ids);
  }
}

async function eraseTask(
  parts: Parts,
  tenant: string,
  id: string,
): Promise<{ id: string; request: StoredRequest; jobs: number; keys: number }> {
  const { redis, keys } = parts;
  const hash = await redis.hgetall(keys.task(id));
  const runs = Object.keys(hash).flatMap((field) => (field.startsWith('job:') ? [field.slice('job:'.length)] : []));
  const jobs = await removeJobs(parts, id, runs);
  const journals = runs.map((run) => keys.journal(id, run));
  const sent = Object.entries(hash).flatMap(([field, key]) => (field.startsWith('idempotency:') ? [key] : []));
  const own = [keys.task(id), keys.events(id), keys.results(id), keys.trace(id), keys.temp(id), ...journals, ...sent];
  const request = (parsed(hash.request ?? 'null') as StoredRequest | null) ?? {};
  const removed = await redis.del(...own);
  if (hash.conversation) await redis.zrem(keys.audit(tenant, hash.conversation), id);
  // A task that mentions a patient is in the list of its user as well.
  if (typeof request.user_id === 'string') await redis.zrem(keys.subject_tasks(tenant, 'user', request.user_id), id);
  return { id, request, jobs, keys: removed };
}

/** A task whose request cannot be parsed cannot be cancelled; it is deleted all the same. */
async function cancel({ admission }: Parts, id: string): Promise<void> {
  try {
    await admission.cancel(id);
  } catch (thrown) {
    const failed = toAppError(asRedisOutage(thrown)).code;
    if ((thrown as Error).name !== 'ReplyError' || failed !== 'internal') throw thrown;
  }
}

/** Removes some tasks from a session of somebody else: their messages, events, title and place in its list, and whom they mention. */
async function leaveSession(
  { redis, keys }: Parts,
  { tenant, id, person }: { tenant: string; id: string; person: string },
  tasks: Set<string>,
): Promise<number> {
  const session = keys.session(tenant, id);
  let removed = await redis.hdel(session, `about:${person}`);
  if (tasks.has((await redis.hget(session, 'title_turn')) ?? '')) await redis.hdel(session, 'title', 'title_turn');
  const messages = keys.messages(tenant, id);
  for (const message of await redis.lrange(messages, 0, -1))
    if (tasks.has(turnOf(message))) removed += await redis.lrem(messages, 0, message);
  const events = keys.session_events(tenant, id);
  for (const [event, fields] of await redis.xrange(events, '-', '+'))
    if (fields.some((field) => tasks.has(turnOf(field)))) removed += await redis.xdel(events, event);
  await redis.zrem(keys.session_tasks(tenant, id), ...tasks);
  return removed;
}

/** A message that cannot be parsed belongs to no turn. */
function turnOf(json: string): string {
  return String((parsed(json) as { turn_id?: unknown } | null)?.turn_id ?? '');
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return null;
  }
}
