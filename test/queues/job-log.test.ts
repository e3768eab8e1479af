/** What a queue engineer sees of a job without any of our tools: its name, its progress and its log, in BullMQ's own keys. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { isLogLine } from '../../src/engine/run/log-lines.ts';
import { group, llm, startDemo } from '../engine/run/demo.ts';
import { agentsWith } from '../support/agents-dir.ts';
import { startFleet } from '../support/fleet.ts';
import { testRedis } from '../support/redis.ts';

const MARK = 'Zyqophane';
const STAMP = /\d{4}-\d\d-\d\dT[\d:.]+Z/;

type Shown = { id: string; name: string; progress: unknown; processedBy?: string };
type Looked = { url: string; queue: Awaited<ReturnType<typeof startFleet>>['queue'] };

/** As Bull Board's page asks for it. */
async function board<T>({ url }: { url: string }, path: string): Promise<T> {
  return (await fetch(`${url}/dashboard/queues/api/queues${path}`)).json() as Promise<T>;
}

/** The lines of a job's log, without times of day and durations. */
async function logOf({ queue }: Looked, name: Parameters<Looked['queue']>[0], id: string): Promise<string[]> {
  const { logs } = await queue(name).getJobLogs(id);
  for (const line of logs) expect(line).toSatisfy(isLogLine);
  return logs.map((line) => line.replace(STAMP, 'TIME').replace(/[\d,]+ ms/, 'N ms'));
}

test('on the board, the jobs of a turn say who does what, how far it is and what was done; no word of the user is in it', async () => {
  const fleet = await startFleet({ dashboard: true });
  onTestFinished(() => fleet.close());
  const { turn_id: id } = await fleet.say(`Dr. ${MARK} says my weight of 80 kg is too much. Is it?`, {
    patient_id: MARK,
    user_id: `user-${MARK}`,
    session_id: `session-${MARK}`,
  });
  const seen: [string, string, unknown, string[]][] = [];
  for (const queue of ['turn', 'triage', 'extractor', 'consultant']) {
    const found = await board<{ queues: { name: string; description: string; jobs: Shown[] }[] }>(
      fleet,
      `?activeQueue=${queue}&status=completed&jobsPerPage=20`,
    );
    const shown = found.queues.find(({ name }) => name === queue);
    expect(shown?.description).not.toBe('');
    for (const job of shown?.jobs ?? []) {
      const lines = await board<string[]>(fleet, `/${queue}/${job.id}/logs`);
      seen.push([queue, job.name, job.progress, lines]);
      expect(job.id.startsWith(id)).toBe(true);
      expect(job.processedBy).toMatch(new RegExp(`^[\\w.-]+:${process.pid}:${queue}:\\d`));
    }
  }
  expect(seen.map(([queue, name]) => `${queue} ${name}`).sort()).toEqual([
    'consultant HealthConsultantAgent (from TriageAgent)',
    'extractor DataEntryAgent',
    'extractor DataExtractorAgent',
    'extractor MedicalContextAgent',
    'extractor MedicalMeasurementsAgent',
    'triage TriageAgent',
    'turn TusdiAI',
  ]);
  for (const [, , progress, lines] of seen) {
    expect(progress).toMatchObject({ progress: 100 });
    // Nothing of it is hidden.
    expect(lines.filter((line) => !isLogLine(line))).toEqual([]);
    expect([lines[0]?.slice(0, 6), lines.at(-1)?.slice(0, 4)]).toEqual(['start ', 'end ']);
  }
  expect(JSON.stringify(seen)).not.toContain(MARK);
  const triage = await logOf(fleet, 'triage', `${id}.TusdiAI.TriageAgent`);
  expect(triage).toEqual([
    'start TIME, try 1',
    'step 1 model offline N ms',
    'end success, handed over to HealthConsultantAgent, N ms',
  ]);
  expect(await logOf(fleet, 'turn', id)).toEqual(['start TIME, try 1', 'step 1 fan-in N ms', 'end completed, N ms']);

  const { workers } = await board<{ workers: { name: string }[] }>(fleet, '/extractor/workers');
  expect(workers.map(({ name }) => name)).toEqual([expect.stringMatching(/^[\w.-]+:\d+:extractor:\d/)]);
  const { clientName } = fleet.base.redis;
  expect(clientName).toMatch(new RegExp(`^medfleet:[\\w.-]+:${process.pid}:[\\w+]+:\\d[\\w.-]*:[0-9a-f]{8}$`));
  expect(String(await testRedis().client('LIST'))).toContain(` name=${clientName} `);

  await fleet.call('DELETE', `/v1/patients/${MARK}`);
  expect(await testRedis().keys(`${fleet.base.keys.bull}:*:${id}*`)).toEqual([]);
});

const PIPELINE = `
id: parts
description: Each part by itself, and all again while the check is not content
inputs:
  items: { type: list, description: "{ id, content }" }
  rule: { type: text }
stages:
  - function: synthesize_outputs
    for_each: { as: item, in: $inputs.items }
    input: { artifacts: [$item] }
  - function: validate_against_spec
    needs: [synthesize_outputs]
    input: { artifact: $inputs.rule, specification: "", invariants: [The lighthouse was built in 1698] }
    retry: { stage: synthesize_outputs, unless: valid, limit: 1 }
output:
  valid: $stages.validate_against_spec.valid
`;

test('a pipeline names stages, items by their number and rounds; its progress counts stages, and items with words as ids leave none', async () => {
  const agents = agentsWith([]);
  writeFileSync(join(agents, 'pipelines/parts.yml'), PIPELINE);
  const fleet = await startFleet({ env: { AGENTS_DIR: agents } });
  onTestFinished(() => fleet.close());
  const items = ['one', 'two'].map((part) => ({ id: MARK + part, content: `The ${part} of ${MARK} is here.` }));
  const { status, body } = await fleet.call('POST', '/v1/pipelines/parts/run?wait=60', {
    items,
    rule: `${MARK} stood.`,
  });
  expect([status, body.status]).toEqual([200, 'degraded']);
  const id = String(body.run_id);
  const jobs = await fleet.queue('function').getJobs(['completed']);
  expect(jobs.map(({ name }) => name).sort()).toEqual([
    'parts',
    'synthesize_outputs 1',
    'synthesize_outputs 1/round 2',
    'synthesize_outputs 2',
    'synthesize_outputs 2/round 2',
    'validate_against_spec',
    'validate_against_spec/round 2',
  ]);
  const logs = await Promise.all(jobs.map((job) => logOf(fleet, 'function', String(job.id))));
  expect(JSON.stringify([jobs.map(({ name, progress }) => [name, progress]), logs])).not.toContain(MARK);
  for (const lines of logs) expect(lines.at(-1)).toMatch(/^end (success|completed|degraded)/);
  const whole = await logOf(fleet, 'function', id);
  expect(whole.filter((line) => line.startsWith('wait'))).toEqual(['wait for 3 jobs', 'wait for 3 jobs']);
  expect(jobs.find((job) => job.id === id)?.progress).toEqual({ progress: 100, done: 2, of: 2 });
});

test('a run inside its parent’s job writes into that job, with its name; a try that failed and a pause are told', async () => {
  const secret = { text: `I am sorry, ${MARK}.` };
  const demo = await startDemo({
    agents: {
      Seq: group('sequential', ['Inside', 'Last'], { dispatch: 'inline' }),
      Inside: llm({ dispatch: 'inline', tools: ['current_time'] }),
      Last: llm(),
    },
    scripts: {
      Inside: (_request, nth) => (nth === 1 ? { calls: [{ name: MARK, args: { [MARK]: MARK } }] } : secret),
      Last: (_request, nth) => (nth === 1 ? { error: { status: 429, retryDelay: '0.2s', message: MARK } } : secret),
    },
  });
  const turn = await demo.tell(`Hello, ${MARK}`);
  expect(turn.status).toBe('completed');
  const last = await demo.queue('triage').getJob(`${turn.turn_id}.Seq.Last`);
  expect(last).toMatchObject({ name: 'Last', progress: { progress: 100, done: 1, of: 1 } });
  expect(await logOf(demo, 'triage', String(last?.id))).toEqual([
    'start TIME, try 1',
    'step 1 model gemini-2.5-flash N ms, failed model_rate_limited',
    'pause N ms, model_rate_limited',
    'start TIME, try 1',
    'step 1 model gemini-2.5-flash N ms, 100 > 10 tokens',
    'end success, N ms, 100 > 10 tokens',
  ]);
  expect(await logOf(demo, 'turn', turn.turn_id)).toEqual([
    'start TIME, try 1',
    'Inside: step 1 model gemini-2.5-flash N ms, 100 > 10 tokens',
    'Inside: step 2 tool unknown N ms, error',
    'Inside: step 3 model gemini-2.5-flash N ms, 100 > 10 tokens',
    'wait for 1 job',
    'start TIME, try 1',
    'step 4 fan-in N ms',
    'end completed, N ms',
  ]);
});

test('a loop names its rounds, parks for each, and its log keeps the latest hundred lines', async () => {
  const demo = await startDemo({
    agents: {
      Root: group('parallel', ['Again', 'Talks']),
      Again: group('loop', ['A'], { max_iterations: 3 }),
      A: llm(),
      Talks: llm({ dispatch: 'inline', tools: ['current_time'], limits: { model_turns: 60 } }),
    },
    scripts: {
      Talks: (_request, nth) => (nth < 60 ? { calls: [{ name: 'current_time', args: {} }] } : { text: 'Done.' }),
    },
  });
  const { turn_id: id } = await demo.tell('Go');
  const names = await Promise.all(
    [1, 2, 3].map(async (round) => (await demo.queue('triage').getJob(`${id}.Root.Again.${round}.A`))?.name),
  );
  expect(names).toEqual(['A', 'A/round 2', 'A/round 3']);
  const loop = await logOf(demo, 'turn', `${id}.Root.Again`);
  expect(loop.filter((line) => line === 'wait for 1 job')).toHaveLength(3);
  expect(await demo.queue('turn').getJob(`${id}.Root.Again`)).toMatchObject({ progress: { progress: 100, done: 3 } });
  const whole = await logOf(demo, 'turn', id);
  expect([whole.length, whole.at(-1)]).toEqual([100, 'end completed, N ms']);
});

test('a job that is gone gets no log and no progress: with a key of its own it could not be added again', async () => {
  let gone: () => Promise<unknown> = async () => undefined;
  const demo = await startDemo({
    agents: { Root: group('parallel', ['Solo']), Solo: llm({ tools: ['current_time'] }) },
    scripts: {
      async Solo(_request, nth) {
        if (nth > 1) return { text: 'Done.' };
        await gone();
        return { calls: [{ name: 'current_time', args: {} }] };
      },
    },
  });
  const redis = testRedis();
  const keysOfJob = () => redis.keys(`${demo.base.keys.bull}:triage:*Root.Solo*`);
  gone = async () => redis.del(...(await keysOfJob()).filter((key) => !key.endsWith(':lock')));
  const { body } = await demo.call('POST', '/v1/turns', { text: 'Go', team: 'demo', patient_id: 'p1' });
  await expect.poll(() => demo.asked('Solo')).toBe(2);
  await expect.poll(async () => (await demo.turn(String(body.turn_id))).agents.Solo?.status).toBe('success');
  expect((await keysOfJob()).filter((key) => !key.endsWith(':lock'))).toEqual([]);
});
