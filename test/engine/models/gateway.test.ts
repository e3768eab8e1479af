/** The gateway: each model on its own server, costs after the call. Against servers that speak the real protocols. */

import { describe, expect, test } from 'vitest';
import type { ProviderChunk } from '../../../src/engine/models/provider.ts';
import { cited } from '../../support/citations.ts';
import { googleSearch } from '../../support/models.ts';
import type { ScriptedAnswer } from '../../support/scripted-gemini.ts';
import { ask, gateway, notedAccount } from './list-gateway.ts';
import { failureOf, makeRequest, textOf } from './support.ts';

describe('each model is asked on its own server, by the name it has there', () => {
  test('two models on two servers, side by side', async () => {
    const { model, gemini, openAi } = await gateway();
    const [first, second] = await Promise.all([ask(model, { model: 'flash' }), ask(model, { model: 'qwen' })]);
    expect([first.text, second.text]).toEqual(['Google', 'local']);
    expect(gemini.requests).toMatchObject([{ model: 'gemini-2.5-flash', headers: { 'x-goog-api-key': 'the-key' } }]);
    expect(openAi.requests).toMatchObject([{ model: 'qwen3:8b' }]);
    expect(openAi.requests[0]?.headers).not.toHaveProperty('authorization');
  });

  test('an alias of an alias leads to the model behind both, with its price', async () => {
    const { model, gemini } = await gateway({ google: { text: 'ok', usage: { input: 1_000_000, output: 0 } } });
    expect((await ask(model, { model: 'fast' })).usage.cost_usd).toBeCloseTo(0.3);
    expect(gemini.requests).toMatchObject([{ model: 'gemini-2.5-flash' }]);
  });

  test('a model that is not in the list is an error with the nearest name, and nobody is asked', async () => {
    const { model, gemini, openAi } = await gateway();
    await expect(ask(model, { model: 'flsh' })).rejects.toMatchObject({
      code: 'config',
      message: expect.stringMatching(/models\.yml has no model "flsh"; did you mean "flash"\?/),
    });
    expect([...gemini.requests, ...openAi.requests]).toEqual([]);
  });

  test('an error names the server’s entry and the variable to check', async () => {
    const { model } = await gateway({ google: { error: { status: 401 } } });
    const { error } = await failureOf(model, makeRequest({ model: 'flash' }));
    expect(error.message).toMatch(/"google" \(.*models\.yml\) said 401 .*GEMINI_API_KEY/);
  });
});

describe('what a call costs', () => {
  test('tokens times price, where the price is known', async () => {
    const { model } = await gateway({ google: { text: 'ok', usage: { input: 2_000, output: 300, thoughts: 100 } } });
    const { usage } = await ask(model, { model: 'flash' });
    expect(usage).toMatchObject({ input_tokens: 2_000, output_tokens: 400 });
    expect(usage.cost_usd).toBeCloseTo((2_000 * 0.3 + 400 * 2.5) / 1e6, 12);
  });

  test('all tokens of a long request have the price of long requests', async () => {
    const { model } = await gateway({ google: { text: 'ok', usage: { input: 200_001, output: 10 } } });
    expect((await ask(model, { model: 'pro' })).usage.cost_usd).toBeCloseTo((200_001 * 2 + 10 * 20) / 1e6, 12);
  });

  test('null where no price is given: unknown is not free', async () => {
    const { model } = await gateway();
    const { usage } = await ask(model, { model: 'qwen' });
    expect(usage).toMatchObject({ input_tokens: 10, output_tokens: 5, cost_usd: null });
  });

  test('where a server sends no token count, the estimate is used', async () => {
    const { account, reserved, settled } = notedAccount();
    const { model } = await gateway({ local: { text: ['12345678', '12345678'], usage: null }, account });
    const { usage } = await ask(model, { model: 'qwen' });
    const { input_tokens } = reserved[0] ?? {};
    expect(usage).toEqual({ input_tokens, output_tokens: 4, cost_usd: null, model: 'qwen3:8b' });
    expect(settled).toEqual([usage]);
  });
});

describe('every reservation is settled, once', () => {
  test('with what the server counted', async () => {
    const { account, reserved, settled } = notedAccount();
    const { model } = await gateway({ google: { text: 'ok', usage: { input: 100, output: 10 } }, account });
    const settings = { max_output_tokens: 500 };
    const { usage } = await ask(model, { model: 'fast', settings });
    expect(reserved).toMatchObject([{ team: 'health', agent: 'TriageAgent', model: 'fast', output_tokens: 500 }]);
    expect(reserved[0]?.cost_usd).toBeGreaterThan(0);
    expect(settled).toEqual([usage]);
  });

  test('when the provider blocks an answer that was paid for', async () => {
    const { account, settled } = notedAccount();
    const google: ScriptedAnswer = { blocked: 'SAFETY', where: 'candidate', usage: { input: 1_000_000, output: 0 } };
    const { model } = await gateway({ google, account });
    const { error, chunks } = await failureOf(model, makeRequest({ model: 'flash' }));
    expect(error.code).toBe('model_blocked');
    expect(settled).toMatchObject([{ input_tokens: 1_000_000, output_tokens: 0 }]);
    expect(settled[0]?.cost_usd).toBeCloseTo(0.3);
    expect(chunks).toEqual([{ type: 'usage', usage: settled[0] }]);
  });

  test('when the connection is cut after the server had counted', async () => {
    const { account, settled } = notedAccount();
    const chunks: ProviderChunk[] = [];
    const received = () => expect.poll(() => textOf(chunks)).toBe('You should');
    const google: ScriptedAnswer = { cut: true, text: 'You should', received, usage: { input: 70, output: 3 } };
    const { model } = await gateway({ google, account });
    const { error } = await failureOf(model, makeRequest({ model: 'flash' }), chunks);
    expect(error.code).toBe('model_unavailable');
    expect(settled).toMatchObject([{ input_tokens: 70, output_tokens: 3 }]);
  });

  test('when the connection is cut before the server has counted: by the estimate', async () => {
    const { account, reserved, settled } = notedAccount();
    const chunks: ProviderChunk[] = [];
    const received = () => expect.poll(() => textOf(chunks)).toBe('12345678');
    const { model } = await gateway({ local: { cut: true, text: '12345678', received }, account });
    await failureOf(model, makeRequest({ model: 'qwen' }), chunks);
    expect(settled).toMatchObject([{ input_tokens: reserved[0]?.input_tokens, output_tokens: 2, cost_usd: null }]);
    expect(chunks.at(-1)).toEqual({ type: 'usage', usage: settled[0] });
  });

  test('with nothing, when the server refused', async () => {
    const { account, settled } = notedAccount();
    const { model } = await gateway({ google: { error: { status: 400 } }, account });
    await failureOf(model, makeRequest({ model: 'flash' }));
    expect(settled).toMatchObject([{ input_tokens: 0, output_tokens: 0, cost_usd: 0 }]);
  });

  test('when the reader leaves in the middle of the answer', async () => {
    const { account, settled } = notedAccount();
    const { model, openAi } = await gateway({ local: { hang: true, text: '1234' }, account });
    for await (const _ of model.stream(makeRequest({ model: 'qwen' }), new AbortController().signal)) break;
    expect(settled).toMatchObject([{ output_tokens: 1 }]);
    await expect.poll(() => openAi.requests[0]?.aborted).toBe(true);
  });
});

describe('citations', () => {
  const page = (url: string, number: number, source: string) => cited(url, number, { url, source });

  test('Gemini’s grounding: each page once, with the passages that rest on it; no address that is not of the web', async () => {
    const grounding = {
      groundingChunks: [
        { web: { uri: 'https://a.example/1', title: 'a.example' } },
        { web: { uri: 'javascript:alert(1)', title: 'x' } },
        { web: { uri: 'https://b.example/2' } },
        { web: { uri: 'https://a.example/1', title: 'a.example' } },
      ],
      groundingSupports: [
        { segment: { text: 'Wrens sing.' }, groundingChunkIndices: [0, 1] },
        { segment: { text: 'They nest.' }, groundingChunkIndices: [3] },
        { segment: { text: 'Wrens sing.' }, groundingChunkIndices: [3] },
      ],
    };
    const { model } = await gateway({ google: { text: ['Wrens sing. ', 'They nest.'], grounding } });
    const answer = await ask(model, { model: 'flash', search: googleSearch() });
    expect(answer.citations).toEqual([
      {
        ...page('https://a.example/1', 1, 'google_search'),
        title: 'a.example',
        supports: ['Wrens sing.', 'They nest.'],
      },
      page('https://b.example/2', 2, 'google_search'),
    ]);
    expect(answer.text).toBe('Wrens sing. They nest.');
  });

  test('a marker that the model has made up does not come to stand for a page', async () => {
    const groundingChunks = ['https://a.example/1', 'https://b.example/2'].map((uri) => ({ web: { uri } }));
    const annotations = [{ type: 'url_citation', url_citation: { url: 'https://a.example/1' } }];
    const { model } = await gateway({
      google: { text: ['Wrens sing[^1', '].'], grounding: { groundingChunks } },
      local: { text: 'Wrens sing[^1].', annotations },
    });
    const found = await ask(model, { model: 'flash', search: googleSearch() });
    expect(found.citations.map(({ marker }) => marker)).toEqual(['[^2]', '[^3]']);
    expect((await ask(model, { model: 'qwen' })).citations.map(({ marker }) => marker)).toEqual(['[^2]']);
  });

  test('OpenAI’s annotations, which count letters of the whole answer', async () => {
    const url_citation = { url: 'https://a.example/1', title: 'A', start_index: 4, end_index: 15 };
    const annotations = [
      { type: 'url_citation', url_citation },
      { type: 'file_citation', file_citation: { file_id: 'x' } },
    ];
    const { model } = await gateway({ local: { text: ['So: Wrens', ' sing.'], annotations } });
    expect((await ask(model, { model: 'qwen' })).citations).toEqual([
      { ...page('https://a.example/1', 1, 'web_search'), title: 'A', supports: ['Wrens sing.'] },
    ]);
  });

  test('an answer that names no pages has none', async () => {
    const { model } = await gateway();
    expect((await ask(model, { model: 'flash' })).citations).toEqual([]);
  });
});
