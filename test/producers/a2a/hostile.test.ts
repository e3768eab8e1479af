/** What no client should send: every answer is an error of the protocol, none is a 500, and no answer shows our insides. */
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { call, rawRpc } from '../../support/a2a.ts';
import { type Fleet, startFleet } from '../../support/fleet.ts';

let fleet: Fleet;

beforeAll(async () => {
  fleet = await startFleet({ roles: [] });
});
afterAll(() => fleet.close());

const METHODS = [
  'SendMessage',
  'SendStreamingMessage',
  'GetTask',
  'ListTasks',
  'CancelTask',
  'SubscribeToTask',
  'CreateTaskPushNotificationConfig',
  'GetTaskPushNotificationConfig',
  'ListTaskPushNotificationConfigs',
  'DeleteTaskPushNotificationConfig',
];

/** Words that only a stack or a JavaScript error has. */
const INSIDES = /\bat \/|node_modules|TypeError|undefined|Cannot read|is not a function|\.ts:\d/;

const message = { messageId: 'm', role: 'ROLE_USER', parts: [{ text: 'Hi' }] };

test.each([
  ['no JSON', '{', -32700],
  ['a number', '5', -32602],
  ['a list of calls', [call('GetTask', { id: 'x' })], -32602],
  ['an empty list', [], -32602],
  ['no version', { id: 1, method: 'GetTask', params: {} }, -32602],
  ['an id that is an object', call('GetTask', { id: 'x' }, { a: 1 }), -32602],
  ['a method that is none', call('constructor', {}), -32601],
  ['a method of Object', call('__proto__', {}), -32601],
  [
    'a key that changes prototypes',
    '{"jsonrpc":"2.0","id":1,"method":"GetTask","params":{"__proto__":{"id":"x"}}}',
    -32700,
  ],
  ['nothing to call with', { jsonrpc: '2.0', id: 1, method: 'GetTask' }, -32602],
  ['a deep body', `${'['.repeat(5_000)}${']'.repeat(5_000)}`, -32700],
  ['no message', call('SendMessage', {}), -32602],
  ['a message without parts', call('SendMessage', { message: { ...message, parts: [] } }), -32602],
  ['parts of nothing', call('SendMessage', { message: { ...message, parts: [null] } }), -32602],
  ['bytes that are a number', call('SendMessage', { message: { ...message, parts: [{ raw: 5 }] } }), -32602],
  ['a huge id of a message', call('SendMessage', { message: { ...message, messageId: 'x'.repeat(5_000) } }), -32602],
  ['a context that is a path', call('SendMessage', { message: { ...message, contextId: '../../x' } }), -32602],
  ['a page that is too large', call('ListTasks', { pageSize: 1_000_000 }), -32602],
  ['a token of no list', call('ListTasks', { pageToken: 'zzz' }), -32602],
  ['a state that is none', call('ListTasks', { status: 'TASK_STATE_HAPPY' }), -32602],
  ['a time that is none', call('ListTasks', { statusTimestampAfter: 'soon' }), -32602],
  ['a history that is negative', call('GetTask', { id: 'x', historyLength: -1 }), -32602],
])('%s', async (_, body, code) => {
  const answer = await rawRpc(fleet.url, body);
  expect(answer.status).toBe(200);
  expect(answer.error, answer.text).toMatchObject({ code });
  expect(answer.text).not.toMatch(INSIDES);
});

test('a body that is too large, or no JSON by its type, is refused before it is read', async () => {
  expect(await rawRpc(fleet.url, `"${'x'.repeat(2_000_000)}"`)).toMatchObject({ status: 413, error: { code: -32602 } });
  expect(await rawRpc(fleet.url, '{}', { 'Content-Type': 'text/plain' })).toMatchObject({ error: { code: -32005 } });
});

test('the id of a call comes back as it was sent, however odd', async () => {
  for (const id of ['x'.repeat(10_000), 0, -1, Number.MAX_SAFE_INTEGER, '', '\u2028"<script>'])
    expect(await rawRpc(fleet.url, call('GetTask', { id: 'x' }, id))).toMatchObject({ id, error: { code: -32001 } });
});

test('whatever the parameters are, the answer is one of the protocol', async () => {
  const value = fc.oneof(
    { maxDepth: 3 },
    fc.string(),
    fc.integer(),
    fc.boolean(),
    fc.constant(null),
    fc.array(fc.oneof(fc.string(), fc.constant(null), fc.integer()), { maxLength: 3 }),
    fc.dictionary(
      fc.constantFrom('text', 'raw', 'data', 'url', 'toString', 'constructor', 'a'),
      fc.jsonValue({ maxDepth: 2 }),
    ),
  );
  const params = fc.dictionary(
    fc.constantFrom(
      'id',
      'taskId',
      'message',
      'configuration',
      'metadata',
      'tenant',
      'url',
      'token',
      'authentication',
      'status',
      'pageSize',
    ),
    value,
    { maxKeys: 5 },
  );
  const fields = fc.dictionary(
    fc.constantFrom('messageId', 'parts', 'role', 'contextId', 'taskId', 'metadata', 'extensions'),
    value,
  );
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...METHODS), params, fields, async (method, given, message) => {
      const answer = await rawRpc(
        fleet.url,
        call(method, { ...given, ...(given.message !== undefined && { message }) }),
      );
      expect(answer.status).toBe(200);
      if (answer.error) expect(answer.error.code).not.toBe(-32603);
      expect(answer.text).not.toMatch(INSIDES);
    }),
  );
});

test.each([
  ['POST', '/message:send', {}],
  ['POST', '/message:send', { message: { ...message, parts: [null] } }],
  ['POST', '/message:send', [1]],
  ['POST', '/message:stream', { message: 5 }],
  ['POST', '/message:send', '{'],
  ['POST', '/tasks/x/pushNotificationConfigs', { url: 5 }],
  ['GET', '/tasks?pageSize=abc', undefined],
  ['GET', '/tasks?status=HAPPY', undefined],
  ['GET', '/tasks?pageToken=zzz', undefined],
  ['GET', '/tasks/x?historyLength=abc', undefined],
  ['GET', '/nothing', undefined],
  ['GET', '/evil/tasks', undefined],
  ['PUT', '/tasks/x', undefined],
  ['POST', '/v1/message:send', { message: 7 }],
  ['POST', '/v1/message:send', { message: { content: [null] } }],
])('%s %s with %j is answered as the binding says', async (method, path, body) => {
  const version = path.startsWith('/v1') ? '0.3' : '1.0';
  const { status, body: answer } = await fleet.call(method, `/a2a/rest${path}`, body, { 'A2A-Version': version });
  expect(status).toBeGreaterThanOrEqual(400);
  expect(status).toBeLessThan(500);
  expect(JSON.stringify(answer)).not.toMatch(INSIDES);
  if (version === '1.0') expect(answer).toMatchObject({ error: { code: status, message: expect.any(String) } });
});

test.each(['GET', 'PUT', 'DELETE'])('%s is no call of JSON-RPC', async (method) => {
  const { status, body } = await fleet.call(method, '/a2a/jsonrpc');
  expect(status).toBe(405);
  expect(body).toMatchObject({ jsonrpc: '2.0', error: { code: expect.any(Number) } });
});
