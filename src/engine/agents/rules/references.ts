/** Whatever a config names must exist: agents, tools, queues, output schemas, callbacks. */
import { suggest } from '../../../platform/nearest.ts';
import type { Path } from '../../../platform/yaml/read-yaml.ts';
import {
  type AgentDraft,
  draftsByName,
  isAgentTool,
  isBuiltin,
  type KnownToAgents,
  type Report,
  type Rule,
  type TeamDraft,
} from './rule.ts';

export const references: Rule = (team, known, report) => {
  if (team.config && !team.declared.has(team.config.root)) {
    report(team.source, ['root'], `unknown agent "${team.config.root}"`, suggest(team.config.root, team.declared));
  }
  for (const draft of team.agents) {
    agentReferences(team, draft, report);
    programReferences(draft, known, report);
    toolReferences(team, draft, known, report);
  }
};

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

function programReferences({ config, source }: AgentDraft, known: KnownToAgents, report: Report): void {
  const mustKnow = (path: Path, what: string, name: string, names: readonly string[]) => {
    if (!names.includes(name)) report(source, path, `unknown ${what} "${name}"`, suggest(name, names));
  };
  mustKnow(['worker'], 'queue', config.worker, known.queues);
  if (config.output !== undefined) mustKnow(['output'], 'output schema', config.output, known.outputs);
  for (const [hook, callbacks] of Object.entries(config.callbacks)) {
    for (const [index, name] of callbacks.entries()) {
      const path = ['callbacks', hook, index];
      const fitting = known.hooks?.[hook] ?? known.callbacks;
      const home = Object.entries(known.hooks ?? {}).find(([, names]) => names.includes(name))?.[0];
      if (fitting.includes(name) || home === undefined) mustKnow(path, 'callback', name, fitting);
      else report(source, path, `the callback "${name}" does not fit "${hook}"`, `move it to "${home}"`);
    }
  }
}

function toolReferences(team: TeamDraft, draft: AgentDraft, known: KnownToAgents, report: Report): void {
  const { config, source } = draft;
  const drafts = draftsByName(team);
  const mayRead = config.record === 'read' || draft.refused(['record']);
  const hasFiles = config.workspace === 'own' || draft.refused(['workspace']);
  const forbidden = (path: Path, what: string) => {
    const message = `${what} reads the patient's record, and this agent may not`;
    report(source, path, message, 'add "record: read" here or remove the tool');
  };

  for (const [index, entry] of config.tools.entries()) {
    if (isBuiltin(entry)) continue;
    if (isAgentTool(entry)) {
      const path = ['tools', index, 'agent'];
      const target = drafts.get(entry.agent)?.config;
      if (!team.declared.has(entry.agent)) {
        report(source, path, `unknown agent "${entry.agent}"`, suggest(entry.agent, team.declared));
      } else if (target && target.type !== 'llm') {
        report(source, path, `"${entry.agent}" is a ${target.type} agent`, 'only an llm agent can be a tool');
      } else if (target?.record === 'read' && !mayRead) {
        forbidden(path, `the agent "${entry.agent}"`);
      }
      continue;
    }
    const tool = known.tools.get(entry);
    if (!tool) report(source, ['tools', index], `unknown tool "${entry}"`, suggest(entry, known.tools.keys()));
    else if (tool.needsRecord && !mayRead) forbidden(['tools', index], `the tool "${entry}"`);
    else if (tool.needsWorkspace && !hasFiles) {
      const message = `the tool "${entry}" works on an agent's own files, and this agent has none`;
      report(source, ['tools', index], message, 'add "workspace: own" here or remove the tool');
    }
  }
}
