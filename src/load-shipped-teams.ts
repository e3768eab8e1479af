/** The teams and pipelines as the commands that look at files read them: checked, without opening anything. */
import { join } from 'node:path';
import { loadTeams, PIPELINES } from './engine/agents/load.ts';
import type { Teams } from './engine/agents/team.ts';
import { knownToAgents } from './engine/known.ts';
import { knownModels, loadModels } from './engine/models/models-file.ts';
import { FUNCTION_NAMES } from './functions/agent-function.ts';
import { FUNCTIONS } from './functions/functions.ts';
import { knownToPipelines } from './functions/pipelines/known.ts';
import { type LoadedPipeline, loadPipelines } from './functions/pipelines/load.ts';
import { loadPresets } from './functions/runtime/presets-file.ts';
import { shippedFile } from './platform/installation.ts';
import { describeTeams } from './teams/teams.ts';

/** Throws FilesError with every problem. MODELS_FILE and PRESETS_FILE may name other lists. */
export async function loadShippedTeams(dir: string): Promise<{ teams: Teams; pipelines: LoadedPipeline[] }> {
  const models = knownModels(await loadModels(process.env.MODELS_FILE ?? shippedFile('agents/models.yml')));
  const presetsFile = process.env.PRESETS_FILE ?? shippedFile('agents/presets.yml');
  const presets = await loadPresets(presetsFile, { models, functions: FUNCTIONS.values() });
  const teams = await loadTeams(dir, knownToAgents(describeTeams(), models, FUNCTION_NAMES));
  return { teams, pipelines: await loadPipelines(join(dir, PIPELINES), knownToPipelines(presets)) };
}
