/** Agents of A2A 1.0 that refuse, fail, are slow, or lose the connection. */
import type { Response } from 'express';
import { expect, test } from 'vitest';
import { textPart } from '../../../../src/interop/a2a/parts.ts';
import { type A2aRequest, type Said, startA2aAgent } from '../../../support/a2a-agent-server.ts';
import { skipSleeps } from '../../../support/clock.ts';
import { openClient } from '../calls.ts';
import { say, startWalks, walks } from './walks.ts';

const DONE: Said = { state: 'TASK_STATE_COMPLETED', parts: [textPart('About 4.2 km.')] };
const never = new Promise<never>(() => undefined);
const isSend = ({ body, path }: A2aRequest) => body.method === 'SendMessage' || path.endsWith('message:send');

test.each<[string, Said, string, string]>([
  [
    'failed',
    { state: 'TASK_STATE_FAILED', says: 'a secret reason' },
    'remote_failed',
    'could not do the task (TASK_FAILED)',
  ],
  ['rejected', { state: 'TASK_STATE_REJECTED' }, 'remote_refused', 'does not take the task (TASK_REJECTED)'],
  ['cancelled there', { state: 'TASK_STATE_CANCELED' }, 'remote_failed', 'has cancelled the task (TASK_CANCELLED)'],
])('a task that is %s is an error that says so, and is not begun again', async (_, said, code, message) => {
  const { server, ask } = await startWalks(() => said);
  // Its own words may quote the patient: they are beside the message, which is logged.
  const errors = 'says' in said ? [{ path: 'WalksAgent', message: 'says: a secret reason' }] : undefined;
  const refused = { code, message: `WalksAgent ${message}.`, errors };
  await expect(ask(walks(), say('6000 steps'))).rejects.toMatchObject(refused);
  expect(server.tasks.size).toBe(1);
});

test('a task that waits for an approval there is cancelled: nobody here could give it', async () => {
  const { server, ask } = await startWalks(() => ({ state: 'TASK_STATE_AUTH_REQUIRED' }));
  await expect(ask(walks(), say('6000 steps'))).rejects.toMatchObject({ code: 'remote_refused' });
  await expect.poll(() => server.cancelled).toEqual([...server.tasks]);
});

test.each([
  [401, 'remote_refused', 'AUTHENTICATION_ERROR'],
  [403, 'remote_refused', 'FORBIDDEN'],
  [404, 'remote_refused', 'NOT_FOUND'],
  [422, 'remote_refused', 'INVALID_REQUEST'],
  [302, 'remote_refused', 'REDIRECTED'],
  [500, 'remote_failed', 'INTERNAL'],
  [503, 'remote_unavailable', 'UNAVAILABLE'],
  [200, 'remote_failed', 'BAD_ANSWER'],
])(
  'an answer with status %i and no word of the protocol is an error that says what to do',
  async (status, code, reason) => {
    skipSleeps();
    const before = (_request: A2aRequest, response: Response) => {
      response.status(status).json({});
      return true;
    };
    for (const binding of ['JSONRPC', 'HTTP+JSON'] as const) {
      const { ask } = await startWalks(() => DONE, { before, bindings: [binding] });
      await expect(ask(walks(), say('6000 steps'))).rejects.toMatchObject({
        code,
        message: expect.stringContaining(reason),
      });
    }
  },
);

test('a lost connection is tried again with the same message id; what must not happen twice is not', async () => {
  const { server, ask } = await startWalks(() => DONE, {
    before(_request, response, nth) {
      if (nth === 1 || nth === 4) response.destroy();
      return nth === 1 || nth === 4;
    },
  });
  expect(await ask(walks(), say('6000 steps'))).toMatchObject({ from: 'remote' });
  const ids = server.requests.filter(isSend).map(({ body }) => JSON.stringify(body).match(/"messageId":"(\w+)"/)?.[1]);
  expect(ids).toHaveLength(2);
  expect(ids[0]).toBe(ids[1]);
  const before = server.requests.length;
  expect(before).toBe(3);
  await expect(ask(walks(), say('6000 steps', 'note'), { task: { id: 'task-2' } })).rejects.toMatchObject({
    message: expect.stringContaining('CONNECTION_LOST'),
  });
  expect(server.requests).toHaveLength(before + 1);
});

test('a connection that is lost while the task runs does not begin it again', async () => {
  let done = () => {};
  const after = new Promise<void>((resolve) => {
    done = resolve;
  });
  let lost = 0;
  const { server, ask } = await startWalks(() => ({ ...DONE, after }), {
    before(request, response) {
      if (isSend(request) || lost === 2) return false;
      lost += 1;
      if (lost === 2) done();
      response.destroy();
      return true;
    },
  });
  expect(await ask(walks(), say('6000 steps', 'note'))).toMatchObject({ output: { text: 'About 4.2 km.' } });
  expect(server.tasks.size).toBe(1);
});

test('an agent that is down opens the circuit, and an old answer is given in its place', async () => {
  skipSleeps();
  const server = await startA2aAgent(() => DONE);
  const { ask } = openClient({ WALKS_URL: server.url });
  const agent = walks({ fallback: { cached_seconds: 600 }, breaker: { failures: 2, half_open_seconds: 60 } });
  await ask(agent, say('6000 steps'));
  await server.close();
  const later = (id: string) => ask(agent, say('6000 steps'), { task: { id } });
  expect(await later('task-2')).toMatchObject({ from: 'stale', output: { text: 'About 4.2 km.' } });
  expect(await later('task-3')).toMatchObject({ stale: { detail: expect.stringContaining('CIRCUIT_OPEN') } });
});

test('a task that is somebody else’s is no answer', async () => {
  const foreign = { id: 'another', contextId: 'c', status: { state: 'TASK_STATE_COMPLETED' }, artifacts: [] };
  const { ask } = await startWalks(() => ({ ...DONE, after: never }), {
    bindings: ['HTTP+JSON'],
    before(request, response) {
      if (request.method === 'GET') response.json(foreign);
      return request.method === 'GET';
    },
  });
  await expect(ask(walks(), say('6000 steps'))).rejects.toMatchObject({
    message: expect.stringContaining('BAD_ANSWER'),
  });
});

const deep = (levels: number): unknown => (levels === 0 ? 1 : [deep(levels - 1)]);

test.each<[string, unknown]>([
  ['null', null],
  ['a number', 7],
  ['an empty object', {}],
  ['a task without a status', { task: { id: 't1' } }],
  ['a task without an id', { task: { status: { state: 'TASK_STATE_COMPLETED' } } }],
  ['a task in an unknown state', { task: { id: 't1', status: { state: 'TASK_STATE_DREAMING' } } }],
  ['a task with an endless id', { task: { id: 'x'.repeat(5_000), status: { state: 'TASK_STATE_WORKING' } } }],
  ['artifacts that are no list', { task: { id: 't1', status: { state: 'TASK_STATE_COMPLETED' }, artifacts: 7 } }],
  ['parts that are null', { message: { messageId: 'm', parts: [null] } }],
  ['data that is nested too deep', { message: { messageId: 'm', parts: [{ data: deep(100) }] } }],
  ['a prototype', JSON.parse('{"message": {"messageId": "m", "parts": [{"data": {"__proto__": {"admin": true}}}]}}')],
])('a result that is %s is at most an empty answer, and never a crash', async (_, result) => {
  const { ask } = await startWalks(() => DONE, {
    before(request, response) {
      response.json({ jsonrpc: '2.0', id: request.body.id, result });
      return true;
    },
  });
  const outcome = await ask(walks({ retries: 0 }), say('6000 steps')).catch((error: unknown) => error);
  expect(outcome).toSatisfy(
    (it: { code?: string; output?: unknown }) => it.code === 'remote_failed' || JSON.stringify(it.output) === '{}',
  );
});
