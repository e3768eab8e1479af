/**
 * A key of BullMQ's or of the task's own is gone. The turn must end all the same, and the session must go on: otherwise this person is
 * never answered again.
 */
import { expect, onTestFinished, test } from 'vitest';
import type { QueueName } from '../../queues/catalogue.ts';
import { ROLES, startWorkers } from '../../workers/start-workers.ts';
import { demoFiles, group, llm, startDemoModel } from '../engine/run/demo.ts';
import { type Fleet, startFleet } from '../support/fleet.ts';
import { testRedis } from '../support/redis.ts';
import type { AgentScript } from '../support/scripted-health.ts';
import { upkeepOf } from './upkeep-parts.ts';

/** All but the one that runs upkeep: the tests run it themselves. */
const WORKING = ROLES.filter((role) => role !== 'upkeep');

/** task(Solo, Seq(Last(First))), and whoever Solo hands over to. */
const AGENTS = {
  Root: group('parallel', ['Solo', 'Seq']),
  Solo: llm({ transfers: ['Target'] }),
  Target: llm({ worker: 'consultant' }),
  Seq: group('sequential', ['First', 'Last']),
  First: llm(),
  Last: llm(),
};

const LOST = {
  'the job of the task': 'bull:turn:{id}',
  'a child': 'bull:triage:{id}.Root.Solo',
  'a grandchild': 'bull:triage:{id}.Root.Seq.First',
  'a child that waits for its own children': 'bull:turn:{id}.Root.Seq',
  'a parent whose child lives': 'bull:triage:{id}.Root.Seq.Last',
  'the dependencies of the task': 'bull:turn:{id}:dependencies',
  'the dependencies of a child': 'bull:triage:{id}.Root.Seq.Last:dependencies',
} as const;
const VARIANTS = Object.entries(LOST);

type Lost = { fleet: Fleet; model: Awaited<ReturnType<typeof startDemoModel>>; first: string; second: string };

/** Two turns of one session. No worker runs yet. */
async function twoTurns(
  scripts: Record<string, AgentScript> = {},
  agents: Parameters<typeof demoFiles>[0]['agents'] = AGENTS,
): Promise<Lost> {
  const model = await startDemoModel(scripts);
  const env = {
    AGENTS_DIR: await demoFiles({ agents }),
    GEMINI_API_KEY: 'test',
    GEMINI_BASE_URL: model.url,
  };
  const fleet = await startFleet({ env, roles: [] });
  onTestFinished(async () => {
    await fleet.close();
    await model.close();
  });
  const send = async (text: string) => {
    const sent = await fleet.call('POST', '/v1/turns', { text, team: 'demo', patient_id: 'p1', session_id: 's1' });
    return String(sent.body.turn_id);
  };
  return { fleet, model, first: await send('One'), second: await send('Two') };
}

async function lose({ fleet, first }: Lost, key: string): Promise<void> {
  expect(await testRedis().del(`${fleet.base.keys.tag}:${key.replace('{id}', first)}`)).toBe(1);
}

/** Runs upkeep until the turn has ended. */
async function endOf(fleet: Fleet, id: string) {
  const { run } = upkeepOf(fleet);
  await expect
    .poll(
      async () => {
        await run();
        return (await fleet.turn(id)).status;
      },
      { interval: 100 },
    )
    .toMatch(/^(completed|degraded|failed|cancelled)$/);
  return fleet.turn(id);
}

const REPLY = 'Solo says so.\n\nLast says so.';

test.each(VARIANTS)('lost before a worker saw it: %s. The turn is done, and so is the next one', async (_what, key) => {
  const lost = await twoTurns();
  await lose(lost, key);
  await upkeepOf(lost.fleet).run();
  await startWorkers(lost.fleet.base, WORKING);
  for (const id of [lost.first, lost.second])
    expect(await endOf(lost.fleet, id)).toMatchObject({ status: 'completed', reply: REPLY });
  for (const agent of ['Solo', 'First', 'Last']) expect([agent, lost.model.asked(agent)]).toEqual([agent, 2]);
});

test.each(VARIANTS)('lost under the eyes of workers: %s. No model call is paid for twice', async (_what, key) => {
  const lost = await twoTurns();
  await lose(lost, key);
  await startWorkers(lost.fleet.base, WORKING);
  for (const id of [lost.first, lost.second])
    expect(await endOf(lost.fleet, id)).toMatchObject({ status: 'completed', reply: REPLY });
  for (const agent of ['Solo', 'First', 'Last']) expect([agent, lost.model.asked(agent)]).toEqual([agent, 2]);
});

test.each([
  ['the task that waits for its children', 'turn:waiting-children', '{id}'],
  ['a child that waits for its own children', 'turn:waiting-children', '{id}.Root.Seq'],
  ['a child that waits for a worker', 'triage:wait', '{id}.Root.Solo'],
])('%s is in no list any more. The turn is done, and so is the next one', async (_what, list, job) => {
  const lost = await twoTurns();
  const [key, id] = [`${lost.fleet.base.keys.bull}:${list}`, job.replace('{id}', lost.first)];
  const redis = testRedis();
  expect(await (list.endsWith('wait') ? redis.lrem(key, 0, id) : redis.zrem(key, id))).toBe(1);
  await startWorkers(lost.fleet.base, WORKING);
  for (const turn of [lost.first, lost.second])
    expect(await endOf(lost.fleet, turn)).toMatchObject({ status: 'completed', reply: REPLY });
  for (const agent of ['Solo', 'First', 'Last']) expect([agent, lost.model.asked(agent)]).toEqual([agent, 2]);
});

test.each([
  ['the job of the task', 'bull:turn:{id}'],
  ['a child that waits for its own children', 'bull:turn:{id}.Root.Seq'],
  ['a parent whose child lives', 'bull:triage:{id}.Root.Seq.Last'],
  ['the target of a hand-over', 'bull:consultant:{id}.Root.Solo.1.Target'],
])('lost while others are at work: %s. What is done is not done again', async (_what, key) => {
  const held: (() => void)[] = [];
  const lost = await twoTurns({
    Solo: () => ({ calls: [{ name: 'transfer_to_agent', args: { agent_name: 'Target', reason: 'knows more' } }] }),
    First: (_request, nth) =>
      nth > 1 ? { text: 'First.' } : new Promise((resolve) => held.push(() => resolve({ text: 'First.' }))),
  });
  // No worker takes the target's job before it is lost.
  const without: QueueName[] = WORKING.filter((role) => role !== 'consultant');
  await startWorkers(lost.fleet.base, without);
  await expect.poll(() => [lost.model.asked('Solo'), held.length]).toEqual([1, 1]);
  const target = `${lost.first}.Root.Solo.1.Target`;
  await expect.poll(() => lost.fleet.queue('consultant').getJobState(target)).toBe('waiting');
  await lose(lost, key);
  await upkeepOf(lost.fleet).run();
  for (const release of held) release();
  await startWorkers(lost.fleet.base, ['consultant']);
  for (const id of [lost.first, lost.second])
    expect(await endOf(lost.fleet, id)).toMatchObject({
      status: 'completed',
      reply: 'Target says so.\n\nLast says so.',
    });
  for (const agent of ['Solo', 'Target', 'First', 'Last']) expect([agent, lost.model.asked(agent)]).toEqual([agent, 2]);
});

test.each([
  ['a child', 'Root.Solo'],
  ['the stage before another', 'Root.Seq.First'],
])(
  'the result of %s was in the second that Redis lost, and its job is completed: it is done again',
  async (_what, run) => {
    const lost = await twoTurns({}, { ...AGENTS, Last: llm({ worker: 'consultant' }) });
    await startWorkers(
      lost.fleet.base,
      WORKING.filter((role) => role !== 'consultant'),
    );
    const stateOf = (one: string) => lost.fleet.queue('triage').getJobState(`${lost.first}.${one}`);
    for (const one of ['Root.Solo', 'Root.Seq.First']) await expect.poll(() => stateOf(one)).toBe('completed');
    expect(await testRedis().hdel(lost.fleet.base.keys.results(lost.first), run)).toBe(1);
    await startWorkers(lost.fleet.base, ['consultant']);
    for (const id of [lost.first, lost.second])
      expect(await endOf(lost.fleet, id)).toMatchObject({ status: 'completed', reply: REPLY });
    // The journal was not lost.
    for (const agent of ['Solo', 'First', 'Last']) expect([agent, lost.model.asked(agent)]).toEqual([agent, 2]);
  },
);

test('the end of a task was in the second that Redis lost, and its job is completed: it is ended again', async () => {
  const lost = await twoTurns();
  const { bull } = lost.fleet.base.keys;
  const redis = testRedis();
  expect(await redis.zrem(`${bull}:turn:waiting-children`, lost.first)).toBe(1);
  await redis.zadd(`${bull}:turn:completed`, Date.now(), lost.first);
  await startWorkers(lost.fleet.base, WORKING);
  for (const id of [lost.first, lost.second])
    expect(await endOf(lost.fleet, id)).toMatchObject({ status: 'completed', reply: REPLY });
});

test.each([
  ['the job of a round', 'bull:consultant:{id}.Again.1.Solo'],
  ['the loop that waits for it', 'bull:turn:{id}.Again'],
])('a loop that has lost %s does its rounds, each once', async (_what, key) => {
  const agents = { Again: group('loop', ['Solo'], { max_iterations: 2 }), Solo: llm({ worker: 'consultant' }) };
  const lost = await twoTurns({}, agents);
  await startWorkers(
    lost.fleet.base,
    WORKING.filter((role) => role !== 'consultant'),
  );
  const round = `${lost.first}.Again.1.Solo`;
  await expect.poll(() => lost.fleet.queue('consultant').getJobState(round)).toBe('waiting');
  await expect.poll(() => lost.fleet.queue('turn').getJobState(`${lost.first}.Again`)).toBe('waiting-children');
  await lose(lost, key);
  await upkeepOf(lost.fleet).run();
  await startWorkers(lost.fleet.base, ['consultant']);
  for (const id of [lost.first, lost.second])
    expect(await endOf(lost.fleet, id)).toMatchObject({ status: 'completed', reply: 'Solo says so.' });
  expect(lost.model.asked('Solo')).toBe(4);
});

test('a stage that has lost its job does not build on the required one before it, which has failed', async () => {
  // What follows an inline stage is laid out when that is done.
  const agents = {
    Seq: group('sequential', ['Inline', 'First', 'Last']),
    Inline: llm({ dispatch: 'inline' }),
    First: llm({ required: true }),
    Last: llm({ worker: 'consultant' }),
  };
  const lost = await twoTurns({ First: () => ({ error: { status: 400 } }) }, agents);
  await startWorkers(
    lost.fleet.base,
    WORKING.filter((role) => role !== 'consultant'),
  );
  const job = `${lost.first}.Seq.Last`;
  await expect.poll(() => lost.fleet.queue('consultant').getJobState(job)).toBe('waiting');
  await lose(lost, 'bull:consultant:{id}.Seq.Last');
  await upkeepOf(lost.fleet).run();
  await startWorkers(lost.fleet.base, ['consultant']);
  expect(await endOf(lost.fleet, lost.first)).toMatchObject({ status: 'failed' });
  expect(lost.model.asked('Last')).toBe(0);
});

test('a lane whose head is gone goes on with the next turn, and the open turns are counted right', async () => {
  const lost = await twoTurns();
  await lose(lost, 'task:{id}');
  await startWorkers(lost.fleet.base, WORKING);
  expect(await endOf(lost.fleet, lost.second)).toMatchObject({ status: 'completed', reply: REPLY });
  const { keys } = lost.fleet.base;
  const redis = testRedis();
  for (const index of [keys.open(), keys.starting(), keys.started(), keys.busy_lanes()])
    expect([index, await redis.zrange(index, 0, -1)]).toEqual([index, []]);
});

test('a lane whose head is gone does not hold up a message that arrives now', async () => {
  const lost = await twoTurns();
  const redis = testRedis();
  for (const id of [lost.first, lost.second]) await redis.del(lost.fleet.base.keys.task(id));
  await startWorkers(lost.fleet.base, WORKING);
  const where = { team: 'demo', patient_id: 'p1', session_id: 's1' };
  expect(await lost.fleet.say('Three', where)).toMatchObject({ status: 'completed', reply: REPLY });
});

test.each(VARIANTS)('DELETE ends a turn that has lost %s, and the next one is done', async (_what, key) => {
  const lost = await twoTurns();
  await lose(lost, key);
  const answer = await lost.fleet.call('DELETE', `/v1/turns/${lost.first}`);
  expect([answer.status, answer.body.status]).toEqual([202, 'cancelled']);
  await startWorkers(lost.fleet.base, WORKING);
  expect(await endOf(lost.fleet, lost.second)).toMatchObject({ status: 'completed', reply: REPLY });
});

test('DELETE of a turn whose own hash is gone finds none, and the next one is done', async () => {
  const lost = await twoTurns();
  await lose(lost, 'task:{id}');
  expect((await lost.fleet.call('DELETE', `/v1/turns/${lost.first}`)).status).toBe(404);
  await startWorkers(lost.fleet.base, WORKING);
  expect(await endOf(lost.fleet, lost.second)).toMatchObject({ status: 'completed', reply: REPLY });
});
