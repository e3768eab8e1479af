/** One run of a command that bubblewrap.ts or namespaces.ts has made: streams, time, memory, and the end of it all. */
import { type ChildProcess, type StdioOptions, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import type { Readable, Writable } from 'node:stream';
import { type ReadArchive, readArchive } from './archive.ts';
import { capOutput } from './capped-output.ts';
import { inheritedDescriptors } from './inherited.ts';
import { FILES_IN, FILES_OUT, FILTER, READY } from './inside.ts';
import { FLOOD_FACTOR, MAX_INODES, type SandboxLimits, WATCH_MS } from './limits.ts';
import { usageOf } from './usage.ts';

export type Contained = {
  /** Null: the sandbox was set up and the program ran. Otherwise what the set-up printed. */
  failed: string | null;
  exitCode: number | null;
  signal: NodeJS.Signals | null;
  stdout: string;
  stderr: string;
  truncated: boolean;
  stopped: 'time' | 'memory' | 'files' | 'output' | 'abort' | null;
  ms: number;
  archive: ReadArchive;
};

type Pipes = { [FILES_IN]: Writable; [FILES_OUT]: Readable; [FILTER]: Writable };

type Streams = { command: readonly string[]; archive: Buffer; filter: Buffer; stdin: string };

/** The environment of everything inside. */
const ENVIRONMENT = { PATH: '/usr/bin:/bin', HOME: '/work', LANG: 'C.UTF-8' };
/** As root, each slot's programs run as a user of their own, which owns nothing. Debian reserves these numbers. */
const FIRST_USER = 65_400;

const SIGNALS = new Map(Object.entries(constants.signals).map(([name, number]) => [number, name as NodeJS.Signals]));

export async function runContained(
  { command, archive, filter, stdin }: Streams,
  limits: SandboxLimits,
  slot: number,
  signal: AbortSignal,
): Promise<Contained> {
  const started = performance.now();
  const child = start(command, FIRST_USER + slot);
  let stopped: Contained['stopped'] = null;
  const stop = (why: NonNullable<Contained['stopped']>) => {
    stopped ??= why;
    // Its death kills the first process of the namespace, and with that one all others.
    child.kill('SIGKILL');
  };
  const flood = { bytes: limits.outputBytes * FLOOD_FACTOR, stop: () => stop('output') };
  const stdout = capOutput(child.stdout as Readable, limits.outputBytes, flood);
  const stderr = capOutput(child.stderr as Readable, limits.outputBytes, flood);
  // All files, their headers, and room for holes, which take no disk space.
  const archiveLimit = limits.diskMb * 2 ** 20 + MAX_INODES * 1024;
  const { [FILES_IN]: filesIn, [FILES_OUT]: filesOut, [FILTER]: filterIn } = child.stdio as unknown as Pipes;
  const files = capOutput(filesOut, archiveLimit, { bytes: archiveLimit, stop: () => stop('files') });
  feed(filesIn, archive);
  feed(filterIn, filter);
  feed(child.stdin as Writable, stdin);

  const timer = setTimeout(() => stop('time'), limits.wallSeconds * 1000);
  let watch: NodeJS.Timeout | undefined;
  filesOut.once('data', () => {
    watch = setInterval(() => {
      const { memoryKb, inodes } = usageOf(child.pid ?? 0);
      if (memoryKb > limits.memoryMb * 1024) stop('memory');
      if (inodes > MAX_INODES) stop('files');
    }, WATCH_MS);
  });
  const onAbort = () => stop('abort');
  signal.addEventListener('abort', onAbort, { once: true });
  if (signal.aborted) onAbort();
  lowerPriority(child.pid);
  try {
    const [code, killedBy] = (await once(child, 'close')) as [number | null, NodeJS.Signals | null];
    const bytes = files.bytes();
    const ready = bytes.subarray(0, READY.length).toString() === READY;
    // The shell around the program gives a signal as 128 and its number.
    const inside = code === null ? undefined : SIGNALS.get(code - 128);
    return {
      failed: ready || stopped !== null ? null : stderr.text() || `it ended with ${code ?? killedBy}`,
      exitCode: inside === undefined ? code : null,
      signal: killedBy ?? inside ?? null,
      stdout: stdout.text(),
      stderr: stderr.text(),
      truncated: stdout.truncated() || stderr.truncated(),
      stopped,
      ms: Math.round(performance.now() - started),
      archive: readArchive(bytes.subarray(READY.length)),
    };
  } finally {
    clearTimeout(timer);
    clearInterval(watch);
    signal.removeEventListener('abort', onAbort);
  }
}

function start([program = '', ...args]: readonly string[], user: number): ChildProcess {
  const nothing = openSync('/dev/null', 'r');
  const stdio: Exclude<StdioOptions, string> = ['pipe', 'pipe', 'pipe', 'pipe', 'pipe', 'pipe'];
  for (const descriptor of inheritedDescriptors()) stdio[descriptor] ??= nothing;
  try {
    return spawn(program, args, {
      cwd: '/',
      env: ENVIRONMENT,
      stdio: Array.from(stdio, (each) => each ?? 'ignore'),
      ...(process.getuid?.() === 0 && { uid: user, gid: user }),
    });
  } finally {
    closeSync(nothing);
  }
}

function feed(stream: Writable, content: Buffer | string): void {
  // Nobody has to read it.
  stream.on('error', () => undefined);
  stream.end(content);
}

/** The fleet's own work goes first. */
function lowerPriority(pid: number | undefined): void {
  try {
    if (pid !== undefined) setPriority(pid, constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // It has ended already.
  }
}
