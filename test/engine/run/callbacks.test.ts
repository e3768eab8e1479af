/** Callbacks before and after the agent, its model and its tools: each may do nothing, answer instead, or replace the result. */
import { expect, test } from 'vitest';
import { z } from 'zod';
import type { ModelAnswer } from '../../../src/engine/models/model.ts';
import { ENGINE_CALLBACKS } from '../../../src/engine/run/callbacks.ts';
import { createState } from '../../../src/engine/task/state.ts';
import { defineTool } from '../../../src/engine/tools/tool.ts';
import { AppError } from '../../../src/platform/errors.ts';
import { taskRequest } from '../../support/task-request.ts';
import { type Attempts, admitTurn } from './attempts.ts';

const usage = { input_tokens: 0, output_tokens: 0, cost_usd: 0 };
const said = (text: string): ModelAnswer => ({ text, calls: [], citations: [], usage });
const call = (name: string, args: Record<string, unknown> = {}) => ({ calls: [{ id: '1', name, args }] });

function counterTool(done: unknown[]) {
  return defineTool({
    name: 'count',
    description: 'Counts',
    input: z.object({ by: z.number().default(1) }),
    output: z.object({ counted: z.number() }),
    effect: 'write',
    async run({ by }) {
      done.push(by);
      return { counted: by };
    },
  });
}

async function reply(turn: Attempts): Promise<unknown[]> {
  return (await turn.events()).filter(({ kind }) => kind === 'reply').map(({ data }) => data.text);
}

const toolResult = (turn: Attempts) =>
  turn.calls
    .at(-1)
    ?.messages.at(-1)
    ?.parts.map((part) => (part.type === 'response' ? part.result : part.type));

test('the time is told to the minute, so that two turns of one minute have the same instruction', async () => {
  const state = createState({});
  const task = { ...taskRequest({ id: 't', created_at: '2026-03-18T10:30:59.999Z' }), text: '' };
  await ENGINE_CALLBACKS.before_agent.update_current_time({} as never, { task, state } as never);
  expect(state.all()).toEqual({ 'temp:current_time': '2026-03-18T10:30Z', 'temp:timezone': 'UTC' });
});

test('before_agent can answer instead of the agent: no model is called, and no later callback runs', async () => {
  const after: string[] = [];
  const turn = await admitTurn({
    agent: { callbacks: { before_agent: ['closed'], after_agent: ['note'] } },
    model: () => ({ text: 'never' }),
    callbacks: {
      before_agent: { closed: async () => 'We are closed.' },
      after_agent: {
        async note(_agent, _context, text) {
          after.push(text);
          return 'never';
        },
      },
    },
  });
  expect(await turn.attempt()).toMatchObject({ status: 'success', text: 'We are closed.' });
  expect(turn.calls).toHaveLength(0);
  expect(after).toEqual([]);
  expect(await reply(turn)).toEqual(['We are closed.']);
});

test('after_agent can replace what the agent said', async () => {
  const turn = await admitTurn({
    agent: { output_key: 'answer', callbacks: { after_agent: ['shout'] } },
    model: () => ({ text: 'quiet words' }),
    callbacks: { after_agent: { shout: async (_agent, _context, text) => text.toUpperCase() } },
  });
  expect((await turn.attempt()).text).toBe('QUIET WORDS');
  expect(await reply(turn)).toEqual(['QUIET WORDS']);
  expect(await turn.state()).toEqual({ answer: 'QUIET WORDS' });
});

test('before_model can answer instead of the model', async () => {
  const turn = await admitTurn({
    agent: { callbacks: { before_model: ['cached'] } },
    model: () => ({ text: 'never' }),
    callbacks: { before_model: { cached: async () => said('From the cache.') } },
  });
  expect((await turn.attempt()).text).toBe('From the cache.');
  expect(turn.calls).toHaveLength(0);
});

test('after_model can replace the answer, and the text that was already streamed is withdrawn', async () => {
  const turn = await admitTurn({
    agent: { callbacks: { after_model: ['soften'] } },
    model: () => ({ text: 'Harsh.' }),
    callbacks: { after_model: { soften: async () => said('Gentle.') } },
  });
  expect((await turn.attempt()).text).toBe('Gentle.');
  const shown: string[] = [];
  for (const { kind, data } of await turn.events()) {
    if (kind === 'delta') shown.push(String(data.text));
    if (kind === 'reset') shown.length = 0;
  }
  expect(shown.join('')).toBe('Gentle.');
  expect(await reply(turn)).toEqual(['Gentle.']);
});

test.each([{ counted: 99 }, {}])('before_tool can answer instead of the tool: %j', async (answer) => {
  const done: unknown[] = [];
  const turn = await admitTurn({
    agent: { tools: ['count'], callbacks: { before_tool: ['stop'] } },
    model: (_request, nth) => (nth === 1 ? call('count') : { text: 'ok' }),
    tools: [counterTool(done)],
    callbacks: { before_tool: { stop: async () => answer } },
  });
  await turn.attempt();
  expect(done).toEqual([]);
  expect(toolResult(turn)).toEqual([answer]);
});

test('after_tool can replace the tool’s result', async () => {
  const done: unknown[] = [];
  const turn = await admitTurn({
    agent: { tools: ['count'], callbacks: { after_tool: ['double'] } },
    model: (_request, nth) => (nth === 1 ? call('count', { by: 4 }) : { text: 'ok' }),
    tools: [counterTool(done)],
    callbacks: {
      after_tool: {
        double: async (_agent, _context, toolCall, result) => ({
          of: toolCall.name,
          counted: 2 * (result as { counted: number }).counted,
        }),
      },
    },
  });
  await turn.attempt();
  expect(done).toEqual([4]);
  expect(toolResult(turn)).toEqual([{ of: 'count', counted: 8 }]);
});

test('callbacks of a hook run in the order of the config, and the first that answers is the last to run', async () => {
  const ran: string[] = [];
  const named = (name: string, answer?: string) => async () => {
    ran.push(name);
    return answer;
  };
  const turn = await admitTurn({
    agent: { callbacks: { before_agent: ['third', 'first', 'second'] } },
    model: () => ({ text: 'never' }),
    callbacks: {
      before_agent: { first: named('first', 'I win.'), second: named('second', 'no'), third: named('third') },
    },
  });
  expect((await turn.attempt()).text).toBe('I win.');
  expect(ran).toEqual(['third', 'first']);
});

test('a replay does not run the callbacks of finished steps again, but has what they changed', async () => {
  const ran: string[] = [];
  let failing = true;
  const note = (name: string) => async (_agent: unknown, context: { state: { set(k: string, v: unknown): void } }) => {
    ran.push(name);
    context.state.set(name, ran.length);
    return undefined;
  };
  const turn = await admitTurn({
    agent: {
      tools: ['count'],
      instruction: 'Seen {saw_answer?} and {saw_result?}.',
      callbacks: {
        before_agent: ['every_time'],
        before_model: ['saw_request'],
        after_model: ['saw_answer'],
        before_tool: ['saw_call'],
        after_tool: ['saw_result'],
      },
    },
    model: (_request, nth) => {
      if (nth === 1) return call('count');
      if (failing) throw new AppError('internal', 'the worker died');
      return { text: 'Done.' };
    },
    tools: [counterTool([])],
    callbacks: {
      before_agent: { every_time: note('every_time') },
      before_model: { saw_request: note('saw_request') },
      after_model: { saw_answer: note('saw_answer') },
      before_tool: { saw_call: note('saw_call') },
      after_tool: { saw_result: note('saw_result') },
    },
  });
  await expect(turn.attempt()).rejects.toMatchObject({ code: 'internal' });
  const firstRound = ['every_time', 'saw_request', 'saw_answer', 'saw_call', 'saw_result', 'saw_request'];
  expect(ran).toEqual(firstRound);
  expect(await turn.state()).toEqual({});

  failing = false;
  await turn.attempt();
  expect(ran.slice(firstRound.length)).toEqual(['every_time', 'saw_request', 'saw_answer']);
  expect(turn.calls.at(-1)?.instruction).toContain('Seen 3 and 5.');
  expect(await turn.state()).toEqual({ every_time: 7, saw_request: 8, saw_answer: 9, saw_call: 4, saw_result: 5 });
});
