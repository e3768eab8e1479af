/** Reads every team under a folder and checks them as a whole. What it returns can be trusted; otherwise it throws. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type ParsedConfig, parseConfig } from '../../platform/yaml/parse-config.ts';
import { FilesError, type Problem } from '../../platform/yaml/problems.ts';
import { missingFile, readYaml, type YamlFile } from '../../platform/yaml/read-yaml.ts';
import { names } from './rules/names.ts';
import { references } from './rules/references.ts';
import type { AgentDraft, KnownToAgents, Report, Rule, TeamDraft } from './rules/rule.ts';
import { shape } from './rules/shape.ts';
import { transfers } from './rules/transfers.ts';
import { tree } from './rules/tree.ts';
import { AgentConfig, TeamConfig } from './schema.ts';
import type { Agent, Team, Teams } from './team.ts';
import { withTeamModel } from './team-models.ts';

const RULES: readonly Rule[] = [names, references, shape, tree, transfers];

/** Beside the teams: pipelines, which `src/functions` loads. */
export const PIPELINES = 'pipelines';

/** `dir` holds `<team>/team.yml` and `<team>/<Agent>/config.yml`. Throws FilesError with every problem at once. */
export async function loadTeams(dir: string, known: KnownToAgents): Promise<Teams> {
  const folders = (await foldersIn(dir)).filter((folder) => folder !== PIPELINES);
  const read = await Promise.all(folders.map((folder) => readTeam(join(dir, folder), folder, known)));
  const problems = read.flatMap((team) => team.problems);
  if (folders.length === 0) {
    problems.push({
      file: dir,
      line: 1,
      message: 'there is no team here',
      fix: 'add a folder with a team.yml, or set AGENTS_DIR',
    });
  }
  if (problems.length > 0) throw new FilesError("The agents' files are wrong", problems);
  return new Map(read.map(({ draft }) => [draft.folder, finished(draft)]));
}

async function readTeam(dir: string, folder: string, known: KnownToAgents) {
  const refused = new Map<YamlFile, ParsedConfig<unknown>['refused']>();
  const problems: Problem[] = [];
  const noted = <T>(parsed: ParsedConfig<T>, source: YamlFile): ParsedConfig<T> => {
    problems.push(...parsed.problems);
    refused.set(source, parsed.refused);
    return parsed;
  };

  const teamFile = await readConfig(dir, 'team.yml');
  const standIns = { name: folder, description: folder, root: '', queues: known.queues, fallback_reply: folder };
  const { config } = noted(parseConfig(TeamConfig, teamFile, standIns), teamFile);

  const agents: AgentDraft[] = [];
  const agentFolders = await foldersIn(dir);
  for (const name of agentFolders) {
    const source = await readConfig(join(dir, name), 'config.yml');
    const standIn = { name, description: name, worker: known.queues[0] };
    const agent = noted(parseConfig(AgentConfig, source, standIn), source);
    if (agent.config)
      agents.push({ folder: name, source, config: withTeamModel(agent.config, config), refused: agent.refused });
  }

  const declared = new Set([...agentFolders, ...agents.map((agent) => agent.config.name)]);
  const draft: TeamDraft = { folder, source: teamFile, config, agents, declared, complete: problems.length === 0 };
  const report: Report = (source, path, message, fix) => {
    if (refused.get(source)?.(path)) return;
    problems.push({ file: source.file, line: source.lineOf(path), message, fix });
  };
  for (const rule of RULES) rule(draft, known, report);
  return { draft, problems };
}

function finished({ folder, config, agents }: TeamDraft): Team {
  if (!config) throw new Error(`team ${folder} was not checked`);
  const parents = new Map(
    agents.flatMap((agent) => agent.config.sub_agents.map((child) => [child, agent.config.name])),
  );
  const loaded = agents.map(({ config: agent, source }): [string, Agent] => [
    agent.name,
    { ...agent, team: folder, file: source.file, parent: parents.get(agent.name) ?? null },
  ]);
  return { ...config, agents: new Map(loaded) };
}

async function readConfig(dir: string, name: string): Promise<YamlFile> {
  const file = join(dir, name);
  try {
    return readYaml(file, await readFile(file, 'utf8'));
  } catch (error) {
    if (!isMissing(error)) throw error;
    const misnamed = (await readdir(dir)).find((entry) => /\.ya?ml$/.test(entry));
    const fix = misnamed ? `rename "${misnamed}" to "${name}"` : 'add it or remove the folder';
    return missingFile(file, `there is no ${name}`, fix);
  }
}

async function foldersIn(dir: string): Promise<string[]> {
  try {
    const entries = await readdir(dir, { withFileTypes: true });
    return entries
      .filter((entry) => entry.isDirectory() && !entry.name.startsWith('.'))
      .map((entry) => entry.name)
      .sort();
  } catch (error) {
    if (isMissing(error)) return [];
    throw error;
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR');
}
