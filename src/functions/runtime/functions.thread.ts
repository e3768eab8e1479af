/** The thread in which functions work on texts. */
import { threadTasks } from '../../platform/threads.ts';
import { FUNCTIONS } from '../functions.ts';
import { functionTasks } from './function-tasks.ts';

export const serve = threadTasks(functionTasks(FUNCTIONS));
