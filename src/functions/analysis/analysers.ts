/** What looks at code and documents for `analyze_artifact`. Analysers run in a thread or a process of their own. */
import type { z } from 'zod';
import type { Finding } from './finding.ts';

export type AnalysisType = 'quality' | 'security' | 'patterns' | 'dependencies';
export type ArtifactType = 'code' | 'document' | 'config';

export type Analysed = {
  findings: z.infer<typeof Finding>[];
  /** CC, LOC, duplicated lines, ... */
  metrics: Record<string, number>;
  /** Which analysers have looked, and which could not, and why. */
  used: string[];
  skipped: { analyser: string; reason: string }[];
};

export type Analysers = {
  analyse(
    artifact: string,
    what: { artifact_type: ArtifactType; analysis_type: AnalysisType },
    signal?: AbortSignal,
  ): Promise<Analysed>;
};
