/**
 * Callbacks that a config can name, by hook. Each may do nothing (undefined), or answer in place of what it stands before, or replace
 * what it stands after. Those around models and tools run inside journaled steps, so a replay does not run them again; those around
 * the agent run in every attempt and must be repeatable.
 */
import type { Agent } from '../agents/team.ts';
import type { ModelAnswer, ModelRequest, ToolCall } from '../models/model.ts';
import type { State } from '../task/state.ts';
import type { Task } from '../task/task.ts';

export type CallbackContext = { task: Task; runId: string; state: State };

type Maybe<T> = Promise<T | undefined>;

export type CallbackRegistry = {
  before_agent: Record<string, (agent: Agent, context: CallbackContext) => Maybe<string>>;
  after_agent: Record<string, (agent: Agent, context: CallbackContext, text: string) => Maybe<string>>;
  before_model: Record<string, (agent: Agent, context: CallbackContext, request: ModelRequest) => Maybe<ModelAnswer>>;
  after_model: Record<string, (agent: Agent, context: CallbackContext, answer: ModelAnswer) => Maybe<ModelAnswer>>;
  before_tool: Record<string, (agent: Agent, context: CallbackContext, call: ToolCall) => Maybe<unknown>>;
  after_tool: Record<
    string,
    (agent: Agent, context: CallbackContext, call: ToolCall, result: unknown) => Maybe<unknown>
  >;
};

export const HOOKS = [
  'before_agent',
  'after_agent',
  'before_model',
  'after_model',
  'before_tool',
  'after_tool',
] as const satisfies (keyof CallbackRegistry)[];
