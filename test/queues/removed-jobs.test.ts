/**
 * An operator removes, empties or retries by hand what is part of a flow, in Bull Board. The turn ends all the same, it says what was
 * done, and no model call is paid for twice. One fleet for all.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { QUEUE_NAMES, type QueueName } from '../../queues/catalogue.ts';
import { keepUpkeep } from '../../queues/upkeep.ts';
import { startWorkers } from '../../workers/start-workers.ts';
import { demoFiles, group, llm, startDemoModel } from '../engine/run/demo.ts';
import { type Fleet, startFleet } from '../support/fleet.ts';
import { testRedis } from '../support/redis.ts';
import { upkeepOf } from './upkeep-parts.ts';

/** task(Solo, Seq(Last(First)), Again), and whoever Solo hands over to. */
const AGENTS = {
  Root: group('parallel', ['Solo', 'Seq', 'Again']),
  Solo: llm({ transfers: ['Target'] }),
  Target: llm({ worker: 'consultant' }),
  Seq: group('sequential', ['First', 'Last']),
  First: llm({ worker: 'extractor' }),
  Last: llm({ worker: 'extractor' }),
  Again: group('loop', ['Round'], { max_iterations: 1 }),
  Round: llm({ worker: 'research' }),
};
const REPLY = 'Target says so.\n\nLast says so.\n\nRound says so.';
const HELD: readonly QueueName[] = ['consultant', 'extractor', 'research'];

let fleet: Fleet;
let model: Awaited<ReturnType<typeof startDemoModel>>;
let refuses: string | null = null;
beforeAll(async () => {
  const handOver = { calls: [{ name: 'transfer_to_agent', args: { agent_name: 'Target', reason: 'knows more' } }] };
  const refused = (agent: string) => () => (refuses === agent ? { error: { status: 400 } } : undefined);
  model = await startDemoModel({ Solo: () => handOver, Target: refused('Target'), First: refused('First') });
  fleet = await startFleet({
    dashboard: true,
    roles: [],
    env: {
      AGENTS_DIR: await demoFiles({ agents: AGENTS, end: afterAll }),
      GEMINI_API_KEY: 'test',
      GEMINI_BASE_URL: model.url,
      DASHBOARD_WRITE: 'true',
    },
  });
  // The tests run upkeep themselves.
  await startWorkers(
    fleet.base,
    QUEUE_NAMES.filter((name) => name !== 'upkeep'),
  );
});
afterAll(async () => {
  await fleet.close();
  await model.close();
});

const onBoard = async (path: string, body: unknown = {}) =>
  (await fleet.call('PUT', `/dashboard/queues/api/queues/${path}`, body)).status;
const stateOf = (queue: QueueName, id: string) => fleet.queue(queue).getJobState(id);
const each = (names: readonly QueueName[], act: (queue: QueueName) => Promise<void>) => Promise.all(names.map(act));

/** A turn of which the queues `held` keep what is theirs; everything else is done. */
async function heldTurn(held: readonly QueueName[]): Promise<string> {
  await each(held, (name) => fleet.queue(name).pause());
  const sent = await fleet.call('POST', '/v1/turns', { text: 'Hello', team: 'demo', patient_id: 'p1' });
  const id = String(sent.body.turn_id);
  await expect.poll(() => stateOf('triage', `${id}.Root.Solo`)).toBe('completed');
  for (const [queue, run] of [
    ['consultant', 'Solo.1.Target'],
    ['extractor', 'Seq.First'],
    ['research', 'Again.1.Round'],
  ] as const) {
    const expected = held.includes(queue) ? /^waiting$/ : /^(completed|failed)$/;
    await expect.poll(() => stateOf(queue, `${id}.Root.${run}`)).toMatch(expected);
  }
  return id;
}

async function ended(id: string) {
  await each(QUEUE_NAMES, (name) => fleet.queue(name).resume());
  const { run } = upkeepOf(fleet);
  const status = async () => {
    await run();
    return (await fleet.turn(id)).status;
  };
  await expect.poll(status, { interval: 100 }).toMatch(/^(completed|degraded|failed|cancelled)$/);
  return fleet.turn(id);
}

const lostIn = ({ warnings }: { warnings: { code: string; agent?: string | undefined }[] }) =>
  warnings.flatMap(({ code, agent = 'the turn' }) => (code === 'job_lost' ? [agent] : [])).sort();

test.each([
  ['a waiting child', 'extractor/{id}.Root.Seq.First/clean', 204, ['First']],
  ['the consultant that was handed over to', 'consultant/{id}.Root.Solo.1.Target/clean', 204, ['Target']],
  ['a child with its own children', 'turn/{id}.Root.Seq/clean', 204, ['Seq']],
  ['the turn itself, with all its jobs', 'turn/{id}/clean', 204, ['the turn']],
  ['what the turn still waits for', 'turn/{id}/remove-unprocessed-children', 200, ['Again', 'Seq', 'Target']],
  ['what a stage waits for', 'turn/{id}.Root.Seq/remove-unprocessed-children', 200, ['First', 'Last']],
  ['all that waits in a queue', 'extractor/empty', 200, ['First', 'Last']],
  ['a queue with all that it holds', 'extractor/obliterate', 200, ['First', 'Last']],
] as const)('removed by hand: %s. It is done again, and the turn says so', async (_what, path, status, lost) => {
  const asked = Object.keys(AGENTS).map((agent) => model.asked(agent));
  const id = await heldTurn(HELD);
  expect(await onBoard(path.replace('{id}', id), { force: true })).toBe(status);
  const turn = await ended(id);
  expect(turn).toMatchObject({ status: 'completed', reply: REPLY });
  expect(lostIn(turn)).toEqual([...lost]);
  const paid = Object.keys(AGENTS).map((agent, index) => [agent, model.asked(agent) - (asked[index] ?? 0)]);
  expect(paid).toEqual(Object.keys(AGENTS).map((agent) => [agent, ['Root', 'Seq', 'Again'].includes(agent) ? 0 : 1]));
});

test('a retry that waits for its time is removed by hand: it is done again, and the turn says so', async () => {
  const id = await heldTurn(HELD);
  const target = `${id}.Root.Solo.1.Target`;
  const keys = `${fleet.base.keys.bull}:consultant`;
  expect(await testRedis().lrem(`${keys}:wait`, 1, target)).toBe(1);
  await testRedis().zadd(`${keys}:delayed`, (Date.now() + 3_600_000) * 0x1000, target);
  expect(await stateOf('consultant', target)).toBe('delayed');
  expect(await onBoard(`consultant/${target}/clean`)).toBe(204);
  const turn = await ended(id);
  expect([turn.status, turn.reply, lostIn(turn)]).toEqual(['completed', REPLY, ['Target']]);
});

test('what was removed where nothing is lost leaves no warning: finished jobs, and a queue that is emptied of others', async () => {
  const id = await heldTurn(HELD);
  expect(await onBoard(`triage/${id}.Root.Solo/clean`)).toBe(204);
  expect(await onBoard('turn/empty')).toBe(200);
  const turn = await ended(id);
  expect([turn.status, turn.reply, lostIn(turn)]).toEqual(['completed', REPLY, []]);
});

test('a failed child that is tried again while its turn waits gives its answer after all', async () => {
  refuses = 'Target';
  const id = await heldTurn(['extractor']);
  const target = `${id}.Root.Solo.1.Target`;
  await expect.poll(() => stateOf('consultant', target)).toBe('failed');
  refuses = null;
  expect((await fleet.call('POST', `/v1/fleet/failed/consultant/${target}/retry`)).body).not.toHaveProperty('note');
  await expect.poll(() => stateOf('consultant', target)).toBe('completed');
  expect(await ended(id)).toMatchObject({ status: 'completed', error: null, reply: REPLY });
});

test('a failed child is not tried again when what waited for it has gone on, and costs nothing when its turn has ended', async () => {
  refuses = 'First';
  const id = await heldTurn(['consultant']);
  const first = `${id}.Root.Seq.First`;
  await expect.poll(() => stateOf('turn', `${id}.Root.Seq`)).toBe('completed');
  refuses = null;
  const asked = model.asked('First');
  const retry = () => fleet.call('POST', `/v1/fleet/failed/extractor/${first}/retry`);
  expect([(await retry()).status, await onBoard(`extractor/${first}/retry`)]).toEqual([409, 409]);
  expect((await ended(id)).status).toBe('degraded');
  const late = await retry();
  expect([late.status, late.body.note]).toEqual([202, expect.stringContaining('has ended (degraded)')]);
  await expect.poll(() => stateOf('extractor', first)).toBe('completed');
  for (const path of [`extractor/${first}/retry`, `turn/${id}/retry`]) expect(await onBoard(path)).toBe(204);
  await expect.poll(() => stateOf('turn', id)).toBe('completed');
  expect([(await fleet.turn(id)).status, model.asked('First')]).toEqual(['degraded', asked]);
});

test('upkeep that was removed with its scheduler is scheduled again', async () => {
  const queue = fleet.queue('upkeep');
  const stop = await keepUpkeep(fleet.queues, 100);
  try {
    await queue.pause();
    for (const path of ['upkeep/job-schedulers/upkeep/remove', 'upkeep/obliterate']) {
      expect(await onBoard(path, { force: true })).toBeLessThan(300);
      await expect.poll(() => queue.getJobSchedulersCount()).toBe(1);
      await queue.pause();
    }
  } finally {
    stop();
  }
});
