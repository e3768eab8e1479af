/** A sequence: each stage uses what the one before has left in the state, and only the last one replies to the user. */
import { expect, test } from 'vitest';
import { testRedis } from '../../support/redis.ts';
import { type Demo, type DemoOptions, group, llm, startDemo } from './demo.ts';

type Dispatch = 'job' | 'inline';

/** Plan -> Draft -> Final; the dispatch of each stage as given. */
function pipeline(dispatch: [Dispatch, Dispatch, Dispatch], root: Dispatch = 'job'): DemoOptions['agents'] {
  const [plan, draft, final] = dispatch;
  return {
    Seq: group('sequential', ['Plan', 'Draft', 'Final'], { dispatch: root }),
    Plan: llm({ dispatch: plan, output_key: 'plan' }),
    Draft: llm({ dispatch: draft, output_key: 'draft', instruction: 'The plan: {plan}' }),
    Final: llm({ dispatch: final, instruction: 'The plan: {plan}. The draft: {draft}' }),
  };
}

const SCRIPTS: DemoOptions['scripts'] = {
  Plan: () => ({ text: 'three steps' }),
  Draft: () => ({ text: 'first, second, third' }),
  Final: () => ({ text: ['Here ', 'you are.'] }),
};

const MIXES: [Dispatch, Dispatch, Dispatch, Dispatch][] = [
  ['job', 'job', 'job', 'job'],
  ['inline', 'inline', 'inline', 'inline'],
  ['inline', 'job', 'inline', 'job'],
  ['job', 'inline', 'job', 'job'],
  ['inline', 'inline', 'job', 'job'],
  ['job', 'job', 'inline', 'inline'],
  // A chain of jobs under a root that is not a job itself.
  ['job', 'job', 'job', 'inline'],
];
test.each(MIXES)(
  '%s, %s, %s under a root as %s: each stage reads the one before, the last one answers',
  async (...mix) => {
    const [plan, draft, final, root] = mix;
    const demo = await startDemo({ agents: pipeline([plan, draft, final], root), scripts: SCRIPTS });
    const turn = await demo.tell('Write it');
    expect(turn).toMatchObject({ status: 'completed', reply: 'Here you are.', agent: 'Final', error: null });
    expect(turn.agents).toMatchObject({
      Plan: { status: 'success' },
      Draft: { status: 'success' },
      Final: { status: 'success' },
    });
    expect(turn.usage).toMatchObject({ model_calls: 3, input_tokens: 300, output_tokens: 30 });
    expect(demo.requests('Draft')[0]?.systemText).toContain('The plan: three steps');
    expect(demo.requests('Final')[0]?.systemText).toContain('The plan: three steps. The draft: first, second, third');
    expect(await demo.stateOf(turn)).toMatchObject({ plan: 'three steps', draft: 'first, second, third' });
    const said = (await demo.events(turn.turn_id)).filter(({ kind }) => kind === 'delta' || kind === 'reply');
    expect(new Set(said.map(({ data }) => data.agent))).toEqual(new Set(['Final']));
    expect(said.filter(({ kind }) => kind === 'reply')).toHaveLength(1);
  },
);

test('a key that two stages write holds what the later one wrote, whichever of them ran as a job', async () => {
  const demo = await startDemo({
    agents: {
      Seq: group('sequential', ['A', 'B', 'C', 'D']),
      A: llm({ dispatch: 'inline', output_key: 'note' }),
      B: llm({ output_key: 'note', instruction: 'Note: {note}' }),
      C: llm({ dispatch: 'inline', instruction: 'Note: {note}' }),
      D: llm({ instruction: 'Note: {note}' }),
    },
  });
  const turn = await demo.tell('Go');
  expect(turn.status).toBe('completed');
  const seen = ['B', 'C', 'D'].map((name) => demo.requests(name)[0]?.systemText.split('\n')[1]);
  expect(seen).toEqual(['Note: A says so.', 'Note: B says so.', 'Note: B says so.']);
  expect(await demo.stateOf(turn)).toMatchObject({ note: 'B says so.' });
});

function failing(dispatch: Dispatch, required: string[]): Promise<Demo> {
  const stage = (name: string, fields = {}) => llm({ dispatch, required: required.includes(name), ...fields });
  return startDemo({
    agents: {
      Seq: group('sequential', ['A', 'B', 'C']),
      A: stage('A'),
      B: stage('B'),
      C: stage('C'),
    },
    scripts: { A: () => ({ blocked: 'SAFETY', where: 'prompt' }) },
  });
}

test.each(['job', 'inline'] as const)('nothing is built on a required stage that failed (%s)', async (dispatch) => {
  const demo = await failing(dispatch, ['A']);
  const turn = await demo.tell('Go');
  expect(turn).toMatchObject({ status: 'failed', reply: 'Sorry.', error: { code: 'model_blocked', agent: 'A' } });
  // Also not where the stage in between was optional.
  expect([demo.asked('A'), demo.asked('B'), demo.asked('C')]).toEqual([1, 0, 0]);
  expect(turn.agents.A).toMatchObject({ status: 'error' });
  expect((await demo.kinds(turn)).filter((kind) => kind === 'reply')).toHaveLength(1);
});

test.each(['job', 'inline'] as const)(
  'an optional stage that failed is gone without, and the turn says so (%s)',
  async (dispatch) => {
    const demo = await failing(dispatch, []);
    const turn = await demo.tell('Go');
    expect(turn).toMatchObject({
      status: 'degraded',
      reply: 'C says so.',
      error: { code: 'model_blocked', agent: 'A' },
    });
    expect(turn.agents).toMatchObject({ A: { status: 'error' }, B: { status: 'success' }, C: { status: 'success' } });
  },
);

test.each(['job', 'inline'] as const)(
  'when the last stage fails, what the others said is not passed off as the answer (%s)',
  async (dispatch) => {
    const demo = await startDemo({
      agents: { Seq: group('sequential', ['A', 'B']), A: llm({ dispatch }), B: llm({ dispatch }) },
      scripts: { B: () => ({ blocked: 'SAFETY', where: 'prompt' }) },
    });
    const turn = await demo.tell('Go');
    expect(turn).toMatchObject({ status: 'degraded', reply: 'Sorry.', error: { code: 'model_blocked', agent: 'B' } });
  },
);

test('a stage whose job is lost without a result counts as failed, and the turn still ends', async () => {
  const demo = await startDemo({
    agents: {
      Seq: group('sequential', ['A', 'B', 'C']),
      A: llm({ worker: 'extractor' }),
      B: llm(),
      C: llm(),
    },
    scripts: {
      // While B is asked, A's result is lost and its job is among the failed ones, as after too many stalls.
      B: async () => {
        const [job] = await demo.queue('extractor').getJobs(['completed']);
        const client = testRedis();
        const { keys } = demo.base;
        await client.hdel(keys.results(String(job?.data.task_id)), 'Seq.A');
        await client.zrem(`${keys.bull}:extractor:completed`, String(job?.id));
        await client.zadd(`${keys.bull}:extractor:failed`, Date.now(), String(job?.id));
        return { text: 'B says so.' };
      },
    },
  });
  const turn = await demo.tell('Go');
  expect(turn).toMatchObject({ status: 'degraded', reply: 'C says so.', error: { code: 'child_failed', agent: 'A' } });
});
