/** A loaded, checked team: what the rest of the project works with. Plain data; only the loader makes one. */
import type { Pipeline, Stage } from './pipeline.ts';
import type { AgentConfig, TeamConfig } from './schema.ts';

export type Agent = AgentConfig & {
  team: string;
  file: string;
  parent: string | null;
  /** Of a pipeline and of each of its stages. */
  pipeline?: Pipeline;
  /** Of a stage of a pipeline. */
  stage?: Stage;
};

export type Team = TeamConfig & {
  agents: ReadonlyMap<string, Agent>;
};

export type Teams = ReadonlyMap<string, Team>;

/** An agent that the checks have already shown to exist. */
export function agentOf(team: Team, name: string): Agent {
  const agent = team.agents.get(name);
  if (!agent) throw new Error(`team ${team.name} has no agent ${name}`);
  return agent;
}
