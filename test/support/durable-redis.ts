/** A redis-server with an append-only file, to be killed and started again over the same data. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { freePort } from '../../src/platform/redis-endpoint.ts';

const DURABLE = '--appendonly yes --appendfsync everysec --maxmemory-policy noeviction --save'.split(' ').concat('');

export type DurableRedis = {
  url: string;
  /** Where its files are. */
  dir: string;
  start(): void;
  stop(signal: 'SIGKILL' | 'SIGTERM'): Promise<void>;
};

/** `options` come after the ones below, so they win. */
export async function durableRedis(...options: string[]): Promise<DurableRedis> {
  const dir = mkdtempSync(join(tmpdir(), 'medfleet-durable-'));
  const port = await freePort();
  let server: ChildProcess | undefined;
  const redis: DurableRedis = {
    url: `redis://127.0.0.1:${port}`,
    dir,
    start() {
      const place = ['--bind', '127.0.0.1', '--port', String(port), '--dir', dir];
      server = spawn('redis-server', [...place, ...DURABLE, ...options], { stdio: 'ignore' });
    },
    async stop(signal) {
      if (!server || server.exitCode !== null || server.signalCode !== null) return;
      const gone = once(server, 'exit');
      server.kill(signal);
      await gone;
    },
  };
  onTestFinished(async () => {
    await redis.stop('SIGKILL');
    rmSync(dir, { recursive: true, force: true });
  });
  redis.start();
  return redis;
}
