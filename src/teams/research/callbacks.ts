/** The research team's callbacks. */
import type { CallbackRegistry } from '../../engine/run/callback.ts';
import type { WorkspaceStore } from '../../engine/workspace/workspace.ts';
import type { ResearchDesk } from './desk.ts';
import { historyOf } from './memory.ts';
import { agentOfTask } from './origin.ts';

export function researchCallbacks(desk: ResearchDesk, workspaces: WorkspaceStore): Partial<CallbackRegistry> {
  return {
    before_agent: {
      /** Summary of the messages that are too old to be shown to the agent. */
      async recall_conversation(_agent, { task, state }) {
        const history = await historyOf(workspaces, task);
        if (history) state.set('temp:conversation_history', history);
        return undefined;
      },
      /** A research agent is given its name and task; a paused one does nothing until it gets more budget. */
      async introduce_agent(_agent, { task, state }) {
        const id = agentOfTask(task);
        if (!id) return undefined;
        const { tenant, user_id } = task;
        const agent = await desk.agent({ tenant, user_id }, id);
        if (agent.status === 'paused') return `${agent.name} has paused and waits to be told to go on.`;
        state.set('temp:agent_name', agent.name);
        state.set('temp:agent_description', agent.description);
        return undefined;
      },
    },
  };
}
