/** What a tool is given: this turn's patient and nothing else of the record, and only if the agent may read it. */
import type { Agent } from '../agents/team.ts';
import type { Model } from '../models/model.ts';
import { AppError } from '../platform/errors.ts';
import { patientKey } from '../record/record.ts';
import type { Tool, ToolContext } from '../tools/tool.ts';
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
      if (agent.workspace === 'own') return services.workspaces.open(turn.tenant, `user:${turn.user_id}`);
      throw new AppError('workspace_forbidden', `${agent.name} has no workspace (tool ${tool.name}).`);
    },
    model,
    modelName: agent.model ?? '',
    state: context.state,
    now: momentOf(turn).now,
    signal: context.signal,
    idempotencyKey: `${turn.turn_id}.${stepId}`,
    allowHosts: services.allowHosts,
  };
}
