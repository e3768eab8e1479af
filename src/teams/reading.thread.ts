/** The thread in which messages are read. */
import { threadTasks } from '../platform/threads.ts';
import { READING_TASKS } from './reading-tasks.ts';

export const serve = threadTasks(READING_TASKS);

// Some tables are loaded with the first message: with this one, so that no user waits for them.
READING_TASKS.redFlags({ text: 'It began on Monday: 120/80, and I take 5 mg of ramipril.', user_location: null });
