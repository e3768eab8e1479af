/** The search of an agent whose only tool is the provider's own: of the request it was given, it may use what the team lets out. */
import type { Agent } from '../agents/team.ts';
import type { ModelRequest } from '../models/model.ts';
import type { RunContext } from './context.ts';

/** Longer requests are cut: a search has a few words. */
const MAX_CHARS = 2_000;

export const NOT_SEARCHED =
  'Nothing was searched: the request names nothing that may be sent to a search service. Ask again with general technical terms.';

/** Undefined: the agent has no such tool. Null: it has, and nothing may be sent. */
export async function providerSearch(agent: Agent, context: RunContext): Promise<ModelRequest['search'] | null> {
  const entry = agent.tools.find((tool) => typeof tool === 'object' && 'builtin' in tool);
  if (typeof entry !== 'object' || !('builtin' in entry)) return undefined;
  const query = await context.equipment.module.outwardQuery?.({ words: context.input.slice(0, MAX_CHARS) });
  return query ? { tool: entry.builtin, query } : null;
}
