/** What to do in an emergency is told when the message is taken, whatever the model does, and is never taken back. */
import { TaskState } from '@a2a-js/sdk';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { call, rawRpc } from '../support/a2a.ts';
import { type Fleet, startFleet } from '../support/fleet.ts';
import { type ScriptedHealth, startScriptedHealth } from '../support/scripted-health.ts';

const EMERGENCY = 'I have crushing chest pain and my left arm is numb.';
const ADVICE = /\b(?:112|911|999|emergency number)\b/;

let model: ScriptedHealth;
let fleet: Fleet;
beforeAll(async () => {
  // The model is asked and says nothing.
  model = await startScriptedHealth({ TriageAgent: () => ({ hang: true }) });
  fleet = await startFleet({ env: { GEMINI_API_KEY: 'test', GEMINI_BASE_URL: model.url } });
});
afterAll(async () => {
  await fleet.close();
  await model.close();
});

async function sent(fields: Record<string, unknown>): Promise<string> {
  const { body } = await fleet.call('POST', '/v1/turns', { patient_id: 'p1', text: EMERGENCY, ...fields });
  return String(body.turn_id);
}

test('while the model is silent the turn says what to do, once, also after it was cancelled', async () => {
  const id = await sent({ session_id: 'silent' });
  const [alarm] = (await fleet.events(id, { stop: ({ kind }) => kind === 'alarm' })).slice(-1);
  expect(alarm?.data.text).toMatch(ADVICE);
  await expect.poll(() => model.asked('TriageAgent')).toBeGreaterThan(0);
  const running = await fleet.turn(id);
  expect([running.reply, running.alarm]).toEqual([null, alarm?.data.text]);
  expect(running.red_flags).toEqual(alarm?.data.red_flags);

  await fleet.call('DELETE', `/v1/turns/${id}`);
  const cancelled = await fleet.turn(id);
  expect(cancelled).toMatchObject({ status: 'cancelled', alarm: running.alarm, red_flags: running.red_flags });
  const kinds = (await fleet.events(id)).map(({ kind }) => kind);
  expect(kinds.filter((kind) => kind === 'alarm')).toHaveLength(1);
});

test('it does not wait for the message before it', async () => {
  const first = await sent({ session_id: 'busy', text: 'Is my weight all right?' });
  const second = await sent({ session_id: 'busy' });
  await fleet.events(second, { stop: ({ kind }) => kind === 'alarm' });
  expect(await fleet.turn(second)).toMatchObject({ status: 'queued', alarm: expect.stringMatching(ADVICE) });
  for (const id of [second, first]) await fleet.call('DELETE', `/v1/turns/${id}`);
});

test('a message without one has none', async () => {
  const id = await sent({ session_id: 'calm', text: 'My weight is 71 kg.' });
  await expect.poll(async () => (await fleet.turn(id)).status).toBe('running');
  await fleet.call('DELETE', `/v1/turns/${id}`);
  const kinds = (await fleet.events(id)).map(({ kind }) => kind);
  expect([kinds.includes('alarm'), (await fleet.turn(id)).alarm]).toEqual([false, null]);
});

test('another agent that asks over A2A sees it as the message of the status', async () => {
  const message = { messageId: 'm1', role: 'ROLE_USER', parts: [{ text: EMERGENCY }] };
  const configuration = { returnImmediately: true };
  const request = call('SendMessage', { message, configuration, metadata: { patient_id: 'p1', user_id: 'p1' } });
  const { id } = ((await rawRpc(fleet.url, request)).result as { task: { id: string } }).task;
  const status = async () => {
    const { result } = await rawRpc(fleet.url, call('GetTask', { id }));
    return (result as { status: { state: string; message?: unknown } }).status;
  };
  await expect.poll(async () => JSON.stringify((await status()).message ?? '')).toMatch(ADVICE);
  expect((await status()).state).toBe(TaskState[TaskState.TASK_STATE_WORKING]);
  await fleet.call('DELETE', `/v1/turns/${id}`);
});
