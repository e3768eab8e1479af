/** The permitted hand-overs as a graph: what its edges may not stand beside, and circles only where the team declares them. */
import { type PolicyAgent, transferTargets } from '../transfer-policy.ts';
import { type AgentDraft, draftsByName, isBuiltin, type Report, type Rule, type TeamDraft } from './rule.ts';

export const transfers: Rule = (team, _known, report) => {
  const agents = policyAgents(team);
  for (const draft of draftsByName(team).values()) builtinAlone(draft, agents, report);
  const groups = declaredGroups(team, report);
  if (!team.complete) return;
  for (const circle of circlesOf(agents)) {
    if (groups.some((group) => circle.every((name) => group.includes(name)))) continue;
    const names = circle.join(', ');
    report(
      team.source,
      ['transfer_cycles'],
      `${names} can hand over to one another in a circle`,
      `remove one of the transfers, or declare it: "transfer_cycles: [[${names}]]"`,
    );
  }
};

function policyAgents(team: TeamDraft): Map<string, PolicyAgent> {
  const parents = new Map(team.agents.flatMap(({ config }) => config.sub_agents.map((sub) => [sub, config.name])));
  return new Map(
    [...draftsByName(team)].map(([name, { config }]) => [name, { ...config, parent: parents.get(name) ?? null }]),
  );
}

/** The provider takes one tool of its own and no other, and a hand-over is a tool. The agent's own lists are checked by its kind. */
function builtinAlone({ config, source }: AgentDraft, agents: Map<string, PolicyAgent>, report: Report): void {
  const builtin = config.tools.findIndex(isBuiltin);
  const agent = agents.get(config.name);
  if (builtin < 0 || config.transfers.length > 0 || !agent || transferTargets({ agents }, agent).length === 0) return;
  report(
    source,
    ['tools', builtin],
    'a built-in tool cannot stand beside transfers, and this agent may hand over to its parent or sub-agents',
    'say "disallow_transfer_to_parent: true", or move the tool to an agent of its own and list that one as a tool',
  );
}

function declaredGroups({ config, source, declared }: TeamDraft, report: Report): readonly string[][] {
  for (const [index, group] of (config?.transfer_cycles ?? []).entries())
    for (const [at, name] of group.entries())
      if (!declared.has(name))
        report(source, ['transfer_cycles', index, at], `unknown agent "${name}"`, 'name an agent of this team');
  return config?.transfer_cycles ?? [];
}

/**
 * Groups of agents that can reach one another by listed transfers. The way up to a parent and down to a sub-agent does not count: a tree
 * may always be walked both ways.
 */
function circlesOf(agents: Map<string, PolicyAgent>): string[][] {
  const edges = new Map([...agents.values()].map((agent) => [agent.name, sideways(agents, agent)]));
  const reach = new Map([...edges.keys()].map((name) => [name, reachedFrom(name, edges)]));
  const inCircle = [...edges.keys()].filter((name) => reach.get(name)?.has(name));
  const groups = inCircle.map((name) =>
    inCircle.filter((other) => reach.get(name)?.has(other) && reach.get(other)?.has(name)),
  );
  return groups.filter((group, index) => group[0] === inCircle[index]);
}

function sideways(agents: Map<string, PolicyAgent>, agent: PolicyAgent): string[] {
  return transferTargets({ agents }, agent).filter(
    (name) => name !== agent.parent && agents.get(name)?.parent !== agent.name,
  );
}

function reachedFrom(start: string, edges: ReadonlyMap<string, string[]>): Set<string> {
  const reached = new Set(edges.get(start));
  for (const name of reached) for (const next of edges.get(name) ?? []) reached.add(next);
  return reached;
}
