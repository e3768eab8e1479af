/** Model servers and gateways as tests need them. */
import { createGateway } from '../../src/engine/models/gateway.ts';
import type { ModelGateway, ModelRequest } from '../../src/engine/models/model.ts';
import { loadModels } from '../../src/engine/models/models-file.ts';
import type { Server } from '../../src/engine/models/provider.ts';
import { createRouter } from '../../src/engine/models/router.ts';
import { loadConfig } from '../../src/platform/config.ts';
import { outwardQuery } from '../../src/teams/outward-query.ts';
import { describeTeams, TEAMS } from '../../src/teams/teams.ts';
import { readHere } from './reading.ts';

/** A request for a search that the provider runs itself. */
export function googleSearch(words = 'asthma guideline'): NonNullable<ModelRequest['search']> {
  const query = outwardQuery({ words });
  if (!query) throw new Error(`nothing of "${words}" is in the vocabulary`);
  return { tool: 'google_search', query };
}

export function geminiServer(baseUrl: string): Server {
  const settings = { apiKey: 'GEMINI_API_KEY', baseUrl: 'GEMINI_BASE_URL' };
  return { name: 'gemini', baseUrl, apiKey: 'test-key', settings };
}

export function openAiServer(baseUrl: string): Server {
  const settings = { apiKey: 'OPENAI_API_KEY', baseUrl: 'OPENAI_BASE_URL' };
  return { name: 'local', baseUrl, apiKey: 'test-key', settings };
}

/** The gateway that a process with these settings has. */
export async function gatewayFor(env: Record<string, string>): Promise<ModelGateway> {
  const config = loadConfig(env);
  const rules = describeTeams(TEAMS, { reading: readHere }).map(({ offline }) => offline ?? {});
  const ruleOf = (_team: string, agent: string) => rules.find((one) => agent in one)?.[agent];
  return createGateway(createRouter(config, await loadModels(config.MODELS_FILE), ruleOf));
}
