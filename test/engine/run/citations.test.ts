/** Sources are data: they reach the turn through fan-in, sequence, hand-over and agent tool, under markers that still mean them. */
import { expect, test } from 'vitest';
import type { TurnView } from '../../../producers/turns/turn-view.ts';
import type { ScriptedAnswer } from '../../support/scripted-gemini.ts';
import { group, llm, startDemo, toolAnswers } from './demo.ts';

const DISPATCH = ['job', 'inline'] as const;

/** An answer that rests on these pages. */
function grounded(text: string, ...pages: string[]): ScriptedAnswer {
  const groundingChunks = pages.map((page) => ({ web: { uri: `https://${page}.example/`, title: page } }));
  return { text, grounding: { groundingChunks } };
}

const sources = ({ citations }: TurnView) => citations.map(({ marker, title }) => `${marker} ${title}`);

test.each(DISPATCH)(
  'fan-in: the sources of all who answer, each once under a marker of its own (%s)',
  async (dispatch) => {
    const demo = await startDemo({
      agents: {
        Both: group('parallel', ['Left', 'Right']),
        Left: llm({ dispatch }),
        Right: llm({ dispatch }),
      },
      scripts: {
        Left: () => grounded('Left side.', 'a', 'b'),
        Right: () => grounded('Right side[^1].', 'b', 'c'),
      },
    });
    const turn = await demo.tell('Go');
    // The model of Right has made its marker up: it must not come to stand for a page of Left.
    expect(turn.reply).toBe('Left side.\n\nRight side[^4].');
    expect(sources(turn)).toEqual(['[^1] a', '[^2] b', '[^3] c']);
  },
);

test.each(DISPATCH)(
  'sequence: the last stage’s answer has the sources of the stages before it (%s)',
  async (dispatch) => {
    const demo = await startDemo({
      agents: {
        Seq: group('sequential', ['Find', 'Write']),
        Find: llm({ dispatch, output_key: 'found' }),
        Write: llm({ dispatch, instruction: '{found}' }),
      },
      scripts: { Find: () => grounded('Found.', 'a', 'b'), Write: () => grounded('Written.', 'c') },
    });
    const turn = await demo.tell('Go');
    expect(turn.reply).toBe('Written.');
    expect(sources(turn)).toEqual(['[^1] c', '[^3] a', '[^2] b']);
  },
);

test('sequence: without an answer there are no sources', async () => {
  const demo = await startDemo({
    agents: { Seq: group('sequential', ['Find', 'Write']), Find: llm(), Write: llm() },
    scripts: { Find: () => grounded('Found.', 'a'), Write: () => ({ blocked: 'SAFETY', where: 'prompt' }) },
  });
  const turn = await demo.tell('Go');
  expect([turn.reply, turn.citations]).toEqual(['Sorry.', []]);
});

test('loop: what a later round has replaced brings no sources', async () => {
  const demo = await startDemo({
    agents: { Again: group('loop', ['Find', 'Write'], { max_iterations: 2 }), Find: llm(), Write: llm() },
    scripts: {
      Find: (_request, nth) => grounded('Found.', `found-${nth}`),
      Write: (_request, nth) => grounded(`Draft ${nth}.`, `written-${nth}`),
    },
  });
  const turn = await demo.tell('Go');
  expect([turn.reply, sources(turn)]).toEqual(['Draft 2.', ['[^1] written-2', '[^2] found-2']]);
});

test.each(DISPATCH)('hand-over: the target’s sources, and what its caller had found (%s)', async (dispatch) => {
  const demo = await startDemo({
    agents: {
      A: llm({ transfers: ['B'], tools: [{ agent: 'Search', name: 'search', fallback: 'Nothing.' }] }),
      B: llm({ dispatch, worker: 'consultant' }),
      Search: llm(),
    },
    scripts: {
      A: (request) =>
        toolAnswers(request).length === 0
          ? { calls: [{ name: 'search', args: { request: 'wrens' } }] }
          : { calls: [{ name: 'transfer_to_agent', args: { agent_name: 'B', reason: 'knows more' } }] },
      Search: () => grounded('Found.', 'a'),
      B: () => grounded('B says so.', 'b'),
    },
  });
  const turn = await demo.tell('Go');
  expect(turn).toMatchObject({ reply: 'B says so.', agent: 'B' });
  expect(sources(turn)).toEqual(['[^1] b', '[^2] a']);
});

/** Asks two helpers one after the other, then answers. */
const ASKING: Record<number, ScriptedAnswer> = {
  0: { calls: [{ name: 'one', args: { request: 'wrens' } }] },
  1: { calls: [{ name: 'two', args: { request: 'wrens' } }] },
  2: { text: 'Both say so[^2].' },
};

test('agent tool: the caller sees one numbering, and its answer has the sources', async () => {
  const helper = (agent: string, name: string) => ({ agent, name, fallback: 'Nothing.', result_key: `${name}_said` });
  const demo = await startDemo({
    agents: {
      Front: llm({ tools: [helper('One', 'one'), helper('Two', 'two')] }),
      One: llm(),
      Two: llm(),
    },
    scripts: {
      Front: (request) => ASKING[toolAnswers(request).length] ?? { text: 'too often' },
      One: () => grounded('One.', 'a', 'b'),
      Two: () => grounded('Two[^1].', 'b', 'c'),
    },
  });
  const turn = await demo.tell('Go');
  expect(toolAnswers(demo.requests('Front').at(-1))).toEqual([{ output: 'One.' }, { output: 'Two[^4].' }]);
  expect(await demo.stateOf(turn)).toMatchObject({ two_said: 'Two[^4].' });
  expect([turn.reply, sources(turn)]).toEqual(['Both say so[^2].', ['[^1] a', '[^2] b', '[^3] c']]);
});

test('agent tool: a helper that failed has found nothing', async () => {
  const demo = await startDemo({
    agents: { Front: llm({ tools: [{ agent: 'One', name: 'one', fallback: 'Nothing.' }] }), One: llm() },
    scripts: {
      Front: (request) => (toolAnswers(request).length === 0 ? (ASKING[0] as ScriptedAnswer) : { text: 'So it is.' }),
      One: () => ({ blocked: 'SAFETY', where: 'candidate' }),
    },
  });
  expect((await demo.tell('Go')).citations).toEqual([]);
});
