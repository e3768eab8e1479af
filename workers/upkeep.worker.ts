/**
 * Handles tasks that no worker runs. Started by: a schedule. Starts or ends them. Running twice is safe: starting a task adds jobs
 * with fixed ids, and a task ends once.
 */
import { TIMES, upkeep } from '../queues/upkeep.ts';
import type { Handler } from './job-host.ts';

type Parts = Omit<Parameters<typeof upkeep>[0], 'log'>;

export function upkeepHandler(parts: Parts, idleMs: number): Handler<'upkeep'> {
  return async (_payload, helpers) => upkeep({ ...parts, log: helpers.log }, { ...TIMES, idleMs });
}
