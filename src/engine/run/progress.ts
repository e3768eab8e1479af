/** How far a task is that has not ended: which agents have begun and which are done. */

import type { z } from 'zod';
import { TASK_RUN } from '../task/keys.ts';
import type { AgentOutcome } from '../task/task.ts';
import { flatten, type RunResult } from './run-result.ts';

/** `hash` is the task's, in which each job notes that it has begun; `results` holds the results so far. */
export function agentsSoFar(
  hash: Record<string, string>,
  results: Record<string, string>,
): Record<string, z.infer<typeof AgentOutcome>> {
  const begun = Object.entries(hash)
    .filter(([field]) => field.startsWith('job:') && field !== `job:${TASK_RUN}`)
    .map(([field, mark]) => [
      field.slice(Math.max(field.lastIndexOf('.'), 'job'.length) + 1),
      { status: 'running' as const, ms: Date.now() - Number.parseInt(mark, 10), attempts: 1 },
    ]);
  const done = Object.values(results)
    .flatMap((json) => flatten(JSON.parse(json) as RunResult))
    .map(({ agent, status, ms, attempts }) => [agent, { status, ms, attempts }]);
  return Object.fromEntries([...begun, ...done]);
}
