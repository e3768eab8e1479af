/** A dead worker's jobs continue at once; a live one keeps its jobs, however long it is blocked. Real processes, killed and stopped. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { apiClient } from '../support/api.ts';
import { durableRedis } from '../support/durable-redis.ts';
import { fleetEnv } from '../support/fleet.ts';
import { startMain } from '../support/main-process.ts';
import { startServer } from '../support/redis-servers.ts';
import { holdTurns } from './held-turns.ts';

const TURNS = 5;

/** Loaded into a worker process: SIGUSR2 holds its event loop for 8 s. */
const BUSY_LOOP = `process.on('SIGUSR2', () => { for (const end = Date.now() + 8000; Date.now() < end; ); })`;

test('the jobs of a killed worker continue on another', async () => {
  const held = await holdTurns();
  const first = await held.startWorker();
  const turns = await held.begin(TURNS);
  const second = await held.startHere();
  await first.kill('SIGKILL');
  await expect.poll(() => held.model.asked('Solo')).toBe(2 * TURNS);
  await expect.poll(held.registered).toEqual([second.id]);
  await held.finish(turns);
});

test('the jobs of a fleet that was killed as a whole continue when a worker is back', async () => {
  const held = await holdTurns();
  const only = await held.startWorker();
  const turns = await held.begin(TURNS);
  await only.kill('SIGKILL');
  const next = await held.startHere();
  await expect.poll(() => held.model.asked('Solo')).toBe(2 * TURNS);
  await expect.poll(held.registered).toEqual([next.id]);
  await held.finish(turns);
});

test.each([
  ['whose event loop is held', 'SIGUSR2', undefined],
  ['that is stopped', 'SIGSTOP', 'SIGCONT'],
] as const)('a worker %s keeps its jobs: nothing is run twice', async (_, hold, goOn) => {
  const held = await holdTurns();
  const first = await held.startWorker({
    NODE_OPTIONS: `--import data:text/javascript,${encodeURIComponent(BUSY_LOOP)}`,
  });
  const turns = await held.begin(TURNS);
  const second = await held.startHere();
  first.signal(hold);
  // Blocked, and watched: it has not written for seconds in which the other has.
  await expect
    .poll(async () => (await held.writtenAt(second)) - (await held.writtenAt(first)), { interval: 100 })
    .toBeGreaterThan(5_000);
  if (goOn) first.signal(goOn);
  await expect
    .poll(async () => (await held.writtenAt(second)) - (await held.writtenAt(first)), { interval: 100 })
    .toBeLessThan(2_000);
  expect((await held.registered()).sort()).toEqual([first.id, second.id].sort());
  await held.finish(turns);
  expect(held.model.asked('Solo')).toBe(TURNS);
});

test('a worker that loses its connections and is back at once keeps its jobs', async () => {
  const held = await holdTurns();
  const first = await held.startWorker();
  const turns = await held.begin(TURNS);
  const second = await held.startHere();
  const before = await held.connectionsOf(first);
  await held.cutOff(first);
  await held.watchedFor(second, await held.now());
  const after = await held.connectionsOf(first);
  expect(after.length).toBe(before.length);
  expect(after.filter((id) => before.includes(id))).toEqual([]);
  await held.finish(turns);
  expect(held.model.asked('Solo')).toBe(TURNS);
});

test('a worker that is wrongly taken for dead stops its runs, and each turn still ends once', async () => {
  const held = await holdTurns({ WORKER_LOCK_SECONDS: '30' });
  const first = await held.startWorker();
  const turns = await held.begin(TURNS);
  const second = await held.startHere();
  // A stopped process whose connections are closed cannot reconnect: as in a network failure that Redis detects.
  first.signal('SIGSTOP');
  await held.cutOff(first);
  await expect.poll(held.registered).toEqual([second.id]);
  await expect.poll(() => held.model.asked('Solo')).toBe(2 * TURNS);
  first.signal('SIGCONT');
  await expect.poll(held.registered).toHaveLength(2);
  // Its first renewal of the locks fails, so its running calls are aborted.
  const calls = held.model.requestsOf('Solo').slice(0, TURNS);
  await expect.poll(() => calls.map(({ aborted }) => aborted)).toEqual(calls.map(() => true));
  await held.finish(turns);
  expect(held.model.asked('Solo')).toBe(2 * TURNS);
});

test('after a restart of Redis no worker is taken for dead', async () => {
  const server = await durableRedis();
  const held = await holdTurns({ REDIS_URL: server.url });
  const workers = [await held.startWorker(), await held.startHere()];
  const turns = await held.begin(2 * TURNS);
  await server.stop('SIGKILL');
  server.start();
  const back = await held.now();
  for (const worker of workers) await held.watchedFor(worker, back, 7_000);
  expect((await held.registered()).sort()).toEqual(workers.map(({ id }) => id).sort());
  await held.finish(turns);
  expect(held.model.asked('Solo')).toBe(2 * TURNS);
});

test('a worker that shuts down serves no role while its last jobs run, and is then removed', async () => {
  const held = await holdTurns({ SHUTDOWN_SECONDS: '60' });
  const worker = await held.startWorker();
  const turns = await held.begin(1);
  expect((await held.fleet.call('GET', '/readyz')).status).toBe(200);
  const ended = worker.kill('SIGTERM');
  await expect.poll(async () => (await held.fleet.call('GET', '/readyz')).status).toBe(503);
  expect(await held.registered()).toEqual([worker.id]);
  held.letGo();
  await ended;
  expect(await held.registered()).toEqual([]);
  await held.startHere();
  await held.finish(turns);
  expect(held.model.asked('Solo')).toBe(1);
});

test('readiness names the roles that have no live worker, at once when one has died', async () => {
  const held = await holdTurns();
  const workers = async () => {
    const { status, body } = await held.fleet.call('GET', '/readyz');
    return [status, body.code, (body.checks as Record<string, string>).workers];
  };
  await held.startHere([
    'turn',
    'triage',
    'extractor',
    'consultant',
    'specialist',
    'remote',
    'research',
    'function',
    'upkeep',
  ]);
  expect(await workers()).toEqual([503, 'workers_missing', 'no live worker for trigger, delivery']);
  const other = await held.startWorker({}, '--roles', 'trigger,delivery');
  expect(await workers()).toEqual([200, undefined, 'ok']);
  await other.kill('SIGKILL');
  await expect.poll(workers).toEqual([503, 'workers_missing', 'no live worker for trigger, delivery']);
});

test('a Redis that refuses CLIENT LIST is logged once, and is not an error', async () => {
  const server = await startServer();
  await server.client.call('ACL', 'SETUSER', 'fleet', 'on', '>secret', '~*', '&*', '+@all', '-client|list');
  const dataDir = mkdtempSync(join(tmpdir(), 'medfleet-unwatched-'));
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
  const main = startMain({
    ...fleetEnv(dataDir),
    REDIS_URL: `redis://fleet:secret@127.0.0.1:${server.port}`,
    LOG_LEVEL: 'info',
  });
  const api = apiClient(/http:\/\/127\.0\.0\.1:\d+/.exec(await main.ready)?.[0] ?? '');
  expect((await api.call('GET', '/readyz')).status).toBe(200);
  expect((await api.say('My weight is 71 kg')).status).toBe('completed');
  const { stdout } = await main.end('SIGTERM');
  const logged = stdout.split('\n').filter((line) => /"(warn|error)"|"level":[4-6]0|workers\.unwatched/.test(line));
  expect(logged.filter((line) => !line.includes('redis.unsafe'))).toEqual([
    expect.stringContaining('workers.unwatched'),
  ]);
});
