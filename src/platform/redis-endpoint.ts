/**
 * Where the private redis-server is reached and how it is configured. A UNIX socket in its own directory when the path
 * is short enough for the kernel, else a loopback port with a random password. The configuration is a file that only
 * this user can read, so the password is on no command line.
 */
import { randomBytes } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import type { RedisOptions } from 'ioredis';
import { fitsSocket } from './data-lock.ts';

export type Endpoint = { path: string } | { port: number; password: string };

export function endpointUrl(endpoint: Endpoint): string {
  return 'path' in endpoint
    ? `unix://${encodeURI(endpoint.path)}`
    : `redis://:${endpoint.password}@127.0.0.1:${endpoint.port}`;
}

export function endpointOptions(endpoint: Endpoint): RedisOptions {
  return 'path' in endpoint ? endpoint : { host: '127.0.0.1', ...endpoint };
}

export async function chooseEndpoint(dir: string): Promise<Endpoint> {
  const path = join(dir, 'redis.sock');
  if (fitsSocket(path)) return { path };
  return { port: await freePort(), password: randomBytes(24).toString('hex') };
}

/** Where a server of an earlier run could still be listening. */
export function previousEndpoint(dir: string): Endpoint | undefined {
  let text: string;
  try {
    text = readFileSync(confPath(dir), 'utf8');
  } catch {
    return undefined;
  }
  const port = Number(/^port (\d+)$/m.exec(text)?.[1] ?? 0);
  const password = /^requirepass (\S+)$/m.exec(text)?.[1];
  return port > 0 && password ? { port, password } : { path: join(dir, 'redis.sock') };
}

/** Returns the path of the file. */
export function writeConfiguration(dir: string, endpoint: Endpoint): string {
  const lines = [
    ...('path' in endpoint
      ? ['port 0', `unixsocket ${quoted(endpoint.path)}`, 'unixsocketperm 700']
      : ['bind 127.0.0.1', `port ${endpoint.port}`, `requirepass ${endpoint.password}`]),
    'protected-mode yes',
    'daemonize no',
    `dir ${quoted(dir)}`,
    'save ""',
    'appendonly yes',
    'appendfsync everysec',
    // BullMQ loses jobs when keys are evicted.
    'maxmemory-policy noeviction',
    // A job of up to 1 KB a field stays in the compact encoding: a third less memory a turn. The older of the setting's
    // two names, because Redis 6 knows no other.
    'hash-max-ziplist-value 1024',
  ];
  const path = confPath(dir);
  writeFileSync(path, `${lines.join('\n')}\n`, { mode: 0o600 });
  return path;
}

export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() =>
        address && typeof address === 'object' ? resolve(address.port) : reject(new Error('no port')),
      );
    });
  });
}

function confPath(dir: string): string {
  return join(dir, 'redis.conf');
}

function quoted(text: string): string {
  return `"${text.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`;
}
