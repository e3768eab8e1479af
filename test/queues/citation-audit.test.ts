/** The audit of citations: written with the end of a task, kept and erased with it, and free where nothing was cited. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { type Admission, createAdmission } from '../../queues/admission/admission.ts';
import { eraseSubject } from '../../queues/erase-subject.ts';
import { createFleetQueues } from '../../queues/fleet-queues.ts';
import { createKeys, type Keys } from '../../src/engine/task/keys.ts';
import { EMPTY_RESULT, type TaskRequest } from '../../src/engine/task/task.ts';
import { openWorkspaces } from '../../src/engine/workspace/open-workspaces.ts';
import { loadConfig } from '../../src/platform/config.ts';
import { cited } from '../support/citations.ts';
import { NO_REMOTES } from '../support/no-remotes.ts';
import { testPrefix, testRedis } from '../support/redis.ts';
import { taskRequest } from '../support/task-request.ts';

let keys: Keys;
let gate: Admission;
let redis: ReturnType<typeof testRedis>;

beforeEach(() => {
  redis = testRedis();
  keys = createKeys(testPrefix());
  gate = createAdmission(redis, keys, { maxOpenTasks: 100, retentionSeconds: 600 });
});

const TWO = [cited('book:1', 1, { similarity: 0.89 }), cited('https://a.example/', 2)];

async function run(request: Partial<TaskRequest> & { id: string }, citations = TWO): Promise<void> {
  await gate.admit({ request: taskRequest(request), text: 'Go', doubleText: 'enqueue', idempotency: null });
  const result = { ...EMPTY_RESULT, citations };
  await gate.end(request.id, { status: 'completed', result, reply: { agent: 'A', text: 'ok' } });
}

const listed = (conversation: string) => redis.zrange(keys.audit('local', conversation), 0, -1);
const audit = () => redis.keys(`${keys.audit('local', '')}*`);

test('a turn is audited under its session, as its own message', async () => {
  await run({ id: 't1', session_id: 's1', input: { conversation_id: 'another' } });
  expect(await listed('s1')).toEqual(['t1']);
  const [used, conversation, message] = await redis.hmget(keys.task('t1'), 'audit', 'conversation', 'message');
  expect(JSON.parse(used ?? '')).toEqual({
    citations_used: ['book:1', 'https://a.example/'],
    retrieval_scores: [0.89, null],
  });
  expect([conversation, message]).toEqual(['s1', 't1']);
});

test('a task without a session is audited under what its request names, or under itself', async () => {
  await run({ id: 'f1', session_id: null, input: { conversation_id: 'c1', message_id: 'm1' } });
  await run({ id: 'f2', session_id: null, input: { conversation_id: '', message_id: 7 } });
  expect(await listed('c1')).toEqual(['f1']);
  expect(await redis.hget(keys.task('f1'), 'message')).toBe('m1');
  expect(await listed('f2')).toEqual(['f2']);
  expect(await redis.hget(keys.task('f2'), 'message')).toBe('f2');
});

test('a task that has cited nothing leaves nothing, and one that ends twice is audited once', async () => {
  await run({ id: 't1' }, []);
  expect([await audit(), await redis.hexists(keys.task('t1'), 'audit')]).toEqual([[], 0]);
  await run({ id: 't2' });
  await gate.end('t2', { status: 'failed', result: { ...EMPTY_RESULT, citations: [cited('late', 1)] }, reply: null });
  expect(await redis.hget(keys.task('t2'), 'audit')).not.toContain('late');
});

test('the index is kept for as long as the task that is kept longest', async () => {
  await run({ id: 't1', retention_seconds: 60 });
  expect(await redis.ttl(keys.audit('local', 's1'))).toBeLessThanOrEqual(60);
  await run({ id: 't2' });
  await run({ id: 't3', retention_seconds: 60 });
  expect(await redis.ttl(keys.audit('local', 's1'))).toBeGreaterThan(60);
});

test('a conversation has at most 10,000 records, of the time for which tasks are kept', async () => {
  const now = Date.now();
  const index = keys.audit('local', 's1');
  await redis.zadd(index, now - 601_000, 'expired');
  await redis.zadd(index, ...Array.from({ length: 10_000 }, (_, nth) => [now - 20_000 + nth, `old-${nth}`]).flat());
  await run({ id: 't1' });
  expect([await redis.zcard(index), (await redis.zrevrange(index, 0, 0))[0]]).toEqual([10_000, 't1']);
  expect(await Promise.all(['expired', 'old-0', 'old-1'].map((id) => redis.zscore(index, id)))).toEqual([
    null,
    null,
    expect.any(String),
  ]);
});

test('an erasure takes the records of the person, and no others', async () => {
  const ada = { kind: 'patient', id: 'ada' };
  await run({ id: 't1', session_id: 'hers', subject: ada, user_id: 'ada' });
  await run({ id: 't2', session_id: 'his', subject: null, user_id: 'okafor' });
  await run({ id: 't3', session_id: 'his', subject: null, user_id: 'okafor', about: ada });
  await run({ id: 'f1', session_id: null, subject: ada, user_id: 'ada', input: { conversation_id: 'c1' } });
  await run({ id: 'f2', session_id: null, subject: null, user_id: 'okafor', input: { conversation_id: 'c1' } });
  const dir = await mkdtemp(join(tmpdir(), 'medfleet-audit-'));
  const workspaces = await openWorkspaces(loadConfig({ DATA_DIR: dir }));
  const queues = createFleetQueues(redis, keys);
  onTestFinished(async () => {
    await queues.close();
    await workspaces.close();
    await rm(dir, { recursive: true, force: true });
  });
  await eraseSubject(
    { redis, keys, queues, admission: gate, modules: [], workspaces, remotes: NO_REMOTES },
    'local',
    ada,
  );
  expect(await Promise.all(['hers', 'his', 'c1'].map(listed))).toEqual([[], ['t2'], ['f2']]);
  expect(await redis.exists(keys.audit('local', 'hers'))).toBe(0);
});
