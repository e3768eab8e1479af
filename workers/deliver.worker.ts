/**
 * A mail that was approved leaves. Started by: the decision, or upkeep where a crash has cost the job. Running twice is safe: a mail is
 * marked as being sent before it is, and one whose sender died in between is not sent again without a person.
 */

import type { Mailer } from '../src/teams/research/mail/mailer.ts';
import type { FleetResearchDesk } from '../src/teams/research/store/research-desk.ts';
import type { Handler } from './job-host.ts';

export function deliverHandler(desk: FleetResearchDesk, mailer: Mailer): Handler<'deliver'> {
  return async ({ approval_id }, { lastAttempt, log }) => {
    const outcome = await desk.deliver(approval_id, mailer, lastAttempt);
    log.info({ approval_id, outcome }, 'mail.delivered');
    return { outcome };
  };
}
