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
import { createKnownModels, type KnownModels, type ModelFacts } from './model-facts.ts';
import { filesError, type ListedModel, type ListedServer, type Models } from './models-file.ts';
import { createOffline } from './offline/offline.ts';
import type { RuleOf } from './offline/rule.ts';
import { createOpenAi } from './openai.ts';
import { patienceOf } from './patience.ts';
import type { Endpoint } from './probe.ts';
import type { ModelProvider, Server } from './provider.ts';
import { createServerQueue, type ServerQueue } from './server-queue.ts';

/** The environment: models.yml names the variables in which addresses and keys are. */
type Variables = Config['variables'];
type Settings = Pick<
  Config,
  | 'MODEL_PROVIDER'
  | 'MODEL_SILENCE_SECONDS'
  | 'OPENAI_BASE_URL'
  | 'OPENAI_API_KEY'
  | 'OPENAI_MODEL'
  | 'OPENAI_CONCURRENCY'
  | 'variables'
>;

/** Calls at a time of a server that does not say how many it answers: more would only wait there, where it looks like silence. */
const PLACES = 8;

type Opened = { provider: ModelProvider; queue: ServerQueue; endpoint: Endpoint };

const GOOGLE = 'https://generativelanguage.googleapis.com';

export function createRouter(settings: Settings, models: Models, ruleOf: RuleOf, known = createKnownModels()): Router {
  if (settings.MODEL_PROVIDER === 'offline') return offlineRouter(ruleOf);
  return settings.MODEL_PROVIDER === 'openai' ? oneServerRouter(settings, known) : listRouter(models, settings, known);
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

function oneServerRouter(settings: Settings, known: KnownModels): Router {
  const { OPENAI_BASE_URL, OPENAI_API_KEY, OPENAI_MODEL, OPENAI_CONCURRENCY } = settings;
  if (!OPENAI_BASE_URL) throw new AppError('config', 'OPENAI_BASE_URL is not set, and MODEL_PROVIDER=openai needs it');
  const address: Server = {
    name: 'at OPENAI_BASE_URL',
    baseUrl: OPENAI_BASE_URL,
    apiKey: OPENAI_API_KEY,
    settings: { apiKey: 'OPENAI_API_KEY', baseUrl: 'OPENAI_BASE_URL' },
  };
  const provider = createOpenAi(address);
  const server = 'OPENAI_BASE_URL';
  const queue = createServerQueue(() => OPENAI_CONCURRENCY ?? known.slotsOf(server) ?? PLACES);
  return (called) => {
    const name = OPENAI_MODEL ?? called;
    const facts = known.get(server, name);
    return {
      provider,
      name,
      server,
      endpoint: { protocol: 'openai', server: address },
      facts,
      contextWindow: facts?.contextWindow ?? null,
      price: null,
      builtins: [],
      usesTokens: true,
      patience: (input) => patienceOf(settings.MODEL_SILENCE_SECONDS * 1000, input, facts?.reads),
      queue,
    };
  };
}

function listRouter(models: Models, { variables, MODEL_SILENCE_SECONDS }: Settings, known: KnownModels): Router {
  const opened = new Map<string, Opened>();
  const open = (server: ListedServer): Opened => {
    const before = opened.get(server.name);
    if (before) return before;
    const problems = serverProblems(server, models, variables);
    if (problems.length > 0) throw filesError(models.file, problems);
    const create = server.protocol === 'gemini' ? createGemini : createOpenAi;
    // A hosted service has no number of calls that it answers at a time.
    const places = () =>
      server.concurrency ?? (server.protocol === 'gemini' ? Infinity : (known.slotsOf(server.name) ?? PLACES));
    const address = toServer(server, models.file, variables);
    const endpoint = { protocol: server.protocol, server: address };
    const one = { provider: create(address), queue: createServerQueue(places), endpoint };
    opened.set(server.name, one);
    return one;
  };
  return (name) => {
    const listed = models.listed.get(name);
    if (!listed) throw unknownModel(name, models);
    const silenceMs = (listed.silenceSeconds ?? MODEL_SILENCE_SECONDS) * 1000;
    return routeTo(listed, open(listed.server), silenceMs, known.get(listed.server.name, listed.name));
  };
}

function routeTo(
  { name, contextWindow, price, server }: ListedModel,
  opened: Opened,
  silenceMs: number,
  facts: ModelFacts | undefined,
): Route {
  const isGemini = server.protocol === 'gemini';
  return {
    ...opened,
    name,
    server: server.name,
    facts,
    contextWindow: contextWindow ?? facts?.contextWindow ?? null,
    price,
    builtins: isGemini ? BUILTIN_TOOLS : [],
    usesTokens: true,
    // A hosted model reads any prompt at once.
    patience: (input) => (isGemini ? { firstMs: silenceMs, silenceMs } : patienceOf(silenceMs, input, facts?.reads)),
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
