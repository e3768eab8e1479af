/**
 * Callbacks that a config can name, by hook. Each may let things be (undefined) or answer in place of what it stands
 * before, or replace what it stands after. Those around models and tools run inside journaled steps, so a replay does not
 * run them again; those around the agent run in every attempt and must not mind.
 */

import { historyOf } from '../../teams/research/memory.ts';
import type { Agent } from '../agents/team.ts';
import type { ModelAnswer, ModelRequest, ToolCall } from '../models/model.ts';
import { momentOf, type RunContext } from './context.ts';
import { announceRoute } from './route.ts';

type Maybe<T> = Promise<T | undefined>;

export type CallbackRegistry = {
  before_agent: Record<string, (agent: Agent, context: RunContext) => Maybe<string>>;
  after_agent: Record<string, (agent: Agent, context: RunContext, text: string) => Maybe<string>>;
  before_model: Record<string, (agent: Agent, context: RunContext, request: ModelRequest) => Maybe<ModelAnswer>>;
  after_model: Record<string, (agent: Agent, context: RunContext, answer: ModelAnswer) => Maybe<ModelAnswer>>;
  before_tool: Record<string, (agent: Agent, context: RunContext, call: ToolCall) => Maybe<unknown>>;
  after_tool: Record<string, (agent: Agent, context: RunContext, call: ToolCall, result: unknown) => Maybe<unknown>>;
};

export const CALLBACKS = {
  before_agent: {
    async update_current_time(_agent, context) {
      const { now, timezone } = momentOf(context.turn);
      context.state.set('temp:current_time', now.toISOString());
      context.state.set('temp:timezone', timezone);
      return undefined;
    },
    /** Whether a user speaks or an agent reports: the same words mean different things then. */
    async note_origin(_agent, context) {
      context.state.set('temp:origin', context.turn.origin.kind);
      return undefined;
    },
    /** What a long conversation was about before the messages that the agent is still shown. */
    async recall_conversation(_agent, context) {
      const history = await historyOf(context.services.workspaces, context.turn);
      if (history) context.state.set('temp:conversation_history', history);
      return undefined;
    },
    /** A research agent is told who it is; one that has paused does nothing until it is given more to use. */
    async introduce_agent(_agent, context) {
      const { origin, tenant, user_id } = context.turn;
      if (!('agent_id' in origin) || !context.services.research) return undefined;
      const agent = await context.services.research.agent({ tenant, user_id }, origin.agent_id);
      if (agent.status === 'paused') return `${agent.name} has paused and waits to be told to go on.`;
      context.state.set('temp:agent_name', agent.name);
      context.state.set('temp:agent_description', agent.description);
      return undefined;
    },
    /** So that a nested agent can still see what the user really wrote. */
    async prime_last_user_message(_agent, context) {
      const message = context.turn.text.trim();
      if (message) context.state.set('last_user_message', message);
      return undefined;
    },
  },
  after_agent: {},
  before_model: {},
  after_model: {
    /** Tells which rule of triage was applied, as soon as the model has decided. */
    async note_route(agent, context, answer) {
      announceRoute(agent, context, answer);
      return undefined;
    },
  },
  before_tool: {},
  after_tool: {},
} as const satisfies CallbackRegistry;

export const CALLBACK_NAMES: readonly string[] = Object.values(CALLBACKS).flatMap((hook) => Object.keys(hook));

type Hook = keyof CallbackRegistry;

/** Runs the callbacks that the agent names for a hook, in order, until one answers. */
export async function runCallbacks<H extends Hook>(
  hook: H,
  agent: Agent,
  context: RunContext,
  ...rest: Parameters<CallbackRegistry[H][string]> extends [Agent, RunContext, ...infer R] ? R : never
): Promise<Awaited<ReturnType<CallbackRegistry[H][string]>> | undefined> {
  for (const name of agent.callbacks[hook]) {
    const callback = context.services.callbacks[hook][name] as ((...args: unknown[]) => Promise<unknown>) | undefined;
    if (!callback) throw new Error(`${agent.name} names the ${hook} callback "${name}", which does not exist`);
    const answer = await callback(agent, context, ...rest);
    if (answer !== undefined) return answer as Awaited<ReturnType<CallbackRegistry[H][string]>>;
  }
  return undefined;
}
