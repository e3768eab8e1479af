/** A call from its input to its output: what is refused, what is cached, what is done with too much input, and who drafts. */
import { describe, expect, test } from 'vitest';
import type { AgentFunction } from '../../../src/functions/agent-function.ts';
import { createFunctions, type FunctionParts } from '../../../src/functions/runtime/call-function.ts';
import { admitCalls, barrier, inTurn, source, summary } from './calls.ts';
import { SAMPLES } from './sample-functions.ts';

const INPUT = { content: 'The heart beats seventy times.' };
/** 256 tokens with the JSON of the other fields; the budget is 100. */
const LONG = { content: 'word '.repeat(200) };

describe('what is refused', () => {
  test('bad input names its fields and repeats none of its values', async () => {
    const { call } = await admitCalls({});
    const error = await call('summarize_content', { content: '', note: 5, more: 1 }).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({
      code: 'invalid',
      errors: [{ path: 'content' }, { path: 'note' }, { path: 'input', message: 'has no field more' }],
    });
  });

  test('unknown functions, presets, variants and qualities', async () => {
    const { call } = await admitCalls({});
    await expect(call('summarise_content', INPUT)).rejects.toMatchObject({
      code: 'not_found',
      message: expect.stringContaining('did you mean "summarize_content"?'),
    });
    const errorsOf = (path: string) => ({ code: 'invalid', errors: [{ path, message: expect.any(String) }] });
    await expect(call('summarize_content', INPUT, { preset: 'D44' })).rejects.toMatchObject(errorsOf('preset'));
    await expect(call('summarize_content', INPUT, { variant: 'constructor' })).rejects.toMatchObject(
      errorsOf('variant'),
    );
    await expect(call('summarize_content', INPUT, { quality: 'best' as 'high' })).rejects.toMatchObject(
      errorsOf('quality'),
    );
  });

  test('a function without a rule says that it needs a model, and makes nothing up', async () => {
    const { call, requests } = await admitCalls({});
    await expect(call('generate_code', { specification: 'Add two numbers.' })).rejects.toMatchObject({
      code: 'model_required',
      message: expect.stringContaining('GEMINI_API_KEY'),
    });
    expect(requests).toEqual([]);
  });

  test('an output that does not fit its schema is bad_output', async () => {
    const { call } = await admitCalls({ script: inTurn(summary('')) });
    await expect(call('summarize_content', INPUT)).rejects.toMatchObject({ code: 'bad_output' });
  });
});

test.each([
  [{}, 'S4'],
  [{ quality: 'high' }, 'T1'],
  [{ quality: 'high', variant: 'technical' }, 'D4'],
  [{ quality: 'high', variant: 'technical', preset: 'S7' }, 'S7'],
] as const)('options %j choose the preset %s', async (options, preset) => {
  const { call } = await admitCalls({});
  expect((await call('summarize_content', INPUT, options)).details.preset).toBe(preset);
});

test('with no model the rule drafts, and the details say so', async () => {
  const { call } = await admitCalls({});
  const { output, usage, details } = await call('summarize_content', INPUT, { preset: 'D4' });
  expect(output).toEqual({ summary: 'The heart beats', words: 3, audit_hash: details.audit_hash });
  expect(usage).toMatchObject({ model_calls: 0, input_tokens: 0 });
  expect(details).toMatchObject({
    mode: 'rule',
    models: [
      { name: 'qwen2.5-7b', served_by: 'offline rules' },
      { name: 'deepseek-r1-7b', served_by: 'offline rules' },
    ],
    input_tokens: 14,
    budget: { input: 100, output: 50 },
  });
});

describe('the cache', () => {
  test('the same call again makes no call to a model, and costs nothing', async () => {
    const calls = await admitCalls({ script: inTurn(summary('It beats.')) });
    const first = await calls.call('summarize_content', INPUT);
    await calls.admit();
    const second = await calls.call('summarize_content', INPUT);
    expect(calls.requests).toHaveLength(1);
    expect(second.output).toEqual(first.output);
    expect(second.details).toEqual({ ...first.details, cached: true });
    expect(second.usage).toEqual({ model_calls: 0, input_tokens: 0, output_tokens: 0, cost_usd: 0 });
  });

  test('another input, preset, source or user is another call; so is cache: false', async () => {
    const calls = await admitCalls({ script: () => summary('It beats.') });
    const hashes = new Set<string>();
    const one = async (input: unknown, options = {}, user = 'u1') => {
      await calls.admit(user);
      hashes.add((await calls.call('summarize_content', input, options)).details.audit_hash);
    };
    await one(INPUT);
    await one({ ...INPUT, note: 'n' });
    await one(INPUT, { preset: 'S3' });
    await one(INPUT, { citations: [source(1)] });
    expect(hashes.size).toBe(4);
    await one(INPUT, {}, 'u2');
    await one(INPUT, { cache: false });
    expect(hashes.size).toBe(4);
    expect(calls.requests).toHaveLength(6);
    // The order of the fields and what is their default anyway make no difference.
    await one({ note: '', content: INPUT.content }, { over_budget: 'split' });
    expect(hashes.size).toBe(4);
    expect(calls.requests).toHaveLength(6);
  });

  test('a change of the library makes results void that depend on it', async () => {
    const calls = await admitCalls({});
    const searches = async () => {
      await calls.admit();
      await calls.call('cross_reference', { query_artifact: 'heart' });
      return calls.library.searches;
    };
    expect([await searches(), await searches()]).toEqual([1, 1]);
    calls.library.generation += 1;
    expect(await searches()).toBe(2);
  });

  test('a result that no longer fits its function is made again', async () => {
    const calls = await admitCalls({});
    await calls.call('summarize_content', INPUT);
    for (const key of calls.cached.keys()) calls.cached.set(key, { output: { summary: 7 } });
    await calls.admit();
    const { output, details } = await calls.call('summarize_content', INPUT);
    expect(details.cached).toBe(false);
    expect(output.summary).toBe('The heart beats');
  });
});

describe('input above the budget', () => {
  test('is refused unless the caller says otherwise, with the numbers and the ways out', async () => {
    const { call, requests } = await admitCalls({ script: () => summary('never') });
    await expect(call('summarize_content', LONG)).rejects.toMatchObject({
      code: 'over_budget',
      errors: [
        {
          path: 'content',
          message: 'about 256 tokens; the budget is 100. Shorten it, or send over_budget: compress or split.',
        },
      ],
    });
    expect(requests).toEqual([]);
  });

  test('is compressed to what the other fields leave of the budget', async () => {
    const { call, requests } = await admitCalls({ script: () => summary('short') });
    const note = 'n'.repeat(80);
    const { details } = await call('summarize_content', { ...LONG, note }, { over_budget: 'compress' });
    const { to_tokens = 0, ...rest } = details.over_budget ?? {};
    expect(rest).toEqual({ handled: 'compressed', from_tokens: 276 });
    expect(to_tokens).toBeLessThanOrEqual(100);
    expect(to_tokens).toBeGreaterThan(95);
    expect(requests[0]?.lastUserText).toMatch(/^word .*n{80}$/);
  });

  test('is split: each piece is drafted, some at the same time, and the outputs are joined in order', async () => {
    const together = barrier(2);
    const { call, requests } = await admitCalls({
      async script({ lastUserText }) {
        await together();
        return summary(`of ${/\w{5}/.exec(lastUserText)?.[0]}`);
      },
    });
    const content = ['aaaaa', 'bbbbb', 'ccccc'].map((word) => `${word} `.repeat(60)).join('');
    const { output, usage, details } = await call('summarize_content', { content }, { over_budget: 'split' });
    expect(details.over_budget).toMatchObject({ handled: 'split', from_tokens: 276, pieces: 3 });
    expect(output.summary).toBe('of aaaaa | of bbbbb | of ccccc');
    expect(output.audit_hash).toBe(details.audit_hash);
    expect(usage.model_calls).toBe(3);
    expect(requests).toHaveLength(3);
  });

  test('a cached result still says what was done with its input', async () => {
    const calls = await admitCalls({});
    const first = await calls.call('summarize_content', LONG, { over_budget: 'compress' });
    await calls.admit();
    const second = await calls.call('summarize_content', LONG, { over_budget: 'compress' });
    expect(second.details).toEqual({ ...first.details, cached: true });
    await calls.admit();
    const split = await calls.call('summarize_content', LONG, { over_budget: 'split' });
    expect(split.details).toMatchObject({ cached: false, over_budget: { handled: 'split' } });
  });

  test('more pieces than one call may cost are refused', async () => {
    const { call } = await admitCalls({});
    const content = 'word '.repeat(6_000);
    await expect(call('summarize_content', { content }, { over_budget: 'split' })).rejects.toMatchObject({
      code: 'over_budget',
      errors: [{ path: 'content', message: expect.stringContaining('send it in parts') }],
    });
  });

  test('a piece whose model fails is made by the rule, and the details say so: nothing is left out', async () => {
    const { call } = await admitCalls({
      script: ({ n }) => (n === 2 ? { error: { status: 400, message: 'no' } } : summary('ok')),
    });
    const { details, output } = await call('summarize_content', LONG, { over_budget: 'split' });
    expect(details).toMatchObject({ mode: 'rule', failed: [{ code: 'model_refused' }] });
    expect(output.summary).toMatch(/ok[\s\S]+/);
  });

  test('a way that the function does not have is named', async () => {
    const { call } = await admitCalls({});
    const artifacts = Array.from({ length: 20 }, () => 'a text');
    for (const over_budget of ['compress', 'split'] as const)
      await expect(call('synthesize_outputs', { artifacts }, { over_budget })).rejects.toMatchObject({
        code: 'invalid',
        errors: [{ path: 'over_budget' }],
      });
    await expect(call('synthesize_outputs', { artifacts })).rejects.toMatchObject({
      code: 'over_budget',
      errors: [{ path: 'artifacts', message: expect.stringMatching(/the budget is 20\. Shorten it\.$/) }],
    });
  });

  test('other fields that fill the budget alone are refused', async () => {
    const { call } = await admitCalls({});
    const input = { content: 'short', note: 'n'.repeat(500) };
    await expect(call('summarize_content', input, { over_budget: 'compress' })).rejects.toMatchObject({
      code: 'over_budget',
    });
  });
});

describe('sources', () => {
  test('a model is told which it may cite, braces in a title and all, and the text that cites comes with them', async () => {
    const { call, requests } = await admitCalls({ script: inTurn(summary('It beats.[^2]')) });
    const { cited } = await call('summarize_content', INPUT, { citations: [source(1), source(2)] });
    expect(requests[0]?.systemText).toBe('Summarize {this}.\n\nSources: [^1] [^2]');
    expect(cited).toMatchObject({ content: 'It beats.[^2]', citations: [source(2)] });
  });

  test('a rule is given them too', async () => {
    const { call } = await admitCalls({});
    const { cited } = await call('summarize_content', INPUT, { citations: [source(4)] });
    expect(cited).toMatchObject({ content: 'The heart beats [^4]', citations: [source(4)] });
  });

  test('without a list of sources nothing is cited; with an empty one it is said that none is', async () => {
    const calls = await admitCalls({});
    expect(await calls.call('summarize_content', INPUT)).not.toHaveProperty('cited');
    await calls.admit();
    expect(await calls.call('summarize_content', INPUT, { citations: [] })).toMatchObject({ cited: { citations: [] } });
  });
});

test('what is looked up is a step: a call that goes on after a crash does not look again', async () => {
  const calls = await admitCalls({});
  await calls.call('cross_reference', { query_artifact: 'heart' }, { cache: false });
  await calls.call('cross_reference', { query_artifact: 'heart' }, { cache: false });
  expect(calls.library.searches).toBe(1);
});

test('each function is declared as a tool, with the JSON schema of its input', async () => {
  const { functions } = await admitCalls({});
  expect([...functions.declarations.keys()]).toEqual([...SAMPLES.keys()]);
  expect(functions.declarations.get('cross_reference')).toMatchObject({
    name: 'cross_reference',
    description: 'Looks into the library',
    parameters: { type: 'object', properties: { query_artifact: { type: 'string' } }, required: ['query_artifact'] },
  });
});

test('a function with a tool that does not exist is a mistake that is seen at the start', () => {
  const fn = { ...SAMPLES.get('generate_code') } as AgentFunction;
  expect(() => createFunctions({ functions: new Map([[fn.name, fn]]) } as unknown as FunctionParts)).toThrow(
    /generate_code has the tool cross_reference, which does not exist/,
  );
});
