/** The callbacks that every team may use, and how an agent's callbacks are run. */
import type { Agent } from '../agents/team.ts';
import { momentOf } from '../task/task.ts';
import type { CallbackContext, CallbackRegistry } from './callback.ts';

export const ENGINE_CALLBACKS = {
  before_agent: {
    async update_current_time(_agent, { task, state }) {
      const { now, timezone } = momentOf(task);
      // To the minute: what no rule needs would only make the instruction another text.
      state.set('temp:current_time', `${now.toISOString().slice(0, 'YYYY-MM-DDTHH:MM'.length)}Z`);
      state.set('temp:timezone', timezone);
      return undefined;
    },
    /** Whether a user speaks or an agent reports: the same words mean different things then. */
    async note_origin(_agent, { task, state }) {
      state.set('temp:origin', task.origin.kind);
      return undefined;
    },
    /** So that a nested agent can still see what the user really wrote. */
    async prime_last_user_message(_agent, { task, state }) {
      const message = task.text.trim();
      if (message) state.set('last_user_message', message);
      return undefined;
    },
  },
  after_agent: {},
  before_model: {},
  after_model: {},
  before_tool: {},
  after_tool: {},
} as const satisfies CallbackRegistry;

type Hook = keyof CallbackRegistry;

/** Runs the callbacks that the agent names for a hook, in order, until one answers. */
export async function runCallbacks<H extends Hook>(
  hook: H,
  registry: CallbackRegistry,
  agent: Agent,
  context: CallbackContext,
  ...rest: Parameters<CallbackRegistry[H][string]> extends [Agent, CallbackContext, ...infer R] ? R : never
): Promise<Awaited<ReturnType<CallbackRegistry[H][string]>> | undefined> {
  for (const name of agent.callbacks[hook]) {
    const callback = registry[hook][name] as ((...args: unknown[]) => Promise<unknown>) | undefined;
    if (!callback) throw new Error(`${agent.name} names the ${hook} callback "${name}", which does not exist`);
    const answer = await callback(agent, context, ...rest);
    if (answer !== undefined) return answer as Awaited<ReturnType<CallbackRegistry[H][string]>>;
  }
  return undefined;
}
