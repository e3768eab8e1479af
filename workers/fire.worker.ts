/**
 * Scheduled work is due. Started by: a delay, which ends by the clock of whichever worker looks. Calls the team that scheduled it, which
 * knows when it is due. Running twice is safe: the team does what is due at a time once.
 */
import type { EquipmentOf } from '../src/engine/run/equipment.ts';
import type { Handler } from './job-host.ts';

export function fireHandler(equipmentOf: EquipmentOf): Handler<'fire'> {
  return async ({ team, id }, { log }) => {
    const outcome = (await equipmentOf(team).module.fire?.(id)) ?? 'skipped';
    log.info({ team, id, outcome }, 'trigger.fired');
    return { outcome };
  };
}
