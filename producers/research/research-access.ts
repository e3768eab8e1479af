/**
 * What a token that is limited to some people sees of research. An agent is its user's, and may work for a patient; what it has planned,
 * asked or reported is seen by those who see the agent. Other tokens see all of a user's, without asking for the agents.
 */
import { type Asker, askerOf, mayAskFor, type Principal } from '../../src/engine/access/principal.ts';
import { AppError, toAppError } from '../../src/platform/errors.ts';
import type { ResearchDesk } from '../../src/teams/research/desk.ts';
import type { ResearchAgent } from '../../src/teams/research/research-agent.ts';

type OfAgent = { agent_id: string };

export async function visibleAgents(
  desk: ResearchDesk,
  principal: Principal,
  user_id: string,
): Promise<ResearchAgent[]> {
  const agents = await desk.agents({ tenant: principal.tenant, user_id });
  return agents.filter((agent) => mayAskFor(askerOf(principal), { ...agent, people: [agent.patient_id] }));
}

export async function onlyVisible<T extends OfAgent>(
  desk: ResearchDesk,
  principal: Principal,
  user_id: string,
  items: readonly T[],
): Promise<readonly T[]> {
  if (principal.people === null) return items;
  const agents = new Set((await visibleAgents(desk, principal, user_id)).map(({ id }) => id));
  return items.filter(({ agent_id }) => agents.has(agent_id));
}

/** An item that is found, and whose agent is; else it is answered like one that does not exist. */
export async function visible<T extends OfAgent>(
  desk: ResearchDesk,
  principal: Principal,
  what: string,
  find: (asker: Asker) => Promise<T>,
): Promise<T> {
  const asker = askerOf(principal);
  const item = await find(asker);
  if (principal.people !== null)
    await desk.agent(asker, item.agent_id).catch((error: unknown) => {
      if (toAppError(error).code !== 'not_found') throw error;
      throw new AppError('not_found', `There is no such ${what}.`);
    });
  return item;
}
