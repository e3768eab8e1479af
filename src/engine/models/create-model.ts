/** The model that the settings ask for. */
import type { Config } from '../../platform/config.ts';
import { AppError } from '../../platform/errors.ts';
import { createGemini } from './gemini.ts';
import type { Model } from './model.ts';
import { createOfflineModel, type RuleOf } from './offline/offline.ts';
import { createOpenAi } from './openai.ts';

export function createModel(config: Config, ruleOf: RuleOf): Model {
  switch (config.MODEL_PROVIDER) {
    case 'gemini':
      return createGemini({
        apiKey: config.GEMINI_API_KEY ?? missing('GEMINI_API_KEY'),
        baseUrl: config.GEMINI_BASE_URL,
      });
    case 'openai':
      return createOpenAi({
        baseUrl: config.OPENAI_BASE_URL ?? missing('OPENAI_BASE_URL'),
        apiKey: config.OPENAI_API_KEY,
        model: config.OPENAI_MODEL,
      });
    case 'offline':
      return createOfflineModel(ruleOf);
  }
}

function missing(name: string): never {
  throw new AppError('config', `${name} is not set, and MODEL_PROVIDER needs it`);
}
