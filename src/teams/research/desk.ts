/**
 * What the tools and routes of the research team can do, as one port; `store/` implements it.
 * `key` makes an act happen once: the same key again changes nothing and gives the same answer.
 */
import type { Approval, Decision, Mail } from './approval.ts';
import type { InboxItem } from './inbox.ts';
import type { IncomingMail } from './mail/incoming.ts';
import type { Budget, ResearchAgent } from './research-agent.ts';
import type { Trigger, TriggerChange } from './trigger.ts';

export type Owner = { tenant: string; user_id: string };

/** Where the tenant as a whole asks, through the API, no user is named. */
export type Asker = { tenant: string; user_id?: string };

/** The conversation that an agent reports to. */
export type Conversation = Owner & { session_id: string };

export interface ResearchDesk {
  create(conversation: Conversation, wish: { name: string; description: string }, key: string): Promise<ResearchAgent>;
  /** The roster: last active first. */
  agents(owner: Owner): Promise<ResearchAgent[]>;
  /** Throws `not_found`, also for an agent of another tenant or user. */
  agent(asker: Asker, id: string): Promise<ResearchAgent>;
  /** Puts a message into the agent's mailbox; from then on it reports to that conversation. More budget lets a paused one go on. */
  message(
    conversation: Conversation,
    id: string,
    text: string,
    key: string,
    more?: Partial<Budget>,
  ): Promise<{ turn_id: string; waiting: boolean }>;
  /** What an agent has found, on its way to the agent that speaks to the user. */
  report(agent: ResearchAgent, text: string, key: string): Promise<void>;
  /** What was made of a report: said to the user, or kept from them for a reason. */
  settle(owner: Owner, reportId: string, outcome: { said: string } | { kept_back: string }): Promise<void>;
  inbox(owner: Owner, most: number): Promise<InboxItem[]>;

  /** A mail that a person has to approve before it leaves. */
  askToSend(agent: ResearchAgent, mail: Mail, key: string): Promise<Approval>;
  approvals(owner: Owner): Promise<Approval[]>;
  approval(asker: Asker, id: string): Promise<Approval>;
  decide(asker: Asker, id: string, decision: Decision): Promise<Approval>;
  /** An answer to a mail: wakes the agent that had written it. False if there is none that it could belong to. */
  receive(mail: IncomingMail): Promise<boolean>;

  createTrigger(
    agent: ResearchAgent,
    plan: { schedule: string; instruction: string },
    timezone: string,
    key: string,
  ): Promise<Trigger>;
  triggers(owner: Owner, agentId?: string): Promise<Trigger[]>;
  trigger(asker: Asker, id: string): Promise<Trigger>;
  changeTrigger(asker: Asker, id: string, change: TriggerChange, timezone: string): Promise<Trigger>;
}
