/** What a running sandbox uses, seen from outside. */
import { readdirSync, readFileSync, statfsSync } from 'node:fs';
import { WRITABLE } from './root.ts';

const TMPFS_MAGIC = 0x01021994;

/**
 * `pid`: the outermost process. Its child is the first process of the namespace, and all others descend from that one: an orphan becomes
 * its child.
 */
export function usageOf(pid: number): { memoryKb: number; inodes: number } {
  const processes = descendants(pid);
  const memoryKb = processes.reduce((total, each) => total + memoryOf(each), 0);
  const [first] = processes;
  return { memoryKb, inodes: first === undefined ? 0 : inodesOf(first) };
}

function descendants(pid: number): number[] {
  const found: number[] = [];
  for (let open = [pid]; open.length > 0; ) {
    open = open.flatMap(childrenOf);
    found.push(...open);
  }
  return found;
}

function childrenOf(pid: number): number[] {
  return orElse([], () =>
    readdirSync(`/proc/${pid}/task`).flatMap((thread) =>
      orElse([], () => readFileSync(`/proc/${pid}/task/${thread}/children`, 'utf8').split(' ').filter(Boolean)).map(
        Number,
      ),
    ),
  );
}

/** Memory of its own. Pages that forked processes share count for each of them; files in memory have a limit of their own. */
function memoryOf(pid: number): number {
  const status = orElse('', () => readFileSync(`/proc/${pid}/status`, 'utf8'));
  return Number(/^RssAnon:\s*(\d+) kB/m.exec(status)?.[1] ?? 0) + Number(/^VmSwap:\s*(\d+) kB/m.exec(status)?.[1] ?? 0);
}

/** The most in one of the file systems. They are mount points below a read-only root: a program cannot put anything in their place. */
function inodesOf(pid: number): number {
  return Math.max(
    ...WRITABLE.map((path) =>
      orElse(0, () => {
        const { type, files, ffree } = statfsSync(`/proc/${pid}/root${path}`);
        return type === TMPFS_MAGIC ? files - ffree : 0;
      }),
    ),
  );
}

/** A process can end between two reads. */
function orElse<T>(otherwise: T, read: () => T): T {
  try {
    return read();
  } catch {
    return otherwise;
  }
}
