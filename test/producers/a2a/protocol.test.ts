/** A2A calls against a fleet without a model: messages become turns, and tasks are read, listed and cancelled, over both bindings. */
import { TaskState } from '@a2a-js/sdk';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  AT_ONCE,
  a2aClient,
  asTask,
  type Binding,
  call,
  dataOf,
  rawRpc,
  sendRequest,
  taskRef,
  textMessage,
  textOf,
} from '../../support/a2a.ts';
import { type Fleet, startFleet } from '../../support/fleet.ts';

let fleet: Fleet;

beforeAll(async () => {
  fleet = await startFleet();
});
afterAll(() => fleet.close());

const BINDINGS: Binding[] = ['JSONRPC', 'HTTP+JSON'];
const TEXT = 'My blood pressure was 120/80 this morning.';

describe('the card', () => {
  const card = (headers: Record<string, string>) =>
    fleet.call('GET', '/.well-known/agent-card.json', undefined, headers);

  test('names both bindings, the teams and the functions', async () => {
    const { body, headers } = await card({ 'A2A-Version': '1.0' });
    expect(body.supportedInterfaces).toEqual([
      { url: `${fleet.url}/a2a/jsonrpc`, protocolBinding: 'JSONRPC', protocolVersion: '1.0' },
      { url: `${fleet.url}/a2a/rest`, protocolBinding: 'HTTP+JSON', protocolVersion: '1.0' },
      { url: `${fleet.url}/a2a/jsonrpc`, protocolBinding: 'JSONRPC', protocolVersion: '0.3' },
      { url: `${fleet.url}/a2a/rest`, protocolBinding: 'HTTP+JSON', protocolVersion: '0.3' },
    ]);
    const ids = (body.skills as { id: string }[]).map(({ id }) => id);
    expect(ids).toEqual(expect.arrayContaining(['health', 'research', 'summarize_content', 'code-generation']));
    expect(ids).not.toContain('functions');
    expect(headers.get('cache-control')).toMatch(/max-age=\d+/);
  });

  test('is not sent again to who has it', async () => {
    const etag = (await card({ 'A2A-Version': '1.0' })).headers.get('etag') ?? '';
    expect(await card({ 'A2A-Version': '1.0', 'If-None-Match': etag, 'Cache-Control': 'max-age=0' })).toMatchObject({
      status: 304,
    });
  });

  test('is one of 0.3 for clients that name no version', async () => {
    expect((await card({})).body).toMatchObject({ protocolVersion: '0.3', url: `${fleet.url}/a2a/jsonrpc` });
  });
});

describe.each(BINDINGS)('over %s', (binding) => {
  const client = () => a2aClient(fleet.url, binding);

  test('a message is answered when its turn has ended, with the reply and what was found out', async () => {
    const task = asTask(await (await client()).sendMessage(sendRequest(textMessage(TEXT))));
    expect(task.status?.state).toBe(TaskState.TASK_STATE_COMPLETED);
    expect(textOf(task.artifacts).length).toBeGreaterThan(0);
    expect(dataOf(task.artifacts)).toMatchObject({ agent: expect.any(String), facts: expect.any(Array) });
    const turn = await fleet.turn(task.id);
    expect(turn).toMatchObject({ reply: textOf(task.artifacts), session_id: task.contextId, patient_id: 'p1' });
  });

  test('a message that does not wait is answered before its turn has ended', async () => {
    const api = await client();
    const task = asTask(await api.sendMessage(sendRequest(textMessage(TEXT), AT_ONCE)));
    expect([TaskState.TASK_STATE_SUBMITTED, TaskState.TASK_STATE_WORKING]).toContain(task.status?.state);
    await fleet.events(task.id);
    expect((await api.getTask(taskRef(task.id))).status?.state).toBe(TaskState.TASK_STATE_COMPLETED);
  });

  test('the same message again is the same task, and other content under its id is refused', async () => {
    const api = await client();
    const message = textMessage(TEXT);
    const [first, second] = [
      asTask(await api.sendMessage(sendRequest(message))),
      asTask(await api.sendMessage(sendRequest(message))),
    ];
    expect(second).toEqual(first);
    const other = { ...message, parts: textMessage('Something else.').parts };
    await expect(api.sendMessage(sendRequest(other))).rejects.toMatchObject({ name: 'RequestMalformedError' });
  });

  test('messages of one context are turns of one session', async () => {
    const api = await client();
    const first = asTask(await api.sendMessage(sendRequest(textMessage(TEXT))));
    const second = asTask(
      await api.sendMessage(sendRequest(textMessage('Hello again.', { contextId: first.contextId }))),
    );
    expect(second.contextId).toBe(first.contextId);
    expect(second.id).not.toBe(first.id);
    const { tasks, totalSize } = await api.listTasks({ ...LIST, contextId: first.contextId });
    expect(tasks.map(({ id }) => id)).toEqual([second.id, first.id]);
    expect(totalSize).toBe(2);
  });

  test('a task that has ended takes no message, and its context is not another one', async () => {
    const api = await client();
    const { id, contextId } = asTask(await api.sendMessage(sendRequest(textMessage(TEXT))));
    const further = (fields: object) => api.sendMessage(sendRequest(textMessage('More.', { taskId: id, ...fields })));
    await expect(further({})).rejects.toMatchObject({ name: 'UnsupportedOperationError' });
    await expect(further({ contextId })).rejects.toMatchObject({ name: 'UnsupportedOperationError' });
    await expect(further({ contextId: 'another' })).rejects.toMatchObject({ name: 'RequestMalformedError' });
    await expect(api.cancelTask({ tenant: '', id, metadata: {} })).rejects.toMatchObject({
      name: 'TaskNotCancelableError',
    });
    const subscription = api.resubscribeTask(taskRef(id));
    await expect(subscription.next()).rejects.toMatchObject({ name: 'UnsupportedOperationError' });
  });

  test('what does not exist is not found', async () => {
    const api = await client();
    for (const id of ['nothing', '../x', 'a:b', 'x'.repeat(500)])
      await expect(api.getTask(taskRef(id))).rejects.toMatchObject({ name: 'TaskNotFoundError' });
    const message = textMessage(TEXT, { taskId: 'nothing' });
    await expect(api.sendMessage(sendRequest(message))).rejects.toMatchObject({ name: 'TaskNotFoundError' });
  });

  test('a team takes text only', async () => {
    const api = await client();
    const part = { metadata: undefined, filename: '', mediaType: '' };
    const contents = [
      { ...part, content: { $case: 'data' as const, value: { a: 1 } } },
      { ...part, content: { $case: 'url' as const, value: 'https://example.com/x' } },
      { ...part, content: { $case: 'raw' as const, value: Buffer.from('x') } },
      { ...part, content: { $case: 'text' as const, value: 'x' }, mediaType: 'image/png' },
    ];
    for (const one of contents) {
      const message = textMessage('', { parts: [one] });
      await expect(api.sendMessage(sendRequest(message))).rejects.toMatchObject({
        name: 'ContentTypeNotSupportedError',
      });
    }
  });

  test('a function takes one data part and answers with its output', async () => {
    const input = { content: 'One. Two. Three.', target_tokens: 50 };
    const parts = [
      {
        content: { $case: 'data' as const, value: input },
        metadata: undefined,
        filename: '',
        mediaType: 'application/json',
      },
    ];
    const metadata = { function: 'summarize_content', user_id: 'u1' };
    const api = await client();
    const task = asTask(await api.sendMessage(sendRequest(textMessage('', { parts }), { metadata })));
    expect(task.status?.state, JSON.stringify(task.status)).toBe(TaskState.TASK_STATE_COMPLETED);
    expect(dataOf(task.artifacts).output).toMatchObject({ summary: expect.any(String) });
  });

  test('the history is as long as was asked for', async () => {
    const api = await client();
    const { id } = asTask(await api.sendMessage(sendRequest(textMessage(TEXT))));
    expect((await api.getTask(taskRef(id))).history.map(({ parts }) => parts[0]?.content?.value)).toEqual([TEXT]);
    expect((await api.getTask({ ...taskRef(id), historyLength: 0 })).history).toEqual([]);
  });
});

const LIST = {
  tenant: '',
  contextId: '',
  status: TaskState.TASK_STATE_UNSPECIFIED,
  pageToken: '',
  statusTimestampAfter: undefined,
};

test('without a patient or a user the task says what is missing', async () => {
  const message = { messageId: 'no-one', role: 'ROLE_USER', parts: [{ text: 'Hi' }] };
  const { result } = await rawRpc(fleet.url, call('SendMessage', { message }));
  expect(result).toMatchObject({ task: { status: { state: 'TASK_STATE_INPUT_REQUIRED' } } });
  expect(JSON.stringify(result)).toContain('patient_id');
});

test('an unknown team is refused with the names of those there are', async () => {
  const message = { messageId: 'wrong-team', role: 'ROLE_USER', parts: [{ text: 'Hi' }], metadata: { team: 'nobody' } };
  const { error } = await rawRpc(fleet.url, call('SendMessage', { message }));
  expect(error).toMatchObject({ code: -32602, message: expect.stringContaining('health, research') });
});

test('a client of 0.3 sends and reads in the words of 0.3', async () => {
  const message = {
    kind: 'message',
    messageId: 'old',
    role: 'user',
    parts: [{ kind: 'text', text: TEXT }],
    metadata: { patient_id: 'p1' },
  };
  const params = { message, configuration: { blocking: true } };
  const sent = await rawRpc(fleet.url, call('message/send', params), { 'A2A-Version': '' });
  expect(sent.result, sent.text).toMatchObject({ kind: 'task', status: { state: 'completed' } });
  const { id } = sent.result as { id: string };
  const read = await rawRpc(fleet.url, call('tasks/get', { id }), { 'A2A-Version': '0.3' });
  expect(read.result).toMatchObject({ id, kind: 'task' });
  const rest = await fleet.call('GET', `/a2a/rest/v1/tasks/${id}`);
  expect(rest).toMatchObject({ status: 200, body: { id } });
});

const OF_0_3 = { 'A2A-Version': '0.3' };

test.each([
  ['message/stream', { message: { kind: 'message', messageId: 'm', role: 'user', parts: [] } }, -32602],
  ['message/stream', 'no object', -32602],
  ['tasks/resubscribe', { id: 'nothing' }, -32001],
])('a client of 0.3 whose %s is refused reads why in an event', async (method, params, code) => {
  const { status, headers, text } = await rawRpc(fleet.url, call(method, params), OF_0_3);
  expect([status, headers.get('content-type')]).toEqual([200, expect.stringContaining('text/event-stream')]);
  expect(JSON.parse(text.slice('data: '.length))).toMatchObject({ jsonrpc: '2.0', id: 1, error: { code } });
});

test('a client of 0.3 reads a push config without its id, and an object when it deletes it', async () => {
  const { id } = asTask(await (await a2aClient(fleet.url, 'JSONRPC')).sendMessage(sendRequest(textMessage(TEXT))));
  const ask = (method: string, params: object) => rawRpc(fleet.url, call(method, params), OF_0_3);
  const read = () => ask('tasks/pushNotificationConfig/get', { id });
  const config = { taskId: id, pushNotificationConfig: { id: 'mine', url: 'https://example.com/hook' } };
  expect((await ask('tasks/pushNotificationConfig/set', config)).result).toMatchObject(config);
  expect((await read()).result).toMatchObject(config);
  const path = `/a2a/rest/v1/tasks/${id}/pushNotificationConfigs/mine`;
  const deleted = await fetch(fleet.url + path, { method: 'DELETE' });
  expect([deleted.status, await deleted.text()]).toEqual([200, '{}']);
  expect((await read()).error).toMatchObject({ code: -32001 });
  const unknown = await fetch(fleet.url + path.replace(id, 'nothing'), { method: 'DELETE' });
  expect([unknown.status, await unknown.text()]).toEqual([404, expect.stringContaining('not found')]);
});

test('a client of 0.3 over REST sets a push config as the Python SDK wraps it, and reads the card of 0.3', async () => {
  const { id } = asTask(await (await a2aClient(fleet.url, 'JSONRPC')).sendMessage(sendRequest(textMessage(TEXT))));
  const name = `tasks/${id}/pushNotificationConfigs/mine`;
  const config = { name, pushNotificationConfig: { id: 'mine', url: 'https://example.com/hook' } };
  const path = `/a2a/rest/v1/tasks/${id}/pushNotificationConfigs`;
  const set = await fleet.call('POST', path, { parent: `tasks/${id}`, configId: 'mine', config }, OF_0_3);
  expect(set).toMatchObject({ status: 201, body: { name } });
  const card = await fleet.call('GET', '/a2a/rest/v1/card', undefined, OF_0_3);
  expect(card.body).toMatchObject({ security: [{ bearer: [] }], securitySchemes: { bearer: { type: 'http' } } });
});

test.each(['2.0', '1.9', 'x'])('the version %s is not spoken here', async (version) => {
  const { error } = await rawRpc(fleet.url, call('GetTask', { id: 'x' }), { 'A2A-Version': version });
  expect(error).toMatchObject({ code: -32009 });
});

test('the version may be in the address', async () => {
  const response = await fetch(`${fleet.url}/a2a/rest/tasks?A2A-Version=1.0`);
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toContain('application/a2a+json');
});
