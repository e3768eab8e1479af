/**
 * Functions work on texts in threads with a deadline, so that no text can hold the event loop. What is small is worked on here: passing it
 * to a thread and back would take longer.
 */
import { openChildren } from '../../platform/children.ts';
import { threadFile } from '../../platform/threads.ts';
import type { AgentFunction } from '../agent-function.ts';
import { FUNCTIONS } from '../functions.ts';
import { functionTasks } from './function-tasks.ts';

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

/** As JSON. The slowest of the rules takes some milliseconds for this much. */
const SMALL_CHARS = 2_000;

const THREAD = threadFile(import.meta.url, 'functions');

/** `functions` are those of the thread. */
export function openFunctionThreads(
  file = THREAD,
  functions: ReadonlyMap<string, AgentFunction> = FUNCTIONS,
): FunctionThreads {
  const { run, close } = openChildren(file, { threads: THREADS, deadlineMs: DEADLINE_MS, memoryMb: MEMORY_MB });
  const here = functionTasks(functions);
  return {
    async run(name, input, signal) {
      if (JSON.stringify(input).length > SMALL_CHARS) return run(name, input, signal);
      const work = here[name] as (given: typeof input) => ReturnType<Tasks[typeof name]>;
      return work(input);
    },
    close,
  };
}
