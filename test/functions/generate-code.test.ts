/** generate_code: the model writes, looks into the library while it does, and only what it cites is a source of the output. */
import { expect, test } from 'vitest';
import { AppError } from '../../src/platform/errors.ts';
import type { ScriptedAnswer, ScriptedRequest } from '../support/scripted-gemini.ts';
import { admitCalls, hit, source } from './runtime/calls.ts';

const INPUT = {
  specification: 'Add two numbers.',
  language: 'python',
  patterns_to_follow: ['pure functions'],
  constraints: ['no imports'],
  context_artifacts: [{ name: 'numbers.py' }, 'plain text'],
};
const HITS = [hit('a'), hit('b'), hit('c')];

function code(explanation: string): ScriptedAnswer {
  const draft = { code: 'x = /[^1]/', explanation, test_hints: ['zero'], compressed_intent: 'adds' };
  return { text: JSON.stringify(draft), usage: { input: 100, output: 10 } };
}

const lookUp = (...queries: unknown[]): ScriptedAnswer => ({
  calls: queries.map((query_artifact) => ({ name: 'cross_reference', args: { query_artifact } })),
  usage: { input: 100, output: 10 },
});

/** The ranking of what cross_reference has found: as it came. */
const ranking: ScriptedAnswer = { text: '{"order":[0,1]}', usage: { input: 7, output: 1 } };
const isRanking = ({ systemText }: ScriptedRequest) => systemText.startsWith('Rank');

/** What the tools have answered so far, as the model sees it. */
const responses = ({ contents }: ScriptedRequest) =>
  contents.flatMap(({ parts }) =>
    parts.flatMap(({ functionResponse }): Record<string, unknown>[] =>
      functionResponse ? [functionResponse.response] : [],
    ),
  );

test('the model is given all of the input, and the library as a tool', async () => {
  const { call, requests } = await admitCalls({ script: () => code('It adds.') });
  const { output } = await call('generate_code', INPUT, { variant: 'simple' });
  expect(output).toEqual({
    code: 'x = /[^1]/',
    explanation: 'It adds.',
    test_hints: ['zero'],
    compressed_intent: 'adds',
    citations: [],
  });
  expect(requests[0]?.tools).toEqual(['cross_reference']);
  for (const part of [
    'python',
    'Add two numbers.',
    '- pure functions',
    '- no imports',
    '{"name":"numbers.py"}',
    '- plain text',
  ])
    expect(requests[0]?.lastUserText).toContain(part);
});

test('sources that it found and cites are numbered on from those it was offered; the rest is left out', async () => {
  const { call, requests } = await admitCalls({
    hits: HITS,
    script(request) {
      if (isRanking(request)) return ranking;
      return responses(request).length === 0 ? lookUp('adding') : code('As in [^4], after [^2].');
    },
  });
  const { output, cited, usage } = await call('generate_code', INPUT, {
    preset: 'S3',
    citations: [source(1), source(2)],
  });
  const last = requests.at(-1);
  expect(last && responses(last)).toMatchObject([
    {
      compressed_context: 'text a[^3]\ntext b[^4]',
      citations: [
        { id: 'a', marker: '[^3]' },
        { id: 'b', marker: '[^4]' },
      ],
    },
  ]);
  expect(output.explanation).toBe('As in [^3], after [^2].');
  expect(output.code).toBe('x = /[^1]/');
  expect(output.citations).toMatchObject([
    { id: 's2', marker: '[^2]' },
    { id: 'b', marker: '[^3]', chunk: 'text b' },
  ]);
  expect(cited?.citations.map(({ id }) => id)).toEqual(['s2', 'b']);
  // Two calls of the writer and one of the ranking, each counted once.
  expect(usage).toMatchObject({ model_calls: 3, input_tokens: 207, output_tokens: 21 });
});

test('calls of one answer, and of several members, never share a marker', async () => {
  const seen: string[][] = [];
  const { call } = await admitCalls({
    hits: HITS,
    script(request) {
      if (isRanking(request)) return ranking;
      if (request.systemText.includes('Several models have answered')) return code('All of [^1] [^51] [^501] [^551].');
      const answers = responses(request);
      if (answers.length === 0) return lookUp('one', 'two');
      const markers = answers.flatMap(({ citations }) =>
        (citations as { marker: string }[]).map(({ marker }) => marker),
      );
      seen.push(markers);
      return code(`Mine: ${markers.join(' ')}`);
    },
  });
  const { output } = await call('generate_code', INPUT, { preset: 'D3' });
  expect(seen.flat().sort()).toEqual(['[^1]', '[^2]', '[^51]', '[^52]', '[^501]', '[^502]', '[^551]', '[^552]'].sort());
  // All four are the same source.
  expect(output.explanation).toBe('All of [^1] [^1] [^1] [^1].');
  expect(output.citations).toMatchObject([{ id: 'a', marker: '[^1]' }]);
});

test('bad arguments come back to the model, which can put them right', async () => {
  const { call, requests } = await admitCalls({
    hits: HITS,
    script(request) {
      if (isRanking(request)) return ranking;
      const answers = responses(request);
      if (answers.length === 0) return lookUp('');
      return answers.length === 1 ? lookUp('x'.repeat(1_000)) : code('Without help.');
    },
  });
  const { output } = await call('generate_code', INPUT, { preset: 'S3' });
  expect(output.explanation).toBe('Without help.');
  const last = requests.at(-1);
  expect(last && responses(last)).toMatchObject([
    { error: expect.stringContaining('query_artifact') },
    { error: expect.stringContaining('the budget is 50') },
  ]);
});

test('after a crash nothing is looked up or asked for again, and the sources are still known', async () => {
  const dying = new AbortController();
  const calls = await admitCalls({
    hits: HITS,
    script(request) {
      if (isRanking(request)) return ranking;
      if (responses(request).length === 0) return lookUp('adding');
      if (dying.signal.aborted) return code('As in [^2].');
      dying.abort(new AppError('shutting_down', 'This worker is shutting down.'));
      return { hang: true };
    },
  });
  await expect(calls.call('generate_code', INPUT, { preset: 'S3' }, dying.signal)).rejects.toMatchObject({
    code: 'shutting_down',
  });
  const { output, usage } = await calls.call('generate_code', INPUT, { preset: 'S3' });
  expect(output).toMatchObject({ explanation: 'As in [^1].', citations: [{ id: 'b', marker: '[^1]' }] });
  expect(calls.library.searches).toBe(1);
  expect(calls.requests.filter(isRanking)).toHaveLength(1);
  expect(calls.requests).toHaveLength(4);
  expect(usage.model_calls).toBe(3);
});

test('what a member has used that fails after a lookup is counted, and counted once', async () => {
  const { call } = await admitCalls({
    hits: HITS,
    script(request) {
      if (isRanking(request)) return ranking;
      if (!request.systemText.includes('Your part as the drafter')) return code('It adds.');
      return responses(request).length === 0 ? lookUp('adding') : { error: { status: 400, message: 'no' } };
    },
  });
  const { usage, details } = await call('generate_code', INPUT, { preset: 'D5' });
  expect(details.failed).toMatchObject([{ role: 'drafter', code: 'model_refused' }]);
  expect(usage).toMatchObject({ model_calls: 3, input_tokens: 207, output_tokens: 21 });
});
