/**
 * Work that could hold the event loop (reading a message, a query) runs in a few threads, with a deadline. A thread that exceeds it, or its
 * memory, is ended and replaced; only the work that it did fails. What parses files of strangers runs in child processes (children.ts).
 * A thread file exports `serve = threadTasks({ … })`; `run` calls its functions by name.
 */
import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Piscina } from 'piscina';
import { bundleSource } from './bundle-source.ts';
import { AppError, type ErrorCode } from './errors.ts';
import {
  closeThreadGate,
  createThreadGate,
  enterThreadGate,
  releaseThreadGate,
  type ThreadGate,
} from './thread-gate.ts';

export type ThreadOptions = {
  threads?: number;
  /** How long one piece of work may take, from when a thread begins it. Waiting for a thread does not count. */
  deadlineMs: number;
  memoryMb?: number;
  /** How many pieces of work may wait for a thread. */
  maxWaiting?: number;
};

export type Threads = {
  /** Starts the threads now; otherwise the first work does. */
  start(): void;
  run<T>(name: string, input: unknown, signal?: AbortSignal): Promise<T>;
  close(): Promise<void>;
};

/** Errors lose their class on the way between threads; an AppError is sent as data. */
export type Outcome =
  | { value: unknown }
  | { error: { code: ErrorCode; message: string; errors?: AppError['errors'] } }
  | { thrown: unknown };

/** A thread has a deadline and a gate in shared memory; a child process needs neither. */
export type Call = { name: string; input: unknown; begun?: SharedArrayBuffer; gate?: ThreadGate };

/** The thread file `name` beside the file at `url`, with the same ending: sources and compiled files differ in it. */
export function threadFile(url: string, name: string): URL {
  return new URL(`./${name}.thread${extname(url)}`, url);
}

const BUNDLED = fileURLToPath(new URL('./bundled-thread.mjs', import.meta.url));

export function openThreads(
  file: URL,
  { threads = 1, deadlineMs, memoryMb = 512, maxWaiting }: ThreadOptions,
): Threads {
  let pool: Promise<Piscina> | undefined;
  const gates = new Set<ThreadGate>();
  const open = async (): Promise<Piscina> => {
    // In a compiled fleet the files end with .js, and are loaded as they are.
    const isSource = file.pathname.endsWith('.ts');
    const opened = new Piscina({
      filename: isSource ? BUNDLED : fileURLToPath(file),
      ...(isSource && { workerData: { file: (await bundleSource(file)).href } }),
      minThreads: threads,
      maxThreads: threads,
      ...(maxWaiting !== undefined && { maxQueue: maxWaiting }),
      concurrentTasksPerWorker: 1,
      resourceLimits: { maxOldGenerationSizeMb: memoryMb },
    });
    // Reported to whoever waits for the work as well.
    opened.on('error', () => undefined);
    return opened;
  };
  const started = (): Promise<Piscina> => {
    pool ??= open();
    return pool;
  };

  return {
    start: () => void started().catch(() => undefined),
    async run<T>(name: string, input: unknown, signal?: AbortSignal): Promise<T> {
      const deadline = watchDeadline(deadlineMs);
      const gate = createThreadGate();
      const call: Call = { name, input, begun: deadline.begun, gate };
      gates.add(gate);
      try {
        const ends = signal ? AbortSignal.any([signal, deadline.signal]) : deadline.signal;
        const outcome: Outcome = await (await started()).run(call, { name: 'serve', signal: afterClosing(gate, ends) });
        return valueIn<T>(outcome);
      } catch (thrown) {
        throw failureOf(thrown, signal, deadline.signal);
      } finally {
        deadline.stop();
        gates.delete(gate);
        releaseThreadGate(gate);
      }
    },
    async close() {
      await Promise.all([...gates].map(closeThreadGate));
      // Whoever asked for work was told that it could not be opened.
      await (await pool?.catch(() => undefined))?.destroy();
    },
  };
}

/** A thread's functions, by name, as `run` calls them. Input and output are cloned on the way. */
export function threadTasks(
  tasks: Readonly<Record<string, (input: never) => unknown>>,
): (call: Call) => Promise<Outcome> {
  return async ({ name, input, begun, gate }) => {
    if (gate) enterThreadGate(gate);
    const task = tasks[name];
    if (!task) throw new Error(`This thread has no ${name}.`);
    if (begun) new Float64Array(begun)[0] = Date.now();
    try {
      return { value: await task(input as never) };
    } catch (thrown) {
      if (!(thrown instanceof AppError)) return { thrown };
      const { code, message, errors } = thrown;
      return { error: { code, message, ...(errors && { errors }) } };
    }
  };
}

export function valueIn<T>(outcome: Outcome): T {
  if ('value' in outcome) return outcome.value as T;
  if ('thrown' in outcome) throw outcome.thrown;
  const { code, message, errors } = outcome.error;
  throw new AppError(code, message, errors && { errors });
}

/** The thread writes down when it begins, in shared memory: the time is looked at when it could be over, so no message is needed. */
function watchDeadline(deadlineMs: number) {
  const begun = new SharedArrayBuffer(Float64Array.BYTES_PER_ELEMENT);
  const aborter = new AbortController();
  const check = () => {
    const at = new Float64Array(begun)[0] || Date.now();
    const left = at + deadlineMs - Date.now();
    if (left > 0) timer = setTimeout(check, left);
    else aborter.abort();
  };
  let timer = setTimeout(check, deadlineMs);
  return { begun, signal: aborter.signal, stop: () => clearTimeout(timer) };
}

/** Aborted like `ends`, as soon as the thread may be ended. */
function afterClosing(gate: ThreadGate, ends: AbortSignal): AbortSignal {
  const aborter = new AbortController();
  const end = () => void closeThreadGate(gate).then(() => aborter.abort());
  if (ends.aborted) end();
  else ends.addEventListener('abort', end, { once: true });
  return aborter.signal;
}

function failureOf(thrown: unknown, signal: AbortSignal | undefined, deadline: AbortSignal): unknown {
  if (signal?.aborted) return signal.reason;
  if (deadline.aborted) return new AppError('timeout', 'Reading it took longer than any honest input needs.');
  const code = (thrown as { code?: unknown }).code;
  if (code === 'ERR_WORKER_OUT_OF_MEMORY')
    return new AppError('too_large', 'Reading it needs more memory than allowed.');
  return thrown;
}
