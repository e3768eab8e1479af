/** A thread in which no reading ends, as if every text were harder than the rules can bear. */
import { threadTasks } from '../../src/platform/threads.ts';

function forever(): never {
  for (;;);
}

export const serve = threadTasks({ rule: forever, redFlags: forever, redFlagsAndMedicines: forever, told: forever });
