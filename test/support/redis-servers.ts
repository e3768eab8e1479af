/** Real redis-servers of a test's own: one, a cluster, or a master with a replica and a sentinel. They end with the test. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import { expect, onTestFinished } from 'vitest';
import { spawnRedis } from '../../src/platform/redis-process.ts';

const SLOTS = 16_384;

type Server = { port: number; client: Redis; stop: () => Promise<void> };

export async function startServer(port?: number, ...options: string[]): Promise<Server> {
  const at = port ?? (await clusterPort());
  return launch(at, (dir) => ['--dir', dir, '--port', String(at), '--save', '', ...options]);
}

/** Three masters that share the slots. Returns them in the format of REDIS_NODES. */
export async function startCluster(): Promise<string[]> {
  const options = ['--cluster-enabled', 'yes', '--cluster-node-timeout', '2000'];
  const servers = [
    await startServer(undefined, ...options),
    await startServer(undefined, ...options),
    await startServer(undefined, ...options),
  ];
  for (const [index, { client }] of servers.entries()) {
    const from = Math.floor((index * SLOTS) / servers.length);
    const to = Math.floor(((index + 1) * SLOTS) / servers.length);
    const slots = Array.from({ length: to - from }, (_, slot) => from + slot);
    await client.call('CLUSTER', 'ADDSLOTS', ...slots);
    for (const other of servers) await client.call('CLUSTER', 'MEET', '127.0.0.1', other.port);
  }
  for (const { client } of servers) {
    const info = async () => String(await client.call('CLUSTER', 'INFO'));
    await expect.poll(info, { interval: 100 }).toMatch(/cluster_state:ok[\s\S]*cluster_known_nodes:3/);
  }
  // On a busy machine a slow node must not be taken for a failed one.
  for (const { client } of servers) await client.config('SET', 'cluster-node-timeout', '600000');
  return servers.map(({ port }) => `127.0.0.1:${port}`);
}

export async function startSentinel(name: string): Promise<{ sentinels: string[]; killMaster: () => Promise<void> }> {
  const master = await startServer();
  const replica = await startServer(undefined, '--replicaof', '127.0.0.1', String(master.port));
  await expect.poll(() => replica.client.info('replication'), { interval: 100 }).toContain('master_link_status:up');
  const port = await clusterPort();
  const sentinel = await launch(port, (dir) => {
    const file = join(dir, 'sentinel.conf');
    const lines = [
      `port ${port}`,
      'bind 127.0.0.1',
      `sentinel monitor ${name} 127.0.0.1 ${master.port} 1`,
      // No automatic failover: on a busy machine a slow master is not a dead one. See killMaster.
      `sentinel down-after-milliseconds ${name} 600000`,
      `sentinel failover-timeout ${name} 3000`,
    ];
    writeFileSync(file, `${lines.join('\n')}\n`);
    return [file, '--sentinel'];
  });
  // The sentinel asks the master for its replicas every ten seconds.
  await expect.poll(() => sentinel.client.call('SENTINEL', 'replicas', name), { interval: 100 }).toHaveLength(1);
  const killMaster = async () => {
    await master.stop();
    await sentinel.client.call('SENTINEL', 'SET', name, 'down-after-milliseconds', '500');
  };
  return { sentinels: [`127.0.0.1:${port}`], killMaster };
}

async function launch(port: number, args: (dir: string) => string[]): Promise<Server> {
  const dir = mkdtempSync(join(tmpdir(), 'mf-redis-'));
  const server = spawnRedis(args(dir), 'ignore');
  const client = new Redis({ host: '127.0.0.1', port, retryStrategy: () => 20, maxRetriesPerRequest: null });
  client.on('error', () => undefined);
  const stop = async () => {
    client.disconnect();
    await server.stop();
  };
  onTestFinished(async () => {
    await stop();
    rmSync(dir, { recursive: true, force: true });
  });
  await client.ping();
  return { port, client, stop };
}

/**
 * A free port whose cluster bus port, ten thousand above it, is free too. Both stay below 32,768, where systems begin to hand out ports
 * to clients: a client connection that uses a port blocks it, although nothing listens there.
 */
async function clusterPort(): Promise<number> {
  for (;;) {
    const port = 20_000 + Math.floor(Math.random() * 2_700);
    if (!(await listens(port)) && !(await listens(port + 10_000))) return port;
  }
}

function listens(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
}
