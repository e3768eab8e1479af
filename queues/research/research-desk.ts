/** The research team's desk on lanes, hashes and schedulers: see `src/research/desk.ts` for what it promises. */
import { v5 as uuidv5 } from 'uuid';
import type { Origin, Turn, TurnResult } from '../../src/memory/turn.ts';
import type { Keys } from '../../src/platform/keys.ts';
import type { RedisClient } from '../../src/platform/lua.ts';
import type { Conversation, ResearchDesk } from '../../src/research/desk.ts';
import type { ResearchAgent } from '../../src/research/research-agent.ts';
import type { Trigger } from '../../src/research/trigger.ts';
import type { FleetQueues } from '../fleet-queues.ts';
import { createAgentStore } from './agents.ts';
import type { Mailbox, Posted } from './mailbox.ts';
import { createReportStore } from './reports.ts';
import { createTriggerStore } from './triggers.ts';

const REPORTS = '9a6c0b1e-52b5-5b52-8f0e-6a8c3f4d7b34';
/** Limits of one activation: whoever runs into them has not failed, but has to ask whether to go on. */
const OUT_OF_BREATH = new Set(['limit_reached', 'timeout']);

type Parts = { redis: RedisClient; keys: Keys; queues: FleetQueues; mailbox: Mailbox };

/** What the workers do besides: fire triggers, and account for what an activation has used. */
export type FleetResearchDesk = ResearchDesk & {
  fire(triggerId: string, jobId: string): Promise<'fired' | 'skipped'>;
  account(turn: Turn, result: TurnResult, seconds: number): Promise<void>;
};

export function createResearchDesk({ redis, keys, queues, mailbox }: Parts): FleetResearchDesk {
  const agents = createAgentStore(redis, keys);
  const reports = createReportStore(redis, keys);
  const triggers = createTriggerStore(redis, keys, queues);

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

  return {
    create: agents.create,
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

function instructionOf({ instruction, schedule }: Trigger): string {
  return `A trigger of yours (${schedule}) has fired: ${instruction}`;
}
