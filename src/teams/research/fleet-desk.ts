/** The research team's port (`desk.ts`), implemented on Redis and the queues. */
import { v5 as uuidv5 } from 'uuid';
import type { Fleet, Posted } from '../../engine/task/fleet.ts';
import { LAYOUT } from '../../engine/task/keys.ts';
import type { Task, TaskResult } from '../../engine/task/task.ts';
import type { Workspace, WorkspaceStore } from '../../engine/workspace/workspace.ts';
import { AppError } from '../../platform/errors.ts';
import { keyBuilders } from '../../platform/keys.ts';
import type { RedisClient } from '../../platform/lua.ts';
import { sideBySide } from '../../platform/side-by-side.ts';
import { MOST_COUNTED, timesDue } from '../schedule.ts';
import type { Conversation, MessageOptions, ResearchDesk } from './desk.ts';
import { researchKeys } from './keys.ts';
import { type Limits, MAX_ROUNDS } from './limits.ts';
import { createMailDesk, type Delivery } from './mail/mail-desk.ts';
import type { Mailer } from './mail/mailer.ts';
import { indexAgents, rememberActivation, rememberConversation } from './memory.ts';
import { agentOfTask, type ResearchOrigin, rootOf, roundsOf } from './origin.ts';
import { writeProfile } from './profile.ts';
import type { ResearchAgent } from './research-agent.ts';
import { createAgentStore } from './store/agents.ts';
import { createApprovalStore } from './store/approvals.ts';
import { createCallStore } from './store/calls.ts';
import { compareTriggers } from './store/compare-triggers.ts';
import { createReportStore } from './store/reports.ts';
import { createRequestStore } from './store/requests.ts';
import { createTriggerStore } from './store/triggers.ts';
import type { Trigger } from './trigger.ts';

export const TEAM = 'research';
/** The agent that runs the tasks of a research agent. */
const RESEARCH_AGENT = 'ResearchAgent';
const REPORTS = '9a6c0b1e-52b5-5b52-8f0e-6a8c3f4d7b34';
/** Limits of one activation: an agent that reaches them has not failed, but is paused until a person resumes it. */
const PAUSING_LIMITS = new Set(['limit_reached', 'context_exceeded', 'timeout']);
/** An agent that retires has hundreds of triggers at most. */
const AT_ONCE = 50;

type Parts = { redis: RedisClient; tag: string; fleet: Fleet; workspaces: WorkspaceStore; settings: Limits };

/** What the team's jobs do: fire triggers, send mail, and account for what an activation has used. */
export type FleetResearchDesk = ResearchDesk & {
  /** Fires a trigger that is due by Redis's clock; of several jobs for one time, the first fires it. */
  fire(triggerId: string): Promise<'fired' | 'skipped'>;
  /** Cancels without reading what is stored. */
  stopTrigger(triggerId: string): Promise<void>;
  deliver(approvalId: string, mailer: Mailer, lastAttempt: boolean): Promise<Delivery>;
  restoreDeliveries(): Promise<number>;
  restoreTriggers(): Promise<number>;
  /** At least once for each task; the account contains it once. */
  account(task: Task, result: TaskResult, seconds: number): Promise<void>;
  /** Writes the messages of a task into the files of the team. */
  remember(task: Task, reply: string | null): Promise<void>;
};

export function createResearchDesk({ redis, tag, fleet, workspaces, settings }: Parts): FleetResearchDesk {
  const keys = researchKeys(tag);
  const sessionKey = keyBuilders(tag, LAYOUT).session;
  const agents = createAgentStore(redis, keys, settings);
  const reports = createReportStore(redis, keys);
  const requests = createRequestStore(redis, keys);
  const triggers = createTriggerStore(redis, keys, settings, {
    plan: (planned) => fleet.schedule(TEAM, planned),
    remove: (id, at) => fleet.unschedule(TEAM, id, at),
  });
  const approvals = createApprovalStore(redis, keys, (id, key) => fleet.deliver(TEAM, id, key));
  const mail = createMailDesk({ approvals, file, agentOf: agents.read, post });

  /** Writes into the files of an agent. Nothing stays of one that was erased meanwhile: its key goes before its files. */
  async function file(tenant: string, id: string, write: (files: Workspace) => Promise<unknown>): Promise<void> {
    await write(workspaces.open(tenant, `agent:${id}`));
    if ((await redis.exists(keys.agent(id))) === 0) await workspaces.erase(tenant, `agent:${id}`);
  }

  /** Adds a task to the agent's own session, whose lane is the agent's mailbox. */
  async function post(agent: ResearchAgent, text: string, origin: ResearchOrigin, key: string): Promise<Posted> {
    const { id, tenant, user_id } = agent;
    const about = aboutOf(agent);
    const to = { team: TEAM, agent: RESEARCH_AGENT, session_id: `agent-${id}` };
    return fleet.post({ tenant, user_id, subject: null, about, ...to, text, origin, key, needs: keys.agent(id) });
  }

  async function report(
    agent: ResearchAgent,
    text: string,
    key: string,
    { rounds = 0, asked = false, root }: Parameters<ResearchDesk['report']>[3] = {},
  ): Promise<void> {
    const { id, tenant, user_id, session_id } = agent;
    const reportId = uuidv5(key, REPORTS);
    await reports.arrive(agent, reportId, text);
    await fleet.post({
      tenant,
      user_id,
      session_id,
      subject: null,
      about: aboutOf(agent),
      team: TEAM,
      text: `Report of ${agent.name}:\n${text}`,
      origin: { kind: 'report', agent_id: id, report_id: reportId, rounds: rounds + 1, asked, root },
      key: `report.${reportId}`,
      needs: keys.agent(id),
    });
  }

  /** The user finds the refused message in the inbox, whatever the agent that was refused does now. */
  async function refuseRound(agent: ResearchAgent, text: string, key: string): Promise<never> {
    const kept_back = `The agents have exchanged ${MAX_ROUNDS} messages without a message of yours. Say whether they should go on.`;
    await reports.arrive(agent, uuidv5(`round.${key}`, REPORTS), text, { kept_back });
    throw new AppError(
      'limit_reached',
      `Agents may exchange ${MAX_ROUNDS} messages without one of the user. Ask the user.`,
    );
  }

  async function message(
    conversation: Conversation,
    id: string,
    text: string,
    key: string,
    { raise, rounds = 0, addresses = [], root }: MessageOptions = {},
  ): Promise<{ turn_id: string; waiting: boolean }> {
    const agent = await agents.find(conversation, id);
    // What is said about a patient goes to the agents of that patient only, so that it can be erased.
    if (conversation.patient_id && agent.patient_id !== conversation.patient_id)
      throw new AppError('not_found', 'There is no such research agent.');
    const session = sessionKey(agent.tenant, conversation.session_id);
    if ((await redis.hmget(session, 'owner', 'user_id')).some((one) => one && one !== agent.user_id))
      throw new AppError('conflict', 'This session belongs to someone else, and the agent could not report to it.');
    if (rounds >= MAX_ROUNDS) return refuseRound(agent, text, key);
    if (agent.status === 'retired')
      throw new AppError('conflict', 'This agent is retired. Create another one for the topic.');
    const raised = raise !== undefined && (await agents.raise(agent, raise));
    // Triggers that were held while it was paused are due now.
    if (raised) await triggers.sweep(0);
    try {
      const origin: ResearchOrigin = { kind: 'message', agent_id: id, addresses, rounds: rounds + 1, root };
      // Before the message: the agent may report at once.
      await agents.engage(agent, conversation);
      const posted = await post(agent, text, origin, `message.${key}`);
      return { turn_id: posted.id, waiting: posted.waiting };
    } catch (thrown) {
      if (raised && isRefusal(thrown)) await agents.withdraw(agent, raise);
      throw thrown;
    }
  }

  return {
    create: async (conversation, wish, key) => (await agents.create(conversation, wish, key)).agent,

    async createWithTask(conversation, { message: text, ...wish }, key, options) {
      const { agent, isNew } = await agents.create(conversation, wish, key);
      try {
        const { waiting } = await message(conversation, agent.id, text, key, options);
        return { agent, waiting };
      } catch (thrown) {
        if (isNew && isRefusal(thrown)) await agents.discard(agent);
        throw thrown;
      }
    },

    agents: agents.list,
    agent: agents.find,
    changeAgent: async (asker, id, change) => {
      const agent = await agents.find(asker, id);
      const ending = change.status === 'retired' ? await redis.smembers(keys.agent_pending(id)) : [];
      // With their jobs: what is planned meanwhile ends with the agent, and its job at the next comparison.
      await sideBySide(ending, AT_ONCE, (trigger) => triggers.stop(trigger, 'cancelled'));
      const changed = await agents.change(agent, change);
      if (change.status === 'active') await triggers.sweep(0);
      return changed;
    },
    noteProfile: (conversation, part, note, key) => writeProfile(workspaces, conversation, part, note, key),
    async holdFiring(triggerId) {
      const trigger = await triggers.read(triggerId);
      if (trigger) await triggers.hold(trigger, new Date(trigger.last_fired_at ?? trigger.created_at));
    },
    message,
    report,
    settle: (_owner, reportId, outcome) => reports.settle(reportId, outcome),
    inbox: reports.list,
    mayCall: createCallStore(redis, keys),
    once: requests.once,

    askToSend: approvals.ask,
    approvals: approvals.list,
    approval: approvals.find,
    decide: mail.decide,
    receive: mail.receive,
    deliver: mail.deliver,
    restoreDeliveries: mail.restoreDeliveries,

    createTrigger: triggers.create,
    triggers: triggers.list,
    trigger: triggers.find,
    changeTrigger: triggers.change,
    stopTrigger: (id) => triggers.stop(id, 'cancelled'),
    async restoreTriggers() {
      const jobs = {
        repeating: (cursor: string) => fleet.repeating(TEAM, cursor),
        unplanned: (due: { id: string; at: number }[]) => fleet.unplanned(TEAM, due),
      };
      const follow = async (id: string, now: Date) => triggers.follow(id, await triggers.read(id), now);
      const started = await triggers.sweep();
      return started + (await compareTriggers({ redis, keys, jobs, follow }));
    },

    async fire(triggerId) {
      const trigger = await triggers.read(triggerId);
      const agent = trigger && (await agents.read(trigger.agent_id));
      // Erased, retired, or not understood: it must not be due for ever.
      if (!trigger || !agent || agent.status === 'retired' || trigger.status === 'unreadable')
        await triggers.stop(triggerId, 'cancelled');
      if (!trigger?.fire_at || !agent || agent.status === 'retired' || trigger.status !== 'pending') return 'skipped';
      const due = new Date(trigger.fire_at);
      const began = await triggers.begin(triggerId, due);
      if (!began) return 'skipped';
      if (agent.status === 'paused' && trigger.when?.kind === 'once') {
        await triggers.hold(trigger, due);
        return 'skipped';
      }
      const happens = agent.status === 'active';
      const origin: ResearchOrigin = { kind: 'trigger', agent_id: agent.id, trigger_id: trigger.id };
      const text = instructionOf(trigger, due, began);
      if (happens) await post(agent, text, origin, `trigger.${trigger.id}.${due.getTime()}`);
      await triggers.fired(trigger, due, began, happens);
      return happens ? 'fired' : 'skipped';
    },

    async remember(task, reply) {
      const agentId = agentOfTask(task);
      const { tenant, user_id, about } = task;
      if (agentId) {
        await file(tenant, agentId, (files) => rememberActivation(files, { task, reply }));
        // By a job, for which an erasure waits.
        if (!about) await indexAgents(workspaces, task, await agents.list(task), agentId);
        return;
      }
      if (about) {
        // Before the file: an erasure must find it.
        await redis.sadd(keys.patient_users(tenant, about.id), user_id);
        await redis.sadd(keys.user_patients(tenant, user_id), about.id);
      }
      return rememberConversation(workspaces, { task, reply });
    },

    async account(task, { usage, error }, seconds) {
      const agentId = agentOfTask(task);
      const agent = agentId && (await agents.read(agentId));
      if (!agent) return;
      const atOnce = error && PAUSING_LIMITS.has(error.code) ? 'what it may use at one time' : null;
      const spent = await agents.account(agent, task.id, { usage, seconds, atOnce });
      if (!spent) return;
      const text = `It has paused: it has used up ${spent}. Ask the user whether it should go on.`;
      await report(agent, text, `pause.${task.id}`, { rounds: roundsOf(task), root: rootOf(task) });
    },
  };
}

function aboutOf({ patient_id }: ResearchAgent) {
  return patient_id === null ? null : { kind: 'patient', id: patient_id };
}

/** The request was answered, and nothing was done: unlike an outage, of which it is not known what it has left. */
function isRefusal(thrown: unknown): boolean {
  return thrown instanceof AppError && thrown.policy.retry === 'never';
}

/** Times that were missed, because the fleet was down or its queue paused, are one run. The offline agent reads past this (offline/task.ts). */
function instructionOf({ instruction, schedule, when }: Trigger, due: Date, began: Date): string {
  const times = when ? timesDue(when, due, began) : 1;
  const count = times < MOST_COUNTED ? times : `${times} or more`;
  const missed = times > 1 ? `, once for ${count} times since ${due.toISOString().slice(0, 10)}` : '';
  return `A trigger of yours (${schedule}) has fired${missed}: ${instruction}`;
}
