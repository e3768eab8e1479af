/** `npm run agents:check [dir]`: are the agents' files right? Prints a table, or every problem, and exits 1. */

import { loadTeams } from './engine/agents/load.ts';
import { teamsTable } from './engine/agents/teams-table.ts';
import { knownToAgents } from './engine/known.ts';
import { knownModels, loadModels } from './engine/models/models-file.ts';
import { commandLine } from './platform/command-line.ts';
import { FilesError, formatProblem } from './platform/yaml/problems.ts';
import { describeTeams } from './teams/teams.ts';

const USAGE = `Are the agents' files right? Prints a table of them, or every problem with its file and line.

  npm run agents:check [-- DIR]   the folder is AGENTS_DIR, or agents, unless said`;
const { positionals } = commandLine(USAGE, {}, 1);
const dir = positionals[0] ?? process.env.AGENTS_DIR ?? 'agents';

try {
  const models = knownModels(await loadModels(process.env.MODELS_FILE ?? 'agents/models.yml'));
  console.log(teamsTable(await loadTeams(dir, knownToAgents(describeTeams(), models))));
} catch (error) {
  if (!(error instanceof FilesError)) throw error;
  for (const problem of error.problems) console.error(formatProblem(problem));
  process.exitCode = 1;
}
