/**
 * The port of the research team: everything that its tools and routes can do. `fleet-desk.ts` implements it over `store/`.
 * `key` is an idempotency key: the same key again changes nothing and returns the same answer.
 */
import type { Asker } from '../../engine/access/principal.ts';
import type { Approval, Decision, Mail } from './approval.ts';
import type { InboxItem } from './inbox.ts';
import type { IncomingMail } from './mail/incoming.ts';
import type { ProfilePart } from './profile.ts';
import type { AgentChange, AgentWish, ResearchAgent } from './research-agent.ts';
import type { ToolCall } from './store/calls.ts';
import type { KeyedRequest } from './store/requests.ts';
import type { Trigger, TriggerChange } from './trigger.ts';

export type Owner = { tenant: string; user_id: string };

/** The conversation that an agent reports to, and the patient that it is about. */
export type Conversation = Owner & { session_id: string; patient_id?: string | null };

export type MessageOptions = {
  /** What a person has sent to give the agent its budget once more; the same again gives no more. */
  raise?: string;
  /** Messages between agents that led to this one; none if a person sends it. */
  rounds?: number;
  /** The task that all of them go back to. */
  root?: string;
  /** Web addresses of the user's own words, which alone the agent may open without having found them. */
  addresses?: string[];
};

export interface ResearchDesk {
  create(conversation: Conversation, wish: AgentWish, key: string): Promise<ResearchAgent>;
  /** Creates an agent and gives it its first task; if the task is refused, there is no agent. */
  createWithTask(
    conversation: Conversation,
    wish: AgentWish & { message: string },
    key: string,
    options?: MessageOptions,
  ): Promise<{ agent: ResearchAgent; waiting: boolean }>;
  /** The roster: last active first. */
  agents(owner: Owner): Promise<ResearchAgent[]>;
  /** Throws `not_found`, also for an agent of another tenant or user. */
  agent(asker: Asker, id: string): Promise<ResearchAgent>;
  /** Pauses, resumes or retires an agent, and changes its budget or what is enough. Throws `conflict` for a retired one. */
  changeAgent(asker: Asker, id: string, change: AgentChange): Promise<ResearchAgent>;
  /** A firing that the agent could not work on, because it had paused, is held until it resumes. */
  holdFiring(triggerId: string): Promise<void>;
  /**
   * Puts a message into the agent's mailbox; from then on it reports to that conversation. Throws `not_found` for an agent that does not
   * work for the conversation's patient, and `limit_reached` where agents have answered each other too often without a person.
   */
  message(
    conversation: Conversation,
    id: string,
    text: string,
    key: string,
    options?: MessageOptions,
  ): Promise<{ turn_id: string; waiting: boolean }>;
  /** Sends an agent's findings to the agent that talks to the user. */
  report(
    agent: ResearchAgent,
    text: string,
    key: string,
    about?: { rounds?: number; root?: string; asked?: boolean },
  ): Promise<void>;
  /** Records the outcome of a report: told to the user, or kept back for a reason. */
  settle(owner: Owner, reportId: string, outcome: { said: string } | { kept_back: string }): Promise<void>;
  /** Counts a call of a tool; false if its task has made `most` calls of it already. */
  mayCall(call: ToolCall, most: number): Promise<boolean>;
  /** Does a client's request under its key. Throws `idempotency_conflict` if the key was used with another body. */
  once<T>(request: KeyedRequest, work: (key: string) => Promise<T>): Promise<T>;
  /** Keeps what the user has said about themselves. */
  noteProfile(conversation: Conversation, part: ProfilePart, note: string, key: string): Promise<void>;
  inbox(owner: Owner, limit: number): Promise<InboxItem[]>;

  /** Stores a mail that a person has to approve before it is sent. */
  askToSend(agent: ResearchAgent, mail: Mail, key: string): Promise<Approval>;
  approvals(owner: Owner): Promise<Approval[]>;
  approval(asker: Asker, id: string): Promise<Approval>;
  decide(asker: Asker, id: string, decision: Decision): Promise<Approval>;
  /** An answer to a mail: starts the agent that wrote the mail. False if no mail of ours is answered. */
  receive(mail: IncomingMail): Promise<boolean>;

  createTrigger(
    agent: ResearchAgent,
    plan: { schedule: string; instruction: string },
    timezone: string,
    key: string,
  ): Promise<Trigger>;
  triggers(owner: Owner, agentId?: string): Promise<Trigger[]>;
  trigger(asker: Asker, id: string): Promise<Trigger>;
  changeTrigger(asker: Asker, id: string, change: TriggerChange): Promise<Trigger>;
}
