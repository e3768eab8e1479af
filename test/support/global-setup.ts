/** One redis-server for the whole run, without persistence, on a port of its own; it ends with the run, also when the run is killed. */
import { closeSync, mkdtempSync, openSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import type { TestProject } from 'vitest/node';
import { freePort } from '../../src/platform/redis-endpoint.ts';
import { spawnRedis } from '../../src/platform/redis-process.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    redisUrl: string;
  }
}

export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dir = mkdtempSync(join(tmpdir(), 'medfleet-test-'));
  const port = await freePort();
  const output = openSync(join(dir, 'redis.log'), 'a');
  const server = spawnRedis(
    ['--bind', '127.0.0.1', '--port', String(port), '--dir', dir, '--save', '', '--maxmemory-policy', 'noeviction'],
    output,
  );
  closeSync(output);
  const client = new Redis({ host: '127.0.0.1', port, retryStrategy: () => 20, maxRetriesPerRequest: null });
  client.on('error', () => undefined);
  const ended = server.exited.then(({ notInstalled }) => {
    throw new Error(
      notInstalled ? 'The tests need redis-server: npm test installs it' : `redis-server ended, see ${dir}/redis.log`,
    );
  });
  await Promise.race([client.ping(), ended]);
  client.disconnect();
  project.provide('redisUrl', `redis://127.0.0.1:${port}`);
  return async () => {
    await server.stop();
    rmSync(dir, { recursive: true, force: true });
  };
}
