/** Who waits for a task of another system, for how long, and what becomes of the task when nobody does. */
import { expect, test } from 'vitest';
import { textPart } from '../../../../src/interop/a2a/parts.ts';
import { AppError } from '../../../../src/platform/errors.ts';
import type { A2aRequest, Said } from '../../../support/a2a-agent-server.ts';
import { say, startWalks, walks } from './walks.ts';

const DONE: Said = { state: 'TASK_STATE_COMPLETED', parts: [textPart('About 4.2 km.')] };
const isLook = ({ body }: A2aRequest) => body.method === 'GetTask';
const never = new Promise<never>(() => undefined);

test('a task that takes too long is given up and cancelled there', async () => {
  const { server, ask } = await startWalks((_heard, nth) => (nth === 1 ? DONE : { ...DONE, after: never }));
  const slow = walks({}, { limits: { seconds: 3 } });
  // With the card and a connection, the time is the task's.
  await ask(slow, say('6000 steps'));
  await expect(ask(slow, say('6000 steps'), { task: { id: 'task-2' } })).rejects.toMatchObject({
    code: 'remote_unavailable',
    message: expect.stringContaining('TIMEOUT'),
  });
  await expect.poll(() => server.cancelled).toEqual([...server.tasks].slice(1));
  expect(server.tasks.size).toBe(2);
});

test('a cancelled turn cancels the task there; a worker that stops leaves it to the next one', async () => {
  const { server, ask, remotes } = await startWalks(() => ({ ...DONE, after: never }));
  const begin = async (id: string) => {
    const run = new AbortController();
    const asked = ask(walks(), say('6000 steps'), { task: { id }, signal: run.signal });
    // It waits for the task: it has looked at it.
    const looked = () => new Set(server.requests.filter(isLook).map(({ body }) => JSON.stringify(body.params)));
    await expect.poll(() => looked().size).toBe(id === 'task-1' ? 1 : 2);
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
