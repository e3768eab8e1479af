/** `npm run agents:check [dir]`: are the agents' files and the pipelines right? Prints a table, or every problem, and exits 1. */
import { levelsOf } from './engine/agents/stage-order.ts';
import { teamsTable } from './engine/agents/teams-table.ts';
import type { LoadedPipeline } from './functions/pipelines/load.ts';
import { loadShippedTeams } from './load-shipped-teams.ts';
import { commandLine } from './platform/command-line.ts';
import { shippedFile } from './platform/installation.ts';
import { FilesError, formatProblem } from './platform/yaml/problems.ts';

const USAGE = `Are the agents' files and the pipelines right? Prints a table of them, or every problem with its file and line.

  npm run agents:check [-- DIR]   the folder is AGENTS_DIR, or agents, unless said`;
const { positionals } = commandLine(USAGE, {}, 1);
const dir = positionals[0] ?? process.env.AGENTS_DIR ?? shippedFile('agents');

try {
  const { teams, pipelines } = await loadShippedTeams(dir);
  console.log(teamsTable(teams));
  for (const loaded of pipelines) console.log(`\n${pipelineLines(loaded)}`);
} catch (error) {
  if (!(error instanceof FilesError)) throw error;
  for (const problem of error.problems) console.error(formatProblem(problem));
  process.exitCode = 1;
}

/** Stages that run side by side are in one line. */
function pipelineLines({ pipeline }: LoadedPipeline): string {
  const levels = levelsOf(pipeline).map((stages) =>
    stages.map(({ id, for_each }) => (for_each ? `${id} (for each ${for_each.as})` : id)).join(', '),
  );
  return [`pipeline ${pipeline.id}: ${pipeline.stages.length} stages`, ...levels.map((level) => `  ${level}`)].join(
    '\n',
  );
}
