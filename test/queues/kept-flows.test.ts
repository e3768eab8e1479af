/** A flow is kept with all its jobs or not at all: who looks for a failed job finds what was before it, and Redis fills up with no leftovers. */
import { expect, onTestFinished, test } from 'vitest';
import { JOBS, payloadFor } from '../../queues/catalogue.ts';
import { removeFlows } from '../../queues/kept-flows.ts';
import { AGAIN } from '../../queues/try-again.ts';
import { ROLES, startWorkers } from '../../workers/start-workers.ts';
import { type Demo, demoFiles, group, llm, startDemo, startDemoModel } from '../engine/run/demo.ts';
import { type Fleet, startFleet } from '../support/fleet.ts';
import { testRedis } from '../support/redis.ts';
import { upkeepOf } from './upkeep-parts.ts';

const HOUR_MS = 3_600_000;
/** task(Solo and whom it hands over to, Seq(Last(First))) */
const AGENTS = {
  Root: group('parallel', ['Solo', 'Seq']),
  Solo: llm({ transfers: ['Target'] }),
  Target: llm({ worker: 'consultant' }),
  Seq: group('sequential', ['First', 'Last']),
  First: llm({ worker: 'extractor' }),
  Last: llm(),
};
const HANDS_OVER = { calls: [{ name: 'transfer_to_agent', args: { agent_name: 'Target', reason: 'knows more' } }] };
const WHOLE = ['', '.Root.Seq', '.Root.Seq.First', '.Root.Seq.Last', '.Root.Solo', '.Root.Solo.1.Target'];

/** `failing`: what the model answers where the message has this word. */
function startTeam(failing = '!'): Promise<Demo> {
  return startDemo({
    agents: AGENTS,
    scripts: {
      Solo: () => HANDS_OVER,
      First: (request) => (JSON.stringify(request.contents).includes(failing) ? { error: { status: 400 } } : undefined),
    },
  });
}

/** Whatever stands in Redis of the jobs of a turn: the ends of their ids. Sub-keys and places in lists count. */
async function jobsOf({ base: { keys }, queues }: Pick<Fleet, 'base' | 'queues'>, id: string): Promise<string[]> {
  const redis = testRedis();
  const names = await redis.keys(`${keys.bull}:*:${id}*`);
  const listed = await Promise.all(
    queues
      .all()
      .flatMap(({ name }) =>
        (['completed', 'failed', 'delayed', 'prioritized'] as const).map((set) =>
          redis.zrange(`${keys.bull}:${name}:${set}`, 0, -1),
        ),
      ),
  );
  const found = [...names.map((name) => name.split(':')[4] ?? ''), ...listed.flat()].filter((one) =>
    one.startsWith(id),
  );
  return [...new Set(found)].map((one) => one.slice(id.length)).sort();
}

/** The jobs have ended: BullMQ is told that a task's job is done after the task has ended. */
async function settled(fleet: Fleet, ...ids: string[]): Promise<void> {
  for (const id of ids) await expect.poll(() => fleet.queue('turn').getJobState(id)).toMatch(/^(completed|failed)$/);
}

/** Sooner than the fleet's own upkeep would: with a smaller count, or as if it were later. */
function removeAllBut(fleet: Fleet, count: number, other = { count: 5_000, ms: 24 * HOUR_MS }): Promise<void> {
  return removeFlows(testRedis(), fleet.base.keys, { whole: { count, ms: HOUR_MS }, other });
}

test('of more turns than are kept, the last ones keep all their jobs, and nothing is left of those before', async () => {
  const fleet = await startTeam();
  const first = await Promise.all(Array.from({ length: 22 }, () => fleet.tell('Before')));
  const ids = [...first, await fleet.tell('Last but one'), await fleet.tell('Last')].map(({ turn_id }) => turn_id);
  await settled(fleet, ...ids);
  await removeAllBut(fleet, 2);
  const found = await Promise.all(ids.map((id) => jobsOf(fleet, id)));
  expect(found).toEqual(ids.map((_, nth) => (nth < 22 ? [] : WHOLE)));
  await removeFlows(testRedis(), fleet.base.keys, { whole: { count: 2, ms: 0 }, other: { count: 1, ms: 0 } });
  expect(await Promise.all(ids.map((id) => jobsOf(fleet, id)))).toEqual(ids.map(() => []));
});

test('a flow with a failed job stays, with all its jobs, among the failed ones', async () => {
  const fleet = await startTeam('fails');
  const { turn_id: failed } = await fleet.tell('This fails');
  const { turn_id: other } = await fleet.tell('This does not');
  await settled(fleet, failed, other);
  expect(await fleet.queue('extractor').getJobState(`${failed}.Root.Seq.First`)).toBe('failed');
  await removeAllBut(fleet, 0);
  expect(await Promise.all([failed, other].map((id) => jobsOf(fleet, id)))).toEqual([WHOLE, []]);
  await removeAllBut(fleet, 0, { count: 1, ms: 0 });
  expect(await jobsOf(fleet, failed)).toEqual([]);
});

test('an agent that is tried again for hours does not hold its flow, and its job goes when it is done', async () => {
  const fleet = await startTeam();
  const { turn_id: id } = await fleet.tell('Message');
  await settled(fleet, id);
  const again = `${id}.${AGAIN}`;
  const data = payloadFor('again', { task_id: id, team: 'demo', agents: [] });
  const job = await fleet.queue('triage').add('again', data, { ...JOBS.again.options, delay: HOUR_MS, jobId: again });
  await removeAllBut(fleet, 0);
  expect(await jobsOf(fleet, id)).toEqual([...WHOLE, `.${AGAIN}`].sort());
  await removeAllBut(fleet, 0, { count: 0, ms: HOUR_MS });
  expect(await jobsOf(fleet, id)).toEqual([`.${AGAIN}`]);
  await job.promote();
  await expect.poll(() => fleet.queue('triage').getJobState(again)).toBe('completed');
  await removeAllBut(fleet, 0, { count: 0, ms: HOUR_MS });
  expect(await jobsOf(fleet, id)).toEqual([]);
  const { keys } = fleet.base;
  expect(await testRedis().exists(keys.flows(), keys.other_flows())).toBe(0);
});

test('an erased person leaves no job, and no flow that is noted', async () => {
  const fleet = await startTeam();
  const { turn_id: id } = await fleet.tell('Message', { patient_id: 'p1' });
  await settled(fleet, id);
  const { keys } = fleet.base;
  expect(await testRedis().zrange(keys.flows(), 0, -1)).toEqual([`turn:${id}`]);
  expect((await fleet.call('DELETE', '/v1/patients/p1')).status).toBe(200);
  expect(await jobsOf(fleet, id)).toEqual([]);
  expect(await testRedis().exists(keys.flows(), keys.other_flows())).toBe(0);
});

test.each([
  ['the job of the task', ''],
  ['a stage', '.Root.Seq'],
])('%s was lost and added again: no job is left behind', async (_what, end) => {
  const held: (() => void)[] = [];
  const model = await startDemoModel({
    Solo: () => HANDS_OVER,
    Last: () => new Promise((resolve) => held.push(() => resolve({ text: 'Last.' }))),
  });
  const env = { AGENTS_DIR: await demoFiles({ agents: AGENTS }), GEMINI_API_KEY: 'test', GEMINI_BASE_URL: model.url };
  const fleet = await startFleet({ env, roles: [] });
  onTestFinished(async () => {
    await fleet.close();
    await model.close();
  });
  const sent = await fleet.call('POST', '/v1/turns', { text: 'One', team: 'demo', patient_id: 'p1' });
  const id = String(sent.body.turn_id);
  await startWorkers(
    fleet.base,
    ROLES.filter((role) => role !== 'upkeep'),
  );
  await expect.poll(() => fleet.queue('consultant').getJobState(`${id}.Root.Solo.1.Target`)).toBe('completed');
  await expect.poll(() => held.length).toBe(1);
  await testRedis().del(`${fleet.base.keys.bull}:turn:${id}${end}`);
  await upkeepOf(fleet).run();
  for (const release of held) release();
  await settled(fleet, id);
  expect((await fleet.turn(id)).status).toBe('completed');
  await removeAllBut(fleet, 0);
  expect(await jobsOf(fleet, id)).toEqual([]);
});

test('a cancelled turn whose jobs still wait keeps them until they have ended', async () => {
  const model = await startDemoModel();
  const env = { AGENTS_DIR: await demoFiles({ agents: AGENTS }), GEMINI_API_KEY: 'test', GEMINI_BASE_URL: model.url };
  const fleet = await startFleet({ env, roles: [] });
  onTestFinished(async () => {
    await fleet.close();
    await model.close();
  });
  const sent = await fleet.call('POST', '/v1/turns', { text: 'One', team: 'demo', patient_id: 'p1' });
  const id = String(sent.body.turn_id);
  await fleet.call('DELETE', `/v1/turns/${id}`);
  const none = { count: 0, ms: 0 };
  await removeAllBut(fleet, 0, none);
  expect(await fleet.queue('turn').getJobState(id)).toBe('waiting-children');
  await startWorkers(
    fleet.base,
    ROLES.filter((role) => role !== 'upkeep'),
  );
  await settled(fleet, id);
  await removeAllBut(fleet, 0, none);
  expect(await jobsOf(fleet, id)).toEqual([]);
});
