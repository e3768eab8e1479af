/** What one run in the sandbox may use. */

export type SandboxLimits = {
  wallSeconds: number;
  /** Of each process. */
  cpuSeconds: number;
  /** Of each process, and of all of them together. */
  memoryMb: number;
  /** Processes and threads. */
  processes: number;
  /** Of all files in the working folder, and again in /tmp. */
  diskMb: number;
  /** Of stdout, and again of stderr. */
  outputBytes: number;
};

export const DEFAULT_LIMITS: SandboxLimits = {
  wallSeconds: 10,
  cpuSeconds: 5,
  memoryMb: 256,
  processes: 32,
  diskMb: 16,
  outputBytes: 64 * 1024,
};

/** The most that a caller can ask for. */
const MAX_LIMITS: SandboxLimits = {
  wallSeconds: 60,
  cpuSeconds: 60,
  memoryMb: 1024,
  processes: 64,
  diskMb: 64,
  outputBytes: 1024 * 1024,
};

/** Node needs about ten threads and 64 MB before it runs anything. */
const MIN_LIMITS: SandboxLimits = {
  wallSeconds: 0.1,
  cpuSeconds: 1,
  memoryMb: 64,
  processes: 16,
  diskMb: 1,
  outputBytes: 1,
};

/** Files, folders and links in one of the two file systems. An inode takes memory that no size limit counts. */
export const MAX_INODES = 4096;
export const MAX_OPEN_FILES = 128;
/** A program that prints this many times its output limit is killed. */
export const FLOOD_FACTOR = 64;
/** How often the memory and the inodes of a run are looked at. */
export const WATCH_MS = 50;

export function limitsOf(asked: Partial<SandboxLimits> = {}): SandboxLimits {
  const within = (name: keyof SandboxLimits) =>
    Math.min(Math.max(asked[name] ?? DEFAULT_LIMITS[name], MIN_LIMITS[name]), MAX_LIMITS[name]);
  return {
    wallSeconds: within('wallSeconds'),
    cpuSeconds: Math.ceil(within('cpuSeconds')),
    memoryMb: Math.ceil(within('memoryMb')),
    processes: Math.ceil(within('processes')),
    diskMb: Math.ceil(within('diskMb')),
    outputBytes: Math.ceil(within('outputBytes')),
  };
}
