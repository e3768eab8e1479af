/**
 * What a team brings besides its agents' files. The engine calls these hooks and never asks which team it is. A module's factory only
 * keeps the parts that it is given; it uses none of them before a hook is called, so that the agents' files can be checked without them.
 */
import type { z } from 'zod';
import type { Log } from '../../platform/log.ts';
import type { AnyRule } from '../models/offline/rule.ts';
import type { BuildOutwardQuery } from '../models/outward-query.ts';
import type { State } from '../task/state.ts';
import type { Subject, Task, TaskRequest, TaskResult } from '../task/task.ts';
import type { Tool } from '../tools/tool.ts';
import type { Owner } from '../workspace/workspace.ts';
import type { CallbackRegistry } from './callback.ts';
import type { RouteTable } from './route.ts';
import type { RunResult } from './run-result.ts';
import type { ServedAgent } from './served-agent.ts';

/** A schema that a config's `output:` may name. */
export type Output = {
  schema: z.ZodType;
  /** Whether an answer holds nothing: its run is then `empty`, not `success`. */
  isEmpty?(value: unknown): boolean;
};

/** What stands before anything that is said in a task, and what events and result say about it. */
export type Preface = { text: string; data: Record<string, unknown> };

/** A task's end, as the fan-in sees it. */
export type FanIn = {
  task: Task;
  /** The runs of agents with work of their own, flat. */
  runs: readonly RunResult[];
  /** What the user wrote before in the session, oldest first. */
  earlier: readonly string[];
  state: Pick<State, 'get'>;
  log: Log;
};

export type FanInResult = {
  /** Goes into the task's result. */
  data?: Record<string, unknown>;
  events?: readonly { kind: string; data: unknown }[];
  /** Fields to note in the session. */
  session?: Readonly<Record<string, string>>;
  /** Agents whose words are in the reply although they have handed over. */
  sources?: readonly string[];
  /** What could not be done before the end and must be done later, as JSON: `finish` is given it until it succeeds. */
  left?: unknown;
};

/** A run after the end of its task, in whose result there is what the rules gave. */
export type Late = { task: Task; run: RunResult; result: TaskResult };

/** What has become of a task. `reply` is what the user was told, `ms` the time that all runs took. */
export type Ended = { task: Task; result: TaskResult; reply: string | null; ms: number };

/** How many of what was erased, and what could not be: each a sentence that says where it is. */
export type Erased = {
  agents?: number;
  keys?: number;
  files?: number;
  nodes?: number;
  edges?: number;
  stays?: readonly string[];
};

export type TeamModule = {
  name: string;
  /** Whom a task of the team is about, such as `person`; null: nobody. */
  subject: string | null;
  tools?: readonly Tool[];
  outputs?: Readonly<Record<string, Output>>;
  callbacks?: Partial<CallbackRegistry>;
  /** Rules for the agents that can do without a model, by agent. */
  offline?: Readonly<Record<string, AnyRule>>;
  /** What an agent's first answer means, for `routed` events. */
  routes?: RouteTable;
  /** Session state that a task begins with: objects by key. Fields that are not given keep their value. */
  opening?(request: TaskRequest): Record<string, Record<string, unknown>>;
  /** Looked at before anything is said. `earlier`: what the user wrote before in the session. Called often with the same task. */
  before?(task: Task, earlier: readonly string[]): Promise<Preface | null>;
  /** What of a model's text may stand beside the preface: where that says what to do, nothing else may. */
  beside?(preface: Preface, text: string): string;
  /** Makes the query of an agent that searches with a tool of its model's provider. Without it such an agent searches nothing. */
  outwardQuery?: BuildOutwardQuery;
  /** Whose files the task's tools work on; those of the user if it does not say. */
  workspaceOf?(task: Task): Owner;
  /** What happens with the results of all runs, before the task ends. Runs again if the job does, and must not mind. */
  fanIn?(end: FanIn): Promise<FanInResult>;
  /** Does what `fanIn` has left. Tried again until it succeeds; the same task again must change nothing. */
  finish?(task: Task, left: unknown): Promise<void>;
  /**
   * An agent that rules stood in for has done its work after the end. Returns what is new in the result's data. The same run again must
   * change nothing.
   */
  late?(late: Late): Promise<Record<string, unknown>>;
  /** At least once after the task has ended, whatever crashes. The same task again must change nothing. */
  ended?(ended: Ended): Promise<void>;
  /** Deletes what the team keeps about a subject or user. `stop` comes first, before their tasks are cancelled. */
  erase?: { stop(tenant: string, who: Subject): Promise<void>; forget(tenant: string, who: Subject): Promise<Erased> };
  /** Something that the team has scheduled is due. May be called several times for one time. */
  fire?(id: string): Promise<'fired' | 'skipped'>;
  /** An outward effect of the team, such as a mail. A job that has lost its worker comes again with the same id. */
  deliver?(id: string, lastAttempt: boolean, job: string): Promise<'sent' | 'failed' | 'unclear' | 'skipped'>;
  /** Agents that other systems, or this fleet itself, call over A2A. */
  serves?: readonly ServedAgent[];
  /** Called by upkeep: gives lost work its job again. */
  sweep?(): Promise<void>;
  close?(): Promise<void>;
};
