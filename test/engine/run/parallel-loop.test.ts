/** Parallel groups and loops inside other compositions: which agent replies, what is passed on, what a failure costs. */
import { expect, test } from 'vitest';
import { type Demo, type DemoOptions, group, llm, startDemo, toolAnswers } from './demo.ts';

const DISPATCH = ['job', 'inline'] as const;

test.each(DISPATCH)(
  'a parallel group inside a sequence: both are done before the next stage begins (%s)',
  async (dispatch) => {
    const demo = await startDemo({
      agents: {
        Seq: group('sequential', ['Both', 'Final']),
        Both: group('parallel', ['Left', 'Right'], { dispatch }),
        Left: llm({ dispatch, output_key: 'left' }),
        Right: llm({ dispatch, output_key: 'right' }),
        Final: llm({ dispatch, instruction: '{left} {right}' }),
      },
    });
    const turn = await demo.tell('Go');
    expect(turn).toMatchObject({ status: 'completed', reply: 'Final says so.', agent: 'Final' });
    expect(demo.requests('Final')[0]?.systemText).toContain('Left says so. Right says so.');
    expect(turn.usage.model_calls).toBe(3);
    expect((await demo.kinds(turn)).filter((kind) => kind === 'reply')).toHaveLength(1);
  },
);

test.each(DISPATCH)(
  'two who answer at once do not talk into each other: their words come as one reply (%s)',
  async (dispatch) => {
    const demo = await startDemo({
      agents: {
        Both: group('parallel', ['Left', 'Right']),
        Left: llm({ dispatch }),
        Right: llm({ dispatch }),
      },
      scripts: {
        Left: () => ({
          text: ['Left ', 'side.'],
          before: () => expect.poll(() => demo.requests('Right')[0]?.finishedAt).toBeDefined(),
        }),
        Right: () => ({ text: 'Right side.' }),
      },
    });
    const turn = await demo.tell('Go');
    expect(turn).toMatchObject({ status: 'completed', reply: 'Left side.\n\nRight side.' });
    expect((await demo.kinds(turn)).filter((kind) => kind === 'delta')).toEqual([]);
  },
);

function nested(required: { Left: boolean; Both: boolean }, dispatch: 'job' | 'inline'): Promise<Demo> {
  return startDemo({
    agents: {
      Seq: group('sequential', ['Both', 'Final']),
      Both: group('parallel', ['Left', 'Right'], { dispatch, required: required.Both }),
      Left: llm({ dispatch, required: required.Left }),
      Right: llm({ dispatch }),
      Final: llm({ dispatch }),
    },
    scripts: { Left: () => ({ blocked: 'SAFETY', where: 'prompt', usage: { input: 20, output: 0 } }) },
  });
}

test.each(DISPATCH)('a required member fails its group, and a required group its sequence (%s)', async (dispatch) => {
  const demo = await nested({ Left: true, Both: true }, dispatch);
  const turn = await demo.tell('Go');
  expect(turn).toMatchObject({ status: 'failed', reply: 'Sorry.', error: { code: 'model_blocked', agent: 'Left' } });
  expect(turn.agents).toMatchObject({ Left: { status: 'error' }, Right: { status: 'success' } });
  expect(demo.asked('Final')).toBe(0);
  // Usage is counted, also for a failed run.
  expect(turn.usage).toMatchObject({ model_calls: 2, input_tokens: 120, output_tokens: 10 });
});

test.each(DISPATCH)(
  'a group that is not required may fail: the sequence goes on and the turn says so (%s)',
  async (dispatch) => {
    const demo = await nested({ Left: true, Both: false }, dispatch);
    const turn = await demo.tell('Go');
    expect(turn).toMatchObject({
      status: 'degraded',
      reply: 'Final says so.',
      error: { code: 'model_blocked', agent: 'Left' },
    });
    expect(turn.agents).toMatchObject({ Left: { status: 'error' }, Right: { status: 'success' } });
  },
);

/** A writer and a critic that exchange drafts and feedback through the state. */
function loop(dispatch: 'job' | 'inline', root: 'job' | 'inline' = 'job'): DemoOptions['agents'] {
  return {
    Again: group('loop', ['Writer', 'Critic'], { max_iterations: 3, dispatch: root }),
    Writer: llm({ dispatch, output_key: 'draft', instruction: 'Feedback: {feedback?}' }),
    Critic: llm({ dispatch, output_key: 'feedback', instruction: 'Draft: {draft}' }),
  };
}

const MIXES = [
  ['job', 'job'],
  ['inline', 'job'],
  ['inline', 'inline'],
  ['job', 'inline'],
] as const;
test.each(MIXES)('a loop repeats with feedback until its critic is satisfied (%s under %s)', async (dispatch, root) => {
  const demo = await startDemo({
    agents: loop(dispatch, root),
    scripts: {
      Writer: (_request, nth) => ({ text: `draft ${nth}` }),
      Critic: (_request, nth) =>
        nth === 2 ? { calls: [{ name: 'exit_loop', args: {} }] } : { text: `shorter than ${nth}` },
    },
  });
  const turn = await demo.tell('Write');
  // The critic exits without text, so the result of the loop is the draft that it accepted.
  expect(turn).toMatchObject({ status: 'completed', reply: 'draft 2', agent: 'Writer' });
  expect([demo.asked('Writer'), demo.asked('Critic')]).toEqual([2, 2]);
  expect(demo.requests('Writer').map((request) => request.systemText.split('\n')[1])).toEqual([
    'Feedback: ',
    'Feedback: shorter than 1',
  ]);
  expect(demo.requests('Critic').map((request) => request.systemText.split('\n')[1])).toEqual([
    'Draft: draft 1',
    'Draft: draft 2',
  ]);
  // The usage of every iteration is counted.
  expect(turn.usage.model_calls).toBe(4);
  const spoke = (await demo.events(turn.turn_id)).filter(({ kind }) => kind === 'delta' || kind === 'reply');
  expect(spoke.map(({ kind, data }) => [kind, data.text])).toEqual([['reply', 'draft 2']]);
});

test.each(DISPATCH)('a loop that is never satisfied ends at max_iterations (%s)', async (dispatch) => {
  const demo = await startDemo({ agents: loop(dispatch) });
  const turn = await demo.tell('Write');
  expect(turn).toMatchObject({ status: 'completed', reply: 'Critic says so.' });
  expect([demo.asked('Writer'), demo.asked('Critic')]).toEqual([3, 3]);
  expect(turn.usage.model_calls).toBe(6);
});

test('a required member that fails ends the loop at once', async () => {
  const agents = loop('job');
  const demo = await startDemo({
    agents: { ...agents, Writer: { ...agents.Writer, required: true } },
    scripts: {
      Writer: (_request, nth) => (nth === 2 ? { blocked: 'SAFETY', where: 'prompt' } : { text: 'draft 1' }),
    },
  });
  const turn = await demo.tell('Write');
  expect(turn).toMatchObject({ status: 'failed', reply: 'Sorry.', error: { code: 'model_blocked', agent: 'Writer' } });
  expect([demo.asked('Writer'), demo.asked('Critic')]).toEqual([2, 1]);
});

test('only members of a loop are offered its exit', async () => {
  const demo = await startDemo({
    agents: loop('job'),
    scripts: { Critic: () => ({ calls: [{ name: 'exit_loop', args: {} }] }) },
  });
  await demo.tell('Write');
  expect(demo.requests('Critic')[0]?.tools).toEqual(['exit_loop']);
  const solo = await startDemo({
    agents: { Solo: llm() },
    scripts: {
      Solo: (request) =>
        toolAnswers(request).length > 0 ? { text: 'Fine.' } : { calls: [{ name: 'exit_loop', args: {} }] },
    },
  });
  expect((await solo.tell('Stop')).reply).toBe('Fine.');
  expect(solo.requests('Solo')[0]?.tools).toEqual([]);
});
