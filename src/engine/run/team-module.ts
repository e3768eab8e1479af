/**
 * What a team brings besides its agents' files. The engine calls these hooks and never asks which team it is. A module's factory only
 * keeps the parts that it is given; it uses none of them before a hook is called, so that the agents' files can be checked without them.
 */
import type { z } from 'zod';
import type { Log } from '../../platform/log.ts';
import type { Rule } from '../models/offline/rule.ts';
import type { State } from '../task/state.ts';
import type { Subject, Task, TaskRequest, TaskResult } from '../task/task.ts';
import type { Tool } from '../tools/tool.ts';
import type { Owner } from '../workspace/workspace.ts';
import type { CallbackRegistry } from './callback.ts';
import type { RouteTable } from './route.ts';
import type { RunResult } from './run-result.ts';

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
  state: Pick<State, 'get'>;
  log: Log;
};

export type FanInResult = {
  /** Goes into the task's result. */
  data?: Record<string, unknown>;
  events?: readonly { kind: string; data: unknown }[];
  /** Fields to note in the session. */
  session?: Readonly<Record<string, string>>;
};

/** What has become of a task. */
export type Ended = { task: Task; result: TaskResult; reply: string | null; runs: readonly RunResult[] };

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
  offline?: Readonly<Record<string, Rule>>;
  /** What an agent's first answer means, for `routed` events. */
  routes?: RouteTable;
  /** Session state that a task begins with: objects by key. Fields that are not given keep their value. */
  opening?(request: TaskRequest): Record<string, Record<string, unknown>>;
  /** Looked at before anything is said. Called often with the same task. */
  before?(task: Pick<Task, 'text' | 'user_location' | 'origin'>): Preface | null;
  /** Whose files the task's tools work on; those of the user if it does not say. */
  workspaceOf?(task: Task): Owner;
  /** What happens with the results of all runs, before the task ends. Runs again if the job does, and must not mind. */
  fanIn?(end: FanIn): Promise<FanInResult>;
  /** Once, after the task has ended. */
  ended?(ended: Ended): Promise<void>;
  /** Deletes what the team keeps about a subject or user. `stop` comes first, before their tasks are cancelled. */
  erase?: { stop(tenant: string, who: Subject): Promise<void>; forget(tenant: string, who: Subject): Promise<Erased> };
  /** Something that the team has scheduled is due. May be called several times for one time. */
  fire?(id: string): Promise<'fired' | 'skipped'>;
  /** An outward effect of the team, such as a mail. */
  deliver?(id: string, lastAttempt: boolean): Promise<'sent' | 'failed' | 'unclear' | 'skipped'>;
  /** Called by upkeep: gives lost work its job again. */
  sweep?(): Promise<void>;
  close?(): Promise<void>;
};
