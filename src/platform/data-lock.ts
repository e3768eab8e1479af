/**
 * One process at a time owns a data directory. The lock is a socket that the owner listens on: it lives exactly as long
 * as its process, so a crash leaves no stale lock, and a reused process id cannot be mistaken for the owner.
 */

import { rmSync } from 'node:fs';
import { connect, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { AppError } from './errors.ts';
import { sha256 } from './sha256.ts';

/** The kernel keeps a socket's path in 104 bytes (macOS) or 108 (Linux). */
const SOCKET_PATH_MAX = 100;
const ANSWER_MS = 2_000;
/** Longer than a process needs between finding a stale socket file and listening (well under a millisecond). */
const SETTLE_MS = 50;

export type DataLock = { release(): Promise<void> };

export function fitsSocket(path: string): boolean {
  return Buffer.byteLength(path) < SOCKET_PATH_MAX;
}

/** Throws a `config` error when another process owns the directory. */
export async function lockDataDir(dir: string): Promise<DataLock> {
  const path = lockPath(dir);
  for (let attempt = 0; attempt < 3; attempt++) {
    const server = await listen(path);
    if (server) {
      if (attempt === 0 || (await stillOurs(path))) return { release: () => release(server) };
      // No longer ours: closing would remove the other process's socket file, so the socket stays open until this process ends.
      break;
    }
    const owner = await askOwner(path);
    if (owner) {
      throw new AppError('config', `another medfleet (pid ${owner}) uses this DATA_DIR; stop it or set DATA_DIR`);
    }
    // Nobody listens: a stale socket file of a process that was killed.
    rmSync(path, { force: true });
  }
  throw new AppError('config', 'another medfleet is starting on this DATA_DIR; stop it or set DATA_DIR');
}

/** Two processes that remove the same stale file could remove each other's new socket: the last one to listen wins. */
async function stillOurs(path: string): Promise<boolean> {
  await sleep(SETTLE_MS);
  return (await askOwner(path)) === String(process.pid);
}

function lockPath(dir: string): string {
  const path = join(dir, 'owner.sock');
  if (fitsSocket(path)) return path;
  const name = sha256(dir).slice(0, 16);
  return join(tmpdir(), `medfleet-${name}.sock`);
}

/** Undefined when the path is taken. */
function listen(path: string): Promise<Server | undefined> {
  return new Promise((resolve, reject) => {
    const server = createServer((socket) => {
      socket.on('error', () => undefined);
      socket.end(String(process.pid));
    });
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE') resolve(undefined);
      else reject(new AppError('config', `DATA_DIR cannot be used: ${error.code}`, { cause: error }));
    });
    server.listen(path, () => resolve(server.unref()));
  });
}

/** The owner's process id; undefined when nobody listens. */
function askOwner(path: string): Promise<string | undefined> {
  return new Promise((resolve) => {
    let answer = '';
    const socket = connect(path);
    socket.setEncoding('utf8');
    // A connection that opens proves that there is an owner, even if it is too busy to send its id.
    const timer = setTimeout(() => {
      socket.destroy();
      resolve('unknown');
    }, ANSWER_MS);
    socket.on('data', (text) => {
      answer += text;
    });
    socket.once('end', () => {
      clearTimeout(timer);
      resolve(answer);
    });
    socket.once('error', () => {
      clearTimeout(timer);
      resolve(undefined);
    });
  });
}

function release(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
  });
}
