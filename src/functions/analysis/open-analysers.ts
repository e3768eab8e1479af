/**
 * Runs the analysers that an artifact needs, each on its own in a thread with a deadline and a memory limit: the artifact may be made to
 * be slow to read. It is parsed and never executed. One that fails costs its own findings, and the answer says so.
 */

import { openChildren } from '../../platform/children.ts';
import type { Config } from '../../platform/config.ts';
import { AppError } from '../../platform/errors.ts';
import { type ThreadOptions, threadFile } from '../../platform/threads.ts';
import type { Analysed, Analysers, Analysis, Skipped } from './analysers.ts';
import type { Artifact } from './artifact.ts';
import { isJavascript, type Language } from './language.ts';
import { openSonarQube, type SonarQube } from './sonarqube/sonarqube.ts';

type Settings = Partial<Pick<Config, 'SONARQUBE_URL' | 'SONARQUBE_TOKEN' | 'SONARQUBE_PROJECT' | 'SONAR_SCANNER'>>;
export type AnalysersOptions = { sonarqube?: SonarQube; thread?: ThreadOptions };

/** A generated parser of 138 kB takes about 1.5 s with all analysers; hand-written code less. */
const THREAD: ThreadOptions = { deadlineMs: 8_000, memoryMb: 512, maxWaiting: 100 };
const SONARQUBE = 'sonarqube';

export function openAnalysers(
  settings: Settings = {},
  { sonarqube = sonarQubeOf(settings), thread = THREAD }: AnalysersOptions = {},
): Analysers & { close(): Promise<void> } {
  const threads = openChildren(threadFile(import.meta.url, 'analysers'), thread);

  async function attempt(name: string, work: () => Promise<Analysis>, into: Analysed, signal?: AbortSignal) {
    try {
      const { findings, metrics } = await work();
      into.used.push(name);
      into.findings.push(...findings);
      for (const [metric, value] of Object.entries(metrics))
        into.metrics[metric] = metric === 'findings_not_listed' ? (into.metrics[metric] ?? 0) + value : value;
    } catch (thrown) {
      signal?.throwIfAborted();
      into.skipped.push({ analyser: name, why: 'failed', reason: reasonOf(thrown) });
    }
  }

  return {
    async analyse(text, what, signal) {
      signal?.throwIfAborted();
      const isCode = what.artifact_type === 'code';
      const language = isCode ? await threads.run<Language>('language', text, signal) : 'unknown';
      const artifact: Artifact = { text, ...what, language };
      const into: Analysed = { findings: [], metrics: {}, used: [], skipped: [...notCovered(artifact)] };
      for (const name of analysersFor(artifact))
        await attempt(name, () => threads.run<Analysis>(name, artifact, signal), into, signal);
      if (!isCode) return into;
      if (sonarqube) await attempt(SONARQUBE, () => sonarqube.analyse(artifact, signal), into, signal);
      else into.skipped.push({ analyser: SONARQUBE, why: 'not_configured', reason: 'SONARQUBE_URL is not set.' });
      return into;
    },
    close: () => threads.close(),
  };
}

function sonarQubeOf(settings: Settings): SonarQube | undefined {
  const { SONARQUBE_URL: url, SONARQUBE_TOKEN: token } = settings;
  if (!url || !token) return undefined;
  const { SONARQUBE_PROJECT: project = 'medfleet', SONAR_SCANNER: scanner = 'sonar-scanner' } = settings;
  return openSonarQube({ url, token, project, scanner });
}

/** Secrets are looked for whatever the analysis: what is leaked is leaked. */
function analysersFor({ artifact_type, analysis_type, language }: Artifact): string[] {
  if (artifact_type === 'document') return ['document', 'secretlint'];
  const dependencies = analysis_type === 'dependencies' ? ['dependencies'] : [];
  if (artifact_type === 'config') return ['configuration', ...dependencies, 'secretlint'];
  return [...(isJavascript(language) ? ['eslint'] : []), 'lines', 'duplicates', ...dependencies, 'secretlint'];
}

function notCovered({ artifact_type, language }: Artifact): Skipped[] {
  if (artifact_type !== 'code' || isJavascript(language)) return [];
  const named = language === 'unknown' ? 'this language' : language;
  const reason = `ESLint does not know ${named}: no rules and no complexity, and nesting is read from the indentation.`;
  return [{ analyser: 'eslint', why: 'not_covered', reason }];
}

/** Never the message of an unknown error: it could quote the artifact. */
function reasonOf(thrown: unknown): string {
  if (thrown instanceof AppError) return thrown.message;
  return thrown instanceof RangeError ? 'It is nested too deeply.' : 'It failed on this artifact.';
}
