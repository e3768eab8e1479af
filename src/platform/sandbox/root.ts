/** The file system that a program in the sandbox sees, as a list of mounts: bubblewrap.ts and namespaces.ts carry it out. */
import { MAX_INODES, type SandboxLimits } from './limits.ts';
import type { Bound } from './programs.ts';

export type Mount =
  | { kind: 'bind'; from: string; to: string }
  | { kind: 'device'; path: string }
  | { kind: 'tmpfs'; path: string; bytes: number; inodes: number }
  | { kind: 'proc'; path: string }
  | { kind: 'link'; target: string; path: string }
  | { kind: 'read_only'; path: string };

/** The files that go in are extracted below these. */
export const WORK = '/work';
export const CODE = '/code';
const TEMPORARY = '/tmp';

/** Those that take a size limit's measure: all that a program can write to. */
export const WRITABLE = [WORK, TEMPORARY, CODE] as const;

/** Not /dev/zero: mapped as shared, it is memory that no limit of a process counts. */
const DEVICES = ['/dev/null', '/dev/full', '/dev/random', '/dev/urandom'];

const MB = 1024 * 1024;

export function rootOf(bound: readonly Bound[], limits: SandboxLimits): Mount[] {
  const tmpfs = (path: string, bytes: number): Mount => ({ kind: 'tmpfs', path, bytes, inodes: MAX_INODES });
  return [
    ...bound.map(({ from, to }): Mount => ({ kind: 'bind', from, to })),
    { kind: 'link', target: 'usr/bin', path: '/bin' },
    { kind: 'proc', path: '/proc' },
    tmpfs('/dev', 64 * 1024),
    ...DEVICES.map((path): Mount => ({ kind: 'device', path })),
    { kind: 'link', target: '/proc/self/fd', path: '/dev/fd' },
    { kind: 'link', target: '/proc/self/fd/0', path: '/dev/stdin' },
    { kind: 'link', target: '/proc/self/fd/1', path: '/dev/stdout' },
    { kind: 'link', target: '/proc/self/fd/2', path: '/dev/stderr' },
    { kind: 'link', target: TEMPORARY, path: '/dev/shm' },
    { kind: 'read_only', path: '/dev' },
    tmpfs(TEMPORARY, limits.diskMb * MB),
    tmpfs(CODE, 2 * MB),
    tmpfs(WORK, limits.diskMb * MB),
    { kind: 'read_only', path: '/' },
  ];
}
