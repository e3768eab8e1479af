/**
 * Sends an outward effect of a team, such as a mail. Started by: the team, or its upkeep where a crash has lost the job. Running twice
 * must be safe: the team marks an effect as being sent before it sends it.
 */
import type { EquipmentOf } from '../src/engine/run/equipment.ts';
import type { Handler } from './job-host.ts';

export function deliverHandler(equipmentOf: EquipmentOf): Handler<'deliver'> {
  return async ({ team, id }, { job, lastAttempt, log }) => {
    const outcome = (await equipmentOf(team).module.deliver?.(id, lastAttempt, String(job.id))) ?? 'skipped';
    log.info({ team, id, outcome }, 'delivery.done');
    return { outcome };
  };
}
