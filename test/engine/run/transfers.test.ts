/** Hand-overs: the target answers the user; a refused one is reported to the model, which can still answer itself. */
import { expect, test } from 'vitest';
import type { ScriptedAnswer } from '../../support/scripted-gemini.ts';
import { group, llm, startDemo, toolAnswers } from './demo.ts';

const DISPATCH = ['job', 'inline'] as const;

const handOver = (to: string, reason = 'they know more'): ScriptedAnswer => ({
  calls: [{ name: 'transfer_to_agent', args: { agent_name: to, reason } }],
});

test.each(DISPATCH)('a hand-over to a target that runs as %s: the target answers, once', async (dispatch) => {
  const demo = await startDemo({
    agents: { A: llm({ transfers: ['B'] }), B: llm({ dispatch, worker: 'consultant' }) },
    scripts: { A: () => handOver('B') },
  });
  const turn = await demo.tell('Hello');
  expect(turn).toMatchObject({ status: 'completed', reply: 'B says so.', agent: 'B' });
  expect([demo.asked('A'), demo.asked('B')]).toEqual([1, 1]);
  expect(turn.usage.model_calls).toBe(2);
  expect(demo.requests('B')[0]?.lastUserText).toBe('Hello');
  const said = (await demo.events(turn.turn_id)).filter(({ kind }) => kind === 'delta' || kind === 'reply');
  expect(said.map(({ kind, data }) => [kind, data.agent])).toEqual([
    ['delta', 'B'],
    ['reply', 'B'],
  ]);
  expect(await demo.queue('consultant').getJobCountByTypes('completed')).toBe(dispatch === 'job' ? 1 : 0);
});

test('text that comes with a hand-over is withdrawn', async () => {
  const demo = await startDemo({
    agents: { A: llm({ transfers: ['B'] }), B: llm() },
    scripts: { A: () => ({ text: 'One moment please.', ...handOver('B') }) },
  });
  const turn = await demo.tell('Hello');
  const shown: unknown[] = [];
  for (const { kind, data } of await demo.events(turn.turn_id)) {
    if (kind === 'delta') shown.push(data.text);
    if (kind === 'reset') shown.length = 0;
  }
  expect(shown).toEqual(['B says so.']);
});

test.each(DISPATCH)('A and B who hand over to each other are stopped at the team’s limit (%s)', async (dispatch) => {
  const demo = await startDemo({
    team: ['max_transfer_depth: 3', 'transfer_cycles: [[A, B]]'],
    agents: { A: llm({ dispatch, transfers: ['B'] }), B: llm({ dispatch, transfers: ['A'] }) },
    scripts: {
      A: () => handOver('B'),
      B: (request) => (toolAnswers(request).length > 0 ? { text: 'Then I answer.' } : handOver('A')),
    },
  });
  const turn = await demo.tell('Hello');
  // A -> B -> A -> B, and the fourth is refused.
  expect(turn).toMatchObject({ status: 'completed', reply: 'Then I answer.', agent: 'B' });
  expect([demo.asked('A'), demo.asked('B')]).toEqual([2, 3]);
  const [refusal] = toolAnswers(demo.requests('B').at(-1)) as { status: string; reason: string }[];
  expect(refusal).toMatchObject({ status: 'refused', reason: expect.stringMatching(/3 times already.*limit/) });
  expect((await demo.kinds(turn)).filter((kind) => kind === 'reply')).toHaveLength(1);
  expect(turn.usage.model_calls).toBe(5);
});

test.each([
  ['that it may not reach', 'C', /A may not hand over to C: hand over to B/],
  ['that does not exist', 'Bob', /no agent of that name/],
  ['that is itself', 'A', /You are A yourself/],
])('a hand-over to an agent %s is refused to the model, which goes on', async (_, to, reason) => {
  const demo = await startDemo({
    agents: { A: llm({ transfers: ['B'] }), B: llm({ transfers: ['C'] }), C: llm() },
    scripts: { A: (request) => (toolAnswers(request).length > 0 ? { text: 'I do it.' } : handOver(to)) },
  });
  const turn = await demo.tell('Hello');
  expect(turn).toMatchObject({ status: 'completed', reply: 'I do it.', agent: 'A' });
  expect(toolAnswers(demo.requests('A')[1])).toEqual([{ status: 'refused', reason: expect.stringMatching(reason) }]);
});

test.each(DISPATCH)(
  'a target that fails leaves the answer to the fan-in: the fallback is said (%s)',
  async (dispatch) => {
    const demo = await startDemo({
      agents: { A: llm({ transfers: ['B'] }), B: llm({ dispatch, tools: ['current_time'] }) },
      scripts: {
        A: () => handOver('B'),
        B: (request) =>
          toolAnswers(request).length > 0
            ? { blocked: 'SAFETY', where: 'prompt', usage: { input: 5, output: 0 } }
            : { calls: [{ name: 'current_time', args: {} }] },
      },
    });
    const turn = await demo.tell('Hello');
    expect(turn).toMatchObject({
      reply: 'Sorry.',
      status: 'degraded',
      error: { code: 'model_blocked', agent: 'B' },
      agents: { A: { status: 'success' }, B: { status: 'error' } },
    });
    expect(demo.asked('A')).toBe(1);
    // B's usage is counted although it failed.
    expect(turn.usage).toMatchObject({ model_calls: 3, input_tokens: 205, output_tokens: 20 });
    expect((await demo.kinds(turn)).filter((kind) => kind === 'reply')).toHaveLength(1);
  },
);

test('a hand-over ends the caller’s job: the target is the next child of the turn, and nobody is woken to copy its answer', async () => {
  const demo = await startDemo({
    agents: { A: llm({ transfers: ['B'] }), B: llm({ worker: 'consultant' }) },
    scripts: { A: () => handOver('B') },
  });
  const turn = await demo.tell('Hello');
  const caller = await demo.queue('triage').getJob(`${turn.turn_id}.A`);
  const target = await demo.queue('consultant').getJob(`${turn.turn_id}.A.1.B`);
  expect([caller?.attemptsStarted, target?.attemptsStarted]).toEqual([1, 1]);
  expect(target?.parent?.id).toBe(turn.turn_id);
  expect((await demo.queue('turn').getJob(turn.turn_id))?.attemptsStarted).toBe(1);
});

test('a stage of a sequence may hand over: the next stage waits for the target', async () => {
  const demo = await startDemo({
    agents: {
      Seq: group('sequential', ['A', 'C']),
      A: llm({ transfers: ['B'] }),
      B: llm({ output_key: 'finding' }),
      C: llm({ instruction: 'B found: {finding}' }),
    },
    scripts: { A: () => handOver('B'), B: () => ({ text: 'gold' }) },
  });
  const turn = await demo.tell('Hello');
  expect(turn).toMatchObject({ status: 'completed', reply: 'C says so.', usage: { model_calls: 3 } });
  expect(demo.requests('C')[0]?.systemText).toContain('B found: gold');
});

test('every call beside a refused hand-over gets an answer: a provider refuses a conversation with a gap', async () => {
  const demo = await startDemo({
    agents: { A: llm({ transfers: ['B'], tools: ['current_time'] }), B: llm({ transfers: ['C'] }), C: llm() },
    scripts: {
      A: (_request, nth) =>
        nth > 1
          ? { text: 'Fine.' }
          : {
              calls: [
                { name: 'current_time', args: {} },
                { name: 'transfer_to_agent', args: { agent_name: 'C', reason: 'no' } },
              ],
            },
    },
  });
  expect(await demo.tell('Hello')).toMatchObject({ reply: 'Fine.', status: 'completed' });
  expect(toolAnswers(demo.requests('A')[1])).toEqual([
    { error: expect.stringContaining('Not done') },
    { status: 'refused', reason: expect.any(String) },
  ]);
});

test.each(DISPATCH)(
  'who takes over sees what was noted before, and what it notes itself stands (%s)',
  async (dispatch) => {
    const helper = { agent: 'Helper', name: 'ask_helper', fallback: 'no', status_key: 'helper_status' };
    const demo = await startDemo({
      team: ['transfer_cycles: [[A, B]]'],
      agents: {
        A: llm({ transfers: ['B'], tools: [helper] }),
        B: llm({
          dispatch,
          tools: [helper],
          instruction: 'Helper was {helper_status}, it said {note}.',
          transfers: ['A'],
        }),
        Helper: llm({ output_key: 'note' }),
      },
      scripts: {
        A: (request) =>
          toolAnswers(request).length > 0
            ? handOver('B')
            : { calls: [{ name: 'ask_helper', args: { request: 'one' } }] },
        B: (request) =>
          toolAnswers(request).length > 0
            ? { text: 'Done.' }
            : { calls: [{ name: 'ask_helper', args: { request: 'two' } }] },
        Helper: (_request, nth) => (nth === 1 ? { text: 'first' } : { error: { status: 500 } }),
      },
    });
    const turn = await demo.tell('Hello');
    expect(turn.reply).toBe('Done.');
    // B marks its own tools as pending when it begins; this status is A's.
    expect(demo.requests('B')[0]?.systemText).toContain('Helper was pending, it said first.');
    expect(await demo.stateOf(turn)).toMatchObject({ helper_status: 'error', note: 'first' });
  },
);

test('a hand-over inside a nested agent stays inside: the target works on the request and does not reply to the user', async () => {
  const demo = await startDemo({
    agents: {
      Front: llm({ tools: [{ agent: 'A', name: 'ask_a', fallback: 'no' }] }),
      A: llm({ transfers: ['B'] }),
      B: llm(),
    },
    scripts: {
      Front: (request) => {
        const [answer] = toolAnswers(request) as { output?: string }[];
        return answer
          ? { text: `Heard: ${answer.output}` }
          : { calls: [{ name: 'ask_a', args: { request: 'Inner.' } }] };
      },
      A: () => handOver('B'),
    },
  });
  const turn = await demo.tell('Outer.');
  expect(turn).toMatchObject({ status: 'completed', reply: 'Heard: B says so.', agent: 'Front' });
  expect(demo.requests('B')[0]?.lastUserText).toBe('Inner.');
  const said = (await demo.events(turn.turn_id)).filter(({ kind }) => kind === 'delta' || kind === 'reply');
  expect(new Set(said.map(({ data }) => data.agent))).toEqual(new Set(['Front']));
  expect(turn.usage.model_calls).toBe(4);
});
