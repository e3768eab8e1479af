/** What a tool is given: this turn's patient and nothing else of the record, and only if the agent may read it. */

import { AppError } from '../../platform/errors.ts';
import { patientKey } from '../../record/record.ts';
import type { ResearchSeat } from '../../teams/research/desk.ts';
import type { Agent } from '../agents/team.ts';
import type { Model } from '../models/model.ts';
import type { Turn } from '../task/turn.ts';
import type { Tool, ToolContext } from '../tools/tool.ts';
import type { Owner } from '../workspace/workspace.ts';
import { momentOf, type RunContext } from './context.ts';

export function toolContext(agent: Agent, context: RunContext, tool: Tool, stepId: string, model: Model): ToolContext {
  const { turn, services } = context;
  return {
    agent: agent.name,
    turnId: turn.turn_id,
    patientId: turn.patient_id,
    patient: patientKey(turn.tenant, turn.patient_id),
    record() {
      if (agent.record === 'read') return services.record;
      throw new AppError('record_forbidden', `${agent.name} may not reach the record (tool ${tool.name}).`);
    },
    workspace() {
      if (agent.workspace === 'own') return services.workspaces.open(turn.tenant, ownerOf(turn));
      throw new AppError('workspace_forbidden', `${agent.name} has no workspace (tool ${tool.name}).`);
    },
    search: services.search,
    model,
    modelName: agent.model ?? '',
    state: context.state,
    now: momentOf(turn).now,
    signal: context.signal,
    idempotencyKey: `${turn.turn_id}.${stepId}`,
    allowHosts: services.allowHosts,
  };
}

/** A research agent's files are its own; the others keep those of the person they speak to. */
function ownerOf({ origin, user_id }: Turn): Owner {
  return 'agent_id' in origin && origin.kind !== 'report' ? `agent:${origin.agent_id}` : `user:${user_id}`;
}

/** For the tools of the research team: whose turn this is, and the desk through which agents are set going. */
export function researchSeat({ turn, services }: RunContext, key: string): ResearchSeat | null {
  if (!services.research) return null;
  const { tenant, user_id, session_id, patient_id, origin } = turn;
  const own = origin.kind === 'user' || origin.kind === 'report' ? null : origin.agent_id;
  return {
    desk: services.research,
    conversation: { tenant, user_id, session_id, patient_id },
    origin,
    agentId: own,
    timezone: momentOf(turn).timezone,
    key,
  };
}
