import { existsSync, readdirSync, rmSync } from 'node:fs';
import { Redis } from 'ioredis';
import { expect, onTestFinished, test } from 'vitest';
import { createRewriteFiles } from '../../src/platform/redis-files.ts';
import { startServer } from '../support/redis-servers.ts';

const APPEND = ['--appendonly', 'yes'];

test('calls that wait together share one rewrite, and one that was under way before them does not count', async () => {
  const { client } = await startServer(undefined, ...APPEND);
  await client.config('SET', 'rdb-key-save-delay', '200000');
  await client.mset('a', '1', 'b', '2', 'c', '3');
  const before = await count(client);
  await client.bgrewriteaof();
  const rewrite = createRewriteFiles(client);
  const first = rewrite();
  const others = Array.from({ length: 5 }, () => rewrite());
  expect(await Promise.all([first, ...others])).toEqual(
    Array.from({ length: 6 }, () => ({ append_only_file: 'rewritten', snapshot: 'off' })),
  );
  expect((await count(client)) - before).toBe(2);
});

test('a call during a rewrite waits for the next one', async () => {
  const { client } = await startServer(undefined, ...APPEND);
  await client.config('SET', 'rdb-key-save-delay', '200000');
  await client.mset('a', '1', 'b', '2', 'c', '3');
  const before = await count(client);
  const rewrite = createRewriteFiles(client);
  const first = rewrite();
  await expect.poll(() => client.info('persistence'), { interval: 10 }).toContain('aof_rewrite_in_progress:1');
  const second = rewrite();
  await first;
  expect((await count(client)) - before).toBe(1);
  await second;
  expect((await count(client)) - before).toBe(2);
});

test('two processes that ask at the same time both get a rewrite of their own', async () => {
  const { client } = await startServer(undefined, ...APPEND, '--save', '3600 1000000');
  await client.config('SET', 'rdb-key-save-delay', '50000');
  await client.mset('a', '1', 'b', '2', 'c', '3');
  const answers = await Promise.all([createRewriteFiles(client)(), createRewriteFiles(client)()]);
  for (const answer of answers) expect(answer).toEqual({ append_only_file: 'rewritten', snapshot: 'rewritten' });
});

test('a Redis that does not permit it is reported, and one that keeps no files is left without them', async () => {
  const kept = await startServer(undefined, ...APPEND);
  await kept.client.call('ACL', 'SETUSER', 'limited', 'on', '>secret', '~*', '&*', '+@all', '-bgrewriteaof', '-config');
  const limited = new Redis({ port: kept.port, username: 'limited', password: 'secret' });
  onTestFinished(() => limited.disconnect());
  expect(await createRewriteFiles(limited)()).toEqual({ append_only_file: 'refused', snapshot: 'rewritten' });

  const { client } = await startServer();
  expect(await createRewriteFiles(client)()).toEqual({ append_only_file: 'off', snapshot: 'off' });
  expect(readdirSync(await dirOf(client))).toEqual([]);
});

test('a disk that cannot be written is reported, and so is a rewrite that takes too long', async () => {
  const { client } = await startServer(undefined, ...APPEND);
  await client.mset('a', '1', 'b', '2', 'c', '3');
  await client.config('SET', 'rdb-key-save-delay', '1000000');
  expect(await createRewriteFiles(client, 0)()).toMatchObject({ append_only_file: 'unfinished' });
  await client.config('SET', 'rdb-key-save-delay', '0');
  await expect.poll(() => client.info('persistence')).toContain('aof_rewrite_in_progress:0');
  rmSync(await dirOf(client), { recursive: true });
  expect(await createRewriteFiles(client)()).toMatchObject({ append_only_file: 'failed' });
  expect(existsSync(await dirOf(client))).toBe(false);
});

/** How often the append-only file was rewritten. */
async function count(client: Redis): Promise<number> {
  return Number(/aof_rewrites:(\d+)/.exec(await client.info('persistence'))?.[1]);
}

async function dirOf(client: Redis): Promise<string> {
  return ((await client.config('GET', 'dir')) as string[])[1] ?? '';
}
