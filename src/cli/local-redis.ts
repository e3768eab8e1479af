/** The fleet's Redis, for commands that need no server: REDIS_URL, or the private one of the fleet that runs in DATA_DIR. */
import { join } from 'node:path';
import type { Config } from '../platform/config.ts';
import { startEmbeddedRedis } from '../platform/embedded-redis.ts';
import { AppError } from '../platform/errors.ts';
import type { RedisClient } from '../platform/lua.ts';
import { createRedisFactory, waitForRedis } from '../platform/redis.ts';
import { endpointUrl, previousEndpoint } from '../platform/redis-endpoint.ts';

const CONNECT_MS = 10_000;
/** A private Redis that runs answers at once. */
const RUNNING_MS = 1_000;

export function isExternal(config: Config): boolean {
  return config.REDIS_URL !== undefined || config.REDIS_MODE !== 'single';
}

/** Where no private Redis runs, one is started for as long as the work takes. */
export async function withRedis<T>(config: Config, work: (redis: RedisClient) => Promise<T>): Promise<T> {
  const external = isExternal(config);
  const running = external ? undefined : await runningRedis(config);
  const started = external || running ? null : await startEmbeddedRedis({ dataDir: config.DATA_DIR });
  try {
    return await withConnection(config, running ?? started?.url, CONNECT_MS, work);
  } finally {
    await started?.close();
  }
}

/** The address of the private Redis of a fleet that runs in DATA_DIR; undefined if none does. */
export async function runningRedis(config: Config): Promise<string | undefined> {
  const endpoint = previousEndpoint(join(config.DATA_DIR, 'redis'));
  if (!endpoint) return undefined;
  const url = endpointUrl(endpoint);
  try {
    return await withConnection(config, url, RUNNING_MS, async () => url);
  } catch (error) {
    if (error instanceof AppError) return undefined;
    throw error;
  }
}

export async function withConnection<T>(
  config: Config,
  redisUrl: string | undefined,
  ms: number,
  work: (redis: RedisClient) => Promise<T>,
): Promise<T> {
  const factory = createRedisFactory({ ...config, ...(redisUrl && { redisUrl }) }, undefined, 'cli');
  try {
    const redis = factory.connect('producer');
    await waitForRedis(redis, ms);
    return await work(redis);
  } finally {
    await factory.closeAll();
  }
}
