/** GET /v1/audit/citations: each sees the records of their own conversations, and no others. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createAdmission } from '../../../queues/admission/admission.ts';
import { EMPTY_RESULT, type TaskRequest } from '../../../src/engine/task/task.ts';
import { type Api, apiClient } from '../../support/api.ts';
import { cited } from '../../support/citations.ts';
import { type Fleet, startFleet } from '../../support/fleet.ts';
import { testRedis } from '../../support/redis.ts';
import { taskRequest } from '../../support/task-request.ts';
import { expectProblem } from '../http/expect-problem.ts';

const [ANNA, BOB, CLINIC, OTHER] = ['anna', 'bob', 'clinic', 'other'].map((name) => `${name}-token-0123456789`);

let fleet: Fleet;
let anna: Api;
let bob: Api;
let clinic: Api;
let other: Api;
beforeAll(async () => {
  const env = { API_TOKENS: `clinic/anna:${ANNA},clinic/bob:${BOB},clinic:${CLINIC},other:${OTHER}` };
  fleet = await startFleet({ env, roles: [] });
  [anna, bob, clinic, other] = [ANNA, BOB, CLINIC, OTHER].map((token) => apiClient(fleet.url, token)) as Api[] as [
    Api,
    Api,
    Api,
    Api,
  ];
});
afterAll(() => fleet.close());

async function run(request: Partial<TaskRequest> & { id: string }, citations = [cited('a', 1, { similarity: 0.5 })]) {
  const gate = createAdmission(testRedis(), fleet.base.keys, { maxOpenTasks: 1_000, retentionSeconds: 600 });
  const whole = taskRequest({ tenant: 'clinic', session_id: null, subject: null, ...request });
  await gate.admit({ request: whole, text: 'Go', doubleText: 'enqueue', idempotency: null });
  await gate.end(request.id, { status: 'completed', result: { ...EMPTY_RESULT, citations }, reply: null });
}

type Page = { records: { message_id: string }[]; next_cursor: string | null };

async function read(api: Api, query: string): Promise<Page> {
  const { status, body } = await api.call('GET', `/v1/audit/citations?${query}`);
  expect(status).toBe(200);
  return body as Page;
}
const messages = async (api: Api, query: string) => (await read(api, query)).records.map((one) => one.message_id);

test('a record says which message of which conversation has used what, when, and with which score', async () => {
  const citations = [cited('book:1', 1, { similarity: 0.89 }), cited('page', 2)];
  await run({ id: 'r1', user_id: 'anna', session_id: 'record' }, citations);
  expect(await read(anna, 'conversation_id=record')).toEqual({
    records: [
      {
        conversation_id: 'record',
        message_id: 'r1',
        citations_used: ['book:1', 'page'],
        retrieval_scores: [0.89, null],
        timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
      },
    ],
    next_cursor: null,
  });
});

test('a token that is bound to a user sees that user’s records only; another tenant sees none', async () => {
  await run({ id: 'u1', user_id: 'anna', input: { conversation_id: 'shared' } });
  await run({ id: 'u2', user_id: 'bob', input: { conversation_id: 'shared' } });
  const query = 'conversation_id=shared';
  expect(await messages(anna, query)).toEqual(['u1']);
  expect(await messages(bob, query)).toEqual(['u2']);
  expect((await messages(clinic, query)).sort()).toEqual(['u1', 'u2']);
  expect(await messages(other, query)).toEqual([]);
});

test('one message can be asked for, and a task that is gone has no record', async () => {
  const input = { conversation_id: 'named', message_id: 'm1' };
  await run({ id: 'n1', user_id: 'anna', input });
  await run({ id: 'n2', user_id: 'anna', input: { conversation_id: 'named' } });
  expect(await messages(anna, 'conversation_id=named&message_id=m1')).toEqual(['m1']);
  await testRedis().del(fleet.base.keys.task('n1'));
  expect(await messages(anna, 'conversation_id=named')).toEqual(['n2']);
});

test('pages hold fifty of the asker’s own, and a cursor names none of another', async () => {
  for (let nth = 0; nth < 60; nth += 1) {
    const input = { conversation_id: 'long' };
    await run({ id: `l${nth}`, user_id: 'anna', input });
    await run({ id: `x${nth}`, user_id: 'bob', input });
  }
  const first = await read(anna, 'conversation_id=long');
  expect([first.records.length, first.next_cursor]).toEqual([50, first.records.at(-1)?.message_id]);
  const second = await read(anna, `conversation_id=long&cursor=${first.next_cursor}`);
  expect([second.records.length, second.next_cursor]).toEqual([10, null]);
  const all = [...first.records, ...second.records].map(({ message_id }) => message_id);
  expect(new Set(all)).toEqual(new Set(Array.from({ length: 60 }, (_, nth) => `l${nth}`)));
  expectProblem(await anna.call('GET', '/v1/audit/citations?conversation_id=long&cursor=nobody'), 422, 'invalid');
  expectProblem(await anna.call('GET', '/v1/audit/citations'), 422, 'invalid');
});
