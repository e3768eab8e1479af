/**
 * Who may hand over to whom: an agent's own sub-agents, its parent, the agents that its config lists, and nobody else. One function
 * decides, from the configs alone; what a model asks for is only a request.
 */
import { nearest } from '../../platform/nearest.ts';
import { type Agent, agentOf, type Team } from './team.ts';

/** What the policy reads of an agent. */
export type PolicyAgent = Pick<
  Agent,
  | 'name'
  | 'type'
  | 'parent'
  | 'sub_agents'
  | 'transfers'
  | 'output'
  | 'disallow_transfer_to_parent'
  | 'disallow_transfer_to_peers'
>;

export type TransferRequest = {
  from: string;
  to: string;
  /** Which hand-over in a row this would be: the first is 1. */
  depth: number;
};

export type TransferVerdict = { allowed: true } | { allowed: false; reason: string };

/**
 * Whom an agent may hand over to, each once. Only agents with a model hand over, and only they take a conversation back. One whose
 * answer is data answers itself, as in ADK.
 */
export function transferTargets(team: { agents: ReadonlyMap<string, PolicyAgent> }, agent: PolicyAgent): string[] {
  if (agent.type !== 'llm' || agent.output !== undefined) return [];
  const parent = team.agents.get(agent.parent ?? '');
  const above = parent?.type === 'llm' ? parent : undefined;
  const targets = [
    ...agent.sub_agents,
    ...agent.transfers,
    ...(above && !agent.disallow_transfer_to_parent ? [above.name] : []),
    ...(above && !agent.disallow_transfer_to_peers ? above.sub_agents : []),
  ];
  return [...new Set(targets)].filter((name) => name !== agent.name);
}

/** A refusal's reason goes back to the model, so it says what can be done instead. */
export function checkTransfer(team: Team, { from, to, depth }: TransferRequest): TransferVerdict {
  const allowed = transferTargets(team, agentOf(team, from));
  if (depth > team.max_transfer_depth) {
    return refuse(
      `This turn has been handed over ${times(depth - 1)} already, and ${team.max_transfer_depth} is the limit: answer the user yourself with what you know.`,
    );
  }
  if (to === from) return refuse(`You are ${from} yourself: ${alternatives(allowed)}`);
  if (allowed.includes(to)) return { allowed: true };
  if (!team.agents.has(to)) {
    const near = nearest(to, allowed);
    const hint = near === undefined ? alternatives(allowed) : `if you mean ${near}, use exactly that name.`;
    return refuse(`There is no agent of that name in this team: ${hint}`);
  }
  return refuse(`${from} may not hand over to ${to}: ${alternatives(allowed)}`);
}

function refuse(reason: string): TransferVerdict {
  return { allowed: false, reason };
}

function alternatives(allowed: readonly string[]): string {
  if (allowed.length === 0) return 'answer the user yourself, you cannot hand over to anyone.';
  return `hand over to ${new Intl.ListFormat('en', { type: 'disjunction' }).format(allowed)}, or answer the user yourself.`;
}

function times(count: number): string {
  return count === 1 ? 'once' : `${count} times`;
}
