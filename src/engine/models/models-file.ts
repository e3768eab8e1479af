/**
 * agents/models.yml: which models there are, and on which server each is. Checked as a whole when it is read; what is wrong is
 * reported with file, line and fix. Keys are never in it: it names the environment variables that hold them.
 */
import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { suggest } from '../../platform/nearest.ts';
import { parseConfig } from '../../platform/yaml/parse-config.ts';
import { FilesError, type Problem } from '../../platform/yaml/problems.ts';
import { missingFile, type Path, readYaml, type YamlFile } from '../../platform/yaml/read-yaml.ts';

const variable = z
  .string()
  .regex(/^[A-Z][A-Z0-9_]*$/, 'write the name of an environment variable, such as GEMINI_API_KEY, never its value');

const ServerEntry = z.strictObject({
  protocol: z.enum(['gemini', 'openai']),
  base_url: z
    .string()
    .regex(/^https?:\/\//, 'write a URL such as http://localhost:11434/v1')
    .optional(),
  base_url_env: variable.optional(),
  api_key_env: variable.optional(),
  concurrency: z.number().int().positive().optional(),
});

const rate = z.number().min(0);
const Rates = z.strictObject({ input: rate, output: rate });
const PriceEntry = Rates.extend({ above: Rates.extend({ input_tokens: z.number().int().positive() }).optional() });

const ModelEntry = z.strictObject({
  alias: z.string().optional(),
  server: z.string().optional(),
  name: z.string().min(1).optional(),
  context_window: z.number().int().positive().optional(),
  price: PriceEntry.optional(),
  silence_seconds: z.number().positive().optional(),
});

const ModelsFile = z.strictObject({
  servers: z.record(z.string(), ServerEntry),
  models: z.record(z.string(), ModelEntry),
});
type ModelsFile = z.infer<typeof ModelsFile>;

export type ListedServer = z.infer<typeof ServerEntry> & { name: string; line: number };

export type ListedModel = {
  server: ListedServer;
  /** The name by which the server knows it. */
  name: string;
  contextWindow: number | null;
  price: z.infer<typeof PriceEntry> | null;
  /** How long a call may send nothing; null: as the settings say. */
  silenceSeconds: number | null;
};

export type Models = {
  file: string;
  /** By every name that a request may use; an alias leads to the same model as its target. */
  listed: ReadonlyMap<string, ListedModel>;
};

/** Throws FilesError with every problem at once. */
export async function loadModels(file: string): Promise<Models> {
  const source = await readSource(file);
  const { config, problems } = parseConfig(ModelsFile, source, { servers: {}, models: {} });
  if (!config || problems.length > 0) throw filesError(file, problems);
  const found = [...serverProblems(config, source), ...modelProblems(config, source)];
  if (found.length > 0) throw filesError(file, found);
  const names = Object.keys(config.models);
  return { file, listed: new Map(names.map((name) => [name, listedModel(config, source, name)])) };
}

/** What an agent's `model` may be. */
export function knownModels({ listed }: Models): string[] {
  return [...listed.keys()];
}

export function filesError(file: string, problems: readonly Problem[]): FilesError {
  return new FilesError(`The list of models (${file}) is wrong`, problems);
}

async function readSource(file: string): Promise<YamlFile> {
  try {
    return readYaml(file, await readFile(file, 'utf8'));
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error;
    return missingFile(file, 'there is no such file', 'add it, or set MODELS_FILE');
  }
}

function serverProblems({ servers }: ModelsFile, source: YamlFile): Problem[] {
  return Object.entries(servers).flatMap(([name, server]) => {
    const at = (field: string, message: string, fix: string) => problem(source, ['servers', name, field], message, fix);
    const found: Problem[] = [];
    if (server.base_url && server.base_url_env)
      found.push(at('base_url', `the server "${name}" has both "base_url" and "base_url_env"`, 'keep one of the two'));
    if (server.protocol === 'openai' && !server.base_url && !server.base_url_env)
      found.push(at('base_url', `the server "${name}" has no address`, 'add "base_url:" or "base_url_env:"'));
    if (server.protocol === 'gemini' && !server.api_key_env)
      found.push(at('api_key_env', `the server "${name}" has no key`, 'add "api_key_env: GEMINI_API_KEY"'));
    return found;
  });
}

function modelProblems(config: ModelsFile, source: YamlFile): Problem[] {
  const servers = Object.keys(config.servers);
  const models = Object.keys(config.models);
  return Object.entries(config.models).flatMap(([name, { alias, ...rest }]) => {
    const at = (field: string, message: string, fix: string) => problem(source, ['models', name, field], message, fix);
    if (alias === undefined) {
      if (rest.server === undefined)
        return [at('server', `"${name}" has neither "server" nor "alias"`, `add "server:", ${suggest('', servers)}`)];
      return servers.includes(rest.server)
        ? []
        : [at('server', `unknown server "${rest.server}"`, suggest(rest.server, servers))];
    }
    const besides = Object.keys(rest).map((field) =>
      at(field, `"${field}" beside "alias": an alias takes everything from its target`, 'remove one of the two'),
    );
    if (!models.includes(alias)) return [...besides, at('alias', `unknown model "${alias}"`, suggest(alias, models))];
    const circle = circleFrom(name, config);
    const circular =
      circle && at('alias', `the aliases go in a circle: ${circle.join(' -> ')}`, 'let one of them name a server');
    return circular ? [...besides, circular] : besides;
  });
}

/** The names from `name` back to itself; null where the aliases end elsewhere. */
function circleFrom(name: string, { models }: ModelsFile): string[] | null {
  const passed = [name];
  for (let next = models[name]?.alias; next !== undefined; next = models[next]?.alias) {
    if (next === name) return [...passed, name];
    if (passed.includes(next)) return null;
    passed.push(next);
  }
  return null;
}

function listedModel(config: ModelsFile, source: YamlFile, called: string): ListedModel {
  let key = called;
  let entry = config.models[key];
  while (entry?.alias !== undefined) {
    key = entry.alias;
    entry = config.models[key];
  }
  const server = config.servers[entry?.server ?? ''];
  if (!entry?.server || !server) throw new Error(`the model ${called} was not checked`);
  return {
    server: { ...server, name: entry.server, line: source.lineOf(['servers', entry.server]) },
    name: entry.name ?? key,
    contextWindow: entry.context_window ?? null,
    price: entry.price ?? null,
    silenceSeconds: entry.silence_seconds ?? null,
  };
}

function problem(source: YamlFile, path: Path, message: string, fix: string): Problem {
  return { file: source.file, line: source.lineOf(path), message, fix };
}
