/** Who gets the next message of a conversation, where the team's `next_message` is the agent that answered last. */
import type { Agent, Team } from './team.ts';

/**
 * The one that answered last, if the conversation can leave it again: it and all above it are agents with a model that may hand over to
 * their parent, as in ADK. Otherwise the root.
 */
export function nextAgent(team: Team, last: string | null): string {
  if (team.next_message === 'root' || last === null) return team.root;
  let agent = team.agents.get(last);
  while (agent && agent.name !== team.root && canReturn(agent)) agent = team.agents.get(agent.parent ?? '');
  return agent?.name === team.root && agent.type === 'llm' ? last : team.root;
}

function canReturn({ type, output, disallow_transfer_to_parent }: Agent): boolean {
  return type === 'llm' && output === undefined && !disallow_transfer_to_parent;
}
