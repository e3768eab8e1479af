/**
 * Deleted keys stay in the files of Redis until these are written again. `rewrite` does that and tells for each file whether it is free
 * of what was deleted before the call: only a rewrite that began after the deletion and ended well counts.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { Cluster, type Redis } from 'ioredis';
import type { RedisClient } from './lua.ts';

/**
 * `off`: Redis keeps no such file. `refused`: this Redis does not permit it (a managed one, or the rights of our user). `failed`: Redis
 * reports that it could not write. `unfinished`: it takes longer than a request can wait; asking again later verifies it.
 */
export const FILE_STATES = ['rewritten', 'off', 'refused', 'failed', 'unfinished'] as const;
export type FileState = (typeof FILE_STATES)[number];
export type RedisFiles = { append_only_file: FileState; snapshot: FileState };

export type RewriteFiles = () => Promise<RedisFiles>;

/** How Redis calls one of the two rewrites, and how INFO tells of it. */
type Rewrite = { command: string; underWay: readonly string[]; lastStatus: string };

const APPEND_ONLY_FILE: Rewrite = {
  command: 'BGREWRITEAOF',
  underWay: ['aof_rewrite_in_progress', 'aof_rewrite_scheduled'],
  lastStatus: 'aof_last_bgrewrite_status',
};
const SNAPSHOT: Rewrite = {
  command: 'BGSAVE',
  underWay: ['rdb_bgsave_in_progress'],
  lastStatus: 'rdb_last_bgsave_status',
};

/** A client's request waits for it. */
const LIMIT_MS = 60_000;
const LOOK_MS = 25;
/** Redis may run out of memory or disk for a moment. */
const TRIES = 3;

/** Calls that wait at the same time share one rewrite, which begins after the last of them. */
export function createRewriteFiles(redis: RedisClient, limitMs = LIMIT_MS): RewriteFiles {
  let running: Promise<unknown> = Promise.resolve();
  let next: Promise<RedisFiles> | undefined;
  return () => {
    next ??= running
      .catch(() => undefined)
      .then(() => {
        next = undefined;
        const rewriting = rewriteAll(redis, Date.now() + limitMs);
        running = rewriting;
        return rewriting;
      });
    return next;
  };
}

async function rewriteAll(redis: RedisClient, until: number): Promise<RedisFiles> {
  const nodes = redis instanceof Cluster ? redis.nodes('master') : [redis];
  const states = await Promise.all(nodes.map((node) => rewriteNode(node, until)));
  return {
    append_only_file: worst(states.map((state) => state.append_only_file)),
    snapshot: worst(states.map((state) => state.snapshot)),
  };
}

/** One after the other: Redis has one child process at a time. */
async function rewriteNode(node: Redis, until: number): Promise<RedisFiles> {
  const info = await persistence(node);
  if (!info) return { append_only_file: 'refused', snapshot: 'refused' };
  const append_only_file = info.aof_enabled === '1' ? await rewrite(node, APPEND_ONLY_FILE, until) : 'off';
  const snapshot = (await keepsSnapshots(node, info)) ? await rewrite(node, SNAPSHOT, until) : 'off';
  return { append_only_file, snapshot };
}

async function rewrite(node: Redis, { command, underWay, lastStatus }: Rewrite, until: number): Promise<FileState> {
  for (let tries = 0; tries < TRIES; ) {
    const begun = await begin(node, command);
    if (begun === 'refused') return 'refused';
    // One that was under way already may have begun before the deletion: it is waited for, and another one is asked for.
    let info = await persistence(node);
    while (info && underWay.some((field) => info?.[field] === '1')) {
      if (Date.now() > until) return 'unfinished';
      await sleep(LOOK_MS);
      info = await persistence(node);
    }
    if (begun === 'begun' && info?.[lastStatus] === 'ok') return 'rewritten';
    if (begun !== 'busy') tries += 1;
    if (Date.now() > until) return 'unfinished';
    if (begun !== 'begun') await sleep(LOOK_MS);
  }
  return 'failed';
}

/** `begun` also when Redis will begin as soon as another child of its has ended. */
async function begin(node: Redis, command: string): Promise<'begun' | 'busy' | 'refused' | 'failed'> {
  try {
    await node.call(command);
    return 'begun';
  } catch (error) {
    if (isRefusal(error)) return 'refused';
    if (isReply(error)) return /in progress|child process|scheduled/i.test(error.message) ? 'busy' : 'failed';
    throw error;
  }
}

/** Snapshots are made if the configuration says when, or if one was made by hand. Who may not read it is taken to have them. */
async function keepsSnapshots(node: Redis, info: Record<string, string>): Promise<boolean> {
  if (Number(info.rdb_saves ?? 0) > 0) return true;
  try {
    const [, points] = (await node.config('GET', 'save')) as string[];
    return points !== '';
  } catch (error) {
    if (isReply(error)) return true;
    throw error;
  }
}

/** The fields of INFO persistence; undefined where it is not permitted. */
async function persistence(node: Redis): Promise<Record<string, string> | undefined> {
  try {
    const text = await node.info('persistence');
    return Object.fromEntries(text.split('\r\n').flatMap((line) => (line.includes(':') ? [line.split(':', 2)] : [])));
  } catch (error) {
    if (isRefusal(error)) return undefined;
    throw error;
  }
}

function isReply(error: unknown): error is Error {
  return error instanceof Error && error.name === 'ReplyError';
}

function isRefusal(error: unknown): boolean {
  return isReply(error) && /^NOPERM|unknown command/i.test(error.message);
}

/** Of several servers, the one that needs attention most. */
function worst(states: readonly FileState[]): FileState {
  const order: FileState[] = ['failed', 'refused', 'unfinished', 'rewritten', 'off'];
  return order.find((state) => states.includes(state)) ?? 'off';
}
