/**
 * Looks after gates whose holder died. Started by: a schedule. Reads the turns that hold a gate; starts or ends those that nobody works
 * on. Running twice is safe: starting a turn adds jobs with fixed ids, and a turn ends once.
 */
import { upkeep } from '../queues/upkeep.ts';
import type { Handler } from './job-host.ts';

type Parts = Omit<Parameters<typeof upkeep>[0], 'log'>;

export function upkeepHandler(parts: Parts): Handler<'upkeep'> {
  return async (_payload, helpers) => upkeep({ ...parts, log: helpers.log });
}
