/** The tools that one agent has, by the names its model calls them: plain tools, wrapped agents, and the hand-over. */
import { z } from 'zod';
import type { Agent } from '../agents/team.ts';
import { agentOf } from '../agents/team.ts';
import type { ToolDeclaration } from '../models/model.ts';
import type { Tool } from '../tools/tool.ts';
import { type AgentToolEntry, agentToolDeclaration } from './agent-tool.ts';
import type { RunContext } from './context.ts';
import { transferDeclaration } from './transfer.ts';

export type Toolbox = {
  declarations: ToolDeclaration[];
  plain: ReadonlyMap<string, Tool>;
  agents: ReadonlyMap<string, AgentToolEntry>;
  functions: ReadonlySet<string>;
};

/** Lets a loop's child say that it is satisfied. */
export const EXIT_LOOP_TOOL = 'exit_loop';

export function toolbox(agent: Agent, context: RunContext): Toolbox {
  const plain = new Map<string, Tool>();
  const agents = new Map<string, AgentToolEntry>();
  const functions = new Set<string>();
  const declarations: ToolDeclaration[] = [];
  for (const entry of agent.tools) {
    if (typeof entry === 'string') {
      const tool = context.equipment.tools.get(entry);
      const declared = context.services.functions.declarations.get(entry);
      if (!tool && declared) {
        functions.add(entry);
        declarations.push(declared);
        continue;
      }
      if (!tool) throw new Error(`${agent.name} lists the tool ${entry}, which does not exist`);
      plain.set(tool.name, tool);
      declarations.push({ name: tool.name, description: tool.description, parameters: inputSchema(tool) });
    } else if ('agent' in entry) {
      agents.set(entry.name, entry);
      declarations.push(agentToolDeclaration(entry, agentOf(context.team, entry.agent)));
    }
  }
  const transfer = transferDeclaration(context.team, agent);
  if (transfer) declarations.push(transfer);
  if (agent.parent && context.team.agents.get(agent.parent)?.type === 'loop') {
    declarations.push({
      name: EXIT_LOOP_TOOL,
      description: 'Ends the loop: call it when the work is good enough and needs no further round.',
      parameters: { type: 'object', properties: {} },
    });
  }
  return { declarations, plain, agents, functions };
}

const schemas = new WeakMap<Tool, Record<string, unknown>>();

function inputSchema(tool: Tool): Record<string, unknown> {
  let schema = schemas.get(tool);
  if (!schema) {
    schema = z.toJSONSchema(tool.input, { io: 'input' }) as Record<string, unknown>;
    schemas.set(tool, schema);
  }
  return schema;
}
