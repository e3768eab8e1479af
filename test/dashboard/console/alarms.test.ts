/** Which states of a fleet its page calls to an operator's attention. */
import { expect, test } from 'vitest';
import { alarmsOf } from '../../../dashboard/console/pages/fleet/alarms.ts';
import type { Fleet, Queue } from '../../../dashboard/console/pages/fleet/fleet-types.ts';

const QUEUE: Queue = {
  name: 'triage',
  about: '',
  waiting: 0,
  active: 1,
  delayed: 0,
  failed: 0,
  waiting_children: 0,
  paused: false,
  paused_by_hand: null,
  workers: 1,
  completed_per_minute: 10,
  failed_per_minute: 0,
  wait_p50_ms: 3,
  wait_p95_ms: 9,
  drain_seconds: 0,
};

const WORKER: Fleet['workers'][number] = {
  id: 'w1',
  state: 'serving',
  host: 'a',
  pid: 1,
  roles: ['triage'],
  version: '1.0.0',
  concurrency: 5,
  started_at: '2026-01-01T00:00:00Z',
  seen_at: '2026-01-01T00:00:00Z',
};

const WELL: Fleet = {
  version: '1.0.0',
  at: '2026-01-01T00:00:00Z',
  queues: [QUEUE],
  workers: [WORKER],
  tasks: { open: 0, unfinished: 0 },
  models: [],
  remotes: [],
  redis: { used_memory_bytes: 10, max_memory_bytes: 100, connected_clients: 3, version: '7' },
  record: { kind: 'embedded', ok: true },
  model_provider: 'offline',
};

const titles = (fleet: Partial<Fleet>) => alarmsOf({ ...WELL, ...fleet }).map(({ title }) => title);
const ofQueue = (queue: Partial<Queue>) => titles({ queues: [{ ...QUEUE, ...queue }] });
const MODEL = { name: 'flash', provider: 'gemini', calls: 1, input_tokens: 1, output_tokens: 1, cost_usd: 0 };

test('a fleet that works raises no alarm', () => {
  expect(titles({})).toEqual([]);
  // A few waiting jobs are normal.
  expect(ofQueue({ waiting: 3, drain_seconds: null })).toEqual([]);
  expect(ofQueue({ waiting: 500, drain_seconds: 30 })).toEqual([]);
  expect(titles({ redis: { ...WELL.redis, used_memory_bytes: 1e12, max_memory_bytes: null } })).toEqual([]);
});

test('a role without a worker says how to start one', () => {
  const [alarm] = alarmsOf({ ...WELL, queues: [{ ...QUEUE, workers: 0 }] });
  expect(alarm).toMatchObject({ level: 'bad', title: 'No worker has the role triage' });
  expect(alarm?.todo).toContain('npm run worker -- --roles triage');
});

test('a queue that does not drain is an alarm, a paused one another', () => {
  expect(ofQueue({ waiting: 40, drain_seconds: null })).toEqual(['The queue triage does not drain: 40 wait']);
  expect(ofQueue({ waiting: 40, drain_seconds: 4000 })).toEqual(['The queue triage does not drain: 40 wait']);
  expect(ofQueue({ waiting: 40, drain_seconds: null, paused: true })).toEqual(['The queue triage rests']);
  const paused_by_hand = { since: '2026-01-01T08:30:00.000Z', by: 'key:1' };
  expect(ofQueue({ waiting: 40, drain_seconds: null, paused: true, paused_by_hand })).toEqual([
    'The queue triage is paused by key:1 since 2026-01-01 08:30 UTC: 40 wait',
  ]);
});

test('failed jobs lead to their list', () => {
  expect(alarmsOf({ ...WELL, queues: [{ ...QUEUE, failed: 1 }] })).toMatchObject([
    { title: '1 job of triage failed', section: 'failed' },
  ]);
});

test('Redis near its limit is an alarm before it refuses writes', () => {
  const at = (used: number) =>
    alarmsOf({ ...WELL, redis: { ...WELL.redis, used_memory_bytes: used } }).map(({ level }) => level);
  expect([at(79), at(80), at(95)]).toEqual([[], ['warn'], ['bad']]);
});

test('a model that fails, a remote agent that is tried again, and a record that does not answer', () => {
  expect(titles({ models: [{ ...MODEL, state: 'open' }] })).toEqual(['The model flash fails']);
  expect(titles({ remotes: [{ name: 'x', state: 'half_open' }] })).toEqual(['The remote agent x is being tried again']);
  expect(titles({ record: { kind: 'neo4j', ok: false } })).toEqual(['The record does not answer']);
});

test('two versions side by side are named', () => {
  expect(titles({ workers: [WORKER, { ...WORKER, id: 'w2', version: '0.9.0' }] })).toEqual([
    'Versions differ: 1.0.0, 0.9.0',
  ]);
});

test('what users notice stands before the rest', () => {
  const alarms = alarmsOf({
    ...WELL,
    queues: [
      { ...QUEUE, failed: 2 },
      { ...QUEUE, name: 'turn', workers: 0 },
    ],
  });
  expect(alarms.map(({ level }) => level)).toEqual(['bad', 'warn']);
});

test('a worker that drains says so, and when it can be stopped', () => {
  expect(titles({ workers: [{ ...WORKER, state: 'draining' }] })).toEqual(['The worker a:1 drains']);
  const [alarm] = alarmsOf({ ...WELL, workers: [{ ...WORKER, state: 'drained' }] });
  expect([alarm?.title, alarm?.todo]).toEqual(['The worker a:1 is drained', expect.stringContaining('stop it')]);
});
