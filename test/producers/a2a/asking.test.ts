/** A message that does not say whom it is about: what the card says of it, what a context knows, and how a task asks. */
import { type Task, TaskState } from '@a2a-js/sdk';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { a2aClient, all, asTask, dataOf, sendRequest, taskRef, textMessage, textOf } from '../../support/a2a.ts';
import { apiClient } from '../../support/api.ts';
import { type Fleet, startFleet } from '../../support/fleet.ts';
import { mcpClient } from '../../support/mcp-client.ts';

const CLINIC = 'clinic-token-0123456789';
const ANNA = 'anna-token-0123456789';
const TEXT = 'My blood pressure was 120/80 this morning.';

let fleet: Fleet;
beforeAll(async () => {
  fleet = await startFleet({ env: { API_TOKENS: `clinic:${CLINIC},clinic/anna:${ANNA}` } });
});
afterAll(() => fleet.close());

const client = () => a2aClient(fleet.url, 'JSONRPC', CLINIC);
const send = async (text: string, fields: object = {}, metadata: object = {}, rest: object = {}): Promise<Task> =>
  asTask(await (await client()).sendMessage(sendRequest(textMessage(text, fields), { metadata, ...rest })));
const turn = (id: string) => apiClient(fleet.url, CLINIC).turn(id);
const saysOf = ({ status }: Task) => String(status?.message?.parts[0]?.content?.value);

describe('a message that does not say whom it is about', () => {
  test('becomes a task that asks, and an answer in its metadata, as data or as text completes it', async () => {
    const data = { content: { $case: 'data' as const, value: { patient_id: 'p7' } } };
    const part = { ...data, metadata: undefined, filename: '', mediaType: '' };
    for (const [text, metadata, parts] of [
      ['', { patient_id: 'p7' }, undefined],
      ['patient_id: p7', {}, undefined],
      ['', {}, [part]],
    ] as const) {
      const asked = await send(TEXT);
      expect(asked.status?.state).toBe(TaskState.TASK_STATE_INPUT_REQUIRED);
      expect(saysOf(asked)).toContain('patient_id');
      const { id, contextId } = asked;
      const task = await send(text, { taskId: id, contextId, ...(parts && { parts: [...parts] }) }, metadata);
      expect(task).toMatchObject({ id, contextId, status: { state: TaskState.TASK_STATE_COMPLETED } });
      expect(await turn(id)).toMatchObject({ patient_id: 'p7', text: TEXT, session_id: contextId });
    }
  });

  test('is told what to do in an emergency with the question', async () => {
    expect(saysOf(await send('I have crushing chest pain.'))).toMatch(/112[\s\S]*patient_id/);
  });

  test('asks once, however often it is sent, and again where the answer does not say it; no word is lost', async () => {
    const api = await client();
    const message = textMessage(TEXT);
    const sent = () => api.sendMessage(sendRequest(message, { metadata: {} })).then(asTask);
    const [first, second] = [await sent(), await sent()];
    expect(second).toEqual(first);
    const { id: taskId } = first;
    const again = await send('I feel well.', { taskId });
    expect(again).toMatchObject({ id: taskId, status: { state: TaskState.TASK_STATE_INPUT_REQUIRED } });
    const answer = textMessage('patient_id: p8', { taskId });
    for (const _ of [1, 2])
      expect(asTask(await api.sendMessage(sendRequest(answer, { metadata: {} }))).id).toBe(taskId);
    expect((await sent()).id).toBe(taskId);
    expect(await turn(taskId)).toMatchObject({ patient_id: 'p8', text: `${TEXT}\nI feel well.` });
  });

  test('is a task like others: it is streamed, read and cancelled', async () => {
    const api = await client();
    const events = await all(api.sendMessageStream(sendRequest(textMessage(TEXT), { metadata: {} })));
    const [asked] = events.map(({ payload }) => payload?.value as Task);
    expect(events).toHaveLength(1);
    expect(asked?.status?.state).toBe(TaskState.TASK_STATE_INPUT_REQUIRED);
    const { id } = asked as Task;
    expect(saysOf(await api.getTask(taskRef(id)))).toContain('patient_id');
    expect((await api.cancelTask({ ...taskRef(id), metadata: {} })).status?.state).toBe(TaskState.TASK_STATE_CANCELED);
    await expect(api.getTask(taskRef(id))).rejects.toMatchObject({ name: 'TaskNotFoundError' });
  });

  test('needs not say it in a context that knows it, or with a token of one user: A2A, MCP and HTTP alike', async () => {
    const { contextId } = await send(TEXT, {}, { patient_id: 'p9', user_id: 'dr' });
    const further = await send('Thanks.', { contextId });
    expect(await turn(further.id)).toMatchObject({ patient_id: 'p9', user_id: 'dr', session_id: contextId });
    const { contextId: lesson } = await send('Hello', {}, { team: 'tutor', user_id: 'dr' });
    expect(await turn((await send('Go on', { contextId: lesson })).id)).toMatchObject({ team: 'tutor', user_id: 'dr' });
    const { call } = await mcpClient([fleet.url], CLINIC);
    const noted = await call('send_turn', { text: 'Thanks.', session_id: contextId, wait_seconds: 0 });
    expect(await turn(String(noted.data.turn_id))).toMatchObject({ patient_id: 'p9' });
    const own = await (await mcpClient([fleet.url], ANNA)).call('send_turn', { text: 'Hello', wait_seconds: 0 });
    expect(await turn(String(own.data.turn_id))).toMatchObject({ patient_id: 'anna', user_id: 'anna' });
  });
});

test('the card says what a message needs, and each team has one of its own with addresses for it', async () => {
  const card = async (path: string) => (await fleet.call('GET', path, undefined, { 'A2A-Version': '1.0' })).body;
  const whole = await card('/.well-known/agent-card.json');
  expect(whole.capabilities).toMatchObject({
    extensions: expect.arrayContaining([
      expect.objectContaining({
        uri: 'urn:medfleet:a2a:about:v1',
        params: expect.objectContaining({ needs: expect.objectContaining({ health: 'patient_id', tutor: 'user_id' }) }),
      }),
    ]),
  });
  const tutor = await card('/a2a/tutor/.well-known/agent-card.json');
  expect(tutor).toMatchObject({
    skills: [{ id: 'tutor', description: expect.stringContaining('user_id') }],
    supportedInterfaces: expect.arrayContaining([
      expect.objectContaining({ url: `${fleet.url}/a2a/tutor/jsonrpc`, protocolVersion: '1.0' }),
      expect.objectContaining({ url: `${fleet.url}/a2a/tutor/rest`, protocolVersion: '0.3' }),
    ]),
  });
  expect((await fleet.call('GET', '/a2a/nobody/.well-known/agent-card.json')).status).toBe(404);
  for (const binding of ['JSONRPC', 'HTTP+JSON'] as const) {
    const api = await a2aClient(`${fleet.url}/a2a/tutor/`, binding, CLINIC);
    const task = asTask(await api.sendMessage(sendRequest(textMessage('Hello'), { metadata: { user_id: 'u1' } })));
    expect(await turn(task.id)).toMatchObject({ team: 'tutor' });
  }
});

test('who takes text only is given text only, at once and in a stream', async () => {
  const configuration = {
    acceptedOutputModes: ['text/plain'],
    taskPushNotificationConfig: undefined,
    returnImmediately: false,
  };
  const metadata = { patient_id: 'p1' };
  const task = await send(TEXT, {}, metadata, { configuration });
  expect(task.artifacts.map(({ artifactId }) => artifactId)).toEqual(['reply']);
  expect(textOf(task.artifacts)).not.toBe('');
  const whole = await send(TEXT, {}, metadata);
  expect(dataOf(whole.artifacts)).toMatchObject({ facts: expect.any(Array) });
  const request = sendRequest(textMessage(TEXT), { metadata, configuration });
  const events = await all((await client()).sendMessageStream(request));
  const artifacts = events.flatMap(({ payload }) =>
    payload?.$case === 'artifactUpdate' ? [payload.value.artifact] : [],
  );
  expect(new Set(artifacts.map((one) => one?.artifactId))).toEqual(new Set(['reply']));
});
