/** The fleet on a model: the real SDK against a scripted server. Each behaviour of a model leads to the right turn status and events. */
import { Queue } from 'bullmq';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { agentsWith } from '../support/agents-dir.ts';
import { holdTimers } from '../support/clock.ts';
import { type Fleet, factOf, startFleet } from '../support/fleet.ts';
import { type AgentScript, answered, type ScriptedHealth, startScriptedHealth } from '../support/scripted-health.ts';

/** A time that no other timer has. */
const SILENCE_MS = 23_457;

const EXTRACTORS = ['DataEntryAgent', 'DataExtractorAgent', 'MedicalMeasurementsAgent', 'MedicalContextAgent'];

let model: ScriptedHealth;
let fleet: Fleet;

async function start(scripts: Record<string, AgentScript> = {}, env: Record<string, string> = {}): Promise<void> {
  model = await startScriptedHealth(scripts);
  fleet = await startFleet({ env: { GEMINI_API_KEY: 'test', GEMINI_BASE_URL: model.url, ...env } });
}

afterEach(async () => {
  await fleet?.close();
  await model?.close();
});

const kinds = async (turnId: string) => (await fleet.events(turnId)).map((event) => event.kind);

test('a streamed answer arrives in pieces before it is whole, and usage is counted', async () => {
  const received: unknown[] = [];
  const pieces = ['Your ', 'values ', 'look fine.'];
  // Each piece is sent when the follower of the turn has received the one before.
  const before = (index: number) => expect.poll(() => received).toEqual(pieces.slice(0, index));
  await start({
    HealthConsultantAgent: (request) =>
      answered(request, 'get_patient_record') ? { text: pieces, before, usage: { input: 200, output: 20 } } : undefined,
  });
  const sent = await fleet.call('POST', '/v1/turns', { text: 'How is my blood pressure?', patient_id: 'p1' });
  const turnId = String(sent.body.turn_id);
  await fleet.events(turnId, {
    stop: ({ kind, data }) => {
      if (kind === 'delta') received.push(data.text);
      return false;
    },
  });
  const turn = await fleet.turn(turnId);
  expect(turn).toMatchObject({
    status: 'completed',
    reply: 'Your values look fine.',
    agent: 'HealthConsultantAgent',
    route: 'patient_consult',
  });
  const events = await fleet.events(turn.turn_id);
  expect(received).toEqual(pieces);
  expect(turn.usage).toMatchObject({ model_calls: 7, input_tokens: 800, output_tokens: 80 });
  expect(events.map((event) => event.kind).filter((kind) => kind !== 'delta')).toEqual([
    'queued',
    'routed',
    'transfer',
    'tool',
    'tool',
    'reply',
    'facts',
    'done',
  ]);
});

test('a tool call is done, and its result goes back to the model', async () => {
  await start();
  await fleet.say('How is my blood pressure?');
  const last = model.requests.filter((request) => request.systemText.startsWith('You are a health consultant')).at(-1);
  const response = last?.contents.flatMap((content) => content.parts).find((part) => part.functionResponse);
  expect(response?.functionResponse).toMatchObject({ name: 'get_patient_record', response: expect.anything() });
});

test('a structured answer that does not match the schema is sent back to the model, which fixes it', async () => {
  const quote = 'systolic was 131';
  const fact = { kind: 'observation', name: 'Systolic blood pressure', value: 131, unit: 'mmHg', quote };
  await start({
    MedicalMeasurementsAgent: (_request, nth) =>
      nth === 1 ? { text: '{"facts": [{"kind": "poem"}]}' } : { text: JSON.stringify({ facts: [fact] }) },
  });
  const turn = await fleet.say('My systolic was 131 today');
  expect(turn.status).toBe('completed');
  expect(factOf(turn, 'Systolic blood pressure')).toMatchObject({
    value: 131,
    evidence: { text: quote, start: 3, end: 19 },
    source_agent: 'MedicalMeasurementsAgent',
  });
  expect(model.asked('MedicalMeasurementsAgent')).toBe(2);
});

test('for an extractor whose answer never fits the rules stand in, and the turn says so', async () => {
  await start({ MedicalMeasurementsAgent: () => ({ text: 'I would rather not.' }) });
  const turn = await fleet.say('My systolic was 131 today');
  expect(turn).toMatchObject({
    status: 'degraded',
    reply: 'All is well.',
    error: { code: 'stood_in', agent: 'MedicalMeasurementsAgent' },
  });
  expect(factOf(turn, 'Systolic blood pressure')).toMatchObject({ value: 131 });
  expect(model.asked('MedicalMeasurementsAgent')).toBe(3);
});

test('429 pauses for as long as the provider says and costs no attempt', async () => {
  const pauses = vi.spyOn(Queue.prototype, 'rateLimit');
  onTestFinished(() => pauses.mockRestore());
  await start({
    TriageAgent: (_request, nth) => (nth === 1 ? { error: { status: 429, retryDelay: '1.2s' } } : undefined),
  });
  const turn = await fleet.say('How is my blood pressure?');
  expect(turn.status).toBe('completed');
  expect(pauses.mock.calls).toEqual([[1_200]]);
  expect(model.asked('TriageAgent')).toBe(2);
  const job = await fleet.queue('triage').getJob(`${turn.turn_id}.TusdiAI.TriageAgent`);
  expect(job?.attemptsMade).toBe(1);
  const reset = (await fleet.events(turn.turn_id)).find((event) => event.kind === 'reset');
  expect(reset?.data).toEqual({ agent: 'TriageAgent', reason: 'model_rate_limited', retry_in_ms: 1_200 });
});

test('a provider that asks to wait for an hour is not waited for: the rules answer', async () => {
  await start({ TriageAgent: () => ({ error: { status: 429, retryDelay: '3600s' } }) });
  const turn = await fleet.say('How is my blood pressure?');
  expect(turn).toMatchObject({
    status: 'degraded',
    reply: 'All is well.',
    error: { code: 'stood_in', agent: 'TriageAgent' },
  });
});

test('a 500 is tried again', async () => {
  await start({ TriageAgent: (_request, nth) => (nth === 1 ? { error: { status: 500 } } : undefined) });
  const turn = await fleet.say('How is my blood pressure?');
  expect(turn).toMatchObject({ status: 'completed', reply: 'All is well.' });
  expect(model.asked('TriageAgent')).toBe(2);
  expect(await kinds(turn.turn_id)).toContain('reset');
});

test('a safety block ends the model’s part, not the turn: its rule answers', async () => {
  await start({ HealthConsultantAgent: () => ({ blocked: 'SAFETY', where: 'candidate' }) });
  const turn = await fleet.say('How is my blood pressure?');
  expect(turn).toMatchObject({ status: 'degraded', error: { code: 'stood_in', agent: 'HealthConsultantAgent' } });
  expect(turn.agents).toMatchObject({
    TriageAgent: { status: 'success', by: 'model' },
    HealthConsultantAgent: { status: 'success', by: 'rules' },
  });
  expect(turn.reply).toMatch(/blood pressure/i);
  expect(model.asked('TriageAgent')).toBe(1);
  expect(await kinds(turn.turn_id)).toEqual(expect.arrayContaining(['reply', 'done']));
});

test('a model that hangs is stopped by the agent’s time limit', async () => {
  const limit = holdTimers(111_000);
  await start(
    { TriageAgent: () => ({ hang: true }) },
    { AGENTS_DIR: agentsWith([{ agent: 'TriageAgent', path: ['limits', 'seconds'], value: 111 }]) },
  );
  const told = fleet.say('How is my blood pressure?');
  await expect.poll(() => model.asked('TriageAgent')).toBe(1);
  limit.fire();
  expect(await told).toMatchObject({ status: 'degraded', error: { code: 'stood_in', agent: 'TriageAgent' } });
});

test('a call that hangs is given up and made again: the user gets the answer', async () => {
  const timers = holdTimers(SILENCE_MS);
  await start(
    { TriageAgent: (_request, nth) => (nth === 1 ? { hang: true } : undefined) },
    { MODEL_SILENCE_SECONDS: String(SILENCE_MS / 1000) },
  );
  const sent = await fleet.call('POST', '/v1/turns', { text: 'How is my blood pressure?', patient_id: 'p1' });
  await expect.poll(() => model.asked('TriageAgent')).toBe(1);
  // The calls of the others are over: they are not given up.
  await expect
    .poll(async () => (await fleet.turn(String(sent.body.turn_id))).agents)
    .toMatchObject(Object.fromEntries(EXTRACTORS.map((agent) => [agent, { status: 'empty' }])));
  timers.fire();
  timers.release();
  await expect.poll(() => model.asked('TriageAgent')).toBe(2);
  await fleet.events(String(sent.body.turn_id));
  const turn = await fleet.turn(String(sent.body.turn_id));
  expect(turn).toMatchObject({ status: 'completed', agents: { TriageAgent: { status: 'success', attempts: 1 } } });
});

test('a cancel reaches the model call in flight', async () => {
  await start({ TriageAgent: () => ({ hang: true }) });
  const sent = await fleet.call('POST', '/v1/turns', { text: 'How is my blood pressure?', patient_id: 'p1' });
  const turnId = String(sent.body.turn_id);
  await expect.poll(() => model.asked('TriageAgent')).toBe(1);
  await expect
    .poll(async () => (await fleet.turn(turnId)).agents)
    .toMatchObject({ TriageAgent: { status: 'running' }, MedicalMeasurementsAgent: { status: 'empty' } });
  expect((await fleet.call('DELETE', `/v1/turns/${turnId}`)).status).toBe(202);
  const hung = model.requests.find((request) => request.systemText.startsWith('You are the front desk'));
  await expect.poll(() => hung?.aborted).toBe(true);
  expect((await fleet.turn(turnId)).status).toBe('cancelled');
  expect((await fleet.events(turnId)).at(-1)).toMatchObject({ kind: 'done', data: { status: 'cancelled' } });
});

test('a hand-over that the policy does not allow is refused to the model, which goes on', async () => {
  await start({
    TriageAgent: (request, nth) => {
      if (nth === 1)
        return { calls: [{ name: 'transfer_to_agent', args: { agent_name: 'CypherAgent', reason: 'curious' } }] };
      expect(JSON.stringify(request.contents.at(-1))).toContain('refused');
      return undefined;
    },
  });
  const turn = await fleet.say('How is my blood pressure?');
  expect(turn).toMatchObject({ status: 'completed', reply: 'All is well.' });
  expect(Object.keys(turn.agents)).not.toContain('CypherAgent');
});

test('an agent without the record cannot reach it, whatever its model calls', async () => {
  await start({
    TriageAgent: () => ({
      calls: [{ name: 'transfer_to_agent', args: { agent_name: 'HealthConsultantLiteAgent', reason: 'general' } }],
    }),
    HealthConsultantLiteAgent: (request, nth) => {
      if (nth === 1) return { calls: [{ name: 'get_patient_record', args: {} }] };
      const told = JSON.stringify(request.contents.at(-1));
      expect(told).toContain('You have no tool');
      return { text: 'In general, yes.' };
    },
  });
  const turn = await fleet.say('What is hypertension?');
  expect(turn).toMatchObject({ route: 'general_consult', reply: 'In general, yes.' });
});
