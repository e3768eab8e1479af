/**
 * Reads messages in a thread with a deadline. One thread: what the six readers of a message share is cached in it, and reading takes a
 * small part of a process's time. A reading beyond its deadline fails with `timeout`, its thread is replaced, and nothing else waits
 * longer than that for it.
 */
import type { AnyRule, Rule } from '../engine/models/offline/rule.ts';
import { openThreads, threadFile } from '../platform/threads.ts';
import type { READING_TASKS } from './reading-tasks.ts';

type Tasks = typeof READING_TASKS;

export type Reading = {
  read<Name extends keyof Tasks>(name: Name, input: Parameters<Tasks[Name]>[0]): Promise<ReturnType<Tasks[Name]>>;
};

export type OpenReading = Reading & {
  /** Loads the vocabulary now and not with the first message. */
  start(): void;
  close(): Promise<void>;
};

/** The longest text that is accepted takes a second of CPU at most: this is for a machine on which everything waits. */
const DEADLINE_MS = 20_000;
/** The vocabulary and all caches take about 150 MB. */
const MEMORY_MB = 512;

const THREAD = threadFile(import.meta.url, 'reading');

export function openReading(file = THREAD, deadlineMs = DEADLINE_MS): OpenReading {
  const { run, start, close } = openThreads(file, { threads: 1, deadlineMs, memoryMb: MEMORY_MB });
  return { read: run, start, close };
}

/** A team's rules as its module gives them: the same agents, read in the thread. */
export function readRules(reading: Reading, team: string, rules: Readonly<Record<string, Rule>>) {
  const read = (agent: string): AnyRule => {
    return (request) => reading.read('rule', { team, agent, request });
  };
  return Object.fromEntries(Object.keys(rules).map((agent) => [agent, read(agent)]));
}
