/** Who may do what over A2A: a caller sees and changes its own tasks, and learns of no others. */
import { TaskState } from '@a2a-js/sdk';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { AT_ONCE, a2aClient, asTask, call, rawRpc, sendRequest, taskRef, textMessage } from '../../support/a2a.ts';
import { apiClient } from '../../support/api.ts';
import { type Fleet, startFleet } from '../../support/fleet.ts';

const TOKENS = {
  clinic: 'clinic-token-0123456789',
  other: 'other-token-0123456789',
  anna: 'anna-token-0123456789',
  ben: 'ben-token-0123456789',
  agent: 'agent-token-0123456789',
  caller: 'caller-token-0123456789',
  reader: 'reader-token-0123456789',
};

let fleet: Fleet;

beforeAll(async () => {
  const entries = [
    `clinic:${TOKENS.clinic}`,
    `other:${TOKENS.other}`,
    `clinic/anna:${TOKENS.anna}`,
    `clinic/ben:${TOKENS.ben}`,
    `clinic[a2a+turns:write]:${TOKENS.agent}`,
    `clinic[a2a]:${TOKENS.caller}`,
    `clinic[turns:read]:${TOKENS.reader}`,
  ];
  fleet = await startFleet({ env: { API_TOKENS: entries.join(',') } });
});
afterAll(() => fleet.close());

const client = (who: keyof typeof TOKENS) => a2aClient(fleet.url, 'JSONRPC', TOKENS[who]);
const as = (who: keyof typeof TOKENS) => ({ Authorization: `Bearer ${TOKENS[who]}` });
const NOT_FOUND = { name: 'TaskNotFoundError' };
const LIST = {
  tenant: '',
  contextId: '',
  status: TaskState.TASK_STATE_UNSPECIFIED,
  pageToken: '',
  statusTimestampAfter: undefined,
};

async function taskOf(who: keyof typeof TOKENS, metadata: object = {}): Promise<string> {
  return asTask(
    await (await client(who)).sendMessage(
      sendRequest(textMessage('Hello.'), { ...AT_ONCE, metadata: { ...metadata } }),
    ),
  ).id;
}

test.each([
  ['another tenant', 'other'],
  ['another user of the tenant', 'ben'],
] as const)('%s finds nothing, whatever it tries', async (_, who) => {
  const id = await taskOf('anna');
  const api = await client(who);
  const push = { tenant: '', taskId: id, id: 'c1', url: 'https://example.com/', token: '', authentication: undefined };
  await expect(api.getTask(taskRef(id))).rejects.toMatchObject(NOT_FOUND);
  await expect(api.cancelTask({ ...taskRef(id), metadata: {} })).rejects.toMatchObject(NOT_FOUND);
  await expect(api.resubscribeTask(taskRef(id)).next()).rejects.toMatchObject(NOT_FOUND);
  await expect(api.createTaskPushNotificationConfig(push)).rejects.toMatchObject(NOT_FOUND);
  await expect(api.listTaskPushNotificationConfig({ ...push, pageSize: 0, pageToken: '' })).rejects.toMatchObject(
    NOT_FOUND,
  );
  await expect(api.sendMessage(sendRequest(textMessage('Hi', { taskId: id })))).rejects.toMatchObject(NOT_FOUND);
  expect((await api.listTasks(LIST)).tasks.map((task) => task.id)).not.toContain(id);
  // The words are those for a task that does not exist.
  const [foreign, missing] = await Promise.all(
    [id, 'nothing'].map((one) => rawRpc(fleet.url, call('GetTask', { id: one }), as(who))),
  );
  expect(foreign?.error).toEqual(missing?.error);
});

test('a token that is bound to a user speaks for that user, and the tenant sees it', async () => {
  const id = await taskOf('anna');
  expect(await apiClient(fleet.url, TOKENS.anna).turn(id)).toMatchObject({ user_id: 'anna', patient_id: 'anna' });
  expect((await (await client('clinic')).listTasks(LIST)).tasks.map((task) => task.id)).toContain(id);
  await expect(taskOf('anna', { user_id: 'ben' })).rejects.toMatchObject({ name: 'RequestMalformedError' });
});

test('a turn that did not come in over A2A is no task of A2A', async () => {
  const sent = await fleet.call('POST', '/v1/turns', { text: 'Hello.', patient_id: 'p1' }, as('clinic'));
  await expect((await client('clinic')).getTask(taskRef(String(sent.body.turn_id)))).rejects.toMatchObject(NOT_FOUND);
});

test('the tenant is that of the token, whatever the request says', async () => {
  const id = await taskOf('anna');
  const { error } = await rawRpc(fleet.url, call('GetTask', { id, tenant: 'clinic' }), as('other'));
  expect(error).toMatchObject({ code: -32602 });
  const rest = await fleet.call('GET', `/a2a/rest/clinic/tasks/${id}`, undefined, {
    'A2A-Version': '1.0',
    ...as('other'),
  });
  expect(rest.status).toBe(404);
});

test('without a token, or without the scope, the answer is in the form of the binding', async () => {
  const body = call('GetTask', { id: 'x' });
  expect(await rawRpc(fleet.url, body)).toMatchObject({
    status: 401,
    error: { code: -32603, message: expect.any(String) },
  });
  expect(await rawRpc(fleet.url, body, as('reader'))).toMatchObject({
    status: 403,
    error: { message: expect.stringContaining('a2a') },
  });
  const rest = await fleet.call('GET', '/a2a/rest/tasks', undefined, { 'A2A-Version': '1.0' });
  expect(rest).toMatchObject({ status: 401, body: { error: { code: 401, message: expect.any(String) } } });
  expect(rest.headers.get('www-authenticate')).toContain('Bearer');
});

test('the card is for everyone, and the extended one names what its reader may use', async () => {
  expect(await fleet.call('GET', '/.well-known/agent-card.json')).toMatchObject({ status: 200 });
  const kinds = async (who: keyof typeof TOKENS) => {
    const { result } = await rawRpc(fleet.url, call('GetExtendedAgentCard', {}), as(who));
    return new Set(((result as { skills?: { tags: string[] }[] }).skills ?? []).flatMap(({ tags }) => tags));
  };
  expect(await kinds('clinic')).toEqual(new Set(['team', 'function']));
  expect(await kinds('agent')).toEqual(new Set(['team']));
  expect(await kinds('caller')).toEqual(new Set());
  expect(await rawRpc(fleet.url, call('GetExtendedAgentCard', {}))).toMatchObject({ status: 401 });
});

test('a function takes the scope to run functions', async () => {
  const message = {
    messageId: 'fn',
    role: 'ROLE_USER',
    parts: [{ data: { content: 'One.' } }],
    metadata: { function: 'summarize_content' },
  };
  const { error } = await rawRpc(fleet.url, call('SendMessage', { message }), as('agent'));
  expect(error).toMatchObject({ code: -32602, message: expect.stringContaining('metadata.function') });
});

test('a message to a team takes the scope that a turn takes', async () => {
  const message = { messageId: 'no-scope', role: 'ROLE_USER', parts: [{ text: 'Hello.' }] };
  const body = call('SendMessage', { message, metadata: { patient_id: 'p1' } });
  const { error } = await rawRpc(fleet.url, body, as('caller'));
  expect(error).toMatchObject({ code: -32602, message: expect.stringContaining('turns:write') });
});

describe('a limited key sees no task in a list that it could not read by its id', () => {
  async function seenBy(fields: Record<string, unknown>, ids: readonly string[]) {
    const made = await apiClient(fleet.url, TOKENS.clinic).call('POST', '/v1/keys', { name: 'limited', ...fields });
    const api = await a2aClient(fleet.url, 'JSONRPC', String(made.body.secret));
    const read = await Promise.all(
      ids.map((id) =>
        api.getTask(taskRef(id)).then(
          () => [id],
          () => [],
        ),
      ),
    );
    const { tasks, totalSize } = await api.listTasks({ ...LIST, pageSize: 100 });
    const listed = tasks.map(({ id }) => id).filter((id) => ids.includes(id));
    return { read: read.flat().sort(), listed: listed.sort(), hidden: totalSize - tasks.length };
  }

  test('about one of its people, but sent by somebody else', async () => {
    const [own, clinicians] = [
      await taskOf('clinic', { patient_id: 'p7' }),
      await taskOf('clinic', { user_id: 'dr', patient_id: 'p7' }),
    ];
    const key = { scopes: ['a2a'], patients: ['p7'] };
    expect(await seenBy(key, [own, clinicians])).toEqual({ read: [own], listed: [own], hidden: 0 });
  });

  test('of a team that it may not call', async () => {
    const [health, assistant] = [
      await taskOf('clinic', { patient_id: 'p7' }),
      await taskOf('clinic', { user_id: 'p7', team: 'assistant' }),
    ];
    const key = { scopes: ['a2a'], actions: ['assistant'] };
    expect(await seenBy(key, [health, assistant])).toEqual({ read: [assistant], listed: [assistant], hidden: 0 });
    const none = { scopes: ['a2a'], actions: ['AnalyticsAgent'] };
    expect(await seenBy(none, [health, assistant])).toEqual({ read: [], listed: [], hidden: 0 });
  });
});

test('failed deliveries are shown to those who may see their tasks', async () => {
  const answers = await Promise.all(
    (['clinic', 'reader'] as const).map((who) => fleet.call('GET', '/v1/push/failed', undefined, as(who))),
  );
  expect(answers.map(({ status }) => status)).toEqual([200, 403]);
  const again = await fleet.call('POST', '/v1/push/failed/x~y', undefined, as('clinic'));
  expect(again.status).toBe(404);
});
