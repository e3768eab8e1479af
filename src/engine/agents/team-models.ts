/** `model_config` of a team: the model of each agent whose own config names none. */
import type { AgentConfig, TeamConfig } from './schema.ts';

const SUFFIX = '_model';

/** As the agent's config would have it. Agents without a model have none here either. */
export function withTeamModel(agent: AgentConfig, team: TeamConfig | null): AgentConfig {
  const models = team?.model_config;
  if (!models || agent.type !== 'llm' || agent.model !== undefined) return agent;
  const fallback = agent.name === team.root ? models.main_model : models.sub_agent_model;
  return { ...agent, model: models.specialized_agents[agent.name + SUFFIX] ?? fallback };
}

/** The agent that a key of `specialized_agents` is for. */
export function agentOfModelKey(key: string): string {
  return key.slice(0, -SUFFIX.length);
}
