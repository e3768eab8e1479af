/** A fleet that calls another fleet over A2A 1.0: the turn of one is a turn of the other, with its record, conversation and end. */
import { expect, onTestFinished, test } from 'vitest';
import { startDemo } from '../../../engine/run/demo.ts';
import { tasksAt, textOf } from '../../../support/a2a.ts';
import { type Fleet, startFleet } from '../../../support/fleet.ts';

const TOKEN = 'clinic-token-0123456789';

/** A team whose only agent is the health team of another fleet. */
function clinic(remote: Record<string, unknown> = {}) {
  return {
    type: 'remote',
    source_name: 'clinic',
    remote: {
      protocol: 'a2a',
      endpoint: '$CLINIC_URL',
      auth_token: '$CLINIC_TOKEN',
      actions: [
        {
          name: 'ask',
          description: 'Answers about health',
          parameters: { text: '$message' },
          metadata: { team: 'health', patient_id: '$subject_id' },
        },
      ],
      fallback: { text: 'The clinic does not answer.', cached_seconds: 0 },
      ...remote,
    },
  };
}

async function start(far: Fleet, env: Record<string, string> = {}) {
  onTestFinished(() => far.close());
  return startDemo({ agents: { Clinic: clinic() }, env: { CLINIC_URL: far.url, CLINIC_TOKEN: TOKEN, ...env } });
}

const secured = () => startFleet({ env: { API_TOKENS: `clinic[a2a+turns:write]:${TOKEN}` } });
test('the other fleet answers, files what was said in its own record, and keeps the conversation', async () => {
  const far = await secured();
  const near = await start(far);
  const first = await near.tell('My weight is 80 kg.', { patient_id: 'p7' });
  expect(first).toMatchObject({ status: 'completed', agent: 'Clinic', source_agents: ['clinic'], error: null });
  const second = await near.tell('What is my weight?', { patient_id: 'p7', session_id: first.session_id });
  expect(second.status).toBe('completed');
  expect(second.reply).toContain('80');
  const tasks = await tasksAt(far.url, TOKEN);
  expect(tasks).toHaveLength(2);
  expect(new Set(tasks.map(({ contextId }) => contextId)).size).toBe(1);
  expect(tasks.map(({ artifacts }) => textOf(artifacts))).toContain(second.reply);
  const another = await near.tell('Hello', { patient_id: 'p8' });
  expect(another.session_id).not.toBe(first.session_id);
  expect(new Set((await tasksAt(far.url, TOKEN)).map(({ contextId }) => contextId)).size).toBe(2);
});

test('a wrong token is refused there, and the turn says what to check', async () => {
  const near = await start(await secured(), { CLINIC_TOKEN: 'another-token-0123456789' });
  const turn = await near.tell('Hello', { patient_id: 'p7' });
  expect(turn).toMatchObject({ status: 'degraded', reply: 'The clinic does not answer.' });
  expect(turn.error).toMatchObject({ code: 'remote_refused', detail: expect.stringContaining('check its auth_token') });
});

test('a cancelled turn cancels the turn of the other fleet', async () => {
  let asked = () => {};
  const begun = new Promise<void>((resolve) => {
    asked = resolve;
  });
  const far = await startDemo({
    agents: { Slow: { type: 'llm' } },
    scripts: {
      Slow: () => {
        asked();
        return new Promise(() => undefined);
      },
    },
  });
  const actions = [
    {
      name: 'ask',
      description: 'Asks',
      parameters: { text: '$message' },
      metadata: { team: 'demo', patient_id: 'p7' },
    },
  ];
  const near = await startDemo({ agents: { Clinic: clinic({ actions }) }, env: { CLINIC_URL: far.url } });
  const sent = await near.call('POST', '/v1/turns', { text: 'Hello', team: 'demo', patient_id: 'p7' });
  const id = String(sent.body.turn_id);
  await begun;
  const [task] = await tasksAt(far.url);
  expect((await near.call('DELETE', `/v1/turns/${id}`)).status).toBe(202);
  await expect.poll(async () => (await far.turn(task?.id ?? '')).status).toBe('cancelled');
  expect((await near.turn(id)).status).toBe('cancelled');
});
