/** A run that dies continues where it was: no finished step is paid for or done twice, and the user gets one answer. */
import { expect, test } from 'vitest';
import { z } from 'zod';
import type { ModelRequest } from '../../../src/engine/models/model.ts';
import { defineTool } from '../../../src/engine/tools/tool.ts';
import { AppError } from '../../../src/platform/errors.ts';
import { admitTurn } from './attempts.ts';

/** A tool with an outside effect and a change of the state; `done` has each call with its idempotency key. */
function writeTool(done: string[], die: () => boolean = () => false) {
  return defineTool({
    name: 'write',
    description: 'Writes',
    input: z.object({ line: z.string() }),
    output: z.object({ lines: z.number() }),
    effect: 'write',
    async run({ line }, context) {
      done.push(`${line} ${context.idempotencyKey}`);
      if (die()) throw new AppError('internal', 'the worker died in the tool');
      const lines = Number(context.state.get('lines') ?? 0) + 1;
      context.state.set('lines', lines);
      return { lines };
    },
  });
}

/** Which model step a request is for: one more than the answers it has had. */
const stepOf = (request: ModelRequest) => request.messages.filter(({ role }) => role === 'model').length + 1;

/** Two writes, then the answer: steps model-1, tool-1, model-2, tool-2, model-3. */
function answer(request: ModelRequest) {
  const step = stepOf(request);
  if (step === 3) return { text: 'All written.' };
  return { calls: [{ id: `c${step}`, name: 'write', args: { line: `line ${step}` } }] };
}

test.each([1, 2, 3])('a run that dies in its model call %i asks none of those before again', async (deadly) => {
  const done: string[] = [];
  let dead = false;
  const turn = await admitTurn({
    agent: { tools: ['write'], output_key: 'answer' },
    model(request) {
      if (stepOf(request) === deadly && !dead) {
        dead = true;
        throw new AppError('internal', 'the worker died');
      }
      return answer(request);
    },
    tools: [writeTool(done)],
  });
  await expect(turn.attempt()).rejects.toMatchObject({ code: 'internal' });
  expect(await turn.attempt()).toMatchObject({ status: 'success', text: 'All written.', attempts: 2 });
  const asked = [1, 2, 3].map((step) => turn.calls.filter((request) => stepOf(request) === step).length);
  expect(asked).toEqual([1, 2, 3].map((step) => (step === deadly ? 2 : 1)));
  expect(done).toEqual(['line 1 turn-1.Solo.1.0', 'line 2 turn-1.Solo.2.0']);
  expect(await turn.state()).toEqual({ lines: 2, answer: 'All written.' });
  expect((await turn.events()).filter(({ kind }) => kind === 'reply')).toHaveLength(1);
});

test('a tool that was interrupted runs again under the same idempotency key', async () => {
  const done: string[] = [];
  const turn = await admitTurn({
    agent: { tools: ['write'] },
    model: answer,
    tools: [writeTool(done, () => done.length === 2)],
  });
  await expect(turn.attempt()).rejects.toMatchObject({ code: 'internal' });
  await turn.attempt();
  expect(done).toEqual(['line 1 turn-1.Solo.1.0', 'line 2 turn-1.Solo.2.0', 'line 2 turn-1.Solo.2.0']);
  expect(await turn.state()).toEqual({ lines: 2 });
});

test('a run that is aborted in a model call goes on at the next attempt', async () => {
  const abort = new AbortController();
  const turn = await admitTurn({
    agent: { tools: ['write'] },
    async model(request, nth, signal) {
      if (nth !== 2) return answer(request);
      abort.abort(new AppError('shutting_down', 'This worker is shutting down.'));
      signal.throwIfAborted();
      return { text: 'never' };
    },
    tools: [writeTool([])],
  });
  await expect(turn.attempt(abort.signal)).rejects.toMatchObject({ code: 'shutting_down' });
  expect((await turn.events()).map(({ kind }) => kind)).not.toContain('reply');
  expect(await turn.attempt()).toMatchObject({ text: 'All written.' });
  expect(turn.calls.map(stepOf)).toEqual([1, 2, 2, 3]);
});

test('text of an attempt that died is withdrawn before it is sent again', async () => {
  let tries = 0;
  const turn = await admitTurn({
    agent: { callbacks: { after_model: ['die_once'] } },
    model: (_request, nth) => ({ text: nth === 1 ? 'First try.' : 'Second try.' }),
    callbacks: {
      after_model: {
        // The text has been sent by now, and nothing of this step is in the journal yet.
        async die_once() {
          tries += 1;
          if (tries === 1) throw new AppError('lock_lost', 'Another worker has taken this job over.');
          return undefined;
        },
      },
    },
  });
  await expect(turn.attempt()).rejects.toMatchObject({ code: 'lock_lost' });
  expect((await turn.events()).map(({ kind }) => kind)).toEqual(['queued', 'delta']);
  await turn.attempt();
  const told = (await turn.events()).slice(1).map(({ kind, data }) => [kind, data.text ?? data.reason]);
  expect(told).toEqual([
    ['delta', 'First try.'],
    ['reset', 'restarted'],
    ['delta', 'Second try.'],
    ['reply', 'Second try.'],
  ]);
});

test('a job that runs again after its run was finished changes nothing', async () => {
  const done: string[] = [];
  const turn = await admitTurn({ agent: { tools: ['write'] }, model: answer, tools: [writeTool(done)] });
  const first = await turn.attempt();
  const before = await turn.events();
  const second = await turn.attempt();
  expect({ ...second, attempts: 1 }).toEqual({ ...first, attempts: 1 });
  expect(turn.calls).toHaveLength(3);
  expect(done).toHaveLength(2);
  expect(await turn.events()).toEqual(before);
});

test('what a replayed run has used is counted once', async () => {
  let dead = false;
  const turn = await admitTurn({
    agent: { tools: ['write'] },
    model(request) {
      if (stepOf(request) === 3 && !dead) {
        dead = true;
        throw new AppError('internal', 'the worker died');
      }
      return answer(request);
    },
    tools: [writeTool([])],
  });
  await expect(turn.attempt()).rejects.toThrow();
  const { usage } = await turn.attempt();
  expect(usage).toMatchObject({ model_calls: 3, input_tokens: 30, output_tokens: 3 });
});

test('a call whose words a person waits for says so to the gateway', async () => {
  const turn = await admitTurn({ agent: {}, model: () => ({ text: 'Hello.' }) });
  await turn.attempt();
  expect(turn.calls).toMatchObject([{ urgent: true }]);
});
