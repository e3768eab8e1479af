/**
 * An outward effect of a team leaves, such as a mail. Started by: the team, or its sweep where a crash has cost the job. Running twice
 * must be safe: the team marks what is on its way before it is.
 */
import type { EquipmentOf } from '../src/engine/run/equipment.ts';
import type { Handler } from './job-host.ts';

export function deliverHandler(equipmentOf: EquipmentOf): Handler<'deliver'> {
  return async ({ team, id }, { lastAttempt, log }) => {
    const outcome = (await equipmentOf(team).module.deliver?.(id, lastAttempt)) ?? 'skipped';
    log.info({ team, id, outcome }, 'delivery.done');
    return { outcome };
  };
}
