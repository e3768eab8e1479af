/** A kind of agent: all that the engine does differently for agents of different types stands in one object for each. */
import type { AgentDraft, Report } from '../agents/rules/rule.ts';
import type { AgentType } from '../agents/schema.ts';
import type { Agent, Team } from '../agents/team.ts';
import type { ChildRun, RunAgent } from '../run/context.ts';

/**
 * Child jobs that are laid out before the agent runs, in levels: a level begins when the one before it is done. Every level but the first
 * has one run, because a job of BullMQ has one parent: it is the parent of the level before it.
 */
export type Layout = ChildRun[][];

export type Kind = {
  /** Does work of its own, which the task reports; others only run their sub-agents. */
  works: boolean;
  /** As a team's root it runs in the task's own job; others are the task's one child. */
  isTask: boolean;
  /** The queue of a task that begins with it, where that is not the queue of turns. */
  taskQueue?: 'function';
  /** Which fields of the config go together. */
  validate(draft: AgentDraft, report: Report): void;
  /** Whether its words can be an answer to the user. */
  answers(agent: Agent, team: Team): boolean;
  layout(run: ChildRun, team: Team): Layout;
  run: RunAgent;
};

export type KindOf = (agent: Agent) => Kind;

export type Kinds = Readonly<Record<AgentType, Kind>>;
