/** What a run is given. Nothing in `src/engine/run` reaches for anything that is not in here. */

import type { Log } from '../../platform/log.ts';
import type { PatientRecord } from '../../record/record.ts';
import type { ResearchDesk } from '../../teams/research/desk.ts';
import type { SearchEverywhere } from '../../teams/research/search/search-everywhere.ts';
import type { Agent, Team } from '../agents/team.ts';
import type { Message, Model } from '../models/model.ts';
import type { State, StateDelta } from '../task/state.ts';
import type { Turn } from '../task/turn.ts';
import type { Tool } from '../tools/tool.ts';
import type { WorkspaceStore } from '../workspace/workspace.ts';
import type { CallbackRegistry } from './callbacks.ts';
import type { Journal } from './journal.ts';
import type { RunResult } from './run-result.ts';
import type { RunStore } from './run-store.ts';

/** What all runs of a process share. */
export type Services = {
  model: Model;
  tools: ReadonlyMap<string, Tool>;
  callbacks: CallbackRegistry;
  record: PatientRecord;
  workspaces: WorkspaceStore;
  /** There where a process has queues to set agents going. */
  research?: ResearchDesk;
  search: SearchEverywhere;
  store: RunStore;
  allowHosts: readonly string[];
  /** The longest pause that a provider may ask for; beyond it a run fails rather than let a person wait. */
  maxPauseMs: number;
};

export type RunContext = {
  services: Services;
  team: Team;
  turn: Turn;
  runId: string;
  /** How many hand-overs led here. */
  depth: number;
  /** Starts of this job so far, this one included: more than 1 after a retry, a crash or a park. */
  attempt: number;
  /** How often the work was tried: parks do not count. */
  tries: number;
  /** No further attempt follows: what fails now has failed. */
  lastAttempt: boolean;
  /** Whether what this agent says goes to the user. */
  speaks: boolean;
  /** Inside a tool call: whatever this run sets going happens in the same job, on the same input. */
  nested: boolean;
  /** The words this run works on: the user's message, or a caller's request. */
  input: string;
  history: Message[];
  state: State;
  journal: Journal;
  dispatch: Dispatch;
  signal: AbortSignal;
  log: Log;
};

export type ChildRun = { agent: Agent; runId: string; speaks: boolean };

/** What a caller gives its children: how deep they are, and what it has changed in the state so far, which they must see. */
export type Caller = { depth: number; changes: StateDelta };

export type TransferWish = { from: Agent; to: string; reason: string; runId: string; speaks: boolean; nested: boolean };

/** How a run sets others going. `queues/` implements it with child jobs. */
export interface Dispatch {
  /** Checks the transfer policy, then runs the target: as a child job, or through `inline` where it is to run inside this one. */
  transfer(
    wish: TransferWish,
    caller: Caller,
    inline: (target: ChildRun) => Promise<RunResult>,
  ): Promise<{ refused: string } | { result: RunResult }>;
  /** The results of children that run as jobs; throws `Parked` while they are not all there. */
  children(runs: ChildRun[], order: 'parallel' | 'sequential', caller: Caller): Promise<RunResult[]>;
}

/** Thrown to leave a job that waits for its children. Not a failure: the job goes on when they are done. */
export class Parked extends Error {
  override name = 'Parked';
}

/** The turn's own moment: the same in every attempt, so that "this morning" never moves. */
export function momentOf(turn: Turn): { now: Date; timezone: string } {
  return { now: new Date(turn.created_at), timezone: turn.user_location?.timezone ?? 'UTC' };
}
