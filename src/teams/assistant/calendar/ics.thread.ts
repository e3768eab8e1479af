/** The work of ics.ts. */
import { threadTasks } from '../../../platform/threads.ts';
import { readIcs } from './read-ics.ts';
import { writeIcs } from './write-ics.ts';

export const serve = threadTasks({ read: readIcs, write: writeIcs });
