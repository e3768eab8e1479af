/** What a run is given. Nothing in `src/engine/run` uses anything that is not in here. */
import type { Log } from '../../platform/log.ts';
import type { Agent, Team } from '../agents/team.ts';
import type { Message, ModelGateway, ToolDeclaration } from '../models/model.ts';
import type { State, StateDelta } from '../task/state.ts';
import type { Task } from '../task/task.ts';
import type { Documents } from '../tools/documents.ts';
import type { WorkspaceStore } from '../workspace/workspace.ts';
import type { Equipment } from './equipment.ts';
import type { FunctionCall, FunctionOutcome, Kept } from './functions.ts';
import type { Journal } from './journal.ts';
import type { RemoteOutcome, RemoteRequest } from './remote.ts';
import type { RunResult } from './run-result.ts';
import type { RunStore } from './run-store.ts';
import type { Preface } from './team-module.ts';
import type { JobFacts } from './trace.ts';

/** Runs an agent of any kind. `src/engine/kinds` has one for each. */
export type RunAgent = (agent: Agent, context: RunContext) => Promise<RunResult>;

/** What all runs of a process share. */
export type Services = {
  model: ModelGateway;
  /** Asks the teams' offline rules, whatever the model is. */
  rules: ModelGateway;
  workspaces: WorkspaceStore;
  store: RunStore;
  run: RunAgent;
  documents: Documents;
  functions: Functions;
  remotes: RemoteAgents;
  allowHosts: readonly string[];
  /** The longest pause that a provider may ask for; beyond it a run fails rather than let a person wait. */
  maxPauseMs: number;
};

export type RunContext = {
  services: Services;
  team: Team;
  equipment: Equipment;
  task: Task;
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
  /** Addresses that searches of this run have found: an agent may open them. They come from the journal again in every attempt. */
  found: ReadonlySet<string>;
  part?: Part | undefined;
  /** Of a run that is a job of its own. */
  job?: JobFacts | undefined;
  /** What the caller asks of a remote agent, where it asks for more than a hand-over does. */
  request?: RemoteRequest | undefined;
  /** The text this run works on: the user's message, or a caller's request. */
  input: string;
  history: Message[];
  /** What the team wants said before anything else in the task. */
  preface: Preface | null;
  state: State;
  journal: Journal;
  dispatch: Dispatch;
  signal: AbortSignal;
  /** Lets the time of the agent and of its callers stand still until what this returns is called. */
  pause?: () => () => void;
  log: Log;
};

/** Which part of a loop or of a pipeline's stage a run works on. */
export type Part = {
  /** 1, and one more for each time that a later stage has sent the work back, or that a loop goes round. */
  round: number;
  /** For a stage that runs once for each of several items. */
  item?: string | undefined;
};

export type ChildRun = {
  agent: Agent;
  runId: string;
  speaks: boolean;
  part?: Part;
  /** Of an item of a stage: its place among them, from 1. */
  index?: number;
  /** Who has handed over to it. */
  from?: string;
  /** The runs of the level before it. */
  after?: string[];
};

/** What a caller gives its children: how deep they are, and what it has changed in the state so far, which they must see. */
export type Caller = { depth: number; changes: StateDelta };

export type TransferWish = { from: Agent; to: string; reason: string; depth: number };

/**
 * refused: the policy does not allow it. tail: the target is to take the caller's place as a job of its own, once the caller's result
 * is written. inline: it runs inside this job. child: it runs as a child job of this one.
 */
export type TransferPlan = { kind: 'refused'; reason: string } | { kind: 'tail' | 'inline' | 'child'; agent: Agent };

/** How a run sets others going. `queues/` implements it with jobs. */
export interface Dispatch {
  /** Checks the transfer policy and says how the target is to run. */
  plan(wish: TransferWish, caller: Pick<RunContext, 'nested' | 'runId'>): TransferPlan;
  /** Logs and counts a hand-over. Called once for each. */
  note(wish: TransferWish, plan: TransferPlan): void;
  /** The results of children that run as jobs, level after level; throws `Parked` while they are not all there. */
  children(levels: ChildRun[][], caller: Caller): Promise<RunResult[]>;
}

/** The functions. `src/functions` implements it. */
export interface Functions {
  /**
   * `context.journal` keeps every model call as a step, under the context's run id. Throws `invalid` with the fields of a bad input,
   * `over_budget`, `model_required`.
   */
  call(call: FunctionCall, context: RunContext): Promise<FunctionOutcome>;
  /** Keeps the output of a pipeline's stage beyond the pipeline. The same run again keeps it once. */
  keep(kept: Kept, context: RunContext): Promise<void>;
  /** For agents that have functions as tools, by name. */
  declarations: ReadonlyMap<string, ToolDeclaration>;
}

/** Agents of other systems. `src/interop` implements it. */
export interface RemoteAgents {
  /**
   * One call with its retries, behind the circuit breaker of that agent. The same run makes the same call: its idempotency key is
   * derived from the run's id. Throws `remote_unavailable` (open circuit, timeout, no connection), `remote_refused` (bad token, unknown
   * action, bad parameters) or `remote_failed` (the agent itself failed).
   */
  call(agent: Agent, request: RemoteRequest, context: RunContext): Promise<RemoteOutcome>;
}

/** Thrown to leave a job that waits for its children. Not a failure: the job goes on when they are done. */
export class Parked extends Error {
  override name = 'Parked';
}
