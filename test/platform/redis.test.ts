import { readFileSync } from 'node:fs';
import { Queue, Worker } from 'bullmq';
import { describe, expect, inject, it, onTestFinished } from 'vitest';
import { createRedisFactory, type RedisSettings, waitForRedis } from '../../src/platform/redis.ts';
import { freePort } from '../../src/platform/redis-endpoint.ts';
import { testPrefix } from '../support/redis.ts';
import { startCluster, startSentinel, startServer } from '../support/redis-servers.ts';

/** Longer than any test, so that this limit never ends the wait. */
const WAIT_MS = 600_000;
const SINGLE: RedisSettings = { REDIS_MODE: 'single', REDIS_NODES: [], REDIS_SENTINEL_NAME: 'mymaster' };

function factoryOf(settings: Partial<RedisSettings>, log?: Parameters<typeof createRedisFactory>[1]) {
  const factory = createRedisFactory({ ...SINGLE, ...settings }, log);
  onTestFinished(() => factory.closeAll());
  return factory;
}

/** A job goes in through a producer's connection and comes out of a worker's: the basis of the whole fleet. */
async function runJob(settings: Partial<RedisSettings>): Promise<unknown> {
  const { connect, closeAll } = createRedisFactory({ ...SINGLE, ...settings });
  const prefix = `{${testPrefix()}}`;
  const producer = connect('producer');
  await waitForRedis(producer, WAIT_MS);
  const queue = new Queue('q', { connection: producer, prefix });
  const worker = new Worker('q', async (job) => job.data.n * 2, { connection: connect('worker'), prefix });
  worker.on('error', () => undefined);
  try {
    const result = new Promise((resolve) => worker.once('completed', (_job, value) => resolve(value)));
    await queue.add('double', { n: 21 }, { jobId: 'j-1' });
    return await result;
  } finally {
    await worker.close();
    await queue.close();
    await closeAll();
  }
}

describe('a single Redis', () => {
  it('carries a job from a producer to a worker', async () => {
    expect(await runJob({ REDIS_URL: inject('redisUrl') })).toBe(42);
  });

  it('uses the user, the password and the database that REDIS_URL names', async () => {
    const server = await startServer();
    await server.client.call('ACL', 'SETUSER', 'ada', 'on', '>p@ss/word', '~*', '&*', '+@all');
    const url = `redis://ada:${encodeURIComponent('p@ss/word')}@127.0.0.1:${server.port}/3`;
    const client = factoryOf({ REDIS_URL: url }).connect('worker');
    expect(await client.call('ACL', 'WHOAMI')).toBe('ada');
    await client.set('here', 'yes');
    await server.client.select(3);
    expect(await server.client.get('here')).toBe('yes');
  });

  describe('says what to do where it cannot be used', () => {
    const LIMITED = ['on', '>pw', '~*', '&*', '+@all', '-@admin', '-@dangerous'];
    const cases: [string, (port: number) => string, RegExp][] = [
      ['no such database', (port) => `redis://127.0.0.1:${port}/99`, /DB index is out of range.*number at the end of/],
      ['a wrong password', (port) => `redis://ada:no@127.0.0.1:${port}`, /Correct user and password/],
      ['no rights', (port) => `redis://ada:pw@127.0.0.1:${port}`, /NOPERM.*'info'.*docs\/operations\.md lists/],
      ['nobody', () => 'redis://127.0.0.1:1', /ECONNREFUSED.*Is it running/],
    ];
    it.each(cases)('%s', async (_, urlOf, says) => {
      const server = await startServer();
      await server.client.call('ACL', 'SETUSER', 'ada', ...LIMITED);
      const client = factoryOf({ REDIS_URL: urlOf(server.port) }).connect('worker');
      // Long enough for the refusal of a server on a busy machine.
      await expect(waitForRedis(client, 3_000)).rejects.toThrow(says);
    });

    it('the rights that the operations page lists are enough for a job', async () => {
      const server = await startServer();
      const [, rights = ''] = /ACL SETUSER medfleet on (.*?)`/.exec(readFileSync('docs/operations.md', 'utf8')) ?? [];
      await server.client.call('ACL', 'SETUSER', 'medfleet', 'on', ...rights.replace('<password>', 'pw').split(' '));
      expect(await runJob({ REDIS_URL: `redis://medfleet:pw@127.0.0.1:${server.port}/3` })).toBe(42);
      expect(await server.client.call('ACL', 'LOG')).toEqual([]);
    });
  });

  it('prefers the embedded server to REDIS_URL where there is one', async () => {
    const client = factoryOf({ REDIS_URL: 'redis://127.0.0.1:1', redisUrl: inject('redisUrl') }).connect('worker');
    expect(await client.ping()).toBe('PONG');
  });

  it('lets a producer fail while Redis is unreachable, and a worker wait until it is back', async () => {
    const server = await startServer();
    const events: unknown[] = [];
    const record = (...line: unknown[]) => void events.push(line[1]);
    const factory = factoryOf({ REDIS_URL: `redis://127.0.0.1:${server.port}` }, { info: record, warn: record });
    const producer = factory.connect('producer');
    const worker = factory.connect('worker');
    await Promise.all([waitForRedis(producer, WAIT_MS), waitForRedis(worker, WAIT_MS)]);

    await server.stop();
    await expect.poll(() => events).toEqual(['redis.unreachable', 'redis.unreachable']);
    await expect(producer.set('lost', 'yes')).rejects.toThrow();
    const waiting = worker.set('kept', 'yes');

    await startServer(server.port);
    expect(await waiting).toBe('OK');
    await waitForRedis(producer, WAIT_MS);
    expect(await producer.mget('lost', 'kept')).toEqual([null, 'yes']);
    expect(events).toEqual(['redis.unreachable', 'redis.unreachable', 'redis.reachable', 'redis.reachable']);
  });

  it('reports the address of Redis and why it failed, without the password', async () => {
    const port = await freePort();
    const client = factoryOf({ REDIS_URL: `redis://:hush-hush@127.0.0.1:${port}` }).connect('producer');
    const failure = () => waitForRedis(client, 200).catch((thrown: Error) => thrown);
    // A busy machine may need several tries before the refusal arrives within the 200 ms.
    await expect.poll(async () => String(await failure())).toContain('ECONNREFUSED');
    const error = await failure();
    expect(error).toMatchObject({ code: 'redis_unavailable' });
    expect(String(error)).toContain(`127.0.0.1:${port}`);
    expect(String(error)).not.toContain('hush-hush');
  });

  it('closes also while a connection is in a blocking read that never ends', async () => {
    const factory = factoryOf({ REDIS_URL: inject('redisUrl') });
    const reader = factory.connect('subscriber');
    const read = reader.xread('BLOCK', 0, 'STREAMS', testPrefix(), '$').catch((error: Error) => error);
    await expect.poll(() => reader.status).toBe('ready');
    await factory.closeAll();
    expect(await read).toBeInstanceOf(Error);
  });
});

describe('a Redis cluster', () => {
  it('carries a job from a producer to a worker', async () => {
    const nodes = await startCluster();
    expect(await runJob({ REDIS_MODE: 'cluster', REDIS_NODES: nodes })).toBe(42);
  });
});

describe('Redis behind sentinels', () => {
  it('carries a job, also after the master has died and a replica has taken over', async () => {
    const { sentinels, killMaster } = await startSentinel('fleet');
    const settings: Partial<RedisSettings> = {
      REDIS_MODE: 'sentinel',
      REDIS_NODES: sentinels,
      REDIS_SENTINEL_NAME: 'fleet',
    };
    expect(await runJob(settings)).toBe(42);
    const client = factoryOf(settings).connect('worker');
    await client.set('kept', 'yes');
    // 0: waits until the replica has it.
    await client.wait(1, 0);
    await killMaster();
    expect(await client.get('kept')).toBe('yes');
    await expect.poll(() => client.set('after', 'yes').catch(String)).toBe('OK');
  });
});
