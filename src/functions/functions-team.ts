/** The functions and pipelines as a team of agents, so that the engine runs them as it runs any other: same tasks, queues and journals. */
import { type Stage, stageAgent } from '../engine/agents/pipeline.ts';
import { AgentConfig } from '../engine/agents/schema.ts';
import type { Agent, Team } from '../engine/agents/team.ts';
import type { AgentFunction } from './agent-function.ts';
import type { LoadedPipeline } from './pipelines/load.ts';

export const FUNCTIONS_TEAM = 'functions';

/** A stage takes as long as the model calls that it makes; the engine's own limits apply to each of those. */
const BASE = AgentConfig.parse({ name: 'Function', type: 'function', description: 'A function', worker: 'function' });

export function functionsTeam(functions: readonly AgentFunction[], pipelines: readonly LoadedPipeline[]): Team {
  const agents = [...functions.map(functionAgent), ...pipelines.flatMap(pipelineAgents)];
  return {
    name: FUNCTIONS_TEAM,
    root: agents[0]?.name ?? '',
    description: 'Stateless functions and the pipelines that are made of them',
    queues: ['function'],
    double_text: 'enqueue',
    max_transfer_depth: 1,
    transfer_cycles: [],
    next_message: 'root',
    // A function answers with data. What went wrong is in the error.
    fallback_reply: '',
    agents: new Map(agents.map((agent) => [agent.name, agent])),
  };
}

function functionAgent({ name, description }: AgentFunction): Agent {
  return { ...BASE, name, description, required: true, team: FUNCTIONS_TEAM, file: '', parent: null };
}

function pipelineAgents({ pipeline, file }: LoadedPipeline): Agent[] {
  const { id, description, stages } = pipeline;
  const agent: Agent = {
    ...BASE,
    name: id,
    type: 'pipeline',
    description,
    required: true,
    team: FUNCTIONS_TEAM,
    file,
    parent: null,
    pipeline,
  };
  const ofStage = (stage: Stage): Agent => ({
    ...agent,
    name: stageAgent(id, stage.id),
    type: 'function',
    description: stage.function,
    dispatch: stage.dispatch,
    required: stage.on_failure === 'fail',
    parent: id,
    stage,
  });
  return [agent, ...stages.map(ofStage)];
}
