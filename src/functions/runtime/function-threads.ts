/** Functions work on texts in threads with a deadline, so that no text can hold the event loop. */
import { openThreads, threadFile } from '../../platform/threads.ts';
import type { functionTasks } from './function-tasks.ts';

type Tasks = ReturnType<typeof functionTasks>;

export type FunctionThreads = {
  run<Name extends keyof Tasks>(
    name: Name,
    input: Parameters<Tasks[Name]>[0],
    signal?: AbortSignal,
  ): Promise<ReturnType<Tasks[Name]>>;
  close(): Promise<void>;
};

/** A second one works on while a long text is read. */
const THREADS = 2;
/** A text of 100 kB takes well below a second: this is for a machine on which everything waits. */
const DEADLINE_MS = 20_000;
const MEMORY_MB = 512;

const THREAD = threadFile(import.meta.url, 'functions');

export function openFunctionThreads(file = THREAD): FunctionThreads {
  return openThreads(file, { threads: THREADS, deadlineMs: DEADLINE_MS, memoryMb: MEMORY_MB });
}
