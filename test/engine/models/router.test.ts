/** Which settings send which model's requests where. */
import { expect, onTestFinished, test } from 'vitest';
import { createGateway } from '../../../src/engine/models/gateway.ts';
import { loadModels } from '../../../src/engine/models/models-file.ts';
import { checkModelsInUse, createRouter } from '../../../src/engine/models/router.ts';
import { loadConfig } from '../../../src/platform/config.ts';
import { gatewayFor } from '../../support/models.ts';
import { startScriptedGemini } from '../../support/scripted-gemini.ts';
import { startScriptedOpenAi } from '../../support/scripted-openai.ts';
import { modelsFile } from './models-yml.ts';
import { collect, makeRequest, textOf } from './support.ts';

const LIST = `
servers:
  google:
    protocol: gemini
    api_key_env: GEMINI_API_KEY
  local:
    protocol: openai
    base_url_env: LOCAL_URL
    api_key_env: LOCAL_KEY
models:
  flash: { server: google }
  search: { alias: flash }
  qwen: { server: local }
`;

async function settings(env: Record<string, string>) {
  const config = loadConfig({ ...env, MODELS_FILE: await modelsFile(LIST) });
  return { config, models: await loadModels(config.MODELS_FILE) };
}

test('with no settings at all rules answer, by team and agent, and it costs nothing', async () => {
  const asked: string[] = [];
  const { config, models } = await settings({});
  const router = createRouter(config, models, (team, agent) => {
    asked.push(`${team}/${agent}`);
    return () => ({ text: 'by rule' });
  });
  const route = router('a name that is in no list');
  expect(textOf(await collect(route.provider, makeRequest()))).toBe('by rule');
  expect(asked).toEqual(['health/TriageAgent']);
  const model = await gatewayFor({});
  expect((await collect(model, makeRequest())).at(-1)).toEqual({
    type: 'usage',
    usage: { input_tokens: 0, output_tokens: 0, cost_usd: 0, model: 'offline' },
  });
});

test('MODEL_PROVIDER=offline asks nobody, whatever keys there are', async () => {
  const server = await startScriptedGemini(() => ({ text: 'from Gemini' }));
  onTestFinished(() => server.close());
  const env = { MODEL_PROVIDER: 'offline', GEMINI_API_KEY: 'the-key', GEMINI_BASE_URL: server.url };
  await collect(await gatewayFor(env), makeRequest());
  expect(server.requests).toEqual([]);
});

test('GEMINI_API_KEY and GEMINI_BASE_URL decide which server the shipped models are on', async () => {
  const server = await startScriptedGemini(() => ({ text: 'from Gemini' }));
  onTestFinished(() => server.close());
  const model = await gatewayFor({ GEMINI_API_KEY: 'the-key', GEMINI_BASE_URL: server.url });
  for (const name of ['gemini-2.5-flash', 'gemini-2.5-pro', 'fast', 'search'])
    expect(textOf(await collect(model, makeRequest({ model: name })))).toBe('from Gemini');
  expect(server.requests.map((request) => request.model)).toEqual([
    'gemini-2.5-flash',
    'gemini-2.5-pro',
    'gemini-2.5-flash',
    'gemini-2.5-flash',
  ]);
  expect(server.requests[0]?.headers['x-goog-api-key']).toBe('the-key');
});

test('OPENAI_MODEL is asked for every name, at OPENAI_BASE_URL, and its cost is unknown', async () => {
  const server = await startScriptedOpenAi(() => ({ text: 'from llama' }));
  onTestFinished(() => server.close());
  const env = { OPENAI_BASE_URL: server.url, OPENAI_API_KEY: 'the-key', OPENAI_MODEL: 'llama-3' };
  const model = await gatewayFor(env);
  const chunks = await collect(model, makeRequest({ model: 'gemini-2.5-pro' }));
  await collect(model, makeRequest({ model: 'in no list' }));
  expect(textOf(chunks)).toBe('from llama');
  expect(chunks.at(-1)).toMatchObject({ usage: { cost_usd: null } });
  const asked = { model: 'llama-3', headers: { authorization: 'Bearer the-key' } };
  expect(server.requests).toMatchObject([asked, asked]);
});

test('without OPENAI_MODEL the name in the agent’s file is asked for', async () => {
  const server = await startScriptedOpenAi(() => ({ text: 'ok' }));
  onTestFinished(() => server.close());
  await collect(await gatewayFor({ OPENAI_BASE_URL: server.url }), makeRequest({ model: 'qwen' }));
  expect(server.requests).toMatchObject([{ model: 'qwen' }]);
});

test('a variable that a model in use needs is named with file and line; servers not in use may lack theirs', async () => {
  const { config, models } = await settings({ GEMINI_API_KEY: 'k' });
  expect(() => checkModelsInUse(config, models, ['flash', 'search'])).not.toThrow();
  expect(() => checkModelsInUse(config, models, ['flash', 'qwen', 'qwen'])).toThrow(
    /models.yml:6 {2}the server "local" needs LOCAL_KEY, which is not set; .*\n.*models.yml:6 {2}the server "local" needs LOCAL_URL/,
  );
  expect(() => createRouter(config, models, () => undefined)('qwen')).toThrow(/LOCAL_URL, which is not set/);
  const offline = await settings({});
  expect(() => checkModelsInUse(offline.config, offline.models, ['qwen'])).not.toThrow();
});

test('a variable that should be an address and is none is named, and its value is not shown', async () => {
  const { config, models } = await settings({ GEMINI_API_KEY: 'k', LOCAL_KEY: 'k', LOCAL_URL: 'secret-host:80' });
  const check = () => checkModelsInUse(config, models, ['qwen']);
  expect(check).toThrow(/LOCAL_URL, which is not a URL/);
  expect(check).not.toThrow(/secret-host/);
});

test('Google’s search is there only where the model reaches a Gemini server that has its key', async () => {
  const reaches = async (env: Record<string, string>, name = 'search') => {
    const { config, models } = await settings(env);
    return createGateway(createRouter(config, models, () => undefined)).offers(name, 'google_search');
  };
  expect(await reaches({ GEMINI_API_KEY: 'k' })).toBe(true);
  expect(await reaches({ GEMINI_API_KEY: 'k' }, 'qwen')).toBe(false);
  expect(await reaches({ GEMINI_API_KEY: 'k' }, 'nothing')).toBe(false);
  expect(await reaches({ MODEL_PROVIDER: 'models' })).toBe(false);
  expect(await reaches({ MODEL_PROVIDER: 'offline', GEMINI_API_KEY: 'k' })).toBe(false);
  expect(await reaches({ OPENAI_BASE_URL: 'http://localhost:1/v1' })).toBe(false);
});
