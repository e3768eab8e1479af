/**
 * Scheduled work is due. Started by: a schedule, or a delay. Calls the team that scheduled it. Running twice is safe:
 * the team is given the job's id as key, and does the same thing once.
 */
import type { EquipmentOf } from '../src/engine/run/equipment.ts';
import type { Handler } from './job-host.ts';

export function fireHandler(equipmentOf: EquipmentOf): Handler<'fire'> {
  return async ({ team, id }, { job, log }) => {
    const outcome = (await equipmentOf(team).module.fire?.(id, String(job.id))) ?? 'skipped';
    log.info({ team, id, outcome }, 'trigger.fired');
    return { outcome };
  };
}
