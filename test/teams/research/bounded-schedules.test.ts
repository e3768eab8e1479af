/** What is accepted as a schedule can be read, listed, changed and deleted; what is refused is not stored; nothing blocks an erasure. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { researchKeys } from '../../../src/teams/research/keys.ts';
import { expectProblem } from '../../producers/http/expect-problem.ts';
import { type Fleet, startFleet } from '../../support/fleet.ts';
import { testRedis } from '../../support/redis.ts';

const MINUTES = Array.from({ length: 24 }, (_, n) => 30 + n).filter((minute) => minute < 31 || minute > 35);

let fleet: Fleet;
beforeAll(async () => {
  fleet = await startFleet({ roles: [], env: { TRIGGERS_PER_AGENT: '3', TRIGGERS_PER_TENANT: '5' } });
});
afterAll(() => fleet.close());

async function createAgent(user_id: string): Promise<string> {
  const wish = { name: 'Wren Research', description: 'Follows wrens.', message: 'Begin.' };
  const { body } = await fleet.call('POST', '/v1/agents', { user_id, session_id: `s-${user_id}`, ...wish });
  return String(body.id);
}
const make = (agent_id: string, schedule: string) =>
  fleet.call('POST', '/v1/triggers', { agent_id, schedule, instruction: 'Look for wrens.' });
const list = (user_id: string) => fleet.call('GET', `/v1/triggers?user_id=${user_id}`);

test('a schedule that is out of bounds is refused and not stored, and blocks neither reading nor erasure', async () => {
  const agent = await createAgent('dr-wren');
  const { body: trigger } = await make(agent, 'weekly');
  const url = `/v1/triggers/${trigger.id}`;
  for (const schedule of [
    'every 99999999999 weeks',
    'every 9007199254740993 minutes',
    'every 300 weeks',
    '+99999999 years',
    'in 999999999999999999999 months',
    '9999-01-01',
    '0 0 30 2 *',
  ]) {
    expectProblem(await fleet.call('PATCH', url, { schedule }), 422, 'invalid');
    expectProblem(await make(agent, schedule), 422, 'invalid');
  }
  expect((await fleet.call('GET', url)).body).toMatchObject({ schedule: 'weekly', status: 'pending' });
  expect((await list('dr-wren')).body.triggers).toHaveLength(1);
  expect((await fleet.call('DELETE', url)).body).toMatchObject({ status: 'cancelled' });
  expect((await fleet.call('DELETE', '/v1/patients/dr-wren')).status).toBe(200);
  expect((await list('dr-wren')).body.triggers).toEqual([]);
});

test('a stored trigger that cannot be read is shown as such, can be cancelled, and does not block an erasure', async () => {
  const keys = researchKeys(fleet.base.keys.tag);
  const redis = testRedis();
  const agent = await createAgent('dr-owl');
  const damage = [
    '{',
    'null',
    JSON.stringify({ when: { kind: 'every', ms: 6e19 }, created_at: 'never' }),
    JSON.stringify({ when: { kind: 'cron', pattern: 'x', timezone: 'Mars/Base' } }),
  ];
  for (const about of damage) {
    const { body } = await make(agent, 'weekly');
    await redis.hset(keys.trigger(String(body.id)), 'about', about);
    const url = `/v1/triggers/${body.id}`;
    expect((await list('dr-owl')).body.triggers).toMatchObject([{ id: body.id, status: 'unreadable' }]);
    expect((await fleet.call('GET', url)).body).toMatchObject({ status: 'unreadable', when: null });
    expectProblem(await fleet.call('PATCH', url, { paused: true }), 409, 'conflict');
    expect((await fleet.call('DELETE', url)).status).toBe(200);
    expect((await list('dr-owl')).body.triggers).toEqual([]);
  }
  const { body } = await make(agent, 'weekly');
  await redis.hset(keys.trigger(String(body.id)), 'about', '{');
  await redis.hset(keys.agent(agent), 'about', '{');
  const [task = ''] = await redis.zrange(fleet.base.keys.subject_tasks('local', 'user', 'dr-owl'), 0, -1);
  await redis.hset(fleet.base.keys.task(task), 'request', '{');
  expect((await fleet.call('DELETE', '/v1/patients/dr-owl')).status).toBe(200);
  const left = [keys.trigger(String(body.id)), keys.agent(agent), fleet.base.keys.task(task)];
  expect(await redis.exists(...left)).toBe(0);
  expect(await fleet.queue('trigger').getDelayedCount()).toBe(0);
});

test('a cron pattern has five fields and never fires more often than every five minutes', async () => {
  const agent = await createAgent('dr-tern');
  for (const [pattern, message] of [
    [`* ${MINUTES.join(',')} * * * *`, /five fields/],
    ['*/10 * * * * *', /five fields/],
    ['0 8 * * 1 2026 7', /five fields/],
    ['0,30,31 8 * * *', /five minutes/],
    ['0,58 * * * *', /five minutes/],
    ['58 23 * * *', null],
    ['0,58 0,23 * * *', /five minutes/],
    ['H H * * *', /no time/],
    ['0 H * * *', /five fields/],
  ] as const) {
    const made = await make(agent, pattern);
    if (message) expect(expectProblem(made, 422, 'invalid').detail, pattern).toMatch(message);
    else expect(made.status, pattern).toBe(201);
  }
  expect((await list('dr-tern')).body.triggers).toHaveLength(1);
});

test('an agent and a tenant have a limited number of triggers; one too many is refused by name, and not stored', async () => {
  await fleet.call('DELETE', '/v1/patients/dr-tern');
  const [first, second] = [await createAgent('dr-kite'), await createAgent('dr-kite')];
  for (let n = 0; n < 3; n += 1) expect((await make(first, 'weekly')).status).toBe(201);
  expect(expectProblem(await make(first, 'weekly'), 422, 'limit_reached').detail).toMatch(/3.*TRIGGERS_PER_AGENT/);
  for (let n = 0; n < 2; n += 1) expect((await make(second, 'weekly')).status).toBe(201);
  expect(expectProblem(await make(second, 'weekly'), 422, 'limit_reached').detail).toMatch(/5.*TRIGGERS_PER_TENANT/);
  const { triggers } = (await list('dr-kite')).body as { triggers: { id: string }[] };
  expect(triggers).toHaveLength(5);
  expect(await fleet.queue('trigger').getDelayedCount()).toBe(5);
  await fleet.call('DELETE', `/v1/triggers/${triggers[0]?.id}`);
  expect((await make(second, 'weekly')).status).toBe(201);
});

test('nothing is stored when a request is answered with 429', async () => {
  // No worker: the first agent's task stays open.
  const full = await startFleet({ roles: [], env: { MAX_OPEN_TURNS: '1' } });
  try {
    const wish = {
      user_id: 'dr-wren',
      session_id: 's',
      name: 'Wrens',
      description: 'Follows wrens.',
      message: 'Begin.',
    };
    const made = await full.call('POST', '/v1/agents', wish);
    expect(made.status).toBe(201);
    const refused = await full.call('POST', '/v1/agents', { ...wish, patient_id: 'zoe' });
    expectProblem(refused, 429, 'overloaded');
    expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(0);
    expect((await full.call('GET', '/v1/agents?user_id=dr-wren')).body.agents).toHaveLength(1);
    const { tag } = full.base.keys;
    const stored = await testRedis().keys(`${tag}:research:*`);
    expect(stored.sort()).toEqual([`${tag}:research:agent:${made.body.id}`, `${tag}:research:agents:local:dr-wren`]);

    const url = `/v1/agents/${made.body.id}`;
    const before = (await full.call('GET', url)).body;
    expectProblem(await full.call('POST', `${url}/messages`, { text: 'Go on.', more_budget: true }), 429, 'overloaded');
    expect((await full.call('GET', url)).body).toEqual(before);
  } finally {
    await full.close();
  }
});
