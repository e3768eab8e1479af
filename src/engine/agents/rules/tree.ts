/** The team as a whole: one tree from one root, no circles, nobody out of reach. */
import type { Path } from '../../../platform/yaml/read-yaml.ts';
import { type AgentDraft, draftsByName, isAgentTool, placeOf, type Report, type Rule, type TeamDraft } from './rule.ts';

type Edge = { to: string; path: Path };

export const tree: Rule = (team, _known, report) => {
  const parents = oneParentEach(team, report);
  rootOnTop(team, parents, report);
  noCircles(team, report);
  if (team.complete) withinReach(team, report);
};

function oneParentEach(team: TeamDraft, report: Report): Map<string, AgentDraft> {
  const parents = new Map<string, AgentDraft>();
  for (const draft of team.agents) {
    for (const [index, child] of draft.config.sub_agents.entries()) {
      const first = parents.get(child);
      if (!first) parents.set(child, draft);
      else if (first !== draft) {
        const place = placeOf(first.source, ['sub_agents', first.config.sub_agents.indexOf(child)]);
        const message = `"${child}" has a parent already, "${first.config.name}" (${place})`;
        report(
          draft.source,
          ['sub_agents', index],
          message,
          'keep one of the two; "transfers" reaches it from anywhere',
        );
      }
    }
  }
  return parents;
}

function rootOnTop(team: TeamDraft, parents: Map<string, AgentDraft>, report: Report): void {
  if (!team.config) return;
  const { root } = team.config;
  const parent = parents.get(root);
  if (parent) {
    const message = `the root "${root}" is a sub-agent of "${parent.config.name}"`;
    report(team.source, ['root'], message, 'name the top of the tree, or take it out of those sub_agents');
  }
}

/** Circles of transfers are fine, they have a depth limit. These would make agents run one another for ever. */
function noCircles(team: TeamDraft, report: Report): void {
  const drafts = draftsByName(team);
  const done = new Set<AgentDraft>();
  const visit = (draft: AgentDraft, trail: readonly AgentDraft[]) => {
    if (done.has(draft)) return;
    const way = [...trail, draft];
    for (const { to, path } of runs(draft)) {
      const next = drafts.get(to);
      if (!next) continue;
      const start = way.indexOf(next);
      if (start < 0) visit(next, way);
      else {
        const circle = [...way.slice(start), next].map(({ config }) => config.name).join(' -> ');
        report(
          draft.source,
          path,
          `a circle: ${circle}`,
          'remove one of its links; "transfers" may go back, these may not',
        );
      }
    }
    done.add(draft);
  };
  for (const draft of drafts.values()) visit(draft, []);
}

function withinReach(team: TeamDraft, report: Report): void {
  const drafts = draftsByName(team);
  /** Whom work can get to from here: a composite runs its sub-agents, and an agent with a model may hand over to its own. */
  const leadsTo = ({ config }: AgentDraft): string[] => {
    const tools = config.tools.flatMap((entry) => (isAgentTool(entry) ? [entry.agent] : []));
    const fallback = config.remote?.fallback.agent ?? [];
    return [...config.sub_agents, ...config.transfers, ...tools].concat(fallback);
  };
  const starts = team.agents.filter(({ config }) => config.standalone).map(({ config }) => config.name);
  if (team.config) starts.push(team.config.root);
  // Behind a name that does not exist anyone could be: that is reported already, and has to be fixed first.
  const named = [...starts, ...team.agents.flatMap(leadsTo)];
  if (!named.every((name) => drafts.has(name))) return;

  const reached = new Set(starts);
  // A set hands out what is added to it while it is being walked.
  for (const name of reached) {
    const draft = drafts.get(name);
    for (const next of draft ? leadsTo(draft) : []) reached.add(next);
  }
  for (const { config, source } of team.agents) {
    if (reached.has(config.name)) continue;
    const message = `nobody reaches "${config.name}" from the root`;
    report(source, ['name'], message, 'name it in sub_agents, transfers or a tool, or say "standalone: true"');
  }
}

/** Whom this agent runs, or owns, within its own work. */
function runs({ config }: AgentDraft): Edge[] {
  const fallback = config.remote?.fallback.agent;
  return [
    ...config.sub_agents.map((to, index) => ({ to, path: ['sub_agents', index] })),
    ...config.tools.flatMap((entry, index) =>
      isAgentTool(entry) ? [{ to: entry.agent, path: ['tools', index, 'agent'] }] : [],
    ),
    ...(fallback === undefined ? [] : [{ to: fallback, path: ['remote', 'fallback', 'agent'] }]),
  ];
}
