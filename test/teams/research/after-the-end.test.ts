/** What follows a task or a delivery happens at least once, and its effect exactly once, wherever the process dies. */
import type { Redis } from 'ioredis';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openFleet } from '../../../queues/open-fleet.ts';
import type { Fleet as FleetPort, Letter } from '../../../src/engine/task/fleet.ts';
import { EMPTY_RESULT, type Task } from '../../../src/engine/task/task.ts';
import { createResearchDesk, type FleetResearchDesk } from '../../../src/teams/research/fleet-desk.ts';
import { researchKeys } from '../../../src/teams/research/keys.ts';
import { rememberConversation } from '../../../src/teams/research/memory.ts';
import type { ResearchAgent } from '../../../src/teams/research/research-agent.ts';
import { type Fleet, startFleet } from '../../support/fleet.ts';
import { testRedis } from '../../support/redis.ts';
import { taskRequest } from '../../support/task-request.ts';

const OWNER = { tenant: 'local', user_id: 'dr-wren' };

let fleet: Fleet;
let redis: Redis;
let port: FleetPort;
let posted: Letter[];
beforeAll(async () => {
  fleet = await startFleet({ roles: [] });
  redis = testRedis();
  port = openFleet(fleet.base, redis, { maxOpenTasks: 1_000 }).fleet;
});
afterAll(() => fleet.close());

/** A desk whose process dies at the first `deaths` messages that it posts. */
function deskThatDies(deaths: number, over: Redis = redis): FleetResearchDesk {
  let left = deaths;
  posted = [];
  const { keys, workspaces, config } = fleet.base;
  const dying: FleetPort = {
    ...port,
    post: async (letter) => {
      left -= 1;
      if (left >= 0) throw new Error('the process dies here');
      posted.push(letter);
      return port.post(letter);
    },
  };
  return createResearchDesk({ redis: over, tag: keys.tag, fleet: dying, workspaces, settings: config });
}

const newAgent = (name: string): Promise<ResearchAgent> =>
  deskThatDies(0).create({ ...OWNER, session_id: 's' }, { name, description: 'Follows wrens.' }, name);
const activation = (agent: ResearchAgent, id: string): Task => ({
  ...taskRequest({ ...OWNER, id, team: 'research', origin: { kind: 'message', agent_id: agent.id } }),
  text: 'Begin.',
});
const used = (model_calls: number) => ({
  ...EMPTY_RESULT,
  usage: { model_calls, input_tokens: 10, output_tokens: 5, cost_usd: 0.5 },
});

test('an activation is accounted for once, however often its end is handled', async () => {
  const agent = await newAgent('account');
  const desk = deskThatDies(0);
  const task = activation(agent, 'task-1');
  await Promise.all([1, 2, 3].map(() => desk.account(task, used(3), 2)));
  await desk.account(task, used(3), 2);
  expect((await desk.agent(OWNER, agent.id)).spent).toEqual({ steps: 3, tokens: 15, seconds: 2, cost_usd: 0.5 });
  await desk.account(activation(agent, 'task-2'), used(1), 1);
  expect((await desk.agent(OWNER, agent.id)).spent).toMatchObject({ steps: 4, seconds: 3 });
});

test('a process that dies between the account and the report of a pause: the user is still asked, and once', async () => {
  const agent = await newAgent('pause');
  const desk = deskThatDies(1);
  const task = activation(agent, 'task-3');
  await expect(desk.account(task, used(600), 2)).rejects.toThrow('dies here');
  await desk.account(task, used(600), 2);
  await desk.account(task, used(600), 2);
  const found = await desk.agent(OWNER, agent.id);
  expect([found.status, found.spent.steps]).toEqual(['paused', 600]);
  expect(new Set(posted.map(({ key }) => key)).size).toBe(1);
  expect(posted[0]?.text).toMatch(/It has paused/);
});

test('a report whose process died at any command is in the inbox after the next attempt', async () => {
  const agent = await newAgent('report');
  for (const command of ['expire', 'zadd', 'zremrangebyrank'] as const) {
    let died = false;
    const dying = new Proxy(redis, {
      get(target, name) {
        const value = Reflect.get(target, name, target) as unknown;
        if (name !== command || died || typeof value !== 'function')
          return typeof value === 'function' ? value.bind(target) : value;
        return async () => {
          died = true;
          throw new Error('the process dies here');
        };
      },
    });
    const desk = deskThatDies(0, dying);
    const text = `Found at ${command}.`;
    await desk.report(agent, text, `report-${command}`).catch(() => desk.report(agent, text, `report-${command}`));
    const reported = (await desk.inbox(OWNER, 10)).filter(({ agent_id }) => agent_id === agent.id);
    expect(reported, command).toHaveLength(['expire', 'zadd', 'zremrangebyrank'].indexOf(command) + 1);
  }
});

test('an agent learns what became of its mail although the worker died after sending or the producer after deciding', async () => {
  const agent = await newAgent('mail');
  const sent: string[] = [];
  const mailer = {
    send: async ({ id }: { id: string }) => void sent.push(id),
    forget: async () => undefined,
    close: () => undefined,
  };
  const mail = { to: 'a@example.org', subject: 'Question', body: 'When?' };
  const desk = deskThatDies(2);
  const approved = await desk.askToSend(agent, mail, 'approved');
  const rejected = await desk.askToSend(agent, { ...mail, subject: 'Another' }, 'rejected');
  await desk.decide(OWNER, approved.id, { decision: 'approve' });
  await expect(desk.deliver(approved.id, mailer, false)).rejects.toThrow('dies here');
  await expect(desk.decide(OWNER, rejected.id, { decision: 'reject' })).rejects.toThrow('dies here');
  expect(await desk.deliver(approved.id, mailer, false)).toBe('skipped');
  for (let times = 0; times < 2; times += 1) await desk.restoreDeliveries();
  expect(sent).toEqual([approved.id]);
  expect(posted.map(({ text }) => text).sort()).toEqual([
    'Your mail to a@example.org about "Another" is rejected.',
    'Your mail to a@example.org about "Question" is sent.',
  ]);
});

test('what ends after an erasure brings nothing back', async () => {
  const agent = await newAgent('erased');
  const desk = deskThatDies(0);
  const keys = researchKeys(fleet.base.keys.tag);
  await desk.report(agent, 'Found.', 'report-erased');
  const [item] = await desk.inbox(OWNER, 1);
  await redis.del(keys.agent(agent.id), keys.report(String(item?.report_id)));
  await desk.settle(OWNER, String(item?.report_id), { said: 'Found.' });
  await desk.account(activation(agent, 'task-9'), used(1), 1);
  expect(await redis.exists(keys.agent(agent.id), keys.report(String(item?.report_id)))).toBe(0);
});

test('a conversation is remembered once, under any id that a session may have', async () => {
  const { workspaces } = fleet.base;
  for (const session_id of ['con', `long${'x'.repeat(124)}`])
    for (const id of ['first', 'first', 'second']) {
      const task = { ...taskRequest({ ...OWNER, id: `${session_id}-${id}`, session_id }), text: 'Hello' };
      await rememberConversation(workspaces, { task, reply: 'Hello.' });
    }
  const { files } = await workspaces.open(OWNER.tenant, `user:${OWNER.user_id}`).list('sessions');
  expect(files.map(({ path, version }) => [/^sessions\/(con|longx+)-[0-9a-f]{16}\.md$/.test(path), version])).toEqual([
    [true, 2],
    [true, 2],
  ]);
});
