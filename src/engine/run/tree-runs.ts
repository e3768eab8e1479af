/** Which runs a composite agent is made of, and whose words go to the user: the same for the flow and for what runs inline. */
import { type Agent, agentOf, type Team } from '../agents/team.ts';
import type { ChildRun } from './context.ts';

type Place = { team: Team; speaks: boolean };

/** Parallel groups within a parallel group are one group: there is nothing to join in between. */
export function parallelRuns(agent: Agent, runId: string, place: Place): ChildRun[] {
  const runs = members(agent, runId, place.team);
  // Two who speak at once would talk into each other's reply: then the group says their words when all are done.
  const speaks = place.speaks && runs.filter((run) => answers(run.agent, place.team)).length === 1;
  return runs.map((run) => ({ ...run, speaks }));
}

/** Of a sequence's words the last stage's go to the user, the others work for it. */
export function stagesOf(agent: Agent, runId: string, place: Place): ChildRun[] {
  const last = agent.sub_agents.length - 1;
  return agent.sub_agents.map((name, index) => ({
    agent: agentOf(place.team, name),
    runId: `${runId}.${name}`,
    speaks: place.speaks && index === last,
  }));
}

/** A sequence whose stages are all plain jobs is laid out beforehand, each stage the child of the next. */
export function isChain(agent: Agent, { team }: Pick<Place, 'team'>): boolean {
  return agent.sub_agents.every((name) => {
    const stage = agentOf(team, name);
    return stage.type === 'llm' && stage.dispatch === 'job';
  });
}

function members(agent: Agent, runId: string, team: Team): Omit<ChildRun, 'speaks'>[] {
  return agent.sub_agents.flatMap((name) => {
    const sub = agentOf(team, name);
    const subId = `${runId}.${name}`;
    return sub.type === 'parallel' ? members(sub, subId, team) : [{ agent: sub, runId: subId }];
  });
}

/** Whether an agent's words can be an answer; those of one with an output schema are data. */
function answers(agent: Agent, team: Team): boolean {
  if (agent.type === 'llm') return agent.output === undefined;
  const subs = agent.type === 'sequential' ? agent.sub_agents.slice(-1) : agent.sub_agents;
  return subs.some((name) => answers(agentOf(team, name), team));
}
