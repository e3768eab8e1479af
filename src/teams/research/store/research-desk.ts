/** The research team's desk on lanes, hashes and schedulers: see `src/teams/research/desk.ts` for what it promises. */
import { v5 as uuidv5 } from 'uuid';
import type { FleetQueues } from '../../../../queues/fleet-queues.ts';
import type { Mailbox, Posted } from '../../../../queues/mailbox.ts';
import type { Origin, Turn, TurnResult } from '../../../engine/task/turn.ts';
import type { WorkspaceStore } from '../../../engine/workspace/workspace.ts';
import { toAppError } from '../../../platform/errors.ts';
import type { Keys } from '../../../platform/keys.ts';
import type { RedisClient } from '../../../platform/lua.ts';
import type { Approval } from '../approval.ts';
import type { Conversation, ResearchDesk } from '../desk.ts';
import type { IncomingMail } from '../mail/incoming.ts';
import type { Mailer } from '../mail/mailer.ts';
import { indexAgents, rememberActivation, rememberConversation } from '../memory.ts';
import type { ResearchAgent } from '../research-agent.ts';
import type { Trigger } from '../trigger.ts';
import { createAgentStore } from './agents.ts';
import { createApprovalStore } from './approvals.ts';
import { createReportStore } from './reports.ts';
import { createTriggerStore } from './triggers.ts';

const REPORTS = '9a6c0b1e-52b5-5b52-8f0e-6a8c3f4d7b34';
/** Limits of one activation: whoever runs into them has not failed, but has to ask whether to go on. */
const OUT_OF_BREATH = new Set(['limit_reached', 'timeout']);

type Parts = { redis: RedisClient; keys: Keys; queues: FleetQueues; mailbox: Mailbox; workspaces: WorkspaceStore };

/** What the workers do besides: fire triggers, and account for what an activation has used. */
export type FleetResearchDesk = ResearchDesk & {
  fire(triggerId: string, jobId: string): Promise<'fired' | 'skipped'>;
  deliver(approvalId: string, mailer: Mailer, lastAttempt: boolean): Promise<'sent' | 'failed' | 'unclear' | 'skipped'>;
  /** Gives what was approved, and lost its job in a crash, a job again. */
  chaseDeliveries(): Promise<number>;
  account(turn: Turn, result: TurnResult, seconds: number): Promise<void>;
  /** Files what was said in a turn of the research team. */
  remember(turn: Turn, reply: string | null): Promise<void>;
};

export function createResearchDesk({ redis, keys, queues, mailbox, workspaces }: Parts): FleetResearchDesk {
  const agents = createAgentStore(redis, keys);
  const reports = createReportStore(redis, keys);
  const triggers = createTriggerStore(redis, keys, queues);
  const approvals = createApprovalStore(redis, keys, queues);

  const post = (agent: ResearchAgent, text: string, origin: Origin, key: string): Promise<Posted> =>
    mailbox({ to: laneOf(agent), team: 'researcher', text, origin, key });

  async function report(agent: ResearchAgent, text: string, key: string): Promise<void> {
    const reportId = uuidv5(key, REPORTS);
    await reports.arrive(agent, reportId, text);
    await mailbox({
      to: conversationOf(agent),
      team: 'research',
      text: `Report of ${agent.name}:\n${text}`,
      origin: { kind: 'report', agent_id: agent.id, report_id: reportId },
      key: `report.${reportId}`,
    });
  }

  /** The agent hears what became of its mail, and what has left is filed with it. */
  async function tellOutcome(approval: Approval): Promise<void> {
    const agent = await agents.read(approval.agent_id);
    if (!agent) return;
    const { id, status, mail, note } = approval;
    if (status === 'sent') {
      const path = `correspondence/${approval.created_at.slice(0, 10)}-${id.slice(0, 8)}.md`;
      const text = `To: ${mail.to}\nSubject: ${mail.subject}\n\n${mail.body}\n`;
      await workspaces.open(agent.tenant, `agent:${agent.id}`).write(path, text, { by: 'delivery', key: `sent.${id}` });
    }
    const origin: Origin = { kind: 'decision', agent_id: agent.id, approval_id: id };
    const why = note ? ` (${note})` : '';
    await post(
      agent,
      `Your mail to ${mail.to} about "${mail.subject}" is ${status}${why}.`,
      origin,
      `decision.${id}.${status}`,
    );
  }

  async function settled<O extends 'sent' | 'failed' | 'unclear'>(id: string, outcome: O): Promise<O> {
    const approval = await approvals.read(id);
    if (approval) await tellOutcome(approval);
    return outcome;
  }

  return {
    async create(conversation, wish, key) {
      const agent = await agents.create(conversation, wish, key);
      await indexAgents(workspaces, conversation, await agents.list(conversation), key);
      return agent;
    },
    agents: agents.list,
    agent: agents.find,

    async message(conversation, id, text, key, more = {}) {
      const agent = await agents.find(conversation, id);
      await agents.engage(agent, conversation, more);
      return post(agent, text, { kind: 'message', agent_id: id }, `message.${key}`);
    },

    report,
    settle: (_owner, reportId, outcome) => reports.settle(reportId, outcome),
    inbox: reports.list,

    askToSend: approvals.ask,
    approvals: approvals.list,
    approval: approvals.find,

    async decide(asker, id, decision) {
      const approval = await approvals.decide(asker, id, decision);
      if (approval.status === 'rejected') await tellOutcome(approval);
      return approval;
    },

    async receive(mail) {
      const approval = await approvals.read(mail.approval_id);
      const agent = approval && (await agents.read(approval.agent_id));
      if (!approval || !agent) return false;
      const by = `mail from ${mail.from}`;
      const path = `correspondence/${mail.received_at.slice(0, 10)}-answer-${approval.id.slice(0, 8)}.md`;
      await workspaces
        .open(agent.tenant, `agent:${agent.id}`)
        .append(path, letterText(mail), { by, key: mail.message_id });
      const origin: Origin = { kind: 'mail', agent_id: agent.id, approval_id: approval.id };
      const text = `An answer to your mail "${approval.mail.subject}" has come from ${mail.from}. It is in ${path}.`;
      await post(agent, text, origin, `mail.${mail.message_id}`);
      return true;
    },

    async deliver(approvalId, mailer, lastAttempt) {
      const approval = await approvals.read(approvalId);
      if (!approval) return 'skipped';
      // Whoever had it before us died while it was on its way: nobody knows whether the server took it.
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
      await approvals.move(approvalId, ['sending'], 'sent');
      return settled(approvalId, 'sent');
    },

    chaseDeliveries: approvals.chase,

    createTrigger: (agent, plan, timezone, key) => triggers.create(agent, plan, timezone, key),
    triggers: triggers.list,
    trigger: triggers.find,
    changeTrigger: triggers.change,

    async fire(triggerId, jobId) {
      const trigger = await triggers.read(triggerId);
      if (!trigger || trigger.status === 'cancelled' || trigger.paused) return 'skipped';
      const agent = await agents.read(trigger.agent_id);
      if (!agent || agent.status === 'paused') return 'skipped';
      const origin: Origin = { kind: 'trigger', agent_id: agent.id, trigger_id: trigger.id };
      await post(agent, instructionOf(trigger), origin, `trigger.${trigger.id}.${jobId}`);
      await triggers.fired(trigger, jobId);
      return 'fired';
    },

    async remember(turn, reply) {
      const { origin } = turn;
      if (origin.kind === 'user' || origin.kind === 'report') await rememberConversation(workspaces, { turn, reply });
      else await rememberActivation(workspaces, { turn, reply }, origin.agent_id);
    },

    async account({ turn_id, origin }, { usage, error }, seconds) {
      if (origin.kind === 'user' || origin.kind === 'report') return;
      const agent = await agents.read(origin.agent_id);
      if (!agent) return;
      const gone = await agents.account(agent, usage, seconds);
      const breathless = error && OUT_OF_BREATH.has(error.code) ? 'what it may use at one time' : null;
      if (!gone && !breathless) return;
      await agents.pause(agent.id);
      await report(
        agent,
        `It has paused: it has used up ${gone ?? breathless}. Ask the user whether it should go on.`,
        `pause.${turn_id}`,
      );
    },
  };
}

/** The agent's own session: its lane is the mailbox. */
function laneOf({ id, tenant, user_id }: ResearchAgent): Conversation {
  return { tenant, user_id, patient_id: user_id, session_id: `agent-${id}` };
}

function conversationOf({ tenant, user_id, patient_id, session_id }: ResearchAgent): Conversation {
  return { tenant, user_id, patient_id, session_id };
}

function letterText({ from, subject, received_at, text }: IncomingMail): string {
  return `From: ${from}\nSubject: ${subject}\nReceived: ${received_at}\n\n${text}\n`;
}

function instructionOf({ instruction, schedule }: Trigger): string {
  return `A trigger of yours (${schedule}) has fired: ${instruction}`;
}
