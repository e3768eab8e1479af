/**
 * Which server answers for which model name, by the settings. Offline: no server, rules answer. OPENAI_BASE_URL alone: one local server
 * for every name. Otherwise agents/models.yml decides, so one turn may use several servers.
 */
import type { Config } from '../../platform/config.ts';
import { AppError } from '../../platform/errors.ts';
import { suggest } from '../../platform/nearest.ts';
import type { Problem } from '../../platform/yaml/problems.ts';
import type { Route, Router } from './gateway.ts';
import { createGemini } from './gemini.ts';
import { BUILTIN_TOOLS } from './model.ts';
import { filesError, type ListedModel, type ListedServer, type Models } from './models-file.ts';
import { createOffline } from './offline/offline.ts';
import type { RuleOf } from './offline/rule.ts';
import { createOpenAi } from './openai.ts';
import type { ModelProvider, Server } from './provider.ts';

/** The environment: models.yml names the variables in which addresses and keys are. */
type Variables = Config['variables'];
type Settings = Pick<
  Config,
  'MODEL_PROVIDER' | 'MODEL_SILENCE_SECONDS' | 'OPENAI_BASE_URL' | 'OPENAI_API_KEY' | 'OPENAI_MODEL' | 'variables'
>;

const GOOGLE = 'https://generativelanguage.googleapis.com';

export function createRouter(settings: Settings, models: Models, ruleOf: RuleOf): Router {
  if (settings.MODEL_PROVIDER === 'offline') return offlineRouter(ruleOf);
  return settings.MODEL_PROVIDER === 'openai' ? oneServerRouter(settings) : listRouter(models, settings);
}

/** Throws FilesError where a model in use is on a server whose address or key is not set. */
export function checkModelsInUse(settings: Settings, models: Models, inUse: Iterable<string>): void {
  if (!followsList(settings)) return;
  const servers = new Map(
    [...inUse].flatMap((name) => models.listed.get(name)?.server ?? []).map((one) => [one.name, one]),
  );
  const problems = [...servers.values()].flatMap((server) => serverProblems(server, models, settings.variables));
  if (problems.length > 0) throw filesError(models.file, problems);
}

function followsList({ MODEL_PROVIDER }: Settings): boolean {
  return MODEL_PROVIDER === 'gemini' || MODEL_PROVIDER === 'models';
}

export function offlineRouter(ruleOf: RuleOf): Router {
  const provider = createOffline(ruleOf);
  return (name) => ({
    provider,
    name,
    server: null,
    contextWindow: null,
    price: { input: 0, output: 0 },
    builtins: [],
    usesTokens: false,
  });
}

function oneServerRouter(settings: Settings): Router {
  const { OPENAI_BASE_URL, OPENAI_API_KEY, OPENAI_MODEL } = settings;
  if (!OPENAI_BASE_URL) throw new AppError('config', 'OPENAI_BASE_URL is not set, and MODEL_PROVIDER=openai needs it');
  const provider = createOpenAi({
    name: 'at OPENAI_BASE_URL',
    baseUrl: OPENAI_BASE_URL,
    apiKey: OPENAI_API_KEY,
    settings: { apiKey: 'OPENAI_API_KEY', baseUrl: 'OPENAI_BASE_URL' },
  });
  return (name) => ({
    provider,
    name: OPENAI_MODEL ?? name,
    server: 'OPENAI_BASE_URL',
    contextWindow: null,
    price: null,
    builtins: [],
    usesTokens: true,
    silenceMs: settings.MODEL_SILENCE_SECONDS * 1000,
  });
}

function listRouter(models: Models, { variables, MODEL_SILENCE_SECONDS }: Settings): Router {
  const providers = new Map<string, ModelProvider>();
  const providerOf = (server: ListedServer): ModelProvider => {
    const known = providers.get(server.name);
    if (known) return known;
    const problems = serverProblems(server, models, variables);
    if (problems.length > 0) throw filesError(models.file, problems);
    const create = server.protocol === 'gemini' ? createGemini : createOpenAi;
    const provider = create(toServer(server, models.file, variables));
    providers.set(server.name, provider);
    return provider;
  };
  return (name) => {
    const listed = models.listed.get(name);
    if (!listed) throw unknownModel(name, models);
    return routeTo(listed, providerOf(listed.server), listed.silenceSeconds ?? MODEL_SILENCE_SECONDS);
  };
}

function routeTo(
  { name, contextWindow, price, server }: ListedModel,
  provider: ModelProvider,
  silenceSeconds: number,
): Route {
  const builtins = server.protocol === 'gemini' ? BUILTIN_TOOLS : [];
  return {
    provider,
    name,
    server: server.name,
    contextWindow,
    price,
    builtins,
    usesTokens: true,
    silenceMs: silenceSeconds * 1000,
  };
}

function unknownModel(name: string, { file, listed }: Models): AppError {
  return new AppError('config', `${file} has no model "${name}"; ${suggest(name, listed.keys())}`);
}

/** What is wrong with the variables that a server's entry names. Gemini has an address where none is set. */
function serverProblems(
  { name, line, protocol, ...server }: ListedServer,
  { file }: Models,
  variables: Variables,
): Problem[] {
  const needed = [protocol === 'openai' ? server.base_url_env : undefined, server.api_key_env];
  const missing = needed.flatMap((variable) => {
    if (variable === undefined || variables.has(variable)) return [];
    const message = `the server "${name}" needs ${variable}, which is not set`;
    return [{ file, line, message, fix: 'set it, or give the agents models on another server' }];
  });
  const address = variables.get(server.base_url_env ?? '');
  if (address === undefined || /^https?:\/\//.test(address)) return missing;
  const message = `the server "${name}" has its address in ${server.base_url_env}, which is not a URL`;
  return [...missing, { file, line, message, fix: 'set it to a URL such as http://localhost:11434/v1' }];
}

function toServer(
  { name, base_url, base_url_env, api_key_env }: ListedServer,
  file: string,
  variables: Variables,
): Server {
  const field = (what: string) => `${what} of the server "${name}" in ${file}`;
  return {
    name: `"${name}" (${file})`,
    baseUrl: base_url ?? variables.get(base_url_env ?? '') ?? GOOGLE,
    apiKey: variables.get(api_key_env ?? ''),
    settings: { apiKey: api_key_env ?? field('api_key_env'), baseUrl: base_url_env ?? field('base_url') },
  };
}
