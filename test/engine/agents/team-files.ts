/** Small teams for the loader's tests: written to a new folder and loaded. */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';
import { loadTeams } from '../../../src/engine/agents/load.ts';
import type { KnownToAgents, KnownToTeam } from '../../../src/engine/agents/rules/rule.ts';
import { WORKER_QUEUES } from '../../../src/engine/agents/worker-queues.ts';
import { KINDS } from '../../../src/engine/kinds/kinds.ts';
import { FilesError, type Problem } from '../../../src/platform/yaml/problems.ts';

export const KNOWN_TO_DEMO: KnownToTeam = {
  tools: new Map([
    ['fetch_page', {}],
    ['current_time', {}],
    ['get_patient_record', { needs: 'record' }],
  ]),
  outputs: ['DataExtraction'],
  callbacks: { before_agent: ['update_current_time'], after_model: ['note_answer'] },
};

export const KNOWN: KnownToAgents = {
  kinds: KINDS,
  queues: WORKER_QUEUES,
  models: null,
  functions: ['summarize_content'],
  team: () => KNOWN_TO_DEMO,
};

/** An llm agent in five lines; what a test is about goes below, from line 6 on. */
export function llm(name: string, ...more: string[]): string {
  return [`name: ${name}`, 'description: Helps', 'worker: triage', 'model: m', 'instruction: Help.', ...more].join(
    '\n',
  );
}

const QUEUES = ['turn', 'triage', 'extractor', 'consultant', 'remote', 'research'];

export function teamYml(root: string, ...more: string[]): string {
  return [
    'name: demo',
    `root: ${root}`,
    'description: A demo',
    `queues: [${QUEUES.join(', ')}]`,
    'fallback_reply: Sorry.',
    ...more,
  ].join('\n');
}

/** `files` by their path under the team's folder; an agent's config.yml by the agent's folder alone. */
export async function writeTeam(files: Record<string, string>, team = 'demo', end = onTestFinished): Promise<string> {
  const dir = await mkdtemp(join(tmpdir(), 'medfleet-agents-'));
  end(() => rm(dir, { recursive: true, force: true }));
  await addFiles(dir, files, team);
  return dir;
}

export async function addFiles(dir: string, files: Record<string, string>, team = 'demo'): Promise<void> {
  for (const [name, text] of Object.entries(files)) {
    const file = join(dir, team, /\.ya?ml$/.test(name) ? name : join(name, 'config.yml'));
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, text);
  }
}

/** What the loader finds wrong, with files named as the test wrote them. */
export async function problemsOf(files: Record<string, string>, known = KNOWN): Promise<Problem[]> {
  const dir = await writeTeam(files);
  try {
    await loadTeams(dir, known);
    return [];
  } catch (error) {
    if (!(error instanceof FilesError)) throw error;
    const relative = (text: string) => text.replaceAll(`${join(dir, 'demo')}/`, '');
    return error.problems.map((problem) => ({
      ...problem,
      file: relative(problem.file),
      message: relative(problem.message),
    }));
  }
}
