/**
 * Every setting, in one schema over the environment. Parsed once, by a main.ts; all problems are reported together with
 * the fix. `.env.example` describes the same names.
 */
import { isIP, isIPv4 } from 'node:net';
import { z } from 'zod';
import { type ApiToken, parseApiTokens } from './api-tokens.ts';
import { shippedFile } from './installation.ts';

const list = z
  .string()
  .default('')
  .transform((text) =>
    text
      .split(',')
      .map((item) => item.trim())
      .filter(Boolean),
  );

/** Several are valid at once while one is exchanged for another. */
const secrets = list.refine((items) => items.every((item) => item.length >= 16), 'at least 16 characters each');

function isNetwork(text: string): boolean {
  const [, address = '', bits] = /^(.+)\/(\d{1,3})$/.exec(text) ?? [];
  return isIP(address) > 0 && Number(bits) <= (isIPv4(address) ? 32 : 128);
}

const withoutSlash = (text: string) => (text.endsWith('/') ? text.slice(0, -1) : text);

const optionalUrl = (protocols: RegExp, example: string) =>
  z.string().regex(protocols, `must be a URL such as ${example}`).optional();

/** Asymmetric ones only: with a shared secret, whoever can verify a token can make one. */
const SIGNATURES: ReadonlySet<string> = new Set(
  'RS256 RS384 RS512 PS256 PS384 PS512 ES256 ES384 ES512 EdDSA Ed25519'.split(' '),
);

const Environment = z.object({
  NODE_ENV: z.enum(['development', 'production', 'test']).default('development'),
  HOST: z.string().default('127.0.0.1'),
  PORT: z.coerce.number().int().min(0).max(65535).default(8080),
  BASE_PATH: z
    .string()
    .regex(/^(?:\/[A-Za-z0-9_~-][A-Za-z0-9._~-]*)*\/?$/, 'must be a path such as /medfleet')
    .default('')
    .transform(withoutSlash),
  DATA_DIR: z.string().default('.data'),
  AGENTS_DIR: z.string().default(shippedFile('agents')),
  AGENTS_RELOAD: z.stringbool().optional(),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  LOG_FORMAT: z.enum(['json', 'pretty']).optional(),

  REDIS_URL: optionalUrl(/^(rediss?|unix):\/\//, 'redis://localhost:6379'),
  REDIS_MODE: z.enum(['single', 'sentinel', 'cluster']).default('single'),
  REDIS_NODES: list,
  REDIS_SENTINEL_NAME: z.string().default('mymaster'),
  REDIS_PREFIX: z
    .string()
    .regex(/^[a-z0-9-]+$/, 'lower-case letters, digits and hyphens')
    .default('medfleet'),
  ACCEPT_STORES: z.stringbool().default(false),

  NEO4J_URI: optionalUrl(/^(bolt|neo4j)(\+s|\+ssc)?:\/\//, 'neo4j://localhost:7687'),
  NEO4J_USER: z.string().default('neo4j'),
  NEO4J_PASSWORD: z.string().optional(),
  NEO4J_DATABASE: z.string().optional(),

  WORKSPACE_URL: optionalUrl(
    /^s3:\/\/[a-z0-9][a-z0-9.-]{2,62}(\/[A-Za-z0-9_-]+)*\/?$/,
    's3://bucket/folder (letters, digits, - and _)',
  ),
  S3_ENDPOINT: optionalUrl(/^https?:\/\//, 'https://storage.example.org'),
  S3_REGION: z.string().default('us-east-1'),
  S3_ACCESS_KEY_ID: z.string().optional(),
  S3_SECRET_ACCESS_KEY: z.string().optional(),

  API_TOKENS: list,
  AUTH_REQUIRED: z.stringbool().default(false),
  KEYS_PER_TENANT: z.coerce.number().int().positive().default(1_000),
  JWT_ISSUER: z.string().optional(),
  JWT_AUDIENCE: z.string().optional(),
  JWT_JWKS_URL: z
    .url({ protocol: /^https?$/, error: 'must be a URL such as https://login.example.org/keys' })
    .optional(),
  JWT_ALGORITHMS: z
    .string()
    .default('RS256,ES256,EdDSA')
    .transform((text) => text.split(',').map((name) => name.trim()))
    .refine((names) => names.every((name) => SIGNATURES.has(name)), `must be some of ${[...SIGNATURES].join(', ')}`),
  JWT_CLOCK_SECONDS: z.coerce.number().int().min(0).max(300).default(30),
  JWT_TENANT_CLAIM: z.string().default('tenant'),
  JWT_PATIENTS_CLAIM: z.string().default('patients'),
  ACCESS_LOG_DAYS: z.coerce.number().positive().default(365),
  ACCESS_LOG_ENTRIES: z.coerce.number().int().positive().default(200_000),
  AUTH_FAILURES_PER_MINUTE: z.coerce.number().int().min(0).default(20),
  TRUSTED_PROXIES: list.refine(
    (addresses) => addresses.every((address) => isIP(address) || isNetwork(address)),
    'must be addresses or networks such as 10.0.0.0/8',
  ),
  DASHBOARD_WRITE: z.stringbool().default(false),

  A2A_PORT: z.coerce.number().int().min(0).max(65535).default(8080),
  A2A_TOKEN: secrets,
  A2A_TENANT: z
    .string()
    .regex(/^(\*|[a-z0-9-]+)$/, 'lower-case letters, digits and hyphens, or *')
    .default('local'),
  A2A_SIGNING_SECRET: secrets,
  A2A_TIMEOUT_SECONDS: z.coerce.number().positive().max(300).default(30),
  A2A_CALLS_PER_MINUTE: z.coerce.number().int().min(0).default(0),
  A2A_AUTH_TOKEN: z.string().optional(),
  ANALYTICS_AGENT_URL: z.string().optional(),
  SCHEDULER_AGENT_URL: z.string().optional(),

  MODEL_PROVIDER: z.enum(['gemini', 'openai', 'models', 'offline']).optional(),
  MODELS_FILE: z.string().default(shippedFile('agents/models.yml')),
  PRESETS_FILE: z.string().default(shippedFile('agents/presets.yml')),
  GEMINI_API_KEY: z.string().optional(),
  GEMINI_BASE_URL: optionalUrl(/^https?:\/\//, 'https://example.org'),
  OPENAI_BASE_URL: optionalUrl(/^https?:\/\//, 'http://localhost:11434/v1'),
  OPENAI_API_KEY: z.string().optional(),
  OPENAI_MODEL: z.string().optional(),
  OPENAI_CONCURRENCY: z.coerce.number().int().positive().optional(),
  EMBEDDING_MODEL: z.string().optional(),
  EMBEDDING_DIMENSIONS: z.coerce.number().int().min(1).max(4096).default(768),
  MODEL_PAUSE_MAX_SECONDS: z.coerce.number().positive().default(300),
  MODEL_PROBE: z.stringbool().default(true),
  MODEL_SILENCE_SECONDS: z.coerce.number().positive().default(20),

  REQUEST_SECONDS: z.coerce.number().positive().default(60),
  MAX_CONNECTIONS: z.coerce.number().int().positive().default(5_000),
  MAX_EVENT_STREAMS: z.coerce.number().int().positive().default(1_000),
  MAX_OPEN_TURNS: z.coerce.number().int().positive().default(10_000),
  RATE_LIMIT_PER_MINUTE: z.coerce.number().int().min(0).default(0),
  QUESTION_SECONDS: z.coerce.number().positive().default(50),
  TURN_IDLE_SECONDS: z.coerce.number().positive().default(86_400),
  TURN_RETENTION_DAYS: z.coerce.number().positive().default(30),
  KEEP_JOURNALS: z.stringbool().default(false),
  FETCH_ALLOW_HOSTS: list,
  PUBLIC_URL: optionalUrl(/^https?:\/\/[^\s?#]+$/, 'https://medfleet.example.org').transform(
    (url) => url && withoutSlash(url),
  ),
  A2A_WAIT_SECONDS: z.coerce.number().positive().max(3_600).default(300),
  A2A_PUSH_ALLOW_HOSTS: list,
  A2A_TCK: z.stringbool().default(false),
  LIBRARY_DIR: z.string().optional(),
  PERPLEXITY_API_KEY: z.string().optional(),
  SEARCH_PUBLIC: z.stringbool().default(false),
  SONARQUBE_URL: optionalUrl(/^https?:\/\//, 'http://localhost:9000'),
  SONARQUBE_TOKEN: z.string().optional(),
  SONARQUBE_PROJECT: z
    .string()
    .regex(/^[A-Za-z][\w.:-]*$/, 'a letter, then letters, digits, - _ . and :')
    .default('medfleet'),
  SONAR_SCANNER: z.string().default('sonar-scanner'),
  SMTP_URL: optionalUrl(/^smtps?:\/\//, 'smtps://user:password@mail.example.org'),
  MAIL_FROM: z.string().default('Medfleet <medfleet@localhost.localdomain>'),
  MAIL_INBOUND_SECRET: z.string().min(16, 'at least 16 characters').optional(),

  HOME_ASSISTANT_URL: optionalUrl(/^https?:\/\/[^/?#@\s]+(?:\/[\w./-]*)?$/, 'https://home.example.org:8123'),
  HOME_ASSISTANT_TOKEN: z.string().optional(),
  HOME_ASSISTANT_ALLOW: list,
  HOME_ASSISTANT_USERS: list,

  AGENTS_PER_USER: z.coerce.number().int().positive().default(200),
  AGENT_MAX_RAISES: z.coerce.number().int().min(0).default(10),
  TRIGGERS_PER_AGENT: z.coerce.number().int().positive().default(200),
  TRIGGERS_PER_TENANT: z.coerce.number().int().positive().default(20_000),

  METRICS_PORT: z.coerce.number().int().min(1).max(65535).optional(),
  /** For all queues, for some, or both; queues/catalogue.ts reads it. */
  WORKER_CONCURRENCY: z.string().default(''),
  SANDBOX_CONCURRENCY: z.coerce.number().int().min(1).max(64).default(2),
  WORKER_LOCK_SECONDS: z.coerce.number().min(1).default(30),
  SHUTDOWN_SECONDS: z.coerce.number().positive().default(20),
});

export type Config = z.infer<typeof Environment> & {
  MODEL_PROVIDER: 'gemini' | 'openai' | 'models' | 'offline';
  AGENTS_RELOAD: boolean;
  /** API_TOKENS, entry by entry. */
  tokens: readonly ApiToken[];
  /** All of the environment: MODELS_FILE names the variables in which its servers' addresses and keys are. */
  variables: ReadonlyMap<string, string>;
};

export class ConfigError extends Error {
  override name = 'ConfigError';

  constructor(problems: readonly string[]) {
    super(`The settings are wrong:\n${problems.map((line) => `  ${line}`).join('\n')}\nSee .env.example.`);
  }
}

export function loadConfig(env: NodeJS.ProcessEnv): Config {
  // An empty value in .env means "not set".
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''));
  const parsed = Environment.safeParse(given);
  const problems = parsed.success
    ? contradictions(parsed.data)
    : parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`);
  if (!parsed.success || problems.length > 0) throw new ConfigError(problems);
  const settings = parsed.data;
  return {
    ...settings,
    MODEL_PROVIDER: providerOf(settings),
    AGENTS_RELOAD: settings.AGENTS_RELOAD ?? settings.NODE_ENV === 'development',
    tokens: parseApiTokens(settings.API_TOKENS).tokens,
    variables: new Map(Object.entries(given).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]))),
  };
}

/** What a production set-up lacks; printed at start-up, one line each. */
export function missingInProduction(config: Config): string[] {
  const missing: string[] = [];
  if (!config.REDIS_URL && config.REDIS_NODES.length === 0)
    missing.push('REDIS_URL: a private redis-server on this machine is used');
  if (!config.NEO4J_URI) missing.push('NEO4J_URI: the record is a file on this machine');
  if (!config.WORKSPACE_URL) missing.push('WORKSPACE_URL: the agents’ files are a folder on this machine');
  if (!asksForCredentials(config))
    missing.push('API_TOKENS, JWT_* or AUTH_REQUIRED: anyone who reaches this port may read and write');
  if (config.MODEL_PROVIDER === 'offline')
    missing.push('GEMINI_API_KEY or OPENAI_BASE_URL: answers come from rules, not from a model');
  return missing;
}

export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || (isIPv4(host) && host.startsWith('127.'));
}

/** Of a URL that can be parsed. */
export function isLoopbackUrl(url: string): boolean {
  return isLoopback(new URL(url).hostname.replace(/^\[|\]$/g, ''));
}

type Settings = z.infer<typeof Environment>;

/** False: whoever reaches the port may do everything, so it must be this machine's own. */
function asksForCredentials({ API_TOKENS, JWT_JWKS_URL, AUTH_REQUIRED }: Settings): boolean {
  return API_TOKENS.length > 0 || JWT_JWKS_URL !== undefined || AUTH_REQUIRED;
}

/** What lets other machines in although nothing asks for credentials. */
export function missingCredentials(settings: Settings): string[] {
  const { HOST, TRUSTED_PROXIES } = settings;
  if (asksForCredentials(settings) || (isLoopback(HOST) && TRUSTED_PROXIES.length === 0)) return [];
  const opening = isLoopback(HOST) ? `TRUSTED_PROXIES=${TRUSTED_PROXIES}` : `HOST=${HOST}`;
  return [
    `API_TOKENS: needed because ${opening} can be reached from other machines; set tenant:token, JWT_JWKS_URL or AUTH_REQUIRED=true, or HOST=127.0.0.1 without TRUSTED_PROXIES`,
  ];
}

function isOpenHttp(url: string): boolean {
  return !URL.canParse(url) || (new URL(url).protocol !== 'https:' && !isLoopbackUrl(url));
}

function providerOf(settings: Settings): Config['MODEL_PROVIDER'] {
  if (settings.MODEL_PROVIDER) return settings.MODEL_PROVIDER;
  if (settings.GEMINI_API_KEY) return 'gemini';
  return settings.OPENAI_BASE_URL ? 'openai' : 'offline';
}

function contradictions(settings: Settings): string[] {
  const problems: string[] = [];
  if (settings.MODEL_PROVIDER === 'gemini' && !settings.GEMINI_API_KEY)
    problems.push('GEMINI_API_KEY: needed for MODEL_PROVIDER=gemini');
  if (settings.MODEL_PROVIDER === 'openai' && !settings.OPENAI_BASE_URL)
    problems.push('OPENAI_BASE_URL: needed for MODEL_PROVIDER=openai');
  if (settings.REDIS_MODE !== 'single' && settings.REDIS_NODES.length === 0) {
    problems.push(`REDIS_NODES: needed for REDIS_MODE=${settings.REDIS_MODE}, as host:port,host:port`);
  }
  if (settings.WORKSPACE_URL && !(settings.S3_ACCESS_KEY_ID && settings.S3_SECRET_ACCESS_KEY))
    problems.push('S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY: needed for WORKSPACE_URL');
  if (settings.HOME_ASSISTANT_URL && !settings.HOME_ASSISTANT_TOKEN)
    problems.push('HOME_ASSISTANT_TOKEN: needed for HOME_ASSISTANT_URL');
  if (settings.HOME_ASSISTANT_URL && isOpenHttp(settings.HOME_ASSISTANT_URL))
    problems.push('HOME_ASSISTANT_URL: must be https beyond this machine: the token would be sent in the open');
  if (settings.SONARQUBE_URL && !settings.SONARQUBE_TOKEN) problems.push('SONARQUBE_TOKEN: needed for SONARQUBE_URL');
  problems.push(...parseApiTokens(settings.API_TOKENS).problems);
  if (settings.A2A_TCK && !isLoopback(settings.HOST))
    problems.push(`A2A_TCK: answers anyone with scripted replies; only for HOST=127.0.0.1, not ${settings.HOST}`);
  if (settings.BASE_PATH && settings.PUBLIC_URL && new URL(settings.PUBLIC_URL).pathname !== settings.BASE_PATH)
    problems.push(`PUBLIC_URL: must end with BASE_PATH (${settings.BASE_PATH}), where a proxy has the fleet`);
  problems.push(...identityProblems(settings));
  if (settings.A2A_TOKEN.length === 0) problems.push(...missingCredentials(settings));
  return problems;
}

function identityProblems({ JWT_ISSUER, JWT_AUDIENCE, JWT_JWKS_URL }: Settings): string[] {
  const given = { JWT_ISSUER, JWT_AUDIENCE, JWT_JWKS_URL };
  const missing = Object.entries(given).flatMap(([name, value]) => (value === undefined ? [name] : []));
  if (missing.length === 3) return [];
  const problems = missing.map(
    (name) => `${name}: needed, because the other settings of the identity provider are set`,
  );
  if (JWT_JWKS_URL !== undefined && new URL(JWT_JWKS_URL).protocol === 'http:' && !isLoopbackUrl(JWT_JWKS_URL))
    problems.push('JWT_JWKS_URL: must be https, or whoever is in between decides who is let in');
  return problems;
}
