/**
 * Which tasks came in over A2A, for ListTasks: one list for a tenant and one for each user, both bounded. A list holds ids only; how a
 * task stands is read from the task itself, so no change of status has to be written twice.
 */
import { TaskState } from '@a2a-js/sdk';
import type { TaskRequest } from '../../engine/task/task.ts';
import { callScript, defineScript, type RedisClient } from '../../platform/lua.ts';
import { type A2aKeys, ENGINE_LAYOUT, LAYOUT } from './keys.ts';
import { changedAt, requestOf, stateOf } from './task-view.ts';

/** Tasks of one list; the oldest leave first. Bounds the work of a listing: each of them is looked at. */
export const MAX_LISTED = 1_000;

/** ARGV: tenant, user, member, now, days of retention in seconds. */
const indexTask = defineScript(
  'a2a_index_task',
  LAYOUT,
  `
for _, index in ipairs({ key_tenant_tasks(ARGV[1]), key_user_tasks(ARGV[1], ARGV[2]) }) do
  redis.call('ZADD', index, 'NX', ARGV[4], ARGV[3])
  redis.call('ZREMRANGEBYRANK', index, 0, -${MAX_LISTED + 1})
  redis.call('EXPIRE', index, ARGV[5])
end
`,
);

/**
 * ARGV: tenant, user or '', 1 to read requests too. For each task: member, status, times of its changes, state of its own words, request.
 * Tasks that are gone leave the list.
 */
const readIndex = defineScript(
  'a2a_read_index',
  { ...LAYOUT, ...ENGINE_LAYOUT },
  `
local index = ARGV[2] == '' and key_tenant_tasks(ARGV[1]) or key_user_tasks(ARGV[1], ARGV[2])
local rows = {}
for _, member in ipairs(redis.call('ZRANGE', index, 0, -1)) do
  local id = string.match(member, '^[^ ]+')
  local found = redis.call('HMGET', key_task(id), 'status', 'created', 'started', 'ended', 'a2a')
  if found[1] then
    local request = ARGV[3] == '1' and redis.call('HGET', key_task(id), 'request') or ''
    rows[#rows + 1] = { member, found[1], found[2] or '', found[3] or '', found[4] or '', found[5] or '', request }
  else redis.call('ZREM', index, member) end
end
return rows
`,
);

export type Listed = { id: string; contextId: string; state: TaskState; at: number };

export type TaskFilter = {
  contextId: string;
  state: TaskState;
  /** Changed at this time or later, in ms. */
  since: number;
  /** Whether the caller may see it; null: it sees whatever is in its list. */
  sees: ((request: TaskRequest) => boolean) | null;
};

export type TaskIndex = ReturnType<typeof createTaskIndex>;

export function createTaskIndex(redis: RedisClient, keys: A2aKeys, retentionSeconds: number) {
  return {
    /** `person`: whom the task is about, else its user. None of the three has a space in it. */
    async add(
      tenant: string,
      user: string,
      { id, contextId, person }: { id: string; contextId: string; person: string },
    ): Promise<void> {
      const args = [tenant, user, `${id} ${contextId} ${person}`, Date.now(), Math.ceil(retentionSeconds)];
      await callScript(redis, indexTask, keys.tag, args);
    },

    /** The last changed first. Without a user: those of the whole tenant. */
    async list(tenant: string, user: string | undefined, filter: TaskFilter): Promise<Listed[]> {
      const { sees } = filter;
      const args = [tenant, user ?? '', sees ? 1 : 0];
      const rows = (await callScript(redis, readIndex, keys.tag, args)) as string[][];
      return rows
        .filter(([, , , , , , request]) => !sees || (request ? sees(requestOf({ request })) : false))
        .map(listed)
        .filter((task) => matches(task, filter))
        .sort(newestFirst);
    },
  };
}

/** The cursor is the last task of the page before, and when it had changed: a page begins after that place, whatever has moved since. */
export function pageAfter(
  tasks: readonly Listed[],
  token: string,
  size: number,
): { page: Listed[]; next: string } | null {
  const [, at, id] = token === '' ? [] : (/^(\d{1,15})\.([A-Za-z0-9-]{1,64})$/.exec(decoded(token)) ?? []);
  if (token !== '' && id === undefined) return null;
  const last = { at: Number(at), id: id ?? '' };
  const rest = id === undefined ? tasks : tasks.filter((task) => newestFirst(last, task) < 0);
  const page = rest.slice(0, size);
  const end = page.at(-1);
  return { page, next: rest.length > size && end ? encoded(`${end.at}.${end.id}`) : '' };
}

function listed([member = '', status = '', created = '', started = '', ended = '', a2a = '']: string[]): Listed {
  const [id = '', contextId = ''] = member.split(' ');
  const hash = { status, created, ...(started && { started }), ...(ended && { ended }), ...(a2a && { a2a }) };
  return { id, contextId, state: stateOf(hash), at: changedAt(hash) };
}

function matches(task: Listed, { contextId, state, since }: TaskFilter): boolean {
  if (contextId !== '' && task.contextId !== contextId) return false;
  if (state !== TaskState.TASK_STATE_UNSPECIFIED && task.state !== state) return false;
  return task.at >= since;
}

type Place = Pick<Listed, 'at' | 'id'>;

function newestFirst(a: Place, b: Place): number {
  return b.at - a.at || (a.id < b.id ? 1 : a.id > b.id ? -1 : 0);
}

function encoded(text: string): string {
  return Buffer.from(text).toString('base64url');
}

function decoded(token: string): string {
  return Buffer.from(token, 'base64url').toString('latin1');
}
