/** What BullMQ is told about a job: bad jobs fail once and permanently, and a failure contains nothing that a patient said. */
import type { Job } from 'bullmq';
import { expect, test } from 'vitest';
import type { QueueName } from '../../queues/catalogue.ts';
import { type Demo, group, llm, startDemo } from '../engine/run/demo.ts';
import type { ScriptedAnswer } from '../support/scripted-gemini.ts';

const MARKER = 'xylophone-rash';

const solo = (fields = {}) => ({ Root: group('parallel', ['Solo']), Solo: llm(fields) });

async function settled(demo: Demo, queue: QueueName, id: string): Promise<Job> {
  await expect.poll(() => demo.queue(queue).getJobState(id)).toMatch(/^(completed|failed)$/);
  return (await demo.queue(queue).getJob(id)) as Job;
}

test.each([
  ['turn', 'task', { task_id: 7, team: 'demo', agent: 'Root' }, 'task_id'],
  ['triage', 'run', { task_id: 't', team: 'demo', agent: 'Solo', note: MARKER }, 'run_id'],
  ['triage', 'run', MARKER, ''],
] as const)(
  'a job of %s/%s with a bad payload fails for good, and says which field is bad',
  async (queue, name, data, field) => {
    const demo = await startDemo({ agents: solo() });
    await demo.queue(queue).add(name, data, { jobId: 'bad', attempts: 5, backoff: 10 });
    const job = await settled(demo, queue, 'bad');
    expect(await job.getState()).toBe('failed');
    expect(job.failedReason).toBe(`bad_payload: ${field}`);
    expect(job.attemptsMade).toBe(1);
    expect(JSON.stringify([job.failedReason, job.stacktrace])).not.toContain(MARKER);
    expect(demo.asked('Solo')).toBe(0);
  },
);

test.each([
  ['triage', 'surprise'],
  // An existing kind of job, on a queue that does not carry it.
  ['triage', 'task'],
  ['trigger', 'run'],
] as const)('a job of %s with the name %s has no handler and fails for good', async (queue, name) => {
  const demo = await startDemo({ agents: solo() });
  await demo.queue(queue).add(name, { task_id: 't', team: 'demo' }, { jobId: 'odd', attempts: 5, backoff: 10 });
  const job = await settled(demo, queue, 'odd');
  expect(await job.getState()).toBe('failed');
  expect(job).toMatchObject({ failedReason: expect.stringMatching(/^bad_payload: /), attemptsMade: 1 });
});

test('a job of a turn that no longer exists is skipped', async () => {
  const demo = await startDemo({ agents: solo() });
  const data = { task_id: 'gone', team: 'demo', agent: 'Solo', run_id: 'Root.Solo' };
  await demo.queue('triage').add('run', data, { jobId: 'late' });
  expect((await settled(demo, 'triage', 'late')).returnvalue).toMatchObject({ status: 'skipped' });
  expect(demo.asked('Solo')).toBe(0);
});

test('a job of a team that is no longer there fails once, and says so', async () => {
  const demo = await startDemo({ agents: solo() });
  const data = { task_id: 't', team: 'nobody', agent: 'Solo', run_id: 'Root.Solo' };
  await demo.queue('triage').add('run', data, { jobId: 'orphan', attempts: 3, backoff: 10 });
  const job = await settled(demo, 'triage', 'orphan');
  expect(job.failedReason).toMatch(/^config: There is no team nobody/);
  expect(job.attemptsMade).toBe(1);
});

const ECHOES: [string, ScriptedAnswer[], string, number][] = [
  ['refuses', [{ error: { status: 400, message: `bad prompt: ${MARKER}` } }], 'model_refused', 1],
  [
    'fails and breaks off',
    [
      { error: { status: 500, message: `crashed on ${MARKER}` } },
      { error: { status: 503, message: MARKER, afterText: `${MARKER} ` } },
    ],
    'model_unavailable',
    1,
  ],
];
test.each(ECHOES)(
  'when the model %s and echoes the message, no job and no turn error repeats it',
  async (_, answers, code, attempts) => {
    const demo = await startDemo({
      agents: solo(),
      scripts: { Solo: (_request, nth) => answers[nth % answers.length] },
    });
    const turn = await demo.tell(`I have a ${MARKER} on my arm`);
    expect(turn).toMatchObject({ status: 'degraded', reply: 'Sorry.', error: { code, agent: 'Solo' } });
    expect(JSON.stringify(turn.error)).not.toContain(MARKER);
    const job = await settled(demo, 'triage', `${turn.turn_id}.Root.Solo`);
    expect(job.failedReason).toMatch(new RegExp(`^${code}: `));
    expect(job.attemptsMade).toBe(attempts);
    const everything = [job, await demo.queue('turn').getJob(turn.turn_id)].map((one) => [
      one?.failedReason,
      one?.stacktrace,
      one?.data,
      one?.returnvalue,
    ]);
    expect(JSON.stringify(everything)).not.toContain(MARKER);
  },
);

test('an answer that does not match its schema is not quoted either', async () => {
  const demo = await startDemo({
    agents: solo({ output: 'DataExtraction' }),
    scripts: { Solo: () => ({ text: `{"facts": [{"kind": "${MARKER}"}]}` }) },
  });
  const turn = await demo.tell(`I have a ${MARKER} on my arm`);
  expect(turn.error).toMatchObject({ code: 'bad_output' });
  const job = await settled(demo, 'triage', `${turn.turn_id}.Root.Solo`);
  expect(JSON.stringify([turn.error, job.failedReason, job.stacktrace])).not.toContain(MARKER);
});
