/** Admission and lanes, against a real Redis: they keep the order of a conversation. */
import { beforeEach, describe, expect, test } from 'vitest';
import { turnView } from '../../producers/turns/turn-view.ts';
import { type Admission, createAdmission, type DoubleText, type NewTask } from '../../queues/admission/admission.ts';
import { openJournal } from '../../src/engine/run/journal.ts';
import { createRunStore } from '../../src/engine/run/run-store.ts';
import { createKeys, type Keys } from '../../src/engine/task/keys.ts';
import { EMPTY_RESULT, resultOf, type TaskRequest } from '../../src/engine/task/task.ts';
import { openingState } from '../../src/teams/health/machina-med-state.ts';
import { testPrefix, testRedis } from '../support/redis.ts';
import { taskRequest } from '../support/task-request.ts';

let keys: Keys;
let gate: Admission;
let redis: ReturnType<typeof testRedis>;
const limits = { maxOpenTasks: 5, retentionSeconds: 60 };

beforeEach(() => {
  redis = testRedis();
  keys = createKeys(testPrefix());
  gate = createAdmission(redis, keys, limits);
});

function admission(
  turnId: string,
  more: {
    text?: string;
    session?: string;
    patient?: string;
    user?: string;
    bound?: string;
    policy?: DoubleText;
    key?: string;
    body?: string;
  } = {},
): NewTask {
  return {
    request: taskRequest({
      id: turnId,
      session_id: more.session ?? 's1',
      subject: { kind: 'patient', id: more.patient ?? 'p1' },
      user_id: more.user ?? 'u1',
    }),
    text: more.text ?? `text of ${turnId}`,
    doubleText: more.policy ?? 'enqueue',
    idempotency: more.key === undefined ? null : { key: more.key, body: more.body ?? 'body' },
    boundUser: more.bound,
  };
}

const completed = { status: 'completed', result: EMPTY_RESULT, reply: { agent: 'A', text: 'ok' } } as const;
const statusOf = (id: string) => redis.hget(keys.task(id), 'status');

describe('order', () => {
  test('turns of one session start one after the other, in order of arrival; another session does not wait', async () => {
    expect((await gate.admit(admission('t1'))).outcome).toBe('started');
    expect((await gate.admit(admission('t2'))).outcome).toBe('queued');
    expect((await gate.admit(admission('t3'))).outcome).toBe('queued');
    expect((await gate.admit(admission('x1', { session: 's2' }))).outcome).toBe('started');
    expect(await gate.end('t1', completed)).toMatchObject({
      ended: true,
      next: { id: 't2', team: 'health', agent: 'TusdiAI', origin: 'user' },
    });
    expect(await gate.end('t2', completed)).toMatchObject({
      ended: true,
      next: { id: 't3', team: 'health', agent: 'TusdiAI', origin: 'user' },
    });
    expect(await gate.end('t3', completed)).toMatchObject({ ended: true, next: null });
  });

  test('ending a turn twice ends it once and starts nothing twice', async () => {
    await gate.admit(admission('t1'));
    await gate.admit(admission('t2'));
    await gate.end('t1', completed);
    expect(await gate.end('t1', { ...completed, status: 'failed' })).toMatchObject({ ended: false, next: null });
    expect(await statusOf('t1')).toBe('completed');
    expect(await redis.lrange(keys.messages('local', 's1'), 0, -1)).toHaveLength(2);
  });

  test('fifty turns that arrive at once hold the lane one at a time', async () => {
    const wide = createAdmission(redis, keys, { ...limits, maxOpenTasks: 100 });
    const ids = Array.from({ length: 50 }, (_, i) => `t${i}`);
    const outcomes = await Promise.all(ids.map((id) => wide.admit(admission(id))));
    expect(outcomes.filter(({ outcome }) => outcome === 'started')).toHaveLength(1);
    let holder: string | undefined = 't0';
    const order: string[] = [];
    while (holder) {
      order.push(holder);
      expect(await redis.zrange(keys.starting(), 0, -1)).toEqual([holder]);
      holder = (await wide.end(holder, completed)).next?.id;
    }
    expect(order).toEqual(ids);
  });
});

test('a task that is admitted again is started until its flow was seen, and never again after that', async () => {
  const again = async (id: string) => (await gate.admit(admission(id))).outcome;
  expect([await again('t1'), await again('t1')]).toEqual(['started', 'started']);
  expect([await again('t2'), await again('t2')]).toEqual(['queued', 'queued']);
  await createRunStore(redis, keys).open('t1', { run: 'task', history: 0, results: false });
  expect(await again('t1')).toBe('known');
  await gate.end('t1', completed);
  expect([await again('t1'), await again('t2')]).toEqual(['known', 'started']);
});

test('a task that is cancelled or given up reports what its steps have used', async () => {
  const store = createRunStore(redis, keys);
  const failed = { status: 'failed', result: EMPTY_RESULT, reply: null } as const;
  const endings = [(id: string) => gate.cancel(id), (id: string) => gate.end(id, failed)];
  for (const [index, end] of endings.entries()) {
    const id = `used-${index}`;
    await gate.admit(admission(id, { session: id }));
    const opened = await store.open(id, { run: 'A', history: 0, results: false });
    if (!opened) throw new Error('the task is not open');
    const journal = openJournal(store, opened, 'A');
    const note = { kind: 'model', name: 'm', outcome: (cost_usd: number) => ({ usage: used(cost_usd) }) } as const;
    const used = (cost_usd: number) => ({ model: 'm', input_tokens: 100, output_tokens: 10, cost_usd });
    for (const n of [1, 2]) await journal.step(`${n}`, async () => n / 8, note);
    await journal.outbox.flush();
    await end(id);
    const { usage } = resultOf(await redis.hgetall(keys.task(id)));
    expect(usage).toEqual({ model_calls: 2, input_tokens: 200, output_tokens: 20, cost_usd: 0.375 });
    expect(turnView(await redis.hgetall(keys.task(id))).usage).toEqual(usage);
  }
});

describe('double texting', () => {
  test('reject: a busy session refuses', async () => {
    await gate.admit(admission('t1', { policy: 'reject' }));
    await expect(gate.admit(admission('t2', { policy: 'reject' }))).rejects.toMatchObject({ code: 'session_busy' });
  });

  test('merge: a waiting turn takes in the new text, the running one does not', async () => {
    await gate.admit(admission('t1', { policy: 'merge' }));
    expect((await gate.admit(admission('t2', { policy: 'merge', text: 'first' }))).outcome).toBe('queued');
    expect(await gate.admit(admission('t3', { policy: 'merge', text: 'second' }))).toEqual({
      outcome: 'merged',
      id: 't2',
    });
    expect(await redis.hget(keys.task('t2'), 'text')).toBe('first\nsecond');
    expect(await redis.exists(keys.task('t3'))).toBe(0);
  });

  test('interrupt: the running turn is cancelled and the new one starts at once', async () => {
    const received: string[] = [];
    const subscriber = testRedis();
    await subscriber.subscribe(keys.cancel_channel());
    subscriber.on('message', (_channel, id) => received.push(id));
    await gate.admit(admission('t1', { policy: 'interrupt' }));
    expect((await gate.admit(admission('t2', { policy: 'interrupt' }))).outcome).toBe('started');
    expect(await statusOf('t1')).toBe('cancelled');
    await expect.poll(() => received).toEqual(['t1']);
  });
});

describe('cancelling', () => {
  test('a waiting turn leaves the lane without disturbing the one that runs', async () => {
    await gate.admit(admission('t1'));
    await gate.admit(admission('t2'));
    await gate.admit(admission('t3'));
    expect(await gate.cancel('t2')).toEqual({ outcome: 'cancelled', next: null });
    expect((await gate.end('t1', completed)).next?.id).toBe('t3');
  });

  test('a cancelled running turn passes the lane to the next; nothing can end it again', async () => {
    await gate.admit(admission('t1'));
    await gate.admit(admission('t2'));
    expect(await gate.cancel('t1')).toEqual({
      outcome: 'cancelled',
      next: { id: 't2', team: 'health', agent: 'TusdiAI', origin: 'user' },
    });
    expect((await gate.end('t1', completed)).ended).toBe(false);
    expect((await gate.cancel('t1')).outcome).toBe('ended');
    expect((await gate.cancel('nobody')).outcome).toBe('missing');
  });
});

describe('limits and idempotency', () => {
  test('the same key and body give the same turn, another body a conflict', async () => {
    await gate.admit(admission('t1', { key: 'k' }));
    expect(await gate.admit(admission('t2', { key: 'k' }))).toEqual({ outcome: 'known', id: 't1' });
    await expect(gate.admit(admission('t3', { key: 'k', body: 'other' }))).rejects.toMatchObject({
      code: 'idempotency_conflict',
    });
  });

  test('the same key of two users is two keys: neither gets the other’s turn', async () => {
    await gate.admit(admission('t1', { key: 'k', user: 'anna', session: 'sa' }));
    expect(await gate.admit(admission('t2', { key: 'k', user: 'bob', session: 'sb' }))).toEqual({
      outcome: 'started',
      origin: 'user',
      id: 't2',
    });
    expect(await gate.admit(admission('t3', { key: 'k', user: 'anna', session: 'sa' }))).toEqual({
      outcome: 'known',
      id: 't1',
    });
    // The body says nothing about whom it is about.
    await expect(gate.admit(admission('t4', { key: 'k', user: 'anna', patient: 'p2' }))).rejects.toMatchObject({
      code: 'idempotency_conflict',
    });
  });

  test('the key of a turn that is gone is free again', async () => {
    await gate.admit(admission('t1', { key: 'k' }));
    await redis.del(keys.task('t1'));
    expect((await gate.admit(admission('t2', { key: 'k' }))).id).toBe('t2');
  });

  test('of two bound users who open a session at the same time, one gets it', async () => {
    const outcomes = await Promise.allSettled(
      ['anna', 'bob', 'carl'].map((user) => gate.admit(admission(`t-${user}`, { user, bound: user }))),
    );
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected']);
    for (const outcome of outcomes.slice(1)) expect(outcome).toMatchObject({ reason: { code: 'conflict' } });
    // The tenant's own token speaks for whom it says.
    expect((await gate.admit(admission('t-any', { user: 'bob' }))).outcome).toBe('queued');
  });

  test('no more turns are open than may be, and an ended one makes room', async () => {
    for (let i = 0; i < 5; i += 1) await gate.admit(admission(`t${i}`, { session: `s${i}` }));
    await expect(gate.admit(admission('t9', { session: 's9' }))).rejects.toMatchObject({
      code: 'overloaded',
      retryAfterMs: 5_000,
    });
    await gate.end('t0', completed);
    expect((await gate.admit(admission('t9', { session: 's9' }))).outcome).toBe('started');
  });

  test('a session cannot be continued in the name of another patient', async () => {
    await gate.admit(admission('t1'));
    await expect(gate.admit(admission('t2', { patient: 'p2' }))).rejects.toMatchObject({ code: 'conflict' });
  });
});

test('an ended turn leaves no key without an expiry', async () => {
  await gate.admit(admission('t1', { key: 'k' }));
  await gate.end('t1', completed);
  for (const key of await redis.keys(`${keys.tag}:*`))
    expect([key, await redis.ttl(key)]).toEqual([key, expect.any(Number)]);
  const lasting = (
    await Promise.all((await redis.keys(`${keys.tag}:*`)).map(async (key) => [key, await redis.ttl(key)] as const))
  ).filter(([, ttl]) => ttl < 0);
  expect(lasting.map(([key]) => key)).toEqual([]);
  expect(turnView(await redis.hgetall(keys.task('t1')))).toMatchObject({
    status: 'completed',
    reply: 'ok',
    agent: 'A',
  });
});

const openingOf = (request: TaskRequest) => ({ machina_med_state: openingState(request) });

test('the topic of a session stays until a turn brings another', async () => {
  const topic = { node_uuid: '6f9d1c1e-0b7a-4a57-9c0e-2b1f6a1d7e11', node_type: 'EncounterNode' } as const;
  const first = admission('t1');
  await gate.admit({ ...first, state: openingOf({ ...first.request, input: { topic } }) });
  await gate.end('t1', completed);
  const second = admission('t2');
  await gate.admit({ ...second, state: openingOf(second.request) });
  const state = JSON.parse((await redis.hget(keys.session_state('local', 's1'), 'machina_med_state')) ?? '{}');
  expect(state).toEqual({
    patient_id: 'p1',
    user_id: 'u1',
    user_location: null,
    session_topic_node_uuid: topic.node_uuid,
    session_topic_node_type: 'EncounterNode',
  });
});
