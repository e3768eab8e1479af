/**
 * Parsers of what strangers send run in child processes with a deadline: V8 ends a whole process if it compiles a pattern while the stack
 * is almost used up, and a thread is a part of its process. A child has no secrets in its environment; it starts with the first work and
 * ends when it has had none for a while. The files are those of threads (threads.ts).
 */
import { type ChildProcess, fork } from 'node:child_process';
import { once, setMaxListeners } from 'node:events';
import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundleSource } from './bundle-source.ts';
import { startDeadline } from './deadline.ts';
import { AppError } from './errors.ts';
import { createSlots } from './slots.ts';
import { type Call, type Outcome, type ThreadOptions, type Threads, valueIn } from './threads.ts';

/** `owner`: whose work it is. Those who wait get their turn one after the other, and none has all of several children. */
export type Children = Omit<Threads, 'run'> & {
  run<T>(name: string, input: unknown, signal?: AbortSignal, owner?: string): Promise<T>;
};

type Child = { process: ChildProcess; idle?: NodeJS.Timeout };

const IS_SOURCE = extname(import.meta.url) === '.ts';
const HOST = new URL(`./child-host${extname(import.meta.url)}`, import.meta.url);
/** A start takes some tenths of a second of CPU. */
const IDLE_MS = 60_000;
const RETRY_AFTER_MS = 5_000;
const LATE = 'Reading it took longer than any honest input needs.';
const ENDED = 'It is nested too deeply, or reading it needs more memory than allowed.';

export function openChildren(
  file: URL,
  { threads = 1, deadlineMs, memoryMb = 512, maxWaiting = Number.POSITIVE_INFINITY }: ThreadOptions,
): Children {
  const slots = createSlots(threads, Math.max(1, threads - 1));
  const children = new Map<number, Child>();
  const closing = new AbortController();
  setMaxListeners(Number.POSITIVE_INFINITY, closing.signal);

  async function childOf(slot: number): Promise<Child> {
    const known = children.get(slot);
    if (known) return known;
    const [host, tasks] = await Promise.all([HOST, file].map((each) => (IS_SOURCE ? bundleSource(each) : each)));
    const child: Child = { process: startChild(host as URL, tasks as URL, memoryMb) };
    children.set(slot, child);
    child.process.once('exit', () => children.delete(slot));
    await messageOf(child.process, closing.signal, new Error(`A process for ${file.pathname} could not be started.`));
    return child;
  }

  async function work<T>(slot: number, call: Call, ends: AbortSignal): Promise<T> {
    const child = await childOf(slot);
    clearTimeout(child.idle);
    const deadline = startDeadline(ends, deadlineMs / 1000, () => new AppError('timeout', LATE));
    try {
      child.process.send(call);
      return valueIn<T>(await messageOf(child.process, deadline.signal, new AppError('too_large', ENDED)));
    } finally {
      deadline.done();
      child.idle = setTimeout(() => child.process.kill(), IDLE_MS).unref();
    }
  }

  return {
    start: () => void slots.use(closing.signal, childOf).catch(() => undefined),
    async run<T>(name: string, input: unknown, signal?: AbortSignal, owner?: string): Promise<T> {
      if (slots.waiting() >= maxWaiting)
        throw new AppError('busy', 'Too many texts and files wait to be read.', { retryAfterMs: RETRY_AFTER_MS });
      const ends = signal ? AbortSignal.any([signal, closing.signal]) : closing.signal;
      return slots.use(ends, (slot) => work<T>(slot, { name, input }, ends), owner);
    },
    async close() {
      closing.abort(new AppError('shutting_down', 'This process is shutting down.'));
      await slots.idle();
      await Promise.all(
        [...children.values()].map(async ({ process, idle }) => {
          clearTimeout(idle);
          process.kill('SIGKILL');
          await once(process, 'exit');
        }),
      );
    },
  };
}

function startChild(host: URL, tasks: URL, memoryMb: number): ChildProcess {
  const { TZ, LANG, LC_ALL } = process.env;
  return fork(fileURLToPath(host), [tasks.href], {
    execArgv: [`--max-old-space-size=${memoryMb}`],
    env: { TZ, LANG, LC_ALL },
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
}

/** The child's next message. It is killed when nobody waits for it any more. */
async function messageOf(child: ChildProcess, ends: AbortSignal, ended: Error): Promise<Outcome> {
  const kill = () => child.kill('SIGKILL');
  ends.addEventListener('abort', kill, { once: true });
  if (ends.aborted) kill();
  let onExit = () => {};
  try {
    return await new Promise<Outcome>((resolve, reject) => {
      onExit = () => reject(ends.aborted ? ends.reason : ended);
      child.once('message', resolve as (message: unknown) => void).once('exit', onExit);
    });
  } finally {
    ends.removeEventListener('abort', kill);
    child.off('exit', onExit);
  }
}
