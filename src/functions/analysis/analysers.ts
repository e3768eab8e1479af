/** What looks at code and documents for `analyze_artifact`. Analysers run in a thread or a process of their own. */
import type { Finding } from './finding.ts';

export type AnalysisType = 'quality' | 'security' | 'patterns' | 'dependencies';
export type ArtifactType = 'code' | 'document' | 'config';

/** What one analyser gives. */
export type Analysis = {
  findings: Finding[];
  /** CC, LOC, duplicated lines, ... */
  metrics: Record<string, number>;
};

/**
 * `not_covered`: no analyser knows the language. `not_configured`: the operator has not set it up. `failed`: it should have looked and
 * could not, so that the artifact must not pass.
 */
export type Skipped = { analyser: string; why: 'not_covered' | 'not_configured' | 'failed'; reason: string };

export type Analysed = Analysis & {
  /** Which analysers have looked, and which could not, and why. */
  used: string[];
  skipped: Skipped[];
};

export type Analysers = {
  analyse(
    artifact: string,
    what: { artifact_type: ArtifactType; analysis_type: AnalysisType },
    signal?: AbortSignal,
  ): Promise<Analysed>;
};
