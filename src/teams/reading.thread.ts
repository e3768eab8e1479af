/** The file of the thread in which messages are read. */
import { threadTasks } from '../platform/threads.ts';
import { READING_TASKS } from './reading-tasks.ts';

export const serve = threadTasks(READING_TASKS);
