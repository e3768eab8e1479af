/** The models of a process: the gateway to them, what it counts, and what a probe finds out about them. */
import { loadTeams } from './engine/agents/load.ts';
import type { Teams } from './engine/agents/team.ts';
import { transferTargets } from './engine/agents/transfer-policy.ts';
import { knownToAgents } from './engine/known.ts';
import { createGateway } from './engine/models/gateway.ts';
import type { ModelGateway } from './engine/models/model.ts';
import { createModelCalls, type ModelCalls } from './engine/models/model-calls.ts';
import { createKnownModels } from './engine/models/model-facts.ts';
import type { ModelUser } from './engine/models/model-report.ts';
import { createModelWatch, type ModelWatch } from './engine/models/model-watch.ts';
import { knownModels, loadModels, type Models } from './engine/models/models-file.ts';
import type { RuleOf } from './engine/models/offline/rule.ts';
import { createRouter, offlineRouter } from './engine/models/router.ts';
import { FUNCTION_NAMES } from './functions/agent-function.ts';
import type { Config } from './platform/config.ts';
import { describeTeams } from './teams/teams.ts';

export type OpenModels = {
  model: ModelGateway;
  modelCalls: ModelCalls;
  /** Asks the offline rules, whatever the model is. */
  rules: ModelGateway;
  modelWatch: ModelWatch;
};

export function openModels(config: Config, models: Models, ruleOf: RuleOf, teams: () => Teams): OpenModels {
  const known = createKnownModels();
  const router = createRouter(config, models, ruleOf, known);
  const offline = offlineRouter(ruleOf);
  const modelCalls = createModelCalls();
  const model: ModelGateway = createGateway(router, {
    onCall(call) {
      modelCalls.note(call);
      modelWatch.note(call);
    },
    probed: () => modelWatch.first(),
    rulesFor: ({ team, agent, model: called }) => (ruleOf(team, agent) ? offline(called) : undefined),
  });
  const modelWatch = createModelWatch({ gateway: model, router, known, users: () => usersOf(teams(), ruleOf) });
  return { model, modelCalls, rules: createGateway(offline), modelWatch };
}

/** The same for a command, which opens nothing else. */
export async function openModelsAlone(config: Config): Promise<OpenModels> {
  const described = describeTeams();
  const models = await loadModels(config.MODELS_FILE);
  const names = config.MODEL_PROVIDER === 'openai' ? null : knownModels(models);
  const teams = await loadTeams(config.AGENTS_DIR, knownToAgents(described, names, FUNCTION_NAMES));
  const offline = new Map(described.map(({ name, offline: rulesOf }) => [name, rulesOf]));
  const ruleOf: RuleOf = (team, agent) => offline.get(team)?.[agent];
  return openModels(config, models, ruleOf, () => teams);
}

function usersOf(teams: Teams, ruleOf: RuleOf): ModelUser[] {
  return [...teams.values()].flatMap((team) =>
    [...team.agents.values()].flatMap((agent) => {
      if (agent.type !== 'llm' || !agent.model) return [];
      const needsTools = agent.tools.length > 0 || transferTargets(team, agent).length > 0;
      const needsJson = agent.output !== undefined;
      const rule = ruleOf(team.name, agent.name) !== undefined;
      return [{ agent: agent.name, model: agent.model, needsTools, needsJson, rule }];
    }),
  );
}
