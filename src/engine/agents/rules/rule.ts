/** What a rule sees: a team as it was read, not yet trusted. */
import type { Path, YamlFile } from '../../../platform/yaml/read-yaml.ts';
import type { AgentConfig, AgentType, TeamConfig, ToolEntry } from '../schema.ts';

/** What the loader must know of a kind of agent. */
export type KindRules = {
  works: boolean;
  validate(draft: AgentDraft, report: Report): void;
};

/** What the configs of one team may refer to. */
export type KnownToTeam = {
  tools: ReadonlyMap<string, { needs?: string }>;
  outputs: readonly string[];
  /** Which callbacks there are for which hook. */
  callbacks: Readonly<Record<string, readonly string[]>>;
};

/** The names that configs may refer to, from the places that define them. */
export type KnownToAgents = {
  kinds: Readonly<Record<AgentType, KindRules>>;
  queues: readonly string[];
  /** Names and aliases of models; null: any. */
  models: readonly string[] | null;
  functions: readonly string[];
  team(name: string): KnownToTeam;
};

export type AgentDraft = {
  folder: string;
  source: YamlFile;
  config: AgentConfig;
  /** Whether the schema has refused that part: its value in `config` is then a stand-in, and nothing follows from it. */
  refused(path: Path): boolean;
};

export type TeamDraft = {
  folder: string;
  source: YamlFile;
  config: TeamConfig | null;
  agents: readonly AgentDraft[];
  /** Every agent that the team has a folder for, whether or not its file could be read. */
  declared: ReadonlySet<string>;
  /** False if any file has a part that could not be read: then nobody can say what is out of reach. */
  complete: boolean;
};

export type Report = (source: YamlFile, path: Path, message: string, fix: string) => void;

export type Rule = (team: TeamDraft, known: KnownToAgents, report: Report) => void;

export type AgentToolEntry = Extract<ToolEntry, { agent: string }>;

export function isAgentTool(entry: ToolEntry): entry is AgentToolEntry {
  return typeof entry === 'object' && 'agent' in entry;
}

export function isBuiltin(entry: ToolEntry): entry is Extract<ToolEntry, { builtin: string }> {
  return typeof entry === 'object' && 'builtin' in entry;
}

/** The first of two agents with one name counts; the names rule reports the other. */
export function draftsByName(team: TeamDraft): Map<string, AgentDraft> {
  const drafts = new Map<string, AgentDraft>();
  for (const draft of team.agents) if (!drafts.has(draft.config.name)) drafts.set(draft.config.name, draft);
  return drafts;
}

/** "agents/health/TriageAgent/config.yml:12" */
export function placeOf(source: YamlFile, path: Path): string {
  return `${source.file}:${source.lineOf(path)}`;
}
