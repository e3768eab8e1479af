import { afterEach, expect, test } from 'vitest';
import { createModel } from '../../../src/engine/models/create-model.ts';
import { loadConfig } from '../../../src/platform/config.ts';
import { startScriptedGemini } from '../../support/scripted-gemini.ts';
import { startScriptedOpenAi } from '../../support/scripted-openai.ts';
import { collect, makeRequest, textOf } from './support.ts';

const open: { close(): Promise<void> }[] = [];
afterEach(() => Promise.all(open.splice(0).map((server) => server.close())));

test('with no settings at all the fleet thinks offline', () => {
  expect(createModel(loadConfig({}), () => undefined).provider).toBe('offline');
});

test('GEMINI_API_KEY and GEMINI_BASE_URL decide whom Gemini’s provider asks', async () => {
  const server = await startScriptedGemini(() => ({ text: 'from Gemini' }));
  open.push(server);
  const model = createModel(loadConfig({ GEMINI_API_KEY: 'the-key', GEMINI_BASE_URL: server.url }), () => undefined);
  expect(model.provider).toBe('gemini');
  expect(textOf(await collect(model, makeRequest()))).toBe('from Gemini');
  expect(server.requests[0]?.headers['x-goog-api-key']).toBe('the-key');
});

test('OPENAI_BASE_URL, OPENAI_API_KEY and OPENAI_MODEL decide whom the local provider asks', async () => {
  const server = await startScriptedOpenAi(() => ({ text: 'from llama' }));
  open.push(server);
  const env = { OPENAI_BASE_URL: server.url, OPENAI_API_KEY: 'the-key', OPENAI_MODEL: 'llama-3' };
  const model = createModel(loadConfig(env), () => undefined);
  expect(model.provider).toBe('openai');
  expect(textOf(await collect(model, makeRequest()))).toBe('from llama');
  expect(server.requests[0]).toMatchObject({ model: 'llama-3', headers: { authorization: 'Bearer the-key' } });
});
