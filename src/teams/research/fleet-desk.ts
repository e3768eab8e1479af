/** The research team's port (`desk.ts`), implemented on Redis and the queues. */
import { v5 as uuidv5 } from 'uuid';
import type { Fleet, Posted } from '../../engine/task/fleet.ts';
import type { Task, TaskResult } from '../../engine/task/task.ts';
import type { WorkspaceStore } from '../../engine/workspace/workspace.ts';
import { toAppError } from '../../platform/errors.ts';
import type { RedisClient } from '../../platform/lua.ts';
import type { Approval } from './approval.ts';
import type { ResearchDesk } from './desk.ts';
import { researchKeys } from './keys.ts';
import type { IncomingMail } from './mail/incoming.ts';
import type { Mailer } from './mail/mailer.ts';
import { indexAgents, rememberActivation, rememberConversation } from './memory.ts';
import { agentOfTask, type ResearchOrigin } from './origin.ts';
import type { ResearchAgent } from './research-agent.ts';
import { createAgentStore } from './store/agents.ts';
import { createApprovalStore } from './store/approvals.ts';
import { createReportStore } from './store/reports.ts';
import { createTriggerStore } from './store/triggers.ts';
import type { Trigger } from './trigger.ts';

export const TEAM = 'research';
/** The agent that runs the tasks of a research agent. */
const RESEARCH_AGENT = 'ResearchAgent';
const REPORTS = '9a6c0b1e-52b5-5b52-8f0e-6a8c3f4d7b34';
/** Limits of one activation: an agent that reaches them has not failed, but is paused until a person resumes it. */
const PAUSING_LIMITS = new Set(['limit_reached', 'timeout']);

type Parts = { redis: RedisClient; tag: string; fleet: Fleet; workspaces: WorkspaceStore };

/** What the team's jobs do: fire triggers, send mail, and account for what an activation has used. */
export type FleetResearchDesk = ResearchDesk & {
  fire(triggerId: string, jobId: string): Promise<'fired' | 'skipped'>;
  deliver(approvalId: string, mailer: Mailer, lastAttempt: boolean): Promise<'sent' | 'failed' | 'unclear' | 'skipped'>;
  /** Adds the jobs again of approved mails that have lost theirs in a crash. */
  restoreDeliveries(): Promise<number>;
  account(task: Task, result: TaskResult, seconds: number): Promise<void>;
  /** Writes the messages of a task into the files of the team. */
  remember(task: Task, reply: string | null): Promise<void>;
};

export function createResearchDesk({ redis, tag, fleet, workspaces }: Parts): FleetResearchDesk {
  const keys = researchKeys(tag);
  const agents = createAgentStore(redis, keys);
  const reports = createReportStore(redis, keys);
  const triggers = createTriggerStore(redis, keys, {
    add: (id, due) => fleet.schedule(TEAM, id, due),
    remove: (id, due) => fleet.unschedule(TEAM, id, due),
  });
  const approvals = createApprovalStore(redis, keys, (id, key) => fleet.deliver(TEAM, id, key));

  /** Adds a task to the agent's own session, whose lane is the agent's mailbox. */
  const post = (agent: ResearchAgent, text: string, origin: ResearchOrigin, key: string): Promise<Posted> =>
    fleet.post({
      tenant: agent.tenant,
      user_id: agent.user_id,
      session_id: `agent-${agent.id}`,
      subject: null,
      team: TEAM,
      agent: RESEARCH_AGENT,
      text,
      origin,
      key,
    });

  async function report(agent: ResearchAgent, text: string, key: string): Promise<void> {
    const reportId = uuidv5(key, REPORTS);
    await reports.arrive(agent, reportId, text);
    await fleet.post({
      tenant: agent.tenant,
      user_id: agent.user_id,
      session_id: agent.session_id,
      subject: null,
      team: TEAM,
      text: `Report of ${agent.name}:\n${text}`,
      origin: { kind: 'report', agent_id: agent.id, report_id: reportId },
      key: `report.${reportId}`,
    });
  }

  /** Tells the agent the outcome of its mail; a sent mail is written into the agent's files. */
  async function reportOutcome(approval: Approval): Promise<void> {
    const agent = await agents.read(approval.agent_id);
    if (!agent) return;
    const { id, status, mail, note } = approval;
    if (status === 'sent') {
      const path = `correspondence/${approval.created_at.slice(0, 10)}-${id.slice(0, 8)}.md`;
      const text = `To: ${mail.to}\nSubject: ${mail.subject}\n\n${mail.body}\n`;
      await workspaces.open(agent.tenant, `agent:${agent.id}`).write(path, text, { by: 'delivery', key: `sent.${id}` });
    }
    const origin: ResearchOrigin = { kind: 'decision', agent_id: agent.id, approval_id: id };
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
    if (approval) await reportOutcome(approval);
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

    async message(conversation, id, text, key, more = {}, addresses = []) {
      const agent = await agents.find(conversation, id);
      await agents.engage(agent, conversation, more);
      const origin: ResearchOrigin = { kind: 'message', agent_id: id, addresses };
      const { id: turn_id, waiting } = await post(agent, text, origin, `message.${key}`);
      return { turn_id, waiting };
    },

    report,
    settle: (_owner, reportId, outcome) => reports.settle(reportId, outcome),
    inbox: reports.list,

    askToSend: approvals.ask,
    approvals: approvals.list,
    approval: approvals.find,

    async decide(asker, id, decision) {
      const approval = await approvals.decide(asker, id, decision);
      if (approval.status === 'rejected') await reportOutcome(approval);
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
      const origin: ResearchOrigin = { kind: 'mail', agent_id: agent.id, approval_id: approval.id };
      const text = `An answer to your mail "${approval.mail.subject}" has come from ${mail.from}. It is in ${path}.`;
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
      await approvals.move(approvalId, ['sending'], 'sent');
      return settled(approvalId, 'sent');
    },

    restoreDeliveries: approvals.chase,

    createTrigger: (agent, plan, timezone, key) => triggers.create(agent, plan, timezone, key),
    triggers: triggers.list,
    trigger: triggers.find,
    changeTrigger: triggers.change,

    async fire(triggerId, jobId) {
      const trigger = await triggers.read(triggerId);
      if (!trigger || trigger.status === 'cancelled' || trigger.paused) return 'skipped';
      const agent = await agents.read(trigger.agent_id);
      if (!agent || agent.status === 'paused') return 'skipped';
      const origin: ResearchOrigin = { kind: 'trigger', agent_id: agent.id, trigger_id: trigger.id };
      await post(agent, instructionOf(trigger), origin, `trigger.${trigger.id}.${jobId}`);
      await triggers.fired(trigger, jobId);
      return 'fired';
    },

    async remember(task, reply) {
      const agentId = agentOfTask(task);
      if (agentId) await rememberActivation(workspaces, { task, reply }, agentId);
      else await rememberConversation(workspaces, { task, reply });
    },

    async account(task, { usage, error }, seconds) {
      const agentId = agentOfTask(task);
      const agent = agentId && (await agents.read(agentId));
      if (!agent) return;
      const spent = await agents.account(agent, usage, seconds);
      const atOnce = error && PAUSING_LIMITS.has(error.code) ? 'what it may use at one time' : null;
      if (!spent && !atOnce) return;
      await agents.pause(agent.id);
      await report(
        agent,
        `It has paused: it has used up ${spent ?? atOnce}. Ask the user whether it should go on.`,
        `pause.${task.id}`,
      );
    },
  };
}

function letterText({ from, subject, received_at, text }: IncomingMail): string {
  return `From: ${from}\nSubject: ${subject}\nReceived: ${received_at}\n\n${text}\n`;
}

function instructionOf({ instruction, schedule }: Trigger): string {
  return `A trigger of yours (${schedule}) has fired: ${instruction}`;
}
