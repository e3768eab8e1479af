/** The modes of the presets: who is asked for what, in which order, and what the failure of one of them costs. */
import { describe, expect, test, vi } from 'vitest';
import { AppError } from '../../../src/platform/errors.ts';
import { STATE_LIMIT_MS } from '../../support/limits.ts';
import type { ScriptedAnswer, ScriptedRequest } from '../../support/scripted-gemini.ts';
import { admitCalls, barrier, inTurn, summary } from './calls.ts';

const INPUT = { content: 'The heart beats.' };
const REFUSED: ScriptedAnswer = { error: { status: 400, message: 'no' } };

/** What the request is about, by what its instruction adds to the function's own. */
function partOf({ systemText }: ScriptedRequest): string {
  if (systemText.startsWith('You are a critic')) return 'critic';
  if (systemText.includes('a critic has found')) return 'revision';
  if (systemText.includes('Several models have answered')) return 'final';
  return /Your part as the (\w+)/.exec(systemText)?.[1] ?? 'writer';
}

const critique = (acceptable: boolean, ...problems: string[]): ScriptedAnswer => ({
  text: JSON.stringify({ acceptable, problems }),
});

const asked = (requests: ScriptedRequest[]) => requests.map((request) => `${partOf(request)} ${request.model}`);

test('single: one call, with the function’s own instruction and prompt, and nothing of the session', async () => {
  const { call, requests } = await admitCalls({ script: inTurn(summary('It beats.')) });
  const { output, usage, details } = await call('summarize_content', INPUT, { preset: 'S4' });
  expect(output).toMatchObject({ summary: 'It beats.', words: 2 });
  expect(usage).toMatchObject({ model_calls: 1, input_tokens: 10, output_tokens: 1 });
  expect(details).toMatchObject({
    preset: 'S4',
    mode: 'single',
    models: [{ name: 'llama-3.2-3b', served_by: 'gemini-2.5-flash at gemini' }],
  });
  expect(requests).toMatchObject([{ systemText: 'Summarize {this}.', lastUserText: 'The heart beats.', tools: [] }]);
  expect(JSON.stringify(requests[0]?.body)).not.toContain('of the session');
});

test('an answer that does not fit the draft’s schema is repaired', async () => {
  const { call, requests } = await admitCalls({
    script: inTurn({ text: '{"sumary": 1}' }, summary('It beats.')),
  });
  expect((await call('summarize_content', INPUT, { preset: 'S4' })).output).toMatchObject({ summary: 'It beats.' });
  expect(requests[1]?.lastUserText).toMatch(/does not fit the schema:\n- summary:/);
});

test('an answer that never fits, after two repairs, is left to the rule', async () => {
  const { call, requests } = await admitCalls({ script: () => ({ text: 'no JSON' }) });
  const { details } = await call('summarize_content', INPUT, { preset: 'S4' });
  expect(details).toMatchObject({ mode: 'rule', failed: [{ code: 'bad_output' }] });
  expect(requests).toHaveLength(3);
});

test('an output that holds nothing is replaced by that of the rule, and is marked', async () => {
  const { call } = await admitCalls({ script: () => summary('Nothing.') });
  const { output, details, usage } = await call('summarize_content', INPUT, { preset: 'S4' });
  expect(output.summary).not.toBe('Nothing.');
  expect(details).toMatchObject({ mode: 'rule', failed: [{ code: 'bad_output' }] });
  expect(usage.model_calls).toBe(1);
});

describe('critique', () => {
  test('a draft that the critic accepts is not revised', async () => {
    const { call, requests } = await admitCalls({ script: inTurn(summary('It beats.'), critique(true)) });
    expect((await call('summarize_content', INPUT, { preset: 'D4' })).output).toMatchObject({ summary: 'It beats.' });
    expect(asked(requests)).toEqual(['writer gemini-2.5-flash', 'critic gemini-2.5-pro']);
    expect(requests[1]?.systemText).toContain('Summarize {this}.');
    expect(requests[1]?.lastUserText).toContain('{"summary":"It beats."}');
  });

  test('what the critic finds is revised by the generator, which sees draft and problems', async () => {
    const { call, requests } = await admitCalls({
      script: inTurn(summary('It stops.'), critique(false, 'It does not stop.'), summary('It beats.')),
    });
    const { output, usage } = await call('summarize_content', INPUT, { preset: 'D4' });
    expect(output).toMatchObject({ summary: 'It beats.' });
    expect(usage.model_calls).toBe(3);
    expect(asked(requests)).toEqual(['writer gemini-2.5-flash', 'critic gemini-2.5-pro', 'revision gemini-2.5-flash']);
    expect(requests[2]?.lastUserText).toMatch(/The heart beats\..*It stops\..*- It does not stop\./s);
  });

  test('a critic must say what is wrong', async () => {
    const { call, requests } = await admitCalls({
      script: inTurn(summary('It beats.'), critique(false), critique(true)),
    });
    expect((await call('summarize_content', INPUT, { preset: 'D4' })).output).toMatchObject({ summary: 'It beats.' });
    expect(requests[2]?.lastUserText).toContain('name it');
  });

  test('if the critic fails, the draft stands, the details say so, and the result is not cached', async () => {
    const { call, cached } = await admitCalls({ script: inTurn(summary('It beats.'), REFUSED) });
    const { output, details } = await call('summarize_content', INPUT, { preset: 'D4' });
    expect(output).toMatchObject({ summary: 'It beats.' });
    expect(details.failed).toEqual([{ role: 'critic', model: 'deepseek-r1-7b', code: 'model_refused' }]);
    expect(cached.size).toBe(0);
  });

  test('if the revision fails, the draft stands, and the details say so', async () => {
    const { call } = await admitCalls({ script: inTurn(summary('It beats.'), critique(false, 'Too short.'), REFUSED) });
    const { output, details } = await call('summarize_content', INPUT, { preset: 'D4' });
    expect(output).toMatchObject({ summary: 'It beats.' });
    expect(details.failed).toMatchObject([{ role: 'generator' }]);
  });

  test('if the generator fails, the rule does its work', async () => {
    const { call, requests } = await admitCalls({ script: () => REFUSED });
    const { details } = await call('summarize_content', INPUT, { preset: 'D4' });
    expect(details).toMatchObject({ mode: 'rule', failed: [{ code: 'model_refused' }] });
    expect(requests).toHaveLength(1);
  });
});

describe('pipeline', () => {
  test('each member improves the draft of the one before, by its role', async () => {
    const { call, requests } = await admitCalls({ script: inTurn(summary('one'), summary('two'), summary('three')) });
    const { output, usage } = await call('summarize_content', INPUT, { preset: 'T1' });
    expect(output).toMatchObject({ summary: 'three' });
    expect(usage.model_calls).toBe(3);
    expect(asked(requests)).toEqual([
      'drafter gemini-2.5-flash',
      'refiner gemini-2.5-flash',
      'validator gemini-2.5-pro',
    ]);
    expect(requests.map(({ lastUserText }) => /"summary":"(\w+)"/.exec(lastUserText)?.[1])).toEqual([
      undefined,
      'one',
      'two',
    ]);
  });

  test('a stage that fails is left out, and the next goes on with the draft there is', async () => {
    const { call, requests } = await admitCalls({ script: inTurn(summary('one'), REFUSED, summary('three')) });
    const { output, details } = await call('summarize_content', INPUT, { preset: 'T1' });
    expect(output).toMatchObject({ summary: 'three' });
    expect(requests[2]?.lastUserText).toContain('{"summary":"one"}');
    expect(details.failed).toEqual([{ role: 'refiner', model: 'qwen2.5-7b', code: 'model_refused' }]);
  });
});

describe.each([
  ['debate', 'T4'],
  ['ensemble', 'T2'],
])('%s', (_mode, preset) => {
  test('all members are asked at the same time; then the first sees all answers', async () => {
    const together = barrier(3);
    const { call, requests } = await admitCalls({
      async script(request) {
        if (partOf(request) === 'final') return summary('final words');
        // None is answered before all have asked.
        await together();
        return summary(`draft ${request.n}`);
      },
    });
    const { output, details, usage } = await call('summarize_content', INPUT, { preset });
    expect(output).toMatchObject({ summary: 'final words' });
    expect(usage.model_calls).toBe(4);
    expect(asked(requests).slice(0, 3).sort()).toEqual([
      'writer gemini-2.5-flash',
      'writer gemini-2.5-pro',
      'writer gemini-2.5-pro',
    ]);
    expect(asked(requests)[3]).toBe('final gemini-2.5-pro');
    for (const n of [1, 2, 3]) expect(requests[3]?.lastUserText).toContain(`{"summary":"draft ${n}"}`);
    expect(details.agreement).toBe(0.5);
  });

  test('equal answers need no further call', async () => {
    const { call, requests } = await admitCalls({ script: () => summary('the same') });
    const { output, details } = await call('summarize_content', INPUT, { preset });
    expect(output).toMatchObject({ summary: 'the same' });
    expect(details.agreement).toBe(1);
    expect(requests).toHaveLength(3);
  });

  test('a member that fails costs its vote only', async () => {
    const { call, requests } = await admitCalls({
      script: (request) => {
        if (partOf(request) === 'final') return summary('final words');
        return request.model === 'gemini-2.5-flash' ? REFUSED : summary(`draft ${request.n}`);
      },
    });
    const { output, details } = await call('summarize_content', INPUT, { preset });
    expect(output).toMatchObject({ summary: 'final words' });
    expect(details.failed).toMatchObject([{ code: 'model_refused' }]);
    expect(requests[3]?.lastUserText).not.toContain('Draft 3');
  });

  test('the last one left has the say, and with none left the rule does the work', async () => {
    const only = await admitCalls({
      script: ({ model }) => (model === 'gemini-2.5-flash' ? summary('the only one') : REFUSED),
    });
    expect((await only.call('summarize_content', INPUT, { preset })).output).toMatchObject({ summary: 'the only one' });
    expect(only.requests).toHaveLength(3);
    const none = await admitCalls({ script: () => REFUSED });
    expect((await none.call('summarize_content', INPUT, { preset })).details.mode).toBe('rule');
  });

  test('if the last call fails, the first answer stands', async () => {
    const { call } = await admitCalls({
      script: (request) => (partOf(request) === 'final' ? REFUSED : summary(`by ${request.model} ${request.n}`)),
    });
    const { output, details } = await call('summarize_content', INPUT, { preset });
    expect(output.summary).toMatch(/^by gemini-2.5-pro/);
    expect(details.failed).toMatchObject([{ model: 'phi-4' }]);
  });
});

describe('after a crash', () => {
  test('a critique goes on with the call that was cut off: the draft is not asked for again', async () => {
    const dying = new AbortController();
    const { call, requests } = await admitCalls({
      script(request) {
        if (partOf(request) === 'writer') return summary('It stops.');
        if (partOf(request) === 'revision') return summary('It beats.');
        if (dying.signal.aborted) return critique(false, 'It does not stop.');
        dying.abort(new AppError('shutting_down', 'This worker is shutting down.'));
        return { hang: true };
      },
    });
    const died = call('summarize_content', INPUT, { preset: 'D4' }, dying.signal);
    await expect(died).rejects.toMatchObject({ code: 'shutting_down' });
    const { output, usage } = await call('summarize_content', INPUT, { preset: 'D4' });
    expect(output).toMatchObject({ summary: 'It beats.' });
    expect(requests.map(partOf)).toEqual(['writer', 'critic', 'critic', 'revision']);
    expect(usage.model_calls).toBe(3);
  });

  test('of a debate only the unfinished answers are asked for again', async () => {
    const dying = new AbortController();
    const calls = await admitCalls({
      async script({ n, ...request }) {
        if (partOf({ n, ...request }) === 'final') return summary('final words');
        if (n !== 3) return summary(`draft ${n}`);
        await vi.waitFor(
          async () => expect((await calls.steps()).filter((step) => step.endsWith('model-1'))).toHaveLength(2),
          {
            timeout: STATE_LIMIT_MS,
          },
        );
        dying.abort(new AppError('shutting_down', 'This worker is shutting down.'));
        return { hang: true };
      },
    });
    const died = calls.call('summarize_content', INPUT, { preset: 'T4' }, dying.signal);
    await expect(died).rejects.toMatchObject({ code: 'shutting_down' });
    const { usage, details } = await calls.call('summarize_content', INPUT, { preset: 'T4' });
    expect(calls.requests.map(partOf)).toEqual(['writer', 'writer', 'writer', 'writer', 'final']);
    expect(usage.model_calls).toBe(4);
    expect(details.failed).toBeUndefined();
  });

  test('a call that was finished and is done again asks nobody, and counts what it has used', async () => {
    const { call, requests } = await admitCalls({ script: inTurn(summary('one'), summary('two')) });
    const first = await call('summarize_content', INPUT, { preset: 'D1' });
    const second = await call('summarize_content', INPUT, { preset: 'D1' });
    expect(second).toEqual(first);
    expect(second.usage.model_calls).toBe(2);
    expect(requests).toHaveLength(2);
  });

  test('a provider that asks for a pause pauses the job: no member is given up for it', async () => {
    const { call } = await admitCalls({
      script: ({ model }) =>
        model === 'gemini-2.5-flash' ? { error: { status: 429, retryDelay: '1s' } } : summary('a draft'),
    });
    await expect(call('summarize_content', INPUT, { preset: 'T4' })).rejects.toMatchObject({
      code: 'model_rate_limited',
    });
  });
});
