/** The thread of the functions, with those of the tests. */
import { functionTasks } from '../../../src/functions/runtime/function-tasks.ts';
import { threadTasks } from '../../../src/platform/threads.ts';
import { SAMPLES } from './sample-functions.ts';

export const serve = threadTasks(functionTasks(SAMPLES));
