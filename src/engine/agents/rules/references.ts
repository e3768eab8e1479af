/** Whatever a config names must exist: agents, tools, queues, output schemas, callbacks. */
import { suggest } from '../../../platform/nearest.ts';
import type { Path } from '../../../platform/yaml/read-yaml.ts';
import { referencesIn } from '../references.ts';
import type { TeamConfig } from '../schema.ts';
import { agentOfModelKey } from '../team-models.ts';
import {
  type AgentDraft,
  draftsByName,
  isAgentTool,
  isBuiltin,
  type KnownToAgents,
  type KnownToTeam,
  type Report,
  type Rule,
  type TeamDraft,
} from './rule.ts';

export const references: Rule = (team, known, report) => {
  const own = known.team(team.folder);
  if (team.config && !team.declared.has(team.config.root)) {
    report(team.source, ['root'], `unknown agent "${team.config.root}"`, suggest(team.config.root, team.declared));
  }
  for (const [index, name] of (team.config?.queues ?? []).entries()) {
    if (!known.queues.includes(name))
      report(team.source, ['queues', index], `unknown queue "${name}"`, suggest(name, known.queues));
  }
  if (team.config?.model_config) modelReferences(team, team.config.model_config, known, report);
  // Where team.yml could not be read, any queue will do for its agents.
  const queues = team.config?.queues ?? known.queues;
  for (const draft of team.agents) {
    agentReferences(team, draft, report);
    fallbackReference(team, draft, known, report);
    programReferences(draft, { ...known, queues }, own, report);
    toolReferences(team, draft, known, own, report);
  }
};

function modelReferences(
  { source, agents, declared }: TeamDraft,
  { main_model, sub_agent_model, specialized_agents }: NonNullable<TeamConfig['model_config']>,
  { models }: KnownToAgents,
  report: Report,
): void {
  const at = (...path: string[]) => ['model_config', ...path];
  const named: [Path, string][] = [
    [at('main_model'), main_model],
    [at('sub_agent_model'), sub_agent_model],
    ...Object.entries(specialized_agents).map(([key, model]): [Path, string] => [at('specialized_agents', key), model]),
  ];
  for (const [path, model] of named)
    if (models && !models.includes(model)) report(source, path, `unknown model "${model}"`, suggest(model, models));
  for (const key of Object.keys(specialized_agents)) {
    const name = agentOfModelKey(key);
    if (!declared.has(name))
      report(source, at('specialized_agents', key), `unknown agent "${name}"`, suggest(name, declared));
  }
  for (const draft of agents)
    if (namesModel(draft))
      report(
        draft.source,
        ['model'],
        'the team names the models of its agents',
        'remove it here; team.yml has "model_config"',
      );
}

/** In its own file: `config` has the team's model too. */
function namesModel({ source }: Pick<AgentDraft, 'source'>): boolean {
  return typeof source.value === 'object' && source.value !== null && 'model' in source.value;
}

function agentReferences(team: TeamDraft, { config, source }: AgentDraft, report: Report): void {
  const others = [...team.declared].filter((name) => name !== config.name);
  for (const field of ['sub_agents', 'transfers'] as const) {
    for (const [index, name] of config[field].entries()) {
      if (!team.declared.has(name)) report(source, [field, index], `unknown agent "${name}"`, suggest(name, others));
      if (config[field].indexOf(name) < index)
        report(source, [field, index], `"${name}" is listed twice`, 'remove one');
    }
  }
}

/** Who answers in place of a remote agent runs inside its job, so it must do the work itself. */
function fallbackReference(
  team: TeamDraft,
  { config, source }: AgentDraft,
  known: KnownToAgents,
  report: Report,
): void {
  const name = config.remote?.fallback.agent;
  if (name === undefined) return;
  const path = ['remote', 'fallback', 'agent'];
  const target = draftsByName(team).get(name)?.config;
  if (!team.declared.has(name)) report(source, path, `unknown agent "${name}"`, suggest(name, team.declared));
  else if (target && !known.kinds[target.type].works)
    report(source, path, `"${name}" is a ${target.type} agent`, 'name an agent that does the work itself');
}

function programReferences(
  { config, source }: AgentDraft,
  known: KnownToAgents,
  own: KnownToTeam,
  report: Report,
): void {
  const mustKnow = (path: Path, what: string, name: string, names: readonly string[]) => {
    if (!names.includes(name)) report(source, path, `unknown ${what} "${name}"`, suggest(name, names));
  };
  mustKnow(['worker'], 'queue', config.worker, known.queues);
  // Calls to other systems wait and compute nothing: many at a time, in processes of their own, and nobody else behind them.
  if ((config.type === 'remote') !== (config.worker === 'remote'))
    report(
      source,
      ['worker'],
      `a ${config.type} agent cannot run on "${config.worker}"`,
      'agents of type remote, and only they, run on the queue remote',
    );
  if (config.model !== undefined && known.models && namesModel({ source }))
    mustKnow(['model'], 'model', config.model, known.models);
  if (config.output !== undefined) mustKnow(['output'], 'output schema', config.output, own.outputs);
  if (config.call) {
    mustKnow(['call', 'function'], 'function', config.call.function, known.functions);
    const { input, citations } = config.call;
    for (const { path, reference, text } of referencesIn({ input, citations }))
      if (reference?.[0] !== 'message' && reference?.[0] !== 'state')
        report(source, ['call', ...path], `"${text}" refers to nothing`, 'use $message or $state.<key>');
  }
  const needs = [...new Set([...own.tools.values()].flatMap((tool) => tool.needs ?? []))];
  for (const [index, name] of config.access.entries()) mustKnow(['access', index], 'access', name, needs);
  for (const [hook, callbacks] of Object.entries(config.callbacks)) {
    for (const [index, name] of callbacks.entries()) {
      const path = ['callbacks', hook, index];
      const fitting = own.callbacks[hook] ?? [];
      const home = Object.entries(own.callbacks).find(([, names]) => names.includes(name))?.[0];
      if (fitting.includes(name) || home === undefined) mustKnow(path, 'callback', name, fitting);
      else report(source, path, `the callback "${name}" does not fit "${hook}"`, `move it to "${home}"`);
    }
  }
}

function toolReferences(
  team: TeamDraft,
  draft: AgentDraft,
  known: KnownToAgents,
  own: KnownToTeam,
  report: Report,
): void {
  const { config, source } = draft;
  const drafts = draftsByName(team);
  const mayUse = (access: string) => config.access.includes(access) || draft.refused(['access']);
  const forbidden = (path: Path, what: string, access: string) =>
    report(
      source,
      path,
      `${what} needs access to the ${access}, which this agent does not have`,
      `add "access: [${access}]" here or remove the tool`,
    );
  const toolExists = (path: Path, name: string) => {
    if (!own.tools.has(name)) report(source, path, `unknown tool "${name}"`, suggest(name, own.tools.keys()));
  };

  for (const [index, entry] of config.tools.entries()) {
    if (isBuiltin(entry)) continue;
    if (isAgentTool(entry)) {
      const path = ['tools', index, 'agent'];
      const target = drafts.get(entry.agent)?.config;
      const missing = target?.access.find((access) => !mayUse(access));
      if (!team.declared.has(entry.agent)) {
        report(source, path, `unknown agent "${entry.agent}"`, suggest(entry.agent, team.declared));
      } else if (target && !known.kinds[target.type].works) {
        report(source, path, `"${entry.agent}" is a ${target.type} agent`, 'only an llm agent can be a tool');
      } else if (missing) {
        forbidden(path, `the agent "${entry.agent}"`, missing);
      }
      if (entry.first !== undefined) toolExists(['tools', index, 'first'], entry.first);
      continue;
    }
    const tool = own.tools.get(entry);
    toolExists(['tools', index], entry);
    if (tool?.needs && !mayUse(tool.needs)) forbidden(['tools', index], `the tool "${entry}"`, tool.needs);
  }
}
