/** `npm run agents:check [dir]`: are the agents' files and the pipelines right? Prints a table, or every problem, and exits 1. */
import { join } from 'node:path';
import { loadTeams, PIPELINES } from './engine/agents/load.ts';
import { levelsOf } from './engine/agents/stage-order.ts';
import { teamsTable } from './engine/agents/teams-table.ts';
import { knownToAgents } from './engine/known.ts';
import { knownModels, loadModels } from './engine/models/models-file.ts';
import { FUNCTION_NAMES } from './functions/agent-function.ts';
import { FUNCTIONS } from './functions/functions.ts';
import { knownToPipelines } from './functions/pipelines/known.ts';
import { type LoadedPipeline, loadPipelines } from './functions/pipelines/load.ts';
import { loadPresets } from './functions/runtime/presets-file.ts';
import { commandLine } from './platform/command-line.ts';
import { FilesError, formatProblem } from './platform/yaml/problems.ts';
import { describeTeams } from './teams/teams.ts';

const USAGE = `Are the agents' files and the pipelines right? Prints a table of them, or every problem with its file and line.

  npm run agents:check [-- DIR]   the folder is AGENTS_DIR, or agents, unless said`;
const { positionals } = commandLine(USAGE, {}, 1);
const dir = positionals[0] ?? process.env.AGENTS_DIR ?? 'agents';

try {
  const models = knownModels(await loadModels(process.env.MODELS_FILE ?? 'agents/models.yml'));
  const presetsFile = process.env.PRESETS_FILE ?? 'agents/presets.yml';
  const presets = await loadPresets(presetsFile, { models, functions: FUNCTIONS.values() });
  console.log(teamsTable(await loadTeams(dir, knownToAgents(describeTeams(), models, FUNCTION_NAMES))));
  const pipelines = await loadPipelines(join(dir, PIPELINES), knownToPipelines(presets));
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
