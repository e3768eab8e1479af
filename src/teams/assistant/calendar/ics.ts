/** Reads and writes iCalendar text in a thread: files come from anywhere, and a calendar of thousands of events takes a while. */
import { openChildren } from '../../../platform/children.ts';
import { threadFile } from '../../../platform/threads.ts';
import type { ReadIcs } from './read-ics.ts';
import type { Written } from './write-ics.ts';

export type Ics = {
  read(input: { text: string; zone: string; now: Date }): Promise<ReadIcs>;
  write(input: Written): Promise<string>;
  close(): Promise<void>;
};

/** Several times what the largest accepted file takes. */
const DEADLINE_MS = 20_000;
const MEMORY_MB = 256;
const MAX_WAITING = 50;
const THREAD = threadFile(import.meta.url, 'ics');

/** The thread starts with the first text. */
export function openIcs(): Ics {
  const threads = openChildren(THREAD, { deadlineMs: DEADLINE_MS, memoryMb: MEMORY_MB, maxWaiting: MAX_WAITING });
  return {
    read: (input) => threads.run('read', input),
    write: (input) => threads.run('write', input),
    close: threads.close,
  };
}
