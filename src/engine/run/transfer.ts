/** The tool with which an agent hands the conversation over. What it may reach is decided where the job is dispatched. */
import type { Agent, Team } from '../agents/team.ts';
import { transferTargets } from '../agents/transfer-policy.ts';
import type { ToolCall, ToolDeclaration } from '../models/model.ts';

export const TRANSFER_TOOL = 'transfer_to_agent';

export function transferDeclaration(team: Team, agent: Agent): ToolDeclaration | null {
  const names = transferTargets(team, agent);
  if (names.length === 0) return null;
  const targets = names.map((name) => `- ${name}: ${team.agents.get(name)?.description ?? ''}`);
  return {
    name: TRANSFER_TOOL,
    description: `Hand this conversation over to another agent, which then answers the user. Say nothing else when you call it. Agents:\n${targets.join('\n')}`,
    parameters: {
      type: 'object',
      properties: {
        agent_name: { type: 'string', enum: names, description: 'Who takes over' },
        reason: { type: 'string', description: 'Why, in a few words without personal details' },
      },
      required: ['agent_name', 'reason'],
    },
  };
}

export function transferTarget(call: ToolCall): { to: string; reason: string } {
  return { to: String(call.args.agent_name ?? ''), reason: String(call.args.reason ?? '').slice(0, 300) };
}
