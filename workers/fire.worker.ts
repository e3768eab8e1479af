/**
 * A trigger's time has come. Started by: a schedule, or a delay. Puts the instruction into the owning agent's mailbox. Running twice is
 * safe: the letter's key is this job, and the same letter is delivered once.
 */
import type { FleetResearchDesk } from '../src/teams/research/store/research-desk.ts';
import type { Handler } from './job-host.ts';

export function fireHandler(desk: FleetResearchDesk): Handler<'fire'> {
  return async ({ trigger_id }, { job, log }) => {
    const outcome = await desk.fire(trigger_id, String(job.id));
    log.info({ trigger_id, outcome }, 'trigger.fired');
    return { outcome };
  };
}
