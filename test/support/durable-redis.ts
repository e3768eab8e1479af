/** A redis-server with an append-only file, to be killed and started again over the same data. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { freePort } from '../../src/platform/redis-endpoint.ts';

export type DurableRedis = { url: string; start(): void; stop(signal: 'SIGKILL' | 'SIGTERM'): Promise<void> };

export async function durableRedis(): Promise<DurableRedis> {
  const dir = mkdtempSync(join(tmpdir(), 'medfleet-durable-'));
  const port = await freePort();
  let server: ChildProcess | undefined;
  const redis: DurableRedis = {
    url: `redis://127.0.0.1:${port}`,
    start() {
      const options = [
        '--appendonly',
        'yes',
        '--appendfsync',
        'everysec',
        '--save',
        '',
        '--maxmemory-policy',
        'noeviction',
      ];
      server = spawn('redis-server', ['--bind', '127.0.0.1', '--port', String(port), '--dir', dir, ...options], {
        stdio: 'ignore',
      });
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
