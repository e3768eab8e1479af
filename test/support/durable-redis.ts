/** A redis-server with an append-only file that ends with the test. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { type DurableRedis, startDurableRedis } from './durable-redis-server.ts';

export async function durableRedis(...options: string[]): Promise<DurableRedis> {
  const dir = mkdtempSync(join(tmpdir(), 'medfleet-durable-'));
  const redis = await startDurableRedis(dir, ...options);
  onTestFinished(async () => {
    await redis.stop('SIGKILL');
    rmSync(dir, { recursive: true, force: true });
  });
  return redis;
}
