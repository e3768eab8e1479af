/** What a tool is given: this task's subject and nothing of anybody else. */
import { AppError } from '../../platform/errors.ts';
import type { Agent } from '../agents/team.ts';
import type { ModelGateway } from '../models/model.ts';
import { momentOf } from '../task/task.ts';
import { addressesOfUser, isKnownAddress } from '../tools/known-addresses.ts';
import type { Tool, ToolContext } from '../tools/tool.ts';
import type { RunContext } from './context.ts';
import { noteSent } from './note-sent.ts';

export function toolContext(
  agent: Agent,
  context: RunContext,
  tool: Tool,
  stepId: string,
  model: ModelGateway,
): ToolContext {
  const { task, services, equipment } = context;
  if (tool.needs && !agent.access.includes(tool.needs))
    throw new AppError('access_forbidden', `${agent.name} has no access to ${tool.needs} (tool ${tool.name}).`);
  return {
    agent: agent.name,
    task,
    workspace() {
      if (tool.needs !== 'workspace')
        throw new AppError('access_forbidden', `The tool ${tool.name} does not say that it needs a workspace.`);
      return services.workspaces.open(task.tenant, equipment.module.workspaceOf?.(task) ?? `user:${task.user_id}`);
    },
    model,
    modelName: agent.model ?? '',
    state: context.state,
    ...momentOf(task),
    signal: context.signal,
    idempotencyKey: `${task.id}.${stepId}`,
    documents: services.documents,
    allowHosts: services.allowHosts,
    mayOpen: (url) => isKnownAddress(url, [...addressesOfUser(task), ...context.found]),
    sent: (to, query) => noteSent(context.log, to, query),
  };
}
