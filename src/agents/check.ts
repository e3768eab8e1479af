/** `npm run agents:check [dir]`: are the agents' files right? Prints a table, or every problem, and exits 1. */
import { knownToAgents } from './known.ts';
import { loadTeams } from './load.ts';
import { AgentConfigError, formatProblem } from './problems.ts';
import { teamsTable } from './teams-table.ts';

const dir = process.argv[2] ?? process.env.AGENTS_DIR ?? 'agents';

try {
  console.log(teamsTable(await loadTeams(dir, knownToAgents())));
} catch (error) {
  if (!(error instanceof AgentConfigError)) throw error;
  for (const problem of error.problems) console.error(formatProblem(problem));
  process.exitCode = 1;
}
