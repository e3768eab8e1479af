/**
 * Mail of research agents: decided by a person, sent once, and its outcome told to the agent. An outcome is noted in the same step as the
 * status, so that a process which dies before it has told the agent leaves it to the sweep.
 */
import type { Workspace } from '../../../engine/workspace/workspace.ts';
import { toAppError } from '../../../platform/errors.ts';
import type { ResearchDesk } from '../desk.ts';
import type { ResearchOrigin } from '../origin.ts';
import type { ResearchAgent } from '../research-agent.ts';
import type { createApprovalStore } from '../store/approvals.ts';
import type { Mailer } from './mailer.ts';

export type Delivery = 'sent' | 'failed' | 'unclear' | 'skipped';

type Parts = {
  approvals: ReturnType<typeof createApprovalStore>;
  /** Writes into the files of an agent. */
  file(tenant: string, agentId: string, write: (files: Workspace) => Promise<unknown>): Promise<void>;
  agentOf(id: string): Promise<ResearchAgent | null>;
  /** Puts a message into the agent's mailbox, once for each key. */
  post(agent: ResearchAgent, text: string, origin: ResearchOrigin, key: string): Promise<unknown>;
};

type MailDesk = Pick<ResearchDesk, 'decide' | 'receive'> & {
  deliver(approvalId: string, mailer: Mailer, lastAttempt: boolean): Promise<Delivery>;
  /** Adds the jobs again of approved mails that have lost theirs in a crash, and tells agents the outcomes that they have missed. */
  restoreDeliveries(): Promise<number>;
};

export function createMailDesk({ approvals, file, agentOf, post }: Parts): MailDesk {
  /** A sent mail is written into the agent's files as well. */
  async function tellOutcome(id: string): Promise<void> {
    const approval = await approvals.read(id);
    const agent = approval && (await agentOf(approval.agent_id));
    if (approval && agent) {
      const { status, mail, note, created_at } = approval;
      if (status === 'sent') {
        const path = `correspondence/${created_at.slice(0, 10)}-${id.slice(0, 8)}.md`;
        const text = `To: ${mail.to}\nSubject: ${mail.subject}\n\n${mail.body}\n`;
        const by = { by: 'delivery', key: `sent.${id}` };
        await file(agent.tenant, agent.id, (files) => files.write(path, text, by));
      }
      const why = note ? ` (${note})` : '';
      const told = `Your mail to ${mail.to} about "${mail.subject}" is ${status}${why}.`;
      await post(agent, told, { kind: 'decision', agent_id: agent.id, approval_id: id }, `decision.${id}.${status}`);
    }
    await approvals.told(id);
  }

  async function settled<O extends Delivery>(id: string, outcome: O): Promise<O> {
    await tellOutcome(id);
    return outcome;
  }

  return {
    async decide(asker, id, decision) {
      const approval = await approvals.decide(asker, id, decision);
      if (approval.status === 'rejected') await tellOutcome(id);
      return approval;
    },

    async receive(mail) {
      const approval = await approvals.read(mail.approval_id);
      const agent = approval && (await agentOf(approval.agent_id));
      if (!approval || !agent) return false;
      const path = `correspondence/${mail.received_at.slice(0, 10)}-answer-${approval.id.slice(0, 8)}.md`;
      const letter = `From: ${mail.from}\nSubject: ${mail.subject}\nReceived: ${mail.received_at}\n\n${mail.text}\n`;
      const by = { by: `mail from ${mail.from}`, key: mail.message_id };
      await file(agent.tenant, agent.id, (files) => files.append(path, letter, by));
      const text = `An answer to your mail "${approval.mail.subject}" has come from ${mail.from}. It is in ${path}.`;
      const origin: ResearchOrigin = { kind: 'mail', agent_id: agent.id, approval_id: approval.id };
      await post(agent, text, origin, `mail.${mail.message_id}`);
      return true;
    },

    async deliver(approvalId, mailer, lastAttempt) {
      const approval = await approvals.read(approvalId);
      if (!approval) return 'skipped';
      // The worker before this one died while it sent the mail: it is not known whether the server accepted it.
      if (approval.status === 'sending' && (await approvals.move(approvalId, ['sending'], 'unclear')))
        return settled(approvalId, 'unclear');
      if (!(await approvals.move(approvalId, ['approved'], 'sending'))) return 'skipped';
      try {
        await mailer.send(approval);
      } catch (thrown) {
        const error = toAppError(thrown);
        if (error.policy.retry === 'backoff' && !lastAttempt) {
          await approvals.move(approvalId, ['sending'], 'approved', { note: error.message });
          throw error;
        }
        await approvals.move(approvalId, ['sending'], 'failed', { note: error.message });
        return settled(approvalId, 'failed');
      }
      // Erased while it was sent: nothing of it may stay.
      if (!(await approvals.read(approvalId))) {
        await mailer.forget(approvalId);
        return 'skipped';
      }
      await approvals.move(approvalId, ['sending'], 'sent');
      return settled(approvalId, 'sent');
    },

    async restoreDeliveries() {
      for (const id of await approvals.untold()) await tellOutcome(id);
      return approvals.chase();
    },
  };
}
