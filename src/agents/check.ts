/** `npm run agents:check [dir]`: are the agents' files right? Prints a table, or every problem, and exits 1. */
import { commandLine } from '../platform/command-line.ts';
import { knownToAgents } from './known.ts';
import { loadTeams } from './load.ts';
import { AgentConfigError, formatProblem } from './problems.ts';
import { teamsTable } from './teams-table.ts';

const USAGE = `Are the agents' files right? Prints a table of them, or every problem with its file and line.

  npm run agents:check [-- DIR]   the folder is AGENTS_DIR, or agents, unless said`;
const { positionals } = commandLine(USAGE, {}, 1);
const dir = positionals[0] ?? process.env.AGENTS_DIR ?? 'agents';

try {
  console.log(teamsTable(await loadTeams(dir, knownToAgents())));
} catch (error) {
  if (!(error instanceof AgentConfigError)) throw error;
  for (const problem of error.problems) console.error(formatProblem(problem));
  process.exitCode = 1;
}
