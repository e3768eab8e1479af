/** Reads the pipelines of a folder, one YAML file each, and checks them. Throws with every problem of every file at once. */
import { readdir, readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { type Pipeline, PipelineDefinition } from '../../engine/agents/pipeline.ts';
import { parseConfig } from '../../platform/yaml/parse-config.ts';
import { FilesError, type Problem } from '../../platform/yaml/problems.ts';
import { type Path, readYaml } from '../../platform/yaml/read-yaml.ts';
import { checkPipeline, type KnownToPipelines } from './check.ts';

export type LoadedPipeline = { pipeline: Pipeline; file: string };

/** A folder that does not exist has no pipelines. */
export async function loadPipelines(dir: string, known: KnownToPipelines): Promise<LoadedPipeline[]> {
  const names = (await readdir(dir).catch(noFolder)).filter((name) => ['.yml', '.yaml'].includes(extname(name))).sort();
  const problems: Problem[] = [];
  const loaded: LoadedPipeline[] = [];
  for (const name of names) {
    const file = join(dir, name);
    const source = readYaml(file, await readFile(file, 'utf8'));
    const id = name.slice(0, -extname(name).length);
    const standIns = { id, description: id, inputs: {}, stages: [], output: {} };
    const parsed = parseConfig(PipelineDefinition, source, standIns);
    problems.push(...parsed.problems);
    if (!parsed.config || parsed.problems.length > 0) continue;
    const report = (path: Path, message: string, fix: string) =>
      problems.push({ file, line: source.lineOf(path), message, fix });
    if (parsed.config.id !== id)
      report(['id'], `the pipeline "${parsed.config.id}" is in ${name}`, 'give both one name');
    checkPipeline(parsed.config, known, report);
    loaded.push({ pipeline: parsed.config, file });
  }
  if (problems.length > 0) throw new FilesError('The pipelines are wrong', problems);
  return loaded;
}

function noFolder(error: NodeJS.ErrnoException): string[] {
  if (error.code === 'ENOENT') return [];
  throw error;
}
