/** The list of a caller's tasks: the last changed first, in pages that neither repeat nor skip, and bounded. */
import { TaskState } from '@a2a-js/sdk';
import fc from 'fast-check';
import { beforeEach, describe, expect, test } from 'vitest';
import { createKeys, type Keys } from '../../../src/engine/task/keys.ts';
import type { TaskRequest } from '../../../src/engine/task/task.ts';
import { a2aKeys } from '../../../src/interop/a2a/keys.ts';
import {
  createTaskIndex,
  type Listed,
  MAX_LISTED,
  pageAfter,
  type TaskIndex,
} from '../../../src/interop/a2a/task-index.ts';
import { testPrefix, testRedis } from '../../support/redis.ts';

const redis = testRedis();
const ANY = { contextId: '', state: TaskState.TASK_STATE_UNSPECIFIED, since: 0, sees: null };

let keys: Keys;
let index: TaskIndex;

beforeEach(() => {
  keys = createKeys(testPrefix());
  index = createTaskIndex(redis, a2aKeys(keys.tag), 3_600);
});

async function add(id: string, fields: Record<string, string>, place = { user: 'u1', contextId: 'c1', person: 'p1' }) {
  await redis.hset(keys.task(id), fields);
  await index.add('t', place.user, { id, contextId: place.contextId, person: place.person });
}

const idsOf = (tasks: readonly Listed[]) => tasks.map(({ id }) => id);

describe('list', () => {
  test('a task whose status has changed last comes first, whenever it was sent', async () => {
    await add('a', { status: 'completed', created: '1', started: '2', ended: '90' });
    await add('b', { status: 'running', created: '50', started: '60' });
    await add('c', { status: 'queued', created: '70' });
    expect(idsOf(await index.list('t', undefined, ANY))).toEqual(['a', 'c', 'b']);
  });

  test('a user sees their own tasks, the tenant all, another tenant none', async () => {
    await add('a', { status: 'queued', created: '1' });
    await add('b', { status: 'queued', created: '2' }, { user: 'u2', contextId: 'c2', person: 'p2' });
    expect(idsOf(await index.list('t', 'u1', ANY))).toEqual(['a']);
    expect(idsOf(await index.list('t', undefined, ANY))).toEqual(['b', 'a']);
    expect(await index.list('other', undefined, ANY)).toEqual([]);
  });

  test('filters by context, state, time and what the caller may see', async () => {
    const request = { id: 'a', kind: 'turn', tenant: 't', user_id: 'u1', team: 'x', agent: 'y', created_at: '' };
    await add('a', { status: 'completed', created: '1', ended: '10', request: JSON.stringify(request) });
    await add('b', { status: 'failed', created: '1', ended: '20' }, { user: 'u1', contextId: 'c2', person: 'p2' });
    const list = async (filter: object) => idsOf(await index.list('t', 'u1', { ...ANY, ...filter }));
    expect(await list({ contextId: 'c2' })).toEqual(['b']);
    expect(await list({ state: TaskState.TASK_STATE_COMPLETED })).toEqual(['a']);
    expect(await list({ since: 20 })).toEqual(['b']);
    // Of the other one nobody knows whose it is.
    expect(await list({ sees: ({ user_id }: TaskRequest) => user_id === 'u1' })).toEqual(['a']);
    expect(await list({ sees: () => false })).toEqual([]);
  });

  test('a task that is gone leaves the list', async () => {
    await add('a', { status: 'queued', created: '1' });
    await redis.del(keys.task('a'));
    expect(await index.list('t', undefined, ANY)).toEqual([]);
    expect(await redis.zcard(a2aKeys(keys.tag).tenant_tasks('t'))).toBe(0);
  });

  test('a list stays bounded: the oldest leave it', async () => {
    await redis.zadd(
      a2aKeys(keys.tag).tenant_tasks('t'),
      ...Array.from({ length: MAX_LISTED }, (_, at) => [at, `old${at} c p`]).flat(),
    );
    await add('new', { status: 'queued', created: '1' });
    expect(await redis.zcard(a2aKeys(keys.tag).tenant_tasks('t'))).toBe(MAX_LISTED);
    expect(await redis.zscore(a2aKeys(keys.tag).tenant_tasks('t'), 'old0 c p')).toBeNull();
  });
});

test('pages of any size give every task once, in order', () => {
  const task = fc.record({ at: fc.nat(5), n: fc.nat(1_000) });
  fc.assert(
    fc.property(
      fc.uniqueArray(task, { selector: ({ n }) => n, maxLength: 40 }),
      fc.integer({ min: 1, max: 7 }),
      (given, size) => {
        const all: Listed[] = given
          .map(({ at, n }) => ({ id: `t${n}`, at, contextId: '', state: TaskState.TASK_STATE_WORKING }))
          .sort((a, b) => b.at - a.at || (a.id < b.id ? 1 : -1));
        const seen: string[] = [];
        let token = '';
        do {
          const found = pageAfter(all, token, size);
          seen.push(...idsOf(found?.page ?? []));
          token = found?.next ?? '';
        } while (token !== '');
        expect(seen).toEqual(idsOf(all));
      },
    ),
  );
});

test.each(['x', '%%%', 'MS4', Buffer.from('1.a:b').toString('base64url')])(
  'the token %s is not one of ours',
  (token) => {
    expect(pageAfter([], token, 10)).toBeNull();
  },
);
