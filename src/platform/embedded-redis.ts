/**
 * A private redis-server, used when no Redis is configured: durable (append-only file under the data directory),
 * reachable by this user only, restarted when it exits, and stopped when this process ends. A server that another process left
 * running after a crash is shut down first, so that two servers never write to the same file.
 */
import { closeSync, mkdirSync, openSync, readdirSync, readFileSync, realpathSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Redis } from 'ioredis';
import { lockDataDir } from './data-lock.ts';
import { AppError } from './errors.ts';
import type { Log } from './log.ts';
import {
  chooseEndpoint,
  type Endpoint,
  endpointOptions,
  endpointUrl,
  previousEndpoint,
  writeConfiguration,
} from './redis-endpoint.ts';
import { type RedisProcess, spawnRedis } from './redis-process.ts';

const LOG_FILE_MAX_BYTES = 5_000_000;
const RETIRE_MS = 10_000;
const BACKOFF_FIRST_MS = 100;
const BACKOFF_MAX_MS = 5_000;
/** Uptime after which the restart backoff resets. */
const HEALTHY_MS = 10_000;

export type EmbeddedRedis = {
  readonly url: string;
  /** redis-server's own process; changes when it is restarted. */
  readonly pid: number;
  /** How often it has been restarted. */
  readonly restarts: number;
  close(): Promise<void>;
};

type Options = { dataDir: string; log?: Pick<Log, 'warn' | 'error'> };
type Place = { dir: string; endpoint: Endpoint; configuration: string };
type Running = { process: RedisProcess; pid: number; since: number };

/** Throws a `config` error when another medfleet uses the directory, or when redis-server cannot run. */
export async function startEmbeddedRedis({ dataDir, log }: Options): Promise<EmbeddedRedis> {
  const dir = privateDir(join(dataDir, 'redis'));
  const lock = await lockDataDir(dir);
  try {
    const previous = previousEndpoint(dir);
    if (previous) await retire(previous, dir);
    const endpoint = await chooseEndpoint(dir);
    const place = { dir, endpoint, configuration: writeConfiguration(dir, endpoint) };
    const server = superviseRedis(place, await launch(place), log);
    return {
      url: endpointUrl(endpoint),
      get pid() {
        return server.pid();
      },
      get restarts() {
        return server.restarts();
      },
      async close() {
        await server.close();
        await lock.release();
      },
    };
  } catch (error) {
    await lock.release();
    throw error;
  }
}

/** Restarts the server whenever it exits without having been stopped. */
function superviseRedis(place: Place, first: Running, log: Options['log']) {
  let current = first;
  let restarts = 0;
  let wait = BACKOFF_FIRST_MS;
  const closing = new AbortController();
  const { signal } = closing;

  const watch = async (): Promise<void> => {
    while (!signal.aborted) {
      const { code } = await current.process.exited;
      if (signal.aborted) return;
      log?.error({ exit_code: code }, 'redis.exited');
      if (Date.now() - current.since > HEALTHY_MS) wait = BACKOFF_FIRST_MS;
      await restart();
    }
  };

  const restart = async (): Promise<void> => {
    while (!signal.aborted) {
      await sleep(wait, undefined, { signal, ref: false }).catch(() => undefined);
      wait = Math.min(wait * 2, BACKOFF_MAX_MS);
      if (signal.aborted) return;
      try {
        // Only the watchdog shell may have exited, and the server may still run.
        await retire(place.endpoint, place.dir);
        current = await launch(place, signal);
        restarts++;
        log?.warn({ restarts }, 'redis.restarted');
        return;
      } catch (error) {
        if (!signal.aborted) log?.error({ err: error }, 'redis.restart_failed');
      }
    }
  };

  const watching = watch();
  return {
    pid: () => current.pid,
    restarts: () => restarts,
    async close() {
      closing.abort();
      await current.process.stop();
      await watching;
    },
  };
}

async function launch(place: Place, signal?: AbortSignal): Promise<Running> {
  removeLeftovers(place.dir);
  const output = openLog(place.dir);
  const server = spawnRedis([place.configuration], output);
  closeSync(output);
  const client = new Redis({ ...endpointOptions(place.endpoint), retryStrategy: () => 15, maxRetriesPerRequest: null });
  // Connections are refused until it listens; `ready` comes when it has read its append-only file.
  client.on('error', () => undefined);
  const stop = () => void server.stop();
  signal?.addEventListener('abort', stop);
  try {
    const ended = server.exited.then(({ notInstalled }) => {
      throw new AppError('config', notInstalled ? NOT_INSTALLED : `redis-server ended at once: ${logTail(place.dir)}`);
    });
    await Promise.race([new Promise((resolve) => client.once('ready', resolve)), ended]);
    const info = await Promise.race([client.info('server'), ended]);
    return { process: server, pid: Number(/process_id:(\d+)/.exec(info)?.[1]), since: Date.now() };
  } finally {
    signal?.removeEventListener('abort', stop);
    client.disconnect();
  }
}

const NOT_INSTALLED =
  'redis-server is not installed: install it (npm start in a clone does; else apt-get install redis-server or brew install redis), ' +
  'or set REDIS_URL to a Redis of your own';

/** Shuts down a server of this directory that still answers, and waits until it is gone. */
async function retire(endpoint: Endpoint, dir: string): Promise<void> {
  const until = Date.now() + RETIRE_MS;
  while (await shutDown(endpoint, dir)) {
    if (Date.now() > until) {
      throw new AppError('config', 'an older redis-server still uses this DATA_DIR and does not stop; end it by hand');
    }
    await sleep(20);
  }
}

/** False when no server of this directory answers. Redis stops listening last, after its file is written. */
async function shutDown(endpoint: Endpoint, dir: string): Promise<boolean> {
  const client = new Redis({
    ...endpointOptions(endpoint),
    lazyConnect: true,
    enableReadyCheck: false,
    connectTimeout: 2_000,
    retryStrategy: () => null,
  });
  client.on('error', () => undefined);
  try {
    await client.connect();
    // Another program's server may use the port by now.
    const [, where] = (await client.config('GET', 'dir')) as string[];
    if (where !== dir) return false;
  } catch {
    client.disconnect();
    return false;
  }
  // Redis closes the connection instead of answering.
  await client.shutdown().catch(() => undefined);
  client.disconnect();
  return true;
}

function privateDir(path: string): string {
  try {
    mkdirSync(path, { recursive: true, mode: 0o700 });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new AppError('config', `DATA_DIR cannot be written (${code}); set DATA_DIR to a directory of yours`, {
      cause: error,
    });
  }
  // Redis reports its directory with links resolved.
  return realpathSync(path);
}

/**
 * A server that is killed while it rewrites its file leaves the unfinished copy behind, and Redis never deletes it: what is erased
 * later would stay in it. A child of the killed server that still writes cannot finish a file that is gone.
 */
function removeLeftovers(dir: string): void {
  for (const name of readdirSync(dir)) if (/^temp-.*\.(aof|rdb)$/.test(name)) rmSync(join(dir, name), { force: true });
}

function logPath(dir: string): string {
  return join(dir, 'redis.log');
}

function openLog(dir: string): number {
  const size = statSync(logPath(dir), { throwIfNoEntry: false })?.size ?? 0;
  return openSync(logPath(dir), size > LOG_FILE_MAX_BYTES ? 'w' : 'a', 0o600);
}

/** The end of its log; Redis writes settings and errors there, never what is stored. */
function logTail(dir: string): string {
  return readFileSync(logPath(dir), 'utf8').trim().split('\n').slice(-3).join(' | ');
}
