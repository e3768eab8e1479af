/**
 * Connections to Redis, of three kinds. A producer fails at once when Redis is unavailable, so that an HTTP client gets its 503
 * and no command is sent later without its knowledge; a worker and a subscriber wait until Redis is back. A worker also waits while
 * Redis refuses writes.
 */
import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { Cluster, Redis, type RedisOptions } from 'ioredis';
import type { Config } from './config.ts';
import { AppError } from './errors.ts';
import { VERSION } from './installation.ts';
import type { Log } from './log.ts';
import type { RedisClient } from './lua.ts';
import { waitOutRefusals } from './redis-waiting.ts';

export type RedisKind = 'producer' | 'worker' | 'subscriber';

export type RedisSettings = Pick<Config, 'REDIS_URL' | 'REDIS_MODE' | 'REDIS_NODES' | 'REDIS_SENTINEL_NAME'> & {
  /** The embedded server's address, where there is one. */
  redisUrl?: string;
};

type ConnectionLog = Pick<Log, 'info' | 'warn'>;

export type RedisFactory = {
  /** The name of all its connections in CLIENT LIST, and of no other. BullMQ puts its own before the names of its workers. */
  clientName: string;
  connect(kind: RedisKind): RedisClient;
  closeAll(): Promise<void>;
};

const DEFAULT_URL = 'redis://127.0.0.1:6379';
const CLOSE_MS = 1_000;

/** Who is at the other end of a connection, and who has a job. CLIENT LIST allows no spaces. */
export function processName(role: string): string {
  return `${hostname().replace(/[^\w.-]/g, '-')}:${process.pid}:${role}:${VERSION}`;
}

/** `role`: what the process is for. A process that is started again may have the host and the number of the one before: hence the end. */
export function createRedisFactory(settings: RedisSettings, log?: ConnectionLog, role = 'producer'): RedisFactory {
  const clients = new Set<RedisClient>();
  const clientName = `medfleet:${processName(role)}:${randomUUID().slice(0, 8)}`;
  return {
    clientName,
    connect(kind) {
      const client = connectRedis(settings, kind, log, clientName);
      clients.add(client);
      return client;
    },
    async closeAll() {
      await Promise.all([...clients].map(closeRedis));
      clients.clear();
    },
  };
}

export function connectRedis(
  settings: RedisSettings,
  kind: RedisKind,
  log?: ConnectionLog,
  connectionName?: string,
): RedisClient {
  const client = open(settings, kind, connectionName);
  reportOutages(client, kind, log);
  if (kind === 'worker') waitOutRefusals(client, () => ({ connection: kind, redis: addressOf(client) }), log);
  return client;
}

/** Resolves when the connection can be used; says where and why when it cannot. */
export async function waitForRedis(client: RedisClient, ms: number): Promise<void> {
  if (client.status === 'ready') return checkUse(client);
  let reason = 'no answer';
  const note = (error: Error) => {
    reason = reasonOf(error);
  };
  let ready: () => void = () => undefined;
  let timer: NodeJS.Timeout | undefined;
  try {
    client.on('error', note);
    await new Promise<void>((resolve, reject) => {
      ready = resolve;
      client.once('ready', ready);
      timer = setTimeout(() => reject(unusable(client, reason)), ms);
    });
    await checkUse(client);
  } finally {
    clearTimeout(timer);
    client.off('error', note);
    client.off('ready', ready);
  }
}

/** What ioredis passes over: a database that there is not (it goes on with database 0), and missing rights. */
async function checkUse(client: RedisClient): Promise<void> {
  try {
    if (client instanceof Redis && client.options.db) await client.select(client.options.db);
    await client.info('server');
  } catch (thrown) {
    throw unusable(client, reasonOf(thrown as Error));
  }
}

function unusable(client: RedisClient, reason: string): AppError {
  return new AppError(
    'redis_unavailable',
    `Redis at ${addressOf(client)} cannot be used (${reason}). ${redisAdvice(reason)}`,
  );
}

export function redisAdvice(reason: string): string {
  if (/WRONGPASS|NOAUTH|AUTH called/.test(reason)) return 'Correct user and password in REDIS_URL.';
  if (/NOPERM/.test(reason)) return 'Its user needs more rights: docs/operations.md lists them.';
  if (/DB index/.test(reason))
    return 'It has fewer databases than the number at the end of REDIS_URL: 16, unless it is set.';
  if (/CERT|SIGNATURE/.test(reason))
    return 'Its certificate is not trusted: name the file of its authority in NODE_EXTRA_CA_CERTS.';
  return 'Is it running? See REDIS_URL.';
}

/** Where a client connects to, without credentials. */
export function addressOf(client: RedisClient): string {
  if (client instanceof Cluster) {
    const nodes = client.nodes().map((node) => `${node.options.host}:${node.options.port}`);
    return `cluster ${nodes.join(', ') || '(no node answers)'}`;
  }
  const { path, host, port, sentinels, name } = client.options;
  if (sentinels) return `sentinel ${sentinels.map((node) => `${node.host}:${node.port}`).join(', ')} (${name})`;
  return path ?? `${host}:${port}`;
}

/** How a Redis with these settings may lose what it was given. What its INFO does not say is not judged. */
export function redisRisks(info: string): { detail: string; fix: string }[] {
  const policy = /^maxmemory_policy:([\w-]+)/m.exec(info)?.[1] ?? 'noeviction';
  const evicting = {
    detail: `may drop jobs: maxmemory-policy is ${policy}`,
    fix: 'redis-cli config set maxmemory-policy noeviction',
  };
  const forgetting = { detail: 'may lose the last minutes in a crash', fix: 'redis-cli config set appendonly yes' };
  return [...(policy === 'noeviction' ? [] : [evicting]), ...(/^aof_enabled:0/m.test(info) ? [forgetting] : [])];
}

function open(settings: RedisSettings, kind: RedisKind, connectionName?: string): RedisClient {
  const url = settings.redisUrl ?? settings.REDIS_URL;
  const common = { ...fromUrl(url ?? DEFAULT_URL), ...optionsFor(kind), ...(connectionName && { connectionName }) };
  if (settings.REDIS_MODE === 'single' || settings.redisUrl) return new Redis(common);

  const nodes = settings.REDIS_NODES.map((node) => new URL(`redis://${node}`));
  const { host: _host, port: _port, path: _path, retryStrategy, enableOfflineQueue, ...shared } = common;
  if (settings.REDIS_MODE === 'sentinel') {
    const [first] = nodes;
    return new Redis({
      ...shared,
      retryStrategy,
      enableOfflineQueue,
      sentinels: nodes.map((node) => ({ host: bare(node.hostname), port: Number(node.port || 26379) })),
      name: settings.REDIS_SENTINEL_NAME,
      sentinelRetryStrategy: retryAfter,
      ...(first?.username && { sentinelUsername: decodeURIComponent(first.username) }),
      ...(first?.password && { sentinelPassword: decodeURIComponent(first.password) }),
      ...(shared.tls && { enableTLSForSentinelMode: true, sentinelTLS: shared.tls }),
    });
  }
  return new Cluster(
    nodes.map((node) => ({ host: bare(node.hostname), port: Number(node.port || 6379) })),
    {
      redisOptions: shared,
      enableOfflineQueue,
      clusterRetryStrategy: retryAfter,
      // A certificate names the node's host: it must not be looked up into an address first.
      ...(shared.tls && { dnsLookup: (address, callback) => callback(null, address) }),
    },
  );
}

/** Reconnects within a second after Redis is back; BullMQ's default waits up to twenty. */
function retryAfter(times: number): number {
  return Math.min(times * 100, 1_000);
}

function optionsFor(kind: RedisKind) {
  const common = { retryStrategy: retryAfter, connectTimeout: 5_000, keepAlive: 30_000 };
  if (kind !== 'producer') return { ...common, enableOfflineQueue: true, maxRetriesPerRequest: null };
  // A producer sends no blocking commands: ten seconds without an answer mean a dead connection. Less would take a busy process for one.
  // What it was sent then fails: with a retry it would wait for as long as Redis accepts connections and answers nothing.
  return { ...common, enableOfflineQueue: false, maxRetriesPerRequest: 0, socketTimeout: 10_000 };
}

/** redis://user:password@host:port/db, rediss://…, unix:///path?db=0 */
function fromUrl(text: string): RedisOptions {
  const url = new URL(text);
  const credentials = {
    ...(url.username && { username: decodeURIComponent(url.username) }),
    ...(url.password && { password: decodeURIComponent(url.password) }),
  };
  if (url.protocol === 'unix:') {
    return { ...credentials, path: decodeURIComponent(url.pathname), db: Number(url.searchParams.get('db') ?? 0) };
  }
  return {
    ...credentials,
    host: bare(url.hostname),
    port: Number(url.port || 6379),
    db: Number(url.pathname.slice(1) || 0),
    ...(url.protocol === 'rediss:' && { tls: {} }),
  };
}

/** An IPv6 address without the brackets that a URL needs. */
function bare(hostname: string): string {
  return hostname.replace(/^\[|\]$/g, '');
}

/** Logs one line when Redis becomes unreachable and one when it is back; without a listener, an error would end the process. */
function reportOutages(client: RedisClient, kind: RedisKind, log?: ConnectionLog): void {
  let away = false;
  client.on('error', (error: Error) => {
    if (away) return;
    away = true;
    log?.warn({ connection: kind, redis: addressOf(client), reason: reasonOf(error) }, 'redis.unreachable');
  });
  client.on('ready', () => {
    if (away) log?.info({ connection: kind, redis: addressOf(client) }, 'redis.reachable');
    away = false;
  });
}

/** ECONNREFUSED, WRONGPASS and the like: enough to fix it, and never a password. */
function reasonOf(error: Error & { code?: string; lastNodeError?: Error }): string {
  return error.lastNodeError?.message ?? error.code ?? error.message;
}

/** A connection in the middle of a blocking read does not answer QUIT: it is cut after a second. */
async function closeRedis(client: RedisClient): Promise<void> {
  if (client.status === 'end') return;
  if (client.status === 'ready') {
    let timer: NodeJS.Timeout | undefined;
    const limit = new Promise((resolve) => {
      timer = setTimeout(resolve, CLOSE_MS);
    });
    await Promise.race([client.quit().catch(() => undefined), limit]);
    clearTimeout(timer);
  }
  client.disconnect();
}
