import { getEventListeners } from 'node:events';
import { afterEach, describe, expect, test } from 'vitest';
import { createGemini } from '../../../src/engine/models/gemini.ts';
import type { ModelProvider, ProviderChunk } from '../../../src/engine/models/provider.ts';
import { geminiServer } from '../../support/models.ts';
import { type ScriptedAnswer, type ScriptedGemini, startScriptedGemini } from '../../support/scripted-gemini.ts';
import { collect, expectCancelled, failureOf, makeRequest, PROMPT, textOf } from './support.ts';

let server: ScriptedGemini;
afterEach(() => server.close());

async function gemini(answer: ScriptedAnswer): Promise<ModelProvider> {
  server = await startScriptedGemini(() => answer);
  return createGemini(geminiServer(server.url));
}

describe('the provider asks us to wait', () => {
  const cases = [
    ['7s', 7000],
    ['0.5s', 500],
    ['34.074824224s', 34075],
  ] as const;
  test.each(cases)('retryDelay %s is kept', async (retryDelay, expected) => {
    const { error } = await failureOf(await gemini({ error: { status: 429, retryDelay } }));
    expect(error).toMatchObject({ code: 'model_rate_limited', retryAfterMs: expected });
  });

  test('without retryDelay the Retry-After header counts', async () => {
    const { error } = await failureOf(await gemini({ error: { status: 429, retryAfter: '3' } }));
    expect(error).toMatchObject({ code: 'model_rate_limited', retryAfterMs: 3000 });
  });

  test('without either it is ten seconds', async () => {
    const { error } = await failureOf(await gemini({ error: { status: 429 } }));
    expect(error).toMatchObject({ code: 'model_rate_limited', retryAfterMs: 10_000 });
  });

  test('also when the quota runs out in the middle of the answer', async () => {
    const answer = { error: { status: 429, retryDelay: '2s', afterText: 'You should' } };
    const { error, chunks } = await failureOf(await gemini(answer));
    expect(error).toMatchObject({ code: 'model_rate_limited', retryAfterMs: 2000 });
    expect(textOf(chunks)).toBe('You should');
  });

  test('one call is one request: only the queue retries', async () => {
    await failureOf(await gemini({ error: { status: 429, retryDelay: '0.1s' } }));
    expect(server.requests).toHaveLength(1);
  });
});

describe('the provider fails', () => {
  test.each([500, 502, 503, 504])('%i can be tried again, by the queue', async (status) => {
    const { error } = await failureOf(await gemini({ error: { status } }));
    expect(error).toMatchObject({ code: 'model_unavailable' });
    expect(server.requests).toHaveLength(1);
  });

  test('a connection cut in the middle of an answer is no answer', async () => {
    const chunks: ProviderChunk[] = [];
    const received = () => expect.poll(() => textOf(chunks)).toBe('You should');
    const model = await gemini({ cut: true, text: 'You should', received });
    const { error } = await failureOf(model, makeRequest(), chunks);
    expect(error).toMatchObject({ code: 'model_unavailable' });
  });

  test('a stream that ends without a finish reason is no answer', async () => {
    const { error } = await failureOf(await gemini({ unfinished: true, text: 'You should' }));
    expect(error).toMatchObject({ code: 'model_unavailable' });
  });

  test('a server that is not there can be tried again', async () => {
    const model = await gemini({ text: 'never' });
    await server.close();
    const { error } = await failureOf(model);
    expect(error).toMatchObject({ code: 'model_unavailable' });
  });

  test('an unknown finish reason is not an answer', async () => {
    const { error } = await failureOf(await gemini({ text: 'half', finish: 'OTHER' }));
    expect(error).toMatchObject({ code: 'model_unavailable' });
  });
});

describe('the provider refuses', () => {
  const cases = [
    [{ status: 400, reason: 'API_KEY_INVALID' }, 'GEMINI_API_KEY'],
    [{ status: 401 }, 'GEMINI_API_KEY'],
    [{ status: 403 }, 'GEMINI_API_KEY'],
    [{ status: 404 }, 'gemini-2.5-flash'],
    [{ status: 400 }, 'output schema'],
  ] as const;
  test.each(cases)('%o names the fix and not the prompt', async (error, fix) => {
    const message = `bad request near "${PROMPT}"`;
    const { error: failure } = await failureOf(await gemini({ error: { ...error, message } }));
    expect(failure).toMatchObject({ code: 'model_refused' });
    expect(failure.message).toContain(fix);
    expect(failure.message).not.toContain(PROMPT);
  });

  test('a redirect is not followed: prompt and key go to the configured host only', async () => {
    const { error } = await failureOf(await gemini({ error: { status: 307, location: 'http://127.0.0.1:9/other' } }));
    expect(error).toMatchObject({ code: 'model_refused', message: expect.stringContaining('GEMINI_BASE_URL') });
  });

  test('a model name that the SDK will not send is named', async () => {
    const { error } = await failureOf(await gemini({ text: 'never' }), makeRequest({ model: 'a?b' }));
    expect(error).toMatchObject({ code: 'model_refused', message: expect.stringContaining('a?b') });
    expect(server.requests).toHaveLength(0);
  });
});

describe('the provider blocks', () => {
  test('the prompt', async () => {
    const usage = { input: 9, output: 0 };
    const { error, chunks } = await failureOf(await gemini({ blocked: 'PROHIBITED_CONTENT', where: 'prompt', usage }));
    expect(error).toMatchObject({ code: 'model_blocked', message: expect.stringContaining('PROHIBITED_CONTENT') });
    expect(chunks).toEqual([{ type: 'usage', usage: { input_tokens: 9, output_tokens: 0 } }]);
  });

  test.each(['SAFETY', 'PROHIBITED_CONTENT', 'BLOCKLIST', 'SPII', 'RECITATION'])('the answer: %s', async (reason) => {
    const { error } = await failureOf(await gemini({ blocked: reason, where: 'candidate', text: 'Take' }));
    expect(error).toMatchObject({ code: 'model_blocked', message: expect.stringContaining(reason) });
  });
});

describe('the answer ends oddly', () => {
  test('a long answer that hit the token limit is kept, and marked', async () => {
    const model = await gemini({ text: 'A long answ', finish: 'MAX_TOKENS' });
    const chunks = await collect(model, makeRequest());
    expect(textOf(chunks)).toBe('A long answ');
    expect(chunks).toContainEqual({ type: 'cut' });
  });

  test('a token limit that left nothing is an error, not an empty answer', async () => {
    const { error } = await failureOf(await gemini({ thought: 'hm', text: '', finish: 'MAX_TOKENS' }));
    expect(error).toMatchObject({ code: 'limit_reached' });
  });

  test('a malformed tool call is bad output', async () => {
    const { error } = await failureOf(await gemini({ text: '', finish: 'MALFORMED_FUNCTION_CALL' }));
    expect(error).toMatchObject({ code: 'bad_output' });
  });
});

describe('the user cancels', () => {
  test.each([
    ['before the first word', { hang: true }, []],
    ['in the middle of the answer', { hang: true, text: 'You should' }, ['You should']],
  ] as const)(
    '%s: the call ends with the reason given though the server says nothing, and the connection is closed',
    async (_, answer, said) => {
      const model = await gemini(answer);
      await expectCancelled(model, server.requests, said);
    },
  );

  test('before the call: nothing is sent', async () => {
    const model = await gemini({ text: 'never' });
    const reason = new Error('too late');
    await expect(collect(model, makeRequest(), AbortSignal.abort(reason))).rejects.toBe(reason);
    expect(server.requests).toHaveLength(0);
  });

  test('a reader that stops early closes the connection to the server', async () => {
    const model = await gemini({ hang: true, text: 'You should' });
    for await (const _ of model.stream(makeRequest(), new AbortController().signal)) break;
    await expect.poll(() => server.requests[0]?.aborted).toBe(true);
  });

  test('many calls leave no listeners on a signal that lives long', async () => {
    const model = await gemini({ text: 'ok' });
    const { signal } = new AbortController();
    for (let call = 0; call < 20; call++) await collect(model, makeRequest(), signal);
    expect(getEventListeners(signal, 'abort')).toHaveLength(0);
  });
});
