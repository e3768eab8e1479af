import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { type EmbeddedRedis, startEmbeddedRedis } from '../../src/platform/embedded-redis.ts';
import { connectRedis, type RedisSettings, waitForRedis } from '../../src/platform/redis.ts';

function temporaryDir(): string {
  const dir = mkdtempSync(join(tmpdir(), 'mf-'));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  return dir;
}

async function start(dataDir: string): Promise<EmbeddedRedis> {
  const redis = await startEmbeddedRedis({ dataDir });
  onTestFinished(() => redis.close());
  return redis;
}

async function connect(url: string, limitMs = 60_000) {
  const settings: RedisSettings = { REDIS_MODE: 'single', REDIS_NODES: [], REDIS_SENTINEL_NAME: 'x', redisUrl: url };
  const client = connectRedis(settings, 'worker');
  onTestFinished(() => client.disconnect());
  await waitForRedis(client, limitMs);
  return client;
}

/** Another process that owns the data directory; killed at the end of the test if it still lives. */
async function owner(dataDir: string): Promise<{ process: ChildProcess; url: string; pid: number }> {
  const child = spawn(
    process.execPath,
    ['--import', 'tsx', join(import.meta.dirname, '../support/embedded-redis-process.ts'), dataDir],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  onTestFinished(() => void child.kill('SIGKILL'));
  const [line] = (await once(child.stdout, 'data')) as [Buffer];
  return { process: child, ...JSON.parse(line.toString()) };
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

describe('embedded redis', () => {
  it('is durable, never evicts, and can be reached by this user alone', async () => {
    const dataDir = temporaryDir();
    const redis = await start(dataDir);
    const client = await connect(redis.url);
    const setting = async (name: string) => ((await client.config('GET', name)) as string[])[1];
    expect(await setting('appendonly')).toBe('yes');
    expect(await setting('appendfsync')).toBe('everysec');
    expect(await setting('maxmemory-policy')).toBe('noeviction');
    expect(await setting('hash-max-ziplist-value')).toBe('1024');
    expect(await setting('save')).toBe('');
    expect(await setting('port')).toBe('0');
    expect(statSync(join(dataDir, 'redis')).mode & 0o077).toBe(0);
    expect(statSync(join(dataDir, 'redis/redis.sock')).mode & 0o077).toBe(0);
    expect(readFileSync(join(dataDir, 'redis/redis.log'), 'utf8')).toMatch(/ready to accept connections/i);
  });

  it('keeps what was stored when it is closed and started again', async () => {
    const dataDir = temporaryDir();
    const first = await startEmbeddedRedis({ dataDir });
    await (await connect(first.url)).set('kept', 'yes');
    await first.close();
    expect(isAlive(first.pid)).toBe(false);
    const second = await start(dataDir);
    expect(await (await connect(second.url)).get('kept')).toBe('yes');
  });

  it('keeps no half-written copy of its data when it is killed during a rewrite', async () => {
    const dataDir = temporaryDir();
    const redis = await start(dataDir);
    const client = await connect(redis.url);
    await client.mset('one', 'albatross', 'two', 'albatross');
    await client.config('SET', 'rdb-key-save-delay', '1500000');
    await client.call('BGREWRITEAOF');
    const leftovers = () => readdirSync(join(dataDir, 'redis')).filter((name) => name.startsWith('temp-'));
    await expect.poll(leftovers).toHaveLength(1);
    process.kill(redis.pid, 'SIGKILL');
    await expect.poll(() => redis.restarts).toBe(1);
    expect(leftovers()).toEqual([]);
    expect(await client.get('one')).toBe('albatross');
  });

  it('loses nothing when the process is killed, and its Redis ends too', async () => {
    const dataDir = temporaryDir();
    const killed = await owner(dataDir);
    await (await connect(killed.url)).set('kept', 'yes');
    killed.process.kill('SIGKILL');
    await expect.poll(() => isAlive(killed.pid)).toBe(false);
    const redis = await start(dataDir);
    expect(await (await connect(redis.url)).get('kept')).toBe('yes');
  });

  it('replaces a Redis that outlived its owner, so that a restart right after a crash works', async () => {
    const dataDir = temporaryDir();
    await (await startEmbeddedRedis({ dataDir })).close();
    // The same server without an owner that would stop it.
    const orphan = spawn('/bin/sh', ['-c', 'exec redis-server "$0"', join(dataDir, 'redis/redis.conf')], {
      stdio: 'ignore',
    });
    onTestFinished(() => void orphan.kill('SIGKILL'));
    const client = await connect(`unix://${dataDir}/redis/redis.sock`);
    await client.set('kept', 'yes');
    client.disconnect();
    const redis = await start(dataDir);
    expect(redis.pid).not.toBe(orphan.pid);
    await expect.poll(() => orphan.exitCode).toBe(0);
    expect(await (await connect(redis.url)).get('kept')).toBe('yes');
  });

  it('reports the owner of the data directory instead of damaging it', async () => {
    const dataDir = temporaryDir();
    const first = await owner(dataDir);
    await expect(startEmbeddedRedis({ dataDir })).rejects.toThrow(
      `another medfleet (pid ${first.process.pid}) uses this DATA_DIR; stop it or set DATA_DIR`,
    );
    expect(isAlive(first.pid)).toBe(true);
  });

  it('restarts redis-server when it is killed, and clients reconnect', async () => {
    const events: unknown[] = [];
    const record = (...line: unknown[]) => void events.push(line[1]);
    const redis = await startEmbeddedRedis({ dataDir: temporaryDir(), log: { warn: record, error: record } });
    onTestFinished(() => redis.close());
    const client = await connect(redis.url);
    await client.set('kept', 'yes');
    const { pid } = redis;
    process.kill(pid, 'SIGKILL');
    expect(await client.get('kept')).toBe('yes');
    await expect.poll(() => redis.restarts).toBe(1);
    expect(redis.pid).not.toBe(pid);
    expect(events).toEqual(['redis.exited', 'redis.restarted']);
  });

  it('uses a port with a password where the path is too long for a socket', async () => {
    const dataDir = join(temporaryDir(), 'd'.repeat(120));
    const redis = await start(dataDir);
    const url = new URL(redis.url);
    expect(url.hostname).toBe('127.0.0.1');
    expect(url.password.length).toBeGreaterThan(32);
    await (await connect(redis.url)).set('kept', 'yes');
    const wrong = redis.url.replace(url.password, 'wrong');
    const refusal = () => connect(wrong, 200).then(String, (error: Error) => error.message);
    await expect.poll(refusal).toMatch(/WRONGPASS/);
    expect(await refusal()).not.toContain(url.password);
    await expect(startEmbeddedRedis({ dataDir })).rejects.toThrow(/another medfleet \(pid \d+\)/);
  });
});
