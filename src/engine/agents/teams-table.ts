/** The teams at a glance, for the command line: who is in them, on which queue, with which model. */
import type { Agent, Team, Teams } from './team.ts';
import { transferTargets } from './transfer-policy.ts';

const HEAD = ['agent', 'type', 'queue', 'model', 'reached by'];

export function teamsTable(teams: Teams): string {
  return [...teams.values()].map(teamTable).join('\n\n');
}

function teamTable(team: Team): string {
  const rows = [HEAD, ...inTreeOrder(team).map(({ agent, depth }) => rowOf(team, agent, depth))];
  const widths = HEAD.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const lines = rows.map((row) =>
    `  ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ')}`.trimEnd(),
  );
  return [`${team.name}: ${team.agents.size} agents, root ${team.root}`, ...lines].join('\n');
}

function rowOf(team: Team, agent: Agent, depth: number): string[] {
  return ['  '.repeat(depth) + agent.name, agent.type, agent.worker, agent.model ?? '-', reachedBy(team, agent)];
}

function reachedBy(team: Team, agent: Agent): string {
  if (agent.name === team.root) return 'root';
  const others = [...team.agents.values()];
  const parent = others.find((other) => other.name === agent.parent && other.type !== 'llm');
  const tools = others.filter((other) =>
    other.tools.some((entry) => typeof entry === 'object' && 'agent' in entry && entry.agent === agent.name),
  );
  const transfers = others.filter((other) => transferTargets(team, other).includes(agent.name));
  return [
    ...(parent ? [`run by ${parent.name}`] : []),
    ...tools.map((other) => `tool of ${other.name}`),
    ...transfers.map((other) => `transfer from ${other.name}`),
    ...others.filter(({ remote }) => remote?.fallback.agent === agent.name).map(({ name }) => `fallback of ${name}`),
    ...(agent.standalone ? ['standalone'] : []),
  ].join(', ');
}

/** The root's tree first, each agent under its parent; then those that are tools or stand alone. */
function inTreeOrder(team: Team): { agent: Agent; depth: number }[] {
  const agents = [...team.agents.values()];
  const under = (name: string, depth: number): { agent: Agent; depth: number }[] => {
    const agent = team.agents.get(name);
    if (!agent) return [];
    return [{ agent, depth }, ...agent.sub_agents.flatMap((child) => under(child, depth + 1))];
  };
  const tops = agents.filter((agent) => agent.parent === null && agent.name !== team.root);
  return [team.root, ...tops.map((agent) => agent.name)].flatMap((name) => under(name, 0));
}
