/** A redis-server with an append-only file, to be stopped, killed and started again over the same data. Needs no test runner. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { freePort } from '../../src/platform/redis-endpoint.ts';

const DURABLE = '--appendonly yes --appendfsync everysec --maxmemory-policy noeviction --save'.split(' ').concat('');

export type DurableRedis = {
  url: string;
  /** Where its files are. */
  dir: string;
  start(): void;
  /** Ends it. */
  stop(signal: 'SIGKILL' | 'SIGTERM'): Promise<void>;
  /** Halts it, or lets it go on. */
  signal(signal: 'SIGSTOP' | 'SIGCONT'): void;
};

/** `options` come after the ones above, so they win. */
export async function startDurableRedis(dir: string, ...options: string[]): Promise<DurableRedis> {
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
    signal: (signal) => void server?.kill(signal),
  };
  // Before its directory is removed.
  process.prependOnceListener('exit', () => server?.kill('SIGKILL'));
  redis.start();
  return redis;
}
