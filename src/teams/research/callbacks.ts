/** The research team's callbacks. */
import type { CallbackRegistry } from '../../engine/run/callback.ts';
import type { WorkspaceStore } from '../../engine/workspace/workspace.ts';
import type { ResearchDesk } from './desk.ts';
import { thresholdText } from './evidence-threshold.ts';
import { historyOf } from './memory.ts';
import { agentOfTask, isAsked, originOf } from './origin.ts';
import { profileOf } from './profile.ts';
import { requirementsText } from './requirements.ts';

export function researchCallbacks(desk: ResearchDesk, workspaces: WorkspaceStore): Partial<CallbackRegistry> {
  return {
    before_agent: {
      /** Summary of the messages that are too old to be shown to the agent, and what is known of the user. */
      async recall_conversation(_agent, { task, state }) {
        const history = await historyOf(workspaces, task);
        if (history) state.set('temp:conversation_history', history);
        const profile = await profileOf(workspaces, task);
        if (profile) state.set('temp:user_profile', profile);
        if (isAsked(task)) state.set('temp:asked', true);
        return undefined;
      },
      /** A research agent is given its name and task; a paused one does nothing until it gets more budget. */
      async introduce_agent(_agent, { task, state }) {
        const id = agentOfTask(task);
        if (!id) return undefined;
        const { tenant, user_id } = task;
        const agent = await desk.agent({ tenant, user_id }, id);
        const origin = originOf(task);
        if (agent.status !== 'active' && origin.kind === 'trigger') await desk.holdFiring(origin.trigger_id);
        if (agent.status === 'paused') return `${agent.name} has paused and waits to be told to go on.`;
        if (agent.status === 'retired') return `${agent.name} is retired.`;
        state.set('temp:agent_name', agent.name);
        state.set('temp:agent_description', agent.description);
        state.set('temp:evidence_threshold', agent.evidence_threshold);
        state.set('temp:requirements', agent.requirements);
        state.set('temp:enough', thresholdText(agent.evidence_threshold));
        state.set('temp:required', requirementsText(agent.requirements) || 'nothing in particular');
        state.set('temp:steps_left', Math.max(0, agent.budget.steps - agent.spent.steps));
        return undefined;
      },
    },
  };
}
