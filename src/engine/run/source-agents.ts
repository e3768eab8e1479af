/** Whose work a reply rests on: who gave it, and whom they had asked for it. Agents that only passed the conversation on are not named. */
import type { Team } from '../agents/team.ts';
import type { RunResult } from './run-result.ts';

/** By the names that their configs give them as sources, each once. `before`: whose words stand before the answer. */
export function sourceAgents(team: Team, tree: RunResult, before: readonly string[] = []): string[] {
  const names = [...before, ...contributors(team, tree)].map((name) => team.agents.get(name)?.source_name ?? name);
  return [...new Set(names)];
}

function contributors(team: Team, result: RunResult): string[] {
  if (result.status !== 'success') return [];
  const below = (results: readonly RunResult[]) => results.flatMap((child) => contributors(team, child));
  if (result.transfer) return below(result.children.slice(-1));
  switch (team.agents.get(result.agent)?.type) {
    // Those beside the one that speaks do work of their own.
    case 'parallel':
      return below(result.children.filter(({ text }) => text.trim() !== ''));
    case 'sequential':
    case 'loop':
      return below(result.children);
    // Where it could not be reached, its fallback has answered.
    case 'remote':
      return isItsOwnAnswer(result) ? [result.agent] : below(result.children);
    default:
      return [result.agent, ...below(result.children)];
  }
}

/** An old answer of its own has a warning and the data; a text of the config in its place has a warning only. */
function isItsOwnAnswer({ agent, answered_by, warning, output }: RunResult): boolean {
  return answered_by === agent && (warning === undefined || output !== undefined);
}
