/** Dispatch as a job or inline only changes the cost: reply, record and usage must be the same. */
import { expect, test } from 'vitest';
import type { ScriptedAnswer } from '../../support/scripted-gemini.ts';
import type { AgentScript } from '../../support/scripted-health.ts';
import { type Demo, type DemoOptions, group, llm, startDemo, toolAnswers } from './demo.ts';

const DISPATCH = ['job', 'inline'] as const;
type Dispatch = (typeof DISPATCH)[number];

const WEIGHT = { kind: 'observation', name: 'Body weight', value: 81, unit: 'kg', quote: '81 kg' };

/** Like the health team, with every sort of agent in it. */
function clinic(dispatch: Dispatch): DemoOptions['agents'] {
  return {
    Root: group('parallel', ['Desk', 'Extractors', 'Notes'], { dispatch }),
    Desk: llm({
      dispatch,
      transfers: ['Doctor'],
      tools: [{ agent: 'Helper', name: 'ask_helper', fallback: 'No help.', status_key: 'helper_status' }],
    }),
    Helper: llm({ dispatch }),
    Doctor: llm({ dispatch, tools: ['current_time'], output_key: 'advice' }),
    Extractors: group('parallel', ['Measures', 'Context'], { dispatch }),
    Measures: llm({ dispatch, output: 'MedicalMeasurements' }),
    Context: llm({ dispatch, output: 'MedicalContextExtraction' }),
    Notes: group('sequential', ['Collect', 'Sort'], { dispatch }),
    Collect: llm({ dispatch, output_key: 'collected' }),
    Sort: llm({ dispatch, output: 'DataExtraction', instruction: 'From: {collected}' }),
  };
}

const SCRIPTS: Record<string, AgentScript> = {
  Desk: (request) =>
    toolAnswers(request).length === 0
      ? { calls: [{ name: 'ask_helper', args: { request: 'Who is free?' } }] }
      : { calls: [{ name: 'transfer_to_agent', args: { agent_name: 'Doctor', reason: 'a question' } }] },
  Doctor: (request) =>
    toolAnswers(request).length === 0 ? { calls: [{ name: 'current_time', args: {} }] } : { text: ['Rest ', 'well.'] },
  Measures: () => ({ text: JSON.stringify({ facts: [WEIGHT] }) }),
  Context: () => ({ text: '{"facts": []}' }),
  Sort: () => ({ text: '{"facts": [{"kind": "symptom", "name": "Headache", "quote": "headache"}]}' }),
};

async function outcome(demo: Demo) {
  const turn = await demo.tell('I weigh 81 kg and have a headache');
  const events = await demo.events(turn.turn_id);
  return {
    status: turn.status,
    reply: turn.reply,
    agent: turn.agent,
    error: turn.error,
    usage: turn.usage,
    agents: Object.fromEntries(Object.entries(turn.agents).map(([name, { status }]) => [name, status])),
    facts: turn.facts.map(({ kind, source_agent }) => [kind, source_agent]).sort(),
    kinds: [...new Set(events.map(({ kind }) => kind))].sort(),
    words: events
      .filter(({ kind }) => kind === 'delta')
      .map(({ data }) => data.text)
      .join(''),
    replies: events.filter(({ kind }) => kind === 'reply').length,
    state: await demo.stateOf(turn),
  };
}

test('the same team, all as jobs and all inline, gives the same turn', async () => {
  const asJobs = await outcome(await startDemo({ agents: clinic('job'), scripts: SCRIPTS }));
  const inline = await outcome(await startDemo({ agents: clinic('inline'), scripts: SCRIPTS }));
  expect(inline).toEqual(asJobs);
  expect(asJobs).toMatchObject({
    status: 'completed',
    reply: 'Rest well.',
    words: 'Rest well.',
    agent: 'Doctor',
    replies: 1,
    error: null,
    agents: { Desk: 'success', Doctor: 'success', Helper: 'success', Measures: 'success', Context: 'empty' },
    facts: [
      ['observation', 'Measures'],
      ['symptom', 'Sort'],
    ],
    usage: { model_calls: 9, input_tokens: 900, output_tokens: 90 },
    state: { helper_status: 'success', advice: 'Rest well.', collected: 'Collect says so.' },
  });
});

test('the same failures, all as jobs and all inline, give the same turn', async () => {
  const scripts = {
    ...SCRIPTS,
    Measures: (): ScriptedAnswer => ({ text: 'I would rather not.' }),
    Helper: (): ScriptedAnswer => ({ error: { status: 500 } }),
    Doctor: (): ScriptedAnswer => ({ blocked: 'SAFETY', where: 'prompt' }),
    Desk: (request: Parameters<AgentScript>[0]): ScriptedAnswer => {
      const told = toolAnswers(request).length;
      if (told === 0) return { calls: [{ name: 'ask_helper', args: { request: 'Who is free?' } }] };
      return { calls: [{ name: 'transfer_to_agent', args: { agent_name: 'Doctor', reason: 'a question' } }] };
    },
  };
  const asJobs = await outcome(await startDemo({ agents: clinic('job'), scripts }));
  const inline = await outcome(await startDemo({ agents: clinic('inline'), scripts }));
  expect(inline).toEqual(asJobs);
  expect(asJobs).toMatchObject({
    status: 'degraded',
    reply: 'Sorry.',
    agents: { Desk: 'success', Helper: 'error', Measures: 'error' },
    facts: [['symptom', 'Sort']],
    state: { helper_status: 'error' },
  });
});

test('an inline agent’s temporary failure is retried without running its siblings again', async () => {
  const demo = await startDemo({
    agents: {
      Root: group('parallel', ['A', 'B', 'C']),
      A: llm({ dispatch: 'inline' }),
      B: llm({ dispatch: 'inline', output: 'DataExtraction' }),
      C: llm({ dispatch: 'inline', output: 'DataExtraction' }),
    },
    scripts: {
      A: (_request, nth) => (nth === 1 ? { error: { status: 500 } } : { text: 'Better now.' }),
      B: () => ({ text: '{"facts": []}' }),
      // A permanent failure is not retried either.
      C: () => ({ blocked: 'SAFETY', where: 'prompt' }),
    },
  });
  const turn = await demo.tell('Go');
  expect(turn).toMatchObject({
    status: 'degraded',
    reply: 'Better now.',
    error: { agent: 'C', code: 'model_blocked' },
  });
  expect([demo.asked('A'), demo.asked('B'), demo.asked('C')]).toEqual([2, 1, 1]);
  // The call is made again where it failed; no attempt of the job is spent.
  expect(turn.agents.A).toMatchObject({ status: 'success', attempts: 1 });
  expect((await demo.queue('turn').getJob(turn.turn_id))?.attemptsMade).toBe(1);
});

test('an inline stage’s temporary failure does not run the stages before it again', async () => {
  const demo = await startDemo({
    agents: {
      Seq: group('sequential', ['A', 'B', 'C']),
      A: llm({ dispatch: 'inline', output_key: 'a' }),
      B: llm({ output_key: 'b' }),
      C: llm({ dispatch: 'inline', instruction: '{a} {b}' }),
    },
    scripts: { C: (_request, nth) => (nth === 1 ? { error: { status: 503 } } : { text: 'There.' }) },
  });
  expect(await demo.tell('Go')).toMatchObject({ status: 'completed', reply: 'There.' });
  expect([demo.asked('A'), demo.asked('B'), demo.asked('C')]).toEqual([1, 1, 2]);
  expect(demo.requests('C')[1]?.systemText).toContain('A says so. B says so.');
});

test.each(DISPATCH)(
  'a model that stays unavailable is asked again for a while and then given up (%s)',
  async (dispatch) => {
    const demo = await startDemo({
      agents: { Root: group('parallel', ['A']), A: llm({ dispatch }) },
      scripts: { A: () => ({ error: { status: 500 } }) },
    });
    const turn = await demo.tell('Go');
    expect(turn).toMatchObject({
      status: 'degraded',
      reply: 'Sorry.',
      error: { code: 'model_unavailable', agent: 'A' },
    });
    expect(turn.agents.A).toMatchObject({ status: 'error', attempts: 1 });
    expect(demo.asked('A')).toBeGreaterThan(1);
  },
);

test('an inline answer is sent before the facts are filed, as a job’s is', async () => {
  const demo = await startDemo({
    agents: {
      Root: group('parallel', ['A', 'Slow']),
      A: llm({ dispatch: 'inline' }),
      Slow: llm({ dispatch: 'inline', output: 'DataExtraction' }),
    },
    scripts: {
      Slow: async () => {
        const [turn] = (await demo.call('GET', '/v1/turns?patient_id=p1')).body.turns as { turn_id: string }[];
        await expect.poll(async () => (await demo.turn(String(turn?.turn_id))).reply).toBe('A says so.');
        return { text: '{"facts": []}' };
      },
    },
  });
  expect(await demo.tell('Go')).toMatchObject({ status: 'completed', reply: 'A says so.' });
});
