/** The commands with which compose and Kubernetes start Redis, run here. */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { createRedisFactory, type RedisSettings, waitForRedis } from '../../src/platform/redis.ts';
import { freePort } from '../../src/platform/redis-endpoint.ts';

const SECRET = '5ec4e7';
const DOCKER = join(import.meta.dirname, '../../docker');
const read = (path: string) => readFileSync(join(DOCKER, path), 'utf8');

/** The command as the container runs it, here with a file, a port and a folder of the test. */
async function startedRedis(command: readonly string[]) {
  const dir = mkdtempSync(join(tmpdir(), 'medfleet-docker-'));
  const port = await freePort();
  const [program = '', ...args] = command.map((part) =>
    part
      .replaceAll('$$', '$')
      .replace(/\/tmp\/auth\.conf/g, join(dir, 'auth.conf'))
      .replace(/^\/data$/, dir),
  );
  const env = { ...process.env, REDISCLI_AUTH: SECRET };
  const child = spawn(program, [...args, '--port', String(port), '--dir', dir], { env, stdio: 'ignore' });
  onTestFinished(async () => {
    const ended = once(child, 'exit');
    child.kill();
    await ended;
    rmSync(dir, { recursive: true, force: true });
  });
  const line = execFileSync('ps', ['-o', 'args=', '-p', String(child.pid)]).toString();
  return { url: `redis://:${SECRET}@127.0.0.1:${port}`, line };
}

test.each([
  ['compose', () => parse(read('compose.yml'), { merge: true }).services.redis.command],
  [
    'kubernetes',
    () =>
      parseAllDocuments(read('k8s/redis.yaml'))
        .map((document) => document.toJS())
        .find(({ kind }) => kind === 'StatefulSet').spec.template.spec.containers[0].command,
  ],
])('the Redis of %s asks for its password, which is not in the list of processes', async (_, command) => {
  const { url, line } = await startedRedis(command());
  const settings: RedisSettings = { REDIS_MODE: 'single', REDIS_NODES: [], REDIS_SENTINEL_NAME: '' };
  const factory = createRedisFactory({ ...settings, REDIS_URL: url });
  onTestFinished(() => factory.closeAll());
  await waitForRedis(factory.connect('worker'), 60_000);
  expect(line).not.toContain(SECRET);
  const stranger = createRedisFactory({ ...settings, REDIS_URL: url.replace(SECRET, 'other') });
  onTestFinished(() => stranger.closeAll());
  await expect(waitForRedis(stranger.connect('worker'), 2_000)).rejects.toThrow(/WRONGPASS/);
});
