/** Agents of A2A 1.0 that refuse, fail, are slow, or lose the connection. */
import type { Response } from 'express';
import { expect, test } from 'vitest';
import { textPart } from '../../../../src/interop/a2a/parts.ts';
import { AppError } from '../../../../src/platform/errors.ts';
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
  await expect(ask(walks(), say('6000 steps'))).rejects.toMatchObject({ code, message: `WalksAgent ${message}.` });
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

test('a task that takes too long is given up and cancelled there', async () => {
  const { server, ask } = await startWalks(() => ({ ...DONE, after: never }));
  const slow = walks({}, { limits: { seconds: 1 } });
  await expect(ask(slow, say('6000 steps'))).rejects.toMatchObject({ code: 'remote_unavailable', message: /TIMEOUT/ });
  await expect.poll(() => server.cancelled).toEqual([...server.tasks]);
});

test('a cancelled turn cancels the task there; a worker that stops leaves it to the next one', async () => {
  const { server, ask, remotes } = await startWalks(() => ({ ...DONE, after: never }));
  const begin = async (id: string) => {
    const run = new AbortController();
    const asked = ask(walks(), say('6000 steps'), { task: { id }, signal: run.signal });
    await expect.poll(() => server.tasks.size).toBe(id === 'task-1' ? 1 : 2);
    return { run, asked };
  };
  const stopped = await begin('task-1');
  stopped.run.abort(new AppError('shutting_down', 'The worker stops.'));
  await expect(stopped.asked).rejects.toMatchObject({ code: 'shutting_down' });
  const cancelled = await begin('task-2');
  cancelled.run.abort(new AppError('cancelled', 'The task was cancelled.'));
  await expect(cancelled.asked).rejects.toMatchObject({ code: 'cancelled' });
  await remotes.close();
  expect(server.cancelled).toEqual([[...server.tasks][1]]);
});

test('a turn that is cancelled while its message is on the way cancels the task of that message', async () => {
  let go = () => {};
  const held = new Promise<void>((resolve) => {
    go = resolve;
  });
  const { server, ask, remotes } = await startWalks(() => ({ ...DONE, after: never }), {
    before: async () => {
      await held;
      return false;
    },
  });
  const run = new AbortController();
  const asked = ask(walks(), say('6000 steps'), { signal: run.signal });
  await expect.poll(() => server.requests.length).toBe(1);
  run.abort(new AppError('cancelled', 'The task was cancelled.'));
  await expect(asked).rejects.toMatchObject({ code: 'cancelled' });
  go();
  await remotes.close();
  expect(server.cancelled).toEqual([...server.tasks]);
  expect(server.tasks.size).toBe(1);
});

test('a run that goes on elsewhere waits for the task that it has begun, at an agent that knows no message ids', async () => {
  let done = () => {};
  const after = new Promise<void>((resolve) => {
    done = resolve;
  });
  const { server, ask } = await startWalks(() => ({ ...DONE, after }));
  const first = new AbortController();
  const asked = ask(walks(), say('6000 steps', 'note'), { signal: first.signal });
  await expect.poll(() => server.requests.length).toBeGreaterThan(1);
  first.abort(new AppError('lock_lost', 'Another worker has the job.'));
  await expect(asked).rejects.toMatchObject({ code: 'lock_lost' });
  done();
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
