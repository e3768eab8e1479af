/** The gateway of a list with two servers, which speak the real protocols, and an account that records its calls. */
import { onTestFinished } from 'vitest';
import type { Account, CallEstimate } from '../../../src/engine/models/account.ts';
import { createGateway } from '../../../src/engine/models/gateway.ts';
import type { ModelGateway, ModelRequest, Usage } from '../../../src/engine/models/model.ts';
import { loadModels } from '../../../src/engine/models/models-file.ts';
import { createRouter } from '../../../src/engine/models/router.ts';
import { askModel } from '../../../src/engine/run/ask-model.ts';
import { loadConfig } from '../../../src/platform/config.ts';
import { type ScriptedAnswer, startScriptedGemini } from '../../support/scripted-gemini.ts';
import { type OpenAiAnswer, startScriptedOpenAi } from '../../support/scripted-openai.ts';
import { modelsFile } from './models-yml.ts';
import { makeRequest } from './support.ts';

const LIST = `
servers:
  google: { protocol: gemini, base_url_env: GEMINI_BASE_URL, api_key_env: GEMINI_API_KEY }
  local: { protocol: openai, base_url_env: LOCAL_URL }
models:
  flash: { server: google, name: gemini-2.5-flash, price: { input: 0.30, output: 2.50 } }
  pro:
    server: google
    name: gemini-2.5-pro
    price: { input: 1, output: 10, above: { input_tokens: 200000, input: 2, output: 20 } }
  qwen: { server: local, name: 'qwen3:8b' }
  narrow: { server: local, context_window: 100 }
  wide: { server: local, context_window: 8192 }
  fast: { alias: quick }
  quick: { alias: flash }
`;

type Scripts = { google?: ScriptedAnswer; local?: OpenAiAnswer; account?: Account };

export async function gateway({ google = { text: 'Google' }, local = { text: 'local' }, account }: Scripts = {}) {
  const gemini = await startScriptedGemini(() => google);
  const openAi = await startScriptedOpenAi(() => local);
  onTestFinished(async () => {
    await gemini.close();
    await openAi.close();
  });
  const env = { GEMINI_API_KEY: 'the-key', GEMINI_BASE_URL: gemini.url, LOCAL_URL: openAi.url };
  const config = loadConfig({ ...env, MODELS_FILE: await modelsFile(LIST), MODEL_PROVIDER: 'models' });
  const router = createRouter(config, await loadModels(config.MODELS_FILE), () => undefined);
  return { model: createGateway(router, account && { account }), gemini, openAi };
}

export function ask(model: ModelGateway, changes: Partial<ModelRequest> = {}) {
  return askModel(model, makeRequest(changes), new AbortController().signal, () => undefined);
}

/** An account that records its calls. */
export function notedAccount(): { account: Account; reserved: CallEstimate[]; settled: Usage[] } {
  const reserved: CallEstimate[] = [];
  const settled: Usage[] = [];
  const account: Account = {
    async reserve(estimate) {
      reserved.push(estimate);
      return {
        async settle(usage) {
          settled.push(usage);
        },
      };
    },
  };
  return { account, reserved, settled };
}
