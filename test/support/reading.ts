/** Reads messages in the test's own thread, where nothing is about threads. */
import type { Reading } from '../../src/teams/reading.ts';
import { READING_TASKS } from '../../src/teams/reading-tasks.ts';

export const readHere: Reading = {
  read: async (name, input) => (READING_TASKS[name] as (input: unknown) => never)(input),
};
